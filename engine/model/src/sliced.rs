//! A model whose work can be watched and stopped.

use crate::{Evaluation, Model, ModelError, ParameterValues, Settings};

/// A model that does all of its work in slices of a few milliseconds.
///
/// `between` is called after each slice, with an argument that states whether the scenario now has a result. An error
/// from `between` ends the work.
#[allow(missing_debug_implementations, reason = "functions do not implement Debug")]
pub struct SlicedModel<M, F> {
    model: M,
    between: F,
}

impl<M: Model, F: FnMut(bool) -> Result<(), ModelError>> SlicedModel<M, F> {
    /// Wraps `model`, so that its work is done in slices.
    pub fn new(model: M, between: F) -> Self {
        Self { model, between }
    }
}

impl<M: Model, F: FnMut(bool) -> Result<(), ModelError>> Model for SlicedModel<M, F> {
    fn set_parameters(&mut self, values: ParameterValues<'_>) -> Result<(), ModelError> {
        self.model.set_parameters(values)
    }

    fn prepare(&mut self, scenario: &Settings) -> Result<bool, ModelError> {
        self.model.prepare(scenario)
    }

    fn evaluate(&mut self, scenario: &Settings) -> Result<Evaluation, ModelError> {
        while !self.model.prepare(scenario)? {
            (self.between)(false)?;
        }
        (self.between)(true)?;
        self.model.evaluate(scenario)
    }

    fn half_width(&self, output: &str) -> Option<&'static str> {
        self.model.half_width(output)
    }
}
