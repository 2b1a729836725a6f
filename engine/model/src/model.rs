//! The traits of models.

use crate::{Description, Evaluation, ModelError, Settings};
use std::fmt;

/// Values of a model's parameters by name; `None` for a parameter that is not given.
pub type ParameterValues<'a> = &'a dyn Fn(&str) -> Option<f64>;

/// A model with its parameters and its cached measurements and simulations.
///
/// Object safe: a caller with a `Box<dyn Model>` need not know which model the box contains.
pub trait Model {
    /// Replaces the parameter values; keeps results that do not depend on them.
    ///
    /// # Errors
    /// Returns [`ModelError`] that names a parameter that is missing or out of range.
    fn set_parameters(&mut self, values: ParameterValues<'_>) -> Result<(), ModelError>;

    /// Performs a slice of the work for `scenario` in a few milliseconds; returns `true` when [`Model::evaluate`] has
    /// everything it needs.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the model does not know the scenario.
    fn prepare(&mut self, scenario: &Settings) -> Result<bool, ModelError>;

    /// Evaluates one scenario. Does the remaining work, which can take a long time, if the scenario is not fully
    /// prepared.
    ///
    /// # Errors
    /// Returns the errors of [`Model::prepare`], or an error if the model has no solution for the scenario.
    fn evaluate(&mut self, scenario: &Settings) -> Result<Evaluation, ModelError>;

    /// Returns the name of the output that is the half-width of the 95 % confidence interval of `output`, as in the
    /// model's [`Description`]. The default, `None`, is for models without random numbers.
    fn half_width(&self, _output: &str) -> Option<&'static str> {
        None
    }
}

/// A model that a registry can list.
pub trait NamedModel: Model + Sized + 'static {
    /// The name in the field `model` of labs.
    const NAME: &'static str;

    /// Former names, which older compiled labs still contain.
    const FORMER_NAMES: &'static [&'static str] = &[];

    /// The names of the parameters, all of which need a value.
    const PARAMETERS: &'static [&'static str];

    /// Parameters of older compiled labs that are no longer required: former names and obsolete parameters.
    const FORMER_PARAMETERS: &'static [&'static str] = &[];

    /// Returns the settings and outputs of the model.
    fn describe() -> Description;

    /// Opens a model that has no results yet.
    ///
    /// # Errors
    /// Returns [`ModelError`] that names a parameter that is missing or out of range.
    fn open(values: ParameterValues<'_>) -> Result<Self, ModelError>;
}

/// Prints only the type: formatting all fields would enlarge every WebAssembly module.
impl fmt::Debug for dyn Model + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Model")
    }
}

/// Lets a boxed model be passed as a model.
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
