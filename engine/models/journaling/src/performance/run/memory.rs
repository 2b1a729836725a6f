//! Limited memory: write-back of dirty pages and eviction.

use super::Run;
use crate::pages::PageId;
use crate::rules::DataRule;

/// Maximum number of pages to skip because they cannot be evicted; after that, the cache may exceed its limit.
const LOOKS: u32 = 64;

impl Run {
    /// Returns whether writers must wait.
    pub(super) fn must_throttle(&self) -> bool {
        let dirty = f64::from(self.fs.dirty_page_count() + self.data_in_flight);
        dirty > self.setup.pages() * self.setup.costs.dirty_percent / 100.0
    }

    /// Writes back a batch of the oldest dirty pages if too many pages are dirty.
    pub(super) fn write_back_excess(&mut self) {
        let (costs, pages) = (&self.setup.costs, self.setup.pages());
        let dirty = f64::from(self.fs.dirty_page_count());
        let batch = costs.write_back_pages;
        if dirty > pages * costs.background_percent / 100.0 && f64::from(self.data_in_flight) < batch {
            self.fs.write_back_pages(self.now, batch as usize);
            self.collect();
        }
    }

    /// Evicts the least recently used pages that are on a disk, until the cache is within its limit.
    pub(super) fn reclaim(&mut self) {
        let mut looks = 0;
        while looks < LOOKS && self.cache.is_over() {
            let Some((inode, page)) = self.cache.oldest() else { return };
            if self.is_needed(inode, page) {
                self.cache.keep(inode, page);
                looks += 1;
            } else {
                self.cache.drop_page(inode, page);
            }
        }
    }

    /// Returns whether the home location of a page lacks the page's current content.
    fn is_needed(&mut self, inode: u32, page: u32) -> bool {
        let identity = self.fs.identity(inode);
        let Some(page) = self.fs.page_mut(PageId { inode, identity, page }).copied() else { return false };
        // Until a checkpoint has advanced the start of the log past the page's image, the page's home location lacks
        // the current content.
        let logged = || {
            let state = self.fs.blocks.get(page.block);
            state.logged >= self.fs.ring.tail.sequence || state.running == self.fs.journal.running.id
        };
        page.dirty || page.committing > 0 || (self.fs.rules.data == DataRule::Journaled && logged())
    }
}
