//! What a model is, and what is known about it before one is made.

use crate::{Description, Evaluation, ModelError, Settings};
use std::fmt;

/// Values of a model's parameters by name; `None` for a parameter that is not given.
pub type ParameterValues<'a> = &'a dyn Fn(&str) -> Option<f64>;

/// A model with its parameters, and with what it has measured or simulated so far.
///
/// Object safe: a caller with a `Box<dyn Model>` need not know which model it is.
pub trait Model {
    /// Takes other parameter values; results that do not depend on them are kept.
    ///
    /// # Errors
    /// Returns [`ModelError`] that names a parameter that is missing or out of range.
    fn set_parameters(&mut self, values: ParameterValues<'_>) -> Result<(), ModelError>;

    /// Does a slice of the work that `scenario` needs, a few milliseconds; returns `true` when nothing is left to do and
    /// [`Model::evaluate`] answers at once.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the scenario is not one that the model knows.
    fn prepare(&mut self, scenario: &Settings) -> Result<bool, ModelError>;

    /// Answers one scenario. Work that is not prepared yet is done now, which can take a while.
    ///
    /// # Errors
    /// As [`Model::prepare`], or if the model has no solution for the scenario.
    fn evaluate(&mut self, scenario: &Settings) -> Result<Evaluation, ModelError>;

    /// Returns the output that is the half-width of the 95 % confidence interval of `output`; by default none, as for
    /// every model that draws no random numbers. It is the one that the model's [`Description`] names.
    fn half_width(&self, _output: &str) -> Option<&'static str> {
        None
    }
}

/// A model that a registry can list: its name, and how one is made.
pub trait NamedModel: Model + Sized + 'static {
    /// The name that labs give in `model`.
    const NAME: &'static str;

    /// Names that it had before; labs that were compiled with them still open.
    const FORMER_NAMES: &'static [&'static str] = &[];

    /// The names of its parameters; each needs a value.
    const PARAMETERS: &'static [&'static str];

    /// Returns the settings it takes and the outputs it gives.
    fn describe() -> Description;

    /// Makes a model that has measured nothing yet.
    ///
    /// # Errors
    /// Returns [`ModelError`] that names a parameter that is missing or out of range.
    fn open(values: ParameterValues<'_>) -> Result<Self, ModelError>;
}

/// Says no more than that it is a model: what models hold is large, and its text would be in every module.
impl fmt::Debug for dyn Model + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Model")
    }
}

/// So that a boxed model can be lent wherever a model can.
impl<M: Model + ?Sized> Model for Box<M> {
    fn set_parameters(&mut self, values: ParameterValues<'_>) -> Result<(), ModelError> {
        (**self).set_parameters(values)
    }

    fn prepare(&mut self, scenario: &Settings) -> Result<bool, ModelError> {
        (**self).prepare(scenario)
    }

    fn evaluate(&mut self, scenario: &Settings) -> Result<Evaluation, ModelError> {
        (**self).evaluate(scenario)
    }

    fn half_width(&self, output: &str) -> Option<&'static str> {
        (**self).half_width(output)
    }
}
