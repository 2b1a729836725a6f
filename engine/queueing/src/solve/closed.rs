//! Closed classes, and open ones beside them.
//!
//! Beside open classes that keep a share of a server working, closed ones find it so much slower; the open ones wait for
//! both. Exact for queues of one server (Lazowska et al., 1984, section 7.5).

use super::{Found, Method, mixture, open, services};
use crate::Error;
use crate::laws::Demand;
use crate::mva;
use crate::network::{Discipline, Kind, Network};

/// What closed classes see of the network.
#[derive(Debug)]
struct Seen {
    /// The queues among the stations.
    queues: Vec<usize>,
    /// Servers of each queue.
    servers: Vec<u32>,
    /// What open classes leave of each queue, as a share.
    left: Vec<f64>,
    /// Where in the network the closed classes are.
    closed: Vec<usize>,
    classes: Vec<mva::Class>,
}

/// What was found for closed classes, by class and queue.
#[derive(Debug)]
struct Solved {
    method: Method,
    why: String,
    throughputs: Vec<f64>,
    residences_s: Vec<Vec<f64>>,
}

impl Seen {
    /// Whether closed classes have work at the queue.
    fn visited(&self, queue: usize) -> bool {
        self.classes.iter().any(|class| class.demands_s[queue] > 0.0)
    }
}

pub(super) fn solve(network: &Network, demands: &[Vec<Demand>]) -> Result<Found, Error> {
    let seen = seen(network, demands);
    let mut notes = open::arrival_notes(network);
    notes.extend(order_notes(network, demands, &seen));
    let Solved { method, why, throughputs, residences_s } = match single(&seen)? {
        Some(solved) => solved,
        None => several(network, &seen, &mut notes)?,
    };
    let mut found = Found {
        method,
        why,
        notes,
        throughputs: network.classes.iter().map(crate::network::Class::arrival_rate).collect(),
        residences_s: demands.iter().map(|demands| demands.iter().map(|demand| demand.demand_s).collect()).collect(),
        lost: vec![0.0; network.classes.len()],
    };
    for (at, &class) in seen.closed.iter().enumerate() {
        found.throughputs[class] = throughputs[at];
        for (queue, &station) in seen.queues.iter().enumerate() {
            found.residences_s[class][station] = residences_s[at][queue];
        }
    }
    open_beside_closed(network, demands, &seen, &mut found);
    if seen.closed.len() < network.classes.len() {
        found.why.push_str("; open classes are taken off the servers' speed");
    }
    Ok(found)
}

fn seen(network: &Network, demands: &[Vec<Demand>]) -> Seen {
    let loads = open::loads(network, demands);
    let stations = || network.stations.iter().enumerate();
    let queues: Vec<usize> = stations().filter(|(_, one)| one.kind == Kind::Queue).map(|(at, _)| at).collect();
    let closed: Vec<usize> =
        (0..network.classes.len()).filter(|&class| network.classes[class].population.is_some()).collect();
    let classes = closed.iter().map(|&class| mva::Class {
        population: network.classes[class].population.unwrap_or_default(),
        delay_s: stations().filter(|(_, one)| one.kind == Kind::Delay).map(|(at, _)| demands[class][at].demand_s).sum(),
        demands_s: queues.iter().map(|&at| demands[class][at].demand_s / (1.0 - loads[at])).collect(),
    });
    let classes = classes.collect();
    let servers = queues.iter().map(|&at| network.stations[at].servers).collect();
    let left = queues.iter().map(|&at| 1.0 - loads[at]).collect();
    Seen { queues, servers, left, closed, classes }
}

/// What first come, first served makes approximate: a product form needs services that are exponential and alike.
fn order_notes(network: &Network, demands: &[Vec<Demand>], seen: &Seen) -> Vec<String> {
    let other = |(queue, at): &(usize, &usize)| {
        let fifo = network.stations[**at].discipline == Discipline::Fifo;
        fifo && seen.visited(*queue) && !mixture(&services(network, demands, **at)).alike
    };
    let note = |(_, at): (usize, &usize)| {
        format!(
            "station {}: it serves first come, first served, and its services are not all exponential with the same \
             mean; solved as if it shared its servers out evenly",
            network.stations[*at].name
        )
    };
    seen.queues.iter().enumerate().filter(other).map(note).collect()
}

/// One closed class, exactly. `None` if there are more, or open classes at a queue of several servers, or too much work.
fn single(seen: &Seen) -> Result<Option<Solved>, Error> {
    let [class] = &seen.classes[..] else { return Ok(None) };
    let plain = seen.servers.iter().all(|servers| *servers == 1);
    let (method, why, solution) = if plain {
        let solution = mva::exact(&class.demands_s, class.delay_s, class.population)?;
        (Method::MeanValueAnalysis, "one closed class at queues of one server: mean value analysis", solution)
    } else {
        let queues = class.demands_s.iter().zip(&seen.servers);
        let queues: Vec<_> = queues.map(|(demand, servers)| mva::Queue::servers(*demand, *servers)).collect();
        let shared = (0..queues.len()).any(|at| seen.visited(at) && seen.servers[at] > 1 && seen.left[at] < 1.0);
        if shared || mva::work(&queues, class.population) > mva::MOST_WORK {
            return Ok(None);
        }
        let (solution, _) = mva::load_dependent(&queues, class.delay_s, class.population)?;
        (Method::Convolution, "one closed class, and queues of several servers: convolution", solution)
    };
    Ok(Some(Solved {
        method,
        why: why.to_owned(),
        throughputs: vec![solution.throughput],
        residences_s: vec![solution.stations.iter().map(|station| station.residence_s).collect()],
    }))
}

/// Several classes. Of a queue with several servers, one that is so many times as fast is left, and a delay for the rest
/// of the service (Seidmann, Schweitzer and Shalev-Oren, 1987).
fn several(network: &Network, seen: &Seen, notes: &mut Vec<String>) -> Result<Solved, Error> {
    for (queue, &servers) in seen.servers.iter().enumerate() {
        if servers > 1 && seen.visited(queue) {
            notes.push(format!(
                "station {}: its {servers} servers are approximated by one that is as fast as all, and a delay",
                network.stations[seen.queues[queue]].name
            ));
        }
    }
    let faster = |class: &mva::Class| -> mva::Class {
        let mut class = class.clone();
        for ((demand, servers), left) in class.demands_s.iter_mut().zip(&seen.servers).zip(&seen.left) {
            let servers = f64::from(*servers);
            class.delay_s += *demand * left * (servers - 1.0) / servers;
            *demand /= servers;
        }
        class
    };
    let classes: Vec<_> = seen.classes.iter().map(faster).collect();
    let steps = mva::steps(&classes);
    let (method, why, mut solution) = if steps <= mva::MOST_STEPS {
        let why = format!("{} closed classes: mean value analysis through all their populations", classes.len());
        (Method::MulticlassMeanValueAnalysis, why, mva::classes(&classes)?)
    } else {
        notes.push(
            "there are too many populations for an exact solution: this is the Linearizer's approximation".to_owned(),
        );
        let why = format!("{} closed classes with too many populations to go through: the Linearizer", classes.len());
        (Method::Linearizer, why, mva::approximate(&classes)?)
    };
    for (residences, class) in solution.residences_s.iter_mut().zip(&seen.classes) {
        for (queue, residence) in residences.iter_mut().enumerate() {
            let servers = f64::from(seen.servers[queue]);
            *residence += class.demands_s[queue] * seen.left[queue] * (servers - 1.0) / servers;
        }
    }
    Ok(Solved { method, why, throughputs: solution.throughputs, residences_s: solution.residences_s })
}

/// Open classes wait for each other and for the closed ones.
fn open_beside_closed(network: &Network, demands: &[Vec<Demand>], seen: &Seen, found: &mut Found) {
    let open: Vec<usize> = (0..network.classes.len()).filter(|class| !seen.closed.contains(class)).collect();
    for (queue, &at) in seen.queues.iter().enumerate() {
        if !seen.visited(queue) {
            found.notes.extend(open::station(network, demands, at, &mut found.residences_s));
            continue;
        }
        let servers = f64::from(seen.servers[queue]);
        let waits_with: f64 = seen
            .closed
            .iter()
            .map(|&class| {
                let elsewhere = demands[class][at].demand_s * (servers - 1.0) / servers;
                found.throughputs[class] * (found.residences_s[class][at] - elsewhere).max(0.0)
            })
            .sum();
        for &class in &open {
            let own_s = demands[class][at].demand_s;
            found.residences_s[class][at] =
                own_s * (servers - 1.0) / servers + own_s / servers * (1.0 + waits_with) / seen.left[queue];
        }
    }
}
