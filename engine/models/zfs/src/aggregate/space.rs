//! What is in use: one byte a block, one bit in it for each fragment of 1 KB.

use super::layout::BLOCK_KILOBYTES;
use crate::directory::{Aggregate, BlockNumber, DirectoryError, Move, Tracker};
use std::collections::BTreeMap;

/// All fragments of a block are in use.
pub(super) const WHOLE: u8 = u8::MAX;

/// The map. Directories take and give back whole blocks without asking it; it learns of that at a commit.
#[derive(Clone, Debug, Default)]
pub(super) struct Space {
    /// As of the last commit.
    committed: Vec<u8>,
    /// Blocks of which some fragments are in use and some are free, now.
    partial: BTreeMap<BlockNumber, u8>,
    /// The same as of the last commit.
    partial_committed: BTreeMap<BlockNumber, u8>,
}

impl Space {
    /// The map as it was read from the medium.
    pub(super) fn from_masks(masks: Vec<u8>) -> Self {
        let is_partial =
            |(block, &mask): (usize, &u8)| (mask != 0 && mask != WHOLE).then_some((block as BlockNumber, mask));
        let partial: BTreeMap<_, _> = masks.iter().enumerate().filter_map(is_partial).collect();
        Self { committed: masks, partial_committed: partial.clone(), partial }
    }

    /// Fragments of a block in use as of the last commit.
    pub(super) fn committed(&self, block: BlockNumber) -> u8 {
        self.committed.get(block as usize).copied().unwrap_or(0)
    }

    /// Blocks of which some fragments are in use and some are free.
    pub(super) fn partial(&self) -> &BTreeMap<BlockNumber, u8> {
        &self.partial
    }

    /// Takes back what happened since the last commit.
    pub(super) fn undo(&mut self) {
        self.partial.clone_from(&self.partial_committed);
    }

    /// The blocks whose use changed since the last commit, with their new masks, in order.
    pub(super) fn changes(&self, tracker: &Tracker) -> BTreeMap<BlockNumber, u8> {
        let mut masks = BTreeMap::new();
        for step in tracker.moves() {
            match *step {
                Move::Taken(block) | Move::Added(block) => masks.insert(block, WHOLE),
                Move::Released(block) => masks.insert(block, 0),
            };
        }
        for block in self.partial_committed.keys() {
            masks.entry(*block).or_insert(WHOLE);
        }
        masks.extend(&self.partial);
        masks.retain(|&block, mask| self.committed(block) != *mask);
        masks
    }

    /// The changes are in the log.
    pub(super) fn commit(&mut self, changes: &BTreeMap<BlockNumber, u8>) {
        for (&block, &mask) in changes {
            if block as usize >= self.committed.len() {
                self.committed.resize(block as usize + 1, 0);
            }
            self.committed[block as usize] = mask;
        }
        self.partial_committed.clone_from(&self.partial);
    }

    /// Kilobytes that are free in blocks of which a part is in use.
    pub(super) fn free_fragments(&self) -> u64 {
        self.partial.values().map(|mask| u64::from(mask.count_zeros())).sum()
    }

    /// Takes `count` neighbouring fragments of one block, 1 to 7: the first that fit, or of a new block.
    pub(super) fn take_fragments(
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

    /// Gives fragments back, and the block with its last.
    pub(super) fn give_fragments(&mut self, store: &mut Aggregate, block: BlockNumber, first: u8, count: u8) {
        let mask = self.partial.get(&block).copied().unwrap_or(WHOLE) & !bits(first, count);
        if mask == 0 {
            self.partial.remove(&block);
            store.release(block);
        } else {
            self.partial.insert(block, mask);
        }
    }
}

/// The bits of `count` fragments from `first` on.
pub(super) const fn bits(first: u8, count: u8) -> u8 {
    debug_assert!(first + count <= BLOCK_KILOBYTES as u8, "fragments lie in one block");
    (((1_u16 << count) - 1) << first) as u8
}
