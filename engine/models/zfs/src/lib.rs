//! zFS, the file system of z/OS UNIX: directories in both formats, and aggregates with a log.
//!
//! The data structures are real. [`directory`] keeps names in 8 KB pages and counts primitive operations. [`aggregate`]
//! writes the pages to a medium that may lose power after any write. Each of the two modules has a performance model:
//! directory throughput, and the cost of converting directories.

pub mod aggregate;
pub mod directory;
