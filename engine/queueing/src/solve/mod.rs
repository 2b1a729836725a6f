//! Solves a network by a suitable method, and names the method, the reason, and the approximations.

mod closed;
mod markov;
mod open;
mod single_station;

use super::Distribution;
use super::bounds::{self, Bounds};
use super::laws::{self, Demand};
use super::network::{Class, Kind, Network};
use crate::Error;
pub(crate) use open::{check_loads, loads};
use serde::Serialize;

/// The solution method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// One closed class at single-server queues: mean value analysis.
    MeanValueAnalysis,
    /// One closed class, and multiserver queues: convolution.
    Convolution,
    /// Several closed classes: mean value analysis over all population vectors.
    MulticlassMeanValueAnalysis,
    /// Several closed classes, and multiserver queues: convolution over all population vectors.
    MulticlassConvolution,
    /// Several closed classes with too many population vectors for an exact solution.
    Linearizer,
    /// The Bard–Schweitzer approximation, used only on request.
    Schweitzer,
    /// Capacities or priorities in a small network with exponential times: the balance equations of all its states.
    MarkovChain,
    /// Open classes only: each station is solved separately.
    OpenNetwork,
    /// A single station with a closed form.
    ClosedForm,
}

/// An approximation for closed classes at single-server queueing centers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approximation {
    /// Chandy and Neuse (1982).
    Linearizer,
    /// Bard and Schweitzer (1979): faster, and less accurate.
    Schweitzer,
}

/// The steady state of a network.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NetworkSolution {
    /// Solution method.
    pub method: Method,
    /// Reason for the choice of the method.
    pub method_reason: String,
    /// Whether the solution is exact; if not, `notes` lists the approximations.
    pub exact: bool,
    /// Approximations.
    pub notes: Vec<String>,
    /// The queueing center with the highest utilization per server.
    pub bottleneck: Option<String>,
    /// The classes, in the order of the network.
    pub classes: Vec<ClassMetrics>,
    /// The stations, in the order of the network.
    pub stations: Vec<StationMetrics>,
}

/// The steady state of a class.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassMetrics {
    /// Name.
    pub name: String,
    /// Throughput in requests per second: completed requests, or cycles of a closed class.
    pub throughput: f64,
    /// Mean response time in seconds, without think time.
    pub response_s: f64,
    /// Mean number in system: requests between arrival and departure, or between two think times.
    pub mean_in_system: f64,
    /// Loss probability.
    pub loss_probability: f64,
    /// Bounds for a class in a closed network; `null` for other networks, and for several classes without a product
    /// form.
    pub bounds: Option<ClassBounds>,
}

/// Bounds for a class in a closed network.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ClassBounds {
    /// Asymptotic bounds.
    pub asymptotic: Bounds,
    /// Balanced job bounds; `null` unless the network has one class, a product form, and single-server queueing
    /// centers.
    pub balanced: Option<Bounds>,
    /// Saturation point N* of the class alone, in requests.
    pub saturation: f64,
}

/// The steady state of a station.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StationMetrics {
    /// Name.
    pub name: String,
    /// Utilization of the servers; `null` for a delay center.
    pub utilization: Option<f64>,
    /// Throughput in visits per second.
    pub throughput: f64,
    /// Mean number in system, waiting and in service.
    pub mean_in_system: f64,
    /// Mean response time of a visit in seconds, waiting and service.
    pub response_s: f64,
    /// The classes that visit the station.
    pub classes: Vec<ClassAtStation>,
}

/// The steady state of a class at a station.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassAtStation {
    /// Name of the class.
    pub class: String,
    /// Visit count `V_k`.
    pub visits: f64,
    /// Service demand `D_k` in seconds.
    pub demand_s: f64,
    /// Residence time `R_k` in seconds.
    pub residence_s: f64,
    /// Throughput in visits per second.
    pub throughput: f64,
    /// Mean number in system, waiting and in service.
    pub mean_in_system: f64,
    /// Utilization of the servers by the class; `null` for a delay center.
    pub utilization: Option<f64>,
}

/// The result of a solution method.
#[derive(Debug)]
struct SolverOutput {
    method: Method,
    method_reason: String,
    notes: Vec<String>,
    /// Requests per second, by class.
    throughputs: Vec<f64>,
    /// By class and station.
    residences_s: Vec<Vec<f64>>,
    /// By class.
    loss_probabilities: Vec<f64>,
}

/// Returns the steady state of a network.
///
/// ```
/// use pathlength_queueing::network::Network;
/// use pathlength_queueing::solve::solve;
///
/// // M/M/1 with an arrival every 10 ms on average and a service time of 8 ms: R = S / (1 − U).
/// let network: Network = serde_json::from_str(r#"{
///     "stations": [{ "name": "cpu", "kind": "queue" }],
///     "classes": [{
///         "name": "work", "arrivals": { "exponential": { "mean_s": 0.010 } }, "start": "cpu",
///         "visits": [{
///             "station": "cpu", "service": { "exponential": { "mean_s": 0.008 } },
///             "next": [{ "station": "out", "probability": 1 }]
///         }]
///     }]
/// }"#)?;
/// let solution = solve(&network)?;
/// assert!(solution.exact);
/// assert!((solution.classes[0].response_s - 0.040).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns [`Error`] if the network is invalid ([`Network::check`]), a station is saturated, or no formula is known, so
/// that the network must be simulated.
pub fn solve(network: &Network) -> Result<NetworkSolution, Error> {
    solve_with(network, None)
}

/// Returns the steady state of a network, with this approximation for its closed classes even if they are small enough
/// for an exact solution. The purpose is to compare the two solutions, or to save time.
///
/// # Errors
/// Returns [`Error`] as [`solve`] does, and if there are no closed classes to approximate.
pub fn solve_approximately(network: &Network, approximation: Approximation) -> Result<NetworkSolution, Error> {
    solve_with(network, Some(approximation))
}

fn solve_with(network: &Network, approximation: Option<Approximation>) -> Result<NetworkSolution, Error> {
    network.check()?;
    let demands = laws::demands(network);
    let is_special = has_special_stations(network);
    if approximation.is_some() && (is_special || network.classes.iter().all(|class| class.population.is_none())) {
        return Err(Error::new(
            "approximations apply only to closed classes without capacities or priorities: omit the approximation",
        ));
    }
    let output = if is_special {
        match single_station::solve(network, &demands) {
            Ok(output) => output,
            Err(error) => markov::solve(network).ok_or(error)?,
        }
    } else {
        open::check_loads(network, &demands)?;
        if network.classes.iter().all(|class| class.population.is_none()) {
            open::solve(network, &demands)
        } else {
            closed::solve(network, &demands, approximation)?
        }
    };
    Ok(network_solution(network, &demands, output))
}

/// Returns the bounds for each class without solving the network; `None` for open classes, in mixed networks, and for
/// several classes without a product form.
///
/// # Errors
/// Returns [`Error`] if the network is not valid.
pub fn class_bounds(network: &Network) -> Result<Vec<Option<ClassBounds>>, Error> {
    network.check()?;
    let demands = laws::demands(network);
    let has_product_form = !has_special_stations(network) && closed::has_product_form(network, &demands);
    Ok((0..network.classes.len()).map(|at| bounds_of_class(network, &demands, at, has_product_form)).collect())
}

/// Returns whether a station has a capacity or priorities, which rule out a product form.
fn has_special_stations(network: &Network) -> bool {
    network.stations.iter().any(|station| station.capacity.is_some() || station.discipline.has_priorities())
}

fn network_solution(network: &Network, demands: &[Vec<Demand>], output: SolverOutput) -> NetworkSolution {
    let SolverOutput { method, method_reason, notes, throughputs, residences_s, loss_probabilities } = output;
    let has_product_form = notes.is_empty() && method != Method::MarkovChain;
    let classes = network.classes.iter().enumerate().map(|(at, class)| {
        let response_s = response_s(network, class, &residences_s[at]);
        ClassMetrics {
            name: class.name.clone(),
            throughput: throughputs[at],
            response_s,
            mean_in_system: throughputs[at] * response_s,
            loss_probability: loss_probabilities[at],
            bounds: bounds_of_class(network, demands, at, has_product_form),
        }
    });
    let stations = network.stations.iter().enumerate().map(|(at, station)| {
        let utilization = |rate: f64, demand_s: f64| match station.kind {
            Kind::Queue => Some(laws::utilization(rate, demand_s, station.servers)),
            Kind::Delay => None,
        };
        let visits = |class: &usize| demands[*class][at].visits > 0.0;
        let classes: Vec<_> = (0..network.classes.len())
            .filter(visits)
            .map(|class| {
                let Demand { visits, demand_s } = demands[class][at];
                let residence_s = residences_s[class][at];
                ClassAtStation {
                    class: network.classes[class].name.clone(),
                    visits,
                    demand_s,
                    residence_s,
                    throughput: throughputs[class] * visits,
                    mean_in_system: throughputs[class] * residence_s,
                    utilization: utilization(throughputs[class], demand_s),
                }
            })
            .collect();
        let throughput: f64 = classes.iter().map(|class| class.throughput).sum();
        let mean_in_system: f64 = classes.iter().map(|class| class.mean_in_system).sum();
        StationMetrics {
            name: station.name.clone(),
            utilization: classes.iter().map(|class| class.utilization).sum(),
            throughput,
            mean_in_system,
            response_s: if throughput > 0.0 { mean_in_system / throughput } else { 0.0 },
            classes,
        }
    });
    let bottleneck = laws::bottleneck(network, demands, &throughputs).map(|at| network.stations[at].name.clone());
    let (classes, stations) = (classes.collect(), stations.collect());
    NetworkSolution { method, method_reason, exact: notes.is_empty(), notes, bottleneck, classes, stations }
}

/// Returns the delay center at which the requests of a class think; `None` for an open class, and for a class that
/// starts at a queueing center.
fn think_station(network: &Network, class: &Class) -> Option<usize> {
    let start = network.station(&class.start)?;
    (class.population.is_some() && network.stations[start].kind == Kind::Delay).then_some(start)
}

/// Returns the response time: the sum of the residence times without think time.
fn response_s(network: &Network, class: &Class, residences_s: &[f64]) -> f64 {
    let think = think_station(network, class);
    residences_s.iter().enumerate().filter(|(at, _)| Some(*at) != think).map(|(_, residence)| residence).sum()
}

fn bounds_of_class(
    network: &Network,
    demands: &[Vec<Demand>],
    at: usize,
    has_product_form: bool,
) -> Option<ClassBounds> {
    let is_only = network.classes.len() == 1;
    if !is_only && !has_product_form {
        return None;
    }
    let total_population = network.classes.iter().map(|class| class.population).sum::<Option<u32>>()?;
    let (class, demands) = (&network.classes[at], &demands[at]);
    let population = class.population?;
    let of_kind = |kind: Kind| {
        let stations = network.stations.iter().zip(demands);
        stations
            .filter(move |(station, _)| station.kind == kind)
            .map(|(station, demand)| (demand.demand_s, station.servers))
    };
    let queues: Vec<_> = of_kind(Kind::Queue).collect();
    let delay_s: f64 = of_kind(Kind::Delay).map(|(delay, _)| delay).sum();
    let think_s = think_station(network, class).map_or(0.0, |at| demands[at].demand_s);
    // Delays other than the think time are part of the response time.
    let with_delays = |mut bounds: Bounds| {
        bounds.response_s.min += delay_s - think_s;
        bounds.response_s.max += delay_s - think_s;
        bounds
    };
    let single_server: Option<Vec<f64>> =
        queues.iter().map(|(demand, servers)| (*servers == 1).then_some(*demand)).collect();
    let balanced = single_server
        .filter(|_| is_only && has_product_form)
        .map(|demands| bounds::balanced(&demands, delay_s, population));
    Some(ClassBounds {
        asymptotic: with_delays(bounds::asymptotic_among(&queues, delay_s, population, total_population)),
        balanced: balanced.map(with_delays),
        saturation: bounds::saturation(&queues, delay_s),
    })
}

/// Returns whether a time is exponentially distributed.
fn is_exponential(time: &Distribution) -> bool {
    matches!(time, Distribution::Exponential { .. })
}

/// The mixture of the classes' service times at a station.
#[derive(Clone, Copy, Debug)]
struct Mixture {
    /// Throughput in visits per second.
    rate: f64,
    /// Mean service time.
    mean_s: f64,
    /// Squared coefficient of variation of the mixture.
    scv: f64,
    /// Whether all service times are exponential with the same mean.
    is_exponential: bool,
}

/// Returns the mixture of service times with the given visit rates.
fn mixture(services: &[(f64, &Distribution)]) -> Mixture {
    let rate: f64 = services.iter().map(|(rate, _)| rate).sum();
    let mean = |of: fn(&Distribution) -> f64| services.iter().map(|(each, time)| each / rate * of(time)).sum::<f64>();
    let mean_s = mean(Distribution::mean);
    let square = mean(|time| time.mean() * time.mean() * (1.0 + time.scv()));
    let scv = if mean_s > 0.0 { (square / mean_s / mean_s - 1.0).max(0.0) } else { 0.0 };
    let same = |time: &Distribution| is_exponential(time) && (time.mean() - mean_s).abs() <= 1e-12 * mean_s;
    Mixture { rate, mean_s, scv, is_exponential: services.iter().all(|(_, time)| same(time)) }
}

/// Returns the visit rate and service time of each class at station `at`. A closed class is treated like an open class
/// with an arrival rate of 1: callers use only the distribution of its service time.
fn services<'a>(network: &'a Network, demands: &[Vec<Demand>], at: usize) -> Vec<(f64, &'a Distribution)> {
    let classes = network.classes.iter().zip(demands);
    let service = |(class, demands): (&'a Class, &Vec<Demand>)| {
        let visit = class.visit(&network.stations[at].name)?;
        let rate = if class.population.is_some() { 1.0 } else { class.arrival_rate() };
        Some((rate * demands[at].visits, &class.visits[visit].service))
    };
    classes.filter_map(service).collect()
}
