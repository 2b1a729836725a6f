//! A run of the load that somebody watches while it goes on.

use super::model::{Model, loaded};
use super::performance::Run;
use super::scenario::{Scenario, Study};
use crate::lab::{Evaluation, ModelError};

/// A run, and what the model says of it so far. At its end that is the model's answer to the same scenario, to the last
/// bit.
#[derive(Debug)]
pub struct Watched {
    scenario: Scenario,
    run: Run,
}

impl Model {
    /// The run that `scenario` asks for, at its beginning.
    ///
    /// # Errors
    /// [`ModelError`] if the scenario asks for something else than a load, or it cannot be run.
    pub fn watch(&mut self, scenario: &Scenario) -> Result<Watched, ModelError> {
        if scenario.study != Study::Load {
            return Err(ModelError::new("only a load can be watched: set study to load"));
        }
        Ok(Watched { scenario: *scenario, run: self.load(scenario)? })
    }
}

impl Watched {
    /// Lets so many things happen, in whatever portions; `true` when all clients have done everything.
    ///
    /// # Errors
    /// [`ModelError`] if the clients' files do not fit on the device.
    pub fn step(&mut self, events: u32) -> Result<bool, ModelError> {
        self.run.step(events)
    }

    /// Share of all operations that have begun, from 0 to 1.
    pub fn progress(&self) -> f64 {
        self.run.progress()
    }

    /// Simulated seconds that have passed.
    pub fn seconds(&self) -> f64 {
        self.run.outcome().seconds
    }

    /// What the model says, of the time that has passed.
    pub fn so_far(&self) -> Evaluation {
        loaded(&self.scenario, &self.run.outcome())
    }
}
