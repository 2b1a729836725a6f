//! The totals of a plan: counted or listed facts, estimates, and the basis of the forecasts.

use super::forecast::seconds_saved_range;
use super::planner::Planner;
use super::text::range_text;
use super::{Benefit, InputFormat, Report};
use pathlength_listings::group_digits;
use serde::Serialize;
use std::fmt::Write;

/// Totals of all directories.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Totals {
    /// Number of directories.
    pub directories: u64,
    /// Number of directories with considerable benefit.
    pub considerable: u64,
    /// Number of directories with some benefit.
    pub some: u64,
    /// Number of directories with little benefit.
    pub little: u64,
    /// Number of names in all directories.
    pub entries: f64,
    /// Number of directories whose name count is an estimate from their size.
    pub entries_estimated: u64,
    /// Number of directories whose size is an estimate from their name count.
    pub kilobytes_estimated: u64,
    /// Number of directories with a forecast of the lookup rates.
    pub forecast: u64,
    /// The 95 % interval for the seconds saved in directories with a forecast and a number of operations.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub seconds_saved_range: Option<[f64; 2]>,
    /// Seconds to convert all directories, at each rate: the maximum delay of an IPL with CONVERTTOV5=ON.
    pub seconds: Vec<f64>,
    /// Maximum number of kilobytes that must be free at any one time.
    pub max_free_kilobytes: u64,
}

pub(super) fn totals(planner: &Planner) -> Totals {
    let steps = &planner.plan.steps;
    let count = |is: &dyn Fn(&super::Step) -> bool| steps.iter().filter(|step| is(step)).count() as u64;
    let saved = steps.iter().filter_map(|step| {
        step.candidate
            .operations
            .zip(planner.forecast(step))
            .map(|(count, lookups)| seconds_saved_range(count, &lookups))
    });
    Totals {
        directories: steps.len() as u64,
        considerable: count(&|step| step.benefit == Benefit::Considerable),
        some: count(&|step| step.benefit == Benefit::Some),
        little: count(&|step| step.benefit == Benefit::Little),
        entries: sum(steps.iter().filter_map(|step| step.candidate.entries)),
        entries_estimated: count(&|step| step.entries_estimated),
        kilobytes_estimated: count(&|step| step.kilobytes_estimated),
        forecast: count(&|step| planner.forecast_gap(step).is_none()),
        // The model has the same error for all directories, so the bounds of the intervals are added.
        seconds_saved_range: saved.reduce(|[low, high], [next_low, next_high]| [low + next_low, high + next_high]),
        seconds: planner.plan.all_seconds.clone(),
        max_free_kilobytes: planner.plan.max_free_kilobytes,
    }
}

/// Returns the sum of counts as a floating-point number, because the counts in a hostile listing could overflow an
/// integer. The sum of no counts is 0, not the −0 of `Iterator::sum`.
fn sum(counts: impl Iterator<Item = u64>) -> f64 {
    counts.fold(0.0, |sum, count| sum + count as f64)
}

/// Returns a number with its noun.
fn counted(number: f64, one: &str, many: &str) -> String {
    let number = group_digits(number);
    let noun = if number == "1" { one } else { many };
    format!("{number} {noun}")
}

/// Returns the totals that were counted or listed.
pub(super) fn facts(planner: &Planner, report: &Report<'_>) -> String {
    match report.form {
        InputFormat::Listing | InputFormat::Csv => {
            let steps = &planner.plan.steps;
            let counted_steps = steps.iter().filter(|step| !step.entries_estimated);
            let names = sum(counted_steps.filter_map(|step| step.candidate.entries));
            let listed_steps = steps.iter().filter(|step| !step.kilobytes_estimated);
            let kilobytes = sum(listed_steps.filter_map(|step| step.candidate.kilobytes));
            let all = report.totals.directories;
            format!(
                "Facts: {}; {} counted in {}, {} KB listed for {}.",
                counted(all as f64, "directory", "directories"),
                counted(names, "name", "names"),
                group_digits((all - report.totals.entries_estimated) as f64),
                group_digits(kilobytes),
                group_digits((all - report.totals.kilobytes_estimated) as f64),
            )
        }
        InputFormat::FileSystems => {
            let objects = report.file_systems.iter().filter_map(|row| row.objects);
            format!(
                "Facts: {} with {} counted in {}; free and total space.",
                counted(report.file_systems.len() as f64, "file system", "file systems"),
                counted(sum(objects.clone()), "object", "objects"),
                group_digits(objects.count() as f64)
            )
        }
        InputFormat::Operations => {
            let all = sum(report.operations.iter().map(|row| row.count));
            let kinds = counted(report.operations.len() as f64, "kind", "kinds");
            format!("Facts: {} of {kinds}, counted.", counted(all, "operation", "operations"))
        }
    }
}

/// Returns the totals that were estimated.
pub(super) fn estimates(planner: &Planner, report: &Report<'_>) -> String {
    match report.form {
        InputFormat::Operations => return String::new(),
        InputFormat::FileSystems => {
            return "Estimates: the maximum benefit and the conversion time at published rates, if all objects of a \
                    file system are in one directory."
                .to_owned();
        }
        InputFormat::Listing | InputFormat::Csv => {}
    }
    let Totals { directories, considerable, some, little, entries_estimated, kilobytes_estimated, forecast, .. } =
        report.totals;
    let considerable = counted(considerable as f64, "directory", "directories");
    let [some, little] = [some, little].map(|count| group_digits(count as f64));
    let mut said = format!(
        "Estimates: conversion has considerable benefit for {considerable}, some for {some}, and little for {little}."
    );
    if entries_estimated + kilobytes_estimated > 0 {
        let _ = write!(
            said,
            " Estimated at the guideline’s bytes per name: the number of names in {}, and the size of {}. The table \
             marks these estimates.",
            counted(entries_estimated as f64, "directory", "directories"),
            counted(kilobytes_estimated as f64, "directory", "directories")
        );
    }
    said += " Converting all directories takes";
    for (at, (rate, seconds)) in report.rates.iter().zip(&report.totals.seconds).enumerate() {
        let machine = if rate.title == "own" { "at your own rate" } else { &rate.title };
        let _ = write!(said, "{} {seconds:.1} s ({machine})", if at == 0 { "" } else { "," });
    }
    let _ = match report.totals.seconds_saved_range {
        Some(range) => {
            write!(said, ". It saves {} s on the listed operations, if all are lookups.", range_text(range))
        }
        None => write!(said, ". The seconds saved are not known."),
    };
    if forecast < directories {
        let left = counted((directories - forecast) as f64, "directory", "directories");
        let _ = write!(said, " Not included: {left} without a forecast.");
    }
    let _ = write!(
        said,
        " During its conversion, a directory exists in both formats. This takes up to {} KB of free space if the new \
         directory is as large as the old one.",
        group_digits(planner.plan.max_free_kilobytes as f64)
    );
    said
}

/// Returns the basis of the forecasts.
pub(super) fn basis(planner: &Planner) -> String {
    if !matches!(planner.input.form, InputFormat::Listing | InputFormat::Csv) {
        return String::new();
    }
    let basis = &planner.basis;
    let first = match basis.factor() {
        Some(factor) => format!(
            "Lookup rates are 95 % intervals: the model’s value divided and multiplied by {factor:.2}. The factor \
             comes from the model’s errors on the {} published lookup rates on {}, for {} to {} names.",
            basis.errors.len(),
            basis.configuration,
            group_digits(*basis.sizes.start() as f64),
            group_digits(*basis.sizes.end() as f64)
        ),
        None => {
            format!("No lookup rates in both formats were published for {}, so none are forecast.", basis.configuration)
        }
    };
    first
        + " No measurement of reading a whole directory was published, so the effect on such reads is not forecast. \
           The seconds saved assume that all listed operations are lookups."
}
