//! Discrete-event simulation of any network, with confidence intervals.
//!
//! The initial transient of each run is removed: `warm_up_s` before the measured time or, by default, the first tenth of it.
//! Confidence intervals come from independent replications, or from 20 batch means of a single run.
//!
//! The warm-up is a fixed share of the run because a rule that truncates each run where the rest has the smallest standard
//! error (MSER-5) truncates it just behind its own busy periods: the intervals are then too low and too narrow. In M/M/1
//! with 10 runs of 10,000 services each, this share of 95 % intervals for 200 seeds contained the true response time:
//!
//! | utilization | MSER-5 in each run | first tenth | first fifth |
//! |-------------|--------------------|-------------|-------------|
//! | 0.8         | 85.5 %             | 95.0 %      | 95.0 %      |
//! | 0.9         | 75.0 %             | 94.0 %      | 92.0 %      |
//! | 0.95        | 71.0 %             | 90.0 %      | 88.5 %      |
//!
//! At utilizations near 1, a run has to be many times as long as the relaxation time of its queues: a longer run helps, a
//! longer warm-up does not.

mod plan;
mod report;
mod run;

use super::network::Network;
use super::{Ticks, ticks};
use crate::Error;
use plan::Plan;
pub use report::{ClassReport, Report, StationReport, VisitReport};
use run::Run;

/// Parameters of a simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Seed of the random-number streams: the same seed gives the same report.
    pub seed: u64,
    /// Number of independent runs, 1 to [`Options::MAX_RUNS`]. A single run is analyzed by batch means.
    pub runs: u32,
    /// Length of each run in simulated seconds; without `warm_up_s` it includes the warm-up.
    pub time_s: f64,
    /// Warm-up before `time_s`, in simulated seconds. `None`: the warm-up is the first tenth of `time_s`.
    pub warm_up_s: Option<f64>,
}

impl Options {
    /// Maximum number of runs.
    pub const MAX_RUNS: u32 = 10_000;
    /// Maximum time, in seconds.
    pub const MAX_TIME_S: f64 = 1e9;

    fn check(&self) -> Result<(), Error> {
        let refuse = |message: String| Err(Error::new(message));
        if !(1..=Self::MAX_RUNS).contains(&self.runs) {
            return refuse(format!("runs is {}: give 1 to {}", self.runs, Self::MAX_RUNS));
        }
        if !(self.time_s >= MIN_TIME_S && self.time_s <= Self::MAX_TIME_S) {
            return refuse(format!("time is {} s: give 0.001 to 1,000,000,000 s", self.time_s));
        }
        match self.warm_up_s {
            Some(time_s) if !(0.0..=Self::MAX_TIME_S).contains(&time_s) => {
                refuse(format!("warm-up is {time_s} s: give 0 to 1,000,000,000 s, or omit it"))
            }
            _ => Ok(()),
        }
    }
}

/// Minimum length of a run, in seconds.
const MIN_TIME_S: f64 = 1e-3;

/// Number of intervals of a run, from which batches are formed.
const INTERVALS: usize = 200;

/// Number of intervals of the default warm-up.
const WARM_UP_INTERVALS: usize = INTERVALS / 10;

/// A simulation in progress.
#[derive(Debug)]
pub struct Simulation {
    plan: Plan,
    options: Options,
    run: Run,
    runs_done: u32,
    samples: report::Samples,
    events: u64,
}

impl Simulation {
    /// Starts a simulation of `network`.
    ///
    /// # Errors
    /// Returns [`Error`] as [`Network::check`] does, if an option is out of range, if a mean time is below a microsecond but not
    /// 0, or if the populations exceed a million requests.
    pub fn new(network: &Network, options: Options) -> Result<Self, Error> {
        network.check()?;
        options.check()?;
        let plan = Plan::new(network)?;
        let run = start_run(&plan, options, 0);
        let samples = report::Samples::new();
        Ok(Self { plan, options, run, runs_done: 0, samples, events: 0 })
    }

    /// Simulates at most `events` events, which are arrivals and completions. Returns `true` when the simulation is complete.
    ///
    /// # Errors
    /// Returns [`Error`] if more than a million requests are in the network, because a station is saturated.
    pub fn step(&mut self, events: u32) -> Result<bool, Error> {
        let mut remaining = events;
        while remaining > 0 && self.runs_done < self.options.runs {
            let done = self.run.step(&self.plan, remaining)?;
            self.events += u64::from(done);
            remaining -= done;
            if self.run.is_over() {
                self.samples.add(&self.options, &self.run);
                self.runs_done += 1;
                if self.runs_done < self.options.runs {
                    self.run = start_run(&self.plan, self.options, self.runs_done);
                }
            }
        }
        Ok(self.runs_done == self.options.runs)
    }

    /// Returns the completed share of the simulated time, 0 to 1.
    pub fn progress(&self) -> f64 {
        let current = if self.runs_done < self.options.runs { self.run.progress() } else { 0.0 };
        (f64::from(self.runs_done) + current) / f64::from(self.options.runs)
    }

    /// Returns the results of the completed runs. `network` is the one that the simulation was started with.
    pub fn report(&self, network: &Network) -> Report {
        self.samples.report(&self.plan, network, self.events)
    }
}

fn start_run(plan: &Plan, options: Options, number: u32) -> Run {
    let start: Ticks = options.warm_up_s.map_or(0, ticks);
    Run::new(plan, options.seed, u64::from(number), start, ticks(options.time_s))
}

/// Runs a whole simulation of `network`.
///
/// ```
/// use pathlength_queueing::network::Network;
/// use pathlength_queueing::simulate::{Options, simulate};
///
/// let network: Network = serde_json::from_str(r#"{
///     "stations": [{ "name": "cpu", "kind": "queue" }],
///     "classes": [{
///         "name": "work", "arrivals": { "exponential": { "mean_s": 2 } }, "start": "cpu",
///         "visits": [{
///             "station": "cpu", "service": { "exponential": { "mean_s": 1 } },
///             "next": [{ "station": "out", "probability": 1 }]
///         }]
///     }]
/// }"#)?;
/// let options = Options { seed: 1, runs: 10, time_s: 10_000.0, warm_up_s: None };
/// let response = simulate(&network, options)?.classes[0].response_s;
/// // M/M/1: R = S / (1 − U) = 2 s.
/// assert!((response.mean - 2.0).abs() < 3.0 * response.half_width);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns [`Error`] as [`Simulation::new`] and [`Simulation::step`] do.
pub fn simulate(network: &Network, options: Options) -> Result<Report, Error> {
    let mut simulation = Simulation::new(network, options)?;
    while !simulation.step(u32::MAX)? {}
    Ok(simulation.report(network))
}
