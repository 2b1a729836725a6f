//! Journaling file systems: a small, real, crash-consistent file system on a block device that can lose its power.
//!
//! [`FileSystem`] keeps directories, inodes, bitmaps, block pointers, extents and trees in typed 4 KB blocks. What
//! differs between ext2, ext3, `ReiserFS`, JFS and XFS here is data: the [`Rules`] of a [`Policy`] say how files are mapped
//! to blocks, what goes through the log, and what must be on the medium before what.
//!
//! Who drives time does four things:
//! 1. calls operations ([`FileSystem::create`], [`FileSystem::write`] …), which change what is in memory at once, or
//!    answer [`OperationError::Wait`] and change nothing;
//! 2. calls the daemons ([`FileSystem::commit`], [`FileSystem::write_back`], [`FileSystem::checkpoint`],
//!    [`FileSystem::flush_log`], or [`FileSystem::wake`] for whichever is due);
//! 3. takes the [`Request`]s that come of it ([`FileSystem::take_requests`]) and gives them to a disk;
//! 4. reports each as done ([`FileSystem::complete`]), in an order in which a [`RequestKind::Flush`] comes after
//!    everything that was taken before it.
//!
//! There is no clock in here: `now` is a parameter, in nanoseconds. [`Driver`] is the simplest such driver; it writes down
//! every block in a [`WriteLog`]. A power cut after any of those writes gives an [`Image`]; [`recover()`] runs on it,
//! [`survey()`] says what is wrong with its structure, and [`History::compare`] what the files have lost.
//! [`WriteTrace::search`] goes through *all* images that a cut at any time can leave, and
//! [`plug::CrashExperiment`] through those that a reader asks for. [`performance::Run`] is the driver that
//! asks how fast it is: clients with a plan of operations ([`load::Plan`]) on processors, and disks that take their time;
//! [`ObservedRun`] is one to look at while it goes on.
//! [`outage::RecoveryEstimator`] says how long a recovery takes, and [`fragmentation`] what files waste and in how many pieces they lie.
//!
//! Simplified on purpose: names are numbers; a block is written whole or not at all; the log is an area of its own before
//! the first group; inodes of JFS and XFS live in a fixed table as those of ext2 do; tree nodes are freed when empty and
//! not merged before; access times are not kept.

mod block;
mod block_map;
mod check;
mod checkpoint;
mod commit;
pub mod crash;
pub mod crash_loss;
mod crash_search;
mod directory;
mod driver;
mod file_map;
mod file_system;
pub mod fragmentation;
mod geometry;
mod history;
mod image;
pub mod load;
mod model;
mod operations;
mod pages;
pub mod performance;
mod records;
mod recover;
pub mod recovery_time;
mod repair;
mod requests;
mod ring;
mod rules;
mod scenario;
mod space;

mod observed_run;
mod sync;
mod tree;

pub use block::{
    BLOCK_BYTES, BlockNo, Change, Content, Entry, FileKind, FileMap, INODES_PER_BLOCK, Inode, InodeNo, Item, LogBlock,
    LogBody, LogStart, Name, Node, Run, Stamp,
};
pub use check::{ConsistencyReport, InodeRecord, PageLocation, Problem, check_consistency};
pub use crash_search::{CrashOutcome, SearchBudget, SearchStats};
pub use driver::{Driver, Write, WriteLog, WriteTrace};
pub use file_system::{FileSystem, LOST_AND_FOUND, LOST_AND_FOUND_NAME, OperationError, ROOT, Wait};
pub use geometry::Geometry;
pub use history::{Comparison, History, Loss, LossKind};
pub use image::Image;
pub use model::Model;
pub use observed_run::ObservedRun;
pub use operations::{NewObject, PAGES_PER_WRITE, WriteResult};
pub use recover::{Recovery, recover};
pub use requests::{Request, RequestKind};
pub use rules::{DataRule, DisabledSafeguards, Format, FreedMetadata, LogKind, Policy, Rules};
pub use scenario::{Host, Scenario, Study};
pub use sync::Ticket;

/// Virtual time.
pub type Nanoseconds = u64;
