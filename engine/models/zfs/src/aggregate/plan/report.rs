//! The report on a plan, as plain data.

use super::forecast::seconds_saved_range;
use super::planner::Planner;
use super::strategy::{Recommendation, strategy};
use super::text::range_text;
use super::totals::{Totals, basis, estimates, facts, totals};
use super::{Benefit, FileSystems, Guidelines, InputFormat, Step};
use pathlength_listings::group_digits;
use serde::{Serialize, Serializer};

/// Conversion rate of a machine.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Rate {
    /// The machine; `own` is the reader's own machine.
    pub title: String,
    /// Names converted per second.
    pub entries_per_s: f64,
}

/// A directory in the order of the plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Row<'p> {
    /// Path.
    pub path: &'p str,
    /// Number of names.
    pub entries: u64,
    /// Whether the number of names is an estimate from the size.
    pub entries_estimated: bool,
    /// Kilobytes on disk.
    pub kilobytes: u64,
    /// Whether the size is an estimate from the number of names.
    pub kilobytes_estimated: bool,
    /// Number of operations in the measured period, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub operations: Option<u64>,
    /// Seconds that the conversion saves if all operations are lookups; negative if the conversion adds time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub seconds_saved: Option<f64>,
    /// The 95 % interval for `seconds_saved`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub seconds_saved_range: Option<[f64; 2]>,
    /// Benefit of converting the directory.
    pub benefit: Benefit,
    /// Lookups per second of all tasks in the v4 format; missing if no published measurements support a forecast.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub lookups_before: Option<f64>,
    /// The 95 % interval for `lookups_before`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub lookups_before_range: Option<[f64; 2]>,
    /// Lookups per second of all tasks in the v5 format; missing if no published measurements support a forecast.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub lookups_after: Option<f64>,
    /// The 95 % interval for `lookups_after`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub lookups_after_range: Option<[f64; 2]>,
    /// The seconds saved as text, with as many digits as the interval width justifies; empty if they are not known.
    pub saved_text: String,
    /// The lookups as text, or the reason why there is no forecast.
    pub lookups_text: String,
    /// Whether no measurement supports a forecast of the lookup rates.
    pub lookups_extrapolated: bool,
    /// Seconds that the one-time conversion takes at each rate.
    pub seconds: Vec<f64>,
    /// Kilobytes that must be free before the conversion, assuming that the new directory is as large as the old one.
    pub free_kilobytes: u64,
}

/// A file system in the output of `df -t`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FileSystemRow {
    /// Mount point.
    pub mounted_on: String,
    /// Name of the file system.
    pub name: String,
    /// Free kilobytes.
    pub free_kilobytes: f64,
    /// Total kilobytes.
    pub total_kilobytes: f64,
    /// Number of files and directories, if the line contains that number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub objects: Option<u64>,
    /// Upper bound on the benefit, computed as if all objects were in one directory.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub at_most: Option<Benefit>,
    /// Seconds to convert all directories of the file system at each rate; empty if the number of objects is unknown.
    pub seconds: Vec<f64>,
}

/// An operation and its count.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct OperationRow {
    /// Name of the operation.
    pub operation: String,
    /// Number of times that it was performed.
    pub count: u64,
    /// Share of all operations.
    pub share: f64,
    /// Whether the operation searches, reads, or changes a directory.
    pub on_names: bool,
}

/// The report on a plan.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Report<'p> {
    /// Format of the text.
    pub form: InputFormat,
    /// Description of the format and the units of the text.
    pub reading: String,
    /// Description of the order of the rows.
    pub order: String,
    /// The totals that were counted or listed, as a sentence.
    pub facts: String,
    /// The totals that were estimated, in sentences.
    pub estimates: String,
    /// The basis and the limits of the forecasts, in sentences.
    pub basis: String,
    /// Numbers of names for which lookup rates were published.
    pub measured_entries: [u64; 2],
    /// Conversion rates.
    pub rates: Vec<Rate>,
    /// Directories, in the order that `order` describes.
    #[cfg_attr(feature = "typescript", tsify(type = "Row[]"))]
    pub directories: Rows<'p>,
    /// Totals, including directories that are not in `directories`.
    pub totals: Totals,
    /// File systems, those with the most objects first.
    pub file_systems: Vec<FileSystemRow>,
    /// Operations, the most frequent first.
    pub operations: Vec<OperationRow>,
    /// Recommended steps, in order.
    pub strategy: Vec<Recommendation>,
}

/// The directories of a report. There may be a million directories, so each row is created when it is written.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'p> {
    planner: &'p Planner,
    max_rows: usize,
}

impl<'p> Rows<'p> {
    /// Returns the rows in the order of the plan.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Row<'p>> {
        self.planner.plan.steps.iter().take(self.max_rows).map(move |step| row(self.planner, step))
    }
}

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'p> Report<'p> {
    pub(super) fn new(planner: &'p Planner, max_rows: usize) -> Self {
        let guidelines = planner.guidelines();
        let rates = guidelines.rates.iter();
        let mut report = Self {
            form: planner.input.form,
            reading: planner.input.reading.clone(),
            order: describe_order(planner),
            measured_entries: [*guidelines.measured_entries.start(), *guidelines.measured_entries.end()],
            rates: rates.map(|(title, rate)| Rate { title: title.clone(), entries_per_s: *rate }).collect(),
            directories: Rows { planner, max_rows },
            totals: totals(planner),
            facts: String::new(),
            estimates: String::new(),
            basis: basis(planner),
            file_systems: file_systems(planner, guidelines),
            operations: operations(planner),
            strategy: Vec::new(),
        };
        report.strategy = strategy(&report);
        report.facts = facts(planner, &report);
        report.estimates = estimates(planner, &report);
        report
    }
}

/// Describes the order of the rows.
fn describe_order(planner: &Planner) -> String {
    let steps = &planner.plan.steps;
    let unknown = steps.iter().filter(|step| step.seconds_saved.is_none()).count();
    let by_size = "benefit class, then number of names";
    let mut order = match planner.input.form {
        InputFormat::FileSystems => return "Sorted by number of objects.".to_owned(),
        InputFormat::Operations => return "Sorted by count.".to_owned(),
        InputFormat::Listing | InputFormat::Csv if unknown == steps.len() => {
            return format!(
                "Sorted by {by_size}: the number of operations is not known, so the seconds saved are not known either."
            );
        }
        InputFormat::Listing | InputFormat::Csv if unknown == 0 => "Sorted by seconds saved.".to_owned(),
        InputFormat::Listing | InputFormat::Csv => format!(
            "Sorted by seconds saved; rows without a number of operations or names ({}) are last, sorted by {by_size}.",
            group_digits(unknown as f64)
        ),
    };
    let unmeasured =
        steps.iter().filter(|step| step.seconds_saved.is_some() && planner.forecast_gap(step).is_some()).count();
    if unmeasured > 0 {
        let (rows, positions) = match unmeasured {
            1 => ("1 row".to_owned(), "its position."),
            _ => (group_digits(unmeasured as f64) + " rows", "their positions."),
        };
        order.push_str(
            &[" No measurement supports the seconds saved of ", &rows, ", so only the model determines ", positions]
                .concat(),
        );
    }
    order
}

fn row<'p>(planner: &Planner, step: &'p Step) -> Row<'p> {
    let entries = step.candidate.entries.unwrap_or(0);
    let gap = planner.forecast_gap(step);
    let lookups = planner.forecast(step);
    let operations = step.candidate.operations;
    let seconds_saved_range =
        operations.zip(lookups.as_ref()).map(|(count, lookups)| seconds_saved_range(count, lookups));
    Row {
        path: &step.candidate.path,
        entries,
        entries_estimated: step.entries_estimated,
        kilobytes: step.candidate.kilobytes.unwrap_or(0),
        kilobytes_estimated: step.kilobytes_estimated,
        operations,
        seconds_saved: step.seconds_saved.filter(|_| seconds_saved_range.is_some()),
        seconds_saved_range,
        benefit: step.benefit,
        lookups_before: lookups.map(|lookups| lookups.before),
        lookups_before_range: lookups.map(|lookups| lookups.before_range),
        lookups_after: lookups.map(|lookups| lookups.after),
        lookups_after_range: lookups.map(|lookups| lookups.after_range),
        saved_text: seconds_saved_range.map_or_else(String::new, range_text),
        lookups_extrapolated: lookups.is_none(),
        lookups_text: lookups.map_or_else(|| gap.unwrap_or_default(), |lookups| lookups.text()),
        seconds: planner.guidelines().seconds(entries).collect(),
        free_kilobytes: step.free_kilobytes,
    }
}

fn file_systems(planner: &Planner, guidelines: &Guidelines) -> Vec<FileSystemRow> {
    let FileSystems { lines, unit, .. } = &planner.input.file_systems;
    let kilobytes = |units: u64| units as f64 * f64::from(unit.bytes()) / 1024.0;
    let at_most = |objects: u64| {
        if objects >= guidelines.considerable_entries {
            Benefit::Considerable
        } else if objects as f64 * guidelines.bytes_per_entry > guidelines.some_benefit_kilobytes as f64 * 1024.0 {
            Benefit::Some
        } else {
            Benefit::Little
        }
    };
    let mut lines: Vec<_> = lines.iter().collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.objects));
    lines
        .into_iter()
        .map(|line| FileSystemRow {
            mounted_on: line.mounted_on.clone(),
            name: line.name.clone(),
            free_kilobytes: kilobytes(line.available.0),
            total_kilobytes: kilobytes(line.available.1),
            objects: line.objects,
            at_most: line.objects.map(at_most),
            seconds: line.objects.map_or_else(Vec::new, |objects| guidelines.seconds(objects).collect()),
        })
        .collect()
}

fn operations(planner: &Planner) -> Vec<OperationRow> {
    let mut lines: Vec<_> = planner.input.operations.iter().collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.count));
    let all: f64 = lines.iter().map(|line| line.count as f64).sum();
    lines
        .into_iter()
        .map(|line| OperationRow {
            operation: line.operation.clone(),
            count: line.count,
            share: if all > 0.0 { line.count as f64 / all } else { 0.0 },
            on_names: is_on_names(&line.operation),
        })
        .collect()
}

/// Returns whether an operation searches, reads, or changes a directory. In zFS reports, such operations have names
/// like `zfs_lookups`.
fn is_on_names(operation: &str) -> bool {
    let name = operation.to_ascii_lowercase();
    let name = name.trim_start_matches("zfs_").trim_start_matches("efs_").trim_end_matches('s');
    ["lookup", "readdir", "create", "remove", "rename", "mkdir", "rmdir", "link", "symlink"].contains(&name)
}
