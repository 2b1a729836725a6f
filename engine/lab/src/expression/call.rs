//! Functions, and outputs of the model.

use super::evaluate::{Item, Pass, Stage};
use super::parse::{Call, NodeKind};
use super::{ExpressionError, Unit, within};
use crate::{Key, PublishedCell};
use pathlength_model::{Setting, SettingDescription, SettingValues, Settings};

const FUNCTIONS: [&str; 6] = ["abs", "max", "min", "near", "parameter", "published"];

type Answer = Result<Item, ExpressionError>;

/// Returns the message that `name` is unknown, with the nearest of `names`.
pub(crate) fn unknown<'n>(what: &str, name: &str, names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<_> = names.collect();
    let near = names.iter().map(|known| (distance(name, known), known)).min();
    match near {
        Some((edits, known)) if edits <= known.len() / 3 => {
            format!("there is no {what} \"{name}\"; did you mean {known}?")
        }
        Some(_) => format!("there is no {what} \"{name}\"; there is {}", names.join(", ")),
        None => format!("there is no {what} \"{name}\""),
    }
}

/// Returns the edit distance: letters to insert, delete or replace.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (column, known) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *known);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

impl Pass<'_> {
    pub(super) fn call(&mut self, call: &Call, offset: usize) -> Answer {
        let fail = |message: String| Err(ExpressionError::new(offset, message));
        let name = call.function.as_str();
        if let Some(output) = self.scope.description.outputs.iter().find(|output| output.name == name) {
            let unit = Unit::parse(&output.unit).map_err(|error| ExpressionError::new(offset, error))?;
            return self.output(call, unit, offset);
        }
        if !FUNCTIONS.contains(&name) {
            let outputs = self.scope.description.outputs.iter().map(|output| output.name.as_str());
            return fail(unknown("function", name, outputs.chain(FUNCTIONS)));
        }
        if !call.settings.is_empty() {
            return fail(format!("{name} has no settings; only outputs of the model have"));
        }
        match (name, call.arguments.as_slice()) {
            ("abs", [at]) => {
                let (value, unit) = self.amount(*at)?;
                Ok(Item::Amount(value.map(f64::abs), unit))
            }
            ("min" | "max", [first, others @ ..]) => {
                let (mut value, unit) = self.amount(*first)?;
                for at in others {
                    let other = self.amount_in(*at, &unit, self.nodes[*at].offset)?;
                    let choose = if name == "min" { f64::min } else { f64::max };
                    value = value.zip(other).map(|(one, other)| choose(one, other));
                }
                Ok(Item::Amount(value, unit))
            }
            ("near", [right, tolerance]) => self.near(*right, *tolerance, offset),
            ("parameter", [at]) => self.parameter(*at),
            ("published", [table, row, column]) => self.published(*table, *row, *column),
            _ => fail(format!(
                "{name} is written {}",
                match name {
                    "abs" => "abs(a)",
                    "near" => "near(a, 5 %)",
                    "parameter" => "parameter(\"name\")",
                    "published" => "published(\"table\", row, \"column\")",
                    _ => "min(a, b) or max(a, b)",
                }
            )),
        }
    }

    /// Evaluates `near`: whether the reader's answer is within a share or an amount of a number.
    fn near(&self, right: usize, tolerance: usize, offset: usize) -> Answer {
        let Some(given) = self.scope.given else {
            return Err(ExpressionError::new(
                offset,
                "near needs the reader's answer, which only feedback has: use it in the feedback of a question",
            ));
        };
        let (value, unit) = self.amount(right)?;
        if !given.unit.fits(&unit) {
            let message = format!("the answer is asked in \"{}\", and this is \"{unit}\"", given.unit);
            return Err(ExpressionError::new(self.nodes[right].offset, message));
        }
        let share = self.amount(tolerance)?.1.is_plain();
        let allowed = if share {
            self.amount(tolerance)?.0.zip(value).map(|(share, value)| share * value.abs())
        } else {
            self.amount_in(tolerance, &unit, self.nodes[tolerance].offset)?
        };
        let given = given.in_unit(&unit).filter(|_| self.stage == Stage::Value);
        let all = given.zip(value).zip(allowed);
        Ok(Item::Condition(all.map(|((given, value), allowed)| within(given, value, allowed))))
    }

    /// Returns the text of an argument.
    fn text(&self, at: usize) -> Result<&str, ExpressionError> {
        match &self.nodes[at].kind {
            NodeKind::Text(text) => Ok(text),
            _ => Err(ExpressionError::new(self.nodes[at].offset, "expected a name in quotation marks")),
        }
    }

    fn parameter(&self, at: usize) -> Answer {
        let (name, offset) = (self.text(at)?, self.nodes[at].offset);
        let parameters = &self.scope.lab.parameters;
        let parameter = parameters.get(name).ok_or_else(|| {
            ExpressionError::new(offset, unknown("parameter", name, parameters.keys().map(String::as_str)))
        })?;
        amount(parameter.value, &parameter.unit, offset)
    }

    fn published(&self, table: usize, row: usize, column: usize) -> Answer {
        let at = |at: usize| self.nodes[at].offset;
        let (name, tables) = (self.text(table)?, &self.scope.lab.tables);
        let found = tables.iter().find(|table| table.id == name).ok_or_else(|| {
            ExpressionError::new(at(table), unknown("table", name, tables.iter().map(|table| table.id.as_str())))
        })?;
        let name = self.text(column)?;
        let field = found.fields.iter().position(|field| field.name == name).ok_or_else(|| {
            ExpressionError::new(at(column), unknown("column", name, found.fields.iter().map(|f| f.name.as_str())))
        })?;
        let key = match &self.nodes[row].kind {
            NodeKind::Text(word) => Some(Key::Word(word.clone())),
            _ => self.number_for(row, &found.row.unit)?.map(Key::Number),
        };
        let Some(key) = key else {
            return amount(1.0, &found.fields[field].unit, at(column)).map(|item| match item {
                Item::Amount(_, unit) => Item::Amount(None, unit),
                condition @ Item::Condition(_) => condition,
            });
        };
        let cells = found.rows.iter().position(|known| *known == key).and_then(|row| found.cells.get(row));
        let cells =
            cells.ok_or_else(|| ExpressionError::new(at(row), format!("table {} has no row {key}", found.id)))?;
        let printed = cells.get(field).copied().flatten();
        let value = printed.and_then(PublishedCell::value).ok_or_else(|| {
            let what = if printed.is_some() { "only a bound" } else { "no value" };
            ExpressionError::new(at(column), format!("the source has {what} in row {key} of {name}"))
        })?;
        amount(value, &found.fields[field].unit, at(column))
    }

    /// Returns a number in `unit`, which is also the unit of a plain number.
    fn number_for(&self, at: usize, unit: &str) -> Result<Option<f64>, ExpressionError> {
        let offset = self.nodes[at].offset;
        let (value, from) = self.amount(at)?;
        if from.is_plain() {
            return Ok(value);
        }
        let unit = Unit::parse(unit).map_err(|error| ExpressionError::new(offset, error))?;
        self.amount_in(at, &unit, offset)
    }

    fn output(&mut self, call: &Call, unit: Unit, offset: usize) -> Answer {
        if let Some(at) = call.arguments.first() {
            let message = format!("settings are written {}(setting=value, …)", call.function);
            return Err(ExpressionError::new(self.nodes[*at].offset, message));
        }
        let Some(scenario) = self.scenario(call, offset)? else { return Ok(Item::Amount(None, unit)) };
        let value = (self.ask)(&call.function, &scenario);
        let value = value.map_err(|error| ExpressionError::new(offset, error.to_string()))?;
        Ok(Item::Amount(value, unit))
    }

    /// Returns the lab's start with the settings of a call; `None` while one of their values is unknown.
    fn scenario(&self, call: &Call, offset: usize) -> Result<Option<Settings>, ExpressionError> {
        let descriptions = &self.scope.description.settings;
        let mut scenario = Some(self.scope.lab.start.clone());
        for (name, at) in &call.settings {
            let description = descriptions.iter().find(|known| known.name == *name).ok_or_else(|| {
                let names = descriptions.iter().map(|known| known.name.as_str());
                ExpressionError::new(self.nodes[*at].offset, unknown("setting", name, names))
            })?;
            match (self.setting(description, *at)?, &mut scenario) {
                (Some(value), Some(scenario)) => scenario.set(name, value),
                _ => scenario = None,
            }
        }
        let start = &self.scope.lab.start;
        let missing = descriptions.iter().find(|known| {
            let given = call.settings.iter().any(|(name, _)| *name == known.name);
            !known.optional && !given && start.get(&known.name).is_none()
        });
        match missing {
            Some(SettingDescription { name, .. }) => {
                Err(ExpressionError::new(offset, format!("setting {name} is missing, and the lab's start has none")))
            }
            None => Ok(scenario),
        }
    }

    /// Returns the value of a setting; `None` while it is unknown.
    fn setting(&self, description: &SettingDescription, at: usize) -> Result<Option<Setting>, ExpressionError> {
        let name = description.name.as_str();
        let fail = |message: String| Err(ExpressionError::new(self.nodes[at].offset, message));
        let word = match &self.nodes[at].kind {
            NodeKind::Name(word) | NodeKind::Text(word) => Some(word.as_str()),
            _ => None,
        };
        match &description.values {
            SettingValues::Word { words } => match word {
                Some(word) if words.iter().any(|known| known == word) => Ok(Some(Setting::Word(word.to_owned()))),
                Some(word) => fail(unknown(name, word, words.iter().map(String::as_str))),
                None => fail(format!("{name} is one of {}", words.join(", "))),
            },
            SettingValues::Switch => match word {
                Some("true") => Ok(Some(Setting::Switch(true))),
                Some("false") => Ok(Some(Setting::Switch(false))),
                _ => fail(format!("{name} is true or false")),
            },
            SettingValues::Number { min, max, only, unit, .. } => {
                if self.varies(at) {
                    return fail(format!("{name} may depend neither on the model nor on the reader's answer"));
                }
                match self.number_for(at, unit)? {
                    Some(value) if value < *min || value > *max => {
                        fail(format!("{name} is from {min} to {max}, not {value}"))
                    }
                    Some(value) if !only.is_empty() && !only.contains(&value) => {
                        let known: Vec<_> = only.iter().map(f64::to_string).collect();
                        fail(format!("{name} is one of {}, not {value}", known.join(", ")))
                    }
                    value => Ok(value.map(Setting::Number)),
                }
            }
        }
    }
}

/// Returns a known amount in a unit that is given as text.
fn amount(value: f64, unit: &str, offset: usize) -> Answer {
    let unit = Unit::parse(unit).map_err(|error| ExpressionError::new(offset, error))?;
    let number = super::Quantity::new(value, &unit);
    Ok(Item::Amount(Some(number.value), number.unit))
}
