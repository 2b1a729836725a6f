//! Operational laws, which hold for any distributions (Denning and Buzen, 1978; Lazowska et al., 1984, chapter 3).

use super::network::{Class, Kind, Network, OUT};

/// Returns the visit counts `V_k` of a class in the order of its visits. Visit counts are per arrival for an open
/// class, or per cycle for a closed class. A cycle is the time from one departure from the start station to the next.
///
/// The traffic equations are solved by elimination without subtractions (Grassmann, Taksar, and Heyman, 1985), so small
/// visit counts are as accurate as large ones. The class must pass [`Network::check`].
pub fn visits(class: &Class) -> Vec<f64> {
    let count = class.visits.len();
    let start = class.visit(&class.start).unwrap_or_default();
    // State 0 has the visit count 1: the outside of an open class, or the start of a closed one.
    let outside = usize::from(class.population.is_none());
    let state = |visit: usize| match visit {
        _ if outside == 1 => visit + 1,
        _ if visit == start => 0,
        _ => visit + usize::from(visit < start),
    };
    let size = count + outside;
    let mut routing = vec![vec![0.0; size]; size];
    if outside == 1 {
        routing[0][state(start)] = 1.0;
    }
    for (at, visit) in class.visits.iter().enumerate() {
        for step in &visit.next {
            let to = if step.station == OUT { Some(0) } else { class.visit(&step.station).map(state) };
            routing[state(at)][to.unwrap_or_default()] += step.probability;
        }
    }
    for eliminated in (1..size).rev() {
        let leaving: f64 = routing[eliminated][..eliminated].iter().sum();
        for from in 0..eliminated {
            routing[from][eliminated] /= leaving;
            for to in 0..eliminated {
                routing[from][to] += routing[from][eliminated] * routing[eliminated][to];
            }
        }
    }
    let mut counts = vec![1.0; size];
    for at in 1..size {
        counts[at] = (0..at).map(|from| counts[from] * routing[from][at]).sum();
    }
    (0..count).map(|visit| counts[state(visit)]).collect()
}

/// Visit count and service demand of a class at a station.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Demand {
    /// Visit count `V_k`.
    pub visits: f64,
    /// Service demand `D_k` = `V_k S_k`, in seconds.
    pub demand_s: f64,
}

/// Returns the demands of every class by station, 0 at stations that the class does not visit. The network must
/// pass [`Network::check`].
pub fn demands(network: &Network) -> Vec<Vec<Demand>> {
    let of = |class: &Class| {
        let mut demands = vec![Demand::default(); network.stations.len()];
        for (visit, visits) in class.visits.iter().zip(visits(class)) {
            if let Some(at) = network.station(&visit.station) {
                demands[at] = Demand { visits, demand_s: visits * visit.service.mean() };
            }
        }
        demands
    };
    network.classes.iter().map(of).collect()
}

/// Returns the utilization by the utilization law, U = X D / servers.
pub fn utilization(throughput: f64, demand_s: f64, servers: u32) -> f64 {
    throughput * demand_s / f64::from(servers)
}

/// Returns the mean number in system by Little's law, Q = X R.
pub fn mean_in_system(throughput: f64, response_s: f64) -> f64 {
    throughput * response_s
}

/// Returns the response time by the interactive response time law, R = N/X − Z.
pub fn response_s(population: u32, throughput: f64, think_s: f64) -> f64 {
    f64::from(population) / throughput - think_s
}

/// Returns the bottleneck at these class throughputs: the first of the queueing centers with the highest utilization
/// per server. `None` if no queueing center has work.
pub fn bottleneck(network: &Network, demands: &[Vec<Demand>], throughputs: &[f64]) -> Option<usize> {
    let utilization = |at: usize| -> f64 {
        let load: f64 = demands.iter().zip(throughputs).map(|(demands, rate)| rate * demands[at].demand_s).sum();
        load / f64::from(network.stations[at].servers)
    };
    let queues =
        (0..network.stations.len()).filter(|&at| network.stations[at].kind == Kind::Queue && utilization(at) > 0.0);
    queues.reduce(|busiest, at| if utilization(at) > utilization(busiest) { at } else { busiest })
}
