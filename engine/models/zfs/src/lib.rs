//! zFS, the file system of z/OS UNIX: its directories of both formats, and aggregates with a log.
//!
//! A structure is real before it is timed: [`directory`] keeps names in 8 KB pages and counts what each operation does;
//! [`aggregate`] writes them to a medium that can lose its power after any write. Each has a model of its own: how fast
//! directories are, and what converting them takes.

pub mod aggregate;
pub mod directory;
