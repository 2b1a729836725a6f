//! An extended v5 directory: a tree of pages keyed by a hash of the name.
//!
//! Published: the directory is a tree, and a hash of the name determines the name's location. Up to four times as many
//! names with common prefixes or suffixes fit on a page as in v4. Pages can be freed, and searches and updates of one
//! directory run in parallel. The layout itself is not published. **Assumed here**: everything below.
//!
//! # The tree
//! Extendible hashing (Fagin et al.) with the 64-bit hash XXH3 of the name. The index has one slot for each value of
//! the hash's first `depth` bits, where `depth` is at most [`MAX_DEPTH`]. The slot contains the block number of the
//! entry page for hashes with these bits. A page of local depth `d` contains the names whose hashes share their first
//! `d` bits, and 2^(depth - d) slots point to it. `index.rs` contains the index pages; `growth.rs` splits and merges
//! entry pages, and doubles and halves the index.
//!
//! | index page | |
//! |---|---|
//! | 0..4 | magic number `5IDX` |
//! | 32.. | 1,024 block numbers: entry pages, or index pages in the root of an index deeper than 10 |
//!
//! # Entry pages
//! | entry page | |
//! |---|---|
//! | 0..4 | magic number `5ENT` |
//! | 4, 5, 6 | local depth, bytes of the prefix, bytes of the suffix |
//! | 8..10 | names |
//! | 10..12 | home slots |
//! | 12..14 | slots |
//! | 14..16 | offset of the heap's unused bytes |
//! | 16..18 | bytes of the heap that entries use |
//! | 20..24 | the hash bits that all names share |
//! | 24.. | the prefix and the suffix that all names share |
//! | then, from a multiple of 4 | slots: 16 hash bits after the shared ones, and an entry's offset; 0 is empty |
//! | then | the heap of entries |
//!
//! | entry | |
//! |---|---|
//! | 0..8 | fid: index, unique |
//! | 8 | bytes of the whole name, less one |
//! | 9.. | the name without the page's prefix and suffix |
//!
//! Slots are in the order of the hash, with gaps. The fragment of an entry determines its home slot; the entry is
//! there, or displaced by its neighbors (ordered linear probing). A search usually examines one or two slots. A listing
//! in the order of the slots is in the order of the hash, so its position survives splits and merges. Names with equal
//! hashes are in the order of their bytes.
//!
//! `.` and `..` are not stored; the anode contains both fids. A lookup or an update locks one entry page. All numbers
//! are little-endian.

#![allow(clippy::inline_always, reason = "a lookup takes 25 ns; calls would add a third for passing arguments")]

mod bytes;
mod change;
mod growth;
mod index;
mod key;
mod layout;
mod listing;
mod page;
mod report;
mod salvage;
#[cfg(test)]
mod tests;

pub use report::{EntryReport, PageKind, PageReport};

use super::anode::{Anode, Field, LongField};
use super::{
    Aggregate, BLOCK_BYTES, BlockNumber, Cookie, Damage, Directory, DirectoryError, Entry, Event, Fid, Format, Lock,
    Name, ObjectKind, Observer, Stat,
};
use change::Change;
use growth::Plan;
use index::Index;
use key::Key;
use layout::NameList;
use page::{Header, Page, SlotMatch, SlotSearch};

/// Maximum number of hash bits that the index uses.
const MAX_DEPTH: u8 = 20;

/// Maximum number of subdirectories: the link count has 32 bits, and two links belong to the directory itself.
pub const MAX_SUBDIRECTORIES: u32 = u32::MAX - 2;

/// An extended v5 directory.
#[derive(Clone, Debug)]
pub struct V5Directory {
    anode: Anode,
    /// The names of pages that are being rebuilt. Kept, like the next two fields, to reuse the memory.
    names: NameList,
    plan: Plan,
    change: Change,
}

/// Result of a search before a change.
struct InsertionPoint {
    index: Index,
    number: BlockNumber,
    header: Header,
    search: SlotSearch,
}

impl V5Directory {
    /// Creates an empty directory below `parent` (or a root directory, which is its own parent).
    ///
    /// # Errors
    /// Returns [`DirectoryError::AggregateFull`] if too few blocks are free.
    pub fn create(store: &mut Aggregate, parent: Option<Fid>) -> Result<Self, DirectoryError> {
        Self::create_with(store, |store| Anode::create(store, Format::V5, parent))
    }

    /// Creates an empty directory with the anode that `anode` allocates.
    pub(super) fn create_with(
        store: &mut Aggregate,
        anode: impl FnOnce(&mut Aggregate) -> Result<Anode, DirectoryError>,
    ) -> Result<Self, DirectoryError> {
        let names = NameList::default();
        let empty = names.layout(0..0, 0).ok_or(DirectoryError::DirectoryFull)?;
        let root = store.allocate()?;
        let anode = anode(store).inspect_err(|_| store.release(root))?;
        names.write(&empty, 0, store.block_mut(root));
        Index { root, depth: 0 }.write(anode, store);
        anode.set(store, Field::Pages, 1);
        anode.set(store, Field::Deepest, 1);
        Ok(Self { anode, names, plan: Plan::new(), change: Change::default() })
    }

    /// Returns the fid of the directory.
    pub(crate) fn fid(&self, store: &Aggregate) -> Fid {
        self.anode.fid(store)
    }

    /// Returns the anode of the directory.
    pub(super) const fn anode(&self) -> Anode {
        self.anode
    }

    /// Returns the directory with this anode.
    pub(super) fn open(anode: Anode) -> Self {
        Self { anode, names: NameList::default(), plan: Plan::new(), change: Change::default() }
    }

    /// Returns all blocks of the directory.
    pub(super) fn blocks(&self, store: &Aggregate) -> Result<Vec<BlockNumber>, Damage> {
        let index = Index::read(self.anode, store)?;
        let mut blocks = index.pages(store)?;
        for slot in 0..index.slots() {
            let page = index.get(store, slot)?;
            // All slots of a page are contiguous.
            if blocks.last() != Some(&page) {
                blocks.push(page);
            }
        }
        Ok(blocks)
    }

    /// Adds names without reporting events, to build a directory before it is studied.
    ///
    /// # Errors
    /// Returns the errors of [`Directory::create`]; the names before the one that failed have been added.
    pub fn fill<'a>(
        &mut self,
        store: &mut Aggregate,
        names: impl Iterator<Item = (Name<'a>, Fid)>,
    ) -> Result<(), DirectoryError> {
        for (name, fid) in names {
            self.create(store, name, fid, ObjectKind::File, &mut ())?;
        }
        Ok(())
    }

    /// Searches the only page that can contain the name, before a change.
    #[inline(never)]
    fn search(&self, store: &Aggregate, key: Key<'_>, observer: &mut impl Observer) -> Result<InsertionPoint, Damage> {
        let (index, page) = self.page_for(store, key.hash, Lock::Exclusive, observer)?;
        let search = page.find(key, observer)?;
        Ok(InsertionPoint { index, number: page.number, header: page.header, search })
    }

    /// Searches for a name that should exist, first on the fast path. Also returns the number and header of the name's
    /// page.
    #[inline(always)]
    fn locate(
        &self,
        store: &Aggregate,
        key: Key<'_>,
        lock: Lock,
        observer: &mut impl Observer,
    ) -> Result<(BlockNumber, Header, SlotMatch), DirectoryError> {
        let (_, page) = self.page_for(store, key.hash, lock, observer)?;
        let found = match page.find_near_home(key, observer) {
            Some(found) => found,
            None => match page::find(store, page.number, key.hash, key.name, observer)? {
                SlotSearch::Found(found) => found,
                SlotSearch::Vacant { .. } => return Err(DirectoryError::NotFound),
            },
        };
        Ok((page.number, page.header, found))
    }

    /// Locks and returns the only page that can contain a name with this hash.
    #[inline(always)]
    fn page_for<'a>(
        &self,
        store: &'a Aggregate,
        hash: u64,
        lock: Lock,
        observer: &mut impl Observer,
    ) -> Result<(Index, Page<'a>), Damage> {
        let index = Index::read(self.anode, store)?;
        let (number, block) = index.descend(store, hash, observer)?;
        observer.note(Event::PageLocked(number, lock));
        observer.note(Event::PageProbed(number));
        let page = Page::read_for(number, block, hash).ok_or_else(|| page::page_damage(number, block))?;
        Ok((index, page))
    }

    /// Adds a name at the insertion point that a search returned.
    #[inline]
    fn add_entry(
        &mut self,
        store: &mut Aggregate,
        (index, number): (Index, BlockNumber),
        (slot, tie): (usize, bool),
        (key, fid): (Key<'_>, Fid),
    ) -> Result<(), DirectoryError> {
        if tie && listing::is_crowded(&Page::open(store, number)?, key.hash)? {
            return Err(DirectoryError::DirectoryFull);
        }
        match page::insert(store, number, slot, key, fid)? {
            Some(moved) => {
                self.change.copied += moved;
                self.change.log(number);
            }
            None => self.add_with_growth(store, index, number, (key, fid))?,
        }
        Ok(())
    }

    /// Removes the entry that a search returned.
    #[inline]
    fn remove_entry(
        &mut self,
        store: &mut Aggregate,
        (number, header): (BlockNumber, Header),
        found: SlotMatch,
        hash: u64,
    ) {
        let (header, moved) = page::remove(store, number, header, found);
        self.change.copied += moved;
        self.change.log(number);
        if growth::may_shrink(header) {
            self.shrink(store, hash);
        }
    }

    /// Completes an operation that changed something; `names` and `links` are added to the numbers in the anode.
    #[inline]
    fn finish(&mut self, store: &mut Aggregate, names: i64, links: i32, observer: &mut impl Observer) {
        self.anode.change(store, names, links, self.change.pages);
        self.change.log(self.anode.block());
        self.change.report_to(observer);
    }
}

impl Directory for V5Directory {
    #[inline]
    fn lookup(
        &mut self,
        store: &Aggregate,
        name: Name<'_>,
        observer: &mut impl Observer,
    ) -> Result<Fid, DirectoryError> {
        match name.bytes() {
            b"." => return Ok(self.anode.fid(store)),
            b".." => return Ok(self.anode.parent(store)),
            _ => {}
        }
        let key = Key::new(name);
        let (_, _, found) = self.locate(store, key, Lock::Shared, observer)?;
        Ok(found.fid)
    }

    fn create(
        &mut self,
        store: &mut Aggregate,
        name: Name<'_>,
        fid: Fid,
        kind: ObjectKind,
        observer: &mut impl Observer,
    ) -> Result<(), DirectoryError> {
        if name.is_reserved() {
            return Err(DirectoryError::Exists);
        }
        let key = Key::new(name);
        let InsertionPoint { index, number, search, .. } = self.search(store, key, observer)?;
        let SlotSearch::Vacant { slot, tie } = search else { return Err(DirectoryError::Exists) };
        let links = i32::from(kind == ObjectKind::Directory);
        if links == 1 && self.anode.get(store, Field::Links) == u32::MAX {
            return Err(DirectoryError::TooManySubdirectories { limit: MAX_SUBDIRECTORIES });
        }
        self.change.clear();
        self.add_entry(store, (index, number), (slot, tie), (key, fid))?;
        self.finish(store, 1, links, observer);
        Ok(())
    }

    fn remove(
        &mut self,
        store: &mut Aggregate,
        name: Name<'_>,
        kind: ObjectKind,
        observer: &mut impl Observer,
    ) -> Result<Fid, DirectoryError> {
        if name.is_reserved() {
            return Err(DirectoryError::Reserved);
        }
        let key = Key::new(name);
        let (number, header, found) = self.locate(store, key, Lock::Exclusive, observer)?;
        self.change.clear();
        self.remove_entry(store, (number, header), found, key.hash);
        let links = if kind == ObjectKind::Directory && self.anode.get(store, Field::Links) > 2 { -1 } else { 0 };
        self.finish(store, -1, links, observer);
        Ok(found.fid)
    }

    fn rename(
        &mut self,
        store: &mut Aggregate,
        from: Name<'_>,
        to: Name<'_>,
        observer: &mut impl Observer,
    ) -> Result<Option<Fid>, DirectoryError> {
        if from.is_reserved() || to.is_reserved() {
            return Err(DirectoryError::Reserved);
        }
        let (old, new) = (Key::new(from), Key::new(to));
        let (.., SlotMatch { fid, .. }) = self.locate(store, old, Lock::Exclusive, observer)?;
        if from == to {
            return Ok(None);
        }
        let InsertionPoint { index, number, search, .. } = self.search(store, new, observer)?;
        self.change.clear();
        let replaced = match search {
            SlotSearch::Found(SlotMatch { at, fid: replaced, .. }) => {
                page::set_fid(store.block_mut(number), at, fid);
                self.change.log(number);
                Some(replaced)
            }
            SlotSearch::Vacant { slot, tie } => {
                self.add_entry(store, (index, number), (slot, tie), (new, fid))?;
                None
            }
        };
        // Adding the new name may have moved the old one, so the old name is searched for again, without reporting
        // events.
        let source = self.search(store, old, &mut ())?;
        if let SlotSearch::Found(found) = source.search {
            self.remove_entry(store, (source.number, source.header), found, old.hash);
        }
        self.finish(store, -i64::from(replaced.is_some()), 0, observer);
        Ok(replaced)
    }

    fn readdir(
        &mut self,
        store: &Aggregate,
        cookie: Cookie,
        visit: &mut dyn FnMut(Entry<'_>) -> bool,
        observer: &mut impl Observer,
    ) -> Result<Option<Cookie>, DirectoryError> {
        self.list_from(store, cookie, visit, observer)
    }

    fn stat(&self, store: &Aggregate) -> Stat {
        let pages = self.anode.get(store, Field::Pages);
        Stat {
            format: Format::V5,
            names: self.anode.get_long(store, LongField::Names),
            links: self.anode.get(store, Field::Links),
            pages,
            bytes: u64::from(pages) * BLOCK_BYTES as u64,
            levels: u32::from(self.anode.levels_and_depth(store).0) + 1,
            data_version: self.anode.get_long(store, LongField::DataVersion),
        }
    }

    fn salvage(&self, store: &Aggregate) -> Vec<Damage> {
        salvage::salvage(self.anode, store)
    }
}
