//! The network of a scenario, in the form of the queueing crate.

use super::{Method, ServiceOrder, StationKind};
use crate::check::Parsed;
use crate::fields::FieldValues;
use crate::{Declaration, List};
use pathlength_model::Setting;
use pathlength_queueing::network::{Class, Discipline, Kind, Network, OUT, Station, Step, Visit, WhenFull};
use pathlength_queueing::simulate::{Options, RunLength};
use pathlength_queueing::{Branch, Distribution};

/// The demand of a class at a station.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Need {
    pub(super) visits: f64,
    pub(super) service_s: f64,
}

/// A network with numeric values, and its solution method.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Problem {
    pub(super) method: Method,
    pub(super) options: Options,
    pub(super) network: Network,
    /// Demands by class and declared station; `None` if the class has no demand there.
    pub(super) needs: Vec<Vec<Option<Need>>>,
    /// Number of servers of each declared station; 0 for a delay center.
    pub(super) servers: Vec<u32>,
    /// Names of the declared stations.
    pub(super) names: Vec<String>,
    /// Think time of each class in seconds.
    pub(super) class_think_s: Vec<f64>,
}

/// Maximum number of visits of a request to a station: more would lose precision.
const MAX_VISITS: f64 = 1e4;

/// Maximum number of phases of an Erlang distribution, and maximum squared coefficient of variation of any other
/// distribution.
const MAX_PHASES: f64 = 1e3;
const MAX_VARIATION: f64 = 1e3;

/// Maximum relative difference between the number of phases and a whole number: 1/3 yields three phases, but 0.333 does
/// not.
const PHASE_TOLERANCE: f64 = 1e-6;

/// Returns the network of a scenario.
pub(super) fn problem(parsed: &Parsed, settings: &[Setting], values: &FieldValues) -> Result<Problem, String> {
    let declaration = &parsed.declaration;
    let value = |list, at, field| values.get(&(list, at, field)).copied();
    let count = |list, at, field, max: u32| {
        let found = value(list, at, field);
        match found {
            Some(found) if found.fract() != 0.0 || found < 1.0 || found > f64::from(max) => {
                let name = name_of(declaration, list, at);
                Err(format!("{name}{field} is {found}: give a whole number from 1 to {max}"))
            }
            found => Ok(found.map(|found| found as u32)),
        }
    };
    let mut servers = Vec::new();
    for (at, station) in declaration.stations.iter().enumerate() {
        let number = count(List::Stations, at, "servers", Network::MAX_SERVERS)?.unwrap_or(1);
        servers.push(if station.kind == StationKind::Queue { number } else { 0 });
    }
    let needs = needs(declaration, values)?;
    let is_visited = |at: usize| needs.iter().any(|of_class| of_class[at].is_some_and(|need: Need| need.visits > 0.0));
    let stations = declaration.stations.iter().enumerate().filter(|(at, _)| is_visited(*at));
    let stations = stations.map(|(at, station)| Station {
        name: station.name.clone(),
        kind: if station.kind == StationKind::Queue { Kind::Queue } else { Kind::Delay },
        servers: servers[at].max(1),
        discipline: if station.discipline == ServiceOrder::Ps { Discipline::Ps } else { Discipline::Fifo },
        capacity: None,
        when_full: WhenFull::Lose,
    });
    let mut network = Network { stations: stations.collect(), classes: Vec::new() };
    let mut class_think_s = Vec::new();
    for (at, class) in declaration.classes.iter().enumerate() {
        let population = count(List::Classes, at, "population", crate::functions::MAX_USERS)?;
        let think_time_s = value(List::Classes, at, "think_time").unwrap_or_default();
        let rate = value(List::Classes, at, "rate").unwrap_or_default();
        if population.is_none() && rate <= 0.0 {
            return Err(format!("the rate of class {} is {rate}/s: give more than 0", class.name));
        }
        class_think_s.push(think_time_s);
        let path = path(declaration, values, at, &needs[at])?;
        network.add_class(&class.name, population, think_time_s, rate, path);
    }
    let method = declaration.solution.as_ref().filter(|solution| !solution.method.is_empty()).and_then(|solution| {
        let at = declaration.settings.iter().position(|setting| setting.name == solution.method)?;
        Method::of(settings.get(at)?)
    });
    let options = Options::default();
    let default = match options.length {
        RunLength::Precision { relative, .. } => relative,
        RunLength::Time { .. } => 1.0,
    };
    let relative = value(List::Solution, 0, "precision").unwrap_or(default);
    let options = Options {
        seed: value(List::Solution, 0, "seed").map_or(options.seed, |seed| seed as u64),
        runs: count(List::Solution, 0, "runs", Options::MAX_EXTENDED_RUNS)?.unwrap_or(options.runs),
        length: RunLength::Precision { relative, max_events: super::MAX_EVENTS },
    };
    let names = declaration.stations.iter().map(|station| station.name.clone()).collect();
    Ok(Problem { method: method.unwrap_or_default(), options, network, needs, servers, names, class_think_s })
}

/// Returns the name of an entry for a message; empty for the solution.
fn name_of(declaration: &Declaration, list: List, at: usize) -> String {
    match list {
        List::Stations => format!("station {}: ", declaration.stations[at].name),
        List::Classes => format!("class {}: ", declaration.classes[at].name),
        _ => String::new(),
    }
}

fn needs(declaration: &Declaration, values: &FieldValues) -> Result<Vec<Vec<Option<Need>>>, String> {
    let mut needs = vec![vec![None; declaration.stations.len()]; declaration.classes.len()];
    for (at, demand) in declaration.demands.iter().enumerate() {
        let class = declaration.classes.iter().position(|class| class.name == demand.class);
        let station = declaration.stations.iter().position(|station| station.name == demand.station);
        let Some((class, station)) = class.zip(station) else { continue };
        let value = |field| values.get(&(List::Demands, at, field)).copied();
        let need = Need { visits: value("visits").unwrap_or(1.0), service_s: value("service").unwrap_or_default() };
        if need.visits > MAX_VISITS {
            return Err(format!(
                "class {} visits {} {} times: give at most {MAX_VISITS}",
                demand.class, demand.station, need.visits
            ));
        }
        needs[class][station] = Some(need);
    }
    Ok(needs)
}

/// A station on the path of a class: its name, visits, and service time.
struct Stop {
    station: String,
    visits: f64,
    service: Distribution,
}

impl Stop {
    /// Returns the probability that a request visits the station at all.
    fn entry(&self) -> f64 {
        self.visits.min(1.0)
    }

    /// Returns the probability that a visit is followed by another visit to the same station.
    fn revisit_probability(&self) -> f64 {
        if self.visits > 1.0 { 1.0 - 1.0 / self.visits } else { 0.0 }
    }
}

/// Returns the stations that a class visits, in the order of its demands.
fn path(
    declaration: &Declaration,
    values: &FieldValues,
    class: usize,
    needs: &[Option<Need>],
) -> Result<Vec<Stop>, String> {
    let name = &declaration.classes[class].name;
    let mut path = Vec::new();
    for (at, demand) in declaration.demands.iter().enumerate().filter(|(_, demand)| demand.class == *name) {
        let station = declaration.stations.iter().position(|station| station.name == demand.station);
        let need = station.and_then(|station| needs[station]).unwrap_or_default();
        let variation = values.get(&(List::Demands, at, "variation")).copied().unwrap_or(1.0);
        let service = distribution(need.service_s, variation)
            .map_err(|message| format!("class {name} at {}: {message}", demand.station))?;
        if need.visits > 0.0 {
            path.push(Stop { station: demand.station.clone(), visits: need.visits, service });
        }
    }
    Ok(path)
}

/// Returns a distribution with a mean and a squared coefficient of variation.
fn distribution(mean_s: f64, variation: f64) -> Result<Distribution, String> {
    #[expect(clippy::float_cmp, reason = "only a variation of exactly 1 is exponential, and only 0 is constant")]
    if variation == 1.0 {
        return Ok(Distribution::Exponential { mean_s });
    }
    if variation == 0.0 {
        return Ok(Distribution::Deterministic { value_s: mean_s });
    }
    if variation < 1.0 {
        let phases = 1.0 / variation;
        let whole = (phases + 0.5).floor();
        if phases <= MAX_PHASES && (phases - whole).abs() <= PHASE_TOLERANCE * phases {
            return Ok(Distribution::Erlang { mean_s, phases: whole as u32 });
        }
        return Err(format!(
            "the variation is {variation}: give 0, 1/2, 1/3, and so on to 1/{MAX_PHASES}, or 1 or more"
        ));
    }
    if variation > MAX_VARIATION {
        return Err(format!("the variation is {variation}: give at most {MAX_VARIATION}"));
    }
    // Two exponential branches that contribute equally to the mean.
    let first = 0.5 * (1.0 + ((variation - 1.0) / (variation + 1.0)).sqrt());
    let branch = |probability: f64| Branch { probability, mean_s: 0.5 * mean_s / probability };
    Ok(Distribution::Hyperexponential { branches: vec![branch(first), branch(1.0 - first)] })
}

/// An extension of a network that adds classes.
trait AddClass {
    fn add_class(&mut self, name: &str, population: Option<u32>, think_s: f64, rate: f64, path: Vec<Stop>);
}

impl AddClass for Network {
    /// Adds a class whose requests visit the stations in sequence. With a mean of less than one visit, a request may
    /// skip a station. With a mean of more than one visit, a request may return to the station immediately. A closed
    /// class starts at a delay center with its think time. An open class starts at its first station, or at a delay
    /// center without delay if its requests may skip that station. The names of these delay centers contain spaces,
    /// unlike all declared names.
    fn add_class(&mut self, name: &str, population: Option<u32>, think_s: f64, rate: f64, path: Vec<Stop>) {
        let end = match population {
            Some(_) => format!("think time of {name}"),
            None => OUT.to_owned(),
        };
        let onward = |from: usize, mut probability: f64| {
            let mut next = Vec::new();
            for stop in &path[from..] {
                next.push(Step { station: stop.station.clone(), probability: probability * stop.entry() });
                probability *= 1.0 - stop.entry();
            }
            next.push(Step { station: end.clone(), probability });
            next.retain(|step| step.probability > 0.0);
            next
        };
        let visits = path.iter().enumerate().map(|(at, stop)| {
            let mut next = onward(at + 1, 1.0 - stop.revisit_probability());
            if stop.revisit_probability() > 0.0 {
                next.push(Step { station: stop.station.clone(), probability: stop.revisit_probability() });
            }
            Visit { station: stop.station.clone(), service: stop.service.clone(), next }
        });
        let mut visits: Vec<_> = visits.collect();
        let starts_outside = population.is_some() || path.first().is_none_or(|first| first.entry() < 1.0);
        let start = match path.first() {
            Some(first) if !starts_outside => first.station.clone(),
            _ => {
                let station = if population.is_some() { end.clone() } else { format!("arrival of {name}") };
                self.stations.push(Station {
                    name: station.clone(),
                    kind: Kind::Delay,
                    servers: 1,
                    discipline: Discipline::Fifo,
                    capacity: None,
                    when_full: WhenFull::Lose,
                });
                let service = Distribution::Exponential { mean_s: think_s };
                visits.insert(0, Visit { station: station.clone(), service, next: onward(0, 1.0) });
                station
            }
        };
        let arrivals = population.is_none().then(|| Distribution::Exponential { mean_s: 1.0 / rate });
        self.classes.push(Class { name: name.to_owned(), population, arrivals, start, priority: 0, visits });
    }
}
