//! The encoder of LZ4's blocks: greedy, as `lz4 -1` is.
//!
//! `lz4_flex` has the same one, but in long units it hashes five bytes where pointers have 64 bits and four where they
//! have 32: other bytes come out in WebAssembly than natively. Here five are hashed everywhere.

const TABLE: usize = 1 << 12;
/// Shorter matches are not taken.
const SHORTEST: usize = 4;
/// No match begins closer to the end than this, nor ends closer than the other.
const LAST_BEGIN: usize = 12;
const LAST_END: usize = 6;
/// The greatest distance of a match.
const FARTHEST: usize = 0xffff;
/// After so many places without a match, one is left out before the next is looked at, and then more and more.
const PATIENCE: usize = 1 << 5;
/// Units below this have 16-bit places in most encoders, and hash four bytes.
const SHORT: usize = 0xffff;

/// Encodes one unit after the other.
#[derive(Debug)]
pub(super) struct Encoder {
    /// Where bytes with this hash were seen last.
    seen: Box<[u32; TABLE]>,
}

impl Encoder {
    pub(super) fn new() -> Self {
        Self { seen: Box::new([0; TABLE]) }
    }

    /// Appends one block to `out`.
    // Units and streams share one copy of this code, which saves downloads of a page.
    #[inline(never)]
    pub(super) fn encode(&mut self, input: &[u8], out: &mut Vec<u8>) {
        self.seen.fill(0);
        if input.len() < SHORT {
            self.block(input, hash_of_four, out);
        } else {
            self.block(input, hash_of_five, out);
        }
    }

    #[inline]
    fn block(&mut self, input: &[u8], hash: impl Fn(u64) -> usize, out: &mut Vec<u8>) {
        let mut literals = 0;
        if input.len() > LAST_BEGIN {
            // A block does not begin with a match: the first place is only remembered, and that is 0.
            let mut from = 1;
            while let Some((mut at, mut earlier)) = self.find(input, from, &hash) {
                while at > literals && earlier > 0 && input[at - 1] == input[earlier - 1] {
                    at -= 1;
                    earlier -= 1;
                }
                let length =
                    SHORTEST + same(&input[earlier + SHORTEST..], &input[at + SHORTEST..input.len() - LAST_END]);
                sequence(&input[literals..at], at - earlier, length - SHORTEST, out);
                literals = at + length;
                self.seen[hash(eight(input, literals - 2))] = (literals - 2) as u32;
                from = literals;
            }
        }
        let rest = &input[literals..];
        out.push((rest.len().min(15) as u8) << 4);
        extend(rest.len(), out);
        out.extend_from_slice(rest);
    }

    /// The next place from `from` on whose four bytes were there before, and where.
    #[inline]
    fn find(&mut self, input: &[u8], from: usize, hash: &impl Fn(u64) -> usize) -> Option<(usize, usize)> {
        let mut at = from;
        let mut tries = PATIENCE;
        while at + LAST_BEGIN <= input.len() {
            let bytes = eight(input, at);
            let slot = &mut self.seen[hash(bytes)];
            let earlier = *slot as usize;
            *slot = at as u32;
            if at - earlier <= FARTHEST && eight(input, earlier) as u32 == bytes as u32 {
                return Some((at, earlier));
            }
            at += tries / PATIENCE;
            tries += 1;
        }
        None
    }
}

/// The multiplicative hashes of the reference implementation, of 12 bits.
#[inline]
fn hash_of_four(bytes: u64) -> usize {
    ((bytes as u32).wrapping_mul(2_654_435_761) >> 20) as usize
}

#[inline]
fn hash_of_five(bytes: u64) -> usize {
    ((bytes << 24).wrapping_mul(889_523_592_379) >> 52) as usize
}

/// Eight bytes, the first one lowest.
#[inline]
fn eight(input: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(input[at..at + 8].try_into().expect("eight bytes are eight bytes"))
}

/// How many bytes two texts begin with alike.
#[inline]
fn same(one: &[u8], other: &[u8]) -> usize {
    let mut count = 0;
    for (left, right) in one.chunks_exact(8).zip(other.chunks_exact(8)) {
        let difference = eight(left, 0) ^ eight(right, 0);
        if difference != 0 {
            return count + difference.trailing_zeros() as usize / 8;
        }
        count += 8;
    }
    count + one[count..].iter().zip(&other[count..]).take_while(|(left, right)| left == right).count()
}

/// Appends literals and a match of `SHORTEST` and so many bytes.
#[inline]
fn sequence(literals: &[u8], distance: usize, longer: usize, out: &mut Vec<u8>) {
    out.push((literals.len().min(15) as u8) << 4 | longer.min(15) as u8);
    extend(literals.len(), out);
    out.extend_from_slice(literals);
    out.extend_from_slice(&(distance as u16).to_le_bytes());
    extend(longer, out);
}

/// Appends what a length has beyond the 15 of its half byte.
#[inline]
fn extend(length: usize, out: &mut Vec<u8>) {
    if let Some(mut left) = length.checked_sub(15) {
        while left >= 255 {
            out.push(255);
            left -= 255;
        }
        out.push(left as u8);
    }
}
