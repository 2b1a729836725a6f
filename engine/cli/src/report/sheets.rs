//! Reproduced tables, and their errors, as tables of other formats.

use super::{answer, marked_role, published, table_text, verdict};
use crate::sheet::{Sheet, SheetCell};
use crate::{Failure, Format};
use pathlength_lab::{Reproduction, Summary};
use std::fmt::Write as _;

/// Returns a row for each table and one for all of them; errors are relative, as in the JSON.
pub(super) fn summary_sheet(tables: &[Reproduction], all: &Summary) -> Sheet {
    let mut sheet = Sheet::new([
        "table",
        "independent_cells",
        "median_error",
        "max_error",
        "held_out_cells",
        "bounds",
        "bounds_met",
        "fitted_parameters",
    ]);
    let rows = tables.iter().map(|table| (table.id.as_str(), &table.summary));
    for (id, summary) in rows.chain(std::iter::once(("all", all))) {
        let count = |count: usize| SheetCell::from(count as f64);
        let error = |error: Option<f64>| SheetCell::from(error.unwrap_or(f64::NAN));
        sheet.push([
            id.into(),
            count(summary.independent_cells),
            error(summary.median_error),
            error(summary.max_error),
            count(summary.held_out_cells),
            count(summary.bounds),
            count(summary.bounds_met),
            count(summary.fitted_parameters),
        ]);
    }
    sheet
}

/// Returns the tables as Markdown, each with its title, its source, and its errors.
pub(super) fn as_markdown(tables: &[Reproduction]) -> Result<String, Failure> {
    let mut out = String::new();
    for table in tables {
        let mut sheet = Sheet::new(["row", "column", "published", "model", "error", "role"]);
        for cell in &table.cells {
            let role = marked_role(cell);
            let texts = [cell.row.to_string(), cell.column.clone(), published(cell), answer(cell), verdict(cell), role];
            sheet.push(texts.map(SheetCell::from));
        }
        let (text, summary) = (sheet.as_format(Format::Markdown), table_text(table));
        let gap = if out.is_empty() { "" } else { "\n" };
        writeln!(out, "{gap}### {} ({})\n\n{}\n\n{text}\n{summary}", table.title, table.id, table.source)?;
    }
    Ok(out)
}
