//! Where things are on the device.

use super::block::{BLOCK_BYTES, BlockNo, Content, INODES_PER_BLOCK, InodeNo};
use super::rules::{DataRule, Format, LogKind, Rules};

/// Sizes of a file system, in blocks of 4 KB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Blocks of the device.
    pub blocks: u32,
    /// Blocks in a group: at most 32,768, the bits in a block.
    pub group_blocks: u32,
    /// Inodes in a group: a multiple of 32.
    pub group_inodes: u32,
    /// Blocks of the log, its superblock included.
    pub log_blocks: u32,
    /// Pointers in a block of pointers: 1,024 in a real one.
    pub pointers: u32,
    /// Bytes for items in a node of a tree or a block of names: 4,080 in a real one.
    pub node_bytes: u32,
}

impl Geometry {
    /// A file system of `blocks` blocks with groups of 32,768, an inode for each 8 KB and a log of `log_blocks`.
    pub fn of_size(blocks: u32, log_blocks: u32) -> Self {
        Self {
            blocks,
            group_blocks: 32_768,
            group_inodes: 16_384,
            log_blocks,
            pointers: 1024,
            node_bytes: BLOCK_BYTES as u32 - 16,
        }
    }

    /// What is wrong with the sizes for these rules, as a sentence that says what to do.
    ///
    /// # Errors
    /// The sentence.
    pub fn check(&self, rules: &Rules) -> Result<(), String> {
        // An operation's records or images must fit, and buffers that are not full beside them.
        let min_log_blocks = match rules.log {
            LogKind::Logical { buffer_blocks } => 33.max(20 + 2 * u32::from(buffer_blocks)),
            _ => 33,
        };
        let log = if rules.log == LogKind::None { 0 } else { self.log_blocks };
        let problem = if self.group_blocks == 0 || self.group_blocks > 32_768 {
            format!("A group has 1 to 32,768 blocks, not {}.", self.group_blocks)
        } else if self.group_inodes == 0 || !self.group_inodes.is_multiple_of(INODES_PER_BLOCK) {
            format!(
                "The inodes of a group fill blocks of {INODES_PER_BLOCK}: give a multiple of it, not {}.",
                self.group_inodes
            )
        } else if self.group_inodes > 32_768 || self.table_blocks() + 8 > self.group_blocks {
            format!(
                "{} inodes leave no room for files in a group of {} blocks: ask for fewer.",
                self.group_inodes, self.group_blocks
            )
        } else if self.pointers < 2 || self.pointers > 1024 || self.node_bytes < 304 || self.node_bytes > 4080 {
            "A block holds 2 to 1,024 pointers, or 304 to 4,080 bytes of items.".to_owned()
        } else if rules.log == LogKind::None && rules.format != Format::Pointers {
            "Only a file system of block pointers can be repaired without a log: give it a log.".to_owned()
        } else if rules.delayed_allocation
            && !(matches!(rules.log, LogKind::Logical { .. }) && rules.data == DataRule::Unordered)
        {
            "Blocks can be allocated late only with a logical log and unordered data: choose these.".to_owned()
        } else if rules.log != LogKind::None && self.log_blocks < min_log_blocks {
            format!("A log of {} blocks is too small: it needs at min_log_blocks {min_log_blocks}.", self.log_blocks)
        } else if u64::from(log) + u64::from(self.group_blocks) >= u64::from(self.blocks) {
            format!(
                "{} blocks have no room for a log of {log} blocks and one group: make the device larger or the log smaller.",
                self.blocks
            )
        } else {
            return Ok(());
        };
        Err(problem)
    }

    /// Block of the log's superblock; the ring of log blocks follows it.
    pub(super) const LOG: BlockNo = 1;

    pub(super) fn first(&self) -> BlockNo {
        Self::LOG + self.log_blocks
    }

    /// Complete groups. What is left over at the end is not used.
    pub fn groups(&self) -> u32 {
        (self.blocks - self.first()) / self.group_blocks
    }

    /// Blocks of one group's inode table.
    pub fn table_blocks(&self) -> u32 {
        self.group_inodes / INODES_PER_BLOCK
    }

    pub(super) fn group_start(&self, group: u32) -> BlockNo {
        self.first() + group * self.group_blocks
    }

    pub(super) fn group_of(&self, block: BlockNo) -> u32 {
        (block - self.first()) / self.group_blocks
    }

    pub(super) fn bitmap(&self, group: u32) -> BlockNo {
        self.group_start(group)
    }

    pub(super) fn inode_bitmap(&self, group: u32) -> BlockNo {
        self.group_start(group) + 1
    }

    pub(super) fn table(&self, group: u32) -> BlockNo {
        self.group_start(group) + 2
    }

    /// Block and slot of an inode in the table.
    pub(super) fn inode_location(&self, inode: InodeNo) -> (BlockNo, u8) {
        let (group, index) = ((inode - 1) / self.group_inodes, (inode - 1) % self.group_inodes);
        (self.table(group) + index / INODES_PER_BLOCK, (index % INODES_PER_BLOCK) as u8)
    }

    pub(super) fn inode_exists(&self, inode: InodeNo) -> bool {
        inode >= 1 && (inode - 1) / self.group_inodes < self.groups()
    }

    /// Blocks at a group's start that are never files'.
    pub(super) fn group_overhead(&self, format: Format) -> u32 {
        if format == Format::Tree { 1 } else { 2 + self.table_blocks() }
    }

    /// The tree's root where one tree holds everything: the block after the first bitmap.
    pub(super) fn tree_root(&self) -> BlockNo {
        self.group_start(0) + 1
    }

    /// Whether a file or tree may own `block`.
    pub(super) fn is_allocatable(&self, block: BlockNo, format: Format) -> bool {
        block >= self.first()
            && self.group_of(block) < self.groups()
            && (block - self.first()) % self.group_blocks >= self.group_overhead(format)
    }

    pub(super) fn blank_bitmap(bits: u32) -> Content {
        Content::Bitmap(vec![0; bits.div_ceil(64) as usize].into())
    }

    pub(super) fn blank_pointers(&self) -> Content {
        Content::Pointers(vec![0; self.pointers as usize].into())
    }
}
