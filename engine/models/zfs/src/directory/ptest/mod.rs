//! The ptest workloads: IBM's three measurements of directories, run on real directories and timed by counting.
//!
//! A [`Measurement`] runs the workload's operations on a directory of the wanted size and counts what they do;
//! [`Costs`] turns counts into processor time; [`Model`] puts both together and adds the waits.
//!
//! What one pass of a task does with its objects, in the order in which the source lists the functions:
//! *ptestDL2* looks each one up. *ptestDL* does the same and reads the whole directory now and then. *ptestDU* creates
//! each one, updates it, removes it, reads the directory, and searches for each one again, which is then gone. A create
//! or remove is preceded by the lookup that any path name needs, and an update works on an object already found, so
//! four operations cost five searches.

mod bill;
mod cost;
mod measure;
mod model;
mod scenario;

pub use bill::Outcome;
pub use cost::Costs;
pub use measure::{Mean, Measured, Measurement, Workbench};
pub use model::Model;
pub use scenario::{Machine, Plex, Release, Scenario, Workload};
