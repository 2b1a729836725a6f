//! Charts, and the controls for settings.

use pathlength_model::Settings;
use serde::{Deserialize, Serialize};

/// A chart of the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Chart {
    /// Id, unique in the lab.
    pub id: String,
    /// Title.
    pub title: String,
    /// The chart's finding, in one sentence; by default, the page derives it from the numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub summary: Option<String>,
    /// Mark: a name that the page knows, such as `line` or `bar`.
    pub mark: String,
    /// The varied setting. A bar chart can omit it and then has one bar for each series.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub x: Option<String>,
    /// Values of `x`: all of them for bars; for a line, its ends and values that it must contain; empty without `x`.
    #[serde(default)]
    pub values: Vec<f64>,
    /// Scale of the x axis.
    pub x_scale: Scale,
    /// The output on the y axis.
    pub y: String,
    /// Other outputs that a reader can select.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub also: Vec<String>,
    /// The output that `y` is divided by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub per: Option<String>,
    /// Scale of the y axis.
    pub y_scale: Scale,
    /// Name of the lab's group of series that the chart compares; by default, the chart shows the lab's current state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub series: Option<String>,
    /// Whether values are divided by those of the first series.
    pub relative: bool,
    /// Settings that override the lab's current state.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, Setting>"))]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, pathlength_model::Setting>"))]
    pub scenario: Settings,
    /// Id of the prediction that the chart shows once the reader commits it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub prediction: Option<String>,
}

/// The scale of an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// Equal distances represent equal differences.
    #[default]
    Linear,
    /// Equal distances represent equal ratios.
    Log,
}

/// One series of a lab: settings with a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// Name in legends.
    pub title: String,
    /// Settings.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, Setting>"))]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, pathlength_model::Setting>"))]
    pub scenario: Settings,
}

/// Title and unit of an output in the lab.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OutputWords {
    /// Name for readers.
    pub title: String,
    /// Unit.
    pub unit: String,
    /// Name of the sum of the output's terms; empty if the output has no terms.
    pub terms: String,
    /// The output that is the half-width of this output's 95 % confidence interval, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub half_width: Option<String>,
}

/// An input for one setting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Control {
    /// Id, unique in the lab.
    pub id: String,
    /// Name of the setting.
    pub setting: String,
    /// Title.
    pub title: String,
    /// Kind of input.
    pub input: Input,
}

/// The kind of input in a control.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Input {
    /// One of several numbers.
    OneOf {
        /// The numbers.
        values: Vec<f64>,
        /// Unit.
        unit: String,
    },
    /// A slider with a number field.
    Number {
        /// Minimum.
        least: f64,
        /// Maximum.
        greatest: f64,
        /// Whether the number must be whole.
        whole: bool,
        /// Scale of the slider.
        scale: Scale,
        /// Unit.
        unit: String,
    },
    /// One of several words.
    Word {
        /// The words with their titles.
        options: Vec<WordOption>,
    },
    /// A switch.
    Switch,
}

/// A word that a control offers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WordOption {
    /// The word that the model uses.
    pub word: String,
    /// Name for readers.
    pub title: String,
}
