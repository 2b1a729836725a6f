//! Reproduced tables as JSON and CSV.

use crate::{ENGINE, LabError, number};
use pathlength_lab::{Cell, Key, Lab, Reproduction, Table, reproduce_table};
use pathlength_model::{ModelError, SlicedModel, csv};
use serde::Serialize;

#[derive(Serialize)]
struct Report<'a> {
    lab: &'a str,
    engine: &'a str,
    tables: &'a [Reproduction],
}

/// Reproduces the table called `only`, or all tables. `between` is called after each slice of work, a few milliseconds, with the
/// numbers of scenarios that are evaluated and of all; its error ends the work.
///
/// # Errors
///
/// There is no such table, the model refuses the scenario of a cell, or the error of `between`.
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

/// Returns the number of scenarios that the cells of a table ask for; a ratio asks for two.
fn evaluations(table: &Table) -> u64 {
    let cells = (0..table.rows.len()).flat_map(|row| (0..table.fields.len()).map(move |field| (row, field)));
    let shown =
        cells.filter(|(row, field)| table.output(*row, *field).is_some()).map(|(_, field)| &table.fields[field]);
    shown.map(|field| 1 + u64::from(field.relative_to.is_some() || field.relative_to_row.is_some())).sum()
}

/// Returns reproduced tables of a lab as JSON.
///
/// # Errors
///
/// Does not fail: tables are plain data.
pub fn cells_json(lab: &Lab, tables: &[Reproduction]) -> Result<String, LabError> {
    Ok(serde_json::to_string_pretty(&Report { lab: &lab.id, engine: ENGINE, tables })? + "\n")
}

/// Returns the role of a cell in the notation of labs.
///
/// # Errors
///
/// Does not fail: a role is a word.
pub fn role_word(cell: &Cell) -> Result<String, LabError> {
    Ok(serde_json::to_string(&cell.role)?.trim_matches('"').to_owned())
}

/// Returns every cell of some tables, one per row; the page saves a table as the same bytes.
///
/// # Errors
///
/// Does not fail: a role is a word.
pub fn cells_csv(tables: &[Reproduction]) -> Result<String, LabError> {
    let titles = [
        "table",
        "row",
        "column",
        "metric",
        "unit",
        "published",
        "model",
        "error",
        "role",
        "half_width",
        "least",
        "most",
        "met",
        "margin",
        "chosen_in_view",
        "interval_low",
        "interval_high",
    ];
    let optional = |value: Option<f64>| value.map_or_else(String::new, number);
    let mut out = csv::row(titles.map(csv::text));
    for (table, cell) in tables.iter().flat_map(|table| table.cells.iter().map(move |cell| (table, cell))) {
        let key = match &cell.row {
            Key::Number(key) => number(*key),
            Key::Word(word) => csv::text(word),
        };
        out += &csv::row([
            csv::text(&table.id),
            key,
            csv::text(&cell.column),
            csv::text(&cell.metric),
            csv::text(&cell.unit),
            optional(cell.published),
            number(cell.model),
            optional(cell.error),
            csv::text(&role_word(cell)?),
            optional(cell.half_width),
            optional(cell.bound.and_then(|bound| bound.min)),
            optional(cell.bound.and_then(|bound| bound.max)),
            cell.met.map_or_else(String::new, |met| csv::text(if met { "true" } else { "false" })),
            optional(cell.margin),
            csv::text(if cell.chosen_in_view { "true" } else { "false" }),
            optional(cell.interval.map(|[low, _]| low)),
            optional(cell.interval.map(|[_, high]| high)),
        ]);
    }
    Ok(out)
}
