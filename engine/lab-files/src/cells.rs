//! Reproduced tables as JSON and CSV.

use crate::{ENGINE, LabError, number};
use pathlength_lab::{Cell, Key, Lab, Reproduction, Table, reproduce_table};
use pathlength_model::{ModelError, SlicedModel, WordEnum, csv};
use serde::Serialize;
use serde_json::Value;

#[derive(Serialize)]
struct Report<'a> {
    lab: &'a str,
    engine: &'a str,
    tables: &'a [Reproduction],
}

/// Reproduces the table called `only`, or all tables. `between` is called after each slice of a few milliseconds, with
/// the number of evaluated scenarios and the number of all scenarios. Its error ends the work.
///
/// # Errors
/// Returns [`LabError`] if there is no such table or the model refuses the scenario of a cell, or the error of
/// `between`.
pub fn reproduce_lab(
    lab: &Lab,
    only: Option<&str>,
    between: &mut dyn FnMut(u64, u64) -> Result<(), ModelError>,
) -> Result<Vec<Reproduction>, ModelError> {
    let chosen: Vec<&Table> = match only {
        Some(table) => vec![lab.table(table)?],
        None => lab.tables.iter().collect(),
    };
    let all = chosen.iter().map(|table| evaluations(table)).sum();
    let mut evaluated = 0;
    let mut model = SlicedModel::new(lab.open()?, |is_answered| {
        evaluated += u64::from(is_answered);
        between(evaluated, all)
    });
    chosen.into_iter().map(|table| reproduce_table(lab, table, &mut model)).collect()
}

/// Returns the number of scenarios that the cells of a table need; a ratio needs two.
fn evaluations(table: &Table) -> u64 {
    let cells = (0..table.rows.len()).flat_map(|row| (0..table.fields.len()).map(move |field| (row, field)));
    let shown =
        cells.filter(|(row, field)| table.output(*row, *field).is_some()).map(|(_, field)| &table.fields[field]);
    shown.map(|field| 1 + u64::from(field.relative_to.is_some() || field.relative_to_row.is_some())).sum()
}

/// Returns reproduced tables of a lab as JSON.
///
/// # Errors
/// Returns no error: tables are plain data.
pub fn cells_json(lab: &Lab, tables: &[Reproduction]) -> Result<String, LabError> {
    Ok(serde_json::to_string_pretty(&Report { lab: &lab.id, engine: ENGINE, tables })? + "\n")
}

/// A column of cells, by the kind of its values.
enum Column {
    Number(fn(&Cell) -> Option<f64>),
    Word(for<'a> fn(&'a Reproduction, &'a Cell) -> Option<&'a str>),
    /// A number or a word.
    Key(fn(&Cell) -> &Key),
    Switch(fn(&Cell) -> bool),
}

/// The columns of cells, in order.
static COLUMNS: [(&str, Column); 17] = [
    ("table", Column::Word(|table, _| Some(&table.id))),
    ("row", Column::Key(|cell| &cell.row)),
    ("column", Column::Word(|_, cell| Some(&cell.column))),
    ("metric", Column::Word(|_, cell| Some(&cell.metric))),
    ("unit", Column::Word(|_, cell| Some(&cell.unit))),
    ("published", Column::Number(|cell| cell.published)),
    ("model", Column::Number(|cell| Some(cell.model))),
    ("error", Column::Number(|cell| cell.error)),
    ("role", Column::Word(|_, cell| Some(cell.role.word()))),
    ("half_width", Column::Number(|cell| cell.half_width)),
    ("least", Column::Number(|cell| cell.bound.and_then(|bound| bound.min))),
    ("most", Column::Number(|cell| cell.bound.and_then(|bound| bound.max))),
    ("met", Column::Word(|_, cell| cell.met.map(switch_word))),
    ("margin", Column::Number(|cell| cell.margin)),
    ("chosen_in_view", Column::Switch(|cell| cell.chosen_in_view)),
    ("interval_low", Column::Number(|cell| cell.interval.map(|[low, _]| low))),
    ("interval_high", Column::Number(|cell| cell.interval.map(|[_, high]| high))),
];

fn switch_word(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

fn cells(tables: &[Reproduction]) -> impl Iterator<Item = (&Reproduction, &Cell)> {
    tables.iter().flat_map(|table| table.cells.iter().map(move |cell| (table, cell)))
}

/// Returns the key of a row as a field of CSV.
pub fn key_csv(key: &Key) -> String {
    match key {
        Key::Number(key) => number(*key),
        Key::Word(word) => csv::text(word),
    }
}

/// Returns every cell of the given tables as CSV, one cell per row; the page saves a table with the same bytes.
pub fn cells_csv(tables: &[Reproduction]) -> String {
    let mut out = csv::row(COLUMNS.iter().map(|(name, _)| csv::text(name)));
    for (table, cell) in cells(tables) {
        out += &csv::row(COLUMNS.iter().map(|(_, column)| match column {
            Column::Number(value) => value(cell).map_or_else(String::new, number),
            Column::Word(word) => word(table, cell).map_or_else(String::new, csv::text),
            Column::Key(key) => key_csv(key(cell)),
            Column::Switch(value) => csv::text(switch_word(value(cell))),
        }));
    }
    out
}

type CellValue = Box<dyn Fn(&Reproduction, &Cell) -> Value>;

/// The values of a column: `null` for a missing value.
#[derive(Serialize)]
struct ColumnValues {
    name: &'static str,
    kind: &'static str,
    values: Vec<Value>,
}

/// Returns every cell of the given tables as JSON, by column. Numeric keys become words.
///
/// # Errors
/// Returns no error: cells are plain data.
pub fn cell_columns_json(tables: &[Reproduction]) -> Result<String, LabError> {
    let columns = COLUMNS.iter().map(|(name, column)| {
        let (kind, value): (_, CellValue) = match column {
            Column::Number(value) => ("number", Box::new(|_, cell| value(cell).into())),
            Column::Word(word) => ("word", Box::new(|table, cell| word(table, cell).into())),
            Column::Key(key) => ("word", Box::new(|_, cell| key(cell).to_string().into())),
            Column::Switch(value) => ("switch", Box::new(|_, cell| value(cell).into())),
        };
        ColumnValues { name, kind, values: cells(tables).map(|(table, cell)| value(table, cell)).collect() }
    });
    Ok(serde_json::to_string(&columns.collect::<Vec<_>>())?)
}
