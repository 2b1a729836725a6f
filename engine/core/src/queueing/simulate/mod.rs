//! Any network simulated, with confidence intervals.
//!
//! Requests start as the network says, and every one of them is followed. What a run shows before it has forgotten how it
//! began is left out: either as long as is asked for, or by MSER-5 over the number of requests at the queues. Several runs
//! with random numbers of their own give an interval by their spread, one run alone by the spread of twenty batches.

mod plan;
mod report;
mod run;

use super::network::Network;
use super::{Ticks, ticks};
use crate::lab::ModelError;
use plan::Plan;
pub use report::{ClassReport, Report, StationReport, VisitReport};
use run::Run;

/// How to simulate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Chooses the random numbers: the same seed gives the same answer.
    pub seed: u64,
    /// How many independent runs: 1 to [`Options::MOST_RUNS`]. One alone is cut into batches.
    pub runs: u32,
    /// How much time each run measures, in simulated seconds; without `warm_up_s` with what is left out.
    pub time_s: f64,
    /// How long each run goes on before it measures, in simulated seconds. `None`: MSER-5 decides how much of `time_s`
    /// to leave out, at most half.
    pub warm_up_s: Option<f64>,
}

impl Options {
    /// The most runs.
    pub const MOST_RUNS: u32 = 10_000;
    /// The longest time, in seconds.
    pub const LONGEST_S: f64 = 1e9;

    fn check(&self) -> Result<(), ModelError> {
        let refuse = |message: String| Err(ModelError::new(message));
        if !(1..=Self::MOST_RUNS).contains(&self.runs) {
            return refuse(format!("runs is {}; give 1 to {}", self.runs, Self::MOST_RUNS));
        }
        if !(self.time_s >= SHORTEST_S && self.time_s <= Self::LONGEST_S) {
            return refuse(format!("time is {} s; give 0.001 to 1,000,000,000 s", self.time_s));
        }
        match self.warm_up_s {
            Some(time_s) if !(0.0..=Self::LONGEST_S).contains(&time_s) => {
                refuse(format!("the warm-up is {time_s} s; give 0 to 1,000,000,000 s, or leave it out"))
            }
            _ => Ok(()),
        }
    }
}

/// The shortest time to measure, in seconds.
const SHORTEST_S: f64 = 1e-3;

/// Into how many parts a run's time is cut, so that it can be seen where it has warmed up.
const INTERVALS: usize = 200;

/// A simulation under way.
#[derive(Debug)]
pub struct Simulation {
    plan: Plan,
    options: Options,
    run: Run,
    finished: u32,
    samples: report::Samples,
    events: u64,
}

impl Simulation {
    /// Begins to simulate `network`.
    ///
    /// # Errors
    /// [`ModelError`] as of [`Network::check`], if an option is out of range, or if the network has times below a
    /// microsecond (which are not 0) or more than a million requests.
    pub fn new(network: &Network, options: Options) -> Result<Self, ModelError> {
        network.check()?;
        options.check()?;
        let plan = Plan::new(network)?;
        let run = begin(&plan, options, 0);
        let samples = report::Samples::new(&plan);
        Ok(Self { plan, options, run, finished: 0, samples, events: 0 })
    }

    /// Goes on for so many events, or less if there is less to do: an event is an arrival or the end of a service. `true`
    /// if nothing is left to do.
    ///
    /// # Errors
    /// [`ModelError`] if more than a million requests are in the network: its stations cannot serve what comes.
    pub fn step(&mut self, events: u32) -> Result<bool, ModelError> {
        let mut left = events;
        while left > 0 && self.finished < self.options.runs {
            let done = self.run.step(&self.plan, left)?;
            self.events += u64::from(done);
            left -= done;
            if self.run.is_over() {
                self.samples.add(&self.plan, &self.options, &self.run);
                self.finished += 1;
                if self.finished < self.options.runs {
                    self.run = begin(&self.plan, self.options, self.finished);
                }
            }
        }
        Ok(self.finished == self.options.runs)
    }

    /// The share of the simulated time that is over.
    pub fn progress(&self) -> f64 {
        let under_way = if self.finished < self.options.runs { self.run.progress() } else { 0.0 };
        (f64::from(self.finished) + under_way) / f64::from(self.options.runs)
    }

    /// What came of it, as far as runs have ended. The names are those of `network`, with which it was begun.
    pub fn report(&self, network: &Network) -> Report {
        self.samples.report(&self.plan, network, self.events)
    }
}

fn begin(plan: &Plan, options: Options, number: u32) -> Run {
    let start: Ticks = options.warm_up_s.map_or(0, ticks);
    Run::new(plan, options.seed, u64::from(number), start, ticks(options.time_s))
}

/// Simulates `network` to the end.
///
/// # Errors
/// As of [`Simulation::new`] and [`Simulation::step`].
pub fn simulate(network: &Network, options: Options) -> Result<Report, ModelError> {
    let mut simulation = Simulation::new(network, options)?;
    while !simulation.step(u32::MAX)? {}
    Ok(simulation.report(network))
}
