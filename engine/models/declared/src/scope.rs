//! The meaning of names in a declaration.

use super::check::{Name, Parsed};
use super::solutions::Outcome;
use super::{Constants, functions, network, trace};
use pathlength_expression::{Answer, Call, Choice, Item, Operands, Quantity, Scope, Stage, Unit, unknown};
use pathlength_model::Setting;

/// The values of terms and outputs so far, each in its unit; an error matters only where the value is needed.
pub(crate) type EntryValues = Vec<Option<Result<f64, String>>>;

/// The names of a declaration, with values if there is a scenario.
pub(crate) struct Names<'a> {
    pub(crate) parsed: &'a Parsed,
    /// The values of the parameters.
    pub(crate) parameters: &'a [f64],
    /// The value of each setting; empty while the values are unknown.
    pub(crate) settings: &'a [Setting],
    pub(crate) values: &'a [Option<Result<f64, String>>],
    /// The solution of the network or the trace; `None` while it is unknown.
    pub(crate) solution: Option<&'a Outcome>,
    /// Steps taken by closed forms.
    pub(crate) steps: u64,
}

impl Names<'_> {
    fn find(&self, name: &str) -> Option<Name> {
        self.parsed.names.get(name).copied()
    }
}

/// Returns an amount in a unit; `%` becomes a plain number.
fn amount(value: Option<f64>, unit: &Unit) -> Item {
    let quantity = Quantity::new(value.unwrap_or(1.0), unit);
    Item::Amount(value.map(|_| quantity.value), quantity.unit)
}

impl Scope for Names<'_> {
    fn name(&self, name: &str, _: Stage) -> Result<Item, String> {
        let Parsed { declaration, .. } = self.parsed;
        match self.find(name) {
            Some(Name::Setting(at)) => match (self.settings.get(at), &self.parsed.setting_units[at]) {
                (Some(Setting::Number(value)), unit) => Ok(amount(Some(*value), unit)),
                (Some(Setting::Switch(value)), _) => Ok(Item::Condition(Some(*value))),
                (None, unit) if declaration.settings[at].kind == super::SettingKind::Number => Ok(amount(None, unit)),
                (None, _) if declaration.settings[at].kind == super::SettingKind::Switch => Ok(Item::Condition(None)),
                _ => Err(format!("{name} is a word: compare it, as in {name} = {}", declaration.settings[at].words[0])),
            },
            Some(Name::Constants(at)) => {
                let constants = &declaration.constants[at];
                let by = match self.find(&constants.by) {
                    Some(Name::Setting(at)) => self.settings.get(at),
                    _ => None,
                };
                let value = by.map(|by| row(constants, by)).transpose()?;
                Ok(amount(value, &self.parsed.constant_units[at]))
            }
            Some(Name::Parameter(at)) => match &self.parsed.parameters[at].1 {
                Ok(unit) => Ok(amount(self.parameters.get(at).copied(), unit)),
                Err(error) => {
                    Err(format!("parameters.toml, unit of {name}: {error}: write a unit such as ms, requests/s, or %"))
                }
            },
            Some(Name::Entry(at)) => {
                let value = self.values.get(at).cloned().flatten().transpose()?;
                Ok(amount(value, &self.parsed.entries[at].unit))
            }
            Some(Name::Station(_) | Name::Class(_)) => {
                Err(format!("{name} is a station or a class: use it in a function, as in throughput({name})"))
            }
            Some(Name::Stream(_) | Name::Range(_) | Name::Cache) => {
                Err(format!("{name} belongs to the trace: use it in a function, as in hit_ratio({name})"))
            }
            None => Err(unknown(
                "setting, constant, term, or parameter",
                name,
                self.parsed.names.keys().map(String::as_str),
            )),
        }
    }

    fn choice(&self, name: &str) -> Option<Choice<'_>> {
        let Some(Name::Setting(at)) = self.find(name) else { return None };
        let words = &self.parsed.declaration.settings[at].words;
        let chosen = match self.settings.get(at) {
            Some(Setting::Word(word)) => Some(word.as_str()),
            _ => None,
        };
        (!words.is_empty()).then_some(Choice { words, chosen })
    }

    fn call(&mut self, call: &Call, operands: &Operands<'_>, offset: usize) -> Option<Answer> {
        if self.parsed.declaration.has_network()
            && let Some(answer) = network::call(call, operands, offset, self.parsed, self.solution)
        {
            return Some(answer);
        }
        if self.parsed.declaration.has_trace()
            && let Some(answer) = trace::call(call, operands, offset, self.parsed, self.solution)
        {
            return Some(answer);
        }
        functions::call(call, operands, offset, &mut self.steps)
    }

    fn functions(&self) -> Vec<&str> {
        let of_networks = network::function_names().filter(|_| self.parsed.declaration.has_network());
        let of_traces = trace::function_names().filter(|_| self.parsed.declaration.has_trace());
        functions::FUNCTIONS.iter().map(|(name, _)| *name).chain(of_networks).chain(of_traces).collect()
    }
}

/// Returns the constant for a setting's value, interpolated between rows of numbers.
fn row(constants: &Constants, by: &Setting) -> Result<f64, String> {
    if let Some((_, value)) = constants.rows.iter().find(|(key, _)| key == by) {
        return Ok(*value);
    }
    let no_row = |value: &dyn std::fmt::Display| {
        Err(format!("{} has no row for {} = {value}: add a row", constants.name, constants.by))
    };
    let at = match by {
        Setting::Number(at) => at,
        Setting::Word(word) => return no_row(word),
        Setting::Switch(on) => return no_row(on),
    };
    let rows = constants.rows.windows(2).find_map(|pair| match pair {
        [(Setting::Number(low), from), (Setting::Number(high), to)] if low < at && at < high => {
            Some(from + (to - from) * (at - low) / (high - low))
        }
        _ => None,
    });
    rows.ok_or_else(|| format!("{} has no rows around {} = {at}: add rows", constants.name, constants.by))
}
