//! The longest match in the history, for each position where a token starts.
//!
//! The hardware compares the text with all addresses at once. This encoder instead stores, for each position in the
//! text, the distance to the previous position with the same three bytes. Following these links from position to
//! position visits every match of three bytes or more. Three rules make the walk short without changing its result:
//!
//! * A match that is longer than the best one so far also contains the three bytes that end just after the best one. If
//!   the history does not contain these bytes, no match is longer. If their last occurrence is some distance back,
//!   every longer match is at least that far back.
//! * Runs of equal bytes are linked run by run. In each run, the only candidate is the position from which the run
//!   continues as long as the text's run.
//! * Distances are looked up for a whole piece of text before the walk, not during it.

use super::MAX_COPY_BYTES;

/// A receiver of the tokens of a text, in order.
pub(super) trait Sink {
    /// Accepts a single byte.
    fn literal(&mut self, byte: u8);
    /// Accepts a copy of `length` bytes, at least 2, that start at `address` in the history.
    fn copy(&mut self, length: usize, address: usize);
}

/// Number of bytes processed at a time.
const PIECE_BYTES: usize = 1 << 13;
/// Base-2 logarithm of the number of slots for the last occurrences of groups of three bytes.
const SLOT_BITS: u32 = 12;

/// Runs are counted up to this length. This length exceeds every history, so a longer run makes no difference.
const MAX_RUN_BYTES: u16 = 4096;

/// A table of constant size, whose accesses need no bounds checks.
type Table<const N: usize> = Box<[u32; N]>;

#[allow(clippy::unnecessary_box_returns, reason = "the table is too large for the stack")]
fn table<const N: usize>() -> Table<N> {
    vec![0; N].try_into().expect("the vector has N entries")
}

/// Links from a position of the text to earlier positions with equal bytes.
#[derive(Clone, Copy, Debug, Default)]
struct MatchPosition {
    /// Distance to the last occurrence of the same two bytes; 0 if the history has none.
    pair: u16,
    /// Distance to the last occurrence of the same three bytes, or of others that share their slot, or 0.
    three: u16,
    /// Number of bytes just before the position that equal the byte at the position, up to `MAX_RUN_BYTES`.
    run: u16,
}

/// A history, the text after it, and the position of the next token.
#[derive(Clone, Debug)]
pub(super) struct Matcher {
    /// Size of the history in bytes.
    size: usize,
    /// Up to `size` bytes of history, and the text after it.
    text: Vec<u8>,
    /// Links of the text's positions; missing for the last positions.
    positions: Vec<MatchPosition>,
    /// Position of the next token in the text.
    at: usize,
    /// Number of the text's first byte among all bytes consumed, in all units.
    first: u32,
    /// Number of the unit's first byte.
    unit: u32,
    /// Numbers of the last occurrences of pairs.
    pairs: Table<{ 1 << 16 }>,
    /// Numbers of the last occurrences of groups of three bytes, by slot.
    threes: Table<{ 1 << SLOT_BITS }>,
    /// Numbers of the last occurrences of three equal bytes, by byte.
    equals: Table<256>,
}

impl Matcher {
    /// Returns a matcher with an empty history of `size` bytes.
    pub(super) fn new(size: usize) -> Self {
        let mut matcher = Self {
            size,
            text: Vec::new(),
            positions: Vec::new(),
            at: 0,
            first: 0,
            unit: 0,
            pairs: table(),
            threes: table(),
            equals: table(),
        };
        matcher.reset();
        matcher
    }

    /// Empties the history.
    pub(super) fn reset(&mut self) {
        // All earlier positions are now farther back than the history reaches.
        self.first += (self.text.len() + self.size + 1) as u32;
        self.unit = self.first;
        self.text.clear();
        self.positions.clear();
        self.at = 0;
    }

    /// Consumes the next bytes of the text.
    pub(super) fn push(&mut self, input: &[u8], sink: &mut impl Sink) {
        for piece in input.chunks(PIECE_BYTES) {
            self.slide();
            self.text.extend_from_slice(piece);
            self.link_positions();
            // A token is chosen once the text contains all bytes of the longest possible match, and their positions are
            // linked.
            let end = self.text.len().saturating_sub(MAX_COPY_BYTES + 2);
            self.emit_tokens(end, sink);
        }
    }

    /// Emits the tokens of the rest of the text.
    pub(super) fn finish(&mut self, sink: &mut impl Sink) {
        self.positions.resize(self.text.len(), MatchPosition::default());
        if let [.., a, b] = self.text[..] {
            // The last two bytes form a pair, but not a group of three.
            let last = self.text.len() - 2;
            let number = self.first + last as u32;
            let before = self.pairs[usize::from(u16::from_le_bytes([a, b]))];
            self.positions[last].pair = distance_within(number - before, self.size);
        }
        self.emit_tokens(self.text.len(), sink);
    }

    /// Drops the text that is farther back than the history.
    fn slide(&mut self) {
        let old = self.at.saturating_sub(self.size);
        self.text.drain(..old);
        self.positions.drain(..old.min(self.positions.len()));
        self.at -= old;
        self.first += old as u32;
        if self.first > u32::MAX / 2 {
            self.renumber();
        }
    }

    /// Restarts the numbering at the start of the text, before the numbers overflow.
    fn renumber(&mut self) {
        let first = self.size as u32 + 1;
        let decrease = self.first - first;
        for number in self.pairs.iter_mut().chain(self.threes.iter_mut()).chain(self.equals.iter_mut()) {
            *number = number.saturating_sub(decrease);
        }
        self.first = first;
        self.unit = self.unit.wrapping_sub(decrease);
    }

    /// Links every position that is followed by at least two bytes.
    fn link_positions(&mut self) {
        let linked = self.positions.len();
        let mut number = self.first + linked as u32;
        let (mut last, mut run) = linked.checked_sub(1).map_or((0, 0), |n| (self.text[n], self.positions[n].run + 1));
        let size = self.size;
        let (pairs, threes, equals) = (&mut *self.pairs, &mut *self.threes, &mut *self.equals);
        self.positions.extend(self.text[linked..].windows(3).map(|bytes| {
            let (a, b, c) = (bytes[0], bytes[1], bytes[2]);
            run = if a == last { run.min(MAX_RUN_BYTES) } else { 0 };
            let pair = &mut pairs[usize::from(u16::from_le_bytes([a, b]))];
            let slot = if a == b && b == c {
                &mut equals[usize::from(a)]
            } else {
                let hash = u32::from_le_bytes([0, a, b, c]).wrapping_mul(0x9e37_79b1);
                &mut threes[(hash >> (32 - SLOT_BITS)) as usize]
            };
            let (pair_distance, three_distance) =
                (distance_within(number - *pair, size), distance_within(number - *slot, size));
            (*pair, *slot) = (number, number);
            let position = MatchPosition { pair: pair_distance, three: three_distance, run };
            (last, run) = (a, run + 1);
            number += 1;
            position
        }));
    }

    /// Emits the tokens that start before `end`.
    fn emit_tokens(&mut self, end: usize, sink: &mut impl Sink) {
        let window = MatchWindow { text: &self.text, positions: &self.positions, size: self.size };
        let number = (self.first - self.unit) as usize;
        let mut at = self.at;
        while at < end {
            let (length, distance) = window.find_match(at);
            if length == 1 {
                sink.literal(self.text[at]);
            } else {
                sink.copy(length, (number + at - distance) & (self.size - 1));
            }
            at += length;
        }
        self.at = at;
    }
}

/// The result if no match of three bytes or more was found.
const NO_MATCH: (usize, usize) = (2, 0);

/// Returns the distance, or 0 if it exceeds the size of the history.
fn distance_within(distance: u32, size: usize) -> u16 {
    if distance > size as u32 { 0 } else { distance as u16 }
}

/// A text with the links of its positions, and the size of the history.
struct MatchWindow<'a> {
    text: &'a [u8],
    positions: &'a [MatchPosition],
    size: usize,
}

impl MatchWindow<'_> {
    /// Returns the length of the token that starts at `at`, and the distance of its match; a length of 1 is a literal.
    fn find_match(&self, at: usize) -> (usize, usize) {
        let position = self.positions[at];
        let found = match self.text[at..] {
            _ if position.three == 0 => NO_MATCH,
            [a, b, c, ..] if a == b && b == c => self.find_in_runs(at),
            _ => self.find_in_links(at, usize::from(position.three)),
        };
        match (found, position.pair) {
            (NO_MATCH, 0) => (1, 0),
            (NO_MATCH, pair) => (2, usize::from(pair)),
            _ => found,
        }
    }

    /// Returns the longest match for a position that does not start a run; `distance` is the distance to the last
    /// occurrence of its three bytes.
    fn find_in_links(&self, at: usize, mut distance: usize) -> (usize, usize) {
        let (max_length, max_distance) = (self.max_length(at), self.max_distance(at));
        let mut best = NO_MATCH;
        // The position after `at` whose links the walk follows.
        let mut from = at;
        while distance <= max_distance {
            let next = usize::from(self.positions[from - distance].three);
            if self.text[at - distance + best.0] == self.text[at + best.0] {
                let length = self.equal_bytes(at - distance, at, max_length);
                if length > best.0 {
                    best = (length, distance);
                    if length == max_length {
                        break;
                    }
                    // A longer match contains these three bytes, too.
                    let end = at + length - 2;
                    let end_distance = usize::from(self.positions[end].three);
                    if end_distance == 0 {
                        break;
                    }
                    if end_distance > distance + next && !self.starts_run(end) {
                        (from, distance) = (end, end_distance);
                        continue;
                    }
                }
            }
            if next == 0 {
                break;
            }
            distance += next;
        }
        best
    }

    /// Returns the longest match for a position where a run of equal bytes starts or continues.
    fn find_in_runs(&self, at: usize) -> (usize, usize) {
        let (max_length, max_distance) = (self.max_length(at), self.max_distance(at));
        let text = &self.text[at..at + max_length];
        let run = text.iter().position(|byte| *byte != text[0]).unwrap_or(max_length);
        // Distance to the start of the position's own run, and then to those of earlier runs.
        let mut start = usize::from(self.positions[at].run);
        let mut best = if start > 0 { (run, 1) } else { NO_MATCH };
        while start <= max_distance && best.0 < max_length {
            let link = usize::from(self.positions[at - start].three);
            // The last position in the earlier run where three equal bytes start.
            let end = start + link;
            if link == 0 || end > max_distance {
                break;
            }
            let before = usize::from(self.positions[at - end].run);
            // The position from which the earlier run continues as long as the text's run, or as long as possible.
            let distance = max_distance.min(end + before.min(run.saturating_sub(3)));
            let length = self.equal_bytes(at - distance, at, max_length);
            if length > best.0 {
                best = (length, distance);
            }
            start = end + before;
        }
        best
    }

    fn starts_run(&self, at: usize) -> bool {
        self.text[at] == self.text[at + 1] && self.text[at] == self.text[at + 2]
    }

    /// Returns the maximum length of a match at `at`.
    fn max_length(&self, at: usize) -> usize {
        MAX_COPY_BYTES.min(self.text.len() - at)
    }

    /// Returns the maximum distance of a match at `at`.
    fn max_distance(&self, at: usize) -> usize {
        self.size.min(at)
    }

    /// Returns how many bytes from `a` onward equal those from `b` onward, up to `max_length`.
    fn equal_bytes(&self, a: usize, b: usize, max_length: usize) -> usize {
        let ((a, a_rest), (b, b_rest)) =
            (self.text[a..a + max_length].as_chunks::<8>(), self.text[b..b + max_length].as_chunks());
        for (n, (a, b)) in a.iter().zip(b).enumerate() {
            let difference = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
            if difference != 0 {
                return 8 * n + difference.trailing_zeros() as usize / 8;
            }
        }
        8 * a.len() + a_rest.iter().zip(b_rest).take_while(|(a, b)| a == b).count()
    }
}
