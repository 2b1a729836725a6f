//! A published table, and how each of its cells becomes a scenario.

use super::Printed;
use pathlength_model::{ModelError, Setting, Settings, words};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a cell may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// 1 by definition: the others are ratios to it.
    Baseline,
    /// Parameters are fitted to it.
    Fit,
    /// Kept out of every fit, so that the model's answer is a prediction.
    HeldOut,
    /// Not published: the model's answer stands alone.
    Predicted,
    /// The source has no value here.
    Missing,
    /// The source has a value that cannot be read with certainty.
    Damaged,
    /// Published, not modelled: the publication stands alone.
    Measured,
}

words! {
    Role {
        Baseline = "baseline",
        Fit = "fit",
        HeldOut = "held_out",
        Predicted = "predicted",
        Missing = "missing",
        Damaged = "damaged",
        Measured = "measured",
    }
}

/// What can be said of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// The model comes to it by itself.
    Reproduced,
    /// The model comes to a part of it, or with a part of its parameters chosen so that it does.
    InPart,
    /// The answer rests on what had to be assumed, whatever it is.
    NotPredictable,
    /// The model does not come to it.
    NotReproduced,
}

/// A published table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Name of the table's files.
    #[serde(default)]
    pub id: String,
    /// Title.
    pub title: String,
    /// The document and the place in it.
    pub source: String,
    /// The CSV file with its values, without ending, where several tables share one; else it has the table's own name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub csv: Option<String>,
    /// What a reader must know to read the table rightly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub note: Option<String>,
    /// The role of every cell that `roles` does not name and that has a value.
    pub role: Role,
    /// Settings common to all cells.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, Setting>"))]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, Setting>"))]
    pub scenario: Settings,
    /// What tells the rows apart.
    pub row: RowKey,
    /// The columns after the first.
    pub fields: Vec<Field>,
    /// Exceptions to `role`; a later one wins.
    #[serde(default)]
    pub roles: Vec<RoleRule>,
    /// The row keys, from the first column of the CSV file.
    #[serde(default)]
    pub rows: Vec<Key>,
    /// The published values, `[row][field]`: numbers, or bounds such as `>3600`; `None` where the source has none.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "(number | string | null)[][]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<Option<super::bound::Text>>>"))]
    pub cells: Vec<Vec<Option<Printed>>>,
    /// Values as they are printed, row by row in one list, where a reader would see the number with other digits: `1.50`
    /// is 1.5. Empty where the number says it all, and no longer than needed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub printed: Vec<String>,
}

/// The first column of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RowKey {
    /// Its header in the CSV file.
    pub name: String,
    /// The setting that a row's key becomes, if it becomes one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub key: Option<String>,
    /// Title.
    pub title: String,
    /// Unit; empty for words.
    #[serde(default)]
    pub unit: String,
    /// What single rows are called, and settings that they bring.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub values: Vec<RowValue>,
}

/// What tells a row from the others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Key {
    /// A number.
    Number(f64),
    /// A word.
    Word(String),
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => word.fmt(f),
        }
    }
}

/// What a table says of one row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RowValue {
    /// The row's key.
    pub is: Key,
    /// How the row is called; the key where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub title: Option<String>,
    /// If the row is a claim: what can be said of it where its bounds are met.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub claim: Option<Claim>,
    /// Settings of this row, added to the table's and the column's.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, Setting>"))]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, Setting>"))]
    pub scenario: Settings,
}

/// A column of values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// Its header in the CSV file.
    pub name: String,
    /// Title.
    pub title: String,
    /// Columns with the same group stand under one heading.
    pub group: String,
    /// Unit; "ratio" where `relative_to` names another column or `relative_to_row` a row.
    pub unit: String,
    /// The model's output that it shows; without one its values are [`Role::Measured`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub output: Option<String>,
    /// The column of the same row that the output is divided by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub relative_to: Option<String>,
    /// The row whose value the output is divided by, in this column or the one of `relative_to`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub relative_to_row: Option<Key>,
    /// How far the values scatter, as a share of them: a fit counts differences in units of it, and larger ones in
    /// proportion rather than by their squares, so that a few stray cells do not decide. Without it a fit is one of plain
    /// least squares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub scatter: Option<f64>,
    /// Settings of this column, added to the table's.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, Setting>"))]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, Setting>"))]
    pub scenario: Settings,
}

/// A role for some cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoleRule {
    /// Row keys; all rows if empty.
    #[serde(default)]
    pub rows: Vec<Key>,
    /// Column names; all columns if empty.
    #[serde(default)]
    pub fields: Vec<String>,
    /// The role.
    pub role: Role,
}

impl Table {
    /// Checks that names refer to something and that every row has a value or a gap for every column.
    ///
    /// # Errors
    /// [`ModelError`] that names the table and what is wrong.
    pub fn check(&self) -> Result<(), ModelError> {
        self.check_shape()?;
        let modelled = |name: &String| self.fields.iter().any(|field| field.name == *name && field.output.is_some());
        for field in &self.fields {
            if let Some(base) = field.relative_to.as_ref().filter(|base| field.output.is_some() && !modelled(base)) {
                return self.wrong(&format!("{} is relative to \"{base}\", which is not modelled", field.name));
            }
            if let Some(row) = field.relative_to_row.as_ref().filter(|row| !self.rows.contains(row)) {
                return self.wrong(&format!("{} is relative to row {row}, which is not in the table", field.name));
            }
        }
        for name in self.roles.iter().flat_map(|rule| &rule.fields) {
            if self.fields.iter().all(|field| field.name != *name) {
                return self.wrong(&format!("a role names \"{name}\", which is no column"));
            }
        }
        let named = self.roles.iter().flat_map(|rule| &rule.rows);
        for row in named.chain(self.row.values.iter().map(|value| &value.is)) {
            if !self.rows.contains(row) {
                return self.wrong(&format!("a rule names row {row}, which is not in the table"));
            }
        }
        for (at, row) in self.cells.iter().enumerate() {
            let compared = row.iter().zip(&self.fields).filter(|(_, field)| field.output.is_some());
            if compared.filter_map(|(cell, _)| cell.and_then(Printed::value)).any(|value| value == 0.0) {
                return self
                    .wrong(&format!("row {} has a value that no error can be relative to; leave a gap", at + 1));
            }
            if row.iter().flatten().any(|cell| cell.value().is_some_and(|value| !value.is_finite())) {
                return self.wrong(&format!("row {} has a value that is no number; leave a gap", at + 1));
            }
        }
        Ok(())
    }

    /// What can be said of the claim that a row is, by whether the bound in one of its cells is met; none
    /// if it is no claim or the cell has no bound.
    pub fn claim(&self, row: usize, met: Option<bool>) -> Option<Claim> {
        let said = self.row.values.iter().find(|value| value.is == self.rows[row])?.claim?;
        Some(if met? || said == Claim::NotPredictable { said } else { Claim::NotReproduced })
    }

    /// The part of [`Table::check`] without which a table cannot be reproduced. The page's module has no room for the
    /// rest, which the lab's compiler has done.
    ///
    /// # Errors
    /// [`ModelError`] that names the table and what is wrong.
    pub fn check_shape(&self) -> Result<(), ModelError> {
        if self.fields.is_empty() {
            return self.wrong("it has no columns");
        }
        for field in &self.fields {
            if let Some(base) = &field.relative_to {
                let what = match self.fields.iter().find(|other| other.name == *base) {
                    None => "no column",
                    Some(other) if other.relative_to.is_some() => "itself a ratio",
                    Some(_) => continue,
                };
                return self.wrong(&format!("{} is relative to \"{base}\", which is {what}", field.name));
            }
        }
        if self.cells.len() != self.rows.len() {
            return self.wrong(&format!("it has {} rows of values for {} row keys", self.cells.len(), self.rows.len()));
        }
        for (at, row) in self.cells.iter().enumerate() {
            if row.len() != self.fields.len() {
                return self.wrong(&format!(
                    "row {} has {} values for {} columns",
                    at + 1,
                    row.len(),
                    self.fields.len()
                ));
            }
        }
        Ok(())
    }

    fn wrong(&self, what: &str) -> Result<(), ModelError> {
        Err(ModelError::new(format!("table {}: {what}", self.id)))
    }

    /// What the cell may be used for.
    ///
    /// # Panics
    /// If the table has no such row or column.
    pub fn role(&self, row: usize, field: usize) -> Role {
        let role = match self.said_role(row, field) {
            role @ (Role::Missing | Role::Damaged) => role,
            _ if self.fields[field].output.is_none() => Role::Measured,
            role => role,
        };
        let is_gap = self.cells[row][field].is_none();
        if is_gap && matches!(role, Role::Fit | Role::HeldOut | Role::Measured) { Role::Missing } else { role }
    }

    /// What the table says that the cell may be used for, whether it has a value or not.
    fn said_role(&self, row: usize, field: usize) -> Role {
        let exception = self.roles.iter().rev().find(|rule| {
            (rule.rows.is_empty() || rule.rows.contains(&self.rows[row]))
                && (rule.fields.is_empty() || rule.fields.contains(&self.fields[field].name))
        });
        exception.map_or(self.role, |rule| rule.role)
    }

    /// The model's output that a cell shows; none if the model says nothing of it.
    ///
    /// # Panics
    /// If the table has no such row or column.
    pub fn output(&self, row: usize, field: usize) -> Option<&str> {
        self.fields[field].output.as_deref().filter(|_| self.said_role(row, field) != Role::Measured)
    }

    /// The settings of a cell's scenario.
    ///
    /// # Panics
    /// If the table has no such row or column.
    pub fn scenario(&self, row: usize, field: usize) -> Settings {
        let key = &self.rows[row];
        let none = Settings::default();
        let value = self.row.values.iter().find(|value| value.is == *key).map_or(&none, |value| &value.scenario);
        let mut settings = self.scenario.clone();
        for more in [&self.fields[field].scenario, value] {
            settings.extend(more);
        }
        if let Some(name) = &self.row.key {
            let value = match key {
                Key::Number(number) => Setting::Number(*number),
                Key::Word(word) => Setting::Word(word.clone()),
            };
            settings.set(name, value);
        }
        settings
    }

    /// The row and the column of the cell that a cell is divided by, if its value is a ratio.
    pub(super) fn base(&self, row: usize, field: usize) -> Option<(usize, usize)> {
        let Field { relative_to, relative_to_row, .. } = &self.fields[field];
        let column = relative_to.as_ref().and_then(|name| self.fields.iter().position(|other| other.name == *name));
        let base = relative_to_row.as_ref().and_then(|key| self.rows.iter().position(|other| other == key));
        (column.is_some() || base.is_some()).then(|| (base.unwrap_or(row), column.unwrap_or(field)))
    }
}
