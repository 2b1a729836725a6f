//! One station alone with what only has a closed form there: a capacity, or priorities.

use super::{Found, Method, exponential, mixture, open, services};
use crate::Error;
use crate::closed_form::{self, Queue, Stream};
use crate::laws::Demand;
use crate::network::{Class, Discipline, Kind, Network, OUT, Station};

pub(super) fn solve(network: &Network, demands: &[Vec<Demand>]) -> Result<Found, Error> {
    let [station] = &network.stations[..] else {
        return Err(simulate(network, "in a network"));
    };
    let through = |class: &Class| {
        let ends = class
            .visits
            .iter()
            .all(|visit| visit.next.iter().all(|step| step.station == OUT || step.probability == 0.0));
        class.arrivals.as_ref().is_some_and(exponential) && ends
    };
    if station.kind == Kind::Delay || !network.classes.iter().all(through) {
        return Err(simulate(
            network,
            "unless all its classes are open, with exponential arrivals, and leave it at once",
        ));
    }
    let (name, queues) = match (station.capacity, station.discipline) {
        (None, _) => ("M/G/1 with priorities".to_owned(), by_priority(network, demands, station)?),
        (Some(_), Discipline::Priority) => return Err(simulate(network, "with priorities and a capacity at once")),
        (Some(capacity), _) => {
            (format!("M/M/{}/{capacity}", station.servers), with_capacity(network, demands, station.servers, capacity)?)
        }
    };
    let classes = network.classes.iter().zip(&queues);
    Ok(Found {
        method: Method::ClosedForm,
        why: format!("one station alone: the formula of {name}"),
        notes: Vec::new(),
        throughputs: classes.map(|(class, queue)| class.arrival_rate() * (1.0 - queue.lost)).collect(),
        residences_s: queues.iter().map(|queue| vec![queue.response_s]).collect(),
        lost: queues.iter().map(|queue| queue.lost).collect(),
    })
}

fn simulate(network: &Network, where_: &str) -> Error {
    let special = |station: &&Station| station.capacity.is_some() || station.discipline == Discipline::Priority;
    let name = network.stations.iter().find(special).map_or("", |station| &station.name);
    Error::new(format!(
        "station {name}: no formula is known for its capacity or its priorities {where_}; simulate this network instead"
    ))
}

/// All classes lose and wait alike.
fn with_capacity(network: &Network, demands: &[Vec<Demand>], servers: u32, capacity: u32) -> Result<Vec<Queue>, Error> {
    let mixture = mixture(&services(network, demands, 0));
    if !mixture.alike {
        return Err(simulate(network, "unless all services are exponential with the same mean"));
    }
    let queue = closed_form::mmck(mixture.rate, mixture.mean_s, servers, capacity);
    Ok(vec![queue; network.classes.len()])
}

fn by_priority(network: &Network, demands: &[Vec<Demand>], station: &Station) -> Result<Vec<Queue>, Error> {
    if station.servers != 1 {
        return Err(simulate(network, "with several servers"));
    }
    open::check_loads(network, demands)?;
    // Classes of the same priority wait as one.
    let mut levels: Vec<u32> = network.classes.iter().map(|class| class.priority).collect();
    levels.sort_unstable_by(|one, other| other.cmp(one));
    levels.dedup();
    let streams = levels.iter().map(|level| {
        let all = network.classes.iter().zip(services(network, demands, 0));
        let these = all.filter(|(class, _)| class.priority == *level).map(|(_, service)| service);
        let mixture = mixture(&these.collect::<Vec<_>>());
        Stream { rate: mixture.rate, mean_s: mixture.mean_s, scv: mixture.scv }
    });
    let queues = closed_form::priority(&streams.collect::<Vec<_>>())
        .ok_or_else(|| Error::new(format!("station {}: more comes in than it can do; let less come", station.name)))?;
    let own = network.classes.iter().zip(demands).map(|(class, demands)| {
        let level = levels.iter().position(|level| *level == class.priority).unwrap_or_default();
        Queue { response_s: queues[level].waiting_s + demands[0].demand_s, ..queues[level] }
    });
    Ok(own.collect())
}
