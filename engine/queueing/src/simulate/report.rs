//! Output analysis: estimates from replications or batch means.

use super::super::network::Network;
use super::super::{Estimate, of_runs};
use super::plan::Plan;
use super::run::{CLASS_COLUMNS, Run, VISIT_COLUMNS};
use super::{Options, warnings};
use serde::Serialize;

/// Estimates of the steady state of a network. Half-widths are those of 95 % confidence intervals; they are infinite
/// (`null` in JSON) if there are too few observations.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Number of completed runs.
    pub runs: u32,
    /// Arrivals and completions in all runs.
    pub events: u64,
    /// Simulated seconds of each run before its measured seconds.
    pub warm_up_s: f64,
    /// Measured seconds of each run.
    pub measured_s: f64,
    /// The largest half-width of a class's response time or mean number in system, relative to the estimate.
    pub relative_half_width: f64,
    /// Reasons to doubt the estimates, each with a remedy.
    pub warnings: Vec<String>,
    /// The classes, in the order of the network.
    pub classes: Vec<ClassReport>,
    /// The stations, in the order of the network.
    pub stations: Vec<StationReport>,
}

/// Estimates of a class.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassReport {
    /// Name.
    pub name: String,
    /// Throughput in requests per second: completed requests, or cycles of a closed class.
    pub throughput: Estimate,
    /// Mean response time in seconds, without think time.
    pub response_s: Estimate,
    /// Mean number in system: requests between arrival and departure, or between two think times.
    pub mean_in_system: Estimate,
    /// Loss probability: the share of requests that find a station full.
    pub loss_probability: Estimate,
}

/// Estimates of a station.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StationReport {
    /// Name.
    pub name: String,
    /// Utilization of the servers; `null` for a delay center.
    pub utilization: Option<Estimate>,
    /// Throughput in visits per second.
    pub throughput: Estimate,
    /// Mean number in system, waiting and in service.
    pub mean_in_system: Estimate,
    /// Mean response time of a visit in seconds, waiting and service.
    pub response_s: Estimate,
    /// The classes that visit the station.
    pub classes: Vec<VisitReport>,
}

/// Estimates of a class at a station.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VisitReport {
    /// Name of the class.
    pub class: String,
    /// Throughput in visits per second.
    pub throughput: Estimate,
    /// Mean number in system, waiting and in service.
    pub mean_in_system: Estimate,
    /// Mean response time of a visit in seconds.
    pub response_s: Estimate,
}

/// Number of batches of a single run, the same as in [`super::super::batch_means`]; that function cannot form ratios of
/// sums.
const BATCHES: usize = 20;

/// Observations: one for each run, or for each batch of a single run.
#[derive(Debug, Default)]
pub(super) struct Samples {
    pub(super) all: Vec<Sample>,
    pub(super) runs: u32,
    pub(super) warm_up_s: f64,
    pub(super) measured_s: f64,
}

/// Differences of the cumulative counts and areas over an interval.
#[derive(Debug)]
pub(super) struct Sample {
    pub(super) time_s: f64,
    pub(super) row: Vec<f64>,
    /// The differences over about the first quarter of the interval.
    pub(super) first_quarter: Vec<f64>,
    /// The length of the first quarter.
    pub(super) first_quarter_s: f64,
}

impl Samples {
    /// Adds the observations of a completed run.
    pub(super) fn add(&mut self, options: Options, run: &Run) {
        let rows = run.rows();
        let intervals = rows.len() - 1;
        let first = run.warm_up_intervals();
        let size = if options.runs == 1 { (intervals - first) / BATCHES } else { intervals - first };
        let mut end = intervals;
        let between = |from: usize, to: usize| -> Vec<f64> {
            rows[to].iter().zip(&rows[from]).map(|(after, before)| after - before).collect()
        };
        while end >= first + size {
            let start = end - size;
            let (row, first_quarter) = (between(start, end), between(start, start + size / 4));
            let [time_s, first_quarter_s] = [size, size / 4].map(|intervals| intervals as f64 * run.interval_s());
            self.all.push(Sample { time_s, row, first_quarter, first_quarter_s });
            end = start;
        }
        self.runs += 1;
        self.warm_up_s = run.intervals_start_s() + end as f64 * run.interval_s();
        self.measured_s = (intervals - end) as f64 * run.interval_s();
    }

    /// Returns the largest relative half-width of a class's response time or mean number in system.
    pub(super) fn relative_half_width(&self, plan: &Plan) -> f64 {
        let classes = (0..plan.classes.len()).flat_map(|at| [self.response_s(at), self.mean_in_system(at)]);
        // Times that are all 0 are exact, but a class without completions has an infinite half-width.
        let exact_if_0 =
            |estimate: Estimate| if estimate.half_width == 0.0 { 0.0 } else { estimate.half_width / estimate.mean };
        classes.map(exact_if_0).fold(0.0, f64::max)
    }

    fn response_s(&self, class: usize) -> Estimate {
        let [completions, response] = [0, 1].map(|column| CLASS_COLUMNS * class + column);
        self.ratio(|row| row[response], |row| row[completions])
    }

    fn mean_in_system(&self, class: usize) -> Estimate {
        self.rate(|row| row[CLASS_COLUMNS * class + 3])
    }

    pub(super) fn report(&self, plan: &Plan, network: &Network, options: Options, events: u64) -> Report {
        let Self { runs, warm_up_s, measured_s, .. } = *self;
        let classes = network.classes.iter().enumerate().map(|(at, class)| {
            let [completions, losses] = [0, 2].map(|column| CLASS_COLUMNS * at + column);
            ClassReport {
                name: class.name.clone(),
                throughput: self.rate(|row| row[completions]),
                response_s: self.response_s(at),
                mean_in_system: self.mean_in_system(at),
                loss_probability: self.ratio(|row| row[losses], |row| row[losses] + row[completions]),
            }
        });
        let first_visit = CLASS_COLUMNS * plan.classes.len();
        let first_station = first_visit + VISIT_COLUMNS * plan.visits.len();
        let stations = network.stations.iter().enumerate().map(|(at, station)| {
            let visits: Vec<usize> = (0..plan.visits.len()).filter(|visit| plan.visits[*visit].station == at).collect();
            let sum = |row: &[f64], column: usize| -> f64 {
                visits.iter().map(|visit| row[first_visit + VISIT_COLUMNS * visit + column]).sum()
            };
            let servers = plan.stations[at].servers as f64;
            let classes = visits.iter().map(|visit| {
                let [completions, area] = [0, 1].map(|column| first_visit + VISIT_COLUMNS * visit + column);
                VisitReport {
                    class: network.classes[plan.visits[*visit].class].name.clone(),
                    throughput: self.rate(|row| row[completions]),
                    mean_in_system: self.rate(|row| row[area]),
                    response_s: self.ratio(|row| row[area], |row| row[completions]),
                }
            });
            StationReport {
                name: station.name.clone(),
                utilization: (!plan.stations[at].is_delay).then(|| self.rate(|row| row[first_station + at] / servers)),
                throughput: self.rate(|row| sum(row, 0)),
                mean_in_system: self.rate(|row| sum(row, 1)),
                response_s: self.ratio(|row| sum(row, 1), |row| sum(row, 0)),
                classes: classes.collect(),
            }
        });
        let stations: Vec<_> = stations.collect();
        let warnings = match runs {
            0 => Vec::new(),
            _ => warnings::warnings(self, plan, network, options, &stations, events),
        };
        let relative_half_width = self.relative_half_width(plan);
        let classes = classes.collect();
        Report { runs, events, warm_up_s, measured_s, relative_half_width, warnings, classes, stations }
    }

    /// Estimates a rate per second.
    fn rate(&self, of: impl Fn(&[f64]) -> f64) -> Estimate {
        let values: Vec<f64> = self.all.iter().map(|sample| of(&sample.row) / sample.time_s).collect();
        of_runs(&values)
    }

    /// Estimates a ratio of two sums. The mean of the samples' ratios would be biased, because a sample with many
    /// requests also has long waits. This is the classical ratio estimator: the ratio of the sums, with a confidence
    /// interval from the deviations of the samples from this ratio.
    fn ratio(&self, numerator: impl Fn(&[f64]) -> f64, denominator: impl Fn(&[f64]) -> f64) -> Estimate {
        let (sums, counts): (Vec<f64>, Vec<f64>) =
            self.all.iter().map(|sample| (numerator(&sample.row), denominator(&sample.row))).unzip();
        let count: f64 = counts.iter().sum();
        if count <= 0.0 {
            return Estimate { mean: 0.0, half_width: f64::INFINITY };
        }
        let mean = sums.iter().sum::<f64>() / count;
        let mean_count = count / counts.len() as f64;
        let deviations = sums.iter().zip(&counts).map(|(sum, count)| (sum - mean * count) / mean_count);
        Estimate { mean, half_width: of_runs(&deviations.collect::<Vec<_>>()).half_width }
    }
}
