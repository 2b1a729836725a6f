//! A compiled lab: published tables, parameters with their provenance, and the road from a cell to a running model.
//!
//! A [`Lab`] is plain data. The command reads it from the lab's TOML and CSV files; the browser gets the same structure
//! as JSON. A [`Table`] says how each cell becomes the settings of a scenario and which output of the model it shows;
//! [`reproduce`] sets model beside publication; [`calibrate`] (feature of the same name) fits parameters to the cells
//! that may be used for it.

#[cfg(feature = "calibrate")]
mod calibrate;
mod model;
mod parameters;
mod reproduce;
mod settings;
mod table;

#[cfg(feature = "calibrate")]
pub use calibrate::{Fitted, calibrate};
pub use model::{Evaluation, LabModel, Term};
pub use parameters::{Parameter, Parameters, Provenance};
pub use reproduce::{Cell, Reproduction, Summary, reproduce, summarize};
pub use settings::{Setting, Settings, Word};
pub use table::{Field, Role, RoleRule, RowKey, Table};

use serde::{Deserialize, Serialize};
use std::fmt;

/// A lab's data: everything but its prose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct Lab {
    /// Name of the lab's folder.
    pub id: String,
    /// Title.
    pub title: String,
    /// Name of the model that reproduces its tables.
    pub model: String,
    /// The tables, in the order of the lab.
    pub tables: Vec<Table>,
    /// The model's parameters by name.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, Parameter>"))]
    pub parameters: Parameters,
}

impl Lab {
    /// Checks that tables, roles and parameters agree with each other.
    ///
    /// # Errors
    /// [`ModelError`] that names the table and the field.
    pub fn check(&self) -> Result<(), ModelError> {
        self.tables.iter().try_for_each(Table::check)?;
        if let Some(name) =
            self.parameters.keys().find(|name| !LabModel::parameters(&self.model).contains(&name.as_str()))
        {
            return Err(ModelError::new(format!("the model has no parameter {name}")));
        }
        let table = |id: &String| self.table(id).map(drop);
        self.parameters.values().flat_map(|parameter| &parameter.fitted_on).try_for_each(table)?;
        self.open().map(drop)
    }

    /// The lab's model with the lab's parameters.
    ///
    /// # Errors
    /// As [`LabModel::new`].
    pub fn open(&self) -> Result<LabModel, ModelError> {
        LabModel::new(&self.model, &|name| self.value(name))
    }

    /// The value of a parameter.
    pub fn value(&self, name: &str) -> Option<f64> {
        self.parameters.get(name).map(|parameter| parameter.value)
    }

    /// How many parameters were fitted to the table called `id`, alone or with others.
    pub fn fitted_parameters(&self, id: &str) -> usize {
        self.parameters.values().filter(|parameter| parameter.fitted_on.iter().any(|table| table == id)).count()
    }

    /// The table called `id`.
    ///
    /// # Errors
    /// [`ModelError`] that lists the tables there are.
    pub fn table(&self, id: &str) -> Result<&Table, ModelError> {
        self.tables.iter().find(|table| table.id == id).ok_or_else(|| {
            let known: Vec<_> = self.tables.iter().map(|table| table.id.as_str()).collect();
            ModelError::new(format!("lab {} has no table \"{id}\"; it has {}", self.id, known.join(", ")))
        })
    }
}

/// Why a model cannot answer: the input is wrong, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelError(String);

impl ModelError {
    /// An error with this message: a sentence without a full stop that says what to do.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ModelError {}

impl From<crate::directory::DirectoryError> for ModelError {
    fn from(error: crate::directory::DirectoryError) -> Self {
        Self(error.to_string())
    }
}
