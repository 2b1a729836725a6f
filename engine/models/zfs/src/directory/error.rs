//! What can go wrong in a directory, in words a reader can act on.

use super::BlockNumber;
use std::fmt;

/// Why an operation on a directory failed. A failed operation has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DirectoryError {
    /// A name has no bytes.
    EmptyName,
    /// A name has more than [`MAX_NAME_BYTES`](super::MAX_NAME_BYTES) bytes.
    NameTooLong {
        /// How many it has.
        bytes: usize,
    },
    /// A name holds a NUL byte or a slash.
    ForbiddenByte {
        /// Which byte.
        byte: u8,
        /// Where in the name, from 0.
        at: usize,
    },
    /// `.` and `..` belong to the directory itself.
    Reserved,
    /// No entry has this name.
    NotFound,
    /// An entry has this name already.
    Exists,
    /// The link count is at its limit.
    TooManySubdirectories {
        /// How many sub-directories the format allows.
        limit: u32,
    },
    /// No free block is left in the aggregate.
    AggregateFull {
        /// How many blocks it has.
        blocks: u32,
    },
    /// The directory cannot take this name: no page the format may use has room for it.
    DirectoryFull,
    /// A cookie that points beyond the directory.
    BadCookie {
        /// The cookie.
        cookie: u64,
    },
    /// A page makes no sense.
    Damaged(Damage),
}

impl fmt::Display for DirectoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyName => f.write_str("a name needs at least one byte"),
            Self::NameTooLong { bytes } => {
                write!(f, "a name has at most {} bytes; this one has {bytes}", super::MAX_NAME_BYTES)
            }
            Self::ForbiddenByte { byte: 0, at } => write!(f, "a name cannot hold a NUL byte (byte {at})"),
            Self::ForbiddenByte { at, .. } => {
                write!(f, "a name cannot hold a slash (byte {at}); give one component of the path")
            }
            Self::Reserved => f.write_str("\".\" and \"..\" belong to the directory itself"),
            Self::NotFound => f.write_str("no such name in the directory"),
            Self::Exists => f.write_str("the name is in the directory already"),
            Self::TooManySubdirectories { limit } => {
                write!(f, "the directory already has {limit} sub-directories, the most its format allows")
            }
            Self::AggregateFull { blocks } => {
                write!(f, "the aggregate is full: all of its {blocks} blocks are in use")
            }
            Self::DirectoryFull => f.write_str("the directory has no page left that may hold this name"),
            Self::BadCookie { cookie } => {
                write!(f, "cookie {cookie} does not point into the directory; start again from cookie 0")
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

/// One thing that is wrong with one page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The block that holds the page.
    pub block: BlockNumber,
    /// Byte offset in the page of what is wrong.
    pub offset: u32,
    /// What is wrong, as a clause: "the entry's magic number is wrong".
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
