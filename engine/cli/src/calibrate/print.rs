//! The reports of `pathlength calibrate`.

use super::Failure;
use crate::output::csv_row;
use crate::report::{counted, percent, short};
use pathlength_lab::{
    FittedGroup, FittedParameter, Lab, LeftOutCell, LeverageErrors, LeverageStudy, Study, Undetermined, median,
};
use pathlength_lab_files::{key_csv, number};
use pathlength_model::{Provenance, csv};
use std::fmt::Write as _;

/// Returns the report for people: groups with their parameters, then predictions of left-out cells.
pub(super) fn as_text(findings: &Study, fold: &str) -> Result<String, Failure> {
    let mut out = String::new();
    for group in &findings.calibration.groups {
        writeln!(
            out,
            "{}: parameters: {}; independent cells: {} of {}, median error {}, largest {}, RMS log error {}{}",
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
        writeln!(out, "cross-validation, each {fold} predicted from a fit without it:")?;
        left_out_text(&mut out, left_out)?;
    }
    if let Some(study) = &findings.leverage {
        leverage_text(&mut out, &findings.lab, study)?;
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
        let count = counted(errors.len() as u64, "cell");
        write!(out, "{metric:<26} {count}, median error {median}, largest {largest}")?;
        match undetermined {
            0 => writeln!(out)?,
            some => {
                let some = counted(some as u64, "cell");
                writeln!(out, "; {some} not predicted, because the other cells do not determine a parameter")?;
            }
        }
    }
    let inside: Vec<bool> = left_out.iter().filter_map(LeftOutCell::is_inside).collect();
    if !inside.is_empty() {
        let count = inside.iter().filter(|inside| **inside).count();
        let share = percent(Some(count as f64 / inside.len() as f64));
        writeln!(out, "left-out values in their 95 % intervals: {count} of {} ({share})", inside.len())?;
    }
    Ok(())
}

/// Writes the errors for each alternative value of a chosen parameter, without and with a refit.
fn leverage_text(out: &mut String, lab: &Lab, study: &LeverageStudy) -> Result<(), Failure> {
    let errors = |errors: Option<&LeverageErrors>| {
        let Some(errors) = errors else { return "-".to_owned() };
        let summary = &errors.summary;
        let of = |role: &str, median: Option<f64>, largest: Option<f64>| {
            median.map(|_| format!("{role} {} / {}", percent(median), percent(largest)))
        };
        let fit = of("fit", errors.fit_median_error, errors.fit_max_error);
        let held_out = of("held out", summary.held_out_median_error, summary.held_out_max_error);
        let bounds = (summary.bounds > 0).then(|| format!("{} of {} bounds", summary.bounds_met, summary.bounds));
        [fit, held_out, bounds].into_iter().flatten().collect::<Vec<_>>().join("; ")
    };
    writeln!(out, "median and largest error with changed values of chosen parameters:")?;
    writeln!(out, "{:<26} {:>12}  {:<54}  after a refit", "parameter", "value", "without a refit")?;
    writeln!(out, "{:<26} {:>12}  {}", "unchanged", "", errors(Some(&study.unchanged)))?;
    for change in &study.changes {
        let [moved, refitted] = [&change.moved, &change.refitted].map(|found| errors(found.as_ref()));
        writeln!(out, "{:<26} {:>12}  {moved:<54}  {refitted}", change.parameter, short(change.value))?;
    }
    let chosen = lab.parameters.iter().filter(|(_, parameter)| parameter.provenance == Provenance::Assumed);
    let zeros: Vec<&str> = chosen.filter(|(_, chosen)| chosen.value == 0.0).map(|(name, _)| name.as_str()).collect();
    if !zeros.is_empty() {
        writeln!(out, "not changed, because the value is 0: {}", zeros.join(", "))?;
    }
    Ok(())
}

/// Returns the errors for each alternative value; the first row names no parameter and contains the errors without a
/// change.
fn leverage_csv(study: &LeverageStudy) -> String {
    let titles = [
        "median",
        "largest",
        "fit_median",
        "fit_largest",
        "held_out_median",
        "held_out_largest",
        "bounds_met",
        "worst_table",
        "worst_row",
        "worst_column",
        "worst_error",
    ];
    let titles =
        ["", "refitted_"].into_iter().flat_map(|prefix| titles.map(|title| csv::text(&(prefix.to_owned() + title))));
    let errors = |errors: Option<&LeverageErrors>| {
        let of = |read: fn(&LeverageErrors) -> Option<f64>| optional(errors.and_then(read));
        let worst = errors.and_then(|errors| errors.worst.as_ref());
        [
            of(|errors| errors.summary.median_error),
            of(|errors| errors.summary.max_error),
            of(|errors| errors.fit_median_error),
            of(|errors| errors.fit_max_error),
            of(|errors| errors.summary.held_out_median_error),
            of(|errors| errors.summary.held_out_max_error),
            of(|errors| (errors.summary.bounds > 0).then_some(errors.summary.bounds_met as f64)),
            worst.map_or_else(String::new, |cell| csv::text(&cell.table)),
            worst.map_or_else(String::new, |cell| key_csv(&cell.row)),
            worst.map_or_else(String::new, |cell| csv::text(&cell.column)),
            optional(worst.map(|cell| cell.error)),
        ]
    };
    let mut out = csv_row(["parameter", "value"].map(csv::text).into_iter().chain(titles));
    let unchanged = [errors(Some(&study.unchanged)), errors(None)].concat();
    out += &csv_row([String::new(), String::new()].into_iter().chain(unchanged));
    for change in &study.changes {
        let both = [errors(change.moved.as_ref()), errors(change.refitted.as_ref())].concat();
        out += &csv_row([csv::text(&change.parameter), number(change.value)].into_iter().chain(both));
    }
    out
}

/// Returns CSV with one row for each change to a chosen parameter, each left-out cell, or each parameter.
pub(super) fn as_csv(findings: &Study) -> String {
    if let Some(study) = &findings.leverage {
        return leverage_csv(study);
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
        out += &csv_row([
            csv::text(&cell.table),
            key_csv(&cell.row),
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
