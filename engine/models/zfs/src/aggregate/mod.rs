//! A compatibility-mode aggregate: a data set of 8 KB blocks with one file system in it, a map of what is in use, and
//! a log of changes to all of that.
//!
//! Directories are those of [`crate::directory`]; here they are on a [`Medium`] that may lose its power after any
//! write. [`FileSystem`] is where to begin: it formats a medium or opens one, which replays the log. Its operations
//! change blocks in memory; `commit.rs` writes what changed to the log and later to its home, `convert.rs` exchanges a
//! directory's format, `offline.rs` does so for all, `mount.rs` has the attributes, and `check.rs` looks for what no
//! loss of power may leave.
//!
//! Published: blocks of 8 KB and fragments of 1 KB, both versions with their largest sizes, a log of changes to
//! metadata, and what conversion does and refuses. **Assumed here**: where what stands on the medium (`layout.rs`),
//! and the order in which it is written.

mod check;
mod commit;
pub mod console;
mod convert;
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
mod refusal;
mod report;
mod space;

pub use check::Trouble;
pub use convert::Conversion;
pub use file_system::{FileSystem, FormatOptions};
pub use header::{Attributes, Growth};
pub use layout::Version;
pub use log::Recovery;
pub use medium::{Block, Medium, Write};
pub use mount::{Access, MountOption, Parameters, Release, Sysplex};
pub use offline::{OfflineReport, Unconverted};
pub use refusal::{NoGrowth, Refusal, UnreadableMedium};
pub use report::{AggregateInfo, FileInfo};
