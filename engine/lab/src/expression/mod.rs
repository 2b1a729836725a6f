//! The language of a lab's answers, conditions, and computed numbers: [`pathlength_expression`], with the names of a
//! lab.
//!
//! - `published("table", row, "column")`: a cell of a published table; a row key that is a word is quoted, too.
//! - `parameter("name")`: a parameter of the model.
//! - Random numbers of a question, by name. `given`: the reader's answer. `near(a, 5 %)`: whether the answer is within
//!   a share, or an absolute distance, of `a`.
//! - Outputs of the model as functions of settings: `elapsed_us(release=V2R1, names=n)`. Omitted settings have the
//!   lab's start values. A setting may depend on random numbers, but neither on the model nor on the reader's answer,
//!   so that all scenarios are known before any is run.

mod call;

pub(super) use pathlength_expression::shortened;
#[cfg(feature = "calibrate")]
pub(crate) use pathlength_expression::unknown as unknown_name;
pub use pathlength_expression::{ExpressionError, Kind, Quantity, Unit, Value, measure, written_figures};

use super::Lab;
use call::{Ask, LabScope};
use pathlength_expression::Stage;
use pathlength_model::{Description, ModelError, Settings};
use serde::Serialize;
use std::collections::BTreeMap;

/// A parsed expression of a lab.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression(pathlength_expression::Expression);

/// An output that an expression needs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Request {
    /// Name of the output.
    pub output: String,
    /// All settings of the scenario.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, Setting>"))]
    pub scenario: Settings,
}

/// The meaning of the names in an expression.
#[derive(Clone, Copy, Debug)]
pub struct NameScope<'a> {
    /// The lab: its start, tables, and parameters.
    pub lab: &'a Lab,
    /// The settings and outputs of the lab's model.
    pub description: &'a Description,
    /// The random numbers drawn for the question.
    pub draws: &'a BTreeMap<String, Quantity>,
    /// The reader's answer, if there is one.
    pub given: Option<&'a Quantity>,
}

/// Returns whether `value` is within `allowed` of `right`, including the limits, regardless of rounding errors.
pub(super) fn within(value: f64, right: f64, allowed: f64) -> bool {
    (value - right).abs() <= allowed + 1e-9 * right.abs()
}

impl Expression {
    /// Maximum length of the text in bytes.
    pub const MAX_BYTES: usize = pathlength_expression::Expression::MAX_BYTES;

    /// Parses an expression.
    ///
    /// # Errors
    /// Returns [`ExpressionError`] at the first unexpected token.
    pub fn parse(text: &str) -> Result<Self, ExpressionError> {
        pathlength_expression::Expression::parse(text).map(Self)
    }

    /// Returns the kind of the value. Checks names, settings, and dimensions without running the model; the values of
    /// draws and of the answer do not matter.
    ///
    /// # Errors
    /// Returns [`ExpressionError`] where a name is unknown or dimensions differ.
    pub fn check(&self, scope: &NameScope<'_>) -> Result<Kind, ExpressionError> {
        self.0.check(&mut LabScope::new(scope, &mut |_, _| Ok(None)))
    }

    /// Returns the outputs that the expression needs for any answer of the reader.
    ///
    /// # Errors
    /// Returns the errors of [`Expression::check`].
    pub fn requests(&self, scope: &NameScope<'_>) -> Result<Vec<Request>, ExpressionError> {
        let mut requests = Vec::new();
        let mut note = |output: &str, scenario: &Settings| {
            requests.push(Request { output: output.to_owned(), scenario: scenario.clone() });
            Ok(None)
        };
        self.0.run(&mut LabScope::new(scope, &mut note), Stage::Requests)?;
        Ok(requests)
    }

    /// Returns the value; `model` returns outputs of scenarios.
    ///
    /// # Errors
    /// Returns the errors of [`Expression::check`] and of `model`, and an error for a division by zero or a number that
    /// is too large.
    pub fn evaluate(
        &self,
        scope: &NameScope<'_>,
        model: &mut dyn FnMut(&str, &Settings) -> Result<f64, ModelError>,
    ) -> Result<Value, ExpressionError> {
        let ask: Ask<'_> = &mut |output: &str, scenario: &Settings| model(output, scenario).map(Some);
        self.0.evaluate(&mut LabScope::new(scope, ask))
    }
}
