//! Simulated time.

/// A point in simulated time, or a duration, in whole nanoseconds.
pub type Ticks = u64;

pub(super) const TICKS_PER_SECOND: f64 = 1e9;

/// Converts seconds to the nearest nanosecond. Negative times and NaN become 0; the maximum is 292 years.
#[inline]
pub fn ticks(seconds: f64) -> Ticks {
    let ticks = seconds * TICKS_PER_SECOND;
    // Between 2^52 and 2^53, floating-point numbers are 1 apart: a sum with 2^52 contains the rounded number in its low
    // bits. Reading these bits takes a third as long as a conversion. Compared as integers, the bits of negative
    // numbers exceed all others.
    if ticks.to_bits() < (TWO_52 / 2.0).to_bits() {
        (ticks + TWO_52).to_bits() & (TWO_52 as u64 - 1)
    } else {
        (ticks as i64).max(0).cast_unsigned()
    }
}

const TWO_52: f64 = (1_u64 << 52) as f64;

/// Converts nanoseconds to seconds.
#[inline]
pub fn seconds(ticks: Ticks) -> f64 {
    ticks as f64 / TICKS_PER_SECOND
}
