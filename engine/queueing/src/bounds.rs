//! What throughput and response time of one closed class can be at best and at worst, from a few sums.
//!
//! Lazowska, Zahorjan, Graham and Sevcik, *Quantitative System Performance* (1984), chapter 5: asymptotic bounds, and
//! balanced job bounds of interactive systems.

use serde::Serialize;

/// The least and the most something can be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Range {
    /// The least.
    pub least: f64,
    /// The most.
    pub most: f64,
}

/// Bounds on a closed class.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bounds {
    /// Requests a second.
    pub throughput: Range,
    /// Seconds from one think time to the next.
    pub response_s: Range,
}

impl Bounds {
    /// From throughput by the interactive response time law, but never less than a request takes that meets no other.
    fn of(throughput: Range, demand_s: f64, delay_s: f64, population: u32) -> Self {
        let response = |throughput: f64| (f64::from(population) / throughput - delay_s).max(demand_s);
        let response_s = Range { least: response(throughput.most), most: response(throughput.least) };
        Self { throughput, response_s }
    }
}

/// Asymptotic bounds. `queues` are the demand in seconds and the number of servers of each; `delay_s` is the think time
/// and other delays. Valid for any distributions.
pub fn asymptotic(queues: &[(f64, u32)], delay_s: f64, population: u32) -> Bounds {
    let demand_s: f64 = queues.iter().map(|(demand, _)| demand).sum();
    let slowest = queues.iter().map(|(demand, servers)| demand / f64::from(*servers)).fold(0.0, f64::max);
    let population_f = f64::from(population);
    let throughput = Range {
        least: population_f / (population_f * demand_s + delay_s),
        most: (population_f / (demand_s + delay_s)).min(1.0 / slowest),
    };
    Bounds::of(throughput, demand_s, delay_s, population)
}

/// Balanced job bounds of queues of one server each with these demands. Valid where the network has a product form.
pub fn balanced(demands_s: &[f64], delay_s: f64, population: u32) -> Bounds {
    let alone_s: f64 = demands_s.iter().sum();
    let slowest = demands_s.iter().copied().fold(0.0, f64::max);
    let queues = demands_s.iter().filter(|demand| **demand > 0.0).count();
    let population_f = f64::from(population);
    if queues == 0 {
        let rate = population_f / delay_s;
        return Bounds::of(Range { least: rate, most: rate }, alone_s, delay_s, population);
    }
    let others = population_f - 1.0;
    let waiting_most = others * slowest / (1.0 + delay_s / (population_f * alone_s));
    let waiting_least = others * (alone_s / queues as f64) / (1.0 + delay_s / alone_s);
    let throughput = Range {
        least: population_f / (alone_s + delay_s + waiting_most),
        most: (population_f / (alone_s + delay_s + waiting_least)).min(1.0 / slowest),
    };
    Bounds::of(throughput, alone_s, delay_s, population)
}

/// The population from which on the slowest queue is what holds requests up: where the two asymptotes of the throughput
/// cross. Infinite if there is no queue with work.
pub fn saturation(queues: &[(f64, u32)], delay_s: f64) -> f64 {
    let demand_s: f64 = queues.iter().map(|(demand, _)| demand).sum();
    let slowest = queues.iter().map(|(demand, servers)| demand / f64::from(*servers)).fold(0.0, f64::max);
    (demand_s + delay_s) / slowest
}
