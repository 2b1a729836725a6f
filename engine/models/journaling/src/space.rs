//! Allocation of blocks and inodes, and the freed blocks that must not be reused yet.

use super::block::{BlockNo, Change, Content, FileKind, InodeNo};
use super::check::ConsistencyReport;
use super::file_system::FileSystem;
use super::rules::{Format, LogKind};

/// Counters that supplement the bitmaps, and the freed blocks that must not be reused yet.
#[derive(Debug)]
pub(super) struct Space {
    /// Number of blocks that can be allocated.
    pub(super) free: u32,
    /// Number of free blocks that are reserved for pages without a block.
    pub(super) reserved: u32,
    group_free: Vec<u32>,
    inodes_free: Vec<u32>,
    directories: Vec<u32>,
    /// For each group, the bitmap of its freed blocks that must not be reused yet; `None` if it never had such a block.
    unavailable: Vec<Option<Box<[u64]>>>,
    words: usize,
}

impl Space {
    pub(super) fn new(groups: u32, group_free: u32, group_inodes: u32, group_blocks: u32) -> Self {
        let groups = groups as usize;
        Self {
            free: group_free * groups as u32,
            reserved: 0,
            group_free: vec![group_free; groups],
            inodes_free: vec![group_inodes; groups],
            directories: vec![0; groups],
            unavailable: vec![None; groups],
            words: group_blocks.div_ceil(64) as usize,
        }
    }

    fn hold(&mut self, group: u32, bit: u32) {
        let words = self.words;
        let unavailable = self.unavailable[group as usize].get_or_insert_with(|| vec![0; words].into_boxed_slice());
        unavailable[bit as usize / 64] |= 1 << (bit % 64);
    }

    fn release(&mut self, group: u32, bit: u32) {
        if let Some(unavailable) = &mut self.unavailable[group as usize] {
            unavailable[bit as usize / 64] &= !(1 << (bit % 64));
        }
    }
}

/// Returns the first bit in `from..to` that is clear in both bitmaps; `None` if there is no such bit.
fn first_free(words: &[u64], unavailable: Option<&[u64]>, from: u32, to: u32) -> Option<u32> {
    let mut bit = from;
    while bit < to {
        let at = bit as usize / 64;
        let used = words[at] | unavailable.map_or(0, |unavailable| unavailable[at]) | ((1_u64 << (bit % 64)) - 1);
        if used != u64::MAX {
            let found = at as u32 * 64 + used.trailing_ones();
            return (found < to).then_some(found);
        }
        bit = (at as u32 + 1) * 64;
    }
    None
}

impl FileSystem {
    /// Counts the free blocks and inodes in the bitmaps, and the directories of each group.
    pub(super) fn count_space(&mut self, report: &ConsistencyReport) {
        let clear_bits = |content: &Content, bits: u32| match content {
            Content::Bitmap(words) => bits - words.iter().map(|word| word.count_ones()).sum::<u32>(),
            _ => 0,
        };
        for group in 0..self.geometry.groups() {
            let at = group as usize;
            let blocks = self.cache.get(self.geometry.bitmap(group));
            self.space.group_free[at] = clear_bits(blocks, self.geometry.group_blocks);
            if self.rules.format != Format::Tree {
                let inodes = self.cache.get(self.geometry.inode_bitmap(group));
                self.space.inodes_free[at] = clear_bits(inodes, self.geometry.group_inodes);
                let first = group * self.geometry.group_inodes + 1;
                let records = report.inodes.range(first..first + self.geometry.group_inodes);
                let directories = records.filter(|(_, record)| record.inode.kind == FileKind::Directory);
                self.space.directories[at] = directories.count() as u32;
            }
        }
        self.space.free = self.space.group_free.iter().sum();
        self.space.reserved = 0;
    }

    /// Allocates the first free block from `goal` onward in the group of `goal`, or else in the next group that has
    /// one. Returns `None` if the device is full.
    pub(super) fn allocate(&mut self, goal: BlockNo) -> Option<BlockNo> {
        let groups = self.geometry.groups();
        let goal = goal.max(self.geometry.first());
        let start = self.geometry.group_of(goal).min(groups - 1);
        for step in 0..groups {
            let group = (start + step) % groups;
            if self.space.group_free[group as usize] == 0 {
                continue;
            }
            let from =
                if step == 0 { (goal - self.geometry.group_start(group)) % self.geometry.group_blocks } else { 0 };
            let Content::Bitmap(words) = self.cache.get(self.geometry.bitmap(group)) else { continue };
            let unavailable = self.space.unavailable[group as usize].as_deref();
            let to = self.geometry.group_blocks;
            if let Some(bit) =
                first_free(words, unavailable, from, to).or_else(|| first_free(words, unavailable, 0, from))
            {
                self.change(self.geometry.bitmap(group), Change::Bits { first: bit, count: 1, set: true });
                self.space.group_free[group as usize] -= 1;
                self.space.free -= 1;
                return Some(self.geometry.group_start(group) + bit);
            }
        }
        None
    }

    /// Frees a block. The block can be reused once a crash can no longer undo its deallocation.
    pub(super) fn free_block(&mut self, block: BlockNo, metadata: bool) {
        let group = self.geometry.group_of(block);
        let bit = block - self.geometry.group_start(group);
        self.change(self.geometry.bitmap(group), Change::Bits { first: bit, count: 1, set: false });
        self.drop_pending_writes(block, metadata);
        self.cache.set(block, Content::Empty);
        if self.rules.log == LogKind::None || self.rules.disabled_safeguards.early_reuse {
            self.space.group_free[group as usize] += 1;
            self.space.free += 1;
        } else {
            self.space.hold(group, bit);
            self.hold_freed_block(block);
        }
    }

    /// Makes a freed block available.
    pub(super) fn release_block(&mut self, block: BlockNo) {
        let group = self.geometry.group_of(block);
        self.space.release(group, block - self.geometry.group_start(group));
        self.space.group_free[group as usize] += 1;
        self.space.free += 1;
    }

    /// Allocates an inode: for a directory, in the group with the fewest directories; for a file, near its directory.
    /// Returns `None` if no inode is free.
    pub(super) fn allocate_inode(&mut self, parent: InodeNo, directory: bool) -> Option<InodeNo> {
        if self.rules.format == Format::Tree {
            self.next_object += 1;
            return Some(self.next_object);
        }
        let groups = self.geometry.groups();
        // The root and lost+found are always the first two inodes.
        let start = if directory && self.next_identity > super::file_system::LOST_AND_FOUND {
            let directories_in = |group: &u32| self.space.directories[*group as usize];
            (0..groups).filter(|group| self.space.inodes_free[*group as usize] > 0).min_by_key(directories_in)?
        } else {
            parent.saturating_sub(1) / self.geometry.group_inodes
        };
        for step in 0..groups {
            let group = (start + step) % groups;
            if self.space.inodes_free[group as usize] == 0 {
                continue;
            }
            let Content::Bitmap(words) = self.cache.get(self.geometry.inode_bitmap(group)) else { continue };
            if let Some(bit) = first_free(words, None, 0, self.geometry.group_inodes) {
                self.change(self.geometry.inode_bitmap(group), Change::Bits { first: bit, count: 1, set: true });
                self.space.inodes_free[group as usize] -= 1;
                self.space.directories[group as usize] += u32::from(directory);
                return Some(group * self.geometry.group_inodes + bit + 1);
            }
        }
        None
    }

    /// Frees an inode number.
    pub(super) fn free_inode(&mut self, inode: InodeNo, directory: bool) {
        if self.rules.format == Format::Tree {
            return;
        }
        let (group, bit) = ((inode - 1) / self.geometry.group_inodes, (inode - 1) % self.geometry.group_inodes);
        self.change(self.geometry.inode_bitmap(group), Change::Bits { first: bit, count: 1, set: false });
        self.space.inodes_free[group as usize] += 1;
        self.space.directories[group as usize] -= u32::from(directory);
    }
}
