//! Names and functions of a lab, and outputs of its model.

use super::{ExpressionError, NameScope, Unit, within};
use crate::{Key, PublishedCell};
use pathlength_expression::{Answer, Call, Item, Operands, Scope, Stage, unknown};
use pathlength_model::{ModelError, Setting, SettingDescription, SettingValues, Settings};

/// The functions available in labs, with their notation.
const FUNCTIONS: [(&str, &str); 3] = [
    ("near", "near(a, 5 %)"),
    ("parameter", "parameter(\"name\")"),
    ("published", "published(\"table\", row, \"column\")"),
];

/// A function that returns an output of a scenario; `None` while it is unknown.
pub(super) type Ask<'a> = &'a mut dyn FnMut(&str, &Settings) -> Result<Option<f64>, ModelError>;

/// The names of a lab, and its model.
pub(super) struct LabScope<'a> {
    known: &'a NameScope<'a>,
    ask: Ask<'a>,
}

impl Scope for LabScope<'_> {
    /// Returns a drawn number or the reader's answer.
    fn name(&self, name: &str, stage: Stage) -> Result<Item, String> {
        let (known, from) = match name {
            "given" => (self.known.given, Stage::Value),
            _ => (self.known.draws.get(name), Stage::Requests),
        };
        if let Some(number) = known {
            return Ok(Item::Amount(Some(number.value).filter(|_| stage >= from), number.unit.clone()));
        }
        if name == "given" {
            let message =
                "`given` is the reader's answer, which is known only in feedback: use it in the feedback of a question";
            return Err(message.to_owned());
        }
        if self.known.lab.parameters.contains_key(name) {
            return Err(format!("{name} is a parameter: write parameter(\"{name}\")"));
        }
        if self.known.description.outputs.iter().any(|output| output.name == name) {
            return Err(format!("{name} is an output of the model: write {name}()"));
        }
        let names = self.known.draws.keys().map(String::as_str).chain(self.known.given.map(|_| "given"));
        Err(unknown("name", name, names))
    }

    fn call(&mut self, call: &Call, operands: &Operands<'_>, offset: usize) -> Option<Answer> {
        let name = call.function();
        if let Some(output) = self.known.description.outputs.iter().find(|output| output.name == name) {
            let unit = Unit::parse(&output.unit).map_err(|error| ExpressionError::new(offset, error));
            return Some(unit.and_then(|unit| self.output(call, &unit, CallPosition { operands, offset })));
        }
        let (_, written) = FUNCTIONS.iter().find(|(known, _)| *known == name)?;
        let place = CallPosition { operands, offset };
        Some(match (name, call.arguments()) {
            _ if call.has_settings() => {
                let message = format!("{name} takes no settings: remove them");
                Err(ExpressionError::new(offset, message))
            }
            ("near", [right, tolerance]) => self.near(*right, *tolerance, place),
            ("parameter", [at]) => self.parameter(*at, place),
            ("published", [table, row, column]) => self.published([*table, *row, *column], place),
            _ => Err(ExpressionError::new(offset, format!("{name} has the wrong arguments: write {written}"))),
        })
    }

    fn functions(&self) -> Vec<&str> {
        let outputs = self.known.description.outputs.iter().map(|output| output.name.as_str());
        outputs.chain(FUNCTIONS.map(|(name, _)| name)).collect()
    }

    fn name_varies(&self, name: &str) -> bool {
        name == "given"
    }

    fn call_varies(&self, function: &str) -> bool {
        function == "near" || self.known.description.outputs.iter().any(|output| output.name == function)
    }
}

/// A call's position in its expression.
#[derive(Clone, Copy)]
struct CallPosition<'a> {
    operands: &'a Operands<'a>,
    /// The byte offset to report for an error in the call.
    offset: usize,
}

impl CallPosition<'_> {
    /// Returns the text of an argument.
    fn text(&self, at: usize) -> Result<&str, ExpressionError> {
        let message = "expected a name in quotation marks";
        self.operands.text(at).ok_or_else(|| ExpressionError::new(self.operands.offset(at), message))
    }

    /// Returns a number in `unit`, which is also the default unit; `None` while it is unknown.
    fn number_for(&self, at: usize, unit: &str) -> Result<Option<f64>, ExpressionError> {
        let offset = self.operands.offset(at);
        let (value, from) = self.operands.amount(at)?;
        if from.is_plain() {
            return Ok(value);
        }
        let unit = Unit::parse(unit).map_err(|error| ExpressionError::new(offset, error))?;
        self.operands.amount_in(at, &unit, offset)
    }
}

impl<'a> LabScope<'a> {
    pub(super) fn new(known: &'a NameScope<'a>, ask: Ask<'a>) -> Self {
        Self { known, ask }
    }

    /// Evaluates `near`: whether the reader's answer is within a share or an absolute distance of a number.
    fn near(&self, right: usize, tolerance: usize, CallPosition { operands, offset }: CallPosition<'_>) -> Answer {
        let Some(given) = self.known.given else {
            return Err(ExpressionError::new(
                offset,
                "`near` needs the reader's answer, which is known only in feedback: use `near` in the feedback of a \
                 question",
            ));
        };
        let (value, unit) = operands.amount(right)?;
        if !given.unit.fits(&unit) {
            let message =
                format!("the answer is in \"{}\", but this amount is in \"{unit}\": use the same unit", given.unit);
            return Err(ExpressionError::new(operands.offset(right), message));
        }
        let share = operands.amount(tolerance)?.1.is_plain();
        let allowed = if share {
            operands.amount(tolerance)?.0.zip(value).map(|(share, value)| share * value.abs())
        } else {
            operands.amount_in(tolerance, &unit, operands.offset(tolerance))?
        };
        let given = given.in_unit(&unit).filter(|_| operands.stage == Stage::Value);
        let all = given.zip(value).zip(allowed);
        Ok(Item::Condition(all.map(|((given, value), allowed)| within(given, value, allowed))))
    }

    fn parameter(&self, at: usize, place: CallPosition<'_>) -> Answer {
        let (name, offset) = (place.text(at)?, place.operands.offset(at));
        let parameters = &self.known.lab.parameters;
        let parameter = parameters.get(name).ok_or_else(|| {
            ExpressionError::new(offset, unknown("parameter", name, parameters.keys().map(String::as_str)))
        })?;
        amount(parameter.value, &parameter.unit, offset)
    }

    fn published(&self, [table, row, column]: [usize; 3], place: CallPosition<'_>) -> Answer {
        let at = |at: usize| place.operands.offset(at);
        let (name, tables) = (place.text(table)?, &self.known.lab.tables);
        let found = tables.iter().find(|table| table.id == name).ok_or_else(|| {
            ExpressionError::new(at(table), unknown("table", name, tables.iter().map(|table| table.id.as_str())))
        })?;
        let name = place.text(column)?;
        let field = found.fields.iter().position(|field| field.name == name).ok_or_else(|| {
            ExpressionError::new(at(column), unknown("column", name, found.fields.iter().map(|f| f.name.as_str())))
        })?;
        let key = match place.operands.text(row) {
            Some(word) => Some(Key::Word(word.to_owned())),
            None => place.number_for(row, &found.row.unit)?.map(Key::Number),
        };
        let Some(key) = key else {
            return amount(1.0, &found.fields[field].unit, at(column)).map(|item| match item {
                Item::Amount(_, unit) => Item::Amount(None, unit),
                condition @ Item::Condition(_) => condition,
            });
        };
        let cells = found.rows.iter().position(|known| *known == key).and_then(|row| found.cells.get(row));
        let cells = cells.ok_or_else(|| {
            let message = format!("table {} has no row {key}: name a row of its CSV file", found.id);
            ExpressionError::new(at(row), message)
        })?;
        let printed = cells.get(field).copied().flatten();
        let value = printed.and_then(PublishedCell::value).ok_or_else(|| {
            let what = if printed.is_some() { "only a bound" } else { "no value" };
            let message = format!("the source has {what} in row {key}, column {name}: use another cell");
            ExpressionError::new(at(column), message)
        })?;
        amount(value, &found.fields[field].unit, at(column))
    }

    fn output(&mut self, call: &Call, unit: &Unit, place: CallPosition<'_>) -> Answer {
        let offset = place.offset;
        if let Some(at) = call.arguments().first() {
            let message = format!("a value needs the name of its setting: write {}(setting=value, …)", call.function());
            return Err(ExpressionError::new(place.operands.offset(*at), message));
        }
        let value = match self.scenario(call, place)? {
            Some(scenario) => (self.ask)(call.function(), &scenario),
            None => Ok(None),
        };
        let value = value.map_err(|error| ExpressionError::new(offset, error.to_string()))?;
        // An output in percent becomes a plain number, as everywhere in expressions.
        let number = super::Quantity::new(value.unwrap_or_default(), unit);
        Ok(Item::Amount(value.map(|_| number.value), number.unit))
    }

    /// Returns the lab's start settings combined with those of a call; `None` while one of the values is unknown.
    fn scenario(&self, call: &Call, place: CallPosition<'_>) -> Result<Option<Settings>, ExpressionError> {
        let descriptions = &self.known.description.settings;
        let mut scenario = Some(self.known.lab.start.clone());
        for (name, at) in call.settings() {
            let description = descriptions.iter().find(|known| known.name == name).ok_or_else(|| {
                let names = descriptions.iter().map(|known| known.name.as_str());
                ExpressionError::new(place.operands.offset(at), unknown("setting", name, names))
            })?;
            match (setting(description, at, place.operands)?, &mut scenario) {
                (Some(value), Some(scenario)) => scenario.set(name, value),
                _ => scenario = None,
            }
        }
        let start = &self.known.lab.start;
        let missing = descriptions.iter().find(|known| {
            let given = call.settings().any(|(name, _)| name == known.name);
            !known.optional && !given && start.get(&known.name).is_none()
        });
        match missing {
            Some(SettingDescription { name, .. }) => Err(ExpressionError::new(
                place.offset,
                format!("setting {name} is missing here and in the lab's start settings: add it"),
            )),
            None => Ok(scenario),
        }
    }
}

/// Returns the value of a setting; `None` while it is unknown.
fn setting(
    description: &SettingDescription,
    at: usize,
    operands: &Operands<'_>,
) -> Result<Option<Setting>, ExpressionError> {
    let name = description.name.as_str();
    let fail = |message: String| Err(ExpressionError::new(operands.offset(at), message));
    let word = operands.word(at);
    match &description.values {
        SettingValues::Word { words } => match word {
            Some(word) if words.iter().any(|known| known == word) => Ok(Some(Setting::Word(word.to_owned()))),
            Some(word) => fail(unknown(name, word, words.iter().map(String::as_str))),
            None => fail(format!("{name} must be one of {}", words.join(", "))),
        },
        SettingValues::Switch => match word {
            Some("true") => Ok(Some(Setting::Switch(true))),
            Some("false") => Ok(Some(Setting::Switch(false))),
            _ => fail(format!("{name} must be true or false")),
        },
        SettingValues::Number { min, max, only, unit, .. } => {
            if operands.varies(at) {
                return fail(format!("{name} must depend neither on the model nor on the reader's answer"));
            }
            let place = CallPosition { operands, offset: operands.offset(at) };
            match place.number_for(at, unit)? {
                Some(value) if value < *min || value > *max => {
                    fail(format!("{name} must be from {min} to {max}, not {value}"))
                }
                Some(value) if !only.is_empty() && !only.contains(&value) => {
                    let known: Vec<_> = only.iter().map(f64::to_string).collect();
                    fail(format!("{name} must be one of {}, not {value}", known.join(", ")))
                }
                value => Ok(value.map(Setting::Number)),
            }
        }
    }
}

/// Returns a known quantity in a unit given as text.
fn amount(value: f64, unit: &str, offset: usize) -> Answer {
    let unit = Unit::parse(unit).map_err(|error| ExpressionError::new(offset, error))?;
    let number = super::Quantity::new(value, &unit);
    Ok(Item::Amount(Some(number.value), number.unit))
}
