//! Open classes: each station is solved separately with the load that reaches it.

use super::{Method, SolverOutput, is_exponential, mixture, services};
use crate::Error;
use crate::closed_form;
use crate::laws::Demand;
use crate::network::{Discipline, Kind, Network, OUT, Station};

/// Returns the utilization of each station's servers by open classes.
pub(crate) fn loads(network: &Network, demands: &[Vec<Demand>]) -> Vec<f64> {
    let load = |(at, station): (usize, &Station)| {
        let work =
            network.classes.iter().zip(demands).map(|(class, demands)| class.arrival_rate() * demands[at].demand_s);
        work.sum::<f64>() / f64::from(station.servers)
    };
    network.stations.iter().enumerate().map(load).collect()
}

/// Checks that open classes do not saturate any station.
///
/// # Errors
/// Returns [`Error`] if open classes saturate a station.
pub(crate) fn check_loads(network: &Network, demands: &[Vec<Demand>]) -> Result<(), Error> {
    let queues =
        network.stations.iter().zip(loads(network, demands)).filter(|(station, _)| station.kind == Kind::Queue);
    for (station, load) in queues {
        if load >= 1.0 {
            return Err(Error::new(format!(
                "station \"{}\" is saturated (utilization {load:.3}): add servers, shorten its service time, or lower the arrival \
                 rate",
                station.name
            )));
        }
    }
    Ok(())
}

/// Returns a note for each open class whose interarrival times are not exponential.
pub(super) fn arrival_notes(network: &Network) -> Vec<String> {
    let not_exponential =
        network.classes.iter().filter(|class| class.arrivals.as_ref().is_some_and(|time| !is_exponential(time)));
    let note = |class: &crate::network::Class| {
        format!("the interarrival times of class {} are not exponential but are treated as exponential", class.name)
    };
    not_exponential.map(note).collect()
}

pub(super) fn solve(network: &Network, demands: &[Vec<Demand>]) -> SolverOutput {
    let mut notes = arrival_notes(network);
    let count = network.stations.len();
    let mut residences_s = vec![vec![0.0; count]; network.classes.len()];
    for at in 0..count {
        notes.extend(station(network, demands, at, &mut residences_s));
    }
    SolverOutput {
        method: Method::OpenNetwork,
        method_reason: "all classes are open: each station is solved separately, with its arrivals".to_owned(),
        notes,
        throughputs: network.classes.iter().map(crate::network::Class::arrival_rate).collect(),
        residences_s,
        loss_probabilities: vec![0.0; network.classes.len()],
    }
}

/// Solves an unsaturated station that only open classes visit. Returns a note if the solution is approximate.
pub(super) fn station(
    network: &Network,
    demands: &[Vec<Demand>],
    at: usize,
    residences_s: &mut [Vec<f64>],
) -> Option<String> {
    let station = &network.stations[at];
    let mixture = mixture(&services(network, demands, at));
    let mmc = closed_form::mmc(mixture.rate, mixture.mean_s, station.servers).filter(|_| mixture.rate > 0.0);
    let Some(mmc) = mmc.filter(|_| station.kind == Kind::Queue) else {
        for (residences, demands) in residences_s.iter_mut().zip(demands) {
            residences[at] = demands[at].demand_s;
        }
        return None;
    };
    // Exact with one server and Poisson arrivals (Pollaczek and Khinchine), and for exponential service times;
    // otherwise an approximation (Lee and Longton, 1959).
    let waiting_s = 0.5 * (1.0 + mixture.scv) * mmc.waiting_s;
    for (residences, demands) in residences_s.iter_mut().zip(demands) {
        let Demand { visits, demand_s } = demands[at];
        residences[at] = match station.discipline {
            Discipline::Ps if mixture.mean_s > 0.0 => demand_s * mmc.response_s / mixture.mean_s,
            Discipline::Ps => 0.0,
            Discipline::Fifo | Discipline::Priority | Discipline::Preemptive => demand_s + visits * waiting_s,
        };
    }
    if station.discipline == Discipline::Ps
        || mixture.is_exponential
        || station.servers == 1 && is_isolated(network, &station.name)
    {
        return None;
    }
    Some(format!(
        "station {} serves first come, first served, but its service times are not all exponential with the same mean: \
         its waiting time and its departures are approximated from mean and variance",
        station.name
    ))
}

/// Returns whether all requests at the station arrive directly from outside and leave the network after one visit.
fn is_isolated(network: &Network, station: &str) -> bool {
    let visiting = network.classes.iter().filter(|class| class.visit(station).is_some());
    visiting.into_iter().all(|class| {
        let mut visits = class.visits.iter();
        let leaves = |step: &crate::network::Step| step.station == OUT || step.probability == 0.0;
        class.start == station && visits.all(|visit| visit.station == station && visit.next.iter().all(leaves))
    })
}
