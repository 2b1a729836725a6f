//! The answer of a model: outputs by name, and the terms that they are made of.

use crate::ModelError;
use serde::Serialize;

/// One summand of a model's answer, for a reader who asks why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Term {
    /// What is counted.
    pub title: String,
    /// How often it happens.
    pub count: f64,
    /// What one costs, in microseconds.
    pub cost_us: f64,
    /// What they cost together, in microseconds.
    pub time_us: f64,
    /// Where the work is done.
    pub place: &'static str,
    /// The outputs that it is a part of. The parts of an output add up to it or, if it is a rate, to its reciprocal.
    pub part_of: &'static [&'static str],
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

    /// The summands of the output called `name`; none if it has no summands.
    ///
    /// # Errors
    /// As [`Evaluation::output`].
    pub fn terms_of(mut self, name: &str) -> Result<Vec<Term>, ModelError> {
        self.output(name)?;
        self.terms.retain(|term| term.part_of.contains(&name));
        Ok(self.terms)
    }
}
