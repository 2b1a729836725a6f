//! A queueing network as plain data, to be solved or simulated.
//!
//! Requests of *customer classes* visit *stations*. A closed class has a fixed population; an open class has external
//! arrivals, and its requests leave the network. In JSON:
//!
//! ```json
//! {
//!   "stations": [
//!     { "name": "terminals", "kind": "delay" },
//!     { "name": "cpu", "kind": "queue" },
//!     { "name": "disk", "kind": "queue", "servers": 2 }
//!   ],
//!   "classes": [
//!     {
//!       "name": "users", "population": 50, "start": "terminals",
//!       "visits": [
//!         { "station": "terminals", "service": { "exponential": { "mean_s": 5 } },
//!           "next": [{ "station": "cpu", "probability": 1 }] },
//!         { "station": "cpu", "service": { "exponential": { "mean_s": 0.02 } },
//!           "next": [{ "station": "disk", "probability": 0.8 }, { "station": "terminals", "probability": 0.2 }] },
//!         { "station": "disk", "service": { "exponential": { "mean_s": 0.03 } },
//!           "next": [{ "station": "cpu", "probability": 1 }] }
//!       ]
//!     },
//!     {
//!       "name": "batch", "arrivals": { "exponential": { "mean_s": 1 } }, "start": "cpu",
//!       "visits": [
//!         { "station": "cpu", "service": { "exponential": { "mean_s": 0.02 } },
//!           "next": [{ "station": "out", "probability": 1 }] }
//!       ]
//!     }
//!   ]
//! }
//! ```

mod check;

use super::Distribution;
use crate::Error;
use serde::{Deserialize, Serialize};

/// The destination of requests that leave the network; no station may have this name.
pub const OUT: &str = "out";

/// A queueing network.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Network {
    /// The stations.
    pub stations: Vec<Station>,
    /// The customer classes.
    pub classes: Vec<Class>,
}

/// A station.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Station {
    /// Unique name, other than [`OUT`].
    pub name: String,
    /// Queueing or delay center.
    pub kind: Kind,
    /// Number of identical servers. Default: 1, which a delay center must have.
    #[serde(default = "one")]
    pub servers: u32,
    /// Scheduling discipline. Default: FCFS, which a delay center must have.
    #[serde(default)]
    pub discipline: Discipline,
    /// Maximum number in system, waiting and in service. Default: unlimited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<u32>,
    /// Treatment of requests that find the station full. Default: requests are lost, so only open classes may visit the
    /// station.
    #[serde(default, skip_serializing_if = "WhenFull::is_lose")]
    pub when_full: WhenFull,
}

/// The treatment of requests that find a station full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WhenFull {
    /// Requests are lost.
    #[default]
    Lose,
    /// A request from another station stays at that station until there is space, first come, first served. At a
    /// queueing center, the request blocks its server after service. Arrivals from outside cannot block anything and
    /// are lost.
    Block,
}

impl WhenFull {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_lose(&self) -> bool {
        *self == Self::Lose
    }
}

fn one() -> u32 {
    1
}

/// The kind of a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Queueing center: requests wait for a server.
    Queue,
    /// Delay center: no request waits, as with thinking users or a wire.
    Delay,
}

/// The scheduling discipline of a queueing center.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Discipline {
    /// First come, first served (FCFS).
    #[default]
    Fifo,
    /// Processor sharing (PS): all requests get an equal share of the servers, but at most one server each.
    Ps,
    /// Non-preemptive priority by class, FCFS within a class.
    Priority,
    /// Preemptive-resume priority by class, FCFS within a class: an arrival interrupts a service of lower priority,
    /// which continues later.
    Preemptive,
}

impl Discipline {
    /// Returns whether the order of service depends on the priorities of the classes.
    pub fn has_priorities(self) -> bool {
        matches!(self, Self::Priority | Self::Preemptive)
    }
}

/// A customer class: requests with the same demands.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// Unique name.
    pub name: String,
    /// Population of a closed class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub population: Option<u32>,
    /// Interarrival time of an open class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrivals: Option<Distribution>,
    /// The first station of an open class. A closed class completes a cycle each time that a request returns to this
    /// station. If the station is a delay center, the time spent there is think time, and the response time is the rest
    /// of the cycle. If the station is a queueing center, the response time is the whole cycle.
    pub start: String,
    /// Priority at stations with [`Discipline::Priority`] or [`Discipline::Preemptive`]: the highest number is served
    /// first. Default: 0.
    #[serde(default)]
    pub priority: u32,
    /// The stations that the class visits.
    pub visits: Vec<Visit>,
}

/// A station on the path of a class.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Visit {
    /// The station.
    pub station: String,
    /// Service time of one visit.
    pub service: Distribution,
    /// Destinations after this visit. The probabilities of the destinations add up to 1.
    pub next: Vec<Step>,
}

/// A routing probability.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// A station that the class visits, or [`OUT`].
    pub station: String,
    /// Probability, 0 to 1.
    pub probability: f64,
}

impl Network {
    /// Maximum number of stations.
    pub const MAX_STATIONS: usize = 200;
    /// Maximum number of classes.
    pub const MAX_CLASSES: usize = 20;
    /// Maximum number of servers of a station.
    pub const MAX_SERVERS: u32 = super::mva::MAX_SERVERS;
    /// Maximum capacity of a station.
    pub const MAX_CAPACITY: u32 = 1_000_000;
    /// Maximum population of a closed class.
    pub const MAX_POPULATION: u32 = super::mva::MAX_POPULATION;
    /// Maximum mean of a service or interarrival time, in seconds.
    pub const MAX_TIME_S: f64 = super::mva::MAX_TIME_S;

    /// Checks that the network is well-formed. A station may still be saturated.
    ///
    /// # Errors
    /// Returns an [`Error`] that names the station or class if a name is missing, duplicate, or unknown, or a number is
    /// out of range. Also returns this error if probabilities do not add up to 1, if a visit is unreachable, or if a
    /// request cannot leave it.
    pub fn check(&self) -> Result<(), Error> {
        check::network(self)
    }

    /// Returns the index of the station called `name` in [`Network::stations`]; `None` if no station has this name.
    pub fn station(&self, name: &str) -> Option<usize> {
        self.stations.iter().position(|station| station.name == name)
    }

    /// Returns whether the station called `name` blocks other stations when it is full.
    pub(crate) fn blocks(&self, name: &str) -> bool {
        self.station(name).is_some_and(|at| self.stations[at].when_full == WhenFull::Block)
    }
}

impl Class {
    /// Returns the index of the visit to the station called `name` in [`Class::visits`]; `None` if the class does not
    /// visit this station.
    pub fn visit(&self, name: &str) -> Option<usize> {
        self.visits.iter().position(|visit| visit.station == name)
    }

    /// Returns the arrival rate of an open class in requests per second; 0 for a closed class.
    pub fn arrival_rate(&self) -> f64 {
        self.arrivals.as_ref().map_or(0.0, |arrivals| 1.0 / arrivals.mean())
    }
}
