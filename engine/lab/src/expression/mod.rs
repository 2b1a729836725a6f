//! The language of a lab's answers, conditions and computed numbers.
//!
//! - Numbers with units: `5 %`, `12 us`, `8 KiB`, `1000 operations/s` (no space inside a unit).
//! - `+ - * /`, comparisons `= != < <= > >=`, `and`, `or`, `not`, parentheses.
//! - `min(a, …)`, `max(a, …)`, `abs(a)`.
//! - `published("table", row, "column")`: a cell of a published table; a row's word is quoted too.
//! - `parameter("name")`: a parameter of the model.
//! - Numbers that a question draws, by name. `given`: the reader's answer. `near(a, 5 %)`: whether that is within a share,
//!   or an amount, of `a`.
//! - Outputs of the model as functions of settings: `elapsed_us(release=V2R1, names=n)`. Settings left out are as the
//!   lab begins. A setting may depend on what is drawn, but neither on the model nor on the reader's answer, so that all
//!   scenarios are known before any is run.
//!
//! Units are checked: only amounts of one dimension can be added and compared. No value is infinite or NaN: a
//! division by zero is an error. The length of a text bounds the time to evaluate or to refuse it.

mod call;
mod evaluate;
mod lexer;
mod measure;
mod parse;
mod unit;

#[cfg(feature = "calibrate")]
pub(crate) use call::unknown as unknown_name;
pub use measure::measure;
pub use unit::Unit;
pub(super) use unit::shortened;

use super::Lab;
use evaluate::{Item, Pass, Stage};
use pathlength_model::{Description, ModelError, Settings};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// A parsed expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression(Vec<parse::Node>);

/// A number with its unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// The number; finite.
    pub value: f64,
    /// Its unit; without `%`, which is a plain number here.
    pub unit: Unit,
}

/// The value of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Quantity(Quantity),
    /// Whether a condition holds.
    Condition(bool),
}

/// The kind of an expression's value.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Numbers of this unit.
    Quantity(Unit),
    /// Conditions.
    Condition,
}

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
    /// The lab: its start, tables and parameters.
    pub lab: &'a Lab,
    /// The settings and outputs of its model.
    pub description: &'a Description,
    /// Numbers that are drawn.
    pub draws: &'a BTreeMap<String, Quantity>,
    /// The reader's answer, where there is one.
    pub given: Option<&'a Quantity>,
}

/// The reason why an expression cannot be parsed or evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    /// Byte offset of the error in the text.
    pub offset: usize,
    /// Message without a full stop.
    pub message: String,
}

impl Quantity {
    /// Creates an amount in a unit; `%` becomes a plain number.
    pub fn new(value: f64, unit: &Unit) -> Self {
        let whole = unit.whole();
        Self { value: unit.convert(value, &whole).unwrap_or(value), unit: whole }
    }

    /// Returns the value in another unit; `None` if the dimensions differ.
    pub fn in_unit(&self, unit: &Unit) -> Option<f64> {
        self.unit.convert(self.value, unit)
    }
}

/// Returns whether `value` is within `allowed` of `right`, edges included however they are rounded.
pub(super) fn within(value: f64, right: f64, allowed: f64) -> bool {
    (value - right).abs() <= allowed + 1e-9 * right.abs()
}

impl Expression {
    /// Maximum length of the text in bytes.
    pub const MAX_BYTES: usize = 4_000;

    /// Parses an expression.
    ///
    /// # Errors
    /// Returns [`ExpressionError`] at the first unexpected token.
    pub fn parse(text: &str) -> Result<Self, ExpressionError> {
        parse::parse(text).map(Self)
    }

    /// Returns the kind of the value. Checks names, settings and dimensions without running the model; the values of draws
    /// and of the answer do not matter.
    ///
    /// # Errors
    /// Returns [`ExpressionError`] where a name is unknown or dimensions differ.
    pub fn check(&self, scope: &NameScope<'_>) -> Result<Kind, ExpressionError> {
        Ok(match Pass::new(&self.0, scope, Stage::Check, &mut |_, _| Ok(None)).run()? {
            Item::Amount(_, unit) => Kind::Quantity(unit),
            Item::Condition(_) => Kind::Condition,
        })
    }

    /// Returns the outputs that the expression needs, whatever the reader answers.
    ///
    /// # Errors
    /// Returns the errors of [`Expression::check`].
    pub fn requests(&self, scope: &NameScope<'_>) -> Result<Vec<Request>, ExpressionError> {
        let mut requests = Vec::new();
        let mut note = |output: &str, scenario: &Settings| {
            requests.push(Request { output: output.to_owned(), scenario: scenario.clone() });
            Ok(None)
        };
        Pass::new(&self.0, scope, Stage::Requests, &mut note).run()?;
        Ok(requests)
    }

    /// Returns the value; `model` returns outputs of scenarios.
    ///
    /// # Errors
    /// Returns the errors of [`Expression::check`] and of `model`, and an error for a division by zero or a number that is too
    /// large.
    pub fn evaluate(
        &self,
        scope: &NameScope<'_>,
        model: &mut dyn FnMut(&str, &Settings) -> Result<f64, ModelError>,
    ) -> Result<Value, ExpressionError> {
        let mut ask = |output: &str, scenario: &Settings| model(output, scenario).map(Some);
        let item = Pass::new(&self.0, scope, Stage::Value, &mut ask).run()?;
        let value = match item {
            Item::Amount(value, unit) => value.map(|value| Value::Quantity(Quantity { value, unit })),
            Item::Condition(holds) => holds.map(Value::Condition),
        };
        value.ok_or_else(|| ExpressionError::new(0, "the model has no answer"))
    }
}

impl ExpressionError {
    fn new(offset: usize, message: impl Into<String>) -> Self {
        Self { offset, message: message.into() }
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ExpressionError {}
