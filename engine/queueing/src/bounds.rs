//! Bounds on throughput and response time of closed classes.
//!
//! Source: Lazowska, Zahorjan, Graham, and Sevcik, *Quantitative System Performance* (1984), chapter 5: asymptotic
//! bounds, and balanced job bounds of interactive systems (Zahorjan et al., 1982).

use super::mva::Class;
use serde::Serialize;

/// The range of a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Range {
    /// Lower bound.
    pub min: f64,
    /// Upper bound.
    pub max: f64,
}

/// Bounds on the throughput and response time of a closed class.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bounds {
    /// Throughput X in requests per second.
    pub throughput: Range,
    /// Response time R in seconds.
    pub response_s: Range,
}

impl Bounds {
    /// Adds bounds on the response time R by the interactive response time law, R = N/X − Z; R is at least the total
    /// demand D.
    fn from_throughput(throughput: Range, demand_s: f64, delay_s: f64, population: u32) -> Self {
        let response = |throughput: f64| (f64::from(population) / throughput - delay_s).max(demand_s);
        let response_s = Range { min: response(throughput.max), max: response(throughput.min) };
        Self { throughput, response_s }
    }
}

/// Returns the asymptotic bounds, which are valid for any distributions. `queues` contains the demand `D_k` in seconds
/// and the number of servers of each queueing center; `delay_s` is the think time and all other delays.
///
/// ```
/// use pathlength_queueing::bounds::asymptotic;
///
/// // Lazowska et al.: demands of 2 s, 0.5 s, and 3 s, a think time of 15 s, 5 users.
/// let bounds = asymptotic(&[(2.0, 1), (0.5, 1), (3.0, 1)], 15.0, 5);
/// assert!((bounds.throughput.max - 5.0 / 20.5).abs() < 1e-12);
/// ```
pub fn asymptotic(queues: &[(f64, u32)], delay_s: f64, population: u32) -> Bounds {
    asymptotic_among(queues, delay_s, population, population)
}

/// Returns the asymptotic bounds of each class of a network with a product form. `servers` contains the number of
/// servers of each queueing center.
///
/// In the best case, a class is alone in the network. In the worst case, each request of a class finds all other
/// requests of all classes at every center. Each of the other requests then takes as long as a request of the class.
/// This assumption holds for processor sharing, and for FCFS with one service time for all classes.
///
/// ```
/// use pathlength_queueing::{bounds::asymptotic_multiclass, mva::Class};
///
/// let interactive = Class { population: 4, delay_s: 10.0, demands_s: vec![0.5, 1.0] };
/// let batch = Class { population: 2, delay_s: 0.0, demands_s: vec![2.0, 0.1] };
/// let bounds = asymptotic_multiclass(&[interactive, batch], &[1, 1]);
/// // Six requests in total: a response takes at most 6 times 1.5 s, and at least 1.5 s.
/// assert!((bounds[0].response_s.max - 9.0).abs() < 1e-12 && (bounds[0].response_s.min - 1.5).abs() < 1e-12);
/// ```
pub fn asymptotic_multiclass(all: &[Class], servers: &[u32]) -> Vec<Bounds> {
    let total_population = all.iter().map(|class| class.population).sum();
    let bounds = |class: &Class| {
        let queues: Vec<_> = class.demands_s.iter().copied().zip(servers.iter().copied()).collect();
        asymptotic_among(&queues, class.delay_s, class.population, total_population)
    };
    all.iter().map(bounds).collect()
}

/// Returns the asymptotic bounds of a class that shares the network with other classes; the network has
/// `total_population` requests in total.
pub(crate) fn asymptotic_among(queues: &[(f64, u32)], delay_s: f64, population: u32, total_population: u32) -> Bounds {
    let demand_s: f64 = queues.iter().map(|(demand, _)| demand).sum();
    let max_demand_s = queues.iter().map(|(demand, servers)| demand / f64::from(*servers)).fold(0.0, f64::max);
    let population_f = f64::from(population);
    let throughput = Range {
        min: population_f / (f64::from(total_population) * demand_s + delay_s),
        max: (population_f / (demand_s + delay_s)).min(1.0 / max_demand_s),
    };
    Bounds::from_throughput(throughput, demand_s, delay_s, population)
}

/// Returns the balanced job bounds of single-server queueing centers with the demands `D_k`. Balanced job bounds are
/// valid for networks with a product form.
pub fn balanced(demands_s: &[f64], delay_s: f64, population: u32) -> Bounds {
    let total_demand_s: f64 = demands_s.iter().sum();
    let max_demand_s = demands_s.iter().copied().fold(0.0, f64::max);
    let queues = demands_s.iter().filter(|demand| **demand > 0.0).count();
    let population_f = f64::from(population);
    if queues == 0 {
        let rate = population_f / delay_s;
        return Bounds::from_throughput(Range { min: rate, max: rate }, total_demand_s, delay_s, population);
    }
    let population_minus_one = population_f - 1.0;
    let max_waiting_s = population_minus_one * max_demand_s / (1.0 + delay_s / (population_f * total_demand_s));
    let min_waiting_s = population_minus_one * (total_demand_s / queues as f64) / (1.0 + delay_s / total_demand_s);
    let throughput = Range {
        min: population_f / (total_demand_s + delay_s + max_waiting_s),
        max: (population_f / (total_demand_s + delay_s + min_waiting_s)).min(1.0 / max_demand_s),
    };
    Bounds::from_throughput(throughput, total_demand_s, delay_s, population)
}

/// Returns the saturation point N*, the population at which the asymptotes of the throughput cross: beyond it, the
/// bottleneck limits the throughput. The saturation point is infinite if no queueing center has demand.
pub fn saturation(queues: &[(f64, u32)], delay_s: f64) -> f64 {
    let demand_s: f64 = queues.iter().map(|(demand, _)| demand).sum();
    let max_demand_s = queues.iter().map(|(demand, servers)| demand / f64::from(*servers)).fold(0.0, f64::max);
    (demand_s + delay_s) / max_demand_s
}
