//! A declared model as data, as in `model.toml` and in compiled labs.

use crate::fields::Field;
use crate::network::{DeclaredClass, DeclaredDemand, DeclaredSolution, DeclaredStation};
use crate::trace::{DeclaredCache, DeclaredRange, DeclaredStream};
use pathlength_model::Setting;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A model that a lab declares.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Declaration {
    /// The settings of a scenario, in the order in which readers see them.
    #[serde(default)]
    pub settings: Vec<DeclaredSetting>,
    /// Small tables of constants.
    #[serde(default)]
    pub constants: Vec<Constants>,
    /// The stations of a queueing network.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub stations: Vec<DeclaredStation>,
    /// The customer classes of the network.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub classes: Vec<DeclaredClass>,
    /// The service demands of the classes at the stations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub demands: Vec<DeclaredDemand>,
    /// The solution method of the network and its options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub solution: Option<DeclaredSolution>,
    /// The request streams of a trace.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub streams: Vec<DeclaredStream>,
    /// The named ranges of the trace's requests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub ranges: Vec<DeclaredRange>,
    /// The cache that serves the trace's requests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub cache: Option<DeclaredCache>,
    /// Intermediate values.
    #[serde(default)]
    pub terms: Vec<DeclaredTerm>,
    /// The outputs, in the order in which readers see them.
    #[serde(default)]
    pub outputs: Vec<DeclaredOutput>,
}

impl Declaration {
    /// Returns the text of the expression that contains the error; empty if the field is not an expression.
    pub fn text(&self, error: &DeclarationError) -> &str {
        match (error.list, error.field) {
            (List::Terms, "is") => self.terms.get(error.at).map_or("", |term| &term.is),
            (List::Terms, "count") => self.terms.get(error.at).map_or("", |term| &term.count),
            (List::Outputs, "is") => self.outputs.get(error.at).map_or("", |output| &output.is),
            (list, field) => {
                let is_it = |known: &&Field<'_>| known.list == list && known.at == error.at && known.name == field;
                self.solution_fields().iter().find(is_it).map_or("", |field| field.text)
            }
        }
    }
}

/// The kind of a setting's values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SettingKind {
    /// A number.
    #[default]
    Number,
    /// One of a few words.
    Choice,
    /// True or false.
    Switch,
}

pathlength_model::words! { SettingKind { Number = "number", Choice = "choice", Switch = "switch" } }

/// A setting.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DeclaredSetting {
    /// Name in scenarios and expressions.
    pub name: String,
    /// Name for readers.
    pub title: String,
    /// Kind of the setting's values.
    pub kind: SettingKind,
    /// Unit of a number; by default, the number has no unit.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub unit: String,
    /// Lower limit of a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub min: Option<f64>,
    /// Upper limit of a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub max: Option<f64>,
    /// Whether a number must be whole.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub whole: bool,
    /// The words of a choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub words: Vec<String>,
    /// The value in a scenario that omits the setting; without a default, every scenario must have the setting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub default: Option<Setting>,
}

/// A table of constants, in which a setting chooses the row. In expressions, the table's name means the value in the
/// chosen row; between rows for numbers, the value is interpolated linearly.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Constants {
    /// Name in expressions.
    pub name: String,
    /// Name for readers.
    pub title: String,
    /// Unit of the values; by default, the values have no unit.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub unit: String,
    /// The document and the position in it, or the reason for an assumed value.
    pub source: String,
    /// The setting that chooses the row: a number or a choice.
    pub by: String,
    /// Values of the setting, each with its constant. A choice needs a row for each word; the values of a number must
    /// ascend.
    #[cfg_attr(feature = "typescript", tsify(type = "[number | string, number][]"))]
    pub rows: Vec<(Setting, f64)>,
}

/// A value that outputs and other terms use.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DeclaredTerm {
    /// Name in expressions.
    pub name: String,
    /// Name for readers.
    pub title: String,
    /// Unit; by default, the value has no unit.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub unit: String,
    /// The expression.
    pub is: String,
    /// The outputs of which this term is a component; the unit of such a term must be a unit of time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub part_of: Vec<String>,
    /// Location where the time of a term that is part of an output is spent.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub place: String,
    /// Expression for the number of events of a term that is part of an output: 1 by default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub count: String,
}

/// An output.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DeclaredOutput {
    /// Name in tables, charts, and expressions.
    pub name: String,
    /// Name for readers.
    pub title: String,
    /// Unit; by default, the value has no unit.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub unit: String,
    /// The expression; by default, the output is the sum of its terms.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub is: String,
    /// Name of the sum of the output's terms; empty if the output has no terms.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub terms: String,
    /// Name of the output that is the half-width of the 95 % confidence interval of this output; none by default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub half_width: String,
}

/// A list in a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum List {
    /// `settings`
    Settings,
    /// `constants`
    Constants,
    /// `stations`
    Stations,
    /// `classes`
    Classes,
    /// `demands`
    Demands,
    /// `solution`, which has one entry.
    Solution,
    /// `streams`
    Streams,
    /// `ranges`
    Ranges,
    /// `cache`, which has one entry.
    Cache,
    /// `terms`
    Terms,
    /// `outputs`
    Outputs,
}

pathlength_model::words! {
    List {
        Settings = "settings",
        Constants = "constants",
        Stations = "stations",
        Classes = "classes",
        Demands = "demands",
        Solution = "solution",
        Streams = "streams",
        Ranges = "ranges",
        Cache = "cache",
        Terms = "terms",
        Outputs = "outputs",
    }
}

impl List {
    /// Returns whether the list is a single table in the file, such as `[solution]` instead of `[[solution]]`.
    pub fn is_table(self) -> bool {
        matches!(self, Self::Solution | Self::Cache)
    }
}

/// The reason why a declaration is refused, with the position of the error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclarationError {
    /// The list that contains the entry.
    pub list: List,
    /// Index of the entry.
    pub at: usize,
    /// Field of the entry.
    pub field: &'static str,
    /// Byte offset of the error in an expression; 0 in any other field.
    pub offset: usize,
    /// Message of the form `what is wrong: what to do`, without a full stop.
    pub message: String,
}

impl fmt::Display for DeclarationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use pathlength_model::WordEnum;
        write!(f, "model.toml, {} {}, {}: {}", self.list.word(), self.at + 1, self.field, self.message)
    }
}

impl std::error::Error for DeclarationError {}
