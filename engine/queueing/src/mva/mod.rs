//! Mean value analysis: the steady state of a closed network from its service demands alone.
//!
//! The *service demand* `D_k` is the total service time of a request at center k over all visits, `V_k S_k`, in
//! seconds. All methods add only positive terms, so large populations lose no precision.

mod extended_float;
mod linearizer;
mod load_dependent;
mod multiclass;
mod multiclass_servers;
mod single_class;

pub use linearizer::{approximate_multiclass, approximate_multiclass_schweitzer};
pub use load_dependent::{MAX_WORK, Queue, solve_load_dependent, work};
pub use multiclass::{Class, MAX_STEPS, solve_multiclass, steps};
pub use multiclass_servers::{multiclass_servers_work, solve_multiclass_servers};
pub use single_class::{CurvePoint, solve_exact, throughput_and_response, throughput_curve};

use crate::Error;

/// The steady state of a closed network with one class.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Throughput X in requests per second.
    pub throughput: f64,
    /// Response time R in seconds, without the delay.
    pub response_s: f64,
    /// The queueing centers, in the order of their demands.
    pub stations: Vec<StationSolution>,
}

/// A queueing center of a [`Solution`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StationSolution {
    /// Residence time `R_k` in seconds: waiting and service over all visits.
    pub residence_s: f64,
    /// Queue length `Q_k`: mean number of requests waiting and in service.
    pub queue_length: f64,
    /// Utilization `U_k` of the servers, 0 to 1.
    pub utilization: f64,
}

/// The steady state of a closed network with several classes.
#[derive(Clone, Debug, PartialEq)]
pub struct MulticlassSolution {
    /// Throughput `X_c` in requests per second, by class.
    pub throughputs: Vec<f64>,
    /// Residence time in seconds, waiting and service over all visits, by class and queueing center.
    pub residences_s: Vec<Vec<f64>>,
}

/// Maximum population of a closed class.
pub const MAX_POPULATION: u32 = 1_000_000;

/// Maximum number of servers of a queueing center.
pub const MAX_SERVERS: u32 = 10_000;

/// Maximum time in seconds; a longer time is assumed to be a mistake.
pub const MAX_TIME_S: f64 = 1e9;

/// Minimum nonzero demand in seconds: the cubes of smaller demands lose precision.
pub const MIN_DEMAND_S: f64 = 1e-30;

/// Checks the arguments of a solution of one class.
///
/// # Errors
/// Returns [`Error`] if the population is 0 or too large, a demand or the delay is out of range, or the delay and all
/// demands are 0.
fn check(demands_s: impl Iterator<Item = f64> + Clone, delay_s: f64, population: u32) -> Result<(), Error> {
    if population == 0 || population > MAX_POPULATION {
        return Err(Error::new(format!("population is {population}: give 1 to {MAX_POPULATION}")));
    }
    if !(0.0..=MAX_TIME_S).contains(&delay_s) {
        return Err(Error::new(format!("delay is {delay_s} s: give 0 to 10^9 s")));
    }
    for (at, demand) in demands_s.clone().enumerate() {
        if demand != 0.0 && !(MIN_DEMAND_S..=MAX_TIME_S).contains(&demand) {
            let message = format!("demand {} is {demand} s: give 0, or 10^-30 to 10^9 s", at + 1);
            return Err(Error::new(message));
        }
    }
    if delay_s == 0.0 && demands_s.into_iter().all(|demand| demand == 0.0) {
        return Err(Error::new("all demands and the delay are 0: give at least one of them a value above 0 s"));
    }
    Ok(())
}
