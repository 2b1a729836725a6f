//! The longest match in the history, for every place where a token starts.
//!
//! The hardware compares with every address at once. Here each place of the text knows how far back the same three bytes
//! stood last, so that a walk from one such place to the next meets every match of three bytes and more. Three things make
//! the walk short and leave its outcome as it is:
//!
//! * A match that is longer than the best one has the three bytes that end just behind the best one too. If they did not
//!   stand in the history, no match is longer; if they stood there last some distance back, no longer match is nearer.
//! * Runs of one byte are linked run by run: of each only the place that ends like the text can be best.
//! * Distances are looked up by the text's bytes ahead of the walk, not on it.

use super::LONGEST;

/// What a matcher tells of the input: it is cut into these, in order.
pub(super) trait Sink {
    /// A byte by itself.
    fn literal(&mut self, byte: u8);
    /// `length` bytes, at least 2, that stand in the history from `address` on.
    fn copy(&mut self, length: usize, address: usize);
}

/// Bytes that are taken at a time.
const PIECE: usize = 1 << 13;
/// Slots for where three bytes stood last, as a power of two.
const SLOT_BITS: u32 = 12;

/// Runs are counted up to this length. It is more than any history, and so as good as all of it.
const LONGEST_RUN: u16 = 4096;

/// A table of known size needs no check of bounds.
type Table<const N: usize> = Box<[u32; N]>;

#[allow(clippy::unnecessary_box_returns, reason = "it is too large for a stack")]
fn table<const N: usize>() -> Table<N> {
    vec![0; N].try_into().expect("as many as were made")
}

/// What is known of a place of the text.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// How far back the same two bytes stood last; 0 for farther than the history, or never.
    pair: u16,
    /// The same for three bytes, or for others that share their slot.
    three: u16,
    /// How many bytes before it, up to `LONGEST_RUN`, are equal to its own.
    run: u16,
}

/// A history, the text that follows it, and where the next token starts.
#[derive(Clone, Debug)]
pub(super) struct Matcher {
    size: usize,
    /// Up to `size` bytes of history, and text behind it.
    text: Vec<u8>,
    /// What is known of the text's first places; those at its end are not complete.
    places: Vec<Place>,
    /// Where in the text the next token starts.
    at: usize,
    /// The number of the text's first byte among all that were ever taken; it grows from unit to unit.
    first: u32,
    /// The same for the first byte of the unit.
    unit: u32,
    /// Numbers of the places where pairs, threes by their slots, and equal threes by their byte stood last.
    pairs: Table<{ 1 << 16 }>,
    threes: Table<{ 1 << SLOT_BITS }>,
    equals: Table<256>,
}

impl Matcher {
    /// A matcher with an empty history of `size` bytes.
    pub(super) fn new(size: usize) -> Self {
        let mut new = Self {
            size,
            text: Vec::new(),
            places: Vec::new(),
            at: 0,
            first: 0,
            unit: 0,
            pairs: table(),
            threes: table(),
            equals: table(),
        };
        new.reset();
        new
    }

    /// Forgets the text.
    pub(super) fn reset(&mut self) {
        // So far apart nothing is in the history any more.
        self.first += (self.text.len() + self.size + 1) as u32;
        self.unit = self.first;
        self.text.clear();
        self.places.clear();
        self.at = 0;
    }

    /// Takes more of the text.
    pub(super) fn push(&mut self, input: &[u8], sink: &mut impl Sink) {
        for piece in input.chunks(PIECE) {
            self.slide();
            self.text.extend_from_slice(piece);
            self.look_up();
            // A token is chosen when all of the longest match could be seen, and what is known of its places.
            let end = self.text.len().saturating_sub(LONGEST + 2);
            self.cut(end, sink);
        }
    }

    /// Tells of what is left at the end of the text.
    pub(super) fn finish(&mut self, sink: &mut impl Sink) {
        self.places.resize(self.text.len(), Place::default());
        if let [.., a, b] = self.text[..] {
            // Of the last two bytes only the pair is known.
            let last = self.text.len() - 2;
            let number = self.first + last as u32;
            let before = self.pairs[usize::from(u16::from_le_bytes([a, b]))];
            self.places[last].pair = near(number - before, self.size);
        }
        self.cut(self.text.len(), sink);
    }

    /// Drops the text that is farther back than the history.
    fn slide(&mut self) {
        let old = self.at.saturating_sub(self.size);
        self.text.drain(..old);
        self.places.drain(..old.min(self.places.len()));
        self.at -= old;
        self.first += old as u32;
        if self.first > u32::MAX / 2 {
            self.renumber();
        }
    }

    /// Begins to count at the start of the text again, before the numbers run out.
    fn renumber(&mut self) {
        let first = self.size as u32 + 1;
        let less = self.first - first;
        for number in self.pairs.iter_mut().chain(self.threes.iter_mut()).chain(self.equals.iter_mut()) {
            *number = number.saturating_sub(less);
        }
        self.first = first;
        self.unit = self.unit.wrapping_sub(less);
    }

    /// Finds out what is to be known of every place that has two bytes behind it.
    fn look_up(&mut self) {
        let known = self.places.len();
        let mut number = self.first + known as u32;
        let (mut last, mut run) = known.checked_sub(1).map_or((0, 0), |n| (self.text[n], self.places[n].run + 1));
        let size = self.size;
        let (pairs, threes, equals) = (&mut *self.pairs, &mut *self.threes, &mut *self.equals);
        self.places.extend(self.text[known..].windows(3).map(|bytes| {
            let (a, b, c) = (bytes[0], bytes[1], bytes[2]);
            run = if a == last { run.min(LONGEST_RUN) } else { 0 };
            let pair = &mut pairs[usize::from(u16::from_le_bytes([a, b]))];
            let slot = if a == b && b == c {
                &mut equals[usize::from(a)]
            } else {
                let all = u32::from_le_bytes([0, a, b, c]).wrapping_mul(0x9e37_79b1);
                &mut threes[(all >> (32 - SLOT_BITS)) as usize]
            };
            let place = Place { pair: near(number - *pair, size), three: near(number - *slot, size), run };
            (*pair, *slot) = (number, number);
            (last, run) = (a, run + 1);
            number += 1;
            place
        }));
    }

    /// Cuts the text into tokens as long as they start before `end`.
    fn cut(&mut self, end: usize, sink: &mut impl Sink) {
        let view = View { text: &self.text, places: &self.places, size: self.size };
        let number = (self.first - self.unit) as usize;
        let mut at = self.at;
        while at < end {
            let (length, distance) = view.longest(at);
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

/// No match of three bytes or more.
const NONE: (usize, usize) = (2, 0);

/// A distance that is no farther than the history, or 0.
fn near(distance: u32, size: usize) -> u16 {
    if distance > size as u32 { 0 } else { distance as u16 }
}

/// A text with what is known of its places.
struct View<'a> {
    text: &'a [u8],
    places: &'a [Place],
    size: usize,
}

impl View<'_> {
    /// The length of the token that starts at `at`, and how far back the same bytes stand; a length of 1 is a literal.
    fn longest(&self, at: usize) -> (usize, usize) {
        let place = self.places[at];
        let found = match self.text[at..] {
            _ if place.three == 0 => NONE,
            [a, b, c, ..] if a == b && b == c => self.in_run(at),
            _ => self.walk(at, usize::from(place.three)),
        };
        match (found, place.pair) {
            (NONE, 0) => (1, 0),
            (NONE, pair) => (2, usize::from(pair)),
            _ => found,
        }
    }

    /// The best of what stands before a place that is no run; three bytes like its own stood last `distance` back.
    fn walk(&self, at: usize, mut distance: usize) -> (usize, usize) {
        let (most, farthest) = (self.most(at), self.farthest(at));
        let mut best = NONE;
        // The place behind `at` whose likes are walked.
        let mut from = at;
        while distance <= farthest {
            let next = usize::from(self.places[from - distance].three);
            if self.text[at - distance + best.0] == self.text[at + best.0] {
                let length = self.same(at - distance, at, most);
                if length > best.0 {
                    best = (length, distance);
                    if length == most {
                        break;
                    }
                    // What is longer has these three bytes too.
                    let end = at + length - 2;
                    let far = usize::from(self.places[end].three);
                    if far == 0 {
                        break;
                    }
                    if far > distance + next && !self.equal(end) {
                        (from, distance) = (end, far);
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

    /// The best of what stands before a place where a run of equal bytes starts or goes on.
    fn in_run(&self, at: usize) -> (usize, usize) {
        let (most, farthest) = (self.most(at), self.farthest(at));
        let text = &self.text[at..at + most];
        let run = text.iter().position(|byte| *byte != text[0]).unwrap_or(most);
        // How far back its own run starts, and then those before it.
        let mut start = usize::from(self.places[at].run);
        let mut best = if start > 0 { (run, 1) } else { NONE };
        while start <= farthest && best.0 < most {
            let link = usize::from(self.places[at - start].three);
            // The last place of the run before that has three equal bytes.
            let end = start + link;
            if link == 0 || end > farthest {
                break;
            }
            let before = usize::from(self.places[at - end].run);
            // Where it has as many equal bytes left as the text, or as many as there are.
            let distance = farthest.min(end + before.min(run.saturating_sub(3)));
            let length = self.same(at - distance, at, most);
            if length > best.0 {
                best = (length, distance);
            }
            start = end + before;
        }
        best
    }

    fn equal(&self, at: usize) -> bool {
        self.text[at] == self.text[at + 1] && self.text[at] == self.text[at + 2]
    }

    /// The longest match that there can be.
    fn most(&self, at: usize) -> usize {
        LONGEST.min(self.text.len() - at)
    }

    /// How far back the history reaches.
    fn farthest(&self, at: usize) -> usize {
        self.size.min(at)
    }

    /// How many bytes are the same from `a` and from `b` on, up to `most`.
    fn same(&self, a: usize, b: usize, most: usize) -> usize {
        let ((a, a_rest), (b, b_rest)) = (self.text[a..a + most].as_chunks::<8>(), self.text[b..b + most].as_chunks());
        for (n, (a, b)) in a.iter().zip(b).enumerate() {
            let other = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
            if other != 0 {
                return 8 * n + other.trailing_zeros() as usize / 8;
            }
        }
        8 * a.len() + a_rest.iter().zip(b_rest).take_while(|(a, b)| a == b).count()
    }
}
