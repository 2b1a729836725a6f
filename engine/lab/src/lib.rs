//! Compiled labs: published tables, parameters with their provenance, and the models that reproduce the tables.
//!
//! A [`Lab`] is plain data. The command-line program reads it from the lab's TOML and CSV files; the browser gets the
//! same structure as JSON. A [`Table`] defines the scenario of each cell and the model output that the cell shows.
//! [`reproduce`] compares the model with the published values. [`calibrate`] (feature of the same name) fits parameters
//! to the cells of role `fit`.

mod baseline;
mod bound;
#[cfg(feature = "calibrate")]
mod calibrate;
pub mod expression;
mod figures;
mod fit_record;
mod grade;
mod lab_model;
mod lesson;
#[cfg(feature = "disk-path")]
pub mod path_advice;
#[cfg(feature = "zfs-migration")]
mod published_lookups;
#[cfg(feature = "file-pool")]
mod published_servers;
mod registry;
mod reproduce;
mod role;
#[cfg(feature = "schema")]
mod schema;
#[cfg(feature = "calibrate")]
mod sensitivity;
#[cfg(feature = "submission")]
pub mod submission;
#[cfg(feature = "sweep")]
pub mod sweep;
mod table;
mod uncertainty;

pub use baseline::{Baseline, BaselineKind};
pub use bound::{Bound, PublishedCell};
#[cfg(feature = "calibrate")]
pub use calibrate::{
    Bootstrap, Calibration, CellPosition, CrossValidation, Draws, FitRequest, FitStart, FittedGroup, FittedParameter,
    LeftOutCell, Leverage, LeverageErrors, LeverageStudy, MAX_DRAWS, ProgressListener, Study, StudyContext,
    StudyProgress, StudyReport, Undetermined, WorstCell, bootstrap, calibrate, cross_validate, fix_parameter,
    free_parameter, leverage, set_role, set_value, study,
};
pub use fit_record::{DrawRecord, FitRecord, GroupRecord, Intervals, ParameterRecord, fit_cell_sum};
pub use grade::{Grader, ModelQuery, SubmittedAnswer, Verdict, drawn, draws};
pub use lab_model::check_model_name;
pub use lesson::{
    Answer, Block, Chart, Choice, Control, Curve, Draw, Feedback, FeedbackTo, Figure, Guess, Inline, Input, Origin,
    OutputWords, Predict, Question, Scale, Series, Source, Step, WordOption,
};
#[cfg(feature = "zfs-migration")]
pub use published_lookups::published_lookups;
#[cfg(feature = "file-pool")]
pub use published_servers::published_servers;
pub use registry::{MODELS, describe_model, former_parameters, model_parameters, open_model};
#[doc(hidden)]
pub use registry::{is_called, unknown_model};
pub use reproduce::{
    BaselineSummary, Cell, Reproduction, Summary, add_context, compute, median, reproduce, reproduce_table, summarize,
    summarize_lab,
};
pub use role::{Role, RoleRule};
#[cfg(feature = "schema")]
pub use schema::schema;
#[cfg(feature = "calibrate")]
pub use sensitivity::{BoundSensitivity, Sensitivity, sensitivity};
pub use table::{Claim, Field, Key, RowKey, RowValue, Table};
pub use uncertainty::{Coverage, add_intervals, prediction_interval, table_intervals, value_interval};

/// The types of declared models.
pub use pathlength_declared as declared;
#[cfg(feature = "formula")]
pub use pathlength_declared::Model as DeclaredModel;
pub use pathlength_declared::{Declaration, DeclarationError, is_declared};
pub use pathlength_model::{Description, Model, ModelError, NamedModel, ParameterValues};
use pathlength_model::{Parameters, Provenance, Settings};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A compiled lab. Fields that are only shown to readers have defaults, so that tables can be reproduced without these
/// fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Lab {
    /// Version of the lab format; the compiler writes [`Lab::FORMAT`].
    #[serde(default)]
    pub format: u32,
    /// Name of the lab's folder.
    pub id: String,
    /// Title.
    pub title: String,
    /// Subject, in a sentence or two.
    #[serde(default)]
    pub summary: String,
    /// Time that a reader needs, in minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub minutes: Option<u32>,
    /// Name of the model that reproduces the lab's tables.
    pub model: String,
    /// Sources, by the names that the text uses for them.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, Source>"))]
    pub sources: BTreeMap<String, Source>,
    /// The dated source behind the lab's advice, which choosers show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub advice: Option<Source>,
    /// Initial value of every setting that a control can change.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, Setting>"))]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, pathlength_model::Setting>"))]
    pub start: Settings,
    /// Named series, which charts compare.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, Series[]>"))]
    pub series: BTreeMap<String, Vec<Series>>,
    /// Titles and units of the model's outputs, by output name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional, type = "Record<string, OutputWords>"))]
    pub outputs: BTreeMap<String, OutputWords>,
    /// The settings and outputs of the model, so that answers can be graded without the model's code. Labs in format 1
    /// contain no description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub description: Option<Description>,
    /// The model that the lab declares, if its model is `formula`, `network`, or `trace`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub declaration: Option<Declaration>,
    /// The tables, in the order of the lab.
    pub tables: Vec<Table>,
    /// The recorded summary of the model's errors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "typescript",
        tsify(
            optional,
            type = "Partial<Omit<Summary, 'baseline'>> & { baseline?: Pick<BaselineSummary, 'kind' | 'cells' | 'median_error' | 'max_error'> }"
        )
    )]
    pub recorded: Option<Summary>,
    /// The model's parameters, by name.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, Parameter>"))]
    pub parameters: Parameters,
    /// The record of the fit, if the lab has one that holds for the current parameter values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub fit: Option<FitRecord>,
    /// Former ids of steps and blocks, with their current ids, so that links to the former ids still work.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional, type = "Record<string, string>"))]
    pub aliases: BTreeMap<String, String>,
    /// Text before the first step.
    #[serde(default)]
    pub introduction: Vec<Block>,
    /// The steps.
    #[serde(default)]
    pub steps: Vec<Step>,
}

impl Lab {
    /// The version of the format that the compiler writes.
    pub const FORMAT: u32 = 2;

    /// The oldest version of the format that this engine reads.
    pub const MIN_FORMAT: u32 = 1;

    /// Checks that tables, roles, and parameters agree with each other, and that the model has these parameters.
    /// [`Lab::open`] checks the parameter values.
    ///
    /// # Errors
    /// Returns [`ModelError`] if a table is invalid, if the parameters or the declaration do not match the model, or if
    /// a parameter was fitted to an unknown table.
    pub fn check(&self) -> Result<(), ModelError> {
        self.tables.iter().try_for_each(Table::check)?;
        self.check_model()?;
        let table = |id: &String| self.table(id).map(drop);
        self.parameters.values().flat_map(|parameter| &parameter.fitted_on).try_for_each(table)
    }

    /// Returns whether a table repeats the published cells of another table for another scenario. Totals count each
    /// cell once, in the first table for which the model has values: a table that only shows the cells must not hide
    /// their errors.
    pub fn is_repeated(&self, id: &str) -> bool {
        let Ok(table) = self.table(id) else { return false };
        let same = || self.tables.iter().filter(|other| other.csv_name() == table.csv_name());
        let counted = same().find(|table| table.is_modeled()).or_else(|| same().next());
        counted.is_some_and(|counted| counted.id != id)
    }

    /// Returns the value of a parameter; `None` if the lab does not have it.
    pub fn value(&self, name: &str) -> Option<f64> {
        self.parameters.get(name).map(|parameter| parameter.value)
    }

    /// Returns the number of parameters that were fitted to the table called `id`, alone or together with other tables.
    pub fn fitted_parameters(&self, id: &str) -> usize {
        self.parameters.values().filter(|parameter| parameter.fitted_on.iter().any(|table| table == id)).count()
    }

    /// Returns the number of parameters with the provenance `assumed`.
    pub fn chosen_parameters(&self) -> usize {
        self.parameters.values().filter(|parameter| parameter.provenance == Provenance::Assumed).count()
    }

    /// Returns the names of the parameters that were chosen with knowledge of the cells in a row.
    pub fn chosen_with<'a>(&'a self, table: &'a str, row: &'a Key) -> impl Iterator<Item = &'a str> {
        let names = move |entry: &String| match entry.split_once(':') {
            Some((id, key)) => id == table && key == row.to_string(),
            None => entry == table,
        };
        let chosen = self.parameters.iter().filter(move |(_, parameter)| parameter.chosen_with.iter().any(names));
        chosen.map(|(name, _)| name.as_str())
    }

    /// Checks an entry of `chosen_with`: a table id, or `table:row` for a single row.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the table or the row is unknown.
    pub fn check_chosen_with(&self, entry: &str) -> Result<(), ModelError> {
        let (id, row) = entry.split_once(':').map_or((entry, None), |(id, row)| (id, Some(row)));
        let table = self.table(id)?;
        match row.filter(|row| table.rows.iter().all(|known| known.to_string() != **row)) {
            Some(row) => Err(ModelError::new(format!("the table {id} has no row {row}: name a row of its CSV file"))),
            None => Ok(()),
        }
    }

    /// Returns whether a fit to cells of the table called `id` has at least as many parameters as independent cells or
    /// as scenarios. The errors of such a fit are only rounding errors.
    pub fn is_saturated(&self, id: &str) -> bool {
        let fitted = self.parameters.values().filter(|parameter| parameter.provenance == Provenance::Fitted);
        let mut groups: Vec<&[String]> = fitted.map(|parameter| parameter.fitted_on.as_slice()).collect();
        groups.retain(|tables| tables.iter().any(|table| table == id));
        groups.iter().any(|group| {
            let (mut cells, mut scenarios) = (0, Vec::new());
            for table in self.tables.iter().filter(|table| group.contains(&table.id)) {
                for (row, field) in table.fit_cells() {
                    cells += 1;
                    let scenario = table.scenario(row, field);
                    if !scenarios.contains(&scenario) {
                        scenarios.push(scenario);
                    }
                }
            }
            let parameters = groups.iter().filter(|other| other == &group).count();
            parameters >= scenarios.len().min(cells)
        })
    }

    /// Returns the table called `id`.
    ///
    /// # Errors
    /// Returns [`ModelError`] with the ids of all tables if no table has this id.
    pub fn table(&self, id: &str) -> Result<&Table, ModelError> {
        self.tables.iter().find(|table| table.id == id).ok_or_else(|| {
            let known: Vec<_> = self.tables.iter().map(|table| table.id.as_str()).collect();
            ModelError::new(format!("lab {} has no table \"{id}\": use one of {}", self.id, known.join(", ")))
        })
    }
}
