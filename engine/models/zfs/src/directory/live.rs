//! A directory to play with: it takes names one by one or as text, tells each step of an operation, and shows its pages
//! the same way for both formats.

use super::either::{Either, either};
use super::names_text::NamesText;
pub use super::names_text::{Loaded, Rejection};
use super::{
    Aggregate, BLOCK_BYTES, BlockNumber, Cookie, Counts, Damage, Directory, DirectoryError, Event, Fid, Format, Name,
    ObjectKind, Observer, PageKind, Stat, V4Directory, V5Directory,
};
use serde::Serialize;

/// Blocks of the aggregate that a live directory lives in: 512 MB.
const BLOCKS: u32 = 65_536;

/// So many steps are told one by one; the rest is only counted.
const MOST_STEPS: usize = 20_000;

/// What a caller wants done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Enter the name.
    Create,
    /// Look it up.
    Lookup,
    /// Take it out.
    Remove,
}

/// The steps of one operation, in order, and how many there were of each kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The first steps, `MOST_STEPS` at most.
    pub steps: Vec<Event>,
    /// All of them, counted.
    pub counts: Counts,
}

impl Observer for Trace {
    fn note(&mut self, event: Event) {
        self.counts.note(event);
        if self.steps.len() < MOST_STEPS {
            self.steps.push(event);
        }
    }
}

/// One page in a few numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct PageSummary {
    /// Its block.
    pub block: BlockNumber,
    /// Whether it holds pointers and not names.
    pub index: bool,
    /// Names in it, `.` and `..` included; pointers of an index page.
    pub names: u32,
    /// Bytes in use, the page's own header and tables included.
    pub used_bytes: u32,
    /// Hash bits that all its names share (v5), else 0.
    pub depth: u8,
    /// What all names of the page begin with and the page keeps once (v5).
    pub prefix: String,
    /// What all names of the page end with and the page keeps once (v5).
    pub suffix: String,
    /// Why the page cannot be read; empty if it can. Then only its block is known.
    pub damage: String,
}

impl PageSummary {
    /// A page that cannot be read.
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

/// One thing that is wrong with one page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct DamageView {
    /// The page's block.
    pub block: BlockNumber,
    /// Byte offset in the page.
    pub offset: u32,
    /// What is wrong, as a sentence.
    pub what: String,
}

/// One entry of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct EntryView {
    /// Byte offset in the page.
    pub offset: u32,
    /// Bytes it takes.
    pub bytes: u32,
    /// Its hash chain (v4), or the slot of the page's table (v5).
    pub bucket: u32,
    /// Byte offset of the next entry of the chain, 0 at its end (v4), else 0.
    pub next: u32,
    /// The name.
    pub name: String,
}

/// Neighbouring free bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Gap {
    /// Byte offset in the page.
    pub offset: u32,
    /// How many bytes.
    pub bytes: u32,
}

/// What one page holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct PageView {
    /// The page in a few numbers.
    pub summary: PageSummary,
    /// Its entries in the order of their offset.
    pub entries: Vec<EntryView>,
    /// What is free between and behind them.
    pub gaps: Vec<Gap>,
}

/// A directory of either format in an aggregate of its own.
#[derive(Debug)]
pub struct LiveDirectory {
    store: Aggregate,
    directory: Either,
    /// Index of the next object.
    next: u32,
    /// The text of names that is being read.
    text: NamesText,
}

impl LiveDirectory {
    /// An empty directory.
    ///
    /// # Errors
    /// Never in practice: a new aggregate has room.
    pub fn new(format: Format) -> Result<Self, DirectoryError> {
        let mut store = Aggregate::new(BLOCKS);
        let directory = Either::empty(&mut store, format)?;
        Ok(Self { store, directory, next: 1, text: NamesText::default() })
    }

    /// Does one operation. The trace is there whether or not it succeeds.
    ///
    /// # Errors
    /// As the operation of [`Directory`], beside the trace.
    pub fn apply(&mut self, operation: Operation, name: &[u8]) -> (Trace, Result<(), DirectoryError>) {
        let mut trace = Trace::default();
        let answer = Name::new(name).and_then(|name| {
            let store = &mut self.store;
            either!(&mut self.directory, directory => match operation {
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

    /// Enters the names of a text, one a line, given in chunks of any size; `last` ends it. Returns what has become of
    /// the text so far; a text that follows begins anew.
    pub fn load(&mut self, chunk: &[u8], last: bool) -> Loaded {
        let Self { store, directory, next, text } = self;
        text.read(chunk, last, &mut |line| {
            let (name, fid) = (Name::new(line)?, Fid { index: *next, unique: 1 });
            either!(directory, directory => directory.create(store, name, fid, ObjectKind::File, &mut ()))?;
            *next = next.wrapping_add(1);
            Ok(())
        })
    }

    /// Up to `most` names from `cookie` on, and where to go on.
    ///
    /// # Errors
    /// As [`Directory::readdir`].
    pub fn list(
        &mut self,
        cookie: Cookie,
        most: u32,
        trace: &mut Trace,
    ) -> Result<(Vec<String>, Option<Cookie>), DirectoryError> {
        let mut names = Vec::new();
        if most == 0 {
            return Ok((names, Some(cookie)));
        }
        let mut visit = |entry: super::Entry<'_>| {
            names.push(text(entry.name));
            names.len() < most as usize
        };
        let next =
            either!(&mut self.directory, directory => directory.readdir(&self.store, cookie, &mut visit, trace))?;
        Ok((names, next))
    }

    /// Size and population.
    pub fn stat(&self) -> Stat {
        either!(&self.directory, directory => directory.stat(&self.store))
    }

    /// What is wrong with the directory's pages.
    pub fn salvage(&self) -> Vec<DamageView> {
        let damage = either!(&self.directory, directory => directory.salvage(&self.store));
        let view = |one: &Damage| DamageView { block: one.block, offset: one.offset, what: one.to_string() };
        damage.iter().map(view).collect()
    }

    /// Flips one bit, as a failing disk would.
    ///
    /// # Errors
    /// [`DirectoryError::BadCookie`] if the aggregate has no such block or the block no such byte.
    pub fn damage(&mut self, block: BlockNumber, offset: u32, bit: u8) -> Result<(), DirectoryError> {
        if !self.store.has(block) || offset as usize >= BLOCK_BYTES {
            return Err(DirectoryError::BadCookie { cookie: u64::from(block) * BLOCK_BYTES as u64 });
        }
        self.store.block_mut(block)[offset as usize] ^= 1 << (bit & 7);
        Ok(())
    }

    /// All pages: of a v5 directory its index pages first, then the others in the order of the hash.
    ///
    /// # Errors
    /// [`DirectoryError::Damaged`] where what leads to the pages makes no sense. A page that makes none is listed as such.
    pub fn pages(&self) -> Result<Vec<PageSummary>, DirectoryError> {
        pages(&self.store, &self.directory)
    }

    /// What one page holds: page `at` in the order of [`LiveDirectory::pages`].
    ///
    /// # Errors
    /// [`DirectoryError::Damaged`], or [`DirectoryError::BadCookie`] for a page that is not there.
    pub fn page(&self, at: u32) -> Result<PageView, DirectoryError> {
        match &self.directory {
            Either::V4(directory) => v4_page(&self.store, directory, at),
            Either::V5(directory) => {
                let blocks = directory.pages(&self.store)?;
                let missing = DirectoryError::BadCookie { cookie: u64::from(at) * BLOCK_BYTES as u64 };
                v5_page(&self.store, directory, *blocks.get(at as usize).ok_or(missing)?)
            }
        }
    }
}

/// The pages of a directory, as [`LiveDirectory::pages`] has them.
pub(crate) fn pages(store: &Aggregate, directory: &Either) -> Result<Vec<PageSummary>, DirectoryError> {
    let summary = |block, page: Result<PageView, _>| match page {
        Ok(page) => page.summary,
        Err(error) => PageSummary::unread(block, &error),
    };
    match directory {
        Either::V4(directory) => {
            let blocks = (0..directory.stat(store).pages).map(|page| Ok((page, directory.block(store, page)?)));
            blocks.map(|one| one.map(|(page, block)| summary(block, v4_page(store, directory, page)))).collect()
        }
        Either::V5(directory) => {
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
    // Entries and gaps share the heap, which fills the page's end.
    let mut gaps = Vec::new();
    // A damaged header may say that the heap is larger than the page.
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

/// A name as text; bytes that are not UTF-8 are shown as such.
fn text(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}
