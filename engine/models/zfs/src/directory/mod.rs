//! zFS directories. The v4 format is a file of pages, each with a small hash table. The extended v5 format is a tree of
//! pages keyed by a hash of the name.
//!
//! Both formats keep real byte pages in the blocks of an [`Aggregate`], implement [`Directory`], and report each
//! primitive operation to an [`Observer`]. [`Counts`] adds these operations up; other observers draw them or feed a
//! cache. Start reading at [`Directory`]; the page layouts are at the top of `v4/page.rs` and `v5/mod.rs`.

mod aggregate;
mod anode;
mod any_directory;
mod cache;
mod error;
mod image;
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
pub use any_directory::AnyDirectory;
pub use cache::MetadataCache;
pub use error::{Damage, DirectoryError};
pub use image::{DirectoryImage, ImageError};
pub use name::{MAX_NAME_BYTES, Name};
pub use names_text::{AddName, LoadSummary, NamesText, Rejection};
pub use observer::{Counts, Event, EventKind, Lock, Observer};
pub use table::Object;
pub use v4::{FreeRun, V4Directory, V4EntryReport, V4PageReport};
pub use v5::{EntryReport, MAX_SUBDIRECTORIES, PageKind, PageReport, V5Directory};
pub(crate) use {
    aggregate::{HEADER_AT, read_u32, write_u32},
    any_directory::dispatch,
    table::FileSpace,
    tracker::{AllocationEvent, Tracker},
};

use serde::{Deserialize, Serialize};

/// On-disk format of a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Pages with one hash table each; the directory as a whole has none.
    V4,
    /// A tree of pages keyed by a hash of the name.
    V5,
}

/// Identifier of the object of a directory entry: its anode's index, and a number that is different each time that the
/// anode is reused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fid {
    /// Index of the anode.
    pub index: u32,
    /// Number that distinguishes successive objects with the same index.
    pub unique: u32,
}

/// Kind of the object of a directory entry. Subdirectories count in a directory's link count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    /// Any object but a directory.
    File,
    /// A subdirectory: its `..` entry is a link to the directory that contains it.
    Directory,
}

/// Position in a listing. `Cookie::START` is the beginning; every other valid value comes from an earlier
/// [`Directory::readdir`].
///
/// An invalid cookie is safe: the directory rejects it or continues at the next entry after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cookie(pub u64);

impl Cookie {
    /// The beginning of the directory.
    pub const START: Self = Self(0);
}

/// One entry of a listing. The entry's name is borrowed for the duration of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The name's bytes.
    pub name: &'a [u8],
    /// The object.
    pub fid: Fid,
    /// Position after this entry.
    pub next: Cookie,
}

/// Size and population of a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stat {
    /// The format.
    pub format: Format,
    /// Number of names in the directory, without `.` and `..`.
    pub names: u64,
    /// Link count of the directory: 2 plus the number of its subdirectories.
    pub links: u32,
    /// Number of pages that the directory occupies, index pages included. The map blocks of a v4 directory are not
    /// counted.
    pub pages: u32,
    /// Bytes of storage that the directory occupies: whole pages.
    pub bytes: u64,
    /// Number of pages on the path from the root to an entry, the entry's page included; 1 in a v4 directory, which has
    /// no tree.
    pub levels: u32,
    /// Number of changes to the directory.
    pub data_version: u64,
}

/// Operations of a directory in either format.
///
/// Each call reports its primitive operations to `observer`. A missing name is [`DirectoryError::NotFound`]; a call
/// that fails changes nothing.
pub trait Directory {
    /// Looks up `name` and returns its object.
    ///
    /// # Errors
    /// Returns [`DirectoryError::NotFound`] if no entry has this name, or [`DirectoryError::Damaged`] if a page is
    /// invalid.
    fn lookup(
        &mut self,
        store: &Aggregate,
        name: Name<'_>,
        observer: &mut impl Observer,
    ) -> Result<Fid, DirectoryError>;

    /// Adds an entry for `name`.
    ///
    /// # Errors
    /// Returns [`DirectoryError::Exists`], [`DirectoryError::TooManySubdirectories`],
    /// [`DirectoryError::AggregateFull`], [`DirectoryError::DirectoryFull`], or [`DirectoryError::Damaged`].
    fn create(
        &mut self,
        store: &mut Aggregate,
        name: Name<'_>,
        fid: Fid,
        kind: ObjectKind,
        observer: &mut impl Observer,
    ) -> Result<(), DirectoryError>;

    /// Removes the entry of `name` and returns its object. `kind` must be the kind of that object.
    ///
    /// # Errors
    /// Returns [`DirectoryError::NotFound`], [`DirectoryError::Reserved`] for `.` and `..`, or
    /// [`DirectoryError::Damaged`].
    fn remove(
        &mut self,
        store: &mut Aggregate,
        name: Name<'_>,
        kind: ObjectKind,
        observer: &mut impl Observer,
    ) -> Result<Fid, DirectoryError>;

    /// Renames the entry `from` to `to`. If `to` exists, its object is replaced and returned. Renaming a name to itself
    /// changes nothing. The link count does not change: a caller that replaces a subdirectory adjusts it.
    ///
    /// # Errors
    /// Returns the errors of [`Directory::create`] and [`Directory::remove`]; `from` and `to` are then unchanged.
    fn rename(
        &mut self,
        store: &mut Aggregate,
        from: Name<'_>,
        to: Name<'_>,
        observer: &mut impl Observer,
    ) -> Result<Option<Fid>, DirectoryError>;

    /// Lists entries from `cookie` onward, `.` and `..` included, until `visit` returns `false` or the end is reached.
    /// Returns the position at which to continue, or `None` at the end. Names that stay in the directory during a
    /// listing are listed exactly once.
    ///
    /// # Errors
    /// Returns [`DirectoryError::BadCookie`] for a cookie beyond the directory, or [`DirectoryError::Damaged`].
    fn readdir(
        &mut self,
        store: &Aggregate,
        cookie: Cookie,
        visit: &mut dyn FnMut(Entry<'_>) -> bool,
        observer: &mut impl Observer,
    ) -> Result<Option<Cookie>, DirectoryError>;

    /// Returns the size and population.
    fn stat(&self, store: &Aggregate) -> Stat;

    /// Checks every page and returns all damage; the result is empty for a sound directory.
    fn salvage(&self, store: &Aggregate) -> Vec<Damage>;
}
