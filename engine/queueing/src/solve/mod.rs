//! Solves a network by the method that fits it, and says which one, why, and how far to trust it.

mod alone;
mod closed;
mod open;

use super::Distribution;
use super::bounds::{self, Bounds};
use super::laws::{self, Demand};
use super::network::{Class, Discipline, Kind, Network};
use crate::Error;
use serde::Serialize;

/// How a network was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// One closed class at queues of one server each: mean value analysis.
    MeanValueAnalysis,
    /// One closed class, and queues of several servers: convolution.
    Convolution,
    /// Several closed classes: mean value analysis through all populations.
    MulticlassMeanValueAnalysis,
    /// Several closed classes with too many populations to go through.
    Linearizer,
    /// Open classes only: each station alone.
    OpenNetwork,
    /// One station alone, by its own formula.
    ClosedForm,
}

/// A network in the long run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// How it was found.
    pub method: Method,
    /// Why so.
    pub why: String,
    /// Whether this is the network's own long run; if not, `notes` says what was simplified.
    pub exact: bool,
    /// What a reader should know.
    pub notes: Vec<String>,
    /// The queue whose servers work most.
    pub bottleneck: Option<String>,
    /// The classes, as in the network.
    pub classes: Vec<ClassAnswer>,
    /// The stations, as in the network.
    pub stations: Vec<StationAnswer>,
}

/// A class in the long run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassAnswer {
    /// Its name.
    pub name: String,
    /// Requests a second: arrivals that are not lost, or rounds of a closed class.
    pub throughput: f64,
    /// Mean seconds from coming to leaving, or from one think time to the next.
    pub response_s: f64,
    /// Mean number of requests that have not been answered yet.
    pub number: f64,
    /// Share of the arrivals that find no room.
    pub lost: f64,
    /// What no long run of the only class of a network is outside of; `null` for others.
    pub bounds: Option<ClassBounds>,
}

/// Bounds on the only class of a closed network.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ClassBounds {
    /// From the largest demand and the sum of all.
    pub asymptotic: Bounds,
    /// Closer ones; `null` unless the network has a product form and queues of one server.
    pub balanced: Option<Bounds>,
    /// The population from which on the bottleneck holds requests up.
    pub saturation: f64,
}

/// A station in the long run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StationAnswer {
    /// Its name.
    pub name: String,
    /// Share of the servers that work; `null` for a delay.
    pub utilization: Option<f64>,
    /// Visits a second.
    pub throughput: f64,
    /// Mean number of requests, waiting or being served.
    pub number: f64,
    /// Mean seconds of a visit, waiting and being served.
    pub response_s: f64,
    /// The classes that come here.
    pub classes: Vec<Share>,
}

/// What a class does at a station.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Share {
    /// The class.
    pub class: String,
    /// How often a request comes.
    pub visits: f64,
    /// Seconds of service that it takes in all visits.
    pub demand_s: f64,
    /// Seconds that it spends here in all visits.
    pub residence_s: f64,
    /// Visits a second.
    pub throughput: f64,
    /// Mean number of requests.
    pub number: f64,
    /// Share of the servers that work for the class; `null` for a delay.
    pub utilization: Option<f64>,
}

/// What every method finds, and what it has to say.
#[derive(Debug)]
struct Found {
    method: Method,
    why: String,
    notes: Vec<String>,
    /// By class: requests a second.
    throughputs: Vec<f64>,
    /// By class and station.
    residences_s: Vec<Vec<f64>>,
    /// By class.
    lost: Vec<f64>,
}

/// The long run of a network.
///
/// # Errors
/// [`Error`] that says what to do if the network makes no sense ([`Network::check`]), has more work than it can do, or
/// has something that only a simulation can answer.
pub fn solve(network: &Network) -> Result<Answer, Error> {
    network.check()?;
    let demands = laws::demands(network);
    let special =
        |station: &super::network::Station| station.capacity.is_some() || station.discipline == Discipline::Priority;
    let found = if network.stations.iter().any(special) {
        alone::solve(network, &demands)?
    } else {
        open::check_loads(network, &demands)?;
        if network.classes.iter().all(|class| class.population.is_none()) {
            open::solve(network, &demands)
        } else {
            closed::solve(network, &demands)?
        }
    };
    Ok(answer(network, &demands, found))
}

fn answer(network: &Network, demands: &[Vec<Demand>], found: Found) -> Answer {
    let Found { method, why, notes, throughputs, residences_s, lost } = found;
    let classes = network.classes.iter().enumerate().map(|(at, class)| {
        let response_s = response_s(network, class, &residences_s[at]);
        ClassAnswer {
            name: class.name.clone(),
            throughput: throughputs[at],
            response_s,
            number: throughputs[at] * response_s,
            lost: lost[at],
            bounds: class_bounds(network, demands, notes.is_empty()),
        }
    });
    let stations = network.stations.iter().enumerate().map(|(at, station)| {
        let working = |rate: f64, demand_s: f64| match station.kind {
            Kind::Queue => Some(laws::utilization(rate, demand_s, station.servers)),
            Kind::Delay => None,
        };
        let comes = |class: &usize| demands[*class][at].visits > 0.0;
        let shares: Vec<_> = (0..network.classes.len())
            .filter(comes)
            .map(|class| {
                let Demand { visits, demand_s } = demands[class][at];
                let residence_s = residences_s[class][at];
                Share {
                    class: network.classes[class].name.clone(),
                    visits,
                    demand_s,
                    residence_s,
                    throughput: throughputs[class] * visits,
                    number: throughputs[class] * residence_s,
                    utilization: working(throughputs[class], demand_s),
                }
            })
            .collect();
        let throughput: f64 = shares.iter().map(|share| share.throughput).sum();
        let number: f64 = shares.iter().map(|share| share.number).sum();
        StationAnswer {
            name: station.name.clone(),
            utilization: shares.iter().map(|share| share.utilization).sum(),
            throughput,
            number,
            response_s: if throughput > 0.0 { number / throughput } else { 0.0 },
            classes: shares,
        }
    });
    let bottleneck = laws::bottleneck(network, demands, &throughputs).map(|at| network.stations[at].name.clone());
    let (classes, stations) = (classes.collect(), stations.collect());
    Answer { method, why, exact: notes.is_empty(), notes, bottleneck, classes, stations }
}

/// The station where the users of a closed class think.
fn thinks(network: &Network, class: &Class) -> Option<usize> {
    let start = network.station(&class.start)?;
    (class.population.is_some() && network.stations[start].kind == Kind::Delay).then_some(start)
}

/// All but what passes where users think.
fn response_s(network: &Network, class: &Class, residences_s: &[f64]) -> f64 {
    let think = thinks(network, class);
    residences_s.iter().enumerate().filter(|(at, _)| Some(*at) != think).map(|(_, residence)| residence).sum()
}

fn class_bounds(network: &Network, demands: &[Vec<Demand>], product_form: bool) -> Option<ClassBounds> {
    let ([class], [demands]) = (&network.classes[..], demands) else { return None };
    let population = class.population?;
    let of_kind = |kind: Kind| {
        let stations = network.stations.iter().zip(demands);
        stations
            .filter(move |(station, _)| station.kind == kind)
            .map(|(station, demand)| (demand.demand_s, station.servers))
    };
    let queues: Vec<_> = of_kind(Kind::Queue).collect();
    let delay_s: f64 = of_kind(Kind::Delay).map(|(delay, _)| delay).sum();
    let think_s = thinks(network, class).map_or(0.0, |at| demands[at].demand_s);
    // Delays where users do not think are part of the response.
    let with_delays = |mut bounds: Bounds| {
        bounds.response_s.least += delay_s - think_s;
        bounds.response_s.most += delay_s - think_s;
        bounds
    };
    let single: Option<Vec<f64>> = queues.iter().map(|(demand, servers)| (*servers == 1).then_some(*demand)).collect();
    let balanced = single.filter(|_| product_form).map(|demands| bounds::balanced(&demands, delay_s, population));
    Some(ClassBounds {
        asymptotic: with_delays(bounds::asymptotic(&queues, delay_s, population)),
        balanced: balanced.map(with_delays),
        saturation: bounds::saturation(&queues, delay_s),
    })
}

/// Whether a time is exponential.
fn exponential(time: &Distribution) -> bool {
    matches!(time, Distribution::Exponential { .. })
}

/// What the classes' services at a station have in common.
#[derive(Clone, Copy, Debug)]
struct Mixture {
    /// Visits a second.
    rate: f64,
    /// Mean service time.
    mean_s: f64,
    /// Squared coefficient of variation of all services together.
    scv: f64,
    /// All exponential with the same mean.
    alike: bool,
}

/// The services at a station of classes that come so many times a second.
fn mixture(services: &[(f64, &Distribution)]) -> Mixture {
    let rate: f64 = services.iter().map(|(rate, _)| rate).sum();
    let mean = |of: fn(&Distribution) -> f64| services.iter().map(|(each, time)| each / rate * of(time)).sum::<f64>();
    let mean_s = mean(Distribution::mean);
    let square = mean(|time| time.mean() * time.mean() * (1.0 + time.scv()));
    let scv = if mean_s > 0.0 { (square / mean_s / mean_s - 1.0).max(0.0) } else { 0.0 };
    let same = |time: &Distribution| exponential(time) && (time.mean() - mean_s).abs() <= 1e-12 * mean_s;
    Mixture { rate, mean_s, scv, alike: services.iter().all(|(_, time)| same(time)) }
}

/// The services of the classes at station `at`, each with how often it is wanted a second. Of closed classes only what
/// their services are matters, not how many.
fn services<'a>(network: &'a Network, demands: &[Vec<Demand>], at: usize) -> Vec<(f64, &'a Distribution)> {
    let classes = network.classes.iter().zip(demands);
    let service = |(class, demands): (&'a Class, &Vec<Demand>)| {
        let visit = class.visit(&network.stations[at].name)?;
        let rate = if class.population.is_some() { 1.0 } else { class.arrival_rate() };
        Some((rate * demands[at].visits, &class.visits[visit].service))
    };
    classes.filter_map(service).collect()
}
