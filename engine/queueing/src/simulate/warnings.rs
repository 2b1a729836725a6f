//! Reasons to doubt the estimates of a simulation.

use super::super::network::Network;
use super::super::of_runs;
use super::plan::Plan;
use super::relaxation::{min_measured_s, relaxation_s};
use super::report::{Samples, StationReport};
use super::run::CLASS_COLUMNS;
use super::{Options, RunLength};

/// Maximum deviation of the first quarter of the measured time from the rest, in half-widths of its 95 % interval.
/// Without a transient, fewer than one class in 1,000 exceeds this deviation.
const MAX_DEVIATION: f64 = 2.0;

/// Returns the warnings of completed runs.
pub(super) fn warnings(
    samples: &Samples,
    plan: &Plan,
    network: &Network,
    options: Options,
    stations: &[StationReport],
    events: u64,
) -> Vec<String> {
    let precision = match options.length {
        RunLength::Precision { relative, .. } => imprecision(samples.relative_half_width(plan), relative, events),
        RunLength::Time { .. } => None,
    };
    let short =
        stations.iter().enumerate().filter_map(|(at, station)| shortness(samples, plan, network, options, at, station));
    let transient = (0..network.classes.len()).filter_map(|at| transient(samples, &network.classes[at].name, at));
    precision.into_iter().chain(short).chain(transient).collect()
}

/// Warns if the maximum number of events was not enough for the precision.
fn imprecision(half_width: f64, wanted: f64, events: u64) -> Option<String> {
    let widest = if half_width.is_finite() {
        format!("the widest interval is ±{} %", percent(half_width))
    } else {
        "a class completes too few requests for a confidence interval".to_owned()
    };
    (half_width > wanted).then(|| {
        format!(
            "the precision of ±{} % was not reached within {events} events: {widest}; allow more events, or a lower precision",
            percent(wanted)
        )
    })
}

/// Warns if runs are too short for the relaxation time of a queue.
fn shortness(
    samples: &Samples,
    plan: &Plan,
    network: &Network,
    options: Options,
    at: usize,
    station: &StationReport,
) -> Option<String> {
    // Short runs underestimate the utilization, so the exact value is used if it is known.
    let utilization = plan.stations[at].offered_load.or(station.utilization.map(|estimate| estimate.mean))?;
    let relaxation_s = relaxation_s(plan, network, at, utilization)?;
    let needed_s = min_measured_s(relaxation_s, options.runs);
    (samples.measured_s < needed_s).then(|| {
        let remedy = match options.length {
            RunLength::Time { .. } => format!("measure at least {} s in each run", significant(needed_s)),
            RunLength::Precision { .. } => "allow more events".to_owned(),
        };
        format!(
            "{} s of measured time per run is short for station \"{}\", whose queue has a relaxation time of about \
             {} s at a utilization of {utilization:.3}: {remedy}",
            significant(samples.measured_s),
            station.name,
            significant(relaxation_s),
        )
    })
}

/// Warns if a class's number in system differs between the first quarter of the measured time and the rest.
fn transient(samples: &Samples, name: &str, class: usize) -> Option<String> {
    if samples.runs == 1 {
        return None;
    }
    let column = CLASS_COLUMNS * class + 3;
    let differences = samples.all.iter().map(|sample| {
        let first = sample.first_quarter[column];
        first / sample.first_quarter_s - (sample.row[column] - first) / (sample.time_s - sample.first_quarter_s)
    });
    let difference = of_runs(&differences.collect::<Vec<_>>());
    (difference.mean.abs() > MAX_DEVIATION * difference.half_width).then(|| {
        let direction = if difference.mean < 0.0 { "fewer" } else { "more" };
        format!(
            "class \"{name}\" has {} {direction} requests in the system on average in the first quarter of the measured time than later: lengthen the warm-up of {} s, or ask for a higher precision",
            significant(difference.mean.abs()),
            significant(samples.warm_up_s)
        )
    })
}

fn percent(share: f64) -> String {
    significant(100.0 * share)
}

/// Returns a number with at most three significant digits.
fn significant(value: f64) -> String {
    format!("{value:.2e}").parse().unwrap_or(value).to_string()
}
