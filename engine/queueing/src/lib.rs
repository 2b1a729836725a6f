//! Queues: requests that wait for servers, solved and simulated.
//!
//! The simulation is made of parts that fit together without boxes and closures. [`Timers`] says what happens next,
//! [`Random`] and [`Distribution`] how long it takes, [`Mean`] and [`TimeAverage`] what came of it, and [`of_runs`] and
//! [`batch_means`] how sure that is. Time is counted in whole nanoseconds ([`Ticks`]): sums of it are exact, and a
//! run gives the same bits natively and in WebAssembly.

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
pub use statistics::{Estimate, Mean, TimeAverage, batch_means, of_runs};
pub use time::{Ticks, seconds, ticks};
pub use timers::Timers;
