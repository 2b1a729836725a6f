//! Baselines: published values predicted from other published values, without a model.

use super::{Key, Lab, PublishedCell, Role, Table};
use pathlength_model::ModelError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A simple prediction, whose errors are compared with those of the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Baseline {
    /// The columns are rates: a straight line through the times of one operation in two rows predicts the time in all
    /// other rows. A ratio is the quotient of two such lines.
    Line {
        /// The two rows; their keys are numbers.
        rows: [Key; 2],
    },
    /// For each column of tables with the same rows: row mean × table mean ÷ mean of all cells. Means are geometric and
    /// over cells of role `fit`.
    RowColumn {
        /// The tables, this one among them.
        tables: Vec<String>,
    },
    /// The published value of another cell.
    Copy {
        /// Rows, each with the row that it copies.
        #[serde(default)]
        rows: BTreeMap<String, String>,
        /// Columns, each with the column that it copies.
        #[serde(default)]
        fields: BTreeMap<String, String>,
        /// The table that is copied; by default, this one. Without rows or columns, each cell copies the same cell of
        /// that table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", tsify(optional))]
        table: Option<String>,
    },
}

/// The kind of a baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BaselineKind {
    /// [`Baseline::Line`].
    Line,
    /// [`Baseline::RowColumn`].
    RowColumn,
    /// [`Baseline::Copy`].
    Copy,
}

impl Baseline {
    /// Returns the kind.
    pub fn kind(&self) -> BaselineKind {
        match self {
            Self::Line { .. } => BaselineKind::Line,
            Self::RowColumn { .. } => BaselineKind::RowColumn,
            Self::Copy { .. } => BaselineKind::Copy,
        }
    }

    /// Checks that the baseline of `table` names rows, columns, and tables that exist.
    ///
    /// # Errors
    /// Returns [`ModelError`] if a row, column, or table is unknown or unsuitable, or if the baseline copies nothing.
    pub fn check(&self, table: &Table, lab: &Lab) -> Result<(), ModelError> {
        let wrong = |what: String| Err(ModelError::new(format!("the baseline {what}")));
        match self {
            Self::Line { rows } => {
                if let Some(row) = rows.iter().find(|row| !table.rows.contains(row)) {
                    return wrong(format!("names row {row}, which is not in the table: name a row of the CSV file"));
                }
                if rows[0] == rows[1] || rows.iter().any(|row| matches!(row, Key::Word(_))) {
                    return wrong("needs two different rows whose keys are numbers: name such rows".to_owned());
                }
            }
            Self::RowColumn { tables } => {
                if !tables.contains(&table.id) {
                    return wrong(format!("does not include its own table: add \"{}\"", table.id));
                }
                for id in tables {
                    if lab.table(id)?.rows != table.rows {
                        return wrong(format!("names the table {id}, which has different rows: remove {id}"));
                    }
                }
            }
            Self::Copy { rows, fields, table: other } => {
                let copied = other.as_ref().map_or(Ok(table), |id| lab.table(id))?;
                let pairs = rows.iter().map(|(row, of)| (table, row, copied, of));
                for (table, row) in pairs.flat_map(|(table, row, copied, of)| [(table, row), (copied, of)]) {
                    if row_named(table, row).is_none() {
                        return wrong(format!(
                            "names row {row}, which is not in the table {}: name one of its rows",
                            table.id
                        ));
                    }
                }
                let pairs = fields.iter().map(|(field, of)| (table, field, copied, of));
                for (table, field) in pairs.flat_map(|(table, field, copied, of)| [(table, field), (copied, of)]) {
                    if table.fields.iter().all(|known| known.name != *field) {
                        return wrong(format!(
                            "names \"{field}\", which is not a column of the table {}: name one of its columns",
                            table.id
                        ));
                    }
                }
                if rows.is_empty() && fields.is_empty() && other.is_none() {
                    return wrong("copies nothing: name rows, columns, or a table".to_owned());
                }
            }
        }
        Ok(())
    }

    /// Returns the prediction of each cell of `table`, row by row; `None` where the baseline has none.
    pub(super) fn values(&self, table: &Table, lab: &Lab) -> Vec<Option<f64>> {
        let cells = (0..table.rows.len()).flat_map(|row| (0..table.fields.len()).map(move |field| (row, field)));
        match self {
            Self::Line { rows } => cells.map(|at| line(table, rows, at)).collect(),
            Self::RowColumn { tables } => {
                let tables: Vec<_> = lab.tables.iter().filter(|other| tables.contains(&other.id)).collect();
                cells.map(|at| row_times_table(table, &tables, at)).collect()
            }
            Self::Copy { rows, fields, table: other } => {
                let copied = match other {
                    Some(id) => lab.tables.iter().find(|table| table.id == *id),
                    None => Some(table),
                };
                let whole = rows.is_empty() && fields.is_empty();
                let copy = |(row, field): (usize, usize)| {
                    let (row, field) = (table.rows[row].to_string(), &table.fields[field].name);
                    if !whole && !rows.contains_key(&row) && !fields.contains_key(field) {
                        return None;
                    }
                    let (row, field) = (rows.get(&row).unwrap_or(&row), fields.get(field).unwrap_or(field));
                    let copied = copied?;
                    published(
                        copied,
                        row_named(copied, row)?,
                        copied.fields.iter().position(|known| known.name == *field)?,
                    )
                };
                cells.map(copy).collect()
            }
        }
    }
}

fn row_named(table: &Table, name: &str) -> Option<usize> {
    table.rows.iter().position(|row| row.to_string() == name)
}

/// Returns the published value of a cell; `None` if the cell has no number, or one that is not a measurement.
fn published(table: &Table, row: usize, field: usize) -> Option<f64> {
    let counts = !matches!(table.role(row, field), Role::Damaged | Role::Predicted);
    table.cells[row][field].filter(|_| counts).and_then(PublishedCell::value)
}

/// Returns the prediction of a straight line in time through two rows. `None` in these two rows, and if a value is
/// missing or a key is not a number.
fn line(table: &Table, ends: &[Key; 2], (row, field): (usize, usize)) -> Option<f64> {
    if ends.contains(&table.rows[row]) {
        return None;
    }
    let rate = |row: usize, field: usize| {
        let base = table.base(row, field).map_or(Some(1.0), |(row, field)| published(table, row, field));
        Some(published(table, row, field)? * base?)
    };
    let point = |end: &Key, field: usize| {
        let row = table.rows.iter().position(|row| row == end)?;
        Some((number(end)?, 1.0 / rate(row, field)?))
    };
    let predicted = |row: usize, field: usize| {
        let [(x0, time0), (x1, time1)] = [point(&ends[0], field)?, point(&ends[1], field)?];
        let share = (number(&table.rows[row])? - x0) / (x1 - x0);
        Some(1.0 / (time0 + (time1 - time0) * share))
    };
    let value = predicted(row, field)?;
    match table.base(row, field) {
        Some((row, base)) => Some(value / predicted(row, base)?),
        None => Some(value),
    }
}

fn number(key: &Key) -> Option<f64> {
    match key {
        Key::Number(number) => Some(*number),
        Key::Word(_) => None,
    }
}

/// Returns row mean × table mean ÷ mean of all cells, for one column in several tables. `None` if there are no values
/// for one of the means.
fn row_times_table(table: &Table, tables: &[&Table], (row, field): (usize, usize)) -> Option<f64> {
    let name = &table.fields[field].name;
    let (mut of_row, mut of_table, mut of_all) = (Mean::default(), Mean::default(), Mean::default());
    for other in tables {
        let Some(field) = other.fields.iter().position(|field| field.name == *name) else { continue };
        for at in 0..other.rows.len().min(table.rows.len()) {
            let is_fit = other.role(at, field) == Role::Fit;
            let Some(value) = published(other, at, field).filter(|value| is_fit && *value > 0.0) else { continue };
            of_all.add(value);
            if at == row {
                of_row.add(value);
            }
            if other.id == table.id {
                of_table.add(value);
            }
        }
    }
    Some(libm::exp(of_row.logarithm()? + of_table.logarithm()? - of_all.logarithm()?))
}

/// A geometric mean.
#[derive(Default)]
struct Mean {
    sum: f64,
    count: usize,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += libm::log(value);
        self.count += 1;
    }

    /// Returns the logarithm of the mean; `None` if there are no values.
    fn logarithm(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}
