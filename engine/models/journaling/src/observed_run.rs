//! A run of the load that is observed while it proceeds.

use super::model::{Model, load_evaluation};
use super::performance::{Outcome, Run};
use super::scenario::{Scenario, Study};
use pathlength_model::{Evaluation, ModelError};
use pathlength_queueing::Ticks;

/// Initial time between two samples of a run: a quarter of a second.
const INITIAL_SAMPLE_INTERVAL: Ticks = 250_000_000;
/// Maximum number of samples. Once there are this many samples, every other one is dropped and the interval doubles.
const MAX_SAMPLES: usize = 512;

/// A run in progress, and its evaluation so far. At the end of the run, the evaluation equals that of the model for the
/// same scenario, to the last bit.
#[derive(Debug)]
pub struct ObservedRun {
    scenario: Scenario,
    run: Run,
    samples: Vec<Outcome>,
    sample_interval: Ticks,
    next_sample: Ticks,
}

impl Model {
    /// Starts the run of `scenario`.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the study is not a load, or if the run is impossible.
    pub fn observe(&mut self, scenario: &Scenario) -> Result<ObservedRun, ModelError> {
        if scenario.study != Study::Load {
            return Err(ModelError::new("only a load can be observed: set `study` to `load`"));
        }
        let run = self.load(scenario)?;
        Ok(ObservedRun {
            scenario: *scenario,
            run,
            samples: Vec::new(),
            sample_interval: INITIAL_SAMPLE_INTERVAL,
            next_sample: INITIAL_SAMPLE_INTERVAL,
        })
    }
}

impl ObservedRun {
    /// Simulates the given number of events; returns `true` when all clients have finished.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the clients' files do not fit on the device.
    pub fn step(&mut self, events: u32) -> Result<bool, ModelError> {
        // Simulate one event at a time, so that the samples do not depend on the number of events per call.
        for _ in 0..events {
            let ended = self.run.step(1)?;
            if self.run.now() >= self.next_sample {
                self.take_sample();
            }
            if ended {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the share of all operations that have started, from 0 to 1.
    pub fn progress(&self) -> f64 {
        self.run.progress()
    }

    /// Returns the elapsed simulated time in seconds.
    pub fn seconds(&self) -> f64 {
        self.run.outcome().seconds
    }

    /// Returns up to 512 earlier outcomes at about equal intervals, followed by the current outcome.
    pub fn timeline(&self) -> impl Iterator<Item = Outcome> {
        self.samples.iter().copied().chain([self.run.outcome()])
    }

    /// Returns the model's outputs for the elapsed time.
    pub fn evaluation(&self) -> Evaluation {
        load_evaluation(&self.scenario, &self.run.outcome())
    }

    fn take_sample(&mut self) {
        if self.samples.len() == MAX_SAMPLES {
            let mut second = false;
            self.samples.retain(|_| {
                second = !second;
                !second
            });
            self.sample_interval *= 2;
        }
        self.samples.push(self.run.outcome());
        self.next_sample = (self.run.now() / self.sample_interval + 1) * self.sample_interval;
    }
}
