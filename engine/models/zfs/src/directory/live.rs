//! An interactive directory: it takes names one by one or as text, traces each operation, and shows the pages of both
//! formats in the same way.

use super::any_directory::{AnyDirectory, dispatch};
use super::names_text::NamesText;
pub use super::names_text::{LoadSummary, Rejection};
use super::{
    Aggregate, BLOCK_BYTES, BlockNumber, Cookie, Counts, Damage, Directory, DirectoryError, Event, Fid, Format, Name,
    ObjectKind, Observer, PageKind, Stat, V4Directory, V5Directory,
};
use serde::Serialize;

/// Number of blocks in the aggregate of a live directory (512 MB).
const BLOCKS: u32 = 65_536;

/// Maximum number of steps that are recorded one by one; further steps are only counted.
const MAX_STEPS: usize = 20_000;

/// An operation on one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Add the name.
    Create,
    /// Look up the name.
    Lookup,
    /// Remove the name.
    Remove,
}

/// The steps of one operation, in order, and their counts by kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The first steps, at most `MAX_STEPS`.
    pub steps: Vec<Event>,
    /// Counts of all steps.
    pub counts: Counts,
}

impl Observer for Trace {
    fn note(&mut self, event: Event) {
        self.counts.note(event);
        if self.steps.len() < MAX_STEPS {
            self.steps.push(event);
        }
    }
}

/// Summary of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct PageSummary {
    /// Block of the page.
    pub block: BlockNumber,
    /// Whether the page is an index page.
    pub index: bool,
    /// Number of names in the page, `.` and `..` included; number of pointers in an index page.
    pub names: u32,
    /// Bytes in use, the page's own header and tables included.
    pub used_bytes: u32,
    /// Number of hash bits that all names in the page share (v5); 0 in v4.
    pub depth: u8,
    /// Common prefix of all names, which the page stores once (v5).
    pub prefix: String,
    /// Common suffix of all names, which the page stores once (v5).
    pub suffix: String,
    /// Reason why the page cannot be read; empty if it is readable. For an unreadable page, only the block is known.
    pub damage: String,
}

impl PageSummary {
    /// Returns the summary of a page that cannot be read.
    fn unread(block: BlockNumber, why: &DirectoryError) -> Self {
        Self {
            block,
            index: false,
            names: 0,
            used_bytes: 0,
            depth: 0,
            prefix: String::new(),
            suffix: String::new(),
            damage: why.to_string(),
        }
    }
}

/// Damage to one page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct DamageView {
    /// The page's block.
    pub block: BlockNumber,
    /// Byte offset in the page.
    pub offset: u32,
    /// The damage, as a sentence.
    pub what: String,
}

/// One entry of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct EntryView {
    /// Byte offset in the page.
    pub offset: u32,
    /// Bytes of the entry.
    pub bytes: u32,
    /// Hash chain of the entry (v4), or its slot in the page's table (v5).
    pub bucket: u32,
    /// Byte offset of the next entry of the chain, 0 at its end (v4); 0 in v5.
    pub next: u32,
    /// The name.
    pub name: String,
}

/// Contiguous free bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Gap {
    /// Byte offset in the page.
    pub offset: u32,
    /// Number of bytes.
    pub bytes: u32,
}

/// Contents of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct PageView {
    /// Summary of the page.
    pub summary: PageSummary,
    /// Entries in the order of their offsets.
    pub entries: Vec<EntryView>,
    /// Free bytes between and after the entries.
    pub gaps: Vec<Gap>,
}

/// A directory in either format, in a separate aggregate.
#[derive(Debug)]
pub struct LiveDirectory {
    store: Aggregate,
    directory: AnyDirectory,
    /// Index of the next object.
    next: u32,
    /// The text of names that is being loaded.
    text: NamesText,
}

impl LiveDirectory {
    /// Creates an empty directory.
    ///
    /// # Errors
    /// Returns no error in practice: a new aggregate has space.
    pub fn new(format: Format) -> Result<Self, DirectoryError> {
        let mut store = Aggregate::new(BLOCKS);
        let directory = AnyDirectory::empty(&mut store, format)?;
        Ok(Self { store, directory, next: 1, text: NamesText::default() })
    }

    /// Performs one operation and returns its trace and its result.
    ///
    /// # Errors
    /// The returned result contains the errors of the corresponding operation of [`Directory`].
    pub fn apply(&mut self, operation: Operation, name: &[u8]) -> (Trace, Result<(), DirectoryError>) {
        let mut trace = Trace::default();
        let answer = Name::new(name).and_then(|name| {
            let store = &mut self.store;
            dispatch!(&mut self.directory, directory => match operation {
                Operation::Lookup => directory.lookup(store, name, &mut trace).map(drop),
                Operation::Remove => directory.remove(store, name, ObjectKind::File, &mut trace).map(drop),
                Operation::Create => {
                    let fid = Fid { index: self.next, unique: 1 };
                    directory.create(store, name, fid, ObjectKind::File, &mut trace)
                }
            })
        });
        if operation == Operation::Create && answer.is_ok() {
            self.next = self.next.wrapping_add(1);
        }
        (trace, answer)
    }

    /// Adds the names in a text, one per line. The text arrives in chunks of any size; `last` marks the last chunk.
    /// Returns the report on the text so far; the next text starts a new report.
    pub fn load(&mut self, chunk: &[u8], last: bool) -> LoadSummary {
        let Self { store, directory, next, text } = self;
        text.read(chunk, last, &mut |_, line| {
            let (name, fid) = (Name::new(line)?, Fid { index: *next, unique: 1 });
            dispatch!(directory, directory => directory.create(store, name, fid, ObjectKind::File, &mut ()))?;
            *next = next.wrapping_add(1);
            Ok(())
        })
    }

    /// Lists up to `max_names` names from `cookie` onward and returns the position at which to continue.
    ///
    /// # Errors
    /// Returns the errors of [`Directory::readdir`].
    pub fn list(
        &mut self,
        cookie: Cookie,
        max_names: u32,
        trace: &mut Trace,
    ) -> Result<(Vec<String>, Option<Cookie>), DirectoryError> {
        let mut names = Vec::new();
        if max_names == 0 {
            return Ok((names, Some(cookie)));
        }
        let mut visit = |entry: super::Entry<'_>| {
            names.push(text(entry.name));
            names.len() < max_names as usize
        };
        let next =
            dispatch!(&mut self.directory, directory => directory.readdir(&self.store, cookie, &mut visit, trace))?;
        Ok((names, next))
    }

    /// Returns the size and population.
    pub fn stat(&self) -> Stat {
        dispatch!(&self.directory, directory => directory.stat(&self.store))
    }

    /// Returns the damage to the directory's pages.
    pub fn salvage(&self) -> Vec<DamageView> {
        let damage = dispatch!(&self.directory, directory => directory.salvage(&self.store));
        let view = |one: &Damage| DamageView { block: one.block, offset: one.offset, what: one.to_string() };
        damage.iter().map(view).collect()
    }

    /// Flips one bit, as a failing disk would.
    ///
    /// # Errors
    /// Returns [`DirectoryError::BadCookie`] if the aggregate has no such block, or the block has no such byte.
    pub fn damage(&mut self, block: BlockNumber, offset: u32, bit: u8) -> Result<(), DirectoryError> {
        if !self.store.has(block) || offset as usize >= BLOCK_BYTES {
            return Err(DirectoryError::BadCookie { cookie: u64::from(block) * BLOCK_BYTES as u64 });
        }
        self.store.block_mut(block)[offset as usize] ^= 1 << (bit & 7);
        Ok(())
    }

    /// Returns all pages; in a v5 directory, the index pages come first, and then the other pages in hash order.
    ///
    /// # Errors
    /// Returns [`DirectoryError::Damaged`] if the map or the index is invalid. A damaged page is listed as such.
    pub fn pages(&self) -> Result<Vec<PageSummary>, DirectoryError> {
        pages(&self.store, &self.directory)
    }

    /// Returns the contents of page `at` in the order of [`LiveDirectory::pages`].
    ///
    /// # Errors
    /// Returns [`DirectoryError::Damaged`], or [`DirectoryError::BadCookie`] if there is no such page.
    pub fn page(&self, at: u32) -> Result<PageView, DirectoryError> {
        match &self.directory {
            AnyDirectory::V4(directory) => v4_page(&self.store, directory, at),
            AnyDirectory::V5(directory) => {
                let blocks = directory.pages(&self.store)?;
                let missing = DirectoryError::BadCookie { cookie: u64::from(at) * BLOCK_BYTES as u64 };
                v5_page(&self.store, directory, *blocks.get(at as usize).ok_or(missing)?)
            }
        }
    }
}

/// Returns the pages of a directory in the order of [`LiveDirectory::pages`].
pub(crate) fn pages(store: &Aggregate, directory: &AnyDirectory) -> Result<Vec<PageSummary>, DirectoryError> {
    let summary = |block, page: Result<PageView, _>| match page {
        Ok(page) => page.summary,
        Err(error) => PageSummary::unread(block, &error),
    };
    match directory {
        AnyDirectory::V4(directory) => {
            let blocks = (0..directory.stat(store).pages).map(|page| Ok((page, directory.block(store, page)?)));
            blocks.map(|one| one.map(|(page, block)| summary(block, v4_page(store, directory, page)))).collect()
        }
        AnyDirectory::V5(directory) => {
            let blocks = directory.pages(store)?;
            Ok(blocks.into_iter().map(|block| summary(block, v5_page(store, directory, block))).collect())
        }
    }
}

fn v4_page(store: &Aggregate, directory: &V4Directory, at: u32) -> Result<PageView, DirectoryError> {
    const PIECE: u32 = 32;
    let report = directory.page_report(store, at)?;
    let entries: Vec<_> = report
        .entries
        .iter()
        .map(|entry| EntryView {
            offset: u32::from(entry.piece) * PIECE,
            bytes: u32::from(entry.pieces) * PIECE,
            bucket: u32::from(entry.bucket),
            next: u32::from(entry.next) * PIECE,
            name: text(&entry.name),
        })
        .collect();
    let gaps = report.free_runs.iter();
    let gaps = gaps.map(|run| Gap { offset: u32::from(run.piece) * PIECE, bytes: u32::from(run.pieces) * PIECE });
    let summary = PageSummary {
        block: report.block,
        index: false,
        names: entries.len() as u32,
        used_bytes: BLOCK_BYTES as u32 - report.free_pieces * PIECE,
        depth: 0,
        prefix: String::new(),
        suffix: String::new(),
        damage: String::new(),
    };
    Ok(PageView { summary, entries, gaps: gaps.collect() })
}

fn v5_page(store: &Aggregate, directory: &V5Directory, block: BlockNumber) -> Result<PageView, DirectoryError> {
    const INDEX_HEADER: u32 = 32;
    let report = directory.page_report(store, block)?;
    let index = report.kind == PageKind::Index;
    let used_bytes = if index { INDEX_HEADER + report.live_bytes } else { BLOCK_BYTES as u32 - report.free_bytes };
    let summary = PageSummary {
        block,
        index,
        names: report.count,
        used_bytes,
        depth: report.depth,
        prefix: text(&report.prefix),
        suffix: text(&report.suffix),
        damage: String::new(),
    };
    let mut entries: Vec<_> = report
        .entries
        .iter()
        .map(|entry| EntryView {
            offset: entry.offset,
            bytes: entry.bytes,
            bucket: entry.slot,
            next: 0,
            name: text(&entry.name),
        })
        .collect();
    entries.sort_by_key(|entry| entry.offset);
    // Entries and gaps share the heap at the end of the page.
    let mut gaps = Vec::new();
    // The header of a damaged page may claim that the heap is larger than the page.
    let mut next = (BLOCK_BYTES as u32).saturating_sub(report.live_bytes + report.free_bytes);
    for (from, to) in entries.iter().map(|entry| (entry.offset, entry.offset + entry.bytes)) {
        if from > next {
            gaps.push(Gap { offset: next, bytes: from - next });
        }
        next = next.max(to);
    }
    if next < BLOCK_BYTES as u32 && !summary.index {
        gaps.push(Gap { offset: next, bytes: BLOCK_BYTES as u32 - next });
    }
    Ok(PageView { summary, entries, gaps })
}

/// Returns a name as text, in which bytes that are not UTF-8 are marked.
fn text(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}
