//! Journaling file systems: a small, real, crash-consistent file system on a block device that can crash.
//!
//! [`FileSystem`] keeps directories, inodes, bitmaps, block pointers, extents, and trees in typed 4 KB blocks. The
//! differences between ext2, ext3, `ReiserFS`, JFS, and XFS are expressed as data. The [`Rules`] of a [`Policy`]
//! determine the mapping of files to blocks, the contents of the log, and the order of writes.
//!
//! A driver, which controls time, has four tasks:
//! 1. It calls operations ([`FileSystem::create`], [`FileSystem::write`] …), which either change memory immediately, or
//!    return [`OperationError::Wait`] and change nothing.
//! 2. It runs the daemons ([`FileSystem::commit`], [`FileSystem::write_back`], [`FileSystem::checkpoint`],
//!    [`FileSystem::flush_log`], or [`FileSystem::wake`] for those that are due).
//! 3. It takes the resulting [`Request`]s ([`FileSystem::take_requests`]) and submits them to a disk.
//! 4. It reports the completion of each request ([`FileSystem::complete`]); a [`RequestKind::Flush`] completes after
//!    all requests before it.
//!
//! The file system has no clock: `now` is a parameter, in nanoseconds. [`Driver`] is the simplest driver; it records
//! every block write in a [`WriteLog`]. A crash after any of these writes leaves a crash state, an [`Image`].
//! [`recover()`] recovers the image, [`check_consistency()`] reports the problems in its structure, and
//! [`History::compare`] reports the losses. [`FileSystem::mount`] continues on the recovered image.
//! [`WriteTrace::search_crash_states`] enumerates *all* crash states, and [`crash::CrashExperiment`] crashes at
//! selected points.
//!
//! [`performance::Run`] is the driver that measures throughput: clients with a plan of operations ([`load::Plan`]) on
//! processors, and disks with service times. [`ObservedRun`] makes such a run observable while it proceeds.
//! [`recovery_time::RecoveryEstimator`] estimates the duration of recoveries, and [`fragmentation`] estimates internal
//! and external fragmentation. [`advice`] compares the file systems for given requirements.
//!
//! Some simplifications are deliberate. Names are numbers. Block writes are atomic, except for a torn write in a crash
//! at a selected point. The log is a separate area before the first group. Inodes of JFS and XFS are in a fixed table,
//! like those of ext2. Tree nodes are freed when empty and never merged. Access times are not kept.

pub mod advice;
mod block;
mod block_map;
mod check;
mod checkpoint;
mod commit;
pub mod crash;
pub mod crash_loss;
mod crash_search;
mod crash_work;
mod damage;
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
mod mount;
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
pub use crash_search::{CrashOutcome, CrashState, SearchBudget, SearchStats};
pub use crash_work::CrashWork;
pub use driver::{Driver, Write, WriteLog, WriteTrace};
pub use file_system::{FileSystem, LOST_AND_FOUND, LOST_AND_FOUND_NAME, OperationError, ROOT, Wait};
pub use geometry::Geometry;
pub use history::{Comparison, FileFate, History, Loss, LossKind, PageFate, RecoveredFile};
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
