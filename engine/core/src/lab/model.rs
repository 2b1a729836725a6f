//! The models a lab can name, behind one door.

use super::{Description, ModelError, Settings};
use crate::directory::ptest::{self, Costs, Scenario};
use serde::Serialize;

/// One summand of a model's answer, for a reader who asks why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Term {
    /// What is counted.
    pub title: String,
    /// How often it happens in one operation.
    pub count: f64,
    /// What one costs, in microseconds of processor time.
    pub cost_us: f64,
    /// What they cost together, in microseconds of processor time in one operation.
    pub time_us: f64,
    /// Where the work is done.
    pub place: &'static str,
}

/// A model's answer to one scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The model's outputs by name.
    pub outputs: Vec<(&'static str, f64)>,
    /// The summands.
    pub terms: Vec<Term>,
}

impl Evaluation {
    /// The output called `name`.
    ///
    /// # Errors
    /// [`ModelError`] that lists the outputs there are.
    pub fn output(&self, name: &str) -> Result<f64, ModelError> {
        self.outputs.iter().find(|(known, _)| *known == name).map(|(_, value)| *value).ok_or_else(|| {
            let known: Vec<_> = self.outputs.iter().map(|(name, _)| *name).collect();
            ModelError::new(format!("the model has no output \"{name}\"; it has {}", known.join(", ")))
        })
    }
}

/// The model of a lab, with its parameters and whatever it has measured so far.
#[derive(Debug)]
pub struct LabModel {
    ptest: ptest::Model,
}

impl LabModel {
    /// The model called `name`, with parameters taken from `value`.
    ///
    /// # Errors
    /// [`ModelError`] if there is no such model, or a parameter is missing or out of range.
    pub fn new(name: &str, value: &dyn Fn(&str) -> Option<f64>) -> Result<Self, ModelError> {
        if name != "directory" {
            return Err(ModelError::new(format!("there is no model \"{name}\"; there is directory")));
        }
        Ok(Self { ptest: ptest::Model::new(Costs::new(value)?) })
    }

    /// The parameters of the model called `name`; none if there is no such model.
    pub fn parameters(name: &str) -> &'static [&'static str] {
        if name == "directory" { Costs::NAMES } else { &[] }
    }

    /// What the model called `name` can be asked; nothing if there is no such model.
    pub fn describe(name: &str) -> Option<Description> {
        (name == "directory").then(ptest::describe)
    }

    /// Takes other values for the parameters; what was measured is kept where it does not depend on them.
    ///
    /// # Errors
    /// As [`LabModel::new`].
    pub fn set_parameters(&mut self, value: &dyn Fn(&str) -> Option<f64>) -> Result<(), ModelError> {
        self.ptest.set_costs(Costs::new(value)?);
        Ok(())
    }

    /// Answers one scenario. What has not been measured yet is measured now, which can take a while:
    /// see [`LabModel::prepare`].
    ///
    /// # Errors
    /// [`ModelError`] if the scenario is not one the model knows.
    pub fn evaluate(&mut self, scenario: &Settings) -> Result<Evaluation, ModelError> {
        self.ptest.evaluate(&Scenario::from_settings(scenario)?)
    }

    /// Does a slice of the measuring that `scenario` needs, a few milliseconds of work; `true` when nothing is left to
    /// do and [`LabModel::evaluate`] answers at once.
    ///
    /// # Errors
    /// As [`LabModel::evaluate`].
    pub fn prepare(&mut self, scenario: &Settings) -> Result<bool, ModelError> {
        self.ptest.prepare(&Scenario::from_settings(scenario)?)
    }
}
