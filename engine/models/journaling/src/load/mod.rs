//! What a client of dbench 2.1 asks of a file system: made anew from statistics of its list of operations.
//!
//! The list itself is not ours to give away. A [`Plan`] has its shape: as many operations of each kind, cycles that are
//! alike, files of the same sizes, most of them empty, written twice and soon deleted, a set of large files that only
//! fills the disk, and reads of nothing but what was written shortly before. The numbers of that shape are a lab's
//! ([`Profile`]).
//!
//! A short plan has fewer cycles and as much less of everything: lives of pages stay as long, in operations, as they are.

mod draft;
mod files;
mod plan;
mod profile;
mod spread;

pub use plan::{NO_FILE, Operation, Plan, Step};
pub use profile::Profile;
