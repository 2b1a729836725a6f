//! One conclusion from measurements, with the number on which it rests and a forecast for the first remedy.
//!
//! Closed workloads (fio, `IOzone`) have a known population N, so the laws of closed networks apply. Devices (iostat,
//! sadf, mapped CSV) have a rate, a response time, and a utilization. Every finding has a rank; the conclusion is the
//! one with the highest rank and, among equals, the one with the most requests in system.

mod balanced;
mod closed;
mod forecast;
mod open;

pub use balanced::BalancedNetwork;
pub use forecast::{Forecast, Forecasted};

use super::check::{Check, check};
use super::words::{count, number};
use super::{Format, Measurements, Observation};
use serde::Serialize;

/// Maximum number of rows of measured values in an explanation: those with the most requests in system.
const MAX_ROWS: usize = 40;
/// Maximum number of other findings in an explanation.
const MAX_OTHERS: usize = 5;

/// Largest error with which a model may forecast: its error on measurements, including those at depths left out of its
/// fit. With a larger error, the forecast has only bounds.
const MAX_MODEL_ERROR: f64 = 0.25;
/// Largest population in a model's forecast: real workloads and devices have far fewer requests.
const MAX_POPULATION: f64 = 100_000.0;

/// The kind of a finding, from the highest rank to the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The requested depth has no effect, because the engine waits for each request.
    IgnoredDepth,
    /// More requests in flight hardly raise the rate.
    Saturated,
    /// The number of requests in flight, divided by the response time, limits the rate.
    DepthBound,
    /// Requests wait although the device is often idle.
    Queueing,
    /// The workload issues fewer requests than the system could serve.
    WorkloadBound,
    /// The device works, and requests hardly wait.
    Light,
    /// The device has almost no requests.
    Idle,
}

/// A number with its name and unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Quantity {
    /// The name.
    pub name: &'static str,
    /// The value.
    pub value: f64,
    /// The unit.
    pub unit: &'static str,
}

/// A finding about a device or a job.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// The kind.
    pub kind: Kind,
    /// Device or job.
    pub subject: String,
    /// Number of the report, counted from 1; missing for jobs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<usize>,
    /// The finding in a sentence.
    pub text: String,
    /// The number on which the finding rests.
    pub rests_on: Quantity,
    /// Mean number of requests in system.
    pub in_system: f64,
    /// The forecast for the first remedy; missing if no remedy is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forecast: Option<Forecast>,
}

/// A row of measured values.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Device or job.
    pub subject: String,
    /// Description of the row: a job's depth and processes, the mean of reports, or a single report.
    pub what: String,
    /// Requests per second.
    pub rate_per_s: f64,
    /// Bytes per second.
    pub bytes_per_s: Option<f64>,
    /// Mean response time in milliseconds.
    pub response_ms: Option<f64>,
    /// Response time that 99 % of the requests of the slowest kind do not exceed, in milliseconds.
    pub p99_ms: Option<f64>,
    /// Mean number of requests in system.
    pub in_system: Option<f64>,
    /// Share of the time with requests in the device, in percent.
    pub utilization_percent: Option<f64>,
}

impl Row {
    /// Returns the row for an observation.
    fn new(one: &Observation, what: String) -> Self {
        let p99_s = one.flows.iter().filter_map(|flow| flow.p99_s).reduce(f64::max);
        Self {
            subject: one.subject.clone(),
            what,
            rate_per_s: one.rate(),
            bytes_per_s: one.bytes_per_s(),
            response_ms: one.response_s().map(|seconds| 1000.0 * seconds),
            p99_ms: p99_s.map(|seconds| 1000.0 * seconds),
            in_system: one.mean_in_system(),
            utilization_percent: one.utilization.map(|share| 100.0 * share.value),
        }
    }
}

/// Measurements, checked and explained.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// The recognized format.
    pub format: Format,
    /// Program and version, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// Whether all checks hold.
    pub plausible: bool,
    /// The conclusion; missing if a check fails.
    pub conclusion: Option<Finding>,
    /// Findings with lower ranks.
    pub others: Vec<Finding>,
    /// Measured values.
    pub rows: Vec<Row>,
    /// The checks.
    pub checks: Vec<Check>,
    /// Sentences with the meaning and unit of each field that was used.
    pub taken: Vec<String>,
    /// Sentences about missing, skipped, and assumed data.
    pub notes: Vec<String>,
}

/// Options that the caller chooses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Whether the first of several iostat reports covers an interval like the others, as with `iostat -y`. Otherwise,
    /// the first report contains means since the system started, and is left out.
    pub keep_first_report: bool,
}

/// Checks measurements and explains them.
pub fn explain(mut measurements: Measurements, options: Options) -> Explanation {
    let mut notes = std::mem::take(&mut measurements.notes);
    leave_out_first(&mut measurements, options, &mut notes);
    let checks = check(&measurements);
    let plausible = checks.iter().all(Check::holds);
    let (mut findings, mut rows) = match measurements.format {
        Format::Fio | Format::Iozone => closed::findings(&measurements.observations, &mut notes),
        Format::Iostat | Format::Sadf | Format::MappedCsv => open::findings(&measurements, &mut notes),
    };
    if measurements.format == Format::Iozone {
        notes.push("Little's law cannot be checked: IOzone prints no response times.".to_owned());
    }
    if rows.len() > MAX_ROWS {
        rows.sort_by(|a, b| b.in_system.unwrap_or(0.0).total_cmp(&a.in_system.unwrap_or(0.0)));
        notes.push(format!(
            "Of {}, the {MAX_ROWS} with the most requests in system are listed.",
            count(rows.len(), "row")
        ));
        rows.truncate(MAX_ROWS);
    }
    let (conclusion, others) = if plausible {
        findings.sort_by(|a, b| a.kind.cmp(&b.kind).then(b.in_system.total_cmp(&a.in_system)));
        let mut ranked = findings.into_iter();
        (ranked.next(), ranked.take(MAX_OTHERS).collect())
    } else {
        (None, Vec::new())
    };
    let Measurements { format, program, taken, .. } = measurements;
    Explanation { format, program, plausible, conclusion, others, rows, checks, taken, notes }
}

/// Leaves out the first report of iostat if others follow, unless the options keep it.
fn leave_out_first(measurements: &mut Measurements, options: Options, notes: &mut Vec<String>) {
    if measurements.format != Format::Iostat {
        return;
    }
    let last = measurements.observations.iter().filter_map(|one| one.report).max().unwrap_or(1);
    if last == 1 {
        notes.push(
            "The only report is the mean since the system started, unless iostat ran with -y: for the present state, give \
             iostat an interval and a count."
                .to_owned(),
        );
    } else if options.keep_first_report {
        notes.push("The first report counts as an interval, as with iostat -y.".to_owned());
    } else {
        measurements.observations.retain(|one| one.report != Some(1));
        notes.push(format!(
            "The first of {} is left out: it is the mean since the system started, unless iostat ran with -y (then give \
             --keep-first-report).",
            count(last, "report")
        ));
    }
}

/// Returns the ratio of `next` to `present`, followed by “times”.
fn factor(present: f64, next: f64) -> String {
    format!("{} times", number(next / present))
}
