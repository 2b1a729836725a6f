//! Zipf variates without a table, so that a stream over a billion blocks needs almost no memory.
//!
//! Rejection-inversion of W. Hörmann and G. Derflinger, "Rejection-inversion to generate variates from monotone
//! discrete distributions" (1996). The inverse of the integral of `x^-skew` proposes a rank, and a rejection makes the
//! probabilities exact.

use pathlength_queueing::Random;

/// A Zipf distribution of the ranks 1 to `size`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Zipf {
    size: f64,
    skew: f64,
    first: f64,
    last: f64,
    /// Distance below which a proposal is accepted immediately.
    squeeze: f64,
}

impl Zipf {
    pub(super) fn new(size: u32, skew: f64) -> Self {
        let mut zipf = Self { size: f64::from(size), skew, first: 0.0, last: 0.0, squeeze: 0.0 };
        zipf.first = zipf.integral(1.5) - 1.0;
        zipf.last = zipf.integral(zipf.size + 0.5);
        zipf.squeeze = 2.0 - zipf.inverse(zipf.integral(2.5) - zipf.weight(2.0));
        zipf
    }

    /// Draws a rank, counted from 0.
    pub(super) fn draw(&self, random: &mut Random) -> u32 {
        loop {
            let area = self.last + random.uniform() * (self.first - self.last);
            let x = self.inverse(area);
            let place = libm::round(x).clamp(1.0, self.size);
            if place - x <= self.squeeze || area >= self.integral(place + 0.5) - self.weight(place) {
                return place as u32 - 1;
            }
        }
    }

    fn weight(&self, x: f64) -> f64 {
        libm::exp(-self.skew * libm::log(x))
    }

    /// Returns the integral of the weight from 1 to `x`.
    fn integral(&self, x: f64) -> f64 {
        let log = libm::log(x);
        over_argument((1.0 - self.skew) * log, libm::expm1) * log
    }

    fn inverse(&self, area: f64) -> f64 {
        // A rounding error can move the argument out of the domain of the logarithm.
        let scaled = (area * (1.0 - self.skew)).max(-1.0);
        libm::exp(over_argument(scaled, libm::log1p) * area)
    }
}

/// Returns `f(x) / x`, or its limit, 1, if `x` is 0.
fn over_argument(x: f64, f: fn(f64) -> f64) -> f64 {
    if x == 0.0 { 1.0 } else { f(x) / x }
}
