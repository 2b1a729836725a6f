//! Laws that hold whatever the distributions are: how often what is visited, how busy that makes it, how many are there.

use super::network::{Class, Kind, Network, OUT};

/// How often a request comes to each of the class's visits, in their order: once to the start of a closed class, and
/// from one arrival to leaving in an open one.
///
/// The balance of what comes and what goes is solved by elimination without subtractions (Grassmann, Taksar and Heyman,
/// 1985), so rare visits are as exact as frequent ones. The class must be one that [`Network::check`] accepts.
pub fn visits(class: &Class) -> Vec<f64> {
    let count = class.visits.len();
    let start = class.visit(&class.start).unwrap_or_default();
    // Whatever is counted once comes first: the outside, from where requests come and where they go, or the start.
    let outside = usize::from(class.population.is_none());
    let place = |visit: usize| match visit {
        _ if outside == 1 => visit + 1,
        _ if visit == start => 0,
        _ => visit + usize::from(visit < start),
    };
    let size = count + outside;
    let mut flow = vec![vec![0.0; size]; size];
    if outside == 1 {
        flow[0][place(start)] = 1.0;
    }
    for (at, visit) in class.visits.iter().enumerate() {
        for step in &visit.next {
            let to = if step.station == OUT { Some(0) } else { class.visit(&step.station).map(place) };
            flow[place(at)][to.unwrap_or_default()] += step.probability;
        }
    }
    for gone in (1..size).rev() {
        let leaving: f64 = flow[gone][..gone].iter().sum();
        for from in 0..gone {
            flow[from][gone] /= leaving;
            for to in 0..gone {
                flow[from][to] += flow[from][gone] * flow[gone][to];
            }
        }
    }
    let mut often = vec![1.0; size];
    for at in 1..size {
        often[at] = (0..at).map(|from| often[from] * flow[from][at]).sum();
    }
    (0..count).map(|visit| often[place(visit)]).collect()
}

/// What a request of a class takes at a station in all.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Demand {
    /// How often it comes.
    pub visits: f64,
    /// What it takes in all visits together, in seconds.
    pub demand_s: f64,
}

/// The demands of every class, by station; 0 where it does not come. The network must be one that [`Network::check`]
/// accepts.
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

/// Utilization law: the share of a station's servers that work, from requests a second and what each takes there.
pub fn utilization(throughput: f64, demand_s: f64, servers: u32) -> f64 {
    throughput * demand_s / f64::from(servers)
}

/// Little's law: how many are somewhere, from how many come in a second and how many seconds they stay.
pub fn number(throughput: f64, stay_s: f64) -> f64 {
    throughput * stay_s
}

/// Interactive response time law: the seconds from one think time to the next.
pub fn response_s(population: u32, throughput: f64, think_s: f64) -> f64 {
    f64::from(population) / throughput - think_s
}

/// The queue whose servers have most to do for a request of each class as often as `throughputs` says; the first of
/// several. `None` if there is no queue with work.
pub fn bottleneck(network: &Network, demands: &[Vec<Demand>], throughputs: &[f64]) -> Option<usize> {
    let busy = |at: usize| -> f64 {
        let work: f64 = demands.iter().zip(throughputs).map(|(demands, rate)| rate * demands[at].demand_s).sum();
        work / f64::from(network.stations[at].servers)
    };
    let queues = (0..network.stations.len()).filter(|&at| network.stations[at].kind == Kind::Queue && busy(at) > 0.0);
    queues.reduce(|most, at| if busy(at) > busy(most) { at } else { most })
}
