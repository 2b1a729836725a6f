//! Output analysis: estimates from replications or batch means.

use super::super::network::Network;
use super::super::{Estimate, of_runs};
use super::plan::Plan;
use super::run::{CLASS_COLUMNS, Run, VISIT_COLUMNS};
use super::{INTERVALS, Options, WARM_UP_INTERVALS};
use serde::Serialize;

/// Estimates of the steady state of a network. Half-widths are those of 95 % confidence intervals, and infinite (`null` in
/// JSON) if there are too few observations.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Number of completed runs.
    pub runs: u32,
    /// Arrivals and completions in all runs.
    pub events: u64,
    /// Seconds discarded at the beginning of each run; 0 with an explicit warm-up, which precedes the run.
    pub discarded_s: f64,
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

/// Number of batches of a single run, as in [`super::super::batch_means`], which cannot form ratios of sums.
const BATCHES: usize = 20;

/// Observations: one for each run, or for each batch of a single run.
#[derive(Debug)]
pub(super) struct Samples {
    all: Vec<Sample>,
    runs: u32,
    discarded_s: f64,
}

/// Differences of the cumulative counts and areas over an interval.
#[derive(Debug)]
struct Sample {
    time_s: f64,
    row: Vec<f64>,
}

impl Samples {
    pub(super) fn new() -> Self {
        Self { all: Vec::new(), runs: 0, discarded_s: 0.0 }
    }

    /// Adds the observations of a completed run.
    pub(super) fn add(&mut self, options: &Options, run: &Run) {
        let rows = run.rows();
        let interval_s = options.time_s / INTERVALS as f64;
        let first = if options.warm_up_s.is_some() { 0 } else { WARM_UP_INTERVALS };
        let size = if options.runs == 1 { (INTERVALS - first) / BATCHES } else { INTERVALS - first };
        let mut end = INTERVALS;
        while end >= first + size {
            let row = rows[end].iter().zip(&rows[end - size]).map(|(after, before)| after - before).collect();
            self.all.push(Sample { time_s: size as f64 * interval_s, row });
            end -= size;
        }
        self.runs += 1;
        self.discarded_s = end as f64 * interval_s;
    }

    pub(super) fn report(&self, plan: &Plan, network: &Network, events: u64) -> Report {
        let Self { runs, discarded_s, .. } = *self;
        let classes = network.classes.iter().enumerate().map(|(at, class)| {
            let [completions, response, losses, area] = [0, 1, 2, 3].map(|column| CLASS_COLUMNS * at + column);
            ClassReport {
                name: class.name.clone(),
                throughput: self.rate(|row| row[completions]),
                response_s: self.ratio(|row| row[response], |row| row[completions]),
                mean_in_system: self.rate(|row| row[area]),
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
        Report { runs, events, discarded_s, classes: classes.collect(), stations: stations.collect() }
    }

    /// Estimates a rate per second.
    fn rate(&self, of: impl Fn(&[f64]) -> f64) -> Estimate {
        let values: Vec<f64> = self.all.iter().map(|sample| of(&sample.row) / sample.time_s).collect();
        of_runs(&values)
    }

    /// Estimates a ratio of two sums. The mean of the samples' ratios would be biased, because a sample with many requests
    /// also has long waits. This is the classical ratio estimator: the ratio of the sums, with a confidence interval from
    /// the samples' deviations from it.
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
