//! How fast a file system is under a load, and where every written byte and every waiting second goes.
//!
//! Clients ([`Run`]) each do the same plan of operations, one after the other, on a real [`FileSystem`](super::FileSystem).
//! An operation takes processor time by [`Costs`]; the processors are one station with a queue. What the file system
//! hands over goes, after some processor time of its own, in pieces to the disks of a stripe set and over a channel.
//! Memory holds a limited number of pages: those read or written last. When too many of them are dirty, the oldest are
//! written back, and with still more of them writers wait.
//!
//! Clients may wait until what they wrote is on the disks, when they flush a file or after each write ([`SyncPolicy`]).
//!
//! There is no clock and no chance in a run: the same setup gives the same outcome to the last bit.

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
pub use setup::{RunSetup, SyncPolicy};
