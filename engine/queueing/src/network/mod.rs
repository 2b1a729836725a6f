//! A queueing network as plain data: what is solved and what is simulated.
//!
//! Requests of *classes* circulate among *stations*. A closed class has a population: so many users, each of whom has
//! one request on its way. An open class has arrivals: requests come from outside and leave again. In JSON:
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

/// Where requests of an open class go when they leave; no station may have this name.
pub const OUT: &str = "out";

/// A queueing network.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Network {
    /// Where requests wait and are served.
    pub stations: Vec<Station>,
    /// Who asks for what.
    pub classes: Vec<Class>,
}

/// A place where requests are served.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Station {
    /// Its name, different from all others and not [`OUT`].
    pub name: String,
    /// Whether requests wait for each other.
    pub kind: Kind,
    /// How many servers it has, all alike. A delay needs none: leave it out.
    #[serde(default = "one")]
    pub servers: u32,
    /// Who is served first. A delay has no order: leave it out.
    #[serde(default)]
    pub discipline: Discipline,
    /// The most requests that may be here, waiting or being served; one that comes to a full station is lost, so only
    /// open classes may visit it. Left out: as many as come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<u32>,
}

fn one() -> u32 {
    1
}

/// Whether requests at a station wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// They wait for a server.
    Queue,
    /// Each has a server of its own: users who think, a wire.
    Delay,
}

/// Who is served first at a queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Discipline {
    /// First come, first served.
    #[default]
    Fifo,
    /// All at once: the servers' work is shared out evenly among the requests, none of which gets more than one server.
    Ps,
    /// The class with the highest priority; within a class first come, first served. Who is being served stays.
    Priority,
}

/// Requests that are alike.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// Its name, different from all others.
    pub name: String,
    /// Of a closed class: how many requests circulate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub population: Option<u32>,
    /// Of an open class: the time from one arrival to the next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrivals: Option<Distribution>,
    /// The station where an open class comes in. A closed class is counted each time it comes here; if this is a delay,
    /// it is where the users think, and a response time is what passes from leaving it to coming back. If it is not,
    /// a response time is a whole round.
    pub start: String,
    /// Where servers choose by priority, classes with a higher number come first.
    #[serde(default)]
    pub priority: u32,
    /// What a request does where.
    pub visits: Vec<Visit>,
}

/// What a request of a class does at a station.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Visit {
    /// The station.
    pub station: String,
    /// How long a server, or the delay, has to do with one visit.
    pub service: Distribution,
    /// Where the request may go from here. The probabilities add up to 1.
    pub next: Vec<Step>,
}

/// A way from one station to another.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// A station that the class visits, or [`OUT`].
    pub station: String,
    /// How often this way is taken, 0 to 1.
    pub probability: f64,
}

impl Network {
    /// The most stations.
    pub const MOST_STATIONS: usize = 200;
    /// The most classes.
    pub const MOST_CLASSES: usize = 20;
    /// The most servers of a station.
    pub const MOST_SERVERS: u32 = 10_000;
    /// The most requests that a station's capacity may be.
    pub const MOST_CAPACITY: u32 = 1_000_000;
    /// The most requests of a closed class.
    pub const MOST_REQUESTS: u32 = super::mva::MOST_REQUESTS;
    /// The longest mean time of a service or between arrivals, in seconds.
    pub const LONGEST_S: f64 = super::mva::LONGEST_S;

    /// Whether the network can be what it says. It may still have more work than it can do.
    ///
    /// # Errors
    /// [`Error`] that names the station or class and says what to do: names that are missing, twice or unknown,
    /// numbers out of range, probabilities that do not add up to 1, visits that are never made or never end.
    pub fn check(&self) -> Result<(), Error> {
        check::network(self)
    }

    /// Where in [`Network::stations`] the station called `name` is.
    pub fn station(&self, name: &str) -> Option<usize> {
        self.stations.iter().position(|station| station.name == name)
    }
}

impl Class {
    /// Where in [`Class::visits`] the visit to the station called `name` is.
    pub fn visit(&self, name: &str) -> Option<usize> {
        self.visits.iter().position(|visit| visit.station == name)
    }

    /// Arrivals a second of an open class; 0 of a closed one.
    pub fn arrival_rate(&self) -> f64 {
        self.arrivals.as_ref().map_or(0.0, |arrivals| 1.0 / arrivals.mean())
    }
}
