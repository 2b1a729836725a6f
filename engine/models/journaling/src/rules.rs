//! The rules of a policy: mapping of files to blocks, contents of the log, and order of writes.

use super::Nanoseconds;

/// File systems and journaling modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// ext2: no log. Dirty blocks are written back in any order.
    None,
    /// ext3, `data=writeback`: metadata through the log, data in any order.
    Writeback,
    /// ext3, `data=ordered`: data reaches its home location before the metadata that points to it commits.
    Ordered,
    /// ext3, `data=journal`: data also goes through the log.
    Journal,
    /// `ReiserFS`: one tree for all objects, whose nodes are logged as whole blocks; ordered data.
    Reiser,
    /// JFS: changed ranges are logged, data in any order.
    Logical,
    /// XFS: changed ranges are logged; delayed allocation.
    LogicalDelayed,
}

impl Policy {
    /// All policies.
    pub const ALL: [Self; 7] =
        [Self::None, Self::Writeback, Self::Ordered, Self::Journal, Self::Reiser, Self::Logical, Self::LogicalDelayed];
}

/// Mapping of files and directories to blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Inode table, block pointers, linear directories.
    Pointers,
    /// Inode table, extents, directories in the inode or as a B+tree.
    Extents,
    /// One B+tree of inodes, directory entries, block pointers, and tails.
    Tree,
}

/// Contents of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogKind {
    /// No log.
    None,
    /// Whole blocks, in transactions.
    Physical,
    /// Changed ranges, in buffers of this many blocks.
    Logical {
        /// Blocks in a log buffer.
        buffer_blocks: u8,
    },
}

/// Order of file data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataRule {
    /// Data is written back independently of commits.
    Unordered,
    /// The data of a transaction reaches its home location before the transaction commits.
    Ordered,
    /// Data goes through the log.
    Journaled,
}

/// Protection of reused blocks from the replay of old metadata images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreedMetadata {
    /// A record in the log revokes earlier images.
    Revoke,
    /// The block is not reused while the log contains an image of that block.
    Hold,
}

/// Safeguards that can be disabled to show their purposes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DisabledSafeguards {
    /// Earlier images of freed blocks are not revoked.
    pub no_revoke: bool,
    /// No write barriers: the device may reorder all writes.
    pub no_barrier: bool,
    /// Freed blocks are reused immediately.
    pub early_reuse: bool,
}

/// The rules of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Mapping of files and directories to blocks.
    pub format: Format,
    /// Contents of the log.
    pub log: LogKind,
    /// Order of file data.
    pub data: DataRule,
    /// Delayed allocation: blocks are allocated at write-back.
    pub delayed_allocation: bool,
    /// Protection of freed metadata blocks.
    pub freed_metadata: FreedMetadata,
    /// Age at which a transaction is committed, or the log is flushed.
    pub commit_interval: Nanoseconds,
    /// Age at which dirty blocks and pages are written back.
    pub expiry: Nanoseconds,
    /// Maximum number of blocks in a transaction; 0 means a quarter of the log.
    pub transaction_blocks: u32,
    /// Whether the log contains checksums. None of these file systems had checksums; later versions of ext3's log and
    /// of XFS have them.
    pub checksums: bool,
    /// Disabled safeguards.
    pub disabled_safeguards: DisabledSafeguards,
}

const SECOND: Nanoseconds = 1_000_000_000;

impl Rules {
    /// Returns the rules of `policy` with the default intervals of Linux 2.6.
    pub fn of(policy: Policy) -> Self {
        let ext3 = Self {
            format: Format::Pointers,
            log: LogKind::Physical,
            data: DataRule::Ordered,
            delayed_allocation: false,
            freed_metadata: FreedMetadata::Revoke,
            commit_interval: 5 * SECOND,
            expiry: 30 * SECOND,
            transaction_blocks: 0,
            checksums: false,
            disabled_safeguards: DisabledSafeguards::default(),
        };
        let jfs = Self {
            format: Format::Extents,
            log: LogKind::Logical { buffer_blocks: 1 },
            data: DataRule::Unordered,
            commit_interval: 30 * SECOND,
            ..ext3
        };
        match policy {
            Policy::None => Self { log: LogKind::None, data: DataRule::Unordered, ..ext3 },
            Policy::Writeback => Self { data: DataRule::Unordered, ..ext3 },
            Policy::Ordered => ext3,
            Policy::Journal => Self { data: DataRule::Journaled, ..ext3 },
            Policy::Reiser => Self {
                format: Format::Tree,
                freed_metadata: FreedMetadata::Hold,
                commit_interval: 30 * SECOND,
                transaction_blocks: 900,
                ..ext3
            },
            Policy::Logical => jfs,
            Policy::LogicalDelayed => {
                Self { log: LogKind::Logical { buffer_blocks: 8 }, delayed_allocation: true, ..jfs }
            }
        }
    }
}
