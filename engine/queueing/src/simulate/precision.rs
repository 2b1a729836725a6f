//! The length of a run before its precision is known.

use super::super::laws::Demand;
use super::super::network::{Kind, Network};
use super::{Options, WARM_UP_PART};

/// Minimum total number of visits in all runs.
const MIN_VISITS: f64 = 2e5;

/// Maximum share of the permitted events before the first check of the precision.
const MAX_SHARE: f64 = 0.25;

/// Returns the length of each of `runs` runs, in seconds, after which the half-widths of the estimates are reliable.
///
/// Such a run has many visits, and lasts for at least `min_measured_s` after the warm-up. If service times are highly
/// variable, the run also has enough cycles to estimate the mean service demand itself to half of the `relative`
/// precision. A sample without the rare long times looks precise but is wrong.
pub(super) fn first_time_s(
    network: &Network,
    demands: &[Vec<Demand>],
    runs: u32,
    relative: f64,
    max_events: u64,
    min_measured_s: f64,
) -> f64 {
    let mut visits_per_s = 0.0;
    // Intervals are rounded to whole ticks.
    let min_run_s = min_measured_s * (1.0 + 1e-6) / (1.0 - 1.0 / WARM_UP_PART as f64);
    let mut min_time_s = f64::from(runs) * min_run_s;
    for (class, demands) in network.classes.iter().zip(demands) {
        let visits: f64 = demands.iter().map(|demand| demand.visits).sum();
        // A closed class completes no more cycles than its requests would without waiting, or than its bottleneck
        // allows.
        let cycles_per_s = class.population.map_or_else(
            || class.arrival_rate(),
            |population| {
                let queues = network.stations.iter().zip(demands).filter(|(station, _)| station.kind == Kind::Queue);
                let bottleneck_s =
                    queues.map(|(station, demand)| demand.demand_s / f64::from(station.servers)).fold(0.0, f64::max);
                let cycle_s: f64 = demands.iter().map(|demand| demand.demand_s).sum();
                (f64::from(population) / cycle_s).min(1.0 / bottleneck_s)
            },
        );
        visits_per_s += cycles_per_s * visits;
        let times = class.visits.iter().filter_map(|visit| {
            let demand = demands[network.station(&visit.station)?];
            let is_think_time = class.population.is_some() && visit.station == class.start;
            (!is_think_time)
                .then(|| (demand.demand_s, demand.demand_s * visit.service.mean() * (1.0 + visit.service.scv())))
        });
        let (work_s, moment_2) = times.fold((0.0, 0.0), |sums, (mean, square)| (sums.0 + mean, sums.1 + square));
        if work_s > 0.0 {
            let deviation = 4.0 / relative;
            let cycles = moment_2 / (work_s * work_s) * deviation * deviation;
            min_time_s = min_time_s.max(cycles / cycles_per_s);
        }
    }
    // A visit takes at most two events: its completion, and possibly the arrival.
    let max_time_s = MAX_SHARE * max_events as f64 / (2.0 * visits_per_s);
    let time_s = (MIN_VISITS / visits_per_s).max(min_time_s).min(max_time_s) / f64::from(runs);
    // The first run length is at most a quarter of the maximum time, so that there is time left for the measurement.
    if time_s.is_finite() { time_s.clamp(super::MIN_TIME_S, 0.25 * Options::MAX_TIME_S) } else { super::MIN_TIME_S }
}
