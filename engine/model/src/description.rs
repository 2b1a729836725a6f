//! What a model can be asked: its settings and its outputs.

use serde::Serialize;

/// What a model can be asked.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Description {
    /// Its settings.
    pub settings: Vec<SettingDescription>,
    /// Its outputs.
    pub outputs: Vec<OutputDescription>,
}

/// One setting of a model.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SettingDescription {
    /// Its name in scenarios.
    pub name: &'static str,
    /// Its name for readers.
    pub title: &'static str,
    /// What it can be.
    pub values: SettingValues,
    /// Whether a scenario may leave it out.
    pub optional: bool,
}

/// What a setting can be.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SettingValues {
    /// A number.
    Number {
        /// The least.
        least: f64,
        /// The greatest.
        greatest: f64,
        /// Whether only whole numbers make sense.
        whole: bool,
        /// The values there are, if it is not all between.
        only: &'static [f64],
        /// Unit.
        unit: &'static str,
    },
    /// One of these words.
    Word {
        /// The words.
        words: &'static [&'static str],
    },
    /// True or false.
    Switch,
}

/// One output of a model.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct OutputDescription {
    /// Its name in tables, charts and expressions.
    pub name: &'static str,
    /// Its name for readers.
    pub title: &'static str,
    /// Unit.
    pub unit: &'static str,
    /// What the terms of this output add up to, for "where … goes"; empty if it has none.
    pub terms: &'static str,
    /// The output that is half of this one's 95 % confidence interval, in the same unit; empty if it has none.
    pub half_width: &'static str,
}
