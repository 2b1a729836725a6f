//! A declared network in operation: a simulation with a clock, for diagrams of its queues.

use super::problem::{Problem, problem};
use super::solution::Solution;
use super::solve::exact;
use crate::check::Parsed;
use crate::fields::FieldValues;
use pathlength_model::Setting;
use pathlength_queueing::simulate::{LiveSimulation, LiveStation};

/// A simulation of the network of one scenario. Stations and classes are in the order of the declaration.
#[derive(Debug)]
pub struct LiveNetwork {
    simulation: LiveSimulation,
    /// The index of each declared station in the simulated network; `None` if no class visits it.
    places: Vec<Option<usize>>,
    /// The index of the delay center for the think time of each class; `None` for an open class.
    think_places: Vec<Option<usize>>,
    /// Servers of each station; 0 for a delay center.
    servers: Vec<u32>,
    solution: Option<Solution>,
}

impl LiveNetwork {
    /// Starts the simulation at time 0, with all requests of closed classes in their think time.
    pub(crate) fn new(parsed: &Parsed, settings: &[Setting], values: &FieldValues) -> Result<Self, String> {
        let problem = problem(parsed, settings, values)?;
        let Problem { network, names, servers, options, .. } = &problem;
        let simulation = LiveSimulation::new(network, options.seed).map_err(|error| error.to_string())?;
        let places = names.iter().map(|name| network.station(name)).collect();
        let think_places = network.classes.iter().map(|class| {
            class.population?;
            network.station(&class.start)
        });
        let think_places = think_places.collect();
        Ok(Self { simulation, places, think_places, servers: servers.clone(), solution: exact(&problem).ok() })
    }

    /// Simulates until the time `until_s`, in seconds, but at most `events` events. Returns `true` if the simulation
    /// has reached this time.
    ///
    /// # Errors
    /// Returns a message if there are more than a million requests in the network.
    pub fn advance(&mut self, until_s: f64, events: u32) -> Result<bool, String> {
        self.simulation.advance(until_s, events).map_err(|error| error.to_string())
    }

    /// Returns the simulated time in seconds.
    pub fn now_s(&self) -> f64 {
        self.simulation.now_s()
    }

    /// Returns the number of servers of each station; 0 for a delay center.
    pub fn servers(&self) -> &[u32] {
        &self.servers
    }

    /// Returns the current number of requests of each class at each station, by station and then by class.
    pub fn present(&self) -> impl Iterator<Item = u64> {
        let classes = 0..self.think_places.len();
        self.places.iter().flat_map(move |place| {
            classes.clone().map(move |class| place.map_or(0, |place| self.simulation.present(place, class)))
        })
    }

    /// Returns the current number of requests of each class in their think time; 0 for an open class.
    pub fn thinking(&self) -> impl Iterator<Item = u64> {
        let places = self.think_places.iter().enumerate();
        places.map(|(class, place)| place.map_or(0, |place| self.simulation.present(place, class)))
    }

    /// Returns the statistics of each station since the start.
    pub fn stations(&self) -> impl Iterator<Item = LiveStation> {
        self.places.iter().map(|place| place.map_or_else(LiveStation::default, |place| self.simulation.station(place)))
    }

    /// Returns the number of completed requests of each class, and their mean response time in seconds: NaN before the
    /// first completion.
    pub fn classes(&self) -> impl Iterator<Item = (u64, f64)> {
        (0..self.think_places.len()).map(|class| {
            (self.simulation.completions(class), self.simulation.mean_response_s(class).unwrap_or(f64::NAN))
        })
    }

    /// Returns the exact mean numbers of busy servers and of requests at each station; `None` if the network has no
    /// exact solution. A delay center has no busy servers.
    pub fn exact_stations(&self) -> Option<impl Iterator<Item = (f64, f64)>> {
        let servers = self.servers.iter();
        let stations = &self.solution.as_ref()?.stations;
        Some(
            stations
                .iter()
                .zip(servers)
                .map(|(station, servers)| (station.utilization.mean * f64::from(*servers), station.queue_length.mean)),
        )
    }

    /// Returns the exact throughput per second and response time in seconds of each class; `None` if the network has no
    /// exact solution.
    pub fn exact_classes(&self) -> Option<impl Iterator<Item = (f64, f64)>> {
        let classes = &self.solution.as_ref()?.classes;
        Some(classes.iter().map(|class| (class.throughput.mean, class.response_s.mean)))
    }
}
