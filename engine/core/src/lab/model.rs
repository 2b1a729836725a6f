//! The models a lab can name, behind one door.

use super::{Lab, ModelError, Parameters, Settings, parameters, settings};
use crate::directory::ptest;
use serde::Serialize;

/// One summand of a model's answer, for a reader who asks why.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
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
    pub place: String,
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
            ModelError::new(format!("the model has no output {name:?}; it has {}", known.join(", ")))
        })
    }
}

/// The model of a lab, with its parameters and whatever it has measured so far.
#[derive(Debug)]
pub struct LabModel {
    ptest: ptest::Model,
}

impl LabModel {
    /// The model that `lab` names, with the lab's parameters.
    ///
    /// # Errors
    /// [`ModelError`] if there is no such model, or its parameters are not those of the lab.
    pub fn new(lab: &Lab) -> Result<Self, ModelError> {
        if lab.model != "directory" {
            return Err(ModelError::new(format!("lab {} names model {:?}; there is directory", lab.id, lab.model)));
        }
        Ok(Self { ptest: ptest::Model::new(parameters::values(&lab.parameters)?)? })
    }

    /// Takes other values for the parameters; what was measured is kept where it does not depend on them.
    ///
    /// # Errors
    /// As [`LabModel::new`].
    pub fn set_parameters(&mut self, parameters: &Parameters) -> Result<(), ModelError> {
        self.ptest.set_costs(parameters::values(parameters)?)
    }

    /// Answers one scenario. What has not been measured yet is measured now, which can take a while:
    /// see [`LabModel::prepare`].
    ///
    /// # Errors
    /// [`ModelError`] if the scenario is not one the model knows.
    pub fn evaluate(&mut self, scenario: &Settings) -> Result<Evaluation, ModelError> {
        self.ptest.evaluate(&settings(scenario)?)
    }

    /// Does a slice of the measuring that `scenario` needs, a few milliseconds of work; `true` when nothing is left to
    /// do and [`LabModel::evaluate`] answers at once.
    ///
    /// # Errors
    /// As [`LabModel::evaluate`].
    pub fn prepare(&mut self, scenario: &Settings) -> Result<bool, ModelError> {
        self.ptest.prepare(&settings(scenario)?)
    }
}
