//! A declared model and its evaluation.

use super::check::{Parsed, parse};
use super::fields::{FieldValues, Meaning, ParsedField};
use super::limits::FieldPosition;
use super::names::{kept, kept_list};
use super::scope::{EntryValues, Names};
use super::settings::{describe, read};
use super::solutions::{Outcome, Solvers};
use super::{Declaration, DeclarationError};
use pathlength_expression::{Expression, Unit, Value};
use pathlength_model::{
    Description, Evaluation, ModelError, OutputDescription, ParameterValues, Setting, Settings, Term, WordEnum,
};

/// Maximum difference between an output and the sum of its terms, relative to the output, to allow for rounding in long
/// sums.
const SUM_TOLERANCE: f64 = 1e-9;

/// A declared model with the values of its parameters.
#[derive(Debug)]
pub struct Model {
    parsed: Parsed,
    parameters: Vec<f64>,
    /// The name of each output, with static lifetime.
    names: Vec<&'static str>,
    /// The location of each term and the outputs that contain it, with static lifetime.
    parts: Vec<(&'static str, &'static [&'static str])>,
    solver: Solvers,
}

/// The values for a scenario: the value of each entry, and the number of events of each term.
struct Values {
    entries: EntryValues,
    counts: Vec<Result<f64, String>>,
}

impl Model {
    /// Checks a declaration. `parameters` are the names and units of the lab's parameters; their values are unknown
    /// until [`set_parameters`](pathlength_model::Model::set_parameters).
    ///
    /// # Errors
    /// Returns a [`DeclarationError`] with the entry and the field if the declaration is wrong.
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
        Ok(Self { parsed, parameters: Vec::new(), names, parts, solver: Solvers::default() })
    }

    /// Opens a declared model.
    ///
    /// # Errors
    /// Returns the errors of [`Model::new`], or a [`ModelError`] if a parameter has no finite value.
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
            half_width: output.half_width.clone(),
        });
        Description { settings: settings.iter().map(describe).collect(), outputs: outputs.collect() }
    }

    /// Returns the names of the parameters that expressions use.
    pub fn parameters(&self) -> Vec<&str> {
        self.parsed.used_parameters().into_iter().map(|at| self.parsed.parameters[at].0.as_str()).collect()
    }

    /// Returns the value of an expression, in its own unit by default, or the reason why it has no value.
    fn value(names: &mut Names<'_>, expression: &Expression, unit: Option<&Unit>) -> Result<f64, String> {
        match expression.evaluate(names).map_err(|error| error.message)? {
            Value::Quantity(quantity) => {
                let value = unit.map_or(Some(quantity.value), |unit| quantity.in_unit(unit));
                value.ok_or_else(|| "the value has a different unit".to_owned())
            }
            Value::Condition(_) => Err("the value is a condition".to_owned()),
        }
    }

    /// Returns the values for a scenario.
    fn values(&mut self, settings: &[Setting]) -> Values {
        let mut solver = std::mem::take(&mut self.solver);
        let values = self.values_with(&mut solver, settings);
        self.solver = solver;
        values
    }

    fn values_with(&self, solver: &mut Solvers, settings: &[Setting]) -> Values {
        let mut entries: EntryValues = vec![None; self.parsed.entries.len()];
        let mut steps = 0;
        let mut solution = None;
        for &at in &self.parsed.order {
            if at < entries.len() {
                entries[at] = Some(self.entry_value(at, settings, &entries, solution.as_ref(), &mut steps));
            } else if self.parsed.declaration.has_solution() {
                let found = self.field_values(settings, &entries, &mut steps);
                solution = Some(found.and_then(|values| solver.solve(&self.parsed, settings, &values)));
            }
        }
        let counts = self.parsed.entries.iter().map(|entry| match &entry.count {
            Some(count) => {
                let mut names = self.names(settings, &entries, solution.as_ref(), steps);
                let value = Self::value(&mut names, count, None);
                steps = names.steps;
                value
            }
            None => Ok(1.0),
        });
        let counts = counts.collect();
        Values { entries, counts }
    }

    /// Returns the value of an entry. `entries` contains the values that the entry needs; `solution` is the solution of
    /// the network or the trace.
    fn entry_value(
        &self,
        at: usize,
        settings: &[Setting],
        entries: &EntryValues,
        solution: Option<&Outcome>,
        steps: &mut u64,
    ) -> Result<f64, String> {
        let entry = &self.parsed.entries[at];
        let value = match &entry.expression {
            Some(expression) => {
                let mut names = self.names(settings, entries, solution, *steps);
                let value = Self::value(&mut names, expression, Some(&entry.unit));
                *steps = names.steps;
                value
            }
            None => self.sum(&entry.parts, &entry.unit, entries),
        };
        value.map_err(|message| within(&entry.name, message))
    }

    /// Returns the values of the expressions of the network or the trace for a scenario.
    fn solution_inputs(&self, settings: &[Setting]) -> Result<FieldValues, String> {
        let mut entries: EntryValues = vec![None; self.parsed.entries.len()];
        let mut steps = 0;
        // The evaluation order lists the network or the trace after the entries that it needs.
        for &at in self.parsed.order.iter().take_while(|at| **at < self.parsed.entries.len()) {
            entries[at] = Some(self.entry_value(at, settings, &entries, None, &mut steps));
        }
        self.field_values(settings, &entries, &mut steps)
    }

    /// Starts a simulation of the network in a scenario, so that a caller can inspect the queues. The solution method
    /// has no effect.
    ///
    /// # Errors
    /// Returns [`ModelError`] if no network is declared, if a setting is missing, unknown, of the wrong kind, or out of
    /// range, or if the network cannot be simulated.
    #[cfg(feature = "network")]
    pub fn live_network(&self, scenario: &Settings) -> Result<super::LiveNetwork, ModelError> {
        if !self.parsed.declaration.has_network() {
            return Err(ModelError::new("the lab declares no network: add stations, classes, and demands"));
        }
        let settings = read(&self.parsed.declaration.settings, scenario)?;
        let start = || super::LiveNetwork::new(&self.parsed, &settings, &self.solution_inputs(&settings)?);
        start().map_err(ModelError::new)
    }

    fn names<'a>(
        &'a self,
        settings: &'a [Setting],
        values: &'a EntryValues,
        solution: Option<&'a Outcome>,
        steps: u64,
    ) -> Names<'a> {
        Names { parsed: &self.parsed, parameters: &self.parameters, settings, values, solution, steps }
    }

    /// Returns the values of the expressions of the network or the trace.
    fn field_values(
        &self,
        settings: &[Setting],
        entries: &EntryValues,
        steps: &mut u64,
    ) -> Result<FieldValues, String> {
        let mut found = FieldValues::new();
        for ParsedField { position, meaning, expression } in &self.parsed.fields {
            let mut names = self.names(settings, entries, None, *steps);
            let value = expression.evaluate(&mut names).map_err(|error| error.message);
            *steps = names.steps;
            let FieldPosition(list, at, field) = *position;
            let header =
                if list.is_table() { format!("[{}]", list.word()) } else { format!("[[{}]] {}", list.word(), at + 1) };
            let fail = |message: &str| Err(format!("{header}, {field}: {message}"));
            let Value::Quantity(quantity) = value? else { return fail("the value is a condition") };
            let value = match meaning {
                Meaning::Time => quantity.unit.to_seconds(quantity.value, 1),
                Meaning::Rate => quantity.unit.to_seconds(quantity.value, -1),
                _ => quantity.value,
            };
            if value < 0.0 {
                return fail(&format!("expected 0 or more, not {}", quantity.value));
            }
            if !value.is_finite() {
                return fail("the value is too large: give a smaller one");
            }
            found.insert((list, at, field), value);
        }
        Ok(found)
    }

    /// Returns the sum of terms in a unit.
    fn sum(&self, parts: &[usize], unit: &Unit, values: &EntryValues) -> Result<f64, String> {
        let mut sum = 0.0;
        for &part in parts {
            let value = values[part].clone().unwrap_or_else(|| Err("a term has no value".to_owned()))?;
            let from = &self.parsed.entries[part].unit;
            sum += unit.from_seconds(from.to_seconds(value, 1), 1);
        }
        Ok(sum)
    }

    /// Checks that the terms of each output add up to the output, or to the reciprocal of an output that is a rate.
    fn check_sums(&self, values: &[f64]) -> Result<(), ModelError> {
        for (at, entry) in self.parsed.entries.iter().enumerate().filter(|(_, entry)| !entry.parts.is_empty()) {
            let seconds = |at: usize| self.parsed.entries[at].unit.to_seconds(values[at], 1);
            let sum: f64 = entry.parts.iter().map(|part| seconds(*part)).sum();
            let (what, whole) = if entry.unit.is_time(1) {
                ("it", seconds(at))
            } else {
                ("its reciprocal", 1.0 / entry.unit.to_seconds(values[at], -1))
            };
            if (sum - whole).abs() > SUM_TOLERANCE * whole.abs() {
                return Err(ModelError::new(format!(
                    "the terms of output {} add up to {sum} s, but {what} is {whole} s: correct `part_of` or an expression",
                    entry.name
                )));
            }
        }
        Ok(())
    }
}

/// Adds the name of a value to the reason why the value is missing, unless the reason already names a value.
fn within(name: &str, message: String) -> String {
    if message.starts_with(NO_VALUE) { message } else { format!("{NO_VALUE}{name}: {message}") }
}

const NO_VALUE: &str = "cannot compute ";

impl pathlength_model::Model for Model {
    fn set_parameters(&mut self, values: ParameterValues<'_>) -> Result<(), ModelError> {
        let used = self.parsed.used_parameters();
        let value = |(at, (name, _)): (usize, &(String, _))| match values(name) {
            Some(value) if value.is_finite() => Ok(value),
            _ if !used.contains(&at) => Ok(0.0),
            _ => Err(ModelError::new(format!("parameter {name} must be a number"))),
        };
        self.parameters = self.parsed.parameters.iter().enumerate().map(value).collect::<Result<_, _>>()?;
        Ok(())
    }

    fn prepare(&mut self, scenario: &Settings) -> Result<bool, ModelError> {
        let settings = read(&self.parsed.declaration.settings, scenario)?;
        if !self.parsed.declaration.has_solution() {
            return Ok(true);
        }
        // Without inputs, there is no solution to wait for; the evaluation reports the reason.
        Ok(self.solution_inputs(&settings).map_or(true, |values| self.solver.prepare(&self.parsed, &settings, &values)))
    }

    fn evaluate(&mut self, scenario: &Settings) -> Result<Evaluation, ModelError> {
        let settings = read(&self.parsed.declaration.settings, scenario)?;
        let Values { entries: values, counts } = self.values(&settings);
        let terms = self.parsed.declaration.terms.len();
        // A term that only other scenarios need has no value in this scenario.
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

    fn half_width(&self, output: &str) -> Option<&'static str> {
        let found = self.parsed.declaration.outputs.iter().find(|known| known.name == output)?;
        self.names.iter().find(|name| **name == found.half_width).copied()
    }
}
