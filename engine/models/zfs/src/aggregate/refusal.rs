//! What an aggregate refuses, in words a reader can act on.
//!
//! The messages of zFS that were seen carry no failure, so none of these sentences has a message id.

use super::layout::Version;
use super::mount::Release;
use crate::directory::{DirectoryError, Format};
use std::fmt;

/// Why nothing was done.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The directory itself refuses.
    Directory(DirectoryError),
    /// No object has this path.
    NoSuchPath {
        /// The path.
        path: String,
    },
    /// The object is no directory.
    NotADirectory,
    /// The object is a directory.
    IsADirectory,
    /// The directory has names in it.
    NotEmpty,
    /// A directory would be moved into itself.
    IntoItself,
    /// The file system is not mounted.
    NotMounted,
    /// The file system is mounted, and the utility needs it for itself.
    Mounted,
    /// It is mounted for reading only.
    ReadOnly,
    /// A system of the sysplex would not understand version 1.5.
    OlderMember {
        /// Its release.
        release: Release,
    },
    /// The directory has this format.
    HasFormat(Format),
    /// The aggregate has this version.
    HasVersion(Version),
    /// There is not room for both formats of a directory, and the aggregate cannot grow.
    NoRoomForBoth {
        /// Blocks that the directory has.
        directory_blocks: u32,
        /// Blocks that were free.
        free_blocks: u32,
        /// Why it does not grow.
        growth: NoGrowth,
    },
    /// The aggregate is full and cannot grow.
    Full {
        /// Why it does not grow.
        growth: NoGrowth,
    },
    /// The aggregate is larger than the version may be.
    TooLarge {
        /// How large it is.
        kilobytes: u64,
        /// The version.
        version: Version,
    },
    /// The aggregate is too small to hold its log and one directory.
    TooSmall {
        /// Blocks that it has.
        blocks: u32,
        /// Blocks that it needs.
        needed: u32,
    },
    /// A directory has more sub-directories than v4 allows.
    TooManySubdirectories {
        /// How many it has.
        subdirectories: u32,
        /// The most that v4 allows.
        limit: u32,
    },
    /// It was migrated from HFS in place.
    FromHfs,
    /// It has encrypted files.
    Encrypted,
    /// It has compressed files.
    Compressed,
    /// What was to be done at once is larger than the log.
    LogTooSmall {
        /// Blocks of the log that it needs.
        needed: usize,
        /// Blocks that the log has.
        log_blocks: u32,
    },
}

/// Why an aggregate does not grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGrowth {
    /// It may not grow by itself.
    Off,
    /// Its volumes have no more room.
    VolumesFull,
    /// It has the largest size of its version.
    Largest(Version),
}

impl fmt::Display for NoGrowth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off => f.write_str("it may not grow by itself; let it, or make it larger"),
            Self::VolumesFull => {
                f.write_str("its volumes have no more room for it to grow; add a volume or remove files")
            }
            Self::Largest(version) => write!(f, "it has the largest size that version {version} allows"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Directory(error) => error.fmt(f),
            Self::NoSuchPath { path } => write!(f, "no file or directory has the path {path}; check its spelling"),
            Self::NotADirectory => f.write_str("this is not a directory; name a directory"),
            Self::IsADirectory => f.write_str("this is a directory; name a file"),
            Self::NotEmpty => f.write_str("the directory is not empty; remove what is in it first"),
            Self::IntoItself => f.write_str("a directory cannot be moved into itself or below; choose another place"),
            Self::NotMounted => f.write_str("the file system is not mounted; mount it first"),
            Self::Mounted => f.write_str("the file system is mounted; unmount it first"),
            Self::ReadOnly => f.write_str("the file system is mounted for reading only; mount it for reading and writing"),
            Self::OlderMember { release } => write!(
                f,
                "the sysplex has a system of release {release}, which cannot use version 1.5 aggregates; nothing was \
                 changed, and nothing will be while a system older than V2R1 is a member"
            ),
            Self::HasFormat(format) => write!(f, "the directory has format {} already", format_name(*format)),
            Self::HasVersion(version) => write!(f, "the aggregate has version {version} already"),
            Self::NoRoomForBoth { directory_blocks, free_blocks, growth } => write!(
                f,
                "a directory of {directory_blocks} blocks and its new format do not fit beside each other into \
                 {free_blocks} free blocks of 8 KB, and the aggregate cannot grow: {growth}. The directory is as it was"
            ),
            Self::Full { growth } => write!(f, "the aggregate is full and cannot grow: {growth}"),
            Self::TooLarge { kilobytes, version } => write!(
                f,
                "the aggregate has {kilobytes} KB, and version {version} allows {} KB; copy parts of it to several \
                 aggregates that are small enough",
                version.most_kilobytes()
            ),
            Self::TooSmall { blocks, needed } => {
                write!(f, "{blocks} blocks are too few; its log and one directory need {needed} blocks of 8 KB")
            }
            Self::TooManySubdirectories { subdirectories, limit } => write!(
                f,
                "the directory has {subdirectories} sub-directories, and format v4 allows {limit}; copy parts of it to \
                 several directories of a version 1.4 aggregate"
            ),
            Self::FromHfs => f.write_str(
                "the aggregate was migrated from an HFS file system in place and cannot go back to version 1.4; copy its \
                 files to another aggregate",
            ),
            Self::Encrypted => f.write_str("the aggregate has encrypted files; decrypt them first"),
            Self::Compressed => f.write_str("the aggregate has compressed files; decompress them first"),
            Self::LogTooSmall { needed, log_blocks } => write!(
                f,
                "the change needs {needed} blocks of the log, which has {log_blocks}; format the aggregate with a larger \
                 log. All changes since the last sync are taken back"
            ),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<DirectoryError> for Refusal {
    fn from(error: DirectoryError) -> Self {
        Self::Directory(error)
    }
}

/// What a format is called.
pub(super) const fn format_name(format: Format) -> &'static str {
    match format {
        Format::V4 => "v4",
        Format::V5 => "v5",
    }
}

/// Why a medium cannot be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnreadableMedium {
    /// Its first block is not that of an aggregate.
    NotAnAggregate,
    /// A complete transaction of the log has records that make no sense.
    SenselessLog {
        /// The transaction's number.
        transaction: u64,
    },
    /// The header of the file system makes no sense.
    SenselessHeader,
}

impl fmt::Display for UnreadableMedium {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnAggregate => {
                f.write_str("no aggregate is here: its first block is damaged or was never written")
            }
            Self::SenselessLog { transaction } => {
                write!(f, "transaction {transaction} of the log is complete, and its records make no sense")
            }
            Self::SenselessHeader => f.write_str("the header of the file system makes no sense"),
        }
    }
}

impl std::error::Error for UnreadableMedium {}
