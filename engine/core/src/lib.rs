//! Models of storage performance that really run.
//!
//! Every model is `Scenario -> Result<Outcome, ModelError>`: plain data in, plain data out. A structure is real before
//! it is timed: it does the work on real bytes, counts its primitive operations, and a table of costs turns the counts
//! into time. There is no clock in this crate, no input or output and no JavaScript; the same inputs give the same
//! bits natively and in WebAssembly.

// A module with one model alone leaves the others behind.
#![cfg_attr(not(feature = "all-models"), allow(dead_code, unused_imports))]

#[cfg(feature = "aggregate")]
pub mod aggregate;
pub mod csv;
pub mod directory;
pub mod disk_path;
pub mod file_pool;
#[cfg(feature = "journal")]
pub mod journal;
pub mod lab;
pub mod queueing;
#[cfg(feature = "tape")]
pub mod tape;
