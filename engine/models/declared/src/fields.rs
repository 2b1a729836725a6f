//! The expressions in a network or a trace, whose values the solution needs.

use super::check::{Name, Parsed};
use super::limits::{CheckResult, FieldPosition};
use super::{Declaration, List};
use pathlength_expression::{Expression, Kind, Unit};
use std::collections::BTreeMap;

/// The values of the expressions by list, entry, and field; times are in seconds, and rates are per second.
pub(crate) type FieldValues = BTreeMap<(List, usize, &'static str), f64>;

/// The meaning of an expression's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "network"), allow(dead_code, reason = "only networks have times and rates"))]
pub(crate) enum Meaning {
    /// A number whose unit is neither a time nor a rate, for example `users` or `blocks`.
    Count,
    /// A whole number of 0 or more.
    Seed,
    /// A time of 0 or more.
    Time,
    /// A rate above 0.
    Rate,
    /// A plain number of 0 or more.
    Plain,
}

/// A parsed expression.
#[derive(Clone, Debug)]
pub(crate) struct ParsedField {
    pub(crate) position: FieldPosition,
    pub(crate) meaning: Meaning,
    pub(crate) expression: Expression,
}

/// The text of an expression, with its position.
pub(crate) struct Field<'a> {
    pub(crate) list: List,
    pub(crate) at: usize,
    pub(crate) name: &'static str,
    pub(crate) text: &'a str,
    pub(crate) meaning: Meaning,
}

impl Declaration {
    /// Returns whether a network or a trace is declared, so that expressions can read the solution.
    pub(crate) fn has_solution(&self) -> bool {
        self.has_network() || self.has_trace()
    }

    /// Returns the expressions that the network or the trace contains, by list and entry.
    pub(crate) fn solution_fields(&self) -> Vec<Field<'_>> {
        let mut fields = self.network_fields();
        fields.extend(self.trace_fields());
        fields
    }

    /// Returns "the trace" or "the network", whichever is declared, for a message.
    pub(crate) fn solved_part(&self) -> &'static str {
        if self.has_trace() { "the trace" } else { "the network" }
    }
}

/// Parses the expressions of the network or the trace.
pub(crate) fn add_fields(parsed: &mut Parsed) -> CheckResult {
    let fields = parsed.declaration.solution_fields();
    let read = fields.iter().map(|field| {
        let position = FieldPosition(field.list, field.at, field.name);
        let expression = Expression::parse(field.text).map_err(|error| position.at(error.offset, error.message))?;
        let is_part = |name: &str| parsed.names.get(name).is_some_and(|name| name.is_of_solution());
        if let Some((offset, name)) = expression.names().find(|(_, name)| is_part(name)) {
            let part = parsed.declaration.solved_part();
            return Err(position.at(
                offset,
                format!("{name} is a part of {part}, whose solution needs this value first: use settings, parameters, or terms"),
            ));
        }
        Ok(ParsedField { position, meaning: field.meaning, expression })
    });
    let read = read.collect::<CheckResult<Vec<_>>>()?;
    parsed.fields = read;
    Ok(())
}

/// Checks the units of the expressions.
pub(crate) fn check_fields(parsed: &Parsed) -> CheckResult {
    for ParsedField { position, meaning, expression } in &parsed.fields {
        let kind = expression.check(&mut parsed.unknown_values());
        let kind = kind.map_err(|error| position.at(error.offset, error.message))?;
        let Kind::Quantity(unit) = kind else {
            return Err(position.error("the value is a condition: write if(condition, 1, 0) or another number"));
        };
        if let Some(wanted) = wanted(*meaning, &unit) {
            let found = if unit.is_plain() { "a plain number".to_owned() } else { format!("\"{unit}\"") };
            return Err(position.error(format!("the value is {found}: give {wanted}")));
        }
    }
    Ok(())
}

/// Describes the required kind of value if the unit of an expression is wrong; returns `None` if the unit is right.
fn wanted(meaning: Meaning, unit: &Unit) -> Option<&'static str> {
    let (fits, wanted) = match meaning {
        Meaning::Count => (!unit.is_time(1) && !unit.is_time(-1), "a number, for example of users, servers, or blocks"),
        Meaning::Seed => (unit.is_plain(), "a plain whole number"),
        Meaning::Time => (unit.is_time(1), "a time, as in ms"),
        Meaning::Rate => (unit.is_time(-1), "a rate, as in requests/s"),
        Meaning::Plain => (unit.is_plain() || unit.fits(&Unit::default()), "a plain number or a percentage"),
    };
    (!fits).then_some(wanted)
}

impl Name {
    /// Returns whether the name belongs to the network or the trace, so that its use requires the solution.
    pub(crate) fn is_of_solution(self) -> bool {
        matches!(self, Self::Station(_) | Self::Class(_) | Self::Stream(_) | Self::Range(_) | Self::Cache)
    }
}
