//! The changes to an aggregate since the last commit, to be logged or undone.

use super::aggregate::BLOCK_BYTES;
use super::{Aggregate, BlockNumber};

/// Allocation or release of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AllocationEvent {
    /// A free block was allocated.
    Reused(BlockNumber),
    /// A block was appended and allocated.
    Appended(BlockNumber),
    /// A block was freed.
    Freed(BlockNumber),
}

/// The changes since the last commit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tracker {
    /// First block that did not exist at the last commit.
    first_new: BlockNumber,
    /// Contents of changed blocks at the last commit, in the order of their first change.
    images: Vec<(BlockNumber, Box<[u8; BLOCK_BYTES]>)>,
    /// One bit for each block: whether the block is in `images`.
    has_image: Vec<u64>,
    /// Allocations and releases, in order.
    events: Vec<AllocationEvent>,
}

impl Tracker {
    /// Saves the contents of a block before its first change.
    #[inline]
    pub(super) fn touch(&mut self, block: BlockNumber, bytes: &[u8; BLOCK_BYTES]) {
        if block < self.first_new {
            let (word, bit) = (block as usize / 64, 1 << (block % 64));
            if self.has_image[word] & bit == 0 {
                self.has_image[word] |= bit;
                self.images.push((block, Box::new(*bytes)));
            }
        }
    }

    /// Returns the contents of a block at the last commit; `None` if the block has not changed since then.
    pub(crate) fn before(&self, block: BlockNumber) -> Option<&[u8; BLOCK_BYTES]> {
        let word = self.has_image.get(block as usize / 64)?;
        if word & (1 << (block % 64)) == 0 {
            return None;
        }
        self.images.iter().find(|(changed, _)| *changed == block).map(|(_, bytes)| &**bytes)
    }

    /// Returns the changed blocks that existed at the last commit, in the order of their first change.
    pub(crate) fn changed(&self) -> impl Iterator<Item = (BlockNumber, &[u8; BLOCK_BYTES])> {
        self.images.iter().map(|(block, bytes)| (*block, &**bytes))
    }

    /// Returns the allocations and releases, in order.
    pub(crate) fn allocation_events(&self) -> &[AllocationEvent] {
        &self.events
    }

    /// Returns an upper bound on the number of changed blocks.
    pub(crate) fn size(&self) -> usize {
        self.images.len() + self.events.len()
    }
}

impl Aggregate {
    /// Creates an aggregate from these blocks; those in `free` are not in use.
    pub(crate) fn from_blocks(blocks: Vec<[u8; BLOCK_BYTES]>, free: Vec<BlockNumber>, limit: u32) -> Self {
        Self { blocks, free, limit, tracker: None }
    }

    /// Starts a new list of changes and returns the changes tracked so far.
    pub(crate) fn commit(&mut self) -> Tracker {
        let first_new = self.blocks.len() as BlockNumber;
        let has_image = vec![0; self.blocks.len().div_ceil(64)];
        let fresh = Tracker { first_new, has_image, ..Tracker::default() };
        self.tracker.replace(Box::new(fresh)).map(|tracker| *tracker).unwrap_or_default()
    }

    /// Returns the changes since the last commit; there must have been a commit.
    pub(crate) fn changes(&self) -> &Tracker {
        self.tracker.as_deref().expect("only a commit asks for the changes")
    }

    /// Undoes all changes since the last commit.
    pub(crate) fn undo(&mut self) {
        let Some(mut tracker) = self.tracker.take() else { return };
        for (block, bytes) in &tracker.images {
            self.blocks[*block as usize] = **bytes;
        }
        while let Some(event) = tracker.events.pop() {
            match event {
                AllocationEvent::Reused(block) => self.free.push(block),
                AllocationEvent::Appended(_) => {
                    self.blocks.pop();
                }
                AllocationEvent::Freed(_) => {
                    self.free.pop();
                }
            }
        }
        self.commit();
    }

    /// Returns the number of blocks ever allocated, free ones included.
    pub(crate) fn total_blocks(&self) -> u32 {
        self.blocks.len() as u32
    }

    /// Sets the maximum number of blocks.
    pub(crate) fn set_limit(&mut self, limit: u32) {
        self.limit = limit;
    }

    /// Returns the free blocks among those ever allocated.
    pub(crate) fn free(&self) -> &[BlockNumber] {
        &self.free
    }

    /// Records the allocation or release of a block.
    pub(super) fn record_allocation(&mut self, event: AllocationEvent) {
        if let Some(tracker) = &mut self.tracker {
            tracker.events.push(event);
        }
    }
}
