//! A queueing network as data: the stations, classes, and demands of `model.toml`.

use pathlength_model::{Setting, Word};
use serde::{Deserialize, Serialize};

/// The kind of a station.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StationKind {
    /// Queueing center: requests wait for a server.
    #[default]
    Queue,
    /// Delay center: no request waits.
    Delay,
}

pathlength_model::words! { StationKind { Queue = "queue", Delay = "delay" } }

/// The order of service at a queueing center.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ServiceOrder {
    /// First come, first served.
    #[default]
    Fifo,
    /// Processor sharing: all requests get an equal share of the servers, but at most one server each.
    Ps,
}

pathlength_model::words! { ServiceOrder { Fifo = "fifo", Ps = "ps" } }

impl ServiceOrder {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_fifo(&self) -> bool {
        *self == Self::Fifo
    }
}

/// A station.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DeclaredStation {
    /// Name in expressions.
    pub name: String,
    /// Name for readers.
    pub title: String,
    /// Queueing or delay center.
    pub kind: StationKind,
    /// Expression for the number of servers of a queueing center: 1 by default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub servers: String,
    /// Order of service at a queueing center; first come, first served by default.
    #[serde(default, skip_serializing_if = "ServiceOrder::is_fifo")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub discipline: ServiceOrder,
}

/// A customer class: closed if it has a population, open if it has a rate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DeclaredClass {
    /// Name in expressions.
    pub name: String,
    /// Name for readers.
    pub title: String,
    /// Expression for the population of a closed class.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub population: String,
    /// Expression for the think time of a closed class: 0 by default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub think_time: String,
    /// Expression for the arrival rate of an open class.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub rate: String,
}

/// The service demand of a class at a station. A class visits its stations in the order of its demands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DeclaredDemand {
    /// The class.
    pub class: String,
    /// The station.
    pub station: String,
    /// Expression for the service time of a visit.
    pub service: String,
    /// Expression for the mean number of visits of a request: 1 by default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub visits: String,
    /// Expression for the squared coefficient of variation of the service time: 1 by default (exponential distribution);
    /// 0 for a constant time.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub variation: String,
}

/// The solution method of the network and its options.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DeclaredSolution {
    /// The setting whose words are methods: `exact`, `bounds`, `simulation`. Exact by default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub method: String,
    /// Expression for the seed of a simulation.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub seed: String,
    /// Expression for the number of independent runs of a simulation.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub runs: String,
    /// Expression for the half-width of the confidence intervals, relative to the estimate, at which a simulation ends.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub precision: String,
}

/// A solution method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Method {
    /// Exact solution of the steady state.
    #[default]
    Exact,
    /// Asymptotic bounds.
    Bounds,
    /// Discrete-event simulation.
    Simulation,
}

pathlength_model::words! { Method { Exact = "exact", Bounds = "bounds", Simulation = "simulation" } }

impl Method {
    /// Returns the method that a setting chooses; `None` if its value is not a method.
    pub(crate) fn of(setting: &Setting) -> Option<Self> {
        match setting {
            Setting::Word(word) => Self::from_word(word),
            _ => None,
        }
    }
}
