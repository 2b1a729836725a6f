//! The encoder of LZ4's blocks: greedy, like `lz4 -1`.
//!
//! `lz4_flex` uses the same algorithm. In long units, however, it hashes five bytes where pointers have 64 bits, and
//! four bytes where they have 32. Its output therefore differs between WebAssembly and native code. In long units, this
//! encoder always hashes five bytes.

const TABLE: usize = 1 << 12;
/// Minimum length of a match, in bytes.
const MIN_MATCH_BYTES: usize = 4;
/// Minimum distance of a match's first byte and of its end from the end of the block, in bytes.
const MIN_START_TO_END: usize = 12;
const MIN_END_TO_END: usize = 6;
/// Maximum distance of a match, in bytes.
const MAX_DISTANCE: usize = 0xffff;
/// Number of positions without a match after which the search starts to skip positions: first one, and later more.
const SEARCHES_PER_STEP: usize = 1 << 5;
/// For units below this size, most encoders use 16-bit positions and hash four bytes.
const SHORT_UNIT_BYTES: usize = 0xffff;

/// An encoder that encodes units one after another.
#[derive(Debug)]
pub(super) struct Encoder {
    /// The last position for each hash.
    positions: Box<[u32; TABLE]>,
}

impl Encoder {
    pub(super) fn new() -> Self {
        Self { positions: Box::new([0; TABLE]) }
    }

    /// Appends one block to `out`.
    // Units and streams share one copy of this code, so a page's download is smaller.
    #[inline(never)]
    pub(super) fn encode(&mut self, input: &[u8], out: &mut Vec<u8>) {
        self.positions.fill(0);
        if input.len() < SHORT_UNIT_BYTES {
            self.encode_block(input, hash_four_bytes, out);
        } else {
            self.encode_block(input, hash_five_bytes, out);
        }
    }

    #[inline]
    fn encode_block(&mut self, input: &[u8], hash: impl Fn(u64) -> usize, out: &mut Vec<u8>) {
        let mut literals = 0;
        if input.len() > MIN_START_TO_END {
            // A block cannot start with a match. The table already contains the first position, 0.
            let mut from = 1;
            while let Some((mut at, mut earlier)) = self.find_match(input, from, &hash) {
                while at > literals && earlier > 0 && input[at - 1] == input[earlier - 1] {
                    at -= 1;
                    earlier -= 1;
                }
                let length = MIN_MATCH_BYTES
                    + common_prefix(
                        &input[earlier + MIN_MATCH_BYTES..],
                        &input[at + MIN_MATCH_BYTES..input.len() - MIN_END_TO_END],
                    );
                push_sequence(&input[literals..at], at - earlier, length - MIN_MATCH_BYTES, out);
                literals = at + length;
                self.positions[hash(eight_bytes(input, literals - 2))] = (literals - 2) as u32;
                from = literals;
            }
        }
        let rest = &input[literals..];
        out.push((rest.len().min(15) as u8) << 4);
        push_length(rest.len(), out);
        out.extend_from_slice(rest);
    }

    /// Returns the next position from `from` onward whose four bytes occurred earlier, and the earlier position; `None`
    /// if there is no such position.
    #[inline]
    fn find_match(&mut self, input: &[u8], from: usize, hash: &impl Fn(u64) -> usize) -> Option<(usize, usize)> {
        let mut at = from;
        let mut tries = SEARCHES_PER_STEP;
        while at + MIN_START_TO_END <= input.len() {
            let bytes = eight_bytes(input, at);
            let slot = &mut self.positions[hash(bytes)];
            let earlier = *slot as usize;
            *slot = at as u32;
            if at - earlier <= MAX_DISTANCE && eight_bytes(input, earlier) as u32 == bytes as u32 {
                return Some((at, earlier));
            }
            at += tries / SEARCHES_PER_STEP;
            tries += 1;
        }
        None
    }
}

/// Returns the 12-bit multiplicative hash of the reference implementation.
#[inline]
fn hash_four_bytes(bytes: u64) -> usize {
    ((bytes as u32).wrapping_mul(2_654_435_761) >> 20) as usize
}

#[inline]
fn hash_five_bytes(bytes: u64) -> usize {
    ((bytes << 24).wrapping_mul(889_523_592_379) >> 52) as usize
}

/// Returns eight bytes as a little-endian number.
#[inline]
fn eight_bytes(input: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(input[at..at + 8].try_into().expect("the slice has eight bytes"))
}

/// Returns the length of the common prefix of two texts.
#[inline]
fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    let mut count = 0;
    for (left, right) in one.chunks_exact(8).zip(other.chunks_exact(8)) {
        let difference = eight_bytes(left, 0) ^ eight_bytes(right, 0);
        if difference != 0 {
            return count + difference.trailing_zeros() as usize / 8;
        }
        count += 8;
    }
    count + one[count..].iter().zip(&other[count..]).take_while(|(left, right)| left == right).count()
}

/// Appends literals and a match that is `longer` bytes longer than `MIN_MATCH_BYTES`.
#[inline]
fn push_sequence(literals: &[u8], distance: usize, longer: usize, out: &mut Vec<u8>) {
    out.push((literals.len().min(15) as u8) << 4 | longer.min(15) as u8);
    push_length(literals.len(), out);
    out.extend_from_slice(literals);
    out.extend_from_slice(&(distance as u16).to_le_bytes());
    push_length(longer, out);
}

/// Appends the excess of a length over 15, the maximum of its four bits.
#[inline]
fn push_length(length: usize, out: &mut Vec<u8>) {
    if let Some(mut left) = length.checked_sub(15) {
        while left >= 255 {
            out.push(255);
            left -= 255;
        }
        out.push(left as u8);
    }
}
