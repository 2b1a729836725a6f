//! How changes come to the medium: first to the log, all of them or none, and later home.

use super::file_system::FileSystem;
use super::layout::{DESCRIBED, Layout};
use super::log::{Records, start_block};
use super::refusal::Refusal;
use crate::directory::{BLOCK_BYTES, BlockNumber, Move};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

impl FileSystem {
    /// Writes to the log what changed since the last time. All of it survives a loss of power from then on.
    ///
    /// # Errors
    /// [`Refusal::LogTooSmall`]; the changes are taken back then.
    pub fn sync(&mut self) -> Result<(), Refusal> {
        self.commit(&[])
    }

    /// Syncs if so much changed that more might not fit into the log.
    pub(super) fn sync_if_much(&mut self) -> Result<(), Refusal> {
        if self.store.changes().size() > self.layout.log_blocks as usize / 4 { self.sync() } else { Ok(()) }
    }

    /// Writes to the log what changed, but for the blocks `at_home`, which are on the medium already.
    pub(super) fn commit(&mut self, at_home: &[BlockNumber]) -> Result<(), Refusal> {
        let masks = self.space.changes(self.store.changes());
        let blocks = self.changed_blocks(at_home);
        let mut records = Records::default();
        for (&block, &fresh) in &blocks {
            let before = self.store.changes().before(block).filter(|_| !fresh);
            records.change(self.layout.home(block), before, self.store.block(block));
        }
        self.record_masks(&masks, &mut records);
        if records.is_empty() {
            self.store.commit();
            return Ok(());
        }
        let (needed, log_blocks) = (records.blocks(), self.layout.log_blocks);
        if needed > log_blocks as usize {
            self.undo();
            return Err(Refusal::LogTooSmall { needed, log_blocks });
        }
        if self.next.1 as usize + needed > log_blocks as usize {
            self.checkpoint();
        }
        let (number, mut at) = self.next;
        for block in records.pack(number) {
            self.medium.write(Layout::log(at), block);
            at += 1;
        }
        self.next = (number + 1, at);
        self.space.commit(&masks);
        self.dirty_map.extend(masks.keys().map(|block| block / DESCRIBED * DESCRIBED));
        self.dirty.extend(blocks.keys());
        self.store.commit();
        Ok(())
    }

    /// The blocks in use whose bytes changed, and whether what they held before matters no more.
    fn changed_blocks(&self, at_home: &[BlockNumber]) -> BTreeMap<BlockNumber, bool> {
        let changes = self.store.changes();
        let mut blocks: BTreeMap<BlockNumber, bool> = changes.changed().map(|(block, _)| (block, false)).collect();
        for step in changes.moves() {
            match *step {
                Move::Taken(block) | Move::Added(block) => blocks.insert(block, true),
                Move::Released(block) => blocks.remove(&block),
            };
        }
        for block in at_home {
            blocks.remove(block);
        }
        blocks
    }

    /// The records of blocks of the map whose bytes have new values; neighbours share a range.
    fn record_masks(&self, masks: &BTreeMap<BlockNumber, u8>, records: &mut Records) {
        let mut blocks: BTreeMap<u32, Vec<(usize, Vec<u8>)>> = BTreeMap::new();
        for (&block, &mask) in masks {
            let at = Layout::map_offset(block);
            let ranges = blocks.entry(self.layout.map(block)).or_default();
            match ranges.last_mut() {
                Some((first, bytes)) if *first + bytes.len() == at => bytes.push(mask),
                _ => ranges.push((at, vec![mask])),
            }
        }
        for (block, ranges) in blocks {
            records.record(block, false, ranges.iter().map(|(at, bytes)| (*at, &bytes[..])));
        }
    }

    /// Brings home what is in the log and begins a new one. What was not synced stays where it is.
    pub fn checkpoint(&mut self) {
        if self.next.1 == 0 {
            return;
        }
        for block in std::mem::take(&mut self.dirty) {
            // A block that was given back and never synced again may be gone from memory.
            if block < self.store.blocks_ever() {
                let bytes = self.store.changes().before(block).unwrap_or_else(|| self.store.block(block));
                self.medium.write(self.layout.home(block), Rc::new(*bytes));
            }
        }
        for first in std::mem::take(&mut self.dirty_map) {
            let mut bytes = [0; BLOCK_BYTES];
            for (block, byte) in (first..).zip(&mut bytes) {
                *byte = self.space.committed(block);
            }
            self.medium.write(self.layout.map(first), Rc::new(bytes));
        }
        self.medium.write(0, start_block(self.layout.log_blocks, self.next.0));
        self.next.1 = 0;
    }

    /// Blocks that are newer in the log than at home.
    pub fn waiting_blocks(&self) -> BTreeSet<BlockNumber> {
        self.dirty.clone()
    }
}
