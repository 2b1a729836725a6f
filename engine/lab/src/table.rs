//! Published tables and the scenario of each cell.

use super::{Baseline, PublishedCell, Role, RoleRule, Summary};
use pathlength_model::{ModelError, Setting, Settings, WordEnum};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// The model reproduces the claim.
    Reproduced,
    /// The model reproduces only a part of the claim, or needs parameters that were chosen for the claim.
    InPart,
    /// The outcome depends on assumptions.
    NotPredictable,
    /// The model does not reproduce the claim.
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
    /// The document and the position in it.
    pub source: String,
    /// Name of the CSV file with the table's values, without extension, if several tables share the file; by default,
    /// the name of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub csv: Option<String>,
    /// A note for readers of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub note: Option<String>,
    /// The role of every cell that `roles` does not name and that has a value.
    pub role: Role,
    /// The reason for `role`, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub because: Option<String>,
    /// The table in another lab that contains the cells of this table, as `lab/table`, if `role` is `inherited`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub from: Option<String>,
    /// A prediction without the model, whose errors are compared with the model's errors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub baseline: Option<Baseline>,
    /// A sentence about a choice that was made with knowledge of all cells of the table. Chosen parameters are not
    /// included: each parameter names the known cells itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub chosen_in_view: Option<String>,
    /// Settings common to all cells.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, Setting>"))]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, Setting>"))]
    pub scenario: Settings,
    /// The column with the row keys.
    pub row: RowKey,
    /// The columns after the first one.
    pub fields: Vec<Field>,
    /// Exceptions to `role`; a later exception overrides an earlier one.
    #[serde(default)]
    pub roles: Vec<RoleRule>,
    /// The row keys, from the first column of the CSV file.
    #[serde(default)]
    pub rows: Vec<Key>,
    /// The published values, `[row][field]`: numbers, or bounds such as `>3600`; `None` where the source has none.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "(number | string | null)[][]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<Option<super::bound::Text>>>"))]
    pub cells: Vec<Vec<Option<PublishedCell>>>,
    /// Values in their published notation, row by row in one list, if the page would show other digits, such as 1.5 for
    /// `1.50`. Empty strings for all other values; the list ends with its last string that is not empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub printed: Vec<String>,
    /// Half a unit in the last printed place of each value with a single significant digit, row by row in one list:
    /// 0.0005 for `0.002`. 0 for all other values; the list ends with its last number other than 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub half_digits: Vec<f64>,
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
}

/// The first column of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RowKey {
    /// Header in the CSV file.
    pub name: String,
    /// The setting that takes the key of the row as its value, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub key: Option<String>,
    /// Title.
    pub title: String,
    /// Unit; empty if the keys are words.
    #[serde(default)]
    pub unit: String,
    /// Titles and settings of individual rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub values: Vec<RowValue>,
}

/// The key of a row.
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

/// Title, claim, and settings of one row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RowValue {
    /// The row's key.
    pub is: Key,
    /// Title of the row; by default, its key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub title: Option<String>,
    /// For a row with a claim: the verdict if the model satisfies its bounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub claim: Option<Claim>,
    /// Settings of this row, which extend those of the table and the column.
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
    /// Header in the CSV file.
    pub name: String,
    /// Title.
    pub title: String,
    /// Columns with the same group share a heading.
    pub group: String,
    /// Unit; "ratio" where `relative_to` names another column or `relative_to_row` a row.
    pub unit: String,
    /// The output that the column shows; without one, the column's values are [`Role::Measured`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub output: Option<String>,
    /// The column of the same row that the output is divided by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub relative_to: Option<String>,
    /// The row whose value the output is divided by, in this column or in the column that `relative_to` names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub relative_to_row: Option<Key>,
    /// Relative spread of the values. In a fit, differences much larger than this spread count in proportion to their
    /// size, not to its square, so that outliers do not dominate. By default, a fit uses plain least squares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub scatter: Option<f64>,
    /// Settings of this column, which extend those of the table.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, Setting>"))]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, Setting>"))]
    pub scenario: Settings,
}

impl Table {
    /// Returns the name of the CSV file with the table's values, without extension.
    pub fn csv_name(&self) -> &str {
        self.csv.as_deref().unwrap_or(&self.id)
    }

    /// Checks that names are known and that every row has a value or a gap for every column.
    ///
    /// # Errors
    /// Returns [`ModelError`] with the table's id if a name is unknown, a row has too few or too many values, or a role
    /// or a value is invalid.
    pub fn check(&self) -> Result<(), ModelError> {
        self.check_shape()?;
        let is_modeled = |name: &String| self.fields.iter().any(|field| field.name == *name && field.output.is_some());
        for field in &self.fields {
            if let Some(base) = field.relative_to.as_ref().filter(|base| field.output.is_some() && !is_modeled(base)) {
                return self.wrong(&format!(
                    "{} is relative to \"{base}\", which shows no output: give that column an output",
                    field.name
                ));
            }
            if let Some(row) = field.relative_to_row.as_ref().filter(|row| !self.rows.contains(row)) {
                return self.wrong(&format!(
                    "{} is relative to row {row}, which is not in the table: name a row of the CSV file",
                    field.name
                ));
            }
        }
        let declared = std::iter::once((self.role, &self.because, &self.from))
            .chain(self.roles.iter().map(|rule| (rule.role, &rule.because, &rule.from)));
        for (role, because, from) in declared {
            if let Some(what) = role.check(because.as_deref(), from.as_deref()) {
                return self.wrong(&format!("the role `{}` {what}", role.word()));
            }
        }
        for name in self.roles.iter().flat_map(|rule| &rule.fields) {
            if self.fields.iter().all(|field| field.name != *name) {
                return self
                    .wrong(&format!("a role names \"{name}\", which is not a column: name a column of the table"));
            }
        }
        let named = self.roles.iter().flat_map(|rule| &rule.rows);
        for row in named.chain(self.row.values.iter().map(|value| &value.is)) {
            if !self.rows.contains(row) {
                return self.wrong(&format!(
                    "a role or a row value names row {row}, which is not in the table: name a row of the CSV file"
                ));
            }
        }
        for (at, row) in self.cells.iter().enumerate() {
            let compared = row.iter().zip(&self.fields).filter(|(_, field)| field.output.is_some());
            if compared.filter_map(|(cell, _)| cell.and_then(PublishedCell::value)).any(|value| value == 0.0) {
                return self.wrong(&format!(
                    "row {} has the value 0, so its relative error is undefined: leave the cell empty",
                    at + 1
                ));
            }
            if row.iter().flatten().any(|cell| cell.value().is_some_and(|value| !value.is_finite())) {
                return self
                    .wrong(&format!("row {} has a value that is not a finite number: leave the cell empty", at + 1));
            }
        }
        Ok(())
    }

    /// Returns the verdict on the claim in a row, given whether the model satisfies the bound in one of its cells.
    /// Returns `None` if the row is not a claim or the cell has no bound.
    pub fn claim(&self, row: usize, met: Option<bool>) -> Option<Claim> {
        let claim = self.row.values.iter().find(|value| value.is == self.rows[row])?.claim?;
        Some(if met? || claim == Claim::NotPredictable { claim } else { Claim::NotReproduced })
    }

    /// Performs the checks in [`Table::check`] that a reproduction needs. The lab compiler has performed the other
    /// checks, whose code would enlarge the page's WebAssembly module.
    ///
    /// # Errors
    /// Returns [`ModelError`] with the table's id if there are no columns, or if a column or a row is invalid.
    pub fn check_shape(&self) -> Result<(), ModelError> {
        if self.fields.is_empty() {
            return self.wrong("there are no columns: add [[fields]]");
        }
        for field in &self.fields {
            if let Some(base) = &field.relative_to {
                let what = match self.fields.iter().find(|other| other.name == *base) {
                    None => "not a column",
                    Some(other) if other.relative_to.is_some() => "itself a ratio",
                    Some(_) => continue,
                };
                return self
                    .wrong(&format!("{} is relative to \"{base}\", which is {what}: name another column", field.name));
            }
        }
        if self.cells.len() != self.rows.len() {
            return self.wrong(&format!(
                "the number of rows with values is {}, but that of row keys is {}",
                self.cells.len(),
                self.rows.len()
            ));
        }
        for (at, row) in self.cells.iter().enumerate() {
            if row.len() != self.fields.len() {
                return self.wrong(&format!(
                    "row {} needs one value per column ({}), but has {}",
                    at + 1,
                    self.fields.len(),
                    row.len()
                ));
            }
        }
        Ok(())
    }

    fn wrong(&self, what: &str) -> Result<(), ModelError> {
        Err(ModelError::new(format!("table {}: {what}", self.id)))
    }

    /// Returns the role of a cell.
    ///
    /// # Panics
    /// Panics if the table has no such row or column.
    pub fn role(&self, row: usize, field: usize) -> Role {
        let role = match self.declared_role(row, field) {
            role @ (Role::Missing | Role::Damaged) => role,
            _ if self.fields[field].output.is_none() => Role::Measured,
            role => role,
        };
        let is_gap = self.cells[row][field].is_none();
        let needs_value = !matches!(role, Role::Baseline | Role::Predicted | Role::Damaged);
        if is_gap && needs_value { Role::Missing } else { role }
    }

    /// Returns the last exception that names a cell; `None` if none does.
    fn exception(&self, row: usize, field: usize) -> Option<&RoleRule> {
        self.roles.iter().rev().find(|rule| {
            (rule.rows.is_empty() || rule.rows.contains(&self.rows[row]))
                && (rule.fields.is_empty() || rule.fields.contains(&self.fields[field].name))
        })
    }

    /// Returns the role that the table declares for a cell, whether the cell has a value or not.
    fn declared_role(&self, row: usize, field: usize) -> Role {
        self.exception(row, field).map_or(self.role, |rule| rule.role)
    }

    /// Returns the reason for a cell's role, and the table in another lab that contains the cell, as far as the table
    /// states them.
    pub(super) fn reason(&self, row: usize, field: usize) -> (Option<&str>, Option<&str>) {
        let rule = self.exception(row, field);
        if self.role(row, field) != rule.map_or(self.role, |rule| rule.role) {
            return (None, None);
        }
        let (because, from) = rule.map_or((&self.because, &self.from), |rule| (&rule.because, &rule.from));
        (because.as_deref(), from.as_deref())
    }

    /// Returns the interval of the values that round to the printed value of a cell, if that value has a single
    /// significant digit.
    pub(super) fn rounding(&self, row: usize, field: usize) -> Option<[f64; 2]> {
        let half = self.half_digits.get(row * self.fields.len() + field).filter(|half| **half > 0.0)?;
        let value = self.cells[row][field].and_then(PublishedCell::value)?;
        Some([value - half, value + half])
    }

    /// Returns the row and the column of each cell that has the role `fit` and a number.
    pub(super) fn fit_cells(&self) -> impl Iterator<Item = (usize, usize)> {
        let all = (0..self.rows.len()).flat_map(|row| (0..self.fields.len()).map(move |field| (row, field)));
        all.filter(|(row, field)| {
            self.role(*row, *field) == Role::Fit && self.cells[*row][*field].and_then(PublishedCell::value).is_some()
        })
    }

    /// Returns whether the model has a value for one or more cells.
    pub fn is_modeled(&self) -> bool {
        (0..self.rows.len()).any(|row| (0..self.fields.len()).any(|field| self.output(row, field).is_some()))
    }

    /// Returns the output that a cell shows; `None` if the cell is not modeled.
    ///
    /// # Panics
    /// Panics if the table has no such row or column.
    pub fn output(&self, row: usize, field: usize) -> Option<&str> {
        self.fields[field].output.as_deref().filter(|_| self.declared_role(row, field) != Role::Measured)
    }

    /// Returns the scenario of a cell.
    ///
    /// # Panics
    /// Panics if the table has no such row or column.
    pub fn scenario(&self, row: usize, field: usize) -> Settings {
        let key = &self.rows[row];
        let no_settings = Settings::default();
        let value = self.row.values.iter().find(|value| value.is == *key).map_or(&no_settings, |value| &value.scenario);
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

    /// Returns the row and the column of the cell by which a cell's output is divided, if the cell contains a ratio.
    pub(super) fn base(&self, row: usize, field: usize) -> Option<(usize, usize)> {
        let Field { relative_to, relative_to_row, .. } = &self.fields[field];
        let column = relative_to.as_ref().and_then(|name| self.fields.iter().position(|other| other.name == *name));
        let base = relative_to_row.as_ref().and_then(|key| self.rows.iter().position(|other| other == key));
        (column.is_some() || base.is_some()).then(|| (base.unwrap_or(row), column.unwrap_or(field)))
    }
}
