//! Checks a declaration and prepares its evaluation.

use super::fields::{ParsedField, add_fields, check_fields};
use super::limits::{
    CheckResult, FieldPosition, MAX_NAME_BYTES, check_constants, check_setting, short, sizes, unit, words,
};
use super::network::{check_network, network_sizes};
use super::order::order;
use super::scope::Names;
use super::trace::{check_trace, trace_sizes};
use super::{Declaration, List};
use pathlength_expression::{Expression, Kind, Unit};
use std::collections::BTreeMap;

/// The meaning of a name in an expression, with the index of the named item.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Name {
    Setting(usize),
    Constants(usize),
    Parameter(usize),
    Station(usize),
    Class(usize),
    Stream(usize),
    Range(usize),
    /// The cache of a trace.
    Cache,
    /// A term or an output.
    Entry(usize),
}

/// A term or an output.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    list: List,
    at: usize,
    pub(crate) name: String,
    pub(crate) unit: Unit,
    /// `None` for an output that is the sum of its terms.
    pub(crate) expression: Option<Expression>,
    /// The number of events of a term.
    pub(crate) count: Option<Expression>,
    /// The terms of an output.
    pub(crate) parts: Vec<usize>,
}

/// A valid declaration with its parsed expressions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parsed {
    pub(crate) declaration: Declaration,
    pub(crate) names: BTreeMap<String, Name>,
    pub(crate) setting_units: Vec<Unit>,
    pub(crate) constant_units: Vec<Unit>,
    /// The names and units of the lab's parameters. An invalid unit is an error only where its parameter is used.
    pub(crate) parameters: Vec<(String, Result<Unit, String>)>,
    /// The terms, and then the outputs.
    pub(crate) entries: Vec<Entry>,
    /// The expressions of the network or the trace.
    pub(crate) fields: Vec<ParsedField>,
    /// The evaluation order of the entries. The index after the last entry represents the network or the trace.
    pub(crate) order: Vec<usize>,
}

/// Names that already have a meaning in expressions.
const RESERVED: [&str; 5] = ["and", "or", "not", "true", "false"];

/// Checks a declaration. `parameters` are the names and units of the lab's parameters.
pub(crate) fn parse(declaration: Declaration, parameters: &[(String, String)]) -> CheckResult<Parsed> {
    sizes(&declaration)?;
    trace_sizes(&declaration)?;
    network_sizes(&declaration)?;
    let mut parsed = Parsed { declaration, ..Parsed::default() };
    parsed.add_names(parameters)?;
    parsed.add_units()?;
    parsed.add_entries()?;
    add_fields(&mut parsed)?;
    parsed.add_parts()?;
    parsed.add_order()?;
    check_network(&parsed)?;
    check_trace(&parsed)?;
    check_fields(&parsed)?;
    parsed.check_units()?;
    parsed.check_half_widths()?;
    parsed.check_use()?;
    Ok(parsed)
}

impl Parsed {
    fn add_names(&mut self, parameters: &[(String, String)]) -> CheckResult {
        let Declaration { settings, constants, stations, classes, streams, ranges, cache, terms, outputs, .. } =
            &self.declaration;
        let terms_len = terms.len();
        let named =
            |list| move |(at, (name, title)): (usize, (&String, &String))| (list, at, name.clone(), title.clone());
        let settings = settings.iter().map(|entry| (&entry.name, &entry.title)).enumerate().map(named(List::Settings));
        let constants =
            constants.iter().map(|entry| (&entry.name, &entry.title)).enumerate().map(named(List::Constants));
        let terms = terms.iter().map(|entry| (&entry.name, &entry.title)).enumerate().map(named(List::Terms));
        let outputs = outputs.iter().map(|entry| (&entry.name, &entry.title)).enumerate().map(named(List::Outputs));
        let stations = stations.iter().map(|entry| (&entry.name, &entry.title)).enumerate().map(named(List::Stations));
        let classes = classes.iter().map(|entry| (&entry.name, &entry.title)).enumerate().map(named(List::Classes));
        let streams = streams.iter().map(|entry| (&entry.name, &entry.title)).enumerate().map(named(List::Streams));
        let ranges = ranges.iter().map(|entry| (&entry.name, &entry.title)).enumerate().map(named(List::Ranges));
        let cache = cache.iter().map(|entry| (&entry.name, &entry.title)).enumerate().map(named(List::Cache));
        let solved = stations.chain(classes).chain(streams).chain(ranges).chain(cache);
        for (list, at, name, title) in settings.chain(constants).chain(solved).chain(terms).chain(outputs) {
            let place = FieldPosition(list, at, "name");
            let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic())
                && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
                && name.len() <= MAX_NAME_BYTES;
            let is_reserved = RESERVED.contains(&name.as_str()) || list == List::Stations && name == "out";
            if !is_word {
                return Err(place.error(format!(
                    "\"{}\" is not a name: give at most {MAX_NAME_BYTES} letters, digits, or _, beginning with a \
                     letter",
                    short(&name)
                )));
            }
            if is_reserved {
                return Err(place.error(format!("\"{name}\" is a reserved word: choose another name")));
            }
            words(FieldPosition(list, at, "title"), &title)?;
            let stands_for = match list {
                List::Settings => Name::Setting(at),
                List::Constants => Name::Constants(at),
                List::Stations => Name::Station(at),
                List::Classes => Name::Class(at),
                List::Streams => Name::Stream(at),
                List::Ranges => Name::Range(at),
                List::Cache => Name::Cache,
                List::Outputs => Name::Entry(terms_len + at),
                List::Terms | List::Demands | List::Solution => Name::Entry(at),
            };
            if self.names.insert(name.clone(), stands_for).is_some() {
                return Err(place.error(format!("the name {name} is taken: choose another name")));
            }
        }
        for (at, (name, unit)) in parameters.iter().enumerate() {
            self.parameters.push((name.clone(), Unit::parse(unit)));
            if let Some(other) = self.names.insert(name.clone(), Name::Parameter(at)) {
                let (list, at) = match other {
                    Name::Setting(at) => (List::Settings, at),
                    Name::Constants(at) => (List::Constants, at),
                    Name::Station(at) => (List::Stations, at),
                    Name::Class(at) => (List::Classes, at),
                    Name::Stream(at) => (List::Streams, at),
                    Name::Range(at) => (List::Ranges, at),
                    Name::Cache => (List::Cache, 0),
                    Name::Entry(at) if at < terms_len => (List::Terms, at),
                    Name::Entry(at) => (List::Outputs, at - terms_len),
                    Name::Parameter(_) => continue,
                };
                let place = FieldPosition(list, at, "name");
                return Err(place.error(format!("parameters.toml has a parameter {name}: choose another name")));
            }
        }
        Ok(())
    }

    fn add_units(&mut self) -> CheckResult {
        for (at, setting) in self.declaration.settings.iter().enumerate() {
            check_setting(at, setting)?;
            self.setting_units.push(unit(FieldPosition(List::Settings, at, "unit"), &setting.unit)?);
        }
        for (at, constants) in self.declaration.constants.iter().enumerate() {
            let by = self.declaration.settings.iter().find(|setting| setting.name == constants.by);
            check_constants(at, constants, by)?;
            self.constant_units.push(unit(FieldPosition(List::Constants, at, "unit"), &constants.unit)?);
        }
        Ok(())
    }

    fn add_entries(&mut self) -> CheckResult {
        let parsed = |place: FieldPosition, text: &str| {
            Expression::parse(text).map_err(|error| place.at(error.offset, error.message))
        };
        for (at, term) in self.declaration.terms.iter().enumerate() {
            let place = |field| FieldPosition(List::Terms, at, field);
            let count = if term.count.is_empty() { None } else { Some(parsed(place("count"), &term.count)?) };
            self.entries.push(Entry {
                list: List::Terms,
                at,
                name: term.name.clone(),
                unit: unit(place("unit"), &term.unit)?,
                expression: Some(parsed(place("is"), &term.is)?),
                count,
                parts: Vec::new(),
            });
        }
        for (at, output) in self.declaration.outputs.iter().enumerate() {
            let place = |field| FieldPosition(List::Outputs, at, field);
            let expression = if output.is.is_empty() { None } else { Some(parsed(place("is"), &output.is)?) };
            self.entries.push(Entry {
                list: List::Outputs,
                at,
                name: output.name.clone(),
                unit: unit(place("unit"), &output.unit)?,
                expression,
                count: None,
                parts: Vec::new(),
            });
        }
        Ok(())
    }

    /// Adds to each output the terms that are its components, and checks these terms.
    fn add_parts(&mut self) -> CheckResult {
        let terms = self.declaration.terms.len();
        for (at, term) in self.declaration.terms.iter().enumerate() {
            let place = |field| FieldPosition(List::Terms, at, field);
            if term.part_of.is_empty() {
                if !term.place.is_empty() || !term.count.is_empty() {
                    let field = if term.place.is_empty() { "count" } else { "place" };
                    return Err(place(field).error(format!("`{field}` is only for a part of an output: add `part_of`")));
                }
                continue;
            }
            words(place("place"), &term.place)?;
            if !self.entries[at].unit.is_time(1) {
                return Err(place("unit").error("a part of an output must be a time: give it a unit such as ms"));
            }
            for name in &term.part_of {
                let Some(output) = self.declaration.outputs.iter().position(|output| output.name == *name) else {
                    let known: Vec<_> = self.declaration.outputs.iter().map(|output| output.name.as_str()).collect();
                    return Err(place("part_of").error(format!(
                        "there is no output \"{}\": use one of {}",
                        short(name),
                        known.join(", ")
                    )));
                };
                if self.entries[terms + output].parts.contains(&at) {
                    return Err(place("part_of").error(format!("{name} is named twice: name it once")));
                }
                self.entries[terms + output].parts.push(at);
            }
        }
        for (at, output) in self.declaration.outputs.iter().enumerate() {
            let (place, entry) = (|field| FieldPosition(List::Outputs, at, field), &self.entries[terms + at]);
            let is_rate = entry.unit.is_time(-1);
            match (entry.parts.is_empty(), output.terms.is_empty()) {
                (true, false) => {
                    return Err(place("terms")
                        .error("no term is part of this output: add `part_of` to its terms, or remove `terms`"));
                }
                (false, true) => {
                    return Err(place("name")
                        .error("terms are part of this output: add `terms`, as in terms = \"the response time\""));
                }
                (true, true) if output.is.is_empty() => {
                    return Err(place("name").error("the output has no value: add `is` with an expression"));
                }
                (false, false) if !entry.unit.is_time(1) && !is_rate => {
                    return Err(place("unit").error(
                        "terms add up to a time, or to the reciprocal of a rate: give a unit such as ms or 1/s",
                    ));
                }
                (false, false) if is_rate && output.is.is_empty() => {
                    return Err(place("name").error("a rate is not the sum of its terms: add `is` with an expression"));
                }
                _ => words(place("terms"), if output.terms.is_empty() { "none" } else { &output.terms })?,
            }
        }
        Ok(())
    }

    fn add_order(&mut self) -> CheckResult {
        let mut needs: Vec<Vec<usize>> = self.entries.iter().map(|entry| self.needs(entry)).collect();
        needs.push(self.fields.iter().flat_map(|field| self.needed(&field.expression)).collect());
        self.order = order(&needs).map_err(|circle| {
            let name =
                |at: &usize| self.entries.get(*at).map_or(self.declaration.solved_part(), |entry| entry.name.as_str());
            let names: Vec<_> = circle.iter().chain(circle.first()).map(name).collect();
            let place = match self.entries.get(circle[0]) {
                Some(entry) => FieldPosition(entry.list, entry.at, "is"),
                None => self.field_place(circle.get(1).or(circle.first())),
            };
            place.error(format!("the values depend on each other in a cycle, {}: break the cycle", names.join(" → ")))
        })?;
        Ok(())
    }

    /// Returns the position of the first expression that needs an entry, in the network or the trace.
    fn field_place(&self, entry: Option<&usize>) -> FieldPosition {
        let needs = |field: &&ParsedField| self.needed(&field.expression).any(|at| Some(&at) == entry);
        let field = self.fields.iter().find(needs).or(self.fields.first());
        field.map_or(FieldPosition(List::Stations, 0, "name"), |field| field.position)
    }

    /// Returns the terms and outputs that an entry needs.
    fn needs(&self, entry: &Entry) -> Vec<usize> {
        let expressions = entry.expression.iter().chain(&entry.count);
        expressions.flat_map(|expression| self.needed(expression)).chain(entry.parts.iter().copied()).collect()
    }

    /// Returns the indexes of the terms and outputs that an expression needs, and that of the network or the trace if
    /// the expression needs its solution.
    fn needed<'a>(&'a self, expression: &'a Expression) -> impl Iterator<Item = usize> + 'a {
        expression.names().filter_map(|(_, name)| match self.names.get(name) {
            Some(Name::Entry(at)) => Some(*at),
            Some(name) if name.is_of_solution() => Some(self.entries.len()),
            _ => None,
        })
    }

    /// Returns the names with their units, but without values.
    pub(crate) fn unknown_values(&self) -> Names<'_> {
        Names { parsed: self, parameters: &[], settings: &[], values: &[], solution: None, steps: 0 }
    }

    /// Returns all expressions.
    fn expressions(&self) -> impl Iterator<Item = &Expression> {
        let entries = self.entries.iter().flat_map(|entry| entry.expression.iter().chain(&entry.count));
        entries.chain(self.fields.iter().map(|field| &field.expression))
    }

    fn check_units(&self) -> CheckResult {
        for entry in &self.entries {
            let mut scope = self.unknown_values();
            let fields = [("is", &entry.expression), ("count", &entry.count)];
            for (field, expression) in fields.into_iter().filter_map(|(field, e)| e.as_ref().map(|e| (field, e))) {
                let place = FieldPosition(entry.list, entry.at, field);
                let kind = expression.check(&mut scope).map_err(|error| place.at(error.offset, error.message))?;
                let Kind::Quantity(found) = kind else {
                    return Err(place.error("the value is a condition: write if(condition, 1, 0) or another number"));
                };
                if field == "count" && (found.is_time(1) || found.is_time(-1)) {
                    return Err(place.error(format!("the count has the unit \"{found}\": give a number of events")));
                }
                if field == "is" && !found.fits(&entry.unit) {
                    let named =
                        |unit: &Unit| if unit.is_plain() { "a plain number".to_owned() } else { format!("\"{unit}\"") };
                    return Err(place.error(format!(
                        "the value is {}, but declared as {}: correct one of them",
                        named(&found),
                        named(&entry.unit)
                    )));
                }
            }
        }
        Ok(())
    }

    /// Checks that each half-width is an output, in the unit of the output to which it belongs.
    fn check_half_widths(&self) -> CheckResult {
        let (terms, outputs) = (self.declaration.terms.len(), &self.declaration.outputs);
        for (at, output) in outputs.iter().enumerate().filter(|(_, output)| !output.half_width.is_empty()) {
            let place = FieldPosition(List::Outputs, at, "half_width");
            let Some(other) = outputs.iter().position(|other| other.name == output.half_width && *other != *output)
            else {
                return Err(place.error(format!(
                    "\"{}\" is not another output: give the name of the output with the half-width",
                    short(&output.half_width)
                )));
            };
            if self.entries[terms + at].unit != self.entries[terms + other].unit {
                return Err(
                    place.error(format!("{} has a different unit: give both outputs the same unit", output.half_width))
                );
            }
        }
        Ok(())
    }

    /// Checks that every entry is used: an unused entry is a mistake, and readers would think that it is part of the
    /// model.
    fn check_use(&self) -> CheckResult {
        let mut used: Vec<&str> = self.expressions().flat_map(Expression::names).map(|(_, name)| name).collect();
        let Declaration { settings, constants, terms, solution, cache, .. } = &self.declaration;
        used.extend(cache.iter().map(|cache| cache.policy.as_str()));
        used.extend(solution.iter().map(|solution| solution.method.as_str()));
        used.extend(constants.iter().map(|constants| constants.by.as_str()));
        used.extend(terms.iter().filter(|term| !term.part_of.is_empty()).map(|term| term.name.as_str()));
        let all = settings.iter().map(|entry| &entry.name).enumerate().map(|(at, name)| (List::Settings, at, name));
        let all = all.chain(constants.iter().enumerate().map(|(at, entry)| (List::Constants, at, &entry.name)));
        let all = all.chain(terms.iter().enumerate().map(|(at, entry)| (List::Terms, at, &entry.name)));
        for (list, at, name) in all {
            if !used.contains(&name.as_str()) {
                let message = format!("no expression uses {name}: use it or remove it");
                return Err(FieldPosition(list, at, "name").error(message));
            }
        }
        Ok(())
    }

    /// Returns the indexes of the parameters that expressions use.
    pub(crate) fn used_parameters(&self) -> Vec<usize> {
        let mut used: Vec<usize> = self
            .expressions()
            .flat_map(Expression::names)
            .filter_map(|(_, name)| match self.names.get(name) {
                Some(Name::Parameter(at)) => Some(*at),
                _ => None,
            })
            .collect();
        used.sort_unstable();
        used.dedup();
        used
    }
}
