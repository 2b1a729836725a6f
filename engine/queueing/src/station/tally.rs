//! What came of a station.

use super::super::{Ticks, TimeAverage, seconds};

/// What a station counts and measures while it works.
#[derive(Clone, Debug)]
pub struct Tally {
    present: TimeAverage,
    busy: TimeAverage,
    done: u64,
    lost: u64,
    start: Ticks,
    responses: Spread,
}

impl Tally {
    pub(super) fn new() -> Self {
        let none = TimeAverage::new(0, 0);
        Self { present: none, busy: none, done: 0, lost: 0, start: 0, responses: Spread::new() }
    }

    #[inline]
    pub(super) fn arrive(&mut self, now: Ticks) {
        self.present.raise(now);
    }

    #[inline]
    pub(super) fn lose(&mut self) {
        self.lost += 1;
    }

    #[inline]
    pub(super) fn begin(&mut self, now: Ticks) {
        self.busy.raise(now);
    }

    #[inline]
    pub(super) fn end(&mut self, now: Ticks) {
        self.busy.lower(now);
    }

    #[inline]
    pub(super) fn depart(&mut self, since: Ticks, now: Ticks) {
        self.present.lower(now);
        self.done += 1;
        self.responses.add(now - since);
    }

    /// Forgets what was before `now`, but not who is there.
    pub fn reset(&mut self, now: Ticks) {
        self.present.reset(now);
        self.busy.reset(now);
        (self.done, self.lost, self.start) = (0, 0, now);
        self.responses.clear();
    }

    /// Requests that are here now.
    #[inline]
    pub fn present(&self) -> u64 {
        self.present.level()
    }

    /// Servers that are busy now.
    #[inline]
    pub fn busy(&self) -> u64 {
        self.busy.level()
    }

    /// Requests that have left.
    #[inline]
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Requests that found the station full and were lost.
    pub fn lost(&self) -> u64 {
        self.lost
    }

    /// Mean number of requests here, waiting or being served.
    pub fn mean_present(&self, now: Ticks) -> f64 {
        self.present.mean(now)
    }

    /// Mean number of busy servers.
    pub fn mean_busy(&self, now: Ticks) -> f64 {
        self.busy.mean(now)
    }

    /// Requests served a second; 0 if no time has passed.
    pub fn throughput(&self, now: Ticks) -> f64 {
        if now == self.start { 0.0 } else { self.done as f64 / seconds(now - self.start) }
    }

    /// Mean time from coming to leaving, in seconds, by Little's law: the number of requests here, added up over time, for
    /// each that left. 0 if none has.
    pub fn response_s(&self, now: Ticks) -> f64 {
        if self.done == 0 { 0.0 } else { self.present.area_s(now) / self.done as f64 }
    }

    /// The times from coming to leaving.
    pub fn responses(&self) -> &Spread {
        &self.responses
    }
}

/// How times are spread: counts in bins that are a sixteenth of a power of two wide, which is 3 % off at most.
#[derive(Clone, Debug)]
pub struct Spread(Box<[u64; Spread::BINS]>);

impl Spread {
    /// A bin is as wide as a sixteenth of the power of two that it begins at or after.
    const FINE: u32 = 4;
    const BINS: usize = (64 - Self::FINE as usize + 1) << Self::FINE;

    fn new() -> Self {
        Self(Box::new([0; Self::BINS]))
    }

    fn clear(&mut self) {
        self.0.fill(0);
    }

    #[inline]
    fn add(&mut self, time: Ticks) {
        // The highest bit and the four after it; times too short to have those are a bin each.
        let shift = (time >> Self::FINE | 1).ilog2();
        let bin = ((shift as usize) << Self::FINE) + (time >> shift) as usize;
        if let Some(count) = self.0.get_mut(bin) {
            *count += 1;
        }
    }

    /// The time that the given share of all times (0.95: all but the longest 5 %) do not exceed, in seconds; 0 if there
    /// are none.
    pub fn quantile_s(&self, share: f64) -> f64 {
        let all: u64 = self.0.iter().sum();
        let mut left = share * all as f64;
        let mut middle = 0.0;
        for (bin, count) in self.0.iter().enumerate().filter(|(_, count)| **count > 0) {
            let shift = (bin >> Self::FINE).saturating_sub(1);
            let first = (bin - (shift << Self::FINE)) as u64;
            middle = (first as f64 + 0.5) * seconds(1 << shift);
            left -= *count as f64;
            if left <= 0.0 {
                break;
            }
        }
        middle
    }
}
