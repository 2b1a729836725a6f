//! Random numbers that are the same everywhere.
//!
//! The generator is xoshiro256++. Exponential variates come from a ziggurat of our own: that of `rand_distr` calls the
//! platform's `exp` and `ln` as soon as anything in the build switches on the standard library in `num-traits`, and
//! would then differ between native code and WebAssembly in the last bit.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::sync::OnceLock;

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random {
    generator: Xoshiro256PlusPlus,
    ziggurat: &'static Ziggurat,
}

impl Random {
    /// The stream number `stream` of `seed`. Streams of one seed begin at unrelated places of a sequence of 2^256
    /// numbers, so that two of them never meet in practice.
    pub fn new(seed: u64, stream: u64) -> Self {
        static ZIGGURAT: OnceLock<Ziggurat> = OnceLock::new();
        let start = mixed(seed).wrapping_add(stream.wrapping_mul(GOLDEN));
        Self {
            generator: Xoshiro256PlusPlus::seed_from_u64(mixed(start)),
            ziggurat: ZIGGURAT.get_or_init(Ziggurat::new),
        }
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// Uniform between 0 and 1, and neither of them.
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        // By way of i64: WebAssembly converts signed numbers in one instruction, unsigned ones with a branch.
        ((self.bits() >> 12).cast_signed() as f64 + 0.5) * (1.0 / (1_u64 << 52) as f64)
    }

    /// Exponential with mean 1.
    #[inline]
    pub fn exponential(&mut self) -> f64 {
        let bits = self.bits();
        let layer = bits as usize % LAYERS;
        let x = (bits >> 11).cast_signed() as f64 * self.ziggurat.widths[layer];
        if x < self.ziggurat.edges[layer + 1] { x } else { self.beyond_layer(layer, x) }
    }

    /// Whole and uniform from 0 up to, but without, `n`.
    ///
    /// # Panics
    /// If `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "there is no number below 0");
        // Lemire, "Fast Random Integer Generation in an Interval" (2019): the high half of a product; the few low halves
        // that would favour some numbers are drawn again.
        loop {
            let product = u128::from(self.bits()) * u128::from(n);
            let low = product as u64;
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 64) as u64;
            }
        }
    }

    /// What an exponential variate is when `x` is not surely below the curve: seldom.
    #[cold]
    fn beyond_layer(&mut self, layer: usize, x: f64) -> f64 {
        // The tail begins like the whole.
        if layer == 0 {
            return TAIL + self.exponential();
        }
        let [low, high] = [self.ziggurat.heights[layer], self.ziggurat.heights[layer + 1]];
        if low + (high - low) * self.uniform() < libm::exp(-x) { x } else { self.exponential() }
    }
}

/// The Poisson distribution with a mean that is known before many numbers are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Poisson {
    mean: f64,
    /// The probability of 0.
    none: f64,
}

impl Poisson {
    /// With this mean. One that is not above 0 gives 0 always; one above 10^15 counts as 10^15.
    pub fn new(mean: f64) -> Self {
        let mean = if mean > 0.0 { mean.min(1e15) } else { 0.0 };
        Self { mean, none: libm::exp(-mean) }
    }

    /// A random number of events.
    #[inline]
    pub fn sample(&self, random: &mut Random) -> u64 {
        if self.mean >= FEW { self.many(random) } else { self.few(random) }
    }

    /// By adding up probabilities until they exceed a uniform number.
    #[inline]
    fn few(&self, random: &mut Random) -> u64 {
        if self.mean == 0.0 {
            return 0;
        }
        let mut probability = self.none;
        let mut left = random.uniform();
        let mut count = 0.0;
        // What rounding leaves over in the far tail ends when a probability no longer counts.
        while left > probability && probability > 0.0 {
            left -= probability;
            count += 1.0;
            probability *= self.mean / count;
        }
        count as u64
    }

    /// By transformed rejection: Hörmann, "The transformed rejection method for generating Poisson random variables"
    /// (1993), algorithm PTRS.
    fn many(&self, random: &mut Random) -> u64 {
        let mean = self.mean;
        let log_mean = libm::log(mean);
        let b = 0.931 + 2.53 * mean.sqrt();
        let a = -0.059 + 0.024_83 * b;
        let scale = 1.1239 + 1.1328 / (b - 3.4);
        let sure = 0.9277 - 3.6224 / (b - 2.0);
        loop {
            let u = random.uniform() - 0.5;
            let v = random.uniform();
            let from_edge = 0.5 - u.abs();
            let count = ((2.0 * a / from_edge + b) * u + mean + 0.43).floor();
            if from_edge >= 0.07 && v <= sure {
                return count as u64;
            }
            if count < 0.0 || (from_edge < 0.013 && v > from_edge) {
                continue;
            }
            let chance = libm::log(v * scale / (a / (from_edge * from_edge) + b));
            if chance <= count * log_mean - mean - libm::lgamma(count + 1.0) {
                return count as u64;
            }
        }
    }
}

/// Means below this are few events.
const FEW: f64 = 10.0;

/// 2^64 divided by the golden ratio, odd: multiples of it are far apart.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The mixing function of `SplitMix64`: a bijection that changes half of the bits.
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

const LAYERS: usize = 256;

/// Where the tail begins, and the area of every layer, for 256 layers: Marsaglia and Tsang, "The Ziggurat Method for
/// Generating Random Variables" (2000).
const TAIL: f64 = 7.697_117_470_131_05;
const AREA: f64 = 0.003_949_659_822_581_557;

/// Layers of equal area that cover the exponential density, the lowest first.
#[derive(Debug)]
struct Ziggurat {
    /// The widths of the layers, a 2^53th of them.
    widths: [f64; LAYERS],
    /// Where the layers end on the right; below the next one's edge, a layer is wholly under the curve.
    edges: [f64; LAYERS + 1],
    /// The density at the edges.
    heights: [f64; LAYERS + 1],
}

impl Ziggurat {
    fn new() -> Self {
        let mut edges = [0.0; LAYERS + 1];
        let mut heights = [1.0; LAYERS + 1];
        // The lowest layer has the tail in it: its area is that of a wider box.
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
