//! Errors of an aggregate, each with a remedy.
//!
//! No zFS messages about these failures are documented, so the messages here have no message ids.

use super::layout::Version;
use super::mount::Release;
use crate::directory::{DirectoryError, Format};
use std::fmt;

/// Reason why an operation failed. A failed operation leaves names and files unchanged; only
/// [`Self::LogTooSmall`] also undoes earlier changes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileSystemError {
    /// An error in a directory operation.
    Directory(DirectoryError),
    /// No object has this path.
    NoSuchPath {
        /// The path.
        path: String,
    },
    /// The object is not a directory.
    NotADirectory,
    /// The object is a directory.
    IsADirectory,
    /// The directory is not empty.
    NotEmpty,
    /// A directory would be moved below itself.
    IntoItself,
    /// The file system is not mounted.
    NotMounted,
    /// The file system is mounted, but the utility needs exclusive use.
    Mounted,
    /// The mount is read-only.
    ReadOnly,
    /// A system of the sysplex does not support version 1.5.
    OlderMember {
        /// Release of the system.
        release: Release,
    },
    /// The directory already has this format.
    HasFormat(Format),
    /// The aggregate already has this version.
    HasVersion(Version),
    /// There is no space for both formats of a directory, and the aggregate does not grow.
    NoRoomForBoth {
        /// Number of blocks in the directory.
        directory_blocks: u32,
        /// Number of free blocks.
        free_blocks: u32,
        /// Reason why the aggregate does not grow.
        growth: GrowthBlocker,
    },
    /// The aggregate is full and does not grow.
    Full {
        /// Reason why the aggregate does not grow.
        growth: GrowthBlocker,
    },
    /// The aggregate is larger than the version allows.
    TooLarge {
        /// Size of the aggregate.
        kilobytes: u64,
        /// The version.
        version: Version,
    },
    /// The aggregate is too small for its log and one directory.
    TooSmall {
        /// Number of the aggregate's blocks.
        blocks: u32,
        /// Minimum number of blocks.
        needed: u32,
    },
    /// A directory has more subdirectories than v4 allows.
    TooManySubdirectories {
        /// Number of subdirectories.
        subdirectories: u32,
        /// Maximum number of subdirectories in v4.
        limit: u32,
    },
    /// The aggregate was migrated from HFS in place.
    FromHfs,
    /// The aggregate contains encrypted files.
    Encrypted,
    /// The aggregate contains compressed files.
    Compressed,
    /// The changes since the last sync did not fit into the log and were undone.
    LogTooSmall {
        /// Number of log blocks that the changes need.
        needed: usize,
        /// Number of log blocks.
        log_blocks: u32,
    },
}

/// Reason why an aggregate does not grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrowthBlocker {
    /// Automatic growth is off.
    Off,
    /// The volumes of the aggregate are full.
    VolumesFull,
    /// The aggregate has the maximum size that its version allows.
    Largest(Version),
}

impl fmt::Display for GrowthBlocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off => f.write_str("automatic growth is off: turn it on or grow the aggregate"),
            Self::VolumesFull => f.write_str("its volumes are full: add a volume or remove files"),
            Self::Largest(version) => write!(f, "it has the maximum size for version {version}: remove files"),
        }
    }
}

impl fmt::Display for FileSystemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Directory(error) => error.fmt(f),
            Self::NoSuchPath { path } => write!(f, "no file or directory has the path {path}: check its spelling"),
            Self::NotADirectory => f.write_str("this is not a directory: name a directory"),
            Self::IsADirectory => f.write_str("this is a directory: name a file"),
            Self::NotEmpty => f.write_str("the directory is not empty: remove its contents first"),
            Self::IntoItself => f.write_str("a directory cannot be moved below itself: choose another target"),
            Self::NotMounted => f.write_str("the file system is not mounted: mount it first"),
            Self::Mounted => f.write_str("the file system is mounted: unmount it first"),
            Self::ReadOnly => f.write_str("the file system is mounted read-only: mount it for reading and writing"),
            Self::OlderMember { release } => write!(
                f,
                "the sysplex has a system at release {release}, which does not support version 1.5 aggregates: upgrade all \
                 systems to V2R1 or later first"
            ),
            Self::HasFormat(format) => write!(f, "the directory already has format {}", format_name(*format)),
            Self::HasVersion(version) => write!(f, "the aggregate already has version {version}"),
            Self::NoRoomForBoth { directory_blocks, free_blocks, growth } => write!(
                f,
                "the directory of {directory_blocks} {} is unchanged, because its new format does not fit into \
                 {free_blocks} free {} of 8 KB, and {growth}",
                block_noun(*directory_blocks),
                block_noun(*free_blocks)
            ),
            Self::Full { growth } => write!(f, "the aggregate is full, and {growth}"),
            Self::TooLarge { kilobytes, version } => write!(
                f,
                "the aggregate has {kilobytes} KB, but version {version} allows {} KB: copy parts of it to several smaller \
                 aggregates",
                version.max_kilobytes()
            ),
            Self::TooSmall { blocks, needed } => {
                write!(f, "{blocks} blocks are too few for the log and one directory: give at least {needed} blocks of 8 KB")
            }
            Self::TooManySubdirectories { subdirectories, limit } => write!(
                f,
                "the directory has {subdirectories} subdirectories, but format v4 allows {limit}: copy parts of it to \
                 several directories of a version 1.4 aggregate"
            ),
            Self::FromHfs => f.write_str(
                "the aggregate was migrated in place from an HFS file system and cannot go back to version 1.4: copy its files \
                 to another aggregate",
            ),
            Self::Encrypted => f.write_str("the aggregate contains encrypted files: decrypt them first"),
            Self::Compressed => f.write_str("the aggregate contains compressed files: decompress them first"),
            Self::LogTooSmall { needed, log_blocks } => write!(
                f,
                "the changes since the last sync are undone, because they need {needed} log blocks, but the log has \
                 {log_blocks}: format the aggregate with a larger log"
            ),
        }
    }
}

impl std::error::Error for FileSystemError {}

impl From<DirectoryError> for FileSystemError {
    fn from(error: DirectoryError) -> Self {
        Self::Directory(error)
    }
}

/// Returns the noun for a number of blocks, singular or plural.
const fn block_noun(blocks: u32) -> &'static str {
    if blocks == 1 { "block" } else { "blocks" }
}

/// Returns the name of a format.
pub(super) const fn format_name(format: Format) -> &'static str {
    match format {
        Format::V4 => "v4",
        Format::V5 => "v5",
    }
}

/// Reason why a medium cannot be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnreadableMedium {
    /// The first block does not belong to an aggregate.
    NotAnAggregate,
    /// A complete transaction in the log contains invalid records.
    InvalidLog {
        /// The transaction's number.
        transaction: u64,
    },
    /// The header of the file system is invalid.
    InvalidHeader,
}

impl fmt::Display for UnreadableMedium {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnAggregate => {
                f.write_str("the medium has no aggregate, or its first block is damaged: format it first")
            }
            Self::InvalidLog { transaction } => {
                write!(f, "transaction {transaction} of the log is invalid: restore or format the aggregate")
            }
            Self::InvalidHeader => f.write_str("invalid file system header: restore or format the aggregate"),
        }
    }
}

impl std::error::Error for UnreadableMedium {}
