//! What a plan says, as plain data.

use super::planner::Planner;
use super::strategy::{Recommendation, strategy};
use super::text::grouped;
use super::{Benefit, FileSystems, Form, Guidelines, Step};
use serde::{Serialize, Serializer};

/// How fast directories are converted on a machine.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Rate {
    /// The machine; `own` is one's own.
    pub title: String,
    /// Names in a second.
    pub entries_per_s: f64,
}

/// A directory in its place of the plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Row<'p> {
    /// Its path.
    pub path: &'p str,
    /// Names in it.
    pub entries: u64,
    /// Whether that is an estimate from its size.
    pub entries_estimated: bool,
    /// Kilobytes that it takes.
    pub kilobytes: u64,
    /// Whether that is an estimate from its names.
    pub kilobytes_estimated: bool,
    /// Operations on it in the time that was measured, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub operations: Option<u64>,
    /// Seconds that its operations take less after the conversion, if all are lookups; negative if they take longer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub seconds_saved: Option<f64>,
    /// What converting it is worth.
    pub benefit: Benefit,
    /// Lookups per second as v4, all tasks together.
    pub lookups_before: f64,
    /// The same as v5.
    pub lookups_after: f64,
    /// Whether no rate of lookups was published near its number of names.
    pub lookups_extrapolated: bool,
    /// Seconds that the conversion takes at each rate, once.
    pub seconds: Vec<f64>,
    /// Kilobytes that must be free while both formats exist, if the new one is as large as the old one.
    pub free_kilobytes: u64,
}

/// A file system of `df -t`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FileSystemRow {
    /// Where it is mounted.
    pub mounted_on: String,
    /// Its name.
    pub name: String,
    /// Kilobytes that are free.
    pub free_kilobytes: f64,
    /// Kilobytes in all.
    pub total_kilobytes: f64,
    /// Files and directories in it, if the line says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub objects: Option<u64>,
    /// The most that converting could be worth: as if all its objects were in one directory.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub at_most: Option<Benefit>,
    /// Seconds to convert all its directories at each rate; none if the number of objects is not known.
    pub seconds: Vec<f64>,
}

/// An operation and how often it was done.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct OperationRow {
    /// What it is called.
    pub operation: String,
    /// How often.
    pub count: u64,
    /// Its share of all.
    pub share: f64,
    /// Whether it searches, reads or changes a directory.
    pub on_names: bool,
}

/// All together.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Totals {
    /// Directories.
    pub directories: u64,
    /// Those of considerable benefit.
    pub considerable: u64,
    /// Those of some.
    pub some: u64,
    /// Those of little.
    pub little: u64,
    /// Names in all directories.
    pub entries: f64,
    /// Seconds to convert all, at each rate: the most that an IPL takes longer with CONVERTTOV5=ON.
    pub seconds: Vec<f64>,
    /// The most kilobytes that must be free at one time.
    pub most_free_kilobytes: u64,
}

/// What a plan says.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Report<'p> {
    /// What the text was.
    pub form: Form,
    /// What the text was read as, and in which units.
    pub reading: String,
    /// The order of the rows.
    pub order: String,
    /// Numbers of names between which rates of lookups were published.
    pub measured_entries: [u64; 2],
    /// How fast directories are converted.
    pub rates: Vec<Rate>,
    /// Directories, in the order that `order` states.
    #[cfg_attr(feature = "typescript", tsify(type = "Row[]"))]
    pub directories: Rows<'p>,
    /// All together, also those that are not in `directories`.
    pub totals: Totals,
    /// File systems, those with the most objects first.
    pub file_systems: Vec<FileSystemRow>,
    /// Operations, the most frequent first.
    pub operations: Vec<OperationRow>,
    /// What to do in which order.
    pub strategy: Vec<Recommendation>,
}

/// The directories of a report. There may be a million, so each is made when it is written.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'p> {
    planner: &'p Planner,
    most: usize,
}

impl<'p> Rows<'p> {
    /// One after the other, in the order of the plan.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Row<'p>> {
        self.planner.plan.steps.iter().take(self.most).map(move |step| row(self.planner, step))
    }
}

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'p> Report<'p> {
    pub(super) fn new(planner: &'p Planner, most: usize) -> Self {
        let guidelines = planner.guidelines();
        let rates = guidelines.rates.iter();
        let mut report = Self {
            form: planner.input.form,
            reading: reading(planner),
            order: order(planner),
            measured_entries: [*guidelines.measured_entries.start(), *guidelines.measured_entries.end()],
            rates: rates.map(|(title, rate)| Rate { title: title.clone(), entries_per_s: *rate }).collect(),
            directories: Rows { planner, most },
            totals: totals(planner),
            file_systems: file_systems(planner, guidelines),
            operations: operations(planner),
            strategy: Vec::new(),
        };
        report.strategy = strategy(&report);
        report
    }
}

/// What the text was read as. The unit of `df` is not in its listing.
fn reading(planner: &Planner) -> String {
    let FileSystems { unit, declared, .. } = planner.input.file_systems;
    match planner.input.form {
        Form::Listing => "Read as ls -slk: sizes in KB.".to_owned(),
        Form::Csv => "Read as CSV: sizes in KB.".to_owned(),
        Form::Operations => "Read as zfsadm query -knpfs: operations and their counts.".to_owned(),
        Form::FileSystems if declared => {
            format!("Read as df: space in units of {} bytes, as declared.", grouped(f64::from(unit.bytes())))
        }
        Form::FileSystems => format!(
            "Read as df -t without -k: space in units of {} bytes. If -k was given, too, declare units of 1 KB.",
            unit.bytes()
        ),
    }
}

/// The order of the rows.
fn order(planner: &Planner) -> String {
    let steps = &planner.plan.steps;
    let unknown = steps.iter().filter(|step| step.seconds_saved.is_none()).count();
    let by_size = "benefit class, then number of names";
    match planner.input.form {
        Form::FileSystems => "Sorted by number of objects.".to_owned(),
        Form::Operations => "Sorted by count.".to_owned(),
        Form::Listing | Form::Csv if unknown == 0 => "Sorted by seconds saved.".to_owned(),
        Form::Listing | Form::Csv if unknown == steps.len() => {
            format!("Sorted by {by_size}: the number of operations is not known, so the seconds saved are not.")
        }
        Form::Listing | Form::Csv => format!(
            "Sorted by seconds saved; {} without a number of operations or names come last, sorted by {by_size}.",
            grouped(unknown as f64)
        ),
    }
}

fn row<'p>(planner: &Planner, step: &'p Step) -> Row<'p> {
    let entries = step.candidate.entries.unwrap_or(0);
    let [lookups_before, lookups_after] = planner.lookups(entries);
    Row {
        path: &step.candidate.path,
        entries,
        entries_estimated: step.entries_estimated,
        kilobytes: step.candidate.kilobytes.unwrap_or(0),
        kilobytes_estimated: step.kilobytes_estimated,
        operations: step.candidate.operations,
        seconds_saved: step.seconds_saved,
        benefit: step.benefit,
        lookups_before,
        lookups_after,
        lookups_extrapolated: !planner.guidelines().measured_entries.contains(&entries),
        seconds: planner.guidelines().seconds(entries).collect(),
        free_kilobytes: step.free_kilobytes,
    }
}

fn totals(planner: &Planner) -> Totals {
    let plan = &planner.plan;
    let count = |benefit| plan.steps.iter().filter(|step| step.benefit == benefit).count() as u64;
    Totals {
        directories: plan.steps.len() as u64,
        considerable: count(Benefit::Considerable),
        some: count(Benefit::Some),
        little: count(Benefit::Little),
        entries: plan.steps.iter().filter_map(|step| step.candidate.entries).map(|names| names as f64).sum(),
        seconds: plan.all_seconds.clone(),
        most_free_kilobytes: plan.most_free_kilobytes,
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

/// Whether an operation searches, reads or changes a directory. The reports of zFS call them `zfs_lookups` and so on.
fn is_on_names(operation: &str) -> bool {
    let name = operation.to_ascii_lowercase();
    let name = name.trim_start_matches("zfs_").trim_start_matches("efs_").trim_end_matches('s');
    ["lookup", "readdir", "create", "remove", "rename", "mkdir", "rmdir", "link", "symlink"].contains(&name)
}
