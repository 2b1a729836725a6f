//! Mean value analysis: what a closed network does in the long run, from its demands alone.
//!
//! A *demand* is what one request takes at a station in all, in seconds: visits times service time. All methods here
//! add only positive terms, so large populations lose no precision.

mod classes;
mod linearizer;
mod load_dependent;
mod scaled;
mod single;

pub use classes::{Class, MOST_STEPS, classes, steps};
pub use linearizer::approximate;
pub use load_dependent::{MOST_WORK, Queue, load_dependent, work};
pub use single::{Point, curve, exact, throughput_and_response};

use crate::Error;

/// A closed network of one class in the long run.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Requests a second.
    pub throughput: f64,
    /// Seconds from one think time to the next.
    pub response_s: f64,
    /// The stations, in the order of their demands.
    pub stations: Vec<Station>,
}

/// A station of a [`Solution`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Station {
    /// Seconds that a request spends here in all its visits, waiting and being served.
    pub residence_s: f64,
    /// Mean number of requests here, waiting or being served.
    pub queue: f64,
    /// Share of the station's servers that work, 0 to 1.
    pub utilization: f64,
}

/// A closed network of several classes in the long run.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassesSolution {
    /// Requests a second, by class.
    pub throughputs: Vec<f64>,
    /// Seconds that a request spends at each queue in all its visits, waiting and being served: by class and queue.
    pub residences_s: Vec<Vec<f64>>,
}

/// The most requests that a closed network may have.
pub const MOST_REQUESTS: u32 = 1_000_000;

/// The longest time in seconds; longer ones are mistakes.
pub const LONGEST_S: f64 = 1e9;

/// The shortest demand in seconds that is not 0: the cubes of shorter ones lose digits.
pub const SHORTEST_S: f64 = 1e-30;

/// # Errors
/// [`Error`] if nothing circulates, or demands or delay are no times.
fn check(demands_s: impl Iterator<Item = f64> + Clone, delay_s: f64, population: u32) -> Result<(), Error> {
    if population == 0 || population > MOST_REQUESTS {
        return Err(Error::new(format!("the population is {population}; give a number from 1 to {MOST_REQUESTS}")));
    }
    if !(0.0..=LONGEST_S).contains(&delay_s) {
        return Err(Error::new(format!("the delay is {delay_s} s; give a time from 0 to 10^9 s")));
    }
    for (at, demand) in demands_s.clone().enumerate() {
        if demand != 0.0 && !(SHORTEST_S..=LONGEST_S).contains(&demand) {
            let message = format!("demand {} is {demand} s; give 0, or a time from 10^-30 to 10^9 s", at + 1);
            return Err(Error::new(message));
        }
    }
    if delay_s == 0.0 && demands_s.into_iter().all(|demand| demand == 0.0) {
        return Err(Error::new("no request ever takes any time; give a demand or the delay more than 0 s"));
    }
    Ok(())
}
