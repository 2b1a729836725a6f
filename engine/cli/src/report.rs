//! `pathlength reproduce`: tables compared with the model.

mod sheets;

use super::{Failure, Format, OutputOption};
use pathlength_lab::{BaselineKind, BaselineSummary, Cell, Claim, Lab, Reproduction, Summary, summarize_lab};
use pathlength_lab_files::{ENGINE, LabFiles, cells_csv, cells_json, load, reproduce_lab};
use pathlength_model::WordEnum;
use serde::Serialize;
use sheets::{as_markdown, summary_sheet};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Runs `pathlength reproduce`.
pub(crate) fn reproduce(
    labs: &LabFiles,
    id: &str,
    only: Option<&str>,
    format: Format,
    output: &OutputOption,
) -> Result<(), Failure> {
    let lab = load(labs, id)?;
    let tables = reproduce_lab(&lab, only, &mut |_, _| Ok(()))?;
    match format {
        Format::Text => output.print(&as_text(&lab, &tables)?),
        Format::Csv => output.print(&cells_csv(&tables)),
        Format::Markdown => output.print(&as_markdown(&tables)?),
        Format::Json => output.print(&cells_json(&lab, &tables)?),
    }
}

/// A summary of the errors in a lab's tables.
#[derive(Serialize)]
struct SummaryReport<'a> {
    lab: &'a str,
    engine: &'a str,
    tables: Vec<TableSummary<'a>>,
    summary: Summary,
}

#[derive(Serialize)]
struct TableSummary<'a> {
    id: &'a str,
    title: &'a str,
    source: &'a str,
    summary: Summary,
    /// The cells that test the model, as `row/column`; the list of the sources' claims uses them.
    cells: BTreeMap<String, CellResult>,
}

/// The model's result in a cell.
#[derive(Serialize)]
#[serde(untagged)]
enum CellResult {
    /// The relative error, with four decimals: with more, every rebuilt model would change the record.
    Error(f64),
    /// Whether the bound is satisfied.
    Satisfied(bool),
}

impl CellResult {
    /// Returns the result in a cell; `None` if the cell does not test the model.
    fn of(cell: &Cell) -> Option<Self> {
        let error = cell.error.map(|error| Self::Error((error * 1e4).round() / 1e4));
        error.or_else(|| cell.met.map(Self::Satisfied))
    }
}

/// Returns the results of a table.
fn results(cells: &[Cell]) -> BTreeMap<String, CellResult> {
    cells.iter().filter_map(|cell| Some((format!("{}/{}", cell.row, cell.column), CellResult::of(cell)?))).collect()
}

/// Runs `pathlength reproduce --summary`.
pub(crate) fn summarize(labs: &LabFiles, id: &str, format: Format, output: &OutputOption) -> Result<(), Failure> {
    let lab = load(labs, id)?;
    let tables = reproduce_lab(&lab, None, &mut |_, _| Ok(()))?;
    let summary = summarize_lab(&lab, &tables);
    match format {
        Format::Csv | Format::Markdown => output.print(&summary_sheet(&tables, &summary).as_format(format)),
        Format::Text => {
            let mut out = String::new();
            for table in &tables {
                writeln!(out, "{} ({})\n  {}\n", table.title, table.id, table_text(table))?;
            }
            writeln!(out, "all tables: {}", summary_text(&summary))?;
            output.print(&out)
        }
        Format::Json => {
            let tables = tables.iter().map(|Reproduction { id, title, source, summary, cells }| TableSummary {
                id,
                title,
                source,
                summary: *summary,
                cells: results(cells),
            });
            let (lab, engine) = (lab.id.as_str(), ENGINE);
            let report = SummaryReport { lab, engine, tables: tables.collect(), summary };
            output.print(&(serde_json::to_string_pretty(&report)? + "\n"))
        }
    }
}

/// Returns a number with its noun, which is plural unless the number is 1.
pub(crate) fn counted(number: impl Into<u64>, noun: &str) -> String {
    let number = number.into();
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Returns a number with four significant digits.
pub(crate) fn short(value: f64) -> String {
    if value == 0.0 || value.abs() >= 1000.0 {
        return format!("{value:.0}");
    }
    let mut decimals = 3_usize;
    let mut size = value.abs();
    while size >= 10.0 {
        size /= 10.0;
        decimals -= 1;
    }
    while size < 1.0 {
        size *= 10.0;
        decimals += 1;
    }
    format!("{value:.decimals$}")
}

/// Returns the model's value, with the half-width of its confidence interval and the prediction interval of the
/// published value, where they exist.
fn answer(cell: &Cell) -> String {
    let interval =
        cell.interval.map_or_else(String::new, |[low, high]| format!(" ({} to {})", short(low), short(high)));
    let value = match cell.half_width {
        _ if cell.model.is_nan() => "-".to_owned(),
        Some(half_width) => format!("{} ± {}", short(cell.model), short(half_width)),
        None => short(cell.model),
    };
    value + &interval
}

/// Returns the published value or bound.
fn published(cell: &Cell) -> String {
    match (cell.published, cell.bound) {
        (Some(value), _) => short(value),
        (None, Some(bound)) => bound.to_string(),
        (None, None) => "-".to_owned(),
    }
}

/// Returns the model's error; for a bound, whether the model satisfies it; for a claim, the verdict. The margin
/// follows, if there is one.
fn verdict(cell: &Cell) -> String {
    let word = match (cell.claim, cell.error, cell.met) {
        (Some(Claim::Reproduced), ..) => "reproduced",
        (Some(Claim::InPart), ..) => "in part",
        (Some(Claim::NotPredictable), ..) => "not predictable",
        (Some(Claim::NotReproduced), ..) => "not reproduced",
        (None, Some(error), _) => return format!("{:+.1} %", error * 100.0),
        (None, None, Some(true)) => "met",
        (None, None, Some(false)) => "not met",
        (None, None, None) => "-",
    };
    match cell.margin {
        Some(margin) => {
            let side = if margin < 0.0 { "outside" } else { "inside" };
            format!("{word}, {:.1} % {side}", margin.abs() * 100.0)
        }
        None => word.to_owned(),
    }
}

/// Returns the role of a cell, with a mark if the cell was known when an assumption was made.
fn marked_role(cell: &Cell) -> String {
    cell.role.word().to_owned() + if cell.chosen_in_view { ", known when an assumption was made" } else { "" }
}

/// Returns one line with the errors of independent cells and the number of satisfied bounds.
fn summary_text(summary: &Summary) -> String {
    let mut parts = Vec::new();
    if summary.cells > 0 {
        parts.push(errors_text(summary));
    }
    if let Some(baseline) = &summary.baseline {
        parts.push(baseline_text(baseline));
    }
    if summary.bounds > 0 {
        parts.push(format!("satisfied bounds: {} of {}", summary.bounds_met, summary.bounds));
    }
    if let Some(coverage) = summary.coverage {
        parts.push(format!("held-out values in their 95 % intervals: {} of {}", coverage.inside, coverage.cells));
    }
    if summary.saturated {
        parts.push(
            "saturated: a fit with at least as many parameters as cells or scenarios can reproduce any values"
                .to_owned(),
        );
    }
    parts.push(format!(
        "fitted parameters: {}; assumed parameters in the lab: {}",
        summary.fitted_parameters, summary.chosen_parameters
    ));
    if summary.chosen_in_view_cells > 0 {
        parts.push(format!(
            "independent cells and bounds known when an assumption was made: {}",
            summary.chosen_in_view_cells
        ));
    }
    parts.join("; ")
}

/// Returns the line below the cells of a table.
fn table_text(table: &Reproduction) -> String {
    if table.cells.iter().all(|cell| cell.metric.is_empty()) {
        return "published only: no column shows a model output".to_owned();
    }
    summary_text(&table.summary)
}

/// Returns the errors of a baseline, and of the model in the same cells.
fn baseline_text(baseline: &BaselineSummary) -> String {
    let name = match baseline.kind {
        BaselineKind::Line => "a straight line through the times of two rows",
        BaselineKind::RowColumn => "row mean × table mean ÷ overall mean",
        BaselineKind::Copy => "a copy of other cells",
    };
    let errors = |median, max| format!("a median error of {} (largest {})", percent(median), percent(max));
    format!(
        "in {} of the independent cells, the baseline ({name}) has {}, and the model has {}",
        baseline.cells,
        errors(baseline.median_error, baseline.max_error),
        errors(baseline.model_median_error, baseline.model_max_error)
    )
}

/// Returns the errors of independent cells, and those of held-out cells if there are any.
fn errors_text(summary: &Summary) -> String {
    let errors = |cells: usize, median: Option<f64>, max: Option<f64>| {
        format!("{cells}, median error {}, largest {}", percent(median), percent(max))
    };
    if summary.independent_cells == 0 {
        let cells = counted(summary.cells as u64, "cell");
        return format!("no independent cells: the errors of {cells} test nothing");
    }
    let all = errors(summary.independent_cells, summary.median_error, summary.max_error);
    match summary.held_out_cells {
        0 => format!("independent cells: {all}; none held out"),
        held_out => {
            let held_out = errors(held_out, summary.held_out_median_error, summary.held_out_max_error);
            format!("independent cells: {all}; held out: {held_out}")
        }
    }
}

pub(crate) fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{:.1} %", value * 100.0))
}

fn as_text(lab: &Lab, tables: &[Reproduction]) -> Result<String, Failure> {
    let mut out = String::new();
    for table in tables {
        writeln!(out, "{} ({})\n  {}\n", table.title, table.id, table.source)?;
        let widths = table.cells.iter().map(|cell| cell.row.to_string().chars().count());
        let width = widths.max().unwrap_or(0).max(8);
        let wide = table.cells.iter().map(|cell| answer(cell).chars().count()).max().unwrap_or(0).max(10);
        let print_wide = table.cells.iter().map(|cell| published(cell).len()).max().unwrap_or(0).max(10);
        let verdict_wide = table.cells.iter().map(|cell| verdict(cell).chars().count()).max().unwrap_or(0).max(8);
        writeln!(
            out,
            "  {:>width$}  {:<24} {:>print_wide$} {:>wide$} {:>verdict_wide$}  role",
            "row", "column", "published", "model", "error"
        )?;
        for cell in &table.cells {
            writeln!(
                out,
                "  {:>width$}  {:<24} {:>print_wide$} {:>wide$} {:>verdict_wide$}  {}",
                cell.row,
                cell.column,
                published(cell),
                answer(cell),
                verdict(cell),
                marked_role(cell),
            )?;
        }
        writeln!(out, "\n  {}\n", table_text(table))?;
    }
    // One summary for tables whose parameters were fitted together.
    let mut groups: Vec<Vec<String>> = Vec::new();
    for parameter in lab.parameters.values().filter(|parameter| !parameter.fitted_on.is_empty()) {
        if !groups.contains(&parameter.fitted_on) {
            groups.push(parameter.fitted_on.clone());
        }
    }
    groups.sort_by_key(|group| tables.iter().position(|table| group.contains(&table.id)));
    for group in groups {
        let fitted = lab.parameters.values().filter(|parameter| parameter.fitted_on == group).count();
        let tables = tables.iter().filter(|table| group.contains(&table.id));
        let cells: Vec<_> = tables.flat_map(|table| &table.cells).collect();
        let summary = pathlength_lab::summarize(&cells, fitted);
        if summary.independent_cells > 0 {
            writeln!(out, "{}: fitted parameters: {fitted}; {}", group.join(", "), errors_text(&summary))?;
        }
    }
    // One summary for each quantity: fitted cells and held-out cells.
    for (role, words) in [(pathlength_lab::Role::Fit, "fitted"), (pathlength_lab::Role::HeldOut, "held out")] {
        let included = || tables.iter().filter(|table| !lab.is_repeated(&table.id));
        let cells = || included().flat_map(|table| &table.cells).filter(|cell| cell.role == role);
        let mut metrics: Vec<_> = cells().map(|cell| (&cell.metric, &cell.unit)).collect();
        metrics.sort();
        metrics.dedup();
        for (metric, unit) in metrics {
            let cells: Vec<_> = cells().filter(|cell| (&cell.metric, &cell.unit) == (metric, unit)).collect();
            let summary = pathlength_lab::summarize(&cells, 0);
            if summary.cells == 0 {
                continue;
            }
            let (median, largest) = (percent(summary.median_error), percent(summary.max_error));
            writeln!(
                out,
                "  {words}, {metric} ({unit}): {}, median error {median}, largest {largest}",
                counted(summary.cells as u64, "cell")
            )?;
        }
    }
    Ok(out)
}
