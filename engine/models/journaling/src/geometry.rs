//! Layout of the device.

use super::block::{BLOCK_BYTES, BlockNo, Content, INODES_PER_BLOCK, InodeNo};
use super::rules::{DataRule, Format, LogKind, Rules};

/// Sizes of a file system with blocks of 4 KB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Number of blocks on the device.
    pub blocks: u32,
    /// Blocks in a group: at most 32,768, the number of bits in a block.
    pub group_blocks: u32,
    /// Inodes in a group: a multiple of 32.
    pub group_inodes: u32,
    /// Log blocks, including the superblock.
    pub log_blocks: u32,
    /// Pointers in a pointer block: 1,024 on real devices.
    pub pointers: u32,
    /// Bytes for items in a tree node or directory block: 4,080 on real devices.
    pub node_bytes: u32,
}

impl Geometry {
    /// Returns the sizes of a file system of `blocks` blocks with groups of 32,768 blocks, one inode per 8 KB, and a
    /// log of `log_blocks` blocks.
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

    /// Returns sizes that let short runs exercise every structure. The device has two groups, and a block holds 8
    /// pointers or 9 names. The log is full after three or four transactions.
    pub fn small() -> Self {
        Self {
            blocks: 1 + 64 + 2 * 160,
            group_blocks: 160,
            group_inodes: 32,
            log_blocks: 64,
            pointers: 8,
            node_bytes: 320,
        }
    }

    /// Checks the sizes against a set of rules.
    ///
    /// # Errors
    /// Returns a message if a size is out of range or incompatible with the rules, or if the rules contradict each
    /// other.
    pub fn check(&self, rules: &Rules) -> Result<(), String> {
        // The records or images of an operation must fit into the log alongside partly filled buffers.
        let min_log_blocks = match rules.log {
            LogKind::Logical { buffer_blocks } => 33.max(20 + 2 * u32::from(buffer_blocks)),
            _ => 33,
        };
        let log = if rules.log == LogKind::None { 0 } else { self.log_blocks };
        let problem = if self.group_blocks == 0 || self.group_blocks > 32_768 {
            format!("a group has {} blocks: give 1 to 32,768 blocks", self.group_blocks)
        } else if self.group_inodes == 0 || !self.group_inodes.is_multiple_of(INODES_PER_BLOCK) {
            format!(
                "{} inodes per group do not fill whole blocks: give a multiple of {INODES_PER_BLOCK}",
                self.group_inodes
            )
        } else if self.group_inodes > 32_768 {
            format!("a group has {} inodes: give at most 32,768 inodes", self.group_inodes)
        } else if self.table_blocks() + 8 > self.group_blocks {
            format!(
                "{} inodes leave no space for files in a group of {} blocks: give fewer inodes",
                self.group_inodes, self.group_blocks
            )
        } else if self.pointers < 2 || self.pointers > 1024 || self.node_bytes < 304 || self.node_bytes > 4080 {
            format!(
                "a block holds {} pointers and {} item bytes: give 2 to 1,024 pointers, and 304 to 4,080 item bytes",
                self.pointers, self.node_bytes
            )
        } else if rules.log == LogKind::None && rules.format != Format::Pointers {
            "a file system without block pointers cannot be repaired: give it a log".to_owned()
        } else if rules.delayed_allocation
            && !(matches!(rules.log, LogKind::Logical { .. }) && rules.data == DataRule::Unordered)
        {
            "delayed allocation requires a logical log and unordered data: choose both".to_owned()
        } else if rules.log != LogKind::None && self.log_blocks < min_log_blocks {
            format!("a log of {} blocks is too small: give at least {min_log_blocks} blocks", self.log_blocks)
        } else if u64::from(log) + u64::from(self.group_blocks) >= u64::from(self.blocks) {
            format!(
                "{} blocks cannot hold a log of {log} blocks and one group: make the device larger or the log smaller",
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

    /// Returns the number of complete groups. The remaining blocks at the end of the device are unused.
    pub fn groups(&self) -> u32 {
        (self.blocks - self.first()) / self.group_blocks
    }

    /// Returns the number of blocks in the inode table of a group.
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

    /// Returns the block and the slot of an inode in the table.
    pub(super) fn inode_location(&self, inode: InodeNo) -> (BlockNo, u8) {
        let (group, index) = ((inode - 1) / self.group_inodes, (inode - 1) % self.group_inodes);
        (self.table(group) + index / INODES_PER_BLOCK, (index % INODES_PER_BLOCK) as u8)
    }

    pub(super) fn inode_exists(&self, inode: InodeNo) -> bool {
        inode >= 1 && (inode - 1) / self.group_inodes < self.groups()
    }

    /// Returns the number of blocks at the start of a group that files never use.
    pub(super) fn group_overhead(&self, format: Format) -> u32 {
        if format == Format::Tree { 1 } else { 2 + self.table_blocks() }
    }

    /// Returns the root of the tree that contains all objects: the block after the first bitmap.
    pub(super) fn tree_root(&self) -> BlockNo {
        self.group_start(0) + 1
    }

    /// Returns whether files or trees may use `block`.
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
