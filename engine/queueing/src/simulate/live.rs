//! A simulation that can stop at any simulated time, so that a caller can inspect the queues.

use super::super::laws::demands;
use super::super::network::Network;
use super::super::station::StationStats;
use super::super::{Random, Ticks, seconds, ticks};
use super::plan::{MAX_REQUESTS, Plan};
use super::run::{Run, RunSize};
use crate::Error;

/// One run of a network, which at first contains only the requests of closed classes, at their start.
///
/// It has no warm-up and no confidence intervals: it shows a network in operation, while
/// [`Simulation`](super::Simulation) estimates its steady state.
///
/// ```
/// use pathlength_queueing::network::Network;
/// use pathlength_queueing::simulate::LiveSimulation;
///
/// let network: Network = serde_json::from_str(r#"{
///     "stations": [{ "name": "think", "kind": "delay" }, { "name": "disk", "kind": "queue" }],
///     "classes": [{
///         "name": "users", "population": 5, "start": "think",
///         "visits": [
///             { "station": "think", "service": { "exponential": { "mean_s": 1 } },
///               "next": [{ "station": "disk", "probability": 1 }] },
///             { "station": "disk", "service": { "exponential": { "mean_s": 1 } },
///               "next": [{ "station": "think", "probability": 1 }] }
///         ]
///     }]
/// }"#)?;
/// let mut live = LiveSimulation::new(&network, 1)?;
/// while !live.advance(60.0, 1000)? {}
/// assert_eq!(live.now_s(), 60.0);
/// // Every user thinks or is at the disk.
/// assert_eq!(live.present(0, 0) + live.present(1, 0), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LiveSimulation {
    plan: Plan,
    run: Run,
}

/// The current state of a station, and its means since the start. A delay center has no servers, so none is busy.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LiveStation {
    /// Busy servers now.
    pub busy: u64,
    /// Mean number of busy servers.
    pub mean_busy: f64,
    /// Mean number of requests, waiting and in service.
    pub mean_in_system: f64,
}

impl LiveSimulation {
    /// Starts a simulation of `network` at time 0; the same seed gives the same run.
    ///
    /// # Errors
    /// Returns [`Error`] as [`Simulation::new`](super::Simulation::new) does.
    pub fn new(network: &Network, seed: u64) -> Result<Self, Error> {
        network.check()?;
        let plan = Plan::new(network, &demands(network))?;
        let size = RunSize { warm_up_end: None, time: Ticks::MAX, intervals: 1, max_requests: MAX_REQUESTS };
        let run = Run::new(&plan, Random::new(seed, 0), size);
        Ok(Self { plan, run })
    }

    /// Simulates until `until_s` seconds, but at most `events` events. Returns `true` once `until_s` is reached.
    ///
    /// # Errors
    /// Returns [`Error`] if there are more than a million requests in the network.
    pub fn advance(&mut self, until_s: f64, events: u32) -> Result<bool, Error> {
        self.run.advance(&self.plan, ticks(until_s), events)
    }

    /// Returns the simulated time in seconds.
    pub fn now_s(&self) -> f64 {
        seconds(self.run.now())
    }

    /// Returns the number of requests of a class at a station now. The station and the class are indexes into the
    /// network's lists.
    pub fn present(&self, station: usize, class: usize) -> u64 {
        let here = self.visits(station).filter(|visit| self.plan.visits[*visit].class == class);
        here.map(|visit| self.run.in_visit(visit).level()).sum()
    }

    /// Returns the current state of the station with this index in the network's list.
    pub fn station(&self, station: usize) -> LiveStation {
        let now = self.run.now();
        let stats = self.run.station_stats(station);
        LiveStation {
            busy: stats.map_or(0, StationStats::busy),
            mean_busy: stats.map_or(0.0, |stats| stats.mean_busy(now)),
            mean_in_system: self.visits(station).map(|visit| self.run.in_visit(visit).mean(now)).sum(),
        }
    }

    /// Returns the visits to a station, as indexes into the plan.
    fn visits(&self, station: usize) -> impl Iterator<Item = usize> {
        (0..self.plan.visits.len()).filter(move |visit| self.plan.visits[*visit].station == station)
    }

    /// Returns the number of completed requests of a class.
    pub fn completions(&self, class: usize) -> u64 {
        self.run.responses(class).0
    }

    /// Returns the mean response time of the completed requests of a class in seconds; `None` before the first
    /// completion.
    pub fn mean_response_s(&self, class: usize) -> Option<f64> {
        let (completions, sum_s) = self.run.responses(class);
        (completions > 0).then(|| sum_s / completions as f64)
    }
}
