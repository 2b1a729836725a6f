//! Events of a directory, and the simplest observer, which counts them.

use super::BlockNumber;
use pathlength_model::words;
use serde::Serialize;

/// Mode of a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lock {
    /// Shared with other readers.
    Shared,
    /// Held by one owner.
    Exclusive,
}

/// One primitive operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The whole directory was locked.
    DirectoryLocked(Lock),
    /// One page was locked.
    PageLocked(BlockNumber, Lock),
    /// A page with entries was searched for a name, or listed.
    PageProbed(BlockNumber),
    /// An index page was passed on the way to the page of an entry.
    LevelDescended(BlockNumber),
    /// A name was compared with the entry at this byte offset of the page probed last.
    NameCompared(u32),
    /// One piece in a free list (v4) or one slot in a page's table (v5) was passed.
    PieceWalked,
    /// The lookup cache had the result, so no search was necessary.
    LookupCacheHit,
    /// This number of bytes was copied within or between pages.
    BytesCopied(u32),
    /// A block changed, so it is logged.
    BlockLogged(BlockNumber),
    /// A page was added to the directory.
    PageAdded(BlockNumber),
    /// A page was freed.
    PageFreed(BlockNumber),
    /// The first page was split; the second is new.
    Split(BlockNumber, BlockNumber),
    /// The second page was merged into the first.
    Merge(BlockNumber, BlockNumber),
}

/// Kind of an [`Event`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// [`Event::DirectoryLocked`].
    DirectoryLocked,
    /// [`Event::PageLocked`].
    PageLocked,
    /// [`Event::PageProbed`].
    PageProbed,
    /// [`Event::LevelDescended`].
    LevelDescended,
    /// [`Event::NameCompared`].
    NameCompared,
    /// [`Event::PieceWalked`].
    PieceWalked,
    /// [`Event::LookupCacheHit`].
    LookupCacheHit,
    /// [`Event::BytesCopied`].
    BytesCopied,
    /// [`Event::BlockLogged`].
    BlockLogged,
    /// [`Event::PageAdded`].
    PageAdded,
    /// [`Event::PageFreed`].
    PageFreed,
    /// [`Event::Split`].
    Split,
    /// [`Event::Merge`].
    Merge,
}

words! {
    EventKind {
        DirectoryLocked = "directoryLocked",
        PageLocked = "pageLocked",
        PageProbed = "pageProbed",
        LevelDescended = "levelDescended",
        NameCompared = "nameCompared",
        PieceWalked = "pieceWalked",
        LookupCacheHit = "cacheHit",
        BytesCopied = "bytesCopied",
        BlockLogged = "blockLogged",
        PageAdded = "pageAdded",
        PageFreed = "pageFreed",
        Split = "split",
        Merge = "merge",
    }
}

/// An observer of a directory's work.
pub trait Observer {
    /// Records one primitive operation.
    fn note(&mut self, event: Event);
}

/// Ignores all events.
impl Observer for () {
    #[inline]
    fn note(&mut self, _: Event) {}
}

/// Numbers of primitive operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Counts {
    /// Locks on a whole directory.
    pub directory_locks: u64,
    /// Locks on a single page.
    pub page_locks: u64,
    /// Pages with entries that were searched or listed.
    pub pages_probed: u64,
    /// Index pages passed.
    pub levels_descended: u64,
    /// Whole-name comparisons.
    pub names_compared: u64,
    /// Free-list pieces or table slots passed.
    pub pieces_walked: u64,
    /// Searches avoided by the one-entry lookup cache.
    pub lookup_cache_hits: u64,
    /// Bytes copied.
    pub bytes_copied: u64,
    /// Logged changes to blocks.
    pub blocks_logged: u64,
    /// Pages added.
    pub pages_added: u64,
    /// Pages freed.
    pub pages_freed: u64,
    /// Page splits.
    pub splits: u64,
    /// Page merges.
    pub merges: u64,
}

impl Observer for Counts {
    #[inline]
    fn note(&mut self, event: Event) {
        match event {
            Event::DirectoryLocked(_) => self.directory_locks += 1,
            Event::PageLocked(..) => self.page_locks += 1,
            Event::PageProbed(_) => self.pages_probed += 1,
            Event::LevelDescended(_) => self.levels_descended += 1,
            Event::NameCompared(_) => self.names_compared += 1,
            Event::PieceWalked => self.pieces_walked += 1,
            Event::LookupCacheHit => self.lookup_cache_hits += 1,
            Event::BytesCopied(n) => self.bytes_copied += u64::from(n),
            Event::BlockLogged(_) => self.blocks_logged += 1,
            Event::PageAdded(_) => self.pages_added += 1,
            Event::PageFreed(_) => self.pages_freed += 1,
            Event::Split(..) => self.splits += 1,
            Event::Merge(..) => self.merges += 1,
        }
    }
}
