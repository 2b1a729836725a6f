//! The file pool server of the Shared File System (SFS).
//!
//! [`report`] reads what administrators paste: counters and report rows. [`diagnosis`] says what follows from them and
//! compares two measurements; [`planning`] has the published rules of thumb.

pub mod diagnosis;
pub mod planning;
pub mod report;
