//! A virtual tape server that compresses data (TS7700): compression ratios and throughput.
//!
//! The model has two parts. Compression ratios are not modeled: real codecs compress the data (`ratios`). Throughput
//! comes from a closed queueing network of the ports, processor threads, cache controllers, cache drawers, and tape
//! drives, solved exactly (`network`). The ratio connects the two parts: compression divides each MB from the host by
//! the ratio.
//!
//! The model does not measure codec speeds, because measured times would differ in each run. The speed of a codec is a
//! parameter of the lab, or a setting.

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

/// The parameters of a lab: first those of the machine, then the codec speeds.
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
