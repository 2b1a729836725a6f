//! The patterns' random numbers, generated in integer arithmetic so that they are the same everywhere.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub(super) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Returns 64 random bits.
    pub(super) fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a uniform number from 0 to `n` - 1; 0 if `n` is 0.
    pub(super) fn uniform(&mut self, n: usize) -> usize {
        // The number is the high half of a product. Its bias is less than n / 2^32, too small to show in a pattern.
        (((self.bits() >> 32) * n as u64) >> 32) as usize
    }

    /// Returns a number from 0 to `n` - 1, small ones more often: n times the square of a uniform number.
    pub(super) fn skewed(&mut self, n: usize) -> usize {
        let uniform = self.bits() >> 32;
        ((((uniform * uniform) >> 32) * n as u64) >> 32) as usize
    }

    /// Returns true with this probability, which [`chance`] has returned.
    pub(super) fn happens(&mut self, chance: u64) -> bool {
        self.bits() >> 32 < chance
    }

    /// Returns a whole number of about `bits` bits. The difference from `bits`, -4 to 4, is binomial (eight coin
    /// tosses), so that the logarithm of the number is nearly normal.
    pub(super) fn amount(&mut self, bits: u32) -> u64 {
        let throw = self.bits();
        let length = (bits + (throw & 0xff).count_ones()).saturating_sub(4).clamp(1, 60);
        (self.bits() >> (64 - length)) | 1 << (length - 1)
    }

    /// Appends random bytes.
    pub(super) fn bytes(&mut self, count: usize, out: &mut Vec<u8>) {
        let end = out.len() + count;
        while out.len() < end {
            out.extend_from_slice(&self.bits().to_le_bytes());
        }
        out.truncate(end);
    }
}

/// Returns a probability in units of 2^-32.
pub(super) fn chance(probability: f64) -> u64 {
    (probability.clamp(0.0, 1.0) * (1_u64 << 32) as f64) as u64
}
