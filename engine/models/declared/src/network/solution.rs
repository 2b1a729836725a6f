//! The solution of a network.

use pathlength_queueing::Estimate;
use pathlength_queueing::bounds::Bounds;

/// A class at a station.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtStation {
    /// Mean number of visits of a request.
    pub(crate) visits: f64,
    /// Service demand in seconds.
    pub(crate) demand_s: f64,
    /// Visits per second.
    pub(crate) throughput: Estimate,
    /// Residence time of a request at the station, over all its visits, in seconds.
    pub(crate) residence_s: f64,
    /// Mean number of requests, waiting and in service.
    pub(crate) queue_length: Estimate,
    /// Utilization of the servers by the class; 0 at a delay center.
    pub(crate) utilization: f64,
}

/// A class.
#[derive(Clone, Debug)]
pub(crate) struct ClassMeasures {
    /// Requests per second.
    pub(crate) throughput: Estimate,
    /// Response time in seconds, without think time.
    pub(crate) response_s: Estimate,
    /// The class at each station, in the order of the declaration.
    pub(crate) stations: Vec<AtStation>,
    /// Asymptotic bounds and the saturation point N*; `None` for open classes and in mixed networks.
    pub(crate) bounds: Option<(Bounds, f64)>,
    /// Balanced job bounds; `None` unless the network has a single, closed class, a product form, and single-server
    /// queues.
    pub(crate) balanced: Option<Bounds>,
}

/// A station.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StationMeasures {
    /// Visits per second.
    pub(crate) throughput: Estimate,
    /// Response time per visit in seconds.
    pub(crate) response_s: Estimate,
    /// Mean number of requests, waiting and in service.
    pub(crate) queue_length: Estimate,
    /// Utilization of the servers; 0 at a delay center.
    pub(crate) utilization: Estimate,
}

/// The measures of a network in a scenario, in the order of its declaration.
#[derive(Clone, Debug)]
pub(crate) struct Solution {
    /// The classes.
    pub(crate) classes: Vec<ClassMeasures>,
    /// The stations.
    pub(crate) stations: Vec<StationMeasures>,
}

/// Returns an estimate with a half-width of 0.
pub(crate) fn certain(mean: f64) -> Estimate {
    Estimate { mean, half_width: 0.0 }
}
