//! The file pool server of the Shared File System (SFS) of z/VM, and its users.
//!
//! One single-threaded server handles all users: while the server waits for a page, all requests wait. [`Model`]
//! evaluates scenarios with one of two engines: [`analytic`], mean value analysis within a fixed point, and
//! [`simulation`]. Both take a [`Server`] and return an [`Outcome`].
//!
//! [`report`] reads the text that administrators paste: counters and report rows. [`diagnosis`] analyzes one
//! measurement or compares two; [`planning`] contains the published rules of thumb.

pub mod analytic;
mod costs;
pub mod diagnosis;
pub mod live;
mod model;
mod outcome;
pub mod planning;
pub mod report;
mod scenario;
pub mod simulation;

pub use costs::Costs;
pub use model::Model;
pub use outcome::{ComponentTimes, Outcome, ResponseComponent};
pub use scenario::{Engine, Scenario, Server};

use planning::Rules;

/// The parameters of a lab: first the model's, then those of the planning rules.
pub(crate) const PARAMETERS: [&str; Costs::NAMES.len() + Rules::NAMES.len()] = {
    let mut names = [""; Costs::NAMES.len() + Rules::NAMES.len()];
    let mut at = 0;
    while at < names.len() {
        let more = at >= Costs::NAMES.len();
        names[at] = if more { Rules::NAMES[at - Costs::NAMES.len()] } else { Costs::NAMES[at] };
        at += 1;
    }
    names
};
