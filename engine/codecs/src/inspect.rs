//! What there is to compress in some data: how unevenly its bytes are used, and how far back it repeats itself.

/// Bytes that must be the same to count as a repeat.
const SAME: usize = 8;
/// Slots of the table of what was seen, as a power of two.
const SLOT_BITS: u32 = 18;
/// Distances are counted in powers of two up to this one.
const LARGEST: usize = 24;

/// Looks at data that comes in pieces. Takes 2 MiB whatever the data.
#[derive(Clone, Debug)]
pub struct Inspector {
    counts: [u64; 256],
    /// The last bytes, as a number, the newest lowest.
    last: u64,
    bytes: u64,
    /// Where something was seen last: the rest of its hash, and the lowest bits of the place.
    seen: Vec<(u32, u32)>,
    repeats: [u64; LARGEST + 1],
}

/// What an [`Inspector`] has seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Bytes of data.
    pub bytes: u64,
    /// Entropy of order 0, in bits a byte: what no code for single bytes can go below.
    pub entropy_bits: f64,
    /// Places whose next eight bytes stood 2ⁿ to 2ⁿ⁺¹ - 1 bytes before too (at the last time), for n from 0 on.
    pub repeats: Vec<u64>,
    /// Places whose next eight bytes did not, or longer ago than can be told (some 250,000 bytes).
    pub new: u64,
}

impl Default for Inspector {
    fn default() -> Self {
        Self::new()
    }
}

impl Inspector {
    /// An inspector that has seen nothing.
    pub fn new() -> Self {
        let seen = vec![(0, 0); 1 << SLOT_BITS];
        Self { counts: [0; 256], last: 0, bytes: 0, seen, repeats: [0; LARGEST + 1] }
    }

    /// Looks at more of the data.
    pub fn push(&mut self, input: &[u8]) {
        for &byte in input {
            self.counts[usize::from(byte)] += 1;
            self.last = self.last << 8 | u64::from(byte);
            self.bytes += 1;
            if self.bytes >= SAME as u64 {
                self.look();
            }
        }
    }

    fn look(&mut self) {
        // Fibonacci hashing: the highest bits choose the slot, the next ones tell apart who shares it.
        let hash = (self.last ^ self.last >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = &mut self.seen[(hash >> (64 - SLOT_BITS)) as usize];
        let rest = (hash >> (32 - SLOT_BITS)) as u32 | 1;
        let here = self.bytes as u32;
        let (same, before) = *slot;
        *slot = (rest, here);
        let distance = here.wrapping_sub(before);
        if same == rest && distance != 0 {
            let power = distance.ilog2() as usize;
            if power <= LARGEST {
                self.repeats[power] += 1;
            }
        }
    }

    /// What was seen so far.
    pub fn report(&self) -> Report {
        let places = (self.bytes + 1).saturating_sub(SAME as u64);
        let all = self.bytes as f64;
        let used = self.counts.iter().filter(|&&count| count > 0);
        let bits = used.map(|&count| count as f64 / all * libm::log2(all / count as f64));
        Report {
            bytes: self.bytes,
            entropy_bits: bits.sum(),
            repeats: self.repeats.to_vec(),
            new: places - self.repeats.iter().sum::<u64>(),
        }
    }
}
