//! Open classes: each station has the work that comes to it, and is solved alone.

use super::{Found, Method, exponential, mixture, services};
use crate::Error;
use crate::closed_form;
use crate::laws::Demand;
use crate::network::{Discipline, Kind, Network, OUT, Station};

/// Share of each station's servers that open classes keep working.
pub(super) fn loads(network: &Network, demands: &[Vec<Demand>]) -> Vec<f64> {
    let load = |(at, station): (usize, &Station)| {
        let work =
            network.classes.iter().zip(demands).map(|(class, demands)| class.arrival_rate() * demands[at].demand_s);
        work.sum::<f64>() / f64::from(station.servers)
    };
    network.stations.iter().enumerate().map(load).collect()
}

/// # Errors
/// [`Error`] if open classes bring a station more work than it can do.
pub(super) fn check_loads(network: &Network, demands: &[Vec<Demand>]) -> Result<(), Error> {
    let queues =
        network.stations.iter().zip(loads(network, demands)).filter(|(station, _)| station.kind == Kind::Queue);
    for (station, load) in queues {
        if load >= 1.0 {
            return Err(Error::new(format!(
                "station {}: {load:.3} times what it can do comes in, so its queue grows without end; give it more \
                 servers or shorter services, or let less come",
                station.name
            )));
        }
    }
    Ok(())
}

/// What the network's open classes make approximate.
pub(super) fn arrival_notes(network: &Network) -> Vec<String> {
    let other = network.classes.iter().filter(|class| class.arrivals.as_ref().is_some_and(|time| !exponential(time)));
    let note = |class: &crate::network::Class| {
        format!("class {}: its arrivals are not exponential, but solved as if they were", class.name)
    };
    other.map(note).collect()
}

pub(super) fn solve(network: &Network, demands: &[Vec<Demand>]) -> Found {
    let mut notes = arrival_notes(network);
    let count = network.stations.len();
    let mut residences_s = vec![vec![0.0; count]; network.classes.len()];
    for at in 0..count {
        notes.extend(station(network, demands, at, &mut residences_s));
    }
    Found {
        method: Method::OpenNetwork,
        why: "all classes are open: each station is solved alone, for what comes to it".to_owned(),
        notes,
        throughputs: network.classes.iter().map(crate::network::Class::arrival_rate).collect(),
        residences_s,
        lost: vec![0.0; network.classes.len()],
    }
}

/// Solves one station that only open classes visit, whose work it can do; says what is not exact.
pub(super) fn station(
    network: &Network,
    demands: &[Vec<Demand>],
    at: usize,
    residences_s: &mut [Vec<f64>],
) -> Option<String> {
    let station = &network.stations[at];
    let mixture = mixture(&services(network, demands, at));
    let plain = closed_form::mmc(mixture.rate, mixture.mean_s, station.servers).filter(|_| mixture.rate > 0.0);
    let Some(plain) = plain.filter(|_| station.kind == Kind::Queue) else {
        for (residences, demands) in residences_s.iter_mut().zip(demands) {
            residences[at] = demands[at].demand_s;
        }
        return None;
    };
    // Exactly so with one server and Poisson arrivals (Pollaczek and Khinchine), and for exponential services; else an
    // approximation (Lee and Longton, 1959).
    let waiting_s = 0.5 * (1.0 + mixture.scv) * plain.waiting_s;
    for (residences, demands) in residences_s.iter_mut().zip(demands) {
        let Demand { visits, demand_s } = demands[at];
        residences[at] = match station.discipline {
            Discipline::Ps if mixture.mean_s > 0.0 => demand_s * plain.response_s / mixture.mean_s,
            Discipline::Ps => 0.0,
            Discipline::Fifo | Discipline::Priority => demand_s + visits * waiting_s,
        };
    }
    if station.discipline == Discipline::Ps
        || mixture.alike
        || station.servers == 1 && passed_once(network, &station.name)
    {
        return None;
    }
    Some(format!(
        "station {}: it serves first come, first served, and its services are not all exponential with the same mean; \
         its waiting time, and what comes after it, are approximated from mean and variance",
        station.name
    ))
}

/// Whether all that comes to the station comes straight from outside and leaves at once.
fn passed_once(network: &Network, station: &str) -> bool {
    let visiting = network.classes.iter().filter(|class| class.visit(station).is_some());
    visiting.into_iter().all(|class| {
        let mut visits = class.visits.iter();
        let leaves = |step: &crate::network::Step| step.station == OUT || step.probability == 0.0;
        class.start == station && visits.all(|visit| visit.station == station && visit.next.iter().all(leaves))
    })
}
