//! What a policy is: how files are mapped to blocks, what goes through the log, and what comes before what.

use super::Nanoseconds;

/// The file systems and modes that can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// ext2: no log. Everything dirty is written sometime, in no order.
    None,
    /// ext3, `data=writeback`: metadata through the log, data whenever.
    Writeback,
    /// ext3, `data=ordered`: data is home before the metadata that points to it is committed.
    Ordered,
    /// ext3, `data=journal`: data goes through the log too.
    Journal,
    /// `ReiserFS`: one tree for everything, its nodes logged whole; ordered data.
    Reiser,
    /// JFS: changed ranges are logged, data whenever.
    Logical,
    /// XFS: changed ranges are logged, blocks are allocated when data is written back.
    LogicalDelayed,
}

impl Policy {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::None, Self::Writeback, Self::Ordered, Self::Journal, Self::Reiser, Self::Logical, Self::LogicalDelayed];
}

/// How files and directories are mapped to blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Inode table, block pointers, directories as blocks of names.
    Pointers,
    /// Inode table, extents, directories in the inode or as a B+tree.
    Extents,
    /// One B+tree of inodes, names, block pointers and tails.
    Tree,
}

/// What is written to the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogKind {
    /// There is none.
    None,
    /// Whole blocks, a transaction at a time.
    Physical,
    /// Changed ranges, in buffers of this many blocks.
    Logical {
        /// Blocks in a log buffer.
        buffer_blocks: u8,
    },
}

/// What happens to the data of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataRule {
    /// It is written back on its own time.
    Unordered,
    /// What a transaction's operations wrote is home before the transaction is committed.
    Ordered,
    /// It goes through the log.
    Journaled,
}

/// How the log is kept from writing an old image over a freed metadata block that is in use again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreedMetadata {
    /// A record in the log says that earlier images are void.
    Revoke,
    /// The block is not used again while an image of it is in the log.
    Hold,
}

/// Rules that can be left out, to see what each is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DisabledSafeguards {
    /// Nothing says that earlier images of a freed block are void.
    pub no_revoke: bool,
    /// The device is never told to keep an order.
    pub no_barrier: bool,
    /// Freed blocks are used again at once.
    pub early_reuse: bool,
}

/// A policy in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Mapping of files to blocks.
    pub format: Format,
    /// The log.
    pub log: LogKind,
    /// Data of files.
    pub data: DataRule,
    /// Blocks are allocated when data is written back.
    pub delayed_allocation: bool,
    /// Protection of freed metadata blocks.
    pub freed_metadata: FreedMetadata,
    /// A transaction is committed, or the log flushed, when it is this old.
    pub commit_interval: Nanoseconds,
    /// Dirty blocks and pages are written back when they are this old.
    pub expiry: Nanoseconds,
    /// Blocks in a transaction at most. 0 stands for a quarter of the log.
    pub transaction_blocks: u32,
    /// Rules left out.
    pub disabled_safeguards: DisabledSafeguards,
}

const SECOND: Nanoseconds = 1_000_000_000;

impl Rules {
    /// The rules of `policy` with the intervals that Linux 2.6 has by default.
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
