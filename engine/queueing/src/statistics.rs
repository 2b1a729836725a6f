//! What came of a simulation, and how sure that is.
//!
//! An observation that follows another one resembles it, so that their spread says too little of the mean's. Two ways
//! around it: independent runs, each of which gives one value ([`of_runs`]), or one long run cut into batches, each
//! of which gives its mean ([`batch_means`]).

use super::Ticks;
use super::time::TICKS_PER_SECOND;
use serde::Serialize;

/// Mean and variance of values seen one by one, after Welford.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    count: u64,
    centre: f64,
    squares: f64,
}

impl Mean {
    /// Takes one more value.
    #[inline]
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let off = value - self.centre;
        self.centre += off / self.count as f64;
        self.squares += off * (value - self.centre);
    }

    /// How many values there were.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; 0 if there were none.
    pub fn mean(&self) -> f64 {
        self.centre
    }

    /// Their variance, estimated as of a sample; 0 if there were fewer than two.
    pub fn variance(&self) -> f64 {
        if self.count < 2 { 0.0 } else { self.squares / (self.count - 1) as f64 }
    }
}

impl FromIterator<f64> for Mean {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut all = Self::default();
        for value in values {
            all.add(value);
        }
        all
    }
}

/// The mean of a level over time, such as the length of a queue. Exact: levels times nanoseconds are whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeAverage {
    level: u64,
    start: Ticks,
    /// The integral of the level as if it had been 0 from now on for ever back to the time 0: what comes adds its time
    /// less, what goes adds it. It is below 0 in between, and then wraps.
    area: u128,
}

impl TimeAverage {
    /// Begins with `level` at the time `now`.
    pub fn new(level: u64, now: Ticks) -> Self {
        Self { level, start: now, area: product(level, now).wrapping_neg() }
    }

    /// The level as it is now.
    #[inline]
    pub fn level(&self) -> u64 {
        self.level
    }

    /// Changes the level at the time `now`, which is not before the last one.
    pub fn set(&mut self, level: u64, now: Ticks) {
        self.area = self.area.wrapping_add(product(self.level, now)).wrapping_sub(product(level, now));
        self.level = level;
    }

    /// Raises the level by one, quicker than [`TimeAverage::set`] does.
    #[inline]
    pub fn raise(&mut self, now: Ticks) {
        self.area = self.area.wrapping_sub(u128::from(now));
        self.level += 1;
    }

    /// Lowers the level by one, quicker than [`TimeAverage::set`] does. There must be one to lower it by.
    #[inline]
    pub fn lower(&mut self, now: Ticks) {
        self.area = self.area.wrapping_add(u128::from(now));
        self.level -= 1;
    }

    /// Forgets what was before `now`, but not the level.
    pub fn reset(&mut self, now: Ticks) {
        *self = Self::new(self.level, now);
    }

    /// The mean from the beginning, or the last reset, until `now`; the level itself if no time has passed.
    pub fn mean(&self, now: Ticks) -> f64 {
        if now == self.start { self.level as f64 } else { self.area(now) as f64 / (now - self.start) as f64 }
    }

    /// The level times the time it lasted, added up from the beginning, or the last reset, until `now`, in seconds.
    pub fn area_s(&self, now: Ticks) -> f64 {
        self.area(now) as f64 / TICKS_PER_SECOND
    }

    fn area(&self, now: Ticks) -> u128 {
        self.area.wrapping_add(product(self.level, now))
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
    /// Half of the interval's width: with 95 % confidence, the true mean is not farther away. Infinite if too little
    /// was seen to say.
    pub half_width: f64,
}

impl Estimate {
    /// Whether `value` is in the interval.
    pub fn covers(&self, value: f64) -> bool {
        (value - self.mean).abs() <= self.half_width
    }
}

/// The mean over independent runs of which each gave one of `values`, with Student's distribution.
pub fn of_runs(values: &[f64]) -> Estimate {
    let all: Mean = values.iter().copied().collect();
    let half_width = match values.len() {
        0 | 1 => f64::INFINITY,
        count => student_975(count as u64 - 1) * (all.variance() / count as f64).sqrt(),
    };
    Estimate { mean: all.mean(), half_width }
}

/// How many batches one run is cut into. More are not worth their shortness: Schmeiser, "Batch Size Effects in the
/// Analysis of Simulation Output" (1982), recommends 10 to 30.
const BATCHES: usize = 20;

/// The mean over one run's `values`, in the order in which they were seen, from the means of twenty batches. What does
/// not fill a batch is left out at the beginning. Fewer than forty values are too few to say how sure the mean is.
pub fn batch_means(values: &[f64]) -> Estimate {
    let size = values.len() / BATCHES;
    if size < 2 {
        let all: Mean = values.iter().copied().collect();
        return Estimate { mean: all.mean(), half_width: f64::INFINITY };
    }
    let batches = values[values.len() % BATCHES..].chunks_exact(size);
    let means: Vec<f64> = batches.map(|batch| batch.iter().sum::<f64>() / size as f64).collect();
    of_runs(&means)
}

/// The 97.5 % point of Student's distribution with so many degrees of freedom, 1 or more; to six digits at least.
fn student_975(freedom: u64) -> f64 {
    const FEW: [f64; 10] = [
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
    if let Some(few) = FEW.get(freedom as usize - 1) {
        return *few;
    }
    // The expansion by Cornish and Fisher around the normal distribution.
    let share = 1.0 / freedom as f64;
    [2.555_849_680, 2.822_498_416, 2.372_271_230, 1.959_963_985]
        .iter()
        .fold(1.589_534_053, |sum, next| sum * share + next)
}
