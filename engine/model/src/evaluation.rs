//! The result of a model: outputs by name, and the terms that add up to them.

use crate::ModelError;
use serde::Serialize;

/// One component of an output, which explains its value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Term {
    /// Name of the event.
    pub title: String,
    /// Number of events.
    pub count: f64,
    /// Cost of one event in microseconds.
    pub cost_us: f64,
    /// Cost of all events in microseconds.
    pub time_us: f64,
    /// Location of the work.
    pub place: &'static str,
    /// The outputs that contain the term. The terms of an output add up to the output or, if the output is a rate, to
    /// its reciprocal.
    pub part_of: &'static [&'static str],
}

/// The result of a model for one scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// Outputs by name.
    pub outputs: Vec<(&'static str, f64)>,
    /// Terms.
    pub terms: Vec<Term>,
}

impl Evaluation {
    /// Returns the output called `name`.
    ///
    /// # Errors
    /// Returns [`ModelError`] with the names of all outputs if there is no output with this name.
    pub fn output(&self, name: &str) -> Result<f64, ModelError> {
        self.outputs.iter().find(|(known, _)| *known == name).map(|(_, value)| *value).ok_or_else(|| {
            let known: Vec<_> = self.outputs.iter().map(|(name, _)| *name).collect();
            ModelError::new(format!("the model has no output \"{name}\": use one of {}", known.join(", ")))
        })
    }

    /// Returns the terms of the output called `name`.
    ///
    /// # Errors
    /// Returns the errors of [`Evaluation::output`].
    pub fn terms_of(mut self, name: &str) -> Result<Vec<Term>, ModelError> {
        self.output(name)?;
        self.terms.retain(|term| term.part_of.contains(&name));
        Ok(self.terms)
    }
}
