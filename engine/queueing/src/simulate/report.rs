//! What came of the runs.

use super::super::network::Network;
use super::super::{Estimate, of_runs};
use super::plan::Plan;
use super::run::{OF_CLASS, OF_VISIT, Run};
use super::{INTERVALS, Options, WARM_UP_INTERVALS};
use serde::Serialize;

/// What a simulation says of a network in the long run. Half-widths are of 95 % confidence intervals; infinite (`null` in
/// JSON) where too little was seen to say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// How many runs ended.
    pub runs: u32,
    /// Arrivals and ends of services in all runs.
    pub events: u64,
    /// Seconds left out at the beginning of each run's time; an explicit warm-up comes before that time.
    pub left_out_s: f64,
    /// The classes, as in the network.
    pub classes: Vec<ClassReport>,
    /// The stations, as in the network.
    pub stations: Vec<StationReport>,
}

/// A class in the long run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassReport {
    /// Its name.
    pub name: String,
    /// Requests a second: those that leave, or rounds of a closed class.
    pub throughput: Estimate,
    /// Mean seconds from coming to leaving, or from one think time to the next.
    pub response_s: Estimate,
    /// Mean number of requests that have not been answered yet.
    pub number: Estimate,
    /// Share of the requests that find no room somewhere.
    pub lost: Estimate,
}

/// A station in the long run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StationReport {
    /// Its name.
    pub name: String,
    /// Share of the servers that work; `null` for a delay.
    pub utilization: Option<Estimate>,
    /// Visits a second.
    pub throughput: Estimate,
    /// Mean number of requests, waiting or being served.
    pub number: Estimate,
    /// Mean seconds of a visit, waiting and being served.
    pub response_s: Estimate,
    /// The classes that come here.
    pub classes: Vec<VisitReport>,
}

/// What a class does at a station in the long run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VisitReport {
    /// The class.
    pub class: String,
    /// Visits a second.
    pub throughput: Estimate,
    /// Mean number of requests.
    pub number: Estimate,
    /// Mean seconds of a visit.
    pub response_s: Estimate,
}

/// How many batches one run is cut into, as of [`super::super::batch_means`]: a quotient of sums needs its own.
const BATCHES: usize = 20;

/// What the runs, or the batches of one, have shown: differences of rows.
#[derive(Debug)]
pub(super) struct Samples {
    all: Vec<Sample>,
    runs: u32,
    left_out_s: f64,
}

/// What passed in some time.
#[derive(Debug)]
struct Sample {
    time_s: f64,
    row: Vec<f64>,
}

impl Samples {
    pub(super) fn new() -> Self {
        Self { all: Vec::new(), runs: 0, left_out_s: 0.0 }
    }

    /// Takes what a run has shown.
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
        self.left_out_s = end as f64 * interval_s;
    }

    pub(super) fn report(&self, plan: &Plan, network: &Network, events: u64) -> Report {
        let Self { runs, left_out_s, .. } = *self;
        let classes = network.classes.iter().enumerate().map(|(at, class)| {
            let [done, response, lost, number] = [0, 1, 2, 3].map(|which| OF_CLASS * at + which);
            ClassReport {
                name: class.name.clone(),
                throughput: self.rate(|row| row[done]),
                response_s: self.quotient(|row| row[response], |row| row[done]),
                number: self.rate(|row| row[number]),
                lost: self.quotient(|row| row[lost], |row| row[lost] + row[done]),
            }
        });
        let first_visit = OF_CLASS * plan.classes.len();
        let first_station = first_visit + OF_VISIT * plan.visits.len();
        let stations = network.stations.iter().enumerate().map(|(at, station)| {
            let visits: Vec<usize> = (0..plan.visits.len()).filter(|visit| plan.visits[*visit].station == at).collect();
            let sum = |row: &[f64], which: usize| -> f64 {
                visits.iter().map(|visit| row[first_visit + OF_VISIT * visit + which]).sum()
            };
            let servers = plan.stations[at].servers as f64;
            let classes = visits.iter().map(|visit| {
                let [done, number] = [0, 1].map(|which| first_visit + OF_VISIT * visit + which);
                VisitReport {
                    class: network.classes[plan.visits[*visit].class].name.clone(),
                    throughput: self.rate(|row| row[done]),
                    number: self.rate(|row| row[number]),
                    response_s: self.quotient(|row| row[number], |row| row[done]),
                }
            });
            StationReport {
                name: station.name.clone(),
                utilization: (!plan.stations[at].delay).then(|| self.rate(|row| row[first_station + at] / servers)),
                throughput: self.rate(|row| sum(row, 0)),
                number: self.rate(|row| sum(row, 1)),
                response_s: self.quotient(|row| sum(row, 1), |row| sum(row, 0)),
                classes: classes.collect(),
            }
        });
        Report { runs, events, left_out_s, classes: classes.collect(), stations: stations.collect() }
    }

    /// What passes in a second.
    fn rate(&self, of: impl Fn(&[f64]) -> f64) -> Estimate {
        let values: Vec<f64> = self.all.iter().map(|sample| of(&sample.row) / sample.time_s).collect();
        of_runs(&values)
    }

    /// The sum of what passes, for each of another. A mean of the samples' own quotients would be biased, because a sample
    /// with many requests is also one with long waits: this is the quotient of sums, and its interval is that of what
    /// the samples differ from it.
    fn quotient(&self, of: impl Fn(&[f64]) -> f64, each: impl Fn(&[f64]) -> f64) -> Estimate {
        let (sums, counts): (Vec<f64>, Vec<f64>) =
            self.all.iter().map(|sample| (of(&sample.row), each(&sample.row))).unzip();
        let count: f64 = counts.iter().sum();
        if count <= 0.0 {
            return Estimate { mean: 0.0, half_width: f64::INFINITY };
        }
        let mean = sums.iter().sum::<f64>() / count;
        let each_count = count / counts.len() as f64;
        let off = sums.iter().zip(&counts).map(|(sum, count)| (sum - mean * count) / each_count);
        Estimate { mean, half_width: of_runs(&off.collect::<Vec<_>>()).half_width }
    }
}
