//! A single station with a capacity or priorities, for which a closed form exists only without other stations.

use super::{Method, SolverOutput, is_exponential, mixture, open, services};
use crate::Error;
use crate::closed_form::{self, PriorityClass, QueueMetrics};
use crate::laws::Demand;
use crate::network::{Class, Discipline, Kind, Network, OUT, Station};

pub(super) fn solve(network: &Network, demands: &[Vec<Demand>]) -> Result<SolverOutput, Error> {
    let [station] = &network.stations[..] else {
        return Err(no_closed_form(network, " in a network"));
    };
    let is_single_pass = |class: &Class| {
        let leaves = class
            .visits
            .iter()
            .all(|visit| visit.next.iter().all(|step| step.station == OUT || step.probability == 0.0));
        class.arrivals.as_ref().is_some_and(is_exponential) && leaves
    };
    if station.kind == Kind::Delay || !network.classes.iter().all(is_single_pass) {
        return Err(no_closed_form(
            network,
            " unless all classes are open, with exponential arrivals and one visit each",
        ));
    }
    let (name, queues) = match (station.capacity, station.discipline) {
        (None, Discipline::Preemptive) => {
            ("M/G/1 with preemptive priorities".to_owned(), solve_priority(network, demands, station)?)
        }
        (None, _) => ("M/G/1 with priorities".to_owned(), solve_priority(network, demands, station)?),
        (Some(_), discipline) if discipline.has_priorities() => {
            return Err(no_closed_form(network, ""));
        }
        (Some(capacity), _) => (
            format!("M/M/{}/{capacity}", station.servers),
            solve_capacity(network, demands, station.servers, capacity)?,
        ),
    };
    let classes = network.classes.iter().zip(&queues);
    Ok(SolverOutput {
        method: Method::ClosedForm,
        method_reason: format!("a single station: the formula for {name}"),
        notes: Vec::new(),
        throughputs: classes.map(|(class, queue)| class.arrival_rate() * (1.0 - queue.loss_probability)).collect(),
        residences_s: queues.iter().map(|queue| vec![queue.response_s]).collect(),
        loss_probabilities: queues.iter().map(|queue| queue.loss_probability).collect(),
    })
}

fn no_closed_form(network: &Network, condition: &str) -> Error {
    let special = |station: &&Station| station.capacity.is_some() || station.discipline.has_priorities();
    let station = network.stations.iter().find(special);
    let name = station.map_or("", |station| &station.name);
    let feature = match station.map(|station| (station.capacity.is_some(), station.discipline.has_priorities())) {
        Some((true, true)) => "a capacity and priorities",
        Some((true, false)) => "a capacity",
        _ => "priorities",
    };
    Error::new(format!(
        "station \"{name}\" has {feature}, for which no formula is known{condition}: simulate this network instead"
    ))
}

/// Solves M/M/c/K: all classes have the same loss probability and waiting time.
fn solve_capacity(
    network: &Network,
    demands: &[Vec<Demand>],
    servers: u32,
    capacity: u32,
) -> Result<Vec<QueueMetrics>, Error> {
    let mixture = mixture(&services(network, demands, 0));
    if !mixture.is_exponential {
        return Err(no_closed_form(network, " unless all service times are exponential with the same mean"));
    }
    let queue = closed_form::mmck(mixture.rate, mixture.mean_s, servers, capacity);
    Ok(vec![queue; network.classes.len()])
}

fn solve_priority(network: &Network, demands: &[Vec<Demand>], station: &Station) -> Result<Vec<QueueMetrics>, Error> {
    if station.servers != 1 {
        return Err(no_closed_form(network, " with several servers"));
    }
    open::check_loads(network, demands)?;
    // Classes with the same priority wait like a single class.
    let mut priorities: Vec<u32> = network.classes.iter().map(|class| class.priority).collect();
    priorities.sort_unstable_by(|one, other| other.cmp(one));
    priorities.dedup();
    let levels = priorities.iter().map(|priority| {
        let all = network.classes.iter().zip(services(network, demands, 0));
        let of_level = all.filter(|(class, _)| class.priority == *priority).map(|(_, service)| service);
        let mixture = mixture(&of_level.collect::<Vec<_>>());
        PriorityClass { rate: mixture.rate, mean_s: mixture.mean_s, scv: mixture.scv }
    });
    let levels: Vec<_> = levels.collect();
    let formula = match station.discipline {
        Discipline::Preemptive => closed_form::preemptive_priority,
        _ => closed_form::priority,
    };
    let queues = formula(&levels).ok_or_else(|| {
        Error::new(format!("station \"{}\" is saturated: add servers or lower the arrival rate", station.name))
    })?;
    let by_class = network.classes.iter().zip(demands).map(|(class, demands)| {
        let level = priorities.iter().position(|priority| *priority == class.priority).unwrap_or_default();
        // Interruptions lengthen a service in proportion to its length.
        let QueueMetrics { waiting_s, response_s, .. } = queues[level];
        let stretch = if levels[level].mean_s > 0.0 { (response_s - waiting_s) / levels[level].mean_s } else { 1.0 };
        QueueMetrics { response_s: waiting_s + demands[0].demand_s * stretch, ..queues[level] }
    });
    Ok(by_class.collect())
}
