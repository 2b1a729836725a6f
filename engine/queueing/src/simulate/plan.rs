//! A network prepared for simulation: names are resolved to indices.

use super::super::Distribution;
use super::super::laws::Demand;
use super::super::network::{Discipline, Kind, Network, WhenFull};
use super::super::solve::{check_loads, loads};
use crate::Error;

/// Maximum number of requests in the network at any one time.
pub(super) const MAX_REQUESTS: usize = 1_000_000;

/// Minimum nonzero mean of a time, in seconds: the clock counts nanoseconds.
const MIN_MEAN_S: f64 = 1e-6;

#[derive(Debug)]
pub(super) struct Plan {
    pub(super) stations: Vec<StationPlan>,
    pub(super) classes: Vec<ClassPlan>,
    /// The visits of all classes, ordered by class.
    pub(super) visits: Vec<VisitPlan>,
}

#[derive(Debug)]
pub(super) struct StationPlan {
    pub(super) is_delay: bool,
    pub(super) discipline: Discipline,
    pub(super) servers: usize,
    pub(super) capacity: u64,
    /// Whether requests from other stations stay at those stations while this one is full.
    pub(super) blocks: bool,
    /// Whether a service here can end without space for the request at its next station.
    pub(super) may_be_blocked: bool,
    /// Utilization by open classes; `None` if a station of the network has a capacity, so that requests may be lost.
    pub(super) offered_load: Option<f64>,
}

#[derive(Debug)]
pub(super) struct ClassPlan {
    /// Population of a closed class.
    pub(super) population: Option<u32>,
    /// Interarrival time of an open class.
    pub(super) arrivals: Option<Distribution>,
    /// The visit that starts a cycle.
    pub(super) start: usize,
    /// Whether the start is the think time of a closed class, which is not part of the response time.
    pub(super) has_think_time: bool,
    /// Priority level: 0 is served first.
    pub(super) level: u32,
}

#[derive(Debug)]
pub(super) struct VisitPlan {
    pub(super) class: usize,
    pub(super) station: usize,
    pub(super) service: Distribution,
    /// Destinations (`None` is outside the network) with cumulative probabilities.
    destinations: Vec<(f64, Option<usize>)>,
}

impl VisitPlan {
    /// Returns the next visit of a request; `None` if the request leaves the network. Takes a random number from
    /// `uniform` only if there are several destinations.
    #[inline]
    pub(super) fn next(&self, uniform: impl FnOnce() -> f64) -> Option<usize> {
        let (last, others) = self.destinations.split_last()?;
        if others.is_empty() {
            return last.1;
        }
        let point = uniform();
        others.iter().find(|(end, _)| point < *end).unwrap_or(last).1
    }
}

impl Plan {
    /// Creates the plan of a valid network.
    ///
    /// # Errors
    /// Returns [`Error`] if a mean time is too short for the clock, if open classes saturate a station, or if the
    /// populations are too large.
    pub(super) fn new(network: &Network, demands: &[Vec<Demand>]) -> Result<Self, Error> {
        let is_lossless = network.stations.iter().all(|station| station.capacity.is_none());
        if is_lossless {
            check_loads(network, demands)?;
        }
        let stations = network.stations.iter().zip(loads(network, demands)).map(|(station, load)| StationPlan {
            is_delay: station.kind == Kind::Delay,
            discipline: station.discipline,
            servers: station.servers as usize,
            capacity: station.capacity.map_or(u64::MAX, u64::from),
            blocks: station.when_full == WhenFull::Block,
            may_be_blocked: network.classes.iter().any(|class| {
                let visit = class.visit(&station.name).map(|at| &class.visits[at]);
                visit.is_some_and(|visit| {
                    visit.next.iter().any(|step| step.probability > 0.0 && network.blocks(&step.station))
                })
            }),
            offered_load: is_lossless.then_some(load),
        });
        let stations: Vec<_> = stations.collect();
        let mut priorities: Vec<u32> = network.classes.iter().map(|class| class.priority).collect();
        priorities.sort_unstable_by(|one, other| other.cmp(one));
        priorities.dedup();
        let (mut classes, mut visits) = (Vec::new(), Vec::new());
        for (at, class) in network.classes.iter().enumerate() {
            let first = visits.len();
            for visit in &class.visits {
                check_mean(&visit.service, || format!("class \"{}\", visit to \"{}\"", class.name, visit.station))?;
                let mut sum = 0.0;
                let destinations = visit.next.iter().filter(|step| step.probability > 0.0).map(|step| {
                    sum += step.probability;
                    (sum, class.visit(&step.station).map(|visit| first + visit))
                });
                let destinations = destinations.collect();
                let station = network.station(&visit.station).unwrap_or_default();
                visits.push(VisitPlan { class: at, station, service: visit.service.clone(), destinations });
            }
            let start = first + class.visit(&class.start).unwrap_or_default();
            if let Some(arrivals) = &class.arrivals {
                check_mean(arrivals, || format!("class \"{}\", arrivals", class.name))?;
            }
            classes.push(ClassPlan {
                population: class.population,
                arrivals: class.arrivals.clone(),
                start,
                has_think_time: class.population.is_some() && stations[visits[start].station].is_delay,
                level: priorities.iter().position(|priority| *priority == class.priority).unwrap_or_default() as u32,
            });
        }
        let requests: u64 = network.classes.iter().filter_map(|class| class.population).map(u64::from).sum();
        if requests > MAX_REQUESTS as u64 {
            return Err(Error::new(format!(
                "the total population is {requests}: reduce it to at most {MAX_REQUESTS}, or solve the network instead"
            )));
        }
        Ok(Self { stations, classes, visits })
    }
}

fn check_mean(times: &Distribution, context: impl FnOnce() -> String) -> Result<(), Error> {
    let mean_s = times.mean();
    if mean_s > 0.0 && mean_s < MIN_MEAN_S {
        return Err(Error::new(format!(
            "{}: the mean is {mean_s} s, too short for a nanosecond clock: give at least 0.000001 s, or 0",
            context()
        )));
    }
    Ok(())
}
