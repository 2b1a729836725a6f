//! Random-number streams that are the same on every machine.
//!
//! The generator is xoshiro256++. Exponential variates come from a ziggurat in this file. The ziggurat of `rand_distr`
//! calls the platform's `exp` and `ln` as soon as anything in the build enables the standard library in `num-traits`.
//! The variates would then differ between native code and WebAssembly in the last bit.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::sync::OnceLock;

/// A random-number stream.
///
/// ```
/// use pathlength_queueing::Random;
///
/// // A stream for each purpose; the same seed and stream produce the same numbers.
/// let (mut arrivals, mut services) = (Random::new(1, 0), Random::new(1, 1));
/// assert_ne!(arrivals.bits(), services.bits());
/// assert_eq!(Random::new(1, 0).exponential(), Random::new(1, 0).exponential());
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    generator: Xoshiro256PlusPlus,
    ziggurat: &'static Ziggurat,
}

impl Random {
    /// Returns stream number `stream` of `seed`. The streams of a seed start at unrelated points of a sequence of 2^256
    /// numbers, so that two streams do not overlap in practice.
    pub fn new(seed: u64, stream: u64) -> Self {
        static ZIGGURAT: OnceLock<Ziggurat> = OnceLock::new();
        let start = mix_bits(seed).wrapping_add(stream.wrapping_mul(GOLDEN));
        Self {
            generator: Xoshiro256PlusPlus::seed_from_u64(mix_bits(start)),
            ziggurat: ZIGGURAT.get_or_init(Ziggurat::new),
        }
    }

    /// Returns 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// Returns a number that is uniformly distributed between 0 and 1, both excluded.
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        // Converts through `i64`: WebAssembly converts signed numbers with one instruction, unsigned ones with a
        // branch.
        ((self.bits() >> 12).cast_signed() as f64 + 0.5) * (1.0 / (1_u64 << 52) as f64)
    }

    /// Returns an exponential variate with mean 1.
    #[inline]
    pub fn exponential(&mut self) -> f64 {
        let bits = self.bits();
        let layer = bits as usize % LAYERS;
        let x = (bits >> 11).cast_signed() as f64 * self.ziggurat.widths[layer];
        if x < self.ziggurat.edges[layer + 1] { x } else { self.sample_tail(layer, x) }
    }

    /// Returns a whole number that is uniformly distributed from 0 to `n` - 1.
    ///
    /// # Panics
    /// Panics if `n` is 0.
    #[inline]
    pub fn uniform_below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "`n` is 0: give 1 or more");
        // Lemire, "Fast Random Integer Generation in an Interval" (2019): the result is the high half of a product;
        // products whose low half would favor some numbers are rejected.
        loop {
            let product = u128::from(self.bits()) * u128::from(n);
            let low = product as u64;
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 64) as u64;
            }
        }
    }

    /// Returns the exponential variate in the rare case that `x` is outside the part of its layer that is completely
    /// under the density.
    #[cold]
    fn sample_tail(&mut self, layer: usize, x: f64) -> f64 {
        // The exponential distribution is memoryless: beyond `TAIL`, it is the same distribution again.
        if layer == 0 {
            return TAIL + self.exponential();
        }
        let [low, high] = [self.ziggurat.heights[layer], self.ziggurat.heights[layer + 1]];
        if low + (high - low) * self.uniform() < libm::exp(-x) { x } else { self.exponential() }
    }
}

/// A Poisson distribution, prepared for many samples with the same mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Poisson {
    mean: f64,
    /// The probability of 0.
    zero_probability: f64,
}

impl Poisson {
    /// Creates a distribution with this mean. All samples are 0 if the mean is 0, negative, or NaN; means above 10^15
    /// are reduced to 10^15.
    pub fn new(mean: f64) -> Self {
        let mean = if mean > 0.0 { mean.min(1e15) } else { 0.0 };
        Self { mean, zero_probability: libm::exp(-mean) }
    }

    /// Returns a random number of events.
    #[inline]
    pub fn sample(&self, random: &mut Random) -> u64 {
        if self.mean >= MIN_REJECTION_MEAN {
            self.sample_by_rejection(random)
        } else {
            self.sample_by_inversion(random)
        }
    }

    /// Samples by inversion: adds probabilities until their sum exceeds a uniform number.
    #[inline]
    fn sample_by_inversion(&self, random: &mut Random) -> u64 {
        if self.mean == 0.0 {
            return 0;
        }
        let mut probability = self.zero_probability;
        let mut remainder = random.uniform();
        let mut count = 0.0;
        // Rounding can leave a remainder in the far tail: the loop ends when the probability underflows.
        while remainder > probability && probability > 0.0 {
            remainder -= probability;
            count += 1.0;
            probability *= self.mean / count;
        }
        count as u64
    }

    /// Samples by transformed rejection: Hörmann, "The transformed rejection method for generating Poisson random
    /// variables" (1993), algorithm PTRS.
    fn sample_by_rejection(&self, random: &mut Random) -> u64 {
        let mean = self.mean;
        let log_mean = libm::log(mean);
        let b = 0.931 + 2.53 * mean.sqrt();
        let a = -0.059 + 0.024_83 * b;
        let scale = 1.1239 + 1.1328 / (b - 3.4);
        let squeeze = 0.9277 - 3.6224 / (b - 2.0);
        loop {
            let u = random.uniform() - 0.5;
            let v = random.uniform();
            let from_edge = 0.5 - u.abs();
            let count = ((2.0 * a / from_edge + b) * u + mean + 0.43).floor();
            if from_edge >= 0.07 && v <= squeeze {
                return count as u64;
            }
            if count < 0.0 || (from_edge < 0.013 && v > from_edge) {
                continue;
            }
            let log_acceptance = libm::log(v * scale / (a / (from_edge * from_edge) + b));
            if log_acceptance <= count * log_mean - mean - libm::lgamma(count + 1.0) {
                return count as u64;
            }
        }
    }
}

/// Below this mean, inversion is faster than rejection.
const MIN_REJECTION_MEAN: f64 = 10.0;

/// 2^64 divided by the golden ratio, rounded to an odd number: its multiples are far apart.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Applies the mixing function of `SplitMix64`: a bijection that changes about half of the bits.
fn mix_bits(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

const LAYERS: usize = 256;

/// Start of the tail and area of every layer, for 256 layers: Marsaglia and Tsang, "The Ziggurat Method for
/// Generating Random Variables" (2000).
const TAIL: f64 = 7.697_117_470_131_05;
const AREA: f64 = 0.003_949_659_822_581_557;

/// Layers of equal area that cover the exponential density, the lowest first.
#[derive(Debug)]
struct Ziggurat {
    /// The widths of the layers, divided by 2^53.
    widths: [f64; LAYERS],
    /// The right edges of the layers; up to the next layer's edge, a layer is completely under the density.
    edges: [f64; LAYERS + 1],
    /// The density at the edges.
    heights: [f64; LAYERS + 1],
}

impl Ziggurat {
    fn new() -> Self {
        let mut edges = [0.0; LAYERS + 1];
        let mut heights = [1.0; LAYERS + 1];
        // The lowest layer includes the tail: its width is that of a box of the same area.
        edges[0] = AREA / libm::exp(-TAIL);
        edges[1] = TAIL;
        heights[0] = 0.0;
        heights[1] = libm::exp(-TAIL);
        for layer in 2..LAYERS {
            heights[layer] = heights[layer - 1] + AREA / edges[layer - 1];
            edges[layer] = -libm::log(heights[layer]);
        }
        let widths = std::array::from_fn(|layer| edges[layer] / (1_u64 << 53) as f64);
        Self { widths, edges, heights }
    }
}
