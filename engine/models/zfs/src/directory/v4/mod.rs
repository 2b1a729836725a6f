//! A v4 directory: a file of pages, each with its own small hash table (Episode geometry).
//!
//! A search probes page after page until it finds the name; a miss probes all of them. A new entry goes to the first
//! page with space for it. Pages are never freed. [`page`] is one page, [`map`] locates the pages, [`salvage`] checks
//! everything, and [`report`] describes a page.
//!
//! The sizes, the hash, and the search rules are those of Episode's directory package (OSF DCE 1.2.2), the ancestor of
//! the zFS format. The order of the header's fields, the byte order, and the page map are specific to this model.

mod fill;
mod map;
mod page;
mod report;
mod salvage;

pub use report::{FreeRun, V4EntryReport, V4PageReport};

use super::anode::{Anode, Field, LongField};
use super::{
    Aggregate, BLOCK_BYTES, BlockNumber, Cookie, Damage, Directory, DirectoryError, Entry, Event, Fid, Format, Lock,
    Name, ObjectKind, Observer, Stat,
};
use map::ChangedBlocks;
use page::{FIRST_PIECE, Fit, PIECE_BYTES, PIECES, Page, PageItem};

/// Maximum number of pages in a directory: 512 MB (Episode geometry).
const MAX_PAGES: u32 = 65_536;

/// Maximum link count of a directory: an unsigned 16-bit number (Episode geometry).
const MAX_LINKS: u32 = u16::MAX as u32;

/// Maximum number of subdirectories: each needs a link, and two links belong to the directory itself.
const MAX_SUBDIRECTORIES: u32 = MAX_LINKS - 2;

/// Maximum length in bytes of a name in the lookup cache (Episode geometry).
const MAX_CACHED_NAME_BYTES: usize = 15;

/// A v4 directory.
#[derive(Clone, Debug)]
pub struct V4Directory {
    anode: Anode,
    lookup_cache: Option<LookupCache>,
}

/// Location of an entry.
#[derive(Clone, Copy, Debug)]
struct EntryLocation {
    block: BlockNumber,
    piece: u8,
    fid: Fid,
}

/// Location for a new entry.
#[derive(Clone, Copy, Debug)]
struct InsertionPoint {
    block: BlockNumber,
    fit: Fit,
}

/// Result of a search.
#[derive(Clone, Copy, Debug)]
enum LookupResult {
    /// The entry was found.
    Found(EntryLocation),
    /// The name is missing; a new entry would go to the first position with space, or to another page if there is no
    /// such position.
    Missing(Option<InsertionPoint>),
}

/// The one-entry lookup cache: the last name searched for and the result, valid until the directory changes.
#[derive(Clone, Copy, Debug)]
struct LookupCache {
    name: [u8; MAX_CACHED_NAME_BYTES],
    length: u8,
    data_version: u64,
    result: LookupResult,
}

impl V4Directory {
    /// Maximum number of subdirectories.
    pub const MAX_SUBDIRECTORIES: u32 = MAX_SUBDIRECTORIES;

    /// Creates an empty directory below `parent` (or a root directory, which is its own parent). The directory takes
    /// three blocks: a page and the two map blocks above it.
    ///
    /// # Errors
    /// Returns [`DirectoryError::AggregateFull`] if fewer than three blocks are free.
    pub fn create(store: &mut Aggregate, parent: Option<Fid>) -> Result<Self, DirectoryError> {
        Self::create_with(store, |store| Anode::create(store, Format::V4, parent))
    }

    /// Creates an empty directory with the anode that `anode` allocates.
    pub(super) fn create_with(
        store: &mut Aggregate,
        anode: impl FnOnce(&mut Aggregate) -> Result<Anode, DirectoryError>,
    ) -> Result<Self, DirectoryError> {
        let page = store.allocate()?;
        let [root, map] = map::create(store, page).inspect_err(|_| store.release(page))?;
        let anode =
            anode(store).inspect_err(|_| [root, map, page].into_iter().for_each(|block| store.release(block)))?;
        anode.set(store, Field::Root, root);
        anode.set(store, Field::Length, 1);
        anode.set(store, Field::Pages, 3);
        page::format(store.block_mut(page));
        let directory = Self { anode, lookup_cache: None };
        for (name, fid) in [(Name::DOT, anode.fid(store)), (Name::DOT_DOT, anode.parent(store))] {
            let insertion_point = directory.next_insertion_point(store, 1, &mut 0)?;
            directory.add_entry(store, insertion_point, name, fid, &mut ChangedBlocks::default(), &mut ())?;
        }
        Ok(directory)
    }

    /// Returns the anode of the directory.
    pub(super) const fn anode(&self) -> Anode {
        self.anode
    }

    /// Returns the directory with this anode.
    pub(super) const fn open(anode: Anode) -> Self {
        Self { anode, lookup_cache: None }
    }

    /// Sets the parent of the directory, also in its entry `..`.
    pub(super) fn set_parent(&self, store: &mut Aggregate, parent: Fid) -> Result<(), Damage> {
        if let LookupResult::Found(location) = self.scan(store, Name::DOT_DOT, &mut ())? {
            page::set_fid(store.block_mut(location.block), location.piece, parent);
        }
        self.anode.set_parent(store, parent);
        Ok(())
    }

    /// Returns all blocks of the directory.
    pub(super) fn blocks(&self, store: &Aggregate) -> Result<Vec<BlockNumber>, Damage> {
        let pages = map::pages(store, self.anode)?;
        let root = map::root(store, self.anode)?;
        let mut blocks = vec![root];
        for map in 0..pages.div_ceil(map::MAP_ENTRIES) {
            blocks.push(map::follow(store, root, map)?);
        }
        for page in 0..pages {
            blocks.push(map::block_of(store, self.anode, page)?);
        }
        Ok(blocks)
    }

    /// Returns the fid of the directory.
    pub fn fid(&self, store: &Aggregate) -> Fid {
        self.anode.fid(store)
    }

    /// Searches page after page for `name` and notes the first position where it would fit.
    fn search(
        &mut self,
        store: &Aggregate,
        name: Name<'_>,
        observer: &mut impl Observer,
    ) -> Result<LookupResult, DirectoryError> {
        if let Some(result) = self.cached_result(store, name) {
            observer.note(Event::LookupCacheHit);
            return Ok(result);
        }
        self.lookup_cache = None;
        let result = self.scan(store, name, observer)?;
        self.cache_result(store, name, result);
        Ok(result)
    }

    fn scan(&self, store: &Aggregate, name: Name<'_>, observer: &mut impl Observer) -> Result<LookupResult, Damage> {
        let name = name.bytes();
        let bucket = page::bucket_of(name);
        let pieces = page::pieces_for(name);
        let mut insertion_point = None;
        for logical in 0..map::pages(store, self.anode)? {
            let block = map::block_of(store, self.anode, logical)?;
            observer.note(Event::PageProbed(block));
            let page = Page::open(store, block)?;
            if let Some((piece, head)) = page.find(bucket, name, observer)? {
                return Ok(LookupResult::Found(EntryLocation { block, piece, fid: head.fid }));
            }
            if insertion_point.is_none() {
                insertion_point = page.first_fit(pieces, observer)?.map(|fit| InsertionPoint { block, fit });
            }
        }
        Ok(LookupResult::Missing(insertion_point))
    }

    /// Discards the result of the last search.
    pub(super) fn clear_lookup_cache(&mut self) {
        self.lookup_cache = None;
    }

    fn cached_result(&self, store: &Aggregate, name: Name<'_>) -> Option<LookupResult> {
        let cache = self.lookup_cache.as_ref()?;
        let is_hit = cache.name[..usize::from(cache.length)] == *name.bytes()
            && cache.data_version == self.anode.get_long(store, LongField::DataVersion);
        is_hit.then_some(cache.result)
    }

    fn cache_result(&mut self, store: &Aggregate, name: Name<'_>, result: LookupResult) {
        let bytes = name.bytes();
        if bytes.len() <= MAX_CACHED_NAME_BYTES {
            let mut name = [0; MAX_CACHED_NAME_BYTES];
            name[..bytes.len()].copy_from_slice(bytes);
            let data_version = self.anode.get_long(store, LongField::DataVersion);
            self.lookup_cache = Some(LookupCache { name, length: bytes.len() as u8, data_version, result });
        }
    }

    /// Writes an entry to `insertion_point`, or to a new page if there is no insertion point.
    fn add_entry(
        &self,
        store: &mut Aggregate,
        insertion_point: Option<InsertionPoint>,
        name: Name<'_>,
        fid: Fid,
        changed: &mut ChangedBlocks,
        observer: &mut impl Observer,
    ) -> Result<(), DirectoryError> {
        let insertion_point = if let Some(insertion_point) = insertion_point {
            insertion_point
        } else {
            let block = map::append(store, self.anode, changed)?;
            page::format(store.block_mut(block));
            observer.note(Event::PageAdded(block));
            InsertionPoint { block, fit: Fit::NEW_PAGE }
        };
        page::insert(store, insertion_point.block, insertion_point.fit, name.bytes(), fid)?;
        observer.note(Event::BytesCopied(name.bytes().len() as u32));
        changed.add(insertion_point.block);
        Ok(())
    }

    /// Records a change to the directory and logs the changed blocks.
    fn finish(
        &self,
        store: &mut Aggregate,
        names_added: i64,
        mut changed: ChangedBlocks,
        observer: &mut impl Observer,
    ) {
        let names = self.anode.get_long(store, LongField::Names);
        self.anode.set_long(store, LongField::Names, names.wrapping_add_signed(names_added));
        let version = self.anode.get_long(store, LongField::DataVersion);
        self.anode.set_long(store, LongField::DataVersion, version.wrapping_add(1));
        changed.add(self.anode.block());
        for &block in changed.blocks() {
            observer.note(Event::BlockLogged(block));
        }
    }

    /// Locks the directory and checks that its anode is that of a v4 directory.
    fn begin(&self, store: &Aggregate, lock: Lock, observer: &mut impl Observer) -> Result<(), Damage> {
        observer.note(Event::DirectoryLocked(lock));
        self.anode.check(store, Format::V4)
    }
}

impl Directory for V4Directory {
    fn lookup(
        &mut self,
        store: &Aggregate,
        name: Name<'_>,
        observer: &mut impl Observer,
    ) -> Result<Fid, DirectoryError> {
        self.begin(store, Lock::Shared, observer)?;
        if name == Name::DOT {
            return Ok(self.fid(store));
        }
        match self.search(store, name, observer)? {
            LookupResult::Found(location) => Ok(location.fid),
            LookupResult::Missing(_) => Err(DirectoryError::NotFound),
        }
    }

    fn create(
        &mut self,
        store: &mut Aggregate,
        name: Name<'_>,
        fid: Fid,
        kind: ObjectKind,
        observer: &mut impl Observer,
    ) -> Result<(), DirectoryError> {
        self.begin(store, Lock::Exclusive, observer)?;
        if name.is_reserved() {
            return Err(DirectoryError::Exists);
        }
        let LookupResult::Missing(insertion_point) = self.search(store, name, observer)? else {
            return Err(DirectoryError::Exists);
        };
        let links = self.anode.get(store, Field::Links);
        if kind == ObjectKind::Directory && links >= MAX_LINKS {
            return Err(DirectoryError::TooManySubdirectories { limit: MAX_SUBDIRECTORIES });
        }
        let mut changed = ChangedBlocks::default();
        self.add_entry(store, insertion_point, name, fid, &mut changed, observer)?;
        if kind == ObjectKind::Directory {
            self.anode.set(store, Field::Links, links + 1);
        }
        self.finish(store, 1, changed, observer);
        Ok(())
    }

    fn remove(
        &mut self,
        store: &mut Aggregate,
        name: Name<'_>,
        kind: ObjectKind,
        observer: &mut impl Observer,
    ) -> Result<Fid, DirectoryError> {
        self.begin(store, Lock::Exclusive, observer)?;
        if name.is_reserved() {
            return Err(DirectoryError::Reserved);
        }
        let LookupResult::Found(location) = self.search(store, name, observer)? else {
            return Err(DirectoryError::NotFound);
        };
        let removal =
            Page::open(store, location.block)?.plan_removal(page::bucket_of(name.bytes()), location.piece, observer)?;
        page::remove(store.block_mut(location.block), removal);
        if kind == ObjectKind::Directory {
            let links = self.anode.get(store, Field::Links);
            self.anode.set(store, Field::Links, links.saturating_sub(1).max(2));
        }
        let mut changed = ChangedBlocks::default();
        changed.add(location.block);
        self.finish(store, -1, changed, observer);
        Ok(location.fid)
    }

    fn rename(
        &mut self,
        store: &mut Aggregate,
        from: Name<'_>,
        to: Name<'_>,
        observer: &mut impl Observer,
    ) -> Result<Option<Fid>, DirectoryError> {
        self.begin(store, Lock::Exclusive, observer)?;
        if from.is_reserved() || to.is_reserved() {
            return Err(DirectoryError::Reserved);
        }
        let LookupResult::Found(old) = self.search(store, from, observer)? else {
            return Err(DirectoryError::NotFound);
        };
        if from == to {
            return Ok(None);
        }
        let bucket = page::bucket_of(from.bytes());
        // Before the new entry is written, check that the old one can be removed.
        Page::open(store, old.block)?.plan_removal(bucket, old.piece, &mut ())?;

        let mut changed = ChangedBlocks::default();
        let replaced = match self.search(store, to, observer)? {
            LookupResult::Found(target) => {
                page::set_fid(store.block_mut(target.block), target.piece, old.fid);
                changed.add(target.block);
                Some(target.fid)
            }
            LookupResult::Missing(insertion_point) => {
                self.add_entry(store, insertion_point, to, old.fid, &mut changed, observer)?;
                None
            }
        };
        let removal = Page::open(store, old.block)?.plan_removal(bucket, old.piece, observer)?;
        page::remove(store.block_mut(old.block), removal);
        changed.add(old.block);
        self.finish(store, if replaced.is_some() { -1 } else { 0 }, changed, observer);
        Ok(replaced)
    }

    fn readdir(
        &mut self,
        store: &Aggregate,
        cookie: Cookie,
        visit: &mut dyn FnMut(Entry<'_>) -> bool,
        observer: &mut impl Observer,
    ) -> Result<Option<Cookie>, DirectoryError> {
        self.begin(store, Lock::Shared, observer)?;
        self.lookup_cache = None;
        let pages = map::pages(store, self.anode)?;
        let page_bytes = BLOCK_BYTES as u64;
        if cookie.0 > u64::from(pages) * page_bytes {
            return Err(DirectoryError::BadCookie { cookie: cookie.0 });
        }
        let first = (cookie.0 / page_bytes) as u32;
        for logical in first..pages {
            let block = map::block_of(store, self.anode, logical)?;
            observer.note(Event::PageProbed(block));
            let page = Page::open(store, block)?;
            let page_start = u64::from(logical) * page_bytes;
            // Walk the page from its first piece, because a cookie could point to bytes of a name that look like an
            // entry.
            let mut piece = usize::from(FIRST_PIECE);
            while piece < PIECES {
                let start = page_start + (piece * PIECE_BYTES) as u64;
                let item = page.item_at(piece as u8)?;
                let end = piece + usize::from(item.length());
                if let (PageItem::Entry(head), true) = (item, start >= cookie.0) {
                    let name = page.name(piece as u8, head)?;
                    observer.note(Event::BytesCopied(name.len() as u32));
                    let next = Cookie(page_start + (end * PIECE_BYTES) as u64);
                    if !visit(Entry { name, fid: head.fid, next }) {
                        return Ok(Some(next));
                    }
                }
                piece = end;
            }
        }
        Ok(None)
    }

    /// Returns the size and population; pages and bytes do not include the map blocks.
    fn stat(&self, store: &Aggregate) -> Stat {
        let pages = self.anode.get(store, Field::Length);
        Stat {
            format: Format::V4,
            names: self.anode.get_long(store, LongField::Names),
            links: self.anode.get(store, Field::Links),
            pages,
            bytes: u64::from(pages) * BLOCK_BYTES as u64,
            levels: 1,
            data_version: self.anode.get_long(store, LongField::DataVersion),
        }
    }

    fn salvage(&self, store: &Aggregate) -> Vec<Damage> {
        salvage::salvage(store, self.anode)
    }
}
