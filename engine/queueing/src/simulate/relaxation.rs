//! Relaxation times: the times for which the state of a queue depends on its past.

use super::super::network::Network;
use super::plan::Plan;

/// Minimum number of relaxation times in each of several runs, for the pilot and for the measured time. With fewer
/// relaxation times, few runs see the rare long queues that contribute most of the mean. Intervals are then too narrow,
/// and the forecast of a pilot is poor.
const MIN_RELAXATION_TIMES: f64 = 30.0;

/// The minimum for a single run: ten for each of its batches, whose means are then hardly correlated.
const MIN_RELAXATION_TIMES_OF_SINGLE_RUN: f64 = 200.0;

/// Returns the relaxation time of a station at this utilization, in seconds: 1 / (μ c (1 - √U)²) for M/M/c (Cohen, *The
/// Single Server Queue*, 1982). For service times that are not exponential, the result is multiplied by (1 + scv) / 2,
/// the factor in heavy traffic.
///
/// `None` at stations that a closed class visits, whose population limits the queue, and at those with a capacity.
pub(super) fn relaxation_s(plan: &Plan, network: &Network, at: usize, utilization: f64) -> Option<f64> {
    let station = &plan.stations[at];
    let mut visits = plan.visits.iter().filter(|visit| visit.station == at).peekable();
    if station.is_delay || network.stations[at].capacity.is_some() || utilization >= 1.0 || visits.peek().is_none() {
        return None;
    }
    let mut service_s: f64 = 0.0;
    for visit in visits {
        if plan.classes[visit.class].population.is_some() {
            return None;
        }
        service_s = service_s.max(visit.service.mean() * (1.0 + visit.service.scv()) / 2.0);
    }
    let idle = 1.0 - utilization.sqrt();
    Some(service_s / station.servers as f64 / (idle * idle))
}

/// Returns the minimum measured time of each run for a relaxation time, in seconds.
pub(super) fn min_measured_s(relaxation_s: f64, runs: u32) -> f64 {
    relaxation_s * if runs == 1 { MIN_RELAXATION_TIMES_OF_SINGLE_RUN } else { MIN_RELAXATION_TIMES }
}
