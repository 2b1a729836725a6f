//! Writing changes to the medium: first to the log, as one transaction, and then, at a checkpoint, to their home
//! locations.

use super::error::FileSystemError;
use super::file_system::FileSystem;
use super::layout::{BLOCKS_PER_BITMAP_BLOCK, Layout};
use super::log::{Records, start_block};
use crate::directory::{AllocationEvent, BLOCK_BYTES, BlockNumber};
use std::collections::BTreeMap;
use std::rc::Rc;

impl FileSystem {
    /// Logs the changes since the last sync. After that, the changes survive a power failure.
    ///
    /// # Errors
    /// Returns [`FileSystemError::LogTooSmall`] if the changes do not fit into the log; in that case, they are undone.
    pub fn sync(&mut self) -> Result<(), FileSystemError> {
        self.commit(&[])
    }

    /// Syncs if the changes need more than a quarter of the log, so that the next changes fit into the log as well.
    pub(super) fn sync_if_over_threshold(&mut self) -> Result<(), FileSystemError> {
        if self.store.changes().size() > self.layout.log_blocks as usize / 4 { self.sync() } else { Ok(()) }
    }

    /// Logs all changes except those to the blocks `at_home`, which are already on the medium.
    pub(super) fn commit(&mut self, at_home: &[BlockNumber]) -> Result<(), FileSystemError> {
        let masks = self.space.changes(self.store.changes());
        let blocks = self.changed_blocks(at_home);
        let mut records = Records::default();
        for (&block, &fresh) in &blocks {
            let before = self.store.changes().before(block).filter(|_| !fresh);
            records.change(self.layout.home(block), before, self.store.block(block));
        }
        self.record_bitmap(&masks, &mut records);
        if records.is_empty() {
            self.store.commit();
            return Ok(());
        }
        let (needed, log_blocks) = (records.blocks(), self.layout.log_blocks);
        if needed > log_blocks as usize {
            self.undo();
            return Err(FileSystemError::LogTooSmall { needed, log_blocks });
        }
        if self.next_transaction.1 as usize + needed > log_blocks as usize {
            self.checkpoint();
        }
        let (number, mut at) = self.next_transaction;
        for block in records.pack(number) {
            self.medium.write(Layout::log_block(at), block);
            at += 1;
        }
        self.medium.flush();
        self.next_transaction = (number + 1, at);
        self.space.commit(&masks);
        self.dirty_bitmap.extend(masks.keys().map(|block| block / BLOCKS_PER_BITMAP_BLOCK * BLOCKS_PER_BITMAP_BLOCK));
        self.dirty.extend(blocks.keys());
        self.store.commit();
        Ok(())
    }

    /// Returns the changed blocks that are in use, each with a flag that is set if its former contents are obsolete.
    fn changed_blocks(&self, at_home: &[BlockNumber]) -> BTreeMap<BlockNumber, bool> {
        let changes = self.store.changes();
        let mut blocks: BTreeMap<BlockNumber, bool> = changes.changed().map(|(block, _)| (block, false)).collect();
        for step in changes.allocation_events() {
            match *step {
                AllocationEvent::Reused(block) | AllocationEvent::Appended(block) => blocks.insert(block, true),
                AllocationEvent::Freed(block) => blocks.remove(&block),
            };
        }
        for block in at_home {
            blocks.remove(block);
        }
        blocks
    }

    /// Records the changed bytes of bitmap blocks; adjacent bytes share a range.
    fn record_bitmap(&self, masks: &BTreeMap<BlockNumber, u8>, records: &mut Records) {
        let mut blocks: BTreeMap<u32, Vec<(usize, Vec<u8>)>> = BTreeMap::new();
        for (&block, &mask) in masks {
            let at = Layout::bitmap_offset(block);
            let ranges = blocks.entry(self.layout.bitmap_block(block)).or_default();
            match ranges.last_mut() {
                Some((first, bytes)) if *first + bytes.len() == at => bytes.push(mask),
                _ => ranges.push((at, vec![mask])),
            }
        }
        for (block, ranges) in blocks {
            records.record(block, false, ranges.iter().map(|(at, bytes)| (*at, &bytes[..])));
        }
    }

    /// Writes the logged blocks to their home locations and empties the log. Changes that were not synced stay in
    /// memory.
    pub fn checkpoint(&mut self) {
        if self.next_transaction.1 == 0 {
            return;
        }
        for block in std::mem::take(&mut self.dirty) {
            // A block that has been freed since the last sync may be missing from memory.
            if block < self.store.total_blocks() {
                let bytes = self.store.changes().before(block).unwrap_or_else(|| self.store.block(block));
                self.medium.write(self.layout.home(block), Rc::new(*bytes));
            }
        }
        for first in std::mem::take(&mut self.dirty_bitmap) {
            let mut bytes = [0; BLOCK_BYTES];
            for (block, byte) in (first..).zip(&mut bytes) {
                *byte = self.space.committed(block);
            }
            self.medium.write(self.layout.bitmap_block(first), Rc::new(bytes));
        }
        // The log is discarded only after all its contents have reached their home locations, and it is overwritten
        // only after the discard has reached the medium.
        self.medium.flush();
        self.medium.write(0, start_block(self.layout.log_blocks, self.next_transaction.0));
        self.medium.flush();
        self.next_transaction.1 = 0;
    }
}
