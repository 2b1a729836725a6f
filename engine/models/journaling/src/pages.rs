//! File pages in memory: dirty pages and their write-back.

use super::Nanoseconds;
use super::block::{BlockNo, Content, InodeNo, Stamp};
use super::file_system::FileSystem;
use super::requests::{Owner, RequestKind};
use std::collections::VecDeque;

/// Identifier of a page during the lifetime of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PageId {
    pub(super) inode: InodeNo,
    pub(super) identity: u32,
    pub(super) page: u32,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Page {
    /// Block of the page; 0 if the page has no block yet.
    pub(super) block: BlockNo,
    /// Version of the last write; 0 if the page was never written.
    pub(super) version: u32,
    /// Time when the page became dirty.
    pub(super) since: Nanoseconds,
    pub(super) dirty: bool,
    /// Whether the page is in a leaf of the tree, without a separate block.
    pub(super) tail: bool,
    /// Number of in-flight writes for which a commit waits.
    pub(super) committing: u8,
}

/// State of a file in memory, in addition to its inode.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenFile {
    pub(super) identity: u32,
    /// The directory that contains the file.
    pub(super) parent: InodeNo,
    pub(super) pages: Vec<Page>,
}

/// Dirty pages in the order in which they became dirty. Entries for pages that are now clean, or that became dirty
/// again later, are void.
pub(super) type DirtyPages = VecDeque<(Nanoseconds, PageId)>;

impl FileSystem {
    pub(super) fn open_file(&mut self, inode: InodeNo) -> &mut OpenFile {
        let at = inode as usize;
        if at >= self.files.len() {
            self.files.resize_with(at + 1, OpenFile::default);
        }
        &mut self.files[at]
    }

    pub(super) fn page_mut(&mut self, id: PageId) -> Option<&mut Page> {
        let file = self.files.get_mut(id.inode as usize).filter(|file| file.identity == id.identity)?;
        file.pages.get_mut(id.page as usize)
    }

    /// Marks a page with a new version as dirty. Returns whether the page was clean.
    pub(super) fn dirty_page(&mut self, id: PageId) -> bool {
        let now = self.now;
        let Some(page) = self.page_mut(id).filter(|page| !page.dirty) else { return false };
        page.dirty = true;
        page.since = now;
        self.dirty_pages.push_back((now, id));
        self.dirty_page_count += 1;
        true
    }

    /// Marks a page as clean, because the page no longer needs a write.
    pub(super) fn clean_page(&mut self, id: PageId) {
        let delayed = self.rules.delayed_allocation;
        let Some(page) = self.page_mut(id) else { return };
        if page.dirty {
            page.dirty = false;
            let reserved = u32::from(delayed && page.block == 0);
            self.space.reserved -= reserved;
            self.dirty_page_count -= 1;
        }
    }

    /// Drops the pages of a file from `from` onward.
    pub(super) fn drop_pages(&mut self, inode: InodeNo, from: u32) {
        let file = self.open_file(inode);
        let (identity, count) = (file.identity, file.pages.len() as u32);
        for page in from..count {
            self.clean_page(PageId { inode, identity, page });
        }
        self.open_file(inode).pages.truncate(from as usize);
    }

    /// Allocates blocks for pages with delayed allocation, as long as the log and the device have space. Returns how
    /// many pages at the start of `ids` now have a block or need none.
    fn allocate_delayed(&mut self, ids: &[PageId]) -> usize {
        for (done, id) in ids.iter().enumerate() {
            if !self.page_mut(*id).is_some_and(|page| page.dirty && page.block == 0) {
                continue;
            }
            if self.begin(self.now, super::operations::CREDITS).is_err() {
                return done;
            }
            let Some(mut inode) = self.inode(id.inode) else { continue };
            let goal = self.goal(id.inode, &inode, id.page);
            let Some(block) = self.allocate(goal) else { return done };
            if !self.map_page(id.inode, &mut inode, id.page, block) {
                self.free_block(block, false);
                self.end();
                return done;
            }
            self.put_inode(id.inode, inode);
            self.end();
            self.space.reserved -= 1;
            if let Some(page) = self.page_mut(*id) {
                page.block = block;
            }
        }
        ids.len()
    }

    /// Submits dirty pages in block order, with one request per run of consecutive blocks. Pages without a block stay
    /// dirty.
    pub(super) fn issue_pages(&mut self, ids: &[PageId], owner: Owner) {
        let mut ids = ids.to_vec();
        if self.rules.delayed_allocation {
            // Consecutive allocation of a file's pages makes the file's extents long.
            ids.sort_by_key(|id| (id.inode, id.page));
            let placed = self.allocate_delayed(&ids);
            for id in ids.split_off(placed) {
                if let Some(since) = self.page_mut(id).filter(|page| page.dirty).map(|page| page.since) {
                    self.dirty_pages.push_front((since, id));
                }
            }
        }
        let mut writes: Vec<(BlockNo, Stamp, PageId)> = Vec::with_capacity(ids.len());
        for id in ids {
            let Some(page) = self.page_mut(id) else { continue };
            if !page.dirty || page.block == 0 {
                continue;
            }
            page.committing += u8::from(owner == Owner::Commit);
            let stamp = Stamp { identity: id.identity, page: id.page, version: page.version };
            writes.push((page.block, stamp, id));
            page.dirty = false;
            self.dirty_page_count -= 1;
        }
        writes.sort_by_key(|(block, ..)| *block);
        let mut rest = writes.as_slice();
        while let Some(((first, ..), _)) = rest.split_first() {
            let next = rest.iter().zip(*first..).position(|((block, ..), expected)| *block != expected);
            let (run, others) = rest.split_at(next.unwrap_or(rest.len()));
            let contents = run.iter().map(|(_, stamp, _)| Content::Data(*stamp)).collect();
            let pages = run.iter().map(|(.., id)| *id).collect();
            self.submit(RequestKind::Data, *first, contents, owner, pages);
            rest = others;
        }
    }

    /// Returns all dirty pages of a file.
    pub(super) fn dirty_pages_of(&self, inode: InodeNo) -> Vec<PageId> {
        let Some(file) = self.files.get(inode as usize) else { return Vec::new() };
        let dirty = |(page, state): (usize, &Page)| {
            state.dirty.then_some(PageId { inode, identity: file.identity, page: page as u32 })
        };
        file.pages.iter().enumerate().filter_map(dirty).collect()
    }

    /// Removes and returns the oldest pages that became dirty at time `before` or earlier, at most `limit` of them.
    pub(super) fn oldest_pages(&mut self, before: Nanoseconds, limit: usize) -> Vec<PageId> {
        let mut found = Vec::new();
        while found.len() < limit {
            match self.dirty_pages.front() {
                Some((since, _)) if *since <= before => {}
                _ => break,
            }
            let Some((since, id)) = self.dirty_pages.pop_front() else { break };
            if self.page_mut(id).is_some_and(|page| page.dirty && page.since == since) {
                found.push(id);
            }
        }
        found
    }
}
