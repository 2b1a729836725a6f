//! The functions available in every expression.

use super::evaluate::{Answer, Item, Operands, Scope, Stage};
use super::parse::Call;
use super::suggest::unknown;
use super::{ExpressionError, Unit};

/// The functions, each with its notation.
const FUNCTIONS: [(&str, &str); 10] = [
    ("abs", "abs(a)"),
    ("ceil", "ceil(a)"),
    ("exp", "exp(a)"),
    ("floor", "floor(a)"),
    ("if", "if(condition, a, b)"),
    ("log", "log(a)"),
    ("max", "min(a, b) or max(a, b)"),
    ("min", "min(a, b) or max(a, b)"),
    ("sqrt", "sqrt(a)"),
    ("sum", "sum(a, b)"),
];

/// Returns the value of a function that `scope` does not define.
pub(super) fn call(call: &Call, operands: &Operands<'_>, scope: &dyn Scope, offset: usize) -> Answer {
    let fail = |message: String| Err(ExpressionError::new(offset, message));
    let name = call.function();
    let Some((_, written)) = FUNCTIONS.iter().find(|(known, _)| *known == name) else {
        let names = scope.functions().into_iter().chain(FUNCTIONS.map(|(name, _)| name));
        return fail(unknown("function", name, names));
    };
    if call.has_settings() {
        return fail(format!("{name} takes no settings: give only values"));
    }
    match (name, call.arguments()) {
        ("abs", [at]) => {
            let (value, unit) = operands.amount(*at)?;
            Ok(Item::Amount(value.map(f64::abs), unit))
        }
        ("ceil", [at]) => plain(operands, *at, f64::ceil),
        ("floor", [at]) => plain(operands, *at, f64::floor),
        ("exp", [at]) => plain(operands, *at, libm::exp),
        ("log", [at]) => {
            if let Some(value) = operands.amount(*at)?.0.filter(|value| *value <= 0.0) {
                return fail(format!("log needs a number above 0, not {value}"));
            }
            plain(operands, *at, libm::log)
        }
        ("sqrt", [at]) => {
            let (value, unit) = operands.amount(*at)?;
            let Some(root) = unit.root() else {
                return fail(format!("sqrt needs a unit with even exponents, not \"{unit}\""));
            };
            if let Some(value) = value.filter(|value| *value < 0.0) {
                return fail(format!("sqrt needs a number of 0 or more, not {value}"));
            }
            Ok(Item::Amount(value.map(f64::sqrt), root))
        }
        ("if", [condition, one, other]) => choose(operands, *condition, *one, *other),
        ("min", [first, others @ ..]) => fold(operands, *first, others, f64::min),
        ("max", [first, others @ ..]) => fold(operands, *first, others, f64::max),
        ("sum", [first, others @ ..]) => fold(operands, *first, others, |one, other| one + other),
        _ => fail(format!("{name} has the wrong arguments: write {written}")),
    }
}

/// Applies a function to a plain number.
fn plain(operands: &Operands<'_>, at: usize, function: fn(f64) -> f64) -> Answer {
    let value = operands.amount_in(at, &Unit::default(), operands.offset(at))?;
    Ok(Item::Amount(value.map(function), Unit::default()))
}

/// Combines quantities of one dimension; the result has the unit of the first quantity.
fn fold(operands: &Operands<'_>, first: usize, others: &[usize], combine: fn(f64, f64) -> f64) -> Answer {
    let (mut value, unit) = operands.amount(first)?;
    for at in others {
        let other = operands.amount_in(*at, &unit, operands.offset(*at))?;
        value = value.zip(other).map(|(one, other)| combine(one, other));
    }
    Ok(Item::Amount(value, unit))
}

/// Evaluates `if`: with known values, an error in the unused branch, such as a division by zero, does not matter.
fn choose(operands: &Operands<'_>, condition: usize, one: usize, other: usize) -> Answer {
    let holds = operands.condition(condition)?;
    if let (Stage::Value, Some(holds)) = (operands.stage, holds) {
        return operands.item(if holds { one } else { other });
    }
    let (value, unit) = operands.amount(one)?;
    let other = operands.amount_in(other, &unit, operands.offset(other))?;
    let value = holds.and_then(|holds| if holds { value } else { other });
    Ok(Item::Amount(value, unit))
}
