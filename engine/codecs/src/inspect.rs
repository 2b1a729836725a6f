//! The compressibility of data: the distribution of their bytes, and the distances of their repeats.

/// Number of equal bytes that count as a repeat.
const REPEAT_BYTES: usize = 8;
/// Base-2 logarithm of the number of slots in the table of last occurrences.
const SLOT_BITS: u32 = 18;
/// Base-2 logarithm of the maximum distance of a repeat.
const MAX_DISTANCE_LOG: usize = 24;

/// A measurement of data that arrive in chunks. The measurement needs 2 MiB of memory for any amount of data.
///
/// ```
/// use pathlength_codecs::inspect::Inspector;
///
/// let mut inspector = Inspector::new();
/// inspector.push(&b"01234567".repeat(100));
/// let report = inspector.report();
/// assert_eq!((report.bytes, report.entropy_bits), (800, 3.0));
/// assert_eq!(report.repeats[3], 785); // at a distance of 8 to 15 bytes
/// ```
#[derive(Clone, Debug)]
pub struct Inspector {
    counts: [u64; 256],
    /// The last eight bytes, as a number; the newest is the least significant.
    last: u64,
    bytes: u64,
    /// Last occurrences by slot: more bits of the hash, and the lowest bits of the position.
    occurrences: Vec<(u32, u32)>,
    repeats: [u64; MAX_DISTANCE_LOG + 1],
}

/// The results of an [`Inspector`].
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Number of bytes of data.
    pub bytes: u64,
    /// Entropy of order 0, in bits per byte: the lower bound for codes of single bytes.
    pub entropy_bits: f64,
    /// Number of positions whose eight bytes last occurred 2ⁿ to 2ⁿ⁺¹ - 1 bytes earlier, for n from 0 onward.
    pub repeats: Vec<u64>,
    /// Number of positions whose eight bytes did not occur earlier, or whose last occurrence is no longer in the table
    /// (after about 250,000 bytes).
    pub new: u64,
}

impl Default for Inspector {
    fn default() -> Self {
        Self::new()
    }
}

impl Inspector {
    /// Returns an inspector that has not yet received any data.
    pub fn new() -> Self {
        let occurrences = vec![(0, 0); 1 << SLOT_BITS];
        Self { counts: [0; 256], last: 0, bytes: 0, occurrences, repeats: [0; MAX_DISTANCE_LOG + 1] }
    }

    /// Takes the next bytes of the data.
    pub fn push(&mut self, input: &[u8]) {
        for &byte in input {
            self.counts[usize::from(byte)] += 1;
            self.last = self.last << 8 | u64::from(byte);
            self.bytes += 1;
            if self.bytes >= REPEAT_BYTES as u64 {
                self.count_repeat();
            }
        }
    }

    fn count_repeat(&mut self) {
        // Fibonacci hashing: the highest bits select the slot, the next bits distinguish the strings that share it.
        let hash = (self.last ^ self.last >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = &mut self.occurrences[(hash >> (64 - SLOT_BITS)) as usize];
        let rest = (hash >> (32 - SLOT_BITS)) as u32 | 1;
        let position = self.bytes as u32;
        let (before_rest, before) = *slot;
        *slot = (rest, position);
        let distance = position.wrapping_sub(before);
        if before_rest == rest && distance != 0 {
            let power = distance.ilog2() as usize;
            if power <= MAX_DISTANCE_LOG {
                self.repeats[power] += 1;
            }
        }
    }

    /// Returns the results so far.
    pub fn report(&self) -> Report {
        let positions = (self.bytes + 1).saturating_sub(REPEAT_BYTES as u64);
        let total = self.bytes as f64;
        let used = self.counts.iter().filter(|&&count| count > 0);
        let bits = used.map(|&count| count as f64 / total * libm::log2(total / count as f64));
        Report {
            bytes: self.bytes,
            entropy_bits: bits.sum(),
            repeats: self.repeats.to_vec(),
            new: positions - self.repeats.iter().sum::<u64>(),
        }
    }
}
