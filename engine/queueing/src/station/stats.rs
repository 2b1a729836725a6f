//! Statistics of a station.

use super::super::{Ticks, TimeAverage, seconds};

/// Counts and time averages of a station since the start or the last reset.
#[derive(Clone, Debug)]
pub struct StationStats {
    in_system: TimeAverage,
    busy: TimeAverage,
    completions: u64,
    losses: u64,
    start: Ticks,
    responses: TimeHistogram,
}

impl StationStats {
    pub(super) fn new() -> Self {
        let zero = TimeAverage::new(0, 0);
        Self { in_system: zero, busy: zero, completions: 0, losses: 0, start: 0, responses: TimeHistogram::new() }
    }

    #[inline]
    pub(super) fn arrive(&mut self, now: Ticks) {
        self.in_system.increment(now);
    }

    #[inline]
    pub(super) fn lose(&mut self) {
        self.losses += 1;
    }

    #[inline]
    pub(super) fn begin_busy(&mut self, now: Ticks) {
        self.busy.increment(now);
    }

    #[inline]
    pub(super) fn end_busy(&mut self, now: Ticks) {
        self.busy.decrement(now);
    }

    #[inline]
    pub(super) fn depart(&mut self, arrival: Ticks, now: Ticks) {
        self.in_system.decrement(now);
        self.completions += 1;
        self.responses.add(now - arrival);
    }

    /// Restarts the statistics at time `now`; the requests in the system stay.
    pub fn reset(&mut self, now: Ticks) {
        self.in_system.reset(now);
        self.busy.reset(now);
        (self.completions, self.losses, self.start) = (0, 0, now);
        self.responses.clear();
    }

    /// Returns the current number in system, waiting and in service.
    #[inline]
    pub fn in_system(&self) -> u64 {
        self.in_system.level()
    }

    /// Returns the current number of busy servers.
    #[inline]
    pub fn busy(&self) -> u64 {
        self.busy.level()
    }

    /// Returns the number of completions.
    #[inline]
    pub fn completions(&self) -> u64 {
        self.completions
    }

    /// Returns the number of requests lost because the station was full.
    pub fn losses(&self) -> u64 {
        self.losses
    }

    /// Returns the mean number in system, waiting and in service.
    pub fn mean_in_system(&self, now: Ticks) -> f64 {
        self.in_system.mean(now)
    }

    /// Returns the mean number of busy servers.
    pub fn mean_busy(&self, now: Ticks) -> f64 {
        self.busy.mean(now)
    }

    /// Returns the throughput in completions per second; 0 if no time has passed.
    pub fn throughput(&self, now: Ticks) -> f64 {
        if now == self.start { 0.0 } else { self.completions as f64 / seconds(now - self.start) }
    }

    /// Returns the mean response time in seconds by Little's law: the area under the number in system per completion; 0
    /// before the first completion.
    pub fn response_s(&self, now: Ticks) -> f64 {
        if self.completions == 0 { 0.0 } else { self.in_system.area_s(now) / self.completions as f64 }
    }

    /// Returns the histogram of response times.
    pub fn responses(&self) -> &TimeHistogram {
        &self.responses
    }
}

/// A histogram of times whose bins are a sixteenth of a power of two wide, so that a quantile has an error of at most
/// 3 %.
#[derive(Clone, Debug)]
pub struct TimeHistogram(Box<[u64; TimeHistogram::BINS]>);

impl TimeHistogram {
    /// Each power of two has 2^4 bins of equal width.
    const FRACTION_BITS: u32 = 4;
    const BINS: usize = (64 - Self::FRACTION_BITS as usize + 1) << Self::FRACTION_BITS;

    fn new() -> Self {
        Self(Box::new([0; Self::BINS]))
    }

    fn clear(&mut self) {
        self.0.fill(0);
    }

    #[inline]
    fn add(&mut self, time: Ticks) {
        // The highest bit of a time and the next four determine its bin; times with fewer bits have one bin each.
        let shift = (time >> Self::FRACTION_BITS | 1).ilog2();
        let bin = ((shift as usize) << Self::FRACTION_BITS) + (time >> shift) as usize;
        if let Some(count) = self.0.get_mut(bin) {
            *count += 1;
        }
    }

    /// Returns the quantile of a probability (0.95: the time that 95 % of all times do not exceed), in seconds; 0 if
    /// the histogram is empty.
    pub fn quantile_s(&self, probability: f64) -> f64 {
        let count: u64 = self.0.iter().sum();
        let mut remaining = probability * count as f64;
        let mut middle = 0.0;
        for (bin, count) in self.0.iter().enumerate().filter(|(_, count)| **count > 0) {
            let shift = (bin >> Self::FRACTION_BITS).saturating_sub(1);
            let first = (bin - (shift << Self::FRACTION_BITS)) as u64;
            middle = (first as f64 + 0.5) * seconds(1 << shift);
            remaining -= *count as f64;
            if remaining <= 0.0 {
                break;
            }
        }
        middle
    }
}
