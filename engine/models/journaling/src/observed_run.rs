//! A run of the load that somebody watches while it goes on.

use super::model::{Model, load_evaluation};
use super::performance::{Outcome, Run};
use super::scenario::{Scenario, Study};
use pathlength_model::{Evaluation, ModelError};
use pathlength_queueing::Ticks;

/// Time between two samples of a run at first: a quarter of a second.
const SAMPLE_EVERY: Ticks = 250_000_000;
/// Samples that are kept: when there are so many, every other one goes, and new ones come half as often.
const MAX_SAMPLES: usize = 512;

/// A run, and what the model says of it so far. At its end that is the model's answer to the same scenario, to the last
/// bit.
#[derive(Debug)]
pub struct ObservedRun {
    scenario: Scenario,
    run: Run,
    samples: Vec<Outcome>,
    every: Ticks,
    next: Ticks,
}

impl Model {
    /// The run that `scenario` asks for, at its beginning.
    ///
    /// # Errors
    /// [`ModelError`] if the scenario asks for something else than a load, or it cannot be run.
    pub fn observe(&mut self, scenario: &Scenario) -> Result<ObservedRun, ModelError> {
        if scenario.study != Study::Load {
            return Err(ModelError::new("only a load can be observed: set study to load"));
        }
        let run = self.load(scenario)?;
        Ok(ObservedRun { scenario: *scenario, run, samples: Vec::new(), every: SAMPLE_EVERY, next: SAMPLE_EVERY })
    }
}

impl ObservedRun {
    /// Lets so many things happen, in whatever portions; `true` when all clients have done everything.
    ///
    /// # Errors
    /// [`ModelError`] if the clients' files do not fit on the device.
    pub fn step(&mut self, events: u32) -> Result<bool, ModelError> {
        // One by one, so that the samples do not depend on the portions.
        for _ in 0..events {
            let ended = self.run.step(1)?;
            if self.run.now() >= self.next {
                self.sample();
            }
            if ended {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Share of all operations that have begun, from 0 to 1.
    pub fn progress(&self) -> f64 {
        self.run.progress()
    }

    /// Simulated seconds that have passed.
    pub fn seconds(&self) -> f64 {
        self.run.outcome().seconds
    }

    /// What had come of it at moments that lie about equally far apart, at most 512, and what has come of it now.
    pub fn timeline(&self) -> impl Iterator<Item = Outcome> {
        self.samples.iter().copied().chain([self.run.outcome()])
    }

    /// What the model says, of the time that has passed.
    pub fn evaluation(&self) -> Evaluation {
        load_evaluation(&self.scenario, &self.run.outcome())
    }

    fn sample(&mut self) {
        if self.samples.len() == MAX_SAMPLES {
            let mut second = false;
            self.samples.retain(|_| {
                second = !second;
                !second
            });
            self.every *= 2;
        }
        self.samples.push(self.run.outcome());
        self.next = (self.run.now() / self.every + 1) * self.every;
    }
}
