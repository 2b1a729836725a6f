//! The allocation bitmap: one byte per block, with one bit for each fragment of 1 KB.

use super::layout::BLOCK_KILOBYTES;
use crate::directory::{Aggregate, AllocationEvent, BlockNumber, DirectoryError, Tracker};
use std::collections::BTreeMap;

/// Mask of a block whose fragments are all in use.
pub(super) const WHOLE: u8 = u8::MAX;

/// The allocation bitmap. Directories allocate and free whole blocks without the bitmap, which is updated at each
/// commit.
#[derive(Clone, Debug, Default)]
pub(super) struct AllocationBitmap {
    /// State at the last commit.
    committed: Vec<u8>,
    /// Current masks of partially used blocks.
    partial: BTreeMap<BlockNumber, u8>,
    /// Masks of partially used blocks at the last commit.
    partial_committed: BTreeMap<BlockNumber, u8>,
}

impl AllocationBitmap {
    /// Creates a bitmap from masks that were read from a medium.
    pub(super) fn from_masks(masks: Vec<u8>) -> Self {
        let is_partial =
            |(block, &mask): (usize, &u8)| (mask != 0 && mask != WHOLE).then_some((block as BlockNumber, mask));
        let partial: BTreeMap<_, _> = masks.iter().enumerate().filter_map(is_partial).collect();
        Self { committed: masks, partial_committed: partial.clone(), partial }
    }

    /// Returns the fragments of a block that were in use at the last commit.
    pub(super) fn committed(&self, block: BlockNumber) -> u8 {
        self.committed.get(block as usize).copied().unwrap_or(0)
    }

    /// Returns the masks of partially used blocks.
    pub(super) fn partial(&self) -> &BTreeMap<BlockNumber, u8> {
        &self.partial
    }

    /// Undoes the changes since the last commit.
    pub(super) fn undo(&mut self) {
        self.partial.clone_from(&self.partial_committed);
    }

    /// Returns the blocks whose allocation changed since the last commit, with their new masks, in order.
    pub(super) fn changes(&self, tracker: &Tracker) -> BTreeMap<BlockNumber, u8> {
        let mut masks = BTreeMap::new();
        for step in tracker.allocation_events() {
            match *step {
                AllocationEvent::Reused(block) | AllocationEvent::Appended(block) => masks.insert(block, WHOLE),
                AllocationEvent::Freed(block) => masks.insert(block, 0),
            };
        }
        for block in self.partial_committed.keys() {
            masks.entry(*block).or_insert(WHOLE);
        }
        masks.extend(&self.partial);
        masks.retain(|&block, mask| self.committed(block) != *mask);
        masks
    }

    /// Commits the changes, which are already in the log.
    pub(super) fn commit(&mut self, changes: &BTreeMap<BlockNumber, u8>) {
        for (&block, &mask) in changes {
            if block as usize >= self.committed.len() {
                self.committed.resize(block as usize + 1, 0);
            }
            self.committed[block as usize] = mask;
        }
        self.partial_committed.clone_from(&self.partial);
    }

    /// Returns the number of free fragments in partially used blocks.
    pub(super) fn free_fragments(&self) -> u64 {
        self.partial.values().map(|mask| u64::from(mask.count_zeros())).sum()
    }

    /// Allocates `count` contiguous fragments in one block, where `count` is 1 to 7: first fit, or in a new block.
    pub(super) fn allocate_fragments(
        &mut self,
        store: &mut Aggregate,
        count: u8,
    ) -> Result<(BlockNumber, u8), DirectoryError> {
        for (&block, mask) in &mut self.partial {
            if let Some(first) = (0..=8 - count).find(|&first| *mask & bits(first, count) == 0) {
                *mask |= bits(first, count);
                if *mask == WHOLE {
                    self.partial.remove(&block);
                }
                return Ok((block, first));
            }
        }
        let block = store.allocate()?;
        self.partial.insert(block, bits(0, count));
        Ok((block, 0))
    }

    /// Frees fragments, and the block if it then has no fragments in use.
    pub(super) fn release_fragments(&mut self, store: &mut Aggregate, block: BlockNumber, first: u8, count: u8) {
        let mask = self.partial.get(&block).copied().unwrap_or(WHOLE) & !bits(first, count);
        if mask == 0 {
            self.partial.remove(&block);
            store.release(block);
        } else {
            self.partial.insert(block, mask);
        }
    }
}

/// Returns the mask of `count` fragments from `first` onward.
pub(super) const fn bits(first: u8, count: u8) -> u8 {
    debug_assert!(first + count <= BLOCK_KILOBYTES as u8, "fragments are in one block");
    (((1_u16 << count) - 1) << first) as u8
}
