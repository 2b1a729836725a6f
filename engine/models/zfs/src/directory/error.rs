//! Errors from operations on a directory, each with a remedy.

use super::BlockNumber;
use std::fmt;

/// Reason why an operation on a directory failed. A failed operation changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DirectoryError {
    /// The name is empty.
    EmptyName,
    /// The name has more than [`MAX_NAME_BYTES`](super::MAX_NAME_BYTES) bytes.
    NameTooLong {
        /// Number of bytes in the name.
        bytes: usize,
    },
    /// The name contains a NUL byte or a slash.
    ForbiddenByte {
        /// The byte.
        byte: u8,
        /// Position of the byte in the name, from 0.
        at: usize,
    },
    /// The name is `.` or `..`, which belong to the directory itself.
    Reserved,
    /// No entry has this name.
    NotFound,
    /// An entry already has this name.
    Exists,
    /// The link count has reached its limit.
    TooManySubdirectories {
        /// Maximum number of subdirectories in this format.
        limit: u32,
    },
    /// The aggregate has no free block.
    AggregateFull {
        /// Number of the aggregate's blocks.
        blocks: u32,
    },
    /// No page that the format allows for this name has space for it.
    DirectoryFull,
    /// The cookie points beyond the directory.
    BadCookie {
        /// The cookie.
        cookie: u64,
    },
    /// A page is invalid.
    Damaged(Damage),
}

impl fmt::Display for DirectoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyName => f.write_str("the name is empty: give at least one byte"),
            Self::NameTooLong { bytes } => {
                write!(f, "the name has {bytes} bytes: give at most {}", super::MAX_NAME_BYTES)
            }
            Self::ForbiddenByte { byte: 0, at } => write!(f, "the name has a NUL byte at byte {at}: remove it"),
            Self::ForbiddenByte { at, .. } => {
                write!(f, "the name has a slash at byte {at}: give one component of the path")
            }
            Self::Reserved => f.write_str("`.` and `..` belong to the directory itself: give another name"),
            Self::NotFound => f.write_str("no such name in the directory: check its spelling"),
            Self::Exists => f.write_str("the name is already in the directory: give another name"),
            Self::TooManySubdirectories { limit } => {
                write!(f, "the directory has {limit} subdirectories, the limit of its format: use another directory")
            }
            Self::AggregateFull { blocks } => {
                write!(f, "all {blocks} blocks of the aggregate are in use: remove names or use a larger aggregate")
            }
            Self::DirectoryFull => f.write_str("the page for this name is full and cannot be split: give another name"),
            Self::BadCookie { cookie } => {
                write!(f, "cookie {cookie} does not point into the directory: start again from cookie 0")
            }
            Self::Damaged(damage) => write!(f, "{damage}"),
        }
    }
}

impl std::error::Error for DirectoryError {}

impl From<Damage> for DirectoryError {
    fn from(damage: Damage) -> Self {
        Self::Damaged(damage)
    }
}

/// Damage to one page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The block that holds the page.
    pub block: BlockNumber,
    /// Byte offset of the damage in the page.
    pub offset: u32,
    /// The damage, as a clause: "the entry's magic number is wrong".
    pub what: &'static str,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "block {} is damaged at byte {}: {}", self.block, self.offset, self.what)
    }
}

impl From<DirectoryError> for pathlength_model::ModelError {
    fn from(error: DirectoryError) -> Self {
        Self::new(error.to_string())
    }
}
