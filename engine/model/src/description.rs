//! Settings and outputs of a model as data, which the compiler writes into `lab.json`.

use serde::{Deserialize, Serialize};

/// The settings and outputs of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The settings of a scenario.
    pub settings: Vec<SettingDescription>,
    /// The outputs of an evaluation.
    pub outputs: Vec<OutputDescription>,
}

/// One setting of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SettingDescription {
    /// Name in scenarios.
    pub name: String,
    /// Name for readers.
    pub title: String,
    /// Values that the setting can have.
    pub values: SettingValues,
    /// Whether a scenario may omit the setting.
    pub optional: bool,
}

/// The values that a setting can have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SettingValues {
    /// A number.
    Number {
        /// Lower limit.
        min: f64,
        /// Upper limit.
        max: f64,
        /// Whether the number must be whole.
        whole: bool,
        /// The allowed values; empty if all values from `min` to `max` are allowed.
        only: Vec<f64>,
        /// Unit.
        unit: String,
    },
    /// One of these words.
    Word {
        /// The words.
        words: Vec<String>,
    },
    /// True or false.
    Switch,
}

/// One output of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OutputDescription {
    /// Name in tables, charts, and expressions.
    pub name: String,
    /// Name for readers.
    pub title: String,
    /// Unit.
    pub unit: String,
    /// Name of the sum of the output's terms; empty if the output has no terms.
    pub terms: String,
    /// Name of the output that is the half-width of this output's 95 % confidence interval, in the same unit; empty if
    /// there is no such output.
    pub half_width: String,
}

impl SettingDescription {
    /// Returns the description of a setting whose value is one of `words`.
    pub fn word(name: &str, title: &str, words: &[&str], optional: bool) -> Self {
        let words = words.iter().map(|&word| word.to_owned()).collect();
        Self { name: name.to_owned(), title: title.to_owned(), values: SettingValues::Word { words }, optional }
    }

    /// Returns the description of an optional setting that is true or false.
    pub fn switch(name: &str, title: &str) -> Self {
        Self { name: name.to_owned(), title: title.to_owned(), values: SettingValues::Switch, optional: true }
    }
}

/// An output as a model declares it.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    /// Name in tables, charts, and expressions.
    pub name: &'static str,
    /// Name for readers.
    pub title: &'static str,
    /// Unit.
    pub unit: &'static str,
    /// Name of the sum of the output's terms; empty if the output has no terms.
    pub terms: &'static str,
    /// Name of the output that is the half-width of this output's 95 % confidence interval; empty for an output without
    /// an interval.
    pub half_width: &'static str,
}

impl Output {
    /// Returns the description of the output.
    pub fn describe(&self) -> OutputDescription {
        let [name, title, unit, terms, half_width] =
            [self.name, self.title, self.unit, self.terms, self.half_width].map(str::to_owned);
        OutputDescription { name, title, unit, terms, half_width }
    }
}
