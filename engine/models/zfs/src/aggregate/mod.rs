//! A compatibility-mode aggregate: a data set of 8 KB blocks with one file system, an allocation bitmap, and a log of
//! changes to both.
//!
//! Directories are those of [`crate::directory`], stored on a [`Medium`] that may lose power after any write. Start
//! with [`FileSystem`]: it formats a medium, or opens one and replays its log. Its operations change blocks in memory;
//! `commit.rs` logs the changes and writes them to their home locations. `convert.rs` changes a directory's format, and
//! `offline.rs` changes the formats of all directories. `mount.rs` contains the mount attributes, `check.rs` the
//! consistency check, and `power_failure.rs` the states that a power failure can leave.
//!
//! Published: blocks of 8 KB and fragments of 1 KB, both versions with their maximum sizes, a metadata log, and the
//! effects and limits of conversion. **Assumed here**: the layout of the medium (`layout.rs`) and the order of writes.

mod check;
mod commit;
pub mod console;
mod convert;
mod error;
mod file_system;
mod files;
mod header;
mod layout;
pub mod live;
mod log;
mod medium;
pub mod model;
mod mount;
mod names;
mod offline;
pub mod plan;
mod power_failure;
mod report;
mod space;

pub use check::Inconsistency;
pub use convert::Conversion;
pub use error::{FileSystemError, GrowthBlocker, UnreadableMedium};
pub use file_system::{FileSystem, FormatOptions};
pub use header::{Attributes, Growth};
pub use layout::Version;
pub use log::Recovery;
pub use medium::{Block, Medium, Write};
pub use mount::{Access, MountOption, Parameters, Release, Sysplex};
pub use offline::{OfflineReport, SkippedDirectory};
pub use power_failure::{BLOCK_SECTORS, CrashState, Disk, Loss, SearchBudget, WriteTrace};
pub use report::{AggregateInfo, FileInfo};
