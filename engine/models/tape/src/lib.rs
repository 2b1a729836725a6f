//! A virtual tape server that compresses what it is given (TS7700): how much, and how fast.
//!
//! Two halves. How far data shrink is not modelled: real codecs really run over the data (`ratios`). How fast the
//! server takes or gives data is a closed network of its ports, processor threads, cache controllers, cache drawers and
//! tape drives, solved exactly (`network`). What joins them is the ratio: behind the place where data are compressed,
//! one MB of the host is so much less.
//!
//! The speed of a codec is not measured here, because a clock would give other bits each time: it is a parameter of the
//! lab, or a setting.

pub mod advice;
mod costs;
mod data;
mod model;
mod network;
mod ratios;
mod scenario;

pub use costs::{Costs, Speeds};
pub use data::Data;
pub use model::Model;
pub use scenario::{Grid, Machine, Scenario, Work};

/// The parameters of a lab: those of the machine, then the speeds of codecs.
pub(crate) const PARAMETERS: [&str; Costs::NAMES.len() + Speeds::NAMES.len()] = {
    let mut names = [""; Costs::NAMES.len() + Speeds::NAMES.len()];
    let mut at = 0;
    while at < names.len() {
        let more = at >= Costs::NAMES.len();
        names[at] = if more { Speeds::NAMES[at - Costs::NAMES.len()] } else { Costs::NAMES[at] };
        at += 1;
    }
    names
};
