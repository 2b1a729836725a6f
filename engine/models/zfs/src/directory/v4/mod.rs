//! A v4 directory: a file of pages with a small hash table each and none for the whole directory (Episode geometry).
//!
//! A search therefore probes page after page until it hits; a miss probes all of them. A new name goes to the first
//! page with room for it. Pages are never given back. [`page`] is one page, [`map`] says where the pages are,
//! [`salvage`] checks it all and [`report`] shows a page.
//!
//! The sizes, the hash and the rules of search are those of Episode's directory package (OSF DCE 1.2.2), the ancestor
//! of the zFS format. Where its header keeps which field, the byte order and the page map are this model's own.

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
use map::Changed;
use page::{FIRST_PIECE, Fit, PIECE_BYTES, PIECES, Page, Part};

/// The most pages a directory has: 512 MB (Episode geometry).
const MAX_PAGES: u32 = 65_536;

/// The most links a directory has: its link count is an unsigned 16-bit number (Episode geometry).
const MAX_LINKS: u32 = u16::MAX as u32;

/// The most sub-directories: two links are the directory's own.
const MAX_SUBDIRECTORIES: u32 = MAX_LINKS - 2;

/// The lookup cache takes names up to this length (Episode geometry).
const MAX_REMEMBERED_BYTES: usize = 15;

/// A v4 directory.
#[derive(Clone, Debug)]
pub struct V4Directory {
    anode: Anode,
    remembered: Option<Remembered>,
}

/// Where an entry is.
#[derive(Clone, Copy, Debug)]
struct Place {
    block: BlockNumber,
    piece: u8,
    fid: Fid,
}

/// Where a new entry goes.
#[derive(Clone, Copy, Debug)]
struct Slot {
    block: BlockNumber,
    fit: Fit,
}

/// What a search found.
#[derive(Clone, Copy, Debug)]
enum Found {
    /// The entry.
    There(Place),
    /// No entry, and the first place one would fit; `None` if that needs another page.
    Nowhere(Option<Slot>),
}

/// The one-entry lookup cache: the last name searched for and the answer, good for as long as nothing changes.
#[derive(Clone, Copy, Debug)]
struct Remembered {
    name: [u8; MAX_REMEMBERED_BYTES],
    length: u8,
    data_version: u64,
    found: Found,
}

impl V4Directory {
    /// The most sub-directories that a directory has.
    pub const MAX_SUBDIRECTORIES: u32 = MAX_SUBDIRECTORIES;

    /// An empty directory below `parent` (or a root directory, its own parent). It takes three blocks: a page and the
    /// two map blocks above it.
    ///
    /// # Errors
    /// [`DirectoryError::AggregateFull`].
    pub fn create(store: &mut Aggregate, parent: Option<Fid>) -> Result<Self, DirectoryError> {
        Self::create_with(store, |store| Anode::create(store, Format::V4, parent))
    }

    /// An empty directory with the anode that `anode` gives.
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
        let directory = Self { anode, remembered: None };
        for (name, fid) in [(Name::DOT, anode.fid(store)), (Name::DOT_DOT, anode.parent(store))] {
            let slot = directory.next_slot(store, 1, &mut 0)?;
            directory.enter(store, slot, name, fid, &mut Changed::default(), &mut ())?;
        }
        Ok(directory)
    }

    /// The directory of this anode.
    pub(super) const fn open(anode: Anode) -> Self {
        Self { anode, remembered: None }
    }

    /// Gives the directory another parent, also in its entry `..`.
    pub(super) fn set_parent(&self, store: &mut Aggregate, parent: Fid) -> Result<(), Damage> {
        if let Found::There(place) = self.scan(store, Name::DOT_DOT, &mut ())? {
            page::set_fid(store.block_mut(place.block), place.piece, parent);
        }
        self.anode.set_parent(store, parent);
        Ok(())
    }

    /// All blocks that belong to the directory.
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

    /// The directory's own fid.
    pub fn fid(&self, store: &Aggregate) -> Fid {
        self.anode.fid(store)
    }

    /// Searches page after page for `name`, on the way remembering the first place where it would fit.
    fn search(&mut self, store: &Aggregate, name: Name<'_>, seen: &mut impl Observer) -> Result<Found, DirectoryError> {
        if let Some(found) = self.recall(store, name) {
            seen.note(Event::LookupCacheHit);
            return Ok(found);
        }
        self.remembered = None;
        let found = self.scan(store, name, seen)?;
        self.remember(store, name, found);
        Ok(found)
    }

    fn scan(&self, store: &Aggregate, name: Name<'_>, seen: &mut impl Observer) -> Result<Found, Damage> {
        let name = name.bytes();
        let bucket = page::bucket_of(name);
        let pieces = page::pieces_for(name);
        let mut slot = None;
        for logical in 0..map::pages(store, self.anode)? {
            let block = map::block_of(store, self.anode, logical)?;
            seen.note(Event::PageProbed(block));
            let page = Page::open(store, block)?;
            if let Some((piece, head)) = page.find(bucket, name, seen)? {
                return Ok(Found::There(Place { block, piece, fid: head.fid }));
            }
            if slot.is_none() {
                slot = page.first_fit(pieces, seen)?.map(|fit| Slot { block, fit });
            }
        }
        Ok(Found::Nowhere(slot))
    }

    /// Forgets the last search.
    pub(super) fn forget(&mut self) {
        self.remembered = None;
    }

    fn recall(&self, store: &Aggregate, name: Name<'_>) -> Option<Found> {
        let remembered = self.remembered.as_ref()?;
        let same = remembered.name[..usize::from(remembered.length)] == *name.bytes()
            && remembered.data_version == self.anode.get_long(store, LongField::DataVersion);
        same.then_some(remembered.found)
    }

    fn remember(&mut self, store: &Aggregate, name: Name<'_>, found: Found) {
        let bytes = name.bytes();
        if bytes.len() <= MAX_REMEMBERED_BYTES {
            let mut name = [0; MAX_REMEMBERED_BYTES];
            name[..bytes.len()].copy_from_slice(bytes);
            let data_version = self.anode.get_long(store, LongField::DataVersion);
            self.remembered = Some(Remembered { name, length: bytes.len() as u8, data_version, found });
        }
    }

    /// Writes an entry to `slot`, or to a new page where there is none.
    fn enter(
        &self,
        store: &mut Aggregate,
        slot: Option<Slot>,
        name: Name<'_>,
        fid: Fid,
        changed: &mut Changed,
        seen: &mut impl Observer,
    ) -> Result<(), DirectoryError> {
        let slot = if let Some(slot) = slot {
            slot
        } else {
            let block = map::append(store, self.anode, changed)?;
            page::format(store.block_mut(block));
            seen.note(Event::PageAdded(block));
            Slot { block, fit: Fit::NEW_PAGE }
        };
        page::enter(store, slot.block, slot.fit, name.bytes(), fid)?;
        seen.note(Event::BytesCopied(name.bytes().len() as u32));
        changed.add(slot.block);
        Ok(())
    }

    /// Counts a change of the directory and logs the blocks it touched.
    fn finish(&self, store: &mut Aggregate, names_added: i64, mut changed: Changed, seen: &mut impl Observer) {
        let names = self.anode.get_long(store, LongField::Names);
        self.anode.set_long(store, LongField::Names, names.wrapping_add_signed(names_added));
        let version = self.anode.get_long(store, LongField::DataVersion);
        self.anode.set_long(store, LongField::DataVersion, version.wrapping_add(1));
        changed.add(self.anode.block());
        for &block in changed.blocks() {
            seen.note(Event::BlockLogged(block));
        }
    }

    /// Locks the directory and checks that the anode is one of a v4 directory.
    fn begin(&self, store: &Aggregate, lock: Lock, seen: &mut impl Observer) -> Result<(), Damage> {
        seen.note(Event::DirectoryLocked(lock));
        self.anode.check(store, Format::V4)
    }
}

impl Directory for V4Directory {
    fn lookup(&mut self, store: &Aggregate, name: Name<'_>, seen: &mut impl Observer) -> Result<Fid, DirectoryError> {
        self.begin(store, Lock::Shared, seen)?;
        if name == Name::DOT {
            return Ok(self.fid(store));
        }
        match self.search(store, name, seen)? {
            Found::There(place) => Ok(place.fid),
            Found::Nowhere(_) => Err(DirectoryError::NotFound),
        }
    }

    fn create(
        &mut self,
        store: &mut Aggregate,
        name: Name<'_>,
        fid: Fid,
        kind: ObjectKind,
        seen: &mut impl Observer,
    ) -> Result<(), DirectoryError> {
        self.begin(store, Lock::Exclusive, seen)?;
        if name.is_reserved() {
            return Err(DirectoryError::Exists);
        }
        let Found::Nowhere(slot) = self.search(store, name, seen)? else {
            return Err(DirectoryError::Exists);
        };
        let links = self.anode.get(store, Field::Links);
        if kind == ObjectKind::Directory && links >= MAX_LINKS {
            return Err(DirectoryError::TooManySubdirectories { limit: MAX_SUBDIRECTORIES });
        }
        let mut changed = Changed::default();
        self.enter(store, slot, name, fid, &mut changed, seen)?;
        if kind == ObjectKind::Directory {
            self.anode.set(store, Field::Links, links + 1);
        }
        self.finish(store, 1, changed, seen);
        Ok(())
    }

    fn remove(
        &mut self,
        store: &mut Aggregate,
        name: Name<'_>,
        kind: ObjectKind,
        seen: &mut impl Observer,
    ) -> Result<Fid, DirectoryError> {
        self.begin(store, Lock::Exclusive, seen)?;
        if name.is_reserved() {
            return Err(DirectoryError::Reserved);
        }
        let Found::There(place) = self.search(store, name, seen)? else {
            return Err(DirectoryError::NotFound);
        };
        let removal = Page::open(store, place.block)?.removal(page::bucket_of(name.bytes()), place.piece, seen)?;
        page::remove(store.block_mut(place.block), removal);
        if kind == ObjectKind::Directory {
            let links = self.anode.get(store, Field::Links);
            self.anode.set(store, Field::Links, links.saturating_sub(1).max(2));
        }
        let mut changed = Changed::default();
        changed.add(place.block);
        self.finish(store, -1, changed, seen);
        Ok(place.fid)
    }

    fn rename(
        &mut self,
        store: &mut Aggregate,
        from: Name<'_>,
        to: Name<'_>,
        seen: &mut impl Observer,
    ) -> Result<Option<Fid>, DirectoryError> {
        self.begin(store, Lock::Exclusive, seen)?;
        if from.is_reserved() || to.is_reserved() {
            return Err(DirectoryError::Reserved);
        }
        let Found::There(old) = self.search(store, from, seen)? else {
            return Err(DirectoryError::NotFound);
        };
        if from == to {
            return Ok(None);
        }
        let bucket = page::bucket_of(from.bytes());
        // Whether the old entry can be taken out must be known before the new one is written.
        Page::open(store, old.block)?.removal(bucket, old.piece, &mut ())?;

        let mut changed = Changed::default();
        let replaced = match self.search(store, to, seen)? {
            Found::There(target) => {
                page::set_fid(store.block_mut(target.block), target.piece, old.fid);
                changed.add(target.block);
                Some(target.fid)
            }
            Found::Nowhere(slot) => {
                self.enter(store, slot, to, old.fid, &mut changed, seen)?;
                None
            }
        };
        let removal = Page::open(store, old.block)?.removal(bucket, old.piece, seen)?;
        page::remove(store.block_mut(old.block), removal);
        changed.add(old.block);
        self.finish(store, if replaced.is_some() { -1 } else { 0 }, changed, seen);
        Ok(replaced)
    }

    fn readdir(
        &mut self,
        store: &Aggregate,
        cookie: Cookie,
        visit: &mut dyn FnMut(Entry<'_>) -> bool,
        seen: &mut impl Observer,
    ) -> Result<Option<Cookie>, DirectoryError> {
        self.begin(store, Lock::Shared, seen)?;
        self.remembered = None;
        let pages = map::pages(store, self.anode)?;
        let page_bytes = BLOCK_BYTES as u64;
        if cookie.0 > u64::from(pages) * page_bytes {
            return Err(DirectoryError::BadCookie { cookie: cookie.0 });
        }
        let first = (cookie.0 / page_bytes) as u32;
        for logical in first..pages {
            let block = map::block_of(store, self.anode, logical)?;
            seen.note(Event::PageProbed(block));
            let page = Page::open(store, block)?;
            let page_start = u64::from(logical) * page_bytes;
            // Names can look like entries, so a cookie is trusted only to say where not to list yet.
            let mut piece = usize::from(FIRST_PIECE);
            while piece < PIECES {
                let start = page_start + (piece * PIECE_BYTES) as u64;
                let part = page.part(piece as u8)?;
                let end = piece + usize::from(part.length());
                if let (Part::Entry(head), true) = (part, start >= cookie.0) {
                    let name = page.name(piece as u8, head)?;
                    seen.note(Event::BytesCopied(name.len() as u32));
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

    /// Pages and bytes are those of the pages with entries; the map blocks are not counted.
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
