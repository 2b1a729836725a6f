//! The longest match in the history, as the hardware finds it: every address compares at once.
//!
//! The hardware is a content-addressable memory. It compares each byte with all bytes of the history, and an address goes
//! on matching if the one before it did. Here 64 addresses are the bits of a word: for every value of a byte, `places` has
//! the addresses where it stands; one AND and one shift a word and a byte do the work. It is exhaustive by construction,
//! and the time does not depend on how often something repeats.

use super::LONGEST;

/// What a matcher tells of the input: it is cut into these, in order.
pub(super) trait Sink {
    /// A byte by itself.
    fn literal(&mut self, byte: u8);
    /// `length` bytes, at least 2, that stand in the history from `address` on.
    fn copy(&mut self, length: usize, address: usize);
}

/// A history of 64 `W` bytes, and the match that is being followed.
#[derive(Clone, Debug)]
pub(super) struct Matcher<const W: usize> {
    /// For each value of a byte the addresses where it stands, one bit each.
    places: Vec<[u64; W]>,
    history: Vec<u8>,
    /// The address that is written next.
    next: usize,
    /// The addresses at which a match of `length` bytes ends.
    ends: [u64; W],
    /// Bytes that were taken and not yet told of.
    length: usize,
    /// The last byte that was taken.
    last: u8,
}

impl<const W: usize> Matcher<W> {
    const ADDRESSES: usize = 64 * W;

    pub(super) fn new() -> Self {
        Self { places: vec![[0; W]; 256], history: vec![0; Self::ADDRESSES], next: 0, ends: [0; W], length: 0, last: 0 }
    }

    /// Forgets everything.
    pub(super) fn reset(&mut self) {
        self.places.fill([0; W]);
        self.next = 0;
        self.length = 0;
    }

    /// Takes more of the input.
    pub(super) fn push(&mut self, input: &[u8], sink: &mut impl Sink) {
        let (mut ends, mut length, mut next, mut last) = (self.ends, self.length, self.next, self.last);
        for &byte in input {
            let here = self.places[usize::from(byte)];
            let longer = follow(&ends, &here);
            let goes_on = longer.iter().fold(0, |any, word| any | word) != 0;
            if goes_on && length < LONGEST && length > 0 {
                ends = longer;
                length += 1;
            } else {
                tell(&ends, length, last, sink);
                ends = here;
                length = 1;
            }
            // The byte takes the place of the oldest one. Before the history is full nothing stood there.
            let (word, bit) = (next / 64, 1 << (next % 64));
            self.places[usize::from(self.history[next])][word] &= !bit;
            self.places[usize::from(byte)][word] |= bit;
            self.history[next] = byte;
            next = (next + 1) % Self::ADDRESSES;
            last = byte;
        }
        (self.ends, self.length, self.next, self.last) = (ends, length, next, last);
    }

    /// Tells of what is left at the end of the input.
    pub(super) fn finish(&mut self, sink: &mut impl Sink) {
        tell(&self.ends, self.length, self.last, sink);
        self.length = 0;
    }
}

/// The addresses at which a match ends that is one byte longer: those after `ends` that are `here` too.
fn follow<const W: usize>(ends: &[u64; W], here: &[u64; W]) -> [u64; W] {
    let mut carry = ends[W - 1] >> 63;
    std::array::from_fn(|n| {
        let word = (ends[n] << 1 | carry) & here[n];
        carry = ends[n] >> 63;
        word
    })
}

/// Tells of `length` bytes whose matches end at `ends`: of the lowest such address.
fn tell<const W: usize>(ends: &[u64; W], length: usize, last: u8, sink: &mut impl Sink) {
    match length {
        0 => {}
        1 => sink.literal(last),
        _ => {
            let word = ends.iter().position(|&word| word != 0).unwrap_or(0);
            let end = 64 * word + ends[word].trailing_zeros() as usize;
            sink.copy(length, (end + 1 + 64 * W - length) % (64 * W));
        }
    }
}
