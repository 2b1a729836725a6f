//! The reports of `pathlength calibrate`.

use super::Failure;
use crate::output::csv_row;
use crate::report::{percent, short};
use pathlength_lab::{FittedGroup, FittedParameter, Key, LeftOutCell, Leverage, Study, Summary, Undetermined, median};
use pathlength_lab_files::number;
use pathlength_model::csv;
use std::fmt::Write as _;

/// Returns the report for people: groups with their parameters, then predictions of cells left out.
pub(super) fn as_text(findings: &Study, part: &str) -> Result<String, Failure> {
    let mut out = String::new();
    for group in &findings.calibration.groups {
        writeln!(
            out,
            "{}: {} parameters, {} independent cells of {}, median error {}, largest {}, RMS log error {}{}",
            group.tables.join(", "),
            group.parameters.len(),
            group.independent_cells,
            group.cells,
            percent(Some(group.median_error)),
            percent(Some(group.max_error)),
            short(group.rms_log_error),
            if group.is_saturated() { "; saturated" } else { "" },
        )?;
        if !group.has_converged {
            writeln!(out, "the fit did not converge: these are the best values that it found")?;
        }
        let interval = if findings.drawn.is_some() { "95 % interval" } else { "" };
        let title = format!(
            "{:<26} {:>12} {:>12} {:>10} {:>12}  {interval}",
            "parameter", "stored", "fitted", "differs", "std. error"
        );
        writeln!(out, "{}", title.trim_end())?;
        for parameter in &group.parameters {
            let line = format!(
                "{:<26} {:>12} {:>12} {:>10} {:>12}  {}",
                parameter.name,
                short(parameter.stored),
                format!("{:.6}", parameter.value),
                format!("{:+.2} %", parameter.difference() * 100.0),
                parameter.relative_error.map_or_else(|| "-".to_owned(), |error| format!("{:.0} %", error * 100.0)),
                words(group, parameter, findings),
            );
            writeln!(out, "{}", line.trim_end())?;
        }
        out.push('\n');
    }
    if let Some(left_out) = findings.left_out.as_ref().filter(|cells| !cells.is_empty()) {
        writeln!(out, "cross-validation, each {part} predicted by a fit without it:")?;
        left_out_text(&mut out, left_out)?;
    }
    if let Some(changes) = &findings.leverage {
        leverage_text(&mut out, changes)?;
    }
    Ok(out.trim_end_matches('\n').to_owned() + "\n")
}

/// Returns the interval of a parameter, or the reason why it has none.
fn words(group: &FittedGroup, parameter: &FittedParameter, findings: &Study) -> String {
    match parameter.undetermined {
        Some(Undetermined::NoCell) => return "not determined by these cells: none depends on it".to_owned(),
        Some(Undetermined::Bound) => return "not determined by these cells: at its bound".to_owned(),
        None if group.is_saturated() => return "saturated".to_owned(),
        None => {}
    }
    let Some(drawn) = &findings.drawn else { return String::new() };
    match (drawn.interval(&parameter.name), drawn.is_determined(&parameter.name)) {
        (Some([low, high]), _) => format!("{} to {}", short(low), short(high)),
        (None, Some(false)) => "not determined by these cells".to_owned(),
        _ => "no interval: the model is a simulation".to_owned(),
    }
}

/// Writes the errors of left-out cells, by output, and the number of published values in their intervals.
fn left_out_text(out: &mut String, left_out: &[LeftOutCell]) -> Result<(), Failure> {
    let mut metrics: Vec<_> = left_out.iter().map(|cell| &cell.metric).collect();
    metrics.sort();
    metrics.dedup();
    for metric in metrics {
        let cells: Vec<_> = left_out.iter().filter(|cell| cell.metric == *metric).collect();
        let mut errors: Vec<f64> = cells.iter().filter_map(|cell| cell.error.map(f64::abs)).collect();
        errors.sort_by(f64::total_cmp);
        let (median, largest) = (percent(median(&errors)), percent(errors.last().copied()));
        let undetermined = cells.len() - errors.len();
        write!(out, "{metric:<26} {} cells, median error {median}, largest {largest}", errors.len())?;
        match undetermined {
            0 => writeln!(out)?,
            some => writeln!(out, "; {some} cells depend on a parameter that the other cells do not determine")?,
        }
    }
    let inside: Vec<bool> = left_out.iter().filter_map(LeftOutCell::is_inside).collect();
    if !inside.is_empty() {
        let count = inside.iter().filter(|inside| **inside).count();
        let share = percent(Some(count as f64 / inside.len() as f64));
        writeln!(out, "{count} of {} left-out cells are in their 95 % intervals: {share}", inside.len())?;
    }
    Ok(())
}

/// Writes the errors for each alternative value of a chosen parameter, without and with a refit.
fn leverage_text(out: &mut String, changes: &[Leverage]) -> Result<(), Failure> {
    let errors = |summary: Option<&Summary>| {
        let Some(summary) = summary else { return "-".to_owned() };
        let held_out = match summary.held_out_median_error {
            Some(median) => format!("; held out {}", percent(Some(median))),
            None => String::new(),
        };
        let bounds = match summary.bounds {
            0 => String::new(),
            all => format!("; {} of {all} bounds", summary.bounds_met),
        };
        format!("{} / {}{held_out}{bounds}", percent(summary.median_error), percent(summary.max_error))
    };
    writeln!(out, "median and largest error with other values of chosen parameters:")?;
    writeln!(out, "{:<26} {:>12}  {:<48}  after a refit", "parameter", "value", "without a refit")?;
    for change in changes {
        let [moved, refitted] = [&change.moved, &change.refitted].map(|summary| errors(summary.as_ref()));
        writeln!(out, "{:<26} {:>12}  {moved:<48}  {refitted}", change.parameter, short(change.value))?;
    }
    Ok(())
}

fn leverage_csv(changes: &[Leverage]) -> String {
    let titles = ["median", "largest", "held_out_median", "held_out_largest", "bounds_met"];
    let titles =
        ["", "refitted_"].into_iter().flat_map(|prefix| titles.map(|title| csv::text(&(prefix.to_owned() + title))));
    let mut out = csv_row(["parameter", "value"].map(csv::text).into_iter().chain(titles));
    for change in changes {
        let errors = [&change.moved, &change.refitted].into_iter().flat_map(|summary| {
            let of = |read: fn(&Summary) -> Option<f64>| optional(summary.as_ref().and_then(read));
            [
                of(|summary| summary.median_error),
                of(|summary| summary.max_error),
                of(|summary| summary.held_out_median_error),
                of(|summary| summary.held_out_max_error),
                of(|summary| (summary.bounds > 0).then_some(summary.bounds_met as f64)),
            ]
        });
        out += &csv_row([csv::text(&change.parameter), number(change.value)].into_iter().chain(errors));
    }
    out
}

/// Returns the changes of chosen parameters, the cells left out, or the parameters, one per row.
pub(super) fn as_csv(findings: &Study) -> String {
    if let Some(changes) = &findings.leverage {
        return leverage_csv(changes);
    }
    match &findings.left_out {
        Some(left_out) => left_out_csv(left_out),
        None => parameter_csv(findings),
    }
}

fn optional(value: Option<f64>) -> String {
    value.map_or_else(String::new, number)
}

fn parameter_csv(findings: &Study) -> String {
    let titles =
        ["parameter", "stored", "fitted", "relative_error", "low", "high", "determined", "saturated", "tables"];
    let mut out = csv_row(titles.map(csv::text));
    for group in &findings.calibration.groups {
        for parameter in &group.parameters {
            let record = &findings.record.parameters[&parameter.name];
            out += &csv_row([
                csv::text(&parameter.name),
                number(parameter.stored),
                number(parameter.value),
                optional(parameter.relative_error),
                optional(record.interval.map(|[low, _]| low)),
                optional(record.interval.map(|[_, high]| high)),
                record.determined.to_string(),
                group.is_saturated().to_string(),
                csv::text(&group.tables.join(" ")),
            ]);
        }
    }
    out
}

fn left_out_csv(left_out: &[LeftOutCell]) -> String {
    let titles = ["table", "row", "column", "metric", "published", "error", "low", "high", "inside"];
    let mut out = csv_row(titles.map(csv::text));
    for cell in left_out {
        let key = match &cell.row {
            Key::Number(key) => number(*key),
            Key::Word(word) => csv::text(word),
        };
        out += &csv_row([
            csv::text(&cell.table),
            key,
            csv::text(&cell.column),
            csv::text(&cell.metric),
            number(cell.published),
            optional(cell.error),
            optional(cell.interval.map(|[low, _]| low)),
            optional(cell.interval.map(|[_, high]| high)),
            cell.is_inside().map_or_else(String::new, |inside| inside.to_string()),
        ]);
    }
    out
}
