//! A declared model and its evaluation.

use super::check::{Parsed, parse};
use super::names::{kept, kept_list};
use super::scope::{Names, Values};
use super::settings::{describe, read};
use super::{Declaration, DeclarationError};
use pathlength_expression::{Expression, Unit, Value};
use pathlength_model::{
    Description, Evaluation, ModelError, OutputDescription, ParameterValues, Setting, Settings, Term,
};

/// How far the terms of an output may be from it, relative to the output: rounding of long sums.
const SUM_TOLERANCE: f64 = 1e-9;

/// A declared model with the values of its parameters.
#[derive(Clone, Debug)]
pub struct Model {
    parsed: Parsed,
    parameters: Vec<f64>,
    /// The name of each output, for good.
    names: Vec<&'static str>,
    /// The place of each term and the outputs of which it is a part, for good.
    parts: Vec<(&'static str, &'static [&'static str])>,
}

impl Model {
    /// Checks a declaration. `parameters` are the names and units of the lab's parameters; their values are missing until
    /// [`set_parameters`](pathlength_model::Model::set_parameters).
    ///
    /// # Errors
    /// Returns [`DeclarationError`] that names the entry and the field.
    pub fn new(declaration: &Declaration, parameters: &[(String, String)]) -> Result<Self, DeclarationError> {
        let parsed = parse(declaration.clone(), parameters)?;
        let kept_at = |list, at, result: Result<_, String>| {
            result.map_err(|message| DeclarationError { list, at, field: "name", offset: 0, message })
        };
        let mut names = Vec::new();
        for (at, output) in declaration.outputs.iter().enumerate() {
            names.push(kept_at(super::List::Outputs, at, kept(&output.name))?);
        }
        let mut parts = Vec::new();
        for (at, term) in declaration.terms.iter().enumerate() {
            let part = kept(&term.place).and_then(|place| Ok((place, kept_list(&term.part_of)?)));
            parts.push(part.map_err(|message| DeclarationError {
                list: super::List::Terms,
                at,
                field: "place",
                offset: 0,
                message,
            })?);
        }
        Ok(Self { parsed, parameters: Vec::new(), names, parts })
    }

    /// Opens a declared model.
    ///
    /// # Errors
    /// Returns the errors of [`Model::new`], or [`ModelError`] that names a parameter without a finite value.
    pub fn open(
        declaration: &Declaration,
        parameters: &[(String, String)],
        values: ParameterValues<'_>,
    ) -> Result<Self, ModelError> {
        let mut model = Self::new(declaration, parameters).map_err(ModelError::from_error)?;
        pathlength_model::Model::set_parameters(&mut model, values)?;
        Ok(model)
    }

    /// Returns the settings and outputs of the model.
    pub fn describe(&self) -> Description {
        let Declaration { settings, outputs, .. } = &self.parsed.declaration;
        let outputs = outputs.iter().map(|output| OutputDescription {
            name: output.name.clone(),
            title: output.title.clone(),
            unit: output.unit.clone(),
            terms: output.terms.clone(),
            half_width: String::new(),
        });
        Description { settings: settings.iter().map(describe).collect(), outputs: outputs.collect() }
    }

    /// Returns the names of the parameters that expressions use.
    pub fn parameters(&self) -> Vec<&str> {
        self.parsed.used_parameters().into_iter().map(|at| self.parsed.parameters[at].0.as_str()).collect()
    }

    /// Returns the value of an expression in a unit, its own by default, or the reason why it has none.
    fn value(names: &mut Names<'_>, expression: &Expression, unit: Option<&Unit>) -> Result<f64, String> {
        match expression.evaluate(names).map_err(|error| error.message)? {
            Value::Quantity(quantity) => {
                let value = unit.map_or(Some(quantity.value), |unit| quantity.in_unit(unit));
                value.ok_or_else(|| "the value has another unit".to_owned())
            }
            Value::Condition(_) => Err("the value is a condition".to_owned()),
        }
    }

    /// Returns the value of each term and output, and the number of events of each term.
    fn values(&self, settings: &[Setting]) -> (Values, Vec<Result<f64, String>>) {
        let mut values: Values = vec![None; self.parsed.entries.len()];
        let mut steps = 0;
        let scope = |values: &Values, steps: &mut u64, expression: &Expression, unit: Option<&Unit>| {
            let mut names =
                Names { parsed: &self.parsed, parameters: &self.parameters, settings, values, steps: *steps };
            let value = Self::value(&mut names, expression, unit);
            *steps = names.steps;
            value
        };
        for &at in &self.parsed.order {
            let entry = &self.parsed.entries[at];
            let value = match &entry.expression {
                Some(expression) => scope(&values, &mut steps, expression, Some(&entry.unit)),
                None => self.sum(&entry.parts, &entry.unit, &values),
            };
            values[at] = Some(value.map_err(|message| within(&entry.name, message)));
        }
        let counts = self.parsed.entries.iter().map(|entry| match &entry.count {
            Some(count) => scope(&values, &mut steps, count, None),
            None => Ok(1.0),
        });
        let counts = counts.collect();
        (values, counts)
    }

    /// Returns the sum of terms in a unit.
    fn sum(&self, parts: &[usize], unit: &Unit, values: &Values) -> Result<f64, String> {
        let mut sum = 0.0;
        for &part in parts {
            let value = values[part].clone().unwrap_or_else(|| Err("a term has no value".to_owned()))?;
            let from = &self.parsed.entries[part].unit;
            sum += unit.from_seconds(from.to_seconds(value, 1), 1);
        }
        Ok(sum)
    }

    /// Checks that the terms of each output add up to it, or to the reciprocal of a rate.
    fn check_sums(&self, values: &[f64]) -> Result<(), ModelError> {
        for (at, entry) in self.parsed.entries.iter().enumerate().filter(|(_, entry)| !entry.parts.is_empty()) {
            let seconds = |at: usize| self.parsed.entries[at].unit.to_seconds(values[at], 1);
            let sum: f64 = entry.parts.iter().map(|part| seconds(*part)).sum();
            let whole = if entry.unit.is_time(1) { seconds(at) } else { 1.0 / entry.unit.to_seconds(values[at], -1) };
            if (sum - whole).abs() > SUM_TOLERANCE * whole.abs() {
                return Err(ModelError::new(format!(
                    "output {}: its terms add up to {sum} s, and it is {whole} s: correct `part_of` or an expression",
                    entry.name
                )));
            }
        }
        Ok(())
    }
}

/// Adds the name of a value to the reason why it has none; a reason that has a name keeps it.
fn within(name: &str, message: String) -> String {
    if message.starts_with(NO_VALUE) { message } else { format!("{NO_VALUE}{name}: {message}") }
}

const NO_VALUE: &str = "cannot compute ";

impl pathlength_model::Model for Model {
    fn set_parameters(&mut self, values: ParameterValues<'_>) -> Result<(), ModelError> {
        let used = self.parsed.used_parameters();
        let value = |(at, (name, _)): (usize, &(String, Unit))| match values(name) {
            Some(value) if value.is_finite() => Ok(value),
            _ if !used.contains(&at) => Ok(0.0),
            _ => Err(ModelError::new(format!("parameter {name} must be a number"))),
        };
        self.parameters = self.parsed.parameters.iter().enumerate().map(value).collect::<Result<_, _>>()?;
        Ok(())
    }

    fn prepare(&mut self, scenario: &Settings) -> Result<bool, ModelError> {
        read(&self.parsed.declaration.settings, scenario).map(|_| true)
    }

    fn evaluate(&mut self, scenario: &Settings) -> Result<Evaluation, ModelError> {
        let settings = read(&self.parsed.declaration.settings, scenario)?;
        let (values, counts) = self.values(&settings);
        let terms = self.parsed.declaration.terms.len();
        // A term that only other scenarios need has no value to show.
        let known = |at: usize| match &values[at] {
            Some(Ok(value)) => Ok(*value),
            Some(Err(message)) => Err(ModelError::new(message.clone())),
            None => Err(ModelError::new("a term has no value")),
        };
        let outputs = self.names.iter().enumerate().map(|(at, name)| Ok((*name, known(terms + at)?)));
        let outputs = outputs.collect::<Result<Vec<_>, ModelError>>()?;
        let mut shown = Vec::new();
        for (at, term) in self.parsed.declaration.terms.iter().enumerate().filter(|(_, term)| !term.part_of.is_empty())
        {
            let time_us = 1e6 * self.parsed.entries[at].unit.to_seconds(known(at)?, 1);
            let count = counts[at].clone().map_err(|message| ModelError::new(within(&term.name, message)))?;
            let (place, part_of) = self.parts[at];
            let cost_us = if count == 0.0 { 0.0 } else { time_us / count };
            shown.push(Term { title: term.title.clone(), count, cost_us, time_us, place, part_of });
        }
        let all: Vec<f64> = (0..values.len()).map(|at| known(at).unwrap_or_default()).collect();
        self.check_sums(&all)?;
        Ok(Evaluation { outputs, terms: shown })
    }
}
