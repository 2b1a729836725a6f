//! The ptest workloads: IBM's three directory benchmarks, performed on real directories and timed from counts.
//!
//! A [`Measurement`] performs a workload's operations on a directory of a given size and counts them. [`Costs`] turn
//! the counts into CPU time. [`Model`] combines both and adds the waits.
//!
//! Each task makes passes over its objects and performs the functions in the source's order. For *ptestDL2*, the task
//! looks up each object. For *ptestDL*, the task also sometimes reads the whole directory. For *ptestDU*, the task
//! creates each object, updates it, removes it, reads the directory, and searches for each object again, without
//! success. A create or remove is preceded by the lookup that every path name needs. An update works on an object
//! already found. So four operations cost five searches.

mod cost;
mod cost_breakdown;
mod measure;
mod model;
mod scenario;
mod shared;

pub(crate) use cost::join_names;
pub use cost::{Costs, SearchCosts, WorkloadCosts};
pub use cost_breakdown::{Outcome, SharedDemand};
pub use measure::{MeanCounts, Measurement, MeasurementSetup, OperationCounts};
pub use model::Model;
pub(crate) use scenario::describe_names;
pub use scenario::{Machine, Plex, Release, Scenario, Workload};
pub use shared::{Locks, Moment, SharedDirectory, SharedLoad, SharedOutcome, TaskState, TaskView};
