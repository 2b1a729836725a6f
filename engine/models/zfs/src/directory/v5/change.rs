//! What one operation changes besides the names themselves: blocks for the log, pages that come and go.

use crate::directory::aggregate::write_u32;
use crate::directory::{Aggregate, BlockNumber, DirectoryError, Event, Lock, Observer};

/// The changes of one operation, told to its observer at the end.
#[derive(Clone, Debug, Default)]
pub(super) struct Change {
    /// Blocks that changed, each once.
    logged: Vec<BlockNumber>,
    /// What happened to the tree.
    events: Vec<Event>,
    /// Bytes moved.
    pub(super) copied: u32,
    /// Pages added, less pages freed.
    pub(super) pages: i32,
}

impl Change {
    /// Forgets an operation that failed.
    pub(super) fn clear(&mut self) {
        self.logged.clear();
        self.events.clear();
        self.copied = 0;
        self.pages = 0;
    }

    /// Takes note that `block` changed.
    #[inline]
    pub(super) fn log(&mut self, block: BlockNumber) {
        // For so few blocks, setting out to compare many at once takes longer than comparing them.
        if self.logged.iter().all(|&logged| logged != block) {
            self.logged.push(block);
        }
    }

    /// Takes note that an index page changed, for which it was locked.
    pub(super) fn index_page(&mut self, block: BlockNumber) {
        // It is most often the last one.
        if self.logged.last() != Some(&block) && !self.logged.contains(&block) {
            self.events.push(Event::PageLocked(block, Lock::Exclusive));
            self.logged.push(block);
        }
    }

    /// Takes note of an event.
    pub(super) fn note(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Takes a page from the aggregate.
    pub(super) fn add_page(&mut self, store: &mut Aggregate) -> Result<BlockNumber, DirectoryError> {
        let block = store.allocate()?;
        self.events.push(Event::PageAdded(block));
        self.pages += 1;
        Ok(block)
    }

    /// Gives a page back, without its magic number: no stray pointer shall find it still good.
    pub(super) fn free_page(&mut self, store: &mut Aggregate, block: BlockNumber) {
        write_u32(store.block_mut(block), 0, 0);
        store.release(block);
        self.logged.retain(|&logged| logged != block);
        self.events.push(Event::PageFreed(block));
        self.pages -= 1;
    }

    /// Tells `seen` everything, each changed block once, and forgets it.
    #[inline]
    pub(super) fn tell(&mut self, seen: &mut impl Observer) {
        if !self.events.is_empty() {
            self.events.iter().for_each(|&event| seen.note(event));
        }
        seen.note(Event::BytesCopied(self.copied));
        self.logged.iter().for_each(|&block| seen.note(Event::BlockLogged(block)));
        self.clear();
    }
}
