//! Discrete-event simulation of any network, with confidence intervals.
//!
//! By default, every class gets 95 % confidence intervals of at most ±5 % for its response time and its number in
//! system. Intervals come from independent replications, or from 20 batch means of a single run. Two rules make the
//! intervals valid:
//!
//! - **A pilot decides on the length of the runs, and its data are not used for the estimates.** The relaxation time of
//!   a queue grows roughly with 1 / (1 - U)²: at a utilization of 0.95, it is more than 100 times as long as at 0.5.
//!   But a simulation that stops as soon as its own intervals are narrow tends to stop when it has missed long queues.
//!   Such a simulation stops too early, with an estimate that is too low. Only 91 to 93 % of the 95 % intervals then
//!   contain the true value. The pilot itself measures at least 30 relaxation times. If the pilot forecast too short a
//!   time, the measurement would be extended, and its intervals would have this flaw.
//! - **No run chooses its warm-up from its own data.** A rule that truncates each run where the rest has the smallest
//!   standard error (MSER-5) truncates the run just after its own busy periods. The pilot is the warm-up.
//!
//! `pathlength queue coverage` measures how often the intervals contain the true value.

mod live;
mod node;
mod plan;
mod precision;
mod relaxation;
mod report;
mod run;
mod warnings;

use super::laws::demands;
use super::network::Network;
use super::{Random, Ticks, ticks};
use crate::Error;
pub use live::{LiveSimulation, LiveStation};
use plan::{MAX_REQUESTS, Plan};
use relaxation::{min_measured_s, relaxation_s};
use report::Samples;
pub use report::{ClassReport, Report, StationReport, VisitReport};
use run::{Run, RunSize};

/// Parameters of a simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Seed of the random-number streams: the same seed gives the same report.
    pub seed: u64,
    /// Number of independent runs, 1 to [`Options::MAX_RUNS`]. A single run is analyzed by batch means.
    pub runs: u32,
    /// Length of each run.
    pub length: RunLength,
}

/// Length of each run of a simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RunLength {
    /// Until the estimates are precise enough. A pilot, which is the warm-up, decides on the measured time.
    Precision {
        /// Maximum half-width of the 95 % confidence intervals of response time and number in system of every class,
        /// relative to the estimate: 0.05 is ±5 %.
        relative: f64,
        /// Maximum number of events, at least 1,000, after which runs are no longer extended: the report then has a
        /// warning.
        max_events: u64,
    },
    /// A fixed length.
    Time {
        /// Simulated seconds of each run; without `warm_up_s`, they include the warm-up.
        time_s: f64,
        /// Warm-up before `time_s`, in simulated seconds. `None`: the warm-up is the first tenth of `time_s`.
        warm_up_s: Option<f64>,
    },
}

impl RunLength {
    /// Default number of events after which runs are no longer extended: half a minute on a desktop computer.
    pub const MAX_EVENTS: u64 = 200_000_000;
}

impl Default for RunLength {
    /// Returns a run length for a precision of ±5 %, with at most [`RunLength::MAX_EVENTS`].
    fn default() -> Self {
        Self::Precision { relative: 0.05, max_events: Self::MAX_EVENTS }
    }
}

impl Default for Options {
    /// Returns seed 1 and 40 runs of the default length. With 20 runs, the estimate of the variance is less precise:
    /// the measured time would have to be 20 % longer for extensions to be as rare.
    fn default() -> Self {
        Self { seed: 1, runs: 40, length: RunLength::default() }
    }
}

impl Options {
    /// Maximum number of runs.
    pub const MAX_RUNS: u32 = 10_000;
    /// Maximum number of runs that are extended until they are precise enough: all of them are kept in memory.
    pub const MAX_EXTENDED_RUNS: u32 = 100;
    /// Maximum simulated time, in seconds.
    pub const MAX_TIME_S: f64 = 1e9;

    fn check(&self) -> Result<(), Error> {
        let refuse = |message: String| Err(Error::new(message));
        let max_runs = match self.length {
            RunLength::Precision { .. } => Self::MAX_EXTENDED_RUNS,
            RunLength::Time { .. } => Self::MAX_RUNS,
        };
        if !(1..=max_runs).contains(&self.runs) {
            return refuse(format!("runs is {}: give 1 to {max_runs}", self.runs));
        }
        match self.length {
            RunLength::Precision { relative, .. } if !(MIN_PRECISION..=1.0).contains(&relative) => {
                refuse(format!("the precision is ±{} %: give ±0.01 % to ±100 %", 100.0 * relative))
            }
            RunLength::Precision { max_events, .. } if max_events < MIN_MAX_EVENTS => {
                refuse(format!("the maximum number of events is {max_events}: give at least {MIN_MAX_EVENTS}"))
            }
            RunLength::Time { time_s, .. } if !(MIN_TIME_S..=Self::MAX_TIME_S).contains(&time_s) => {
                refuse(format!("time is {time_s} s: give 0.001 to 1,000,000,000 s"))
            }
            RunLength::Time { warm_up_s: Some(time_s), .. } if !(0.0..=Self::MAX_TIME_S).contains(&time_s) => {
                refuse(format!("warm-up is {time_s} s: give 0 to 1,000,000,000 s, or omit it"))
            }
            _ => Ok(()),
        }
    }
}

/// Minimum length of a run, in seconds.
const MIN_TIME_S: f64 = 1e-3;

/// Minimum relative half-width that can be requested.
const MIN_PRECISION: f64 = 1e-4;

/// Smallest permitted maximum number of events.
const MIN_MAX_EVENTS: u64 = 1000;

/// Maximum number of requests in all runs kept for extension, which take a few hundred megabytes.
const MAX_KEPT_REQUESTS: usize = 4_000_000;

/// Number of intervals of a single run, from which batches are formed; an extended run has up to twice as many.
const INTERVALS_OF_SINGLE_RUN: usize = 200;

/// Number of intervals per run if there are several runs: only the end of the warm-up and the first quarter of the rest
/// are needed.
const INTERVALS: usize = 40;

/// The number of intervals in the default warm-up is the number of all intervals divided by this number.
const WARM_UP_PART: usize = 10;

/// Maximum factor of one extension: a forecast from a poor precision is poor.
const MAX_EXTENSION: f64 = 4.0;

/// Minimum factor of one extension: with more frequent checks, a simulation would stop when its precision looks good by
/// chance.
const MIN_EXTENSION: f64 = 1.2;

/// The measured time is at least this multiple of the pilot's, even if the pilot has used up all events.
const MIN_MEASUREMENT: f64 = 0.5;

/// The measured time aims at this fraction of the requested squared half-width. By chance, the squared half-widths of
/// pilot and measurement differ by more than a factor of two in one of every twenty simulations with 40 runs. Only
/// these simulations are extended, because at every check, a simulation could stop with an interval that is narrow by
/// chance.
const AIM: f64 = 0.5;

/// The pilot is long enough when its squared half-width is at most this multiple of the requested one.
const MAX_PILOT_MISSING: f64 = 4.0;

/// A simulation in progress.
#[derive(Debug)]
pub struct Simulation {
    plan: Plan,
    options: Options,
    warm_up_end: Option<Ticks>,
    /// Minimum measured time of each run, also during the pilot, in seconds; derived from the relaxation times of the
    /// queues.
    min_measured_s: f64,
    /// Initial total length of the intervals in a run.
    time: Ticks,
    /// All runs if they may be extended, otherwise only the current run.
    runs: Vec<Run>,
    /// Number of the current run, 0 to `options.runs - 1`.
    current: u32,
    samples: Samples,
    events: u64,
    /// Share of the time that is simulated by the end of the current stage, forecast from the observed precision.
    stage_share: f64,
    progress: f64,
    /// Whether the current data only determine the length of the measured time.
    is_pilot: bool,
    is_complete: bool,
}

impl Simulation {
    /// Starts a simulation of `network`.
    ///
    /// # Errors
    /// Returns [`Error`] as [`Network::check`] does, and if an option is out of range. Also returns this error if a
    /// mean time is below a microsecond but not 0, or if open classes saturate a station. It is also returned if the
    /// populations exceed a million requests, or four million in all runs kept for extension.
    pub fn new(network: &Network, options: Options) -> Result<Self, Error> {
        network.check()?;
        options.check()?;
        let demands = demands(network);
        let plan = Plan::new(network, &demands)?;
        let min_measured_s = (0..plan.stations.len())
            .filter_map(|at| relaxation_s(&plan, network, at, plan.stations[at].offered_load?))
            .map(|relaxation_s| min_measured_s(relaxation_s, options.runs))
            .fold(0.0, f64::max);
        let (time_s, warm_up_s, stage_share) = match options.length {
            RunLength::Time { time_s, warm_up_s } => (time_s, warm_up_s, 1.0),
            RunLength::Precision { relative, max_events } => {
                let population: u64 = network.classes.iter().filter_map(|class| class.population).map(u64::from).sum();
                let max_runs = MAX_KEPT_REQUESTS as u64 / population.max(1);
                if u64::from(options.runs) > max_runs {
                    return Err(Error::new(format!(
                        "{} runs of {population} requests are too many to hold in memory until the precision is \
                         reached: give at most {max_runs} runs, or a simulated time per run",
                        options.runs
                    )));
                }
                let time_s =
                    precision::first_time_s(network, &demands, options.runs, relative, max_events, min_measured_s);
                (time_s, None, 1.0 / MAX_EXTENSION)
            }
        };
        Ok(Self {
            plan,
            options,
            warm_up_end: warm_up_s.map(ticks),
            min_measured_s,
            time: ticks(time_s),
            runs: Vec::new(),
            current: 0,
            samples: Samples::default(),
            events: 0,
            stage_share,
            progress: 0.0,
            is_pilot: true,
            is_complete: false,
        })
    }

    /// Simulates at most `events` events, which are arrivals and completions. Returns `true` when the simulation is
    /// complete.
    ///
    /// # Errors
    /// Returns [`Error`] if a run contains more than a million requests, or more than its share of four million in runs
    /// kept for extension.
    pub fn step(&mut self, events: u32) -> Result<bool, Error> {
        let mut remaining = events;
        while remaining > 0 && !self.is_complete {
            let kept = if self.is_extensible() { self.current as usize } else { 0 };
            if self.runs.len() <= kept {
                self.runs.push(self.start_run());
            }
            let run = &mut self.runs[kept];
            let done = run.step(&self.plan, remaining)?;
            self.events += u64::from(done);
            remaining -= done;
            let is_over = run.is_over();
            let share = (f64::from(self.current) + run.progress()) / f64::from(self.options.runs);
            self.progress = self.progress.max(share * self.stage_share);
            if is_over {
                self.end_run();
            }
        }
        Ok(self.is_complete)
    }

    /// Returns the completed share of the simulated time, from 0 to 1; a forecast while it depends on the precision.
    pub fn progress(&self) -> f64 {
        self.progress
    }

    /// Returns the results of the completed runs. `network` is the network with which the simulation was started.
    pub fn report(&self, network: &Network) -> Report {
        self.samples.report(&self.plan, network, self.options, self.events)
    }

    fn is_extensible(&self) -> bool {
        matches!(self.options.length, RunLength::Precision { .. })
    }

    fn start_run(&self) -> Run {
        let max_requests =
            if self.is_extensible() { MAX_KEPT_REQUESTS / self.options.runs as usize } else { usize::MAX };
        Run::new(
            &self.plan,
            Random::new(self.options.seed, u64::from(self.current)),
            RunSize {
                warm_up_end: self.warm_up_end,
                time: self.time,
                intervals: if self.options.runs == 1 { INTERVALS_OF_SINGLE_RUN } else { INTERVALS },
                max_requests: max_requests.min(MAX_REQUESTS),
            },
        )
    }

    /// Continues with the next run or, after the last one, extends all runs or completes the simulation.
    fn end_run(&mut self) {
        if !self.is_extensible() {
            for run in self.runs.drain(..) {
                self.samples.add(self.options, &run);
            }
        }
        self.current += 1;
        if self.current < self.options.runs {
            return;
        }
        match self.options.length {
            RunLength::Time { .. } => self.is_complete = true,
            RunLength::Precision { relative, max_events } => {
                self.samples = Samples::default();
                for run in &self.runs {
                    self.samples.add(self.options, run);
                }
                self.extend_or_complete(relative, max_events);
            }
        }
        if self.is_complete {
            self.progress = 1.0;
        }
    }

    /// Extends the pilot until its half-widths are within twice the precision, forecasts the length of the measured
    /// time from these half-widths, and starts to measure. A measurement that misses the precision is extended.
    fn extend_or_complete(&mut self, relative: f64, max_events: u64) {
        // Half-widths shrink with the square root of the length.
        let ratio = self.samples.relative_half_width(&self.plan) / relative;
        let missing = ratio * ratio;
        let time_s = self.runs.iter().map(Run::end_s).fold(0.0, f64::max);
        let affordable = (max_events as f64 / self.events.max(1) as f64).min(Options::MAX_TIME_S / time_s);
        // The pilot leaves at least two thirds of the affordable time for the measurement.
        let max_factor = if self.is_pilot { affordable / 3.0 } else { affordable };
        let is_pilot_over = missing <= MAX_PILOT_MISSING || max_factor < MIN_EXTENSION;
        if self.is_pilot && is_pilot_over {
            // Intervals are rounded to whole ticks.
            let min_s = self.min_measured_s * (1.0 + 1e-6);
            let needed = (missing / AIM).max(MIN_EXTENSION).max(min_s / self.samples.measured_s);
            let factor = needed.min(affordable - 1.0).max(MIN_MEASUREMENT);
            for run in &mut self.runs {
                run.restart_measurement(factor);
            }
            self.is_pilot = false;
            self.stage_share = 1.0;
        } else {
            let needed = if self.is_pilot { missing / MAX_PILOT_MISSING } else { missing / AIM };
            let factor = needed.clamp(MIN_EXTENSION, MAX_EXTENSION).min(max_factor);
            if factor < MIN_EXTENSION || !self.is_pilot && missing <= 1.0 {
                self.is_complete = true;
                return;
            }
            for run in &mut self.runs {
                run.extend(factor);
            }
            self.stage_share = (factor / (factor + missing / AIM)).min(1.0);
        }
        self.current = 0;
    }
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
/// let response = simulate(&network, Options::default())?.classes[0].response_s;
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
