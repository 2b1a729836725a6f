//! The components of the simulation compared with simple models, and whole simulations with closed forms.

mod distribution;
mod live;
mod random;
mod simulation;
mod stations;
mod statistics;
mod timers;

use pathlength_queueing::network::Network;
use serde_json::Value;

fn network(value: Value) -> Network {
    serde_json::from_value(value).expect("a network")
}
