//! Time in simulations.

/// A time, or how long something takes, in whole nanoseconds.
pub type Ticks = u64;

pub(super) const TICKS_PER_SECOND: f64 = 1e9;

/// So many seconds, to the nearest nanosecond. A negative time, and what is no number, is 0; 292 years is the most.
#[inline]
pub fn ticks(seconds: f64) -> Ticks {
    // By way of i64, which is quicker in WebAssembly.
    ((seconds * TICKS_PER_SECOND + 0.5) as i64).max(0) as Ticks
}

/// So many nanoseconds, in seconds.
#[inline]
pub fn seconds(ticks: Ticks) -> f64 {
    ticks as f64 / TICKS_PER_SECOND
}
