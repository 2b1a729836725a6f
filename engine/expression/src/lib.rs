//! Expressions with units, as labs write them.
//!
//! - Numbers with units: `5 %`, `12 us`, `8 KiB`, `1000 operations/s` (spaces in a unit only around `per`).
//! - `+ - * /`, comparisons `= != < <= > >=`, `and`, `or`, `not`, and parentheses.
//! - `min(a, …)`, `max(a, …)`, `sum(a, …)`, `abs(a)`, `sqrt(a)`; `floor(a)`, `ceil(a)`, `exp(a)`, and the natural
//!   logarithm `log(a)` of plain numbers; `if(condition, a, b)`.
//! - Names and other functions, defined by a [`Scope`]: readers' answers, outputs of a model, and settings.
//!
//! Units are checked: only quantities of one dimension can be added and compared. No value is infinite or NaN: a
//! division by zero is an error. The time to evaluate or refuse an expression is bounded by its length. An expression
//! has no side effects. Transcendental functions come from `libm`, so that a value has the same bits on every target.

mod call;
mod evaluate;
mod lexer;
mod measure;
mod parse;
mod suggest;
mod unit;

pub use evaluate::{Answer, Choice, Item, Operands, Scope, Stage};
pub use measure::{measure, written_figures};
pub use parse::Call;
pub use suggest::unknown;
pub use unit::{Unit, shortened};

use std::fmt;

/// A parsed expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression(Vec<parse::Node>);

/// A number with its unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// The number; finite.
    pub value: f64,
    /// The unit of the number; `%` is converted to a plain number.
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
    /// Numbers in this unit.
    Quantity(Unit),
    /// Conditions.
    Condition,
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
    /// Creates a quantity in a unit; `%` becomes a plain number.
    pub fn new(value: f64, unit: &Unit) -> Self {
        let whole = unit.whole();
        Self { value: unit.convert(value, &whole).unwrap_or(value), unit: whole }
    }

    /// Returns the value in another unit; `None` if the dimensions differ.
    pub fn in_unit(&self, unit: &Unit) -> Option<f64> {
        self.unit.convert(self.value, unit)
    }
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

    /// Returns the names in the expression, in operand order, each with its byte offset.
    pub fn names(&self) -> impl Iterator<Item = (usize, &str)> {
        self.0.iter().filter_map(|node| node.name().map(|name| (node.offset, name)))
    }

    /// Returns the kind of the value. Checks names and dimensions; the values of names do not matter.
    ///
    /// # Errors
    /// Returns [`ExpressionError`] where a name is unknown or dimensions differ.
    pub fn check(&self, scope: &mut dyn Scope) -> Result<Kind, ExpressionError> {
        Ok(match self.run(scope, Stage::Check)? {
            Item::Amount(_, unit) => Kind::Quantity(unit),
            Item::Condition(_) => Kind::Condition,
        })
    }

    /// Returns the value.
    ///
    /// # Errors
    /// Returns the errors of [`Expression::check`] and of `scope`, and an error for a division by zero or a number that
    /// is too large.
    pub fn evaluate(&self, scope: &mut dyn Scope) -> Result<Value, ExpressionError> {
        let value = match self.run(scope, Stage::Value)? {
            Item::Amount(value, unit) => value.map(|value| Value::Quantity(Quantity { value, unit })),
            Item::Condition(holds) => holds.map(Value::Condition),
        };
        value.ok_or_else(|| ExpressionError::new(0, "the model has no answer"))
    }

    /// Evaluates the expression as far as the values known at a stage allow.
    ///
    /// # Errors
    /// Returns the errors of [`Expression::evaluate`].
    pub fn run(&self, scope: &mut dyn Scope, stage: Stage) -> Result<Item, ExpressionError> {
        evaluate::run(&self.0, scope, stage)
    }
}

impl ExpressionError {
    /// Creates an error at a byte of the text; the message has no full stop.
    pub fn new(offset: usize, message: impl Into<String>) -> Self {
        Self { offset, message: message.into() }
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ExpressionError {}
