//! The load of a dbench 2.1 client, generated from statistics of its operation list.
//!
//! The license does not permit redistribution of this list. A [`Plan`] reproduces its statistics: the number of
//! operations of each kind, equal cycles, and the file sizes. Most files are empty. Files with data are written twice
//! and soon deleted. A set of large files only fills the disk. Reads access only recently written data. The numbers are
//! parameters of a lab ([`Profile`]).
//!
//! A short plan has fewer cycles and proportionally fewer operations. Page lifetimes, in operations, stay the same.

mod draft;
mod files;
mod plan;
mod profile;
mod spread;

pub use plan::{NO_FILE, Operation, Plan, Step};
pub use profile::Profile;
