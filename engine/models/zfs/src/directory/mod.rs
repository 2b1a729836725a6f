//! zFS directories: the v4 format (a file of pages, each with its own small hash table) and the extended v5 format
//! (a tree of pages keyed by a hash of the name).
//!
//! Both are real byte pages in the blocks of an [`Aggregate`], both implement [`Directory`], and both tell an
//! [`Observer`] each primitive operation they do. [`Counts`] adds those up; other observers draw them or feed a cache.
//! Start reading at [`Directory`]; the page layouts are at the top of `v4/page.rs` and `v5/mod.rs`.

mod aggregate;
mod anode;
mod cache;
mod either;
mod error;
pub mod live;
mod name;
mod names_text;
mod observer;
pub mod ptest;
mod table;
mod tracker;
mod v4;
mod v5;

pub use aggregate::{Aggregate, BLOCK_BYTES, BlockNumber};
pub use cache::MetadataCache;
pub use error::{Damage, DirectoryError};
pub use name::{MAX_NAME_BYTES, Name};
pub use observer::{Counts, Event, EventKind, Lock, Observer};
pub use table::Object;
pub use v4::{FreeRun, V4Directory, V4EntryReport, V4PageReport};
pub use v5::{EntryReport, MAX_SUBDIRECTORIES, PageKind, PageReport, V5Directory};
pub(crate) use {
    aggregate::{HEADER_AT, read_u32, write_u32},
    either::{Either, either},
    names_text::NamesText,
    table::FileSpace,
    tracker::{Move, Tracker},
};

use serde::{Deserialize, Serialize};

/// Which on-disk format a directory has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Pages with one hash table each and none for the whole directory.
    V4,
    /// A tree of pages keyed by a hash of the name.
    V5,
}

/// What a directory entry points to: an anode's index in the file system and the number that tells apart its reuses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fid {
    /// Index of the anode.
    pub index: u32,
    /// Distinguishes successive objects that had the same index.
    pub unique: u32,
}

/// The kind of object a name stands for. Sub-directories count against a directory's link count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    /// Anything that is not a directory.
    File,
    /// A sub-directory: its `..` entry is a link to the directory.
    Directory,
}

/// Where a listing goes on. `Cookie::START` begins; every other value comes from an earlier [`Directory::readdir`].
///
/// A cookie from anywhere else is never unsafe: the directory goes on at the next entry it finds, or refuses it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cookie(pub u64);

impl Cookie {
    /// The beginning of the directory.
    pub const START: Self = Self(0);
}

/// One entry as a listing returns it; the name is borrowed from the caller's buffer for the time of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The name's bytes.
    pub name: &'a [u8],
    /// What it points to.
    pub fid: Fid,
    /// Where a listing goes on after this entry.
    pub next: Cookie,
}

/// Size and population of a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stat {
    /// The format.
    pub format: Format,
    /// Names in the directory, without `.` and `..`.
    pub names: u64,
    /// Links to the directory: 2 and one for each sub-directory.
    pub links: u32,
    /// Pages that the directory occupies, index pages included. The map blocks of a v4 directory are not counted.
    pub pages: u32,
    /// Bytes of storage it occupies: whole pages.
    pub bytes: u64,
    /// Pages passed from the root to an entry's page, that page included. 1 in a v4 directory, which has no tree.
    pub levels: u32,
    /// Grows by one with each change.
    pub data_version: u64,
}

/// What both formats can do.
///
/// Each call reports its primitive operations to `seen`. A name that is not there is [`DirectoryError::NotFound`];
/// a call that fails changes nothing.
pub trait Directory {
    /// The object that `name` stands for.
    ///
    /// # Errors
    /// [`DirectoryError::NotFound`], or [`DirectoryError::Damaged`] where a page makes no sense.
    fn lookup(&mut self, store: &Aggregate, name: Name<'_>, seen: &mut impl Observer) -> Result<Fid, DirectoryError>;

    /// Enters `name`.
    ///
    /// # Errors
    /// [`DirectoryError::Exists`], [`DirectoryError::TooManySubdirectories`], [`DirectoryError::AggregateFull`],
    /// [`DirectoryError::DirectoryFull`] or [`DirectoryError::Damaged`].
    fn create(
        &mut self,
        store: &mut Aggregate,
        name: Name<'_>,
        fid: Fid,
        kind: ObjectKind,
        seen: &mut impl Observer,
    ) -> Result<(), DirectoryError>;

    /// Takes `name` out and returns what it stood for. `kind` says whether it was a sub-directory.
    ///
    /// # Errors
    /// [`DirectoryError::NotFound`], [`DirectoryError::Reserved`] for `.` and `..`, or [`DirectoryError::Damaged`].
    fn remove(
        &mut self,
        store: &mut Aggregate,
        name: Name<'_>,
        kind: ObjectKind,
        seen: &mut impl Observer,
    ) -> Result<Fid, DirectoryError>;

    /// Gives the object `from` the name `to`; an object that had the name `to` loses it and is returned.
    /// Renaming a name to itself changes nothing. The link count stays as it is: whoever takes the name of a
    /// sub-directory away knows that it was one, and removes it before.
    ///
    /// # Errors
    /// As [`Directory::create`] and [`Directory::remove`]; `from` is then still there and `to` unchanged.
    fn rename(
        &mut self,
        store: &mut Aggregate,
        from: Name<'_>,
        to: Name<'_>,
        seen: &mut impl Observer,
    ) -> Result<Option<Fid>, DirectoryError>;

    /// Lists entries from `cookie` on, `.` and `..` included, until `visit` returns `false` or the end is reached.
    /// Returns where to go on, or `None` at the end. Names that stay in the directory while a listing goes on are
    /// listed exactly once.
    ///
    /// # Errors
    /// [`DirectoryError::BadCookie`] for a cookie beyond the directory, or [`DirectoryError::Damaged`].
    fn readdir(
        &mut self,
        store: &Aggregate,
        cookie: Cookie,
        visit: &mut dyn FnMut(Entry<'_>) -> bool,
        seen: &mut impl Observer,
    ) -> Result<Option<Cookie>, DirectoryError>;

    /// Size and population.
    fn stat(&self, store: &Aggregate) -> Stat;

    /// Checks every page and returns what is wrong with it; empty for a sound directory.
    fn salvage(&self, store: &Aggregate) -> Vec<Damage>;
}
