//! Time in simulations.

/// A time, or how long something takes, in whole nanoseconds.
pub type Ticks = u64;

pub(super) const TICKS_PER_SECOND: f64 = 1e9;

/// So many seconds, to the nearest nanosecond. A negative time, and what is no number, is 0; 292 years is the most.
#[inline]
pub fn ticks(seconds: f64) -> Ticks {
    let ticks = seconds * TICKS_PER_SECOND;
    // Between 2^52 and 2^53, numbers are a unit apart: a sum with 2^52 has the rounded number in its low bits. It takes a
    // third of the time of a conversion. As whole numbers, the bits of negative ones are above all others.
    if ticks.to_bits() < (TWO_52 / 2.0).to_bits() {
        (ticks + TWO_52).to_bits() & (TWO_52 as u64 - 1)
    } else {
        (ticks as i64).max(0).cast_unsigned()
    }
}

const TWO_52: f64 = (1_u64 << 52) as f64;

/// So many nanoseconds, in seconds.
#[inline]
pub fn seconds(ticks: Ticks) -> f64 {
    ticks as f64 / TICKS_PER_SECOND
}
