//! Queueing networks, solved and simulated.
//!
//! * [`network`] describes a network of stations and customer classes as plain data; [`solve`] solves it by a suitable
//!   method, and [`simulate`] estimates the same measures with confidence intervals.
//! * [`mva`] contains mean value analysis: exact for one class, several classes, and multiserver stations, and
//!   approximate by the Linearizer or the Bard–Schweitzer method. [`closed_form`] contains single stations (M/M/c,
//!   M/G/1, M/M/c/K, priorities), [`bounds`] asymptotic and balanced job bounds, and [`laws`] the operational laws.
//! * A custom simulation consists of [`station`]s, the event list [`Timers`], random-number streams ([`Random`],
//!   [`Distribution`], [`Poisson`]), and output statistics ([`Mean`], [`TimeAverage`], [`of_runs`], [`batch_means`]).
//!   None of these types needs boxes, or closures that outlive a call.
//!
//! Simulated time is counted in whole nanoseconds ([`Ticks`]), so sums of times are exact, and a run produces
//! bit-identical results natively and in WebAssembly.

pub mod bounds;
pub mod closed_form;
mod distribution;
mod error;
pub mod laws;
pub mod mva;
pub mod network;
mod random;
pub mod simulate;
pub mod solve;
pub mod station;
mod statistics;
mod time;
mod timers;

pub use distribution::{Branch, Distribution};
pub use error::Error;
pub use random::{Poisson, Random};
pub use statistics::{Estimate, Mean, TimeAverage, batch_means, bound_of_errors, of_runs};
pub use time::{Ticks, seconds, ticks};
pub use timers::Timers;

/// The example of the README, which the tests compile and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
