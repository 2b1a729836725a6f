//! Output analysis: means of simulated quantities and their confidence intervals.
//!
//! Successive observations of a run are correlated, so their variance underestimates the variance of their mean. Two
//! methods avoid this error (Law 2015, chapter 9): independent replications with one value each ([`of_runs`]), and
//! batch means of one long run ([`batch_means`]).

use super::Ticks;
use super::time::TICKS_PER_SECOND;
use serde::Serialize;

/// Mean and variance of a sequence of values, updated value by value (Welford, 1962).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    count: u64,
    average: f64,
    /// Sum of the squared deviations from the mean.
    deviations_2: f64,
}

impl Mean {
    /// Adds a value.
    #[inline]
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let deviation = value - self.average;
        self.average += deviation / self.count as f64;
        self.deviations_2 += deviation * (value - self.average);
    }

    /// Returns the number of values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the mean, or 0 for no values.
    pub fn mean(&self) -> f64 {
        self.average
    }

    /// Returns the sample variance, or 0 for fewer than two values.
    pub fn variance(&self) -> f64 {
        if self.count < 2 { 0.0 } else { self.deviations_2 / (self.count - 1) as f64 }
    }
}

impl FromIterator<f64> for Mean {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut mean = Self::default();
        for value in values {
            mean.add(value);
        }
        mean
    }
}

/// The time average of a level, such as a queue length. The average is exact: level times nanoseconds is a whole
/// number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeAverage {
    level: u64,
    start: Ticks,
    /// The area under the level since `start`, minus the level times the current time, modulo 2^128. An increment at
    /// time t subtracts t and a decrement adds t, so that no change of the level needs the time of the previous change.
    /// The area until `now` is this value plus `level * now`; only the intermediate value can wrap.
    offset_area: u128,
}

impl TimeAverage {
    /// Creates an average that starts with `level` at time `now`.
    pub fn new(level: u64, now: Ticks) -> Self {
        Self { level, start: now, offset_area: product(level, now).wrapping_neg() }
    }

    /// Returns the current level.
    #[inline]
    pub fn level(&self) -> u64 {
        self.level
    }

    /// Sets the level at time `now`, which is not before the last change.
    pub fn set(&mut self, level: u64, now: Ticks) {
        self.offset_area = self.offset_area.wrapping_add(product(self.level, now)).wrapping_sub(product(level, now));
        self.level = level;
    }

    /// Increments the level, faster than [`TimeAverage::set`].
    #[inline]
    pub fn increment(&mut self, now: Ticks) {
        self.offset_area = self.offset_area.wrapping_sub(u128::from(now));
        self.level += 1;
    }

    /// Decrements the level, faster than [`TimeAverage::set`]. The level must be above 0.
    #[inline]
    pub fn decrement(&mut self, now: Ticks) {
        self.offset_area = self.offset_area.wrapping_add(u128::from(now));
        self.level -= 1;
    }

    /// Restarts the average at time `now` with the current level.
    pub fn reset(&mut self, now: Ticks) {
        *self = Self::new(self.level, now);
    }

    /// Returns the mean level from the start, or the last reset, until `now`; the level itself if no time has passed.
    pub fn mean(&self, now: Ticks) -> f64 {
        if now == self.start { self.level as f64 } else { self.area(now) as f64 / (now - self.start) as f64 }
    }

    /// Returns the area under the level from the start, or the last reset, until `now`, in seconds.
    pub fn area_s(&self, now: Ticks) -> f64 {
        self.area(now) as f64 / TICKS_PER_SECOND
    }

    fn area(&self, now: Ticks) -> u128 {
        self.offset_area.wrapping_add(product(self.level, now))
    }
}

fn product(level: u64, time: Ticks) -> u128 {
    u128::from(level) * u128::from(time)
}

/// An estimated mean with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub mean: f64,
    /// Half-width of the 95 % confidence interval; infinite if there are too few observations.
    pub half_width: f64,
}

impl Estimate {
    /// Returns whether `value` is in the interval.
    pub fn covers(&self, value: f64) -> bool {
        (value - self.mean).abs() <= self.half_width
    }
}

/// Estimates the mean from independent runs, each of which contributes one of `values`, by Student's t distribution.
///
/// ```
/// use pathlength_queueing::of_runs;
///
/// let estimate = of_runs(&[4.0, 5.0, 6.0]);
/// // t(0.975, 2) = 4.3027, and the standard error is 1 / √3.
/// assert!((estimate.half_width - 4.3027 / 3.0_f64.sqrt()).abs() < 1e-4);
/// ```
pub fn of_runs(values: &[f64]) -> Estimate {
    let mean: Mean = values.iter().copied().collect();
    let half_width = match values.len() {
        0 | 1 => f64::INFINITY,
        count => student_975(count as u64 - 1) * (mean.variance() / count as f64).sqrt(),
    };
    Estimate { mean: mean.mean(), half_width }
}

/// Number of batches of one run. More batches would be shorter and more correlated: Schmeiser, "Batch Size Effects in
/// the Analysis of Simulation Output" (1982), recommends 10 to 30.
const BATCHES: usize = 20;

/// Estimates the mean of one run's `values`, in the order of their observation, from the means of 20 batches.
/// Values at the beginning that do not fill a batch are dropped. With fewer than 40 values, the half-width is infinite.
pub fn batch_means(values: &[f64]) -> Estimate {
    let size = values.len() / BATCHES;
    if size < 2 {
        let mean: Mean = values.iter().copied().collect();
        return Estimate { mean: mean.mean(), half_width: f64::INFINITY };
    }
    let batches = values[values.len() % BATCHES..].chunks_exact(size);
    let means: Vec<f64> = batches.map(|batch| batch.iter().sum::<f64>() / size as f64).collect();
    of_runs(&means)
}

/// Returns the bound that the absolute value of another error does not exceed with a probability of 95 %. That error
/// and `errors` must be independent and normal with mean 0. The bound is infinite without errors.
///
/// ```
/// use pathlength_queueing::bound_of_errors;
///
/// // t(0.975, 2) = 4.3027, and the root of the mean square is 5.
/// assert!((bound_of_errors(&[7.0, 1.0]) - 4.3027 * 5.0).abs() < 1e-3);
/// ```
pub fn bound_of_errors(errors: &[f64]) -> f64 {
    if errors.is_empty() {
        return f64::INFINITY;
    }
    let squares: f64 = errors.iter().map(|error| error * error).sum();
    student_975(errors.len() as u64) * (squares / errors.len() as f64).sqrt()
}

/// Returns the 97.5 % quantile of Student's t distribution with `degrees_of_freedom` of 1 or more, to at least six
/// digits.
fn student_975(degrees_of_freedom: u64) -> f64 {
    const TABLE: [f64; 10] = [
        12.706_204_736,
        4.302_652_730,
        3.182_446_305,
        2.776_445_105,
        2.570_581_836,
        2.446_911_851,
        2.364_624_252,
        2.306_004_135,
        2.262_157_163,
        2.228_138_852,
    ];
    if let Some(quantile) = TABLE.get(degrees_of_freedom as usize - 1) {
        return *quantile;
    }
    // The Cornish-Fisher expansion around the normal distribution.
    let inverse = 1.0 / degrees_of_freedom as f64;
    [2.555_849_680, 2.822_498_416, 2.372_271_230, 1.959_963_985]
        .iter()
        .fold(1.589_534_053, |sum, coefficient| sum * inverse + coefficient)
}
