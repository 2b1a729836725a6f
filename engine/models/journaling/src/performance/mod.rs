//! Throughput of a file system under a load, with the bytes written by kind and the wait times by reason.
//!
//! The clients of a [`Run`] execute the same plan of operations on a real [`FileSystem`](super::FileSystem). An
//! operation takes processor time according to [`Costs`]; the processors are one multiserver station. A request takes
//! processor time as well; then its stripe units pass through the disks of a stripe set and a channel. The page cache
//! is limited. If too many pages are dirty, the oldest are written back; above a second limit, writers wait.
//!
//! Clients may wait for durability, with `fsync` or after each write ([`SyncPolicy`]).
//!
//! A run is deterministic: the same setup produces the same outcome to the last bit.

mod cache;
mod client;
mod costs;
mod disk;
mod outcome;
mod run;
mod setup;

pub use costs::{Costs, PolicyCosts};
pub use outcome::{BytesWritten, Outcome, WaitTimes};
pub use run::Run;
pub use setup::{DiskCache, RunSetup, SyncPolicy};
