//! The changes that one operation makes, apart from the names: blocks for the log, and pages added and freed.

use crate::directory::aggregate::write_u32;
use crate::directory::{Aggregate, BlockNumber, DirectoryError, Event, Lock, Observer};

/// The changes of one operation, reported to its observer at the end.
#[derive(Clone, Debug, Default)]
pub(super) struct Change {
    /// Changed blocks, without duplicates.
    logged: Vec<BlockNumber>,
    /// Page events: locks, additions, removals, splits, and merges.
    events: Vec<Event>,
    /// Bytes copied.
    pub(super) copied: u32,
    /// Number of pages added minus number of pages freed.
    pub(super) pages: i32,
}

impl Change {
    /// Discards the changes of a failed operation.
    pub(super) fn clear(&mut self) {
        self.logged.clear();
        self.events.clear();
        self.copied = 0;
        self.pages = 0;
    }

    /// Records that `block` changed.
    #[inline]
    pub(super) fn log(&mut self, block: BlockNumber) {
        // For only a few blocks, setting up a vectorized search takes longer than comparing the blocks one by one.
        if self.logged.iter().all(|&logged| logged != block) {
            self.logged.push(block);
        }
    }

    /// Records that an index page was locked and changed.
    pub(super) fn index_page(&mut self, block: BlockNumber) {
        // Usually, the block is the last one logged.
        if self.logged.last() != Some(&block) && !self.logged.contains(&block) {
            self.events.push(Event::PageLocked(block, Lock::Exclusive));
            self.logged.push(block);
        }
    }

    /// Records an event.
    pub(super) fn note(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Allocates a page.
    pub(super) fn add_page(&mut self, store: &mut Aggregate) -> Result<BlockNumber, DirectoryError> {
        let block = store.allocate()?;
        self.events.push(Event::PageAdded(block));
        self.pages += 1;
        Ok(block)
    }

    /// Frees a page and clears its magic number, so that a stray pointer does not point to a valid page.
    pub(super) fn free_page(&mut self, store: &mut Aggregate, block: BlockNumber) {
        write_u32(store.block_mut(block), 0, 0);
        store.release(block);
        self.logged.retain(|&logged| logged != block);
        self.events.push(Event::PageFreed(block));
        self.pages -= 1;
    }

    /// Reports all changes to `observer`, each changed block once, and discards them.
    #[inline]
    pub(super) fn report_to(&mut self, observer: &mut impl Observer) {
        if !self.events.is_empty() {
            self.events.iter().for_each(|&event| observer.note(event));
        }
        observer.note(Event::BytesCopied(self.copied));
        self.logged.iter().for_each(|&block| observer.note(Event::BlockLogged(block)));
        self.clear();
    }
}
