//! Any network simulated, with confidence intervals.
//!
//! Requests start as the network says, and every one of them is followed. The beginning of each run is left out: as long
//! as `warm_up_s` says, or the first tenth of its time. Several runs with random numbers of their own give an interval by
//! their spread, one run alone by the spread of twenty batches.
//!
//! Why a fixed share: a rule that looks at a run and cuts it where the rest varies least (MSER-5) cuts each run just
//! behind its own busy periods. Intervals are then too low and too narrow. In M/M/1 with 10 runs of 10,000 services each,
//! 95 % intervals of the response time held the true value for this many of 200 seeds:
//!
//! | utilization | MSER-5 in each run | first tenth | first fifth |
//! |-------------|--------------------|-------------|-------------|
//! | 0.8         | 85.5 %             | 95.0 %      | 95.0 %      |
//! | 0.9         | 75.0 %             | 94.0 %      | 92.0 %      |
//! | 0.95        | 71.0 %             | 90.0 %      | 88.5 %      |
//!
//! At utilizations near 1, a run needs many times the relaxation time of its queues: lengthen it, not the warm-up.

mod plan;
mod report;
mod run;

use super::network::Network;
use super::{Ticks, ticks};
use crate::Error;
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
    /// How much time each run measures, in simulated seconds; without `warm_up_s` it includes the warm-up.
    pub time_s: f64,
    /// How long each run goes on before it measures, in simulated seconds. `None`: the first tenth of `time_s` is left
    /// out.
    pub warm_up_s: Option<f64>,
}

impl Options {
    /// The most runs.
    pub const MOST_RUNS: u32 = 10_000;
    /// The longest time, in seconds.
    pub const LONGEST_S: f64 = 1e9;

    fn check(&self) -> Result<(), Error> {
        let refuse = |message: String| Err(Error::new(message));
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

/// Into how many parts a run's time is cut, from which batches are made.
const INTERVALS: usize = 200;

/// How many of them are the warm-up where the options give none.
const WARM_UP_INTERVALS: usize = INTERVALS / 10;

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
    /// [`Error`] as of [`Network::check`], if an option is out of range, or if the network has times below a
    /// microsecond (which are not 0) or more than a million requests.
    pub fn new(network: &Network, options: Options) -> Result<Self, Error> {
        network.check()?;
        options.check()?;
        let plan = Plan::new(network)?;
        let run = begin(&plan, options, 0);
        let samples = report::Samples::new();
        Ok(Self { plan, options, run, finished: 0, samples, events: 0 })
    }

    /// Goes on for so many events, or less if there is less to do: an event is an arrival or the end of a service. `true`
    /// if nothing is left to do.
    ///
    /// # Errors
    /// [`Error`] if more than a million requests are in the network: its stations cannot serve what comes.
    pub fn step(&mut self, events: u32) -> Result<bool, Error> {
        let mut left = events;
        while left > 0 && self.finished < self.options.runs {
            let done = self.run.step(&self.plan, left)?;
            self.events += u64::from(done);
            left -= done;
            if self.run.is_over() {
                self.samples.add(&self.options, &self.run);
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
pub fn simulate(network: &Network, options: Options) -> Result<Report, Error> {
    let mut simulation = Simulation::new(network, options)?;
    while !simulation.step(u32::MAX)? {}
    Ok(simulation.report(network))
}
