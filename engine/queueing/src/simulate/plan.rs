//! A network, prepared for being run: names are numbers.

use super::super::Distribution;
use super::super::network::{Discipline, Kind, Network};
use crate::Error;

/// The most requests at a time.
pub(super) const MOST_REQUESTS: usize = 1_000_000;

/// The shortest mean of times that are not 0, in seconds: the clock has nanoseconds.
const SHORTEST_S: f64 = 1e-6;

#[derive(Debug)]
pub(super) struct Plan {
    pub(super) stations: Vec<StationPlan>,
    pub(super) classes: Vec<ClassPlan>,
    /// Of all classes, one class after the other.
    pub(super) visits: Vec<VisitPlan>,
}

#[derive(Debug)]
pub(super) struct StationPlan {
    pub(super) delay: bool,
    pub(super) discipline: Discipline,
    pub(super) servers: usize,
    pub(super) capacity: u64,
}

#[derive(Debug)]
pub(super) struct ClassPlan {
    /// Of a closed class.
    pub(super) population: Option<u32>,
    /// Of an open class.
    pub(super) arrivals: Option<Distribution>,
    /// The visit with which a round begins.
    pub(super) start: usize,
    /// Whether the start is a delay of a closed class: response times do not count it.
    pub(super) thinks: bool,
    /// Among the classes, where servers choose: 0 is served first.
    pub(super) rank: u32,
}

#[derive(Debug)]
pub(super) struct VisitPlan {
    pub(super) class: usize,
    pub(super) station: usize,
    pub(super) service: Distribution,
    /// Where requests go from here (`None`: out), each with its own probability and that of the ways before it.
    ways: Vec<(f64, Option<usize>)>,
}

impl VisitPlan {
    /// Where a request goes; `uniform` is asked only if there is a choice.
    #[inline]
    pub(super) fn next(&self, uniform: impl FnOnce() -> f64) -> Option<usize> {
        let (last, others) = self.ways.split_last()?;
        if others.is_empty() {
            return last.1;
        }
        let point = uniform();
        others.iter().find(|(end, _)| point < *end).unwrap_or(last).1
    }
}

impl Plan {
    /// The plan of a network that has been checked.
    pub(super) fn new(network: &Network) -> Result<Self, Error> {
        let stations = network.stations.iter().map(|station| StationPlan {
            delay: station.kind == Kind::Delay,
            discipline: station.discipline,
            servers: station.servers as usize,
            capacity: station.capacity.map_or(u64::MAX, u64::from),
        });
        let stations: Vec<_> = stations.collect();
        let mut priorities: Vec<u32> = network.classes.iter().map(|class| class.priority).collect();
        priorities.sort_unstable_by(|one, other| other.cmp(one));
        priorities.dedup();
        let (mut classes, mut visits) = (Vec::new(), Vec::new());
        for (at, class) in network.classes.iter().enumerate() {
            let first = visits.len();
            for visit in &class.visits {
                long_enough(&visit.service, || format!("class {}, visit to {}", class.name, visit.station))?;
                let mut sum = 0.0;
                let ways = visit.next.iter().filter(|step| step.probability > 0.0).map(|step| {
                    sum += step.probability;
                    (sum, class.visit(&step.station).map(|visit| first + visit))
                });
                let ways = ways.collect();
                let station = network.station(&visit.station).unwrap_or_default();
                visits.push(VisitPlan { class: at, station, service: visit.service.clone(), ways });
            }
            let start = first + class.visit(&class.start).unwrap_or_default();
            if let Some(arrivals) = &class.arrivals {
                long_enough(arrivals, || format!("class {}, arrivals", class.name))?;
            }
            classes.push(ClassPlan {
                population: class.population,
                arrivals: class.arrivals.clone(),
                start,
                thinks: class.population.is_some() && stations[visits[start].station].delay,
                rank: priorities.iter().position(|priority| *priority == class.priority).unwrap_or_default() as u32,
            });
        }
        let requests: u64 = network.classes.iter().filter_map(|class| class.population).map(u64::from).sum();
        if requests > MOST_REQUESTS as u64 {
            return Err(Error::new(format!(
                "the classes have {requests} requests together; a simulation follows at most {MOST_REQUESTS}, so solve the network instead"
            )));
        }
        Ok(Self { stations, classes, visits })
    }
}

fn long_enough(times: &Distribution, place: impl FnOnce() -> String) -> Result<(), Error> {
    let mean_s = times.mean();
    if mean_s > 0.0 && mean_s < SHORTEST_S {
        return Err(Error::new(format!(
            "{}: the mean is {mean_s} s, and the clock of a simulation has nanoseconds; give at least 0.000001 s, or 0",
            place()
        )));
    }
    Ok(())
}
