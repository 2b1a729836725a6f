//! The interactive directory.
//!
//! The caller divides long work into slices: `load` takes a text in chunks, so that a worker can handle messages in
//! between.

use crate::boundary::{js_error, parse_word, to_js};
use js_sys::Error;
use pathlength_zfs::directory::live::{DamageView, LiveDirectory, LoadSummary, Operation, PageSummary, PageView, Trace};
use pathlength_zfs::directory::{Cookie, Counts, Event, EventKind, Lock};
use pathlength_model::WordEnum;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// The interactive directory.
#[wasm_bindgen]
#[derive(Debug)]
pub struct DirectoryView(LiveDirectory);

/// Size and population of a directory.
#[derive(Debug, Serialize, Tsify)]
pub struct DirectoryStat {
    /// Names, without `.` and `..`.
    pub names: f64,
    /// Number of pages: those with names, and index pages.
    pub pages: u32,
    /// Total size of those pages, in bytes.
    pub bytes: f64,
    /// Number of pages visited to reach an entry, including the entry's own page.
    pub levels: u32,
}

/// The result of an operation on a directory.
#[wasm_bindgen]
#[derive(Debug)]
pub struct OperationSteps {
    trace: Trace,
    failure: Option<String>,
    names: Vec<String>,
    next: Option<Cookie>,
}

#[wasm_bindgen]
impl DirectoryView {
    /// Creates an empty directory of format "v4" or "v5".
    ///
    /// # Errors
    /// Throws for any other word.
    #[wasm_bindgen(constructor)]
    pub fn new(format: &str) -> Result<DirectoryView, Error> {
        LiveDirectory::new(parse_word(format, "directory format")?).map(Self).map_err(js_error)
    }

    /// Executes "create", "lookup", or "remove" for a name.
    ///
    /// # Errors
    /// Throws for any other word. A failed operation does not throw: it has steps, and `failure` is its error.
    pub fn apply(&mut self, operation: &str, name: &str) -> Result<OperationSteps, Error> {
        let operation = match operation {
            "create" => Operation::Create,
            "lookup" => Operation::Lookup,
            "remove" => Operation::Remove,
            other => {
                return Err(Error::new(&format!("unknown operation {other:?}: choose create, lookup, or remove")));
            }
        };
        let (trace, answer) = self.0.apply(operation, name.as_bytes());
        let failure = answer.err().map(|error| error.to_string());
        Ok(OperationSteps { trace, failure, names: Vec::new(), next: None })
    }

    /// Adds the names of a UTF-8 text, one per line, given in chunks; `last` marks the last chunk.
    ///
    /// # Errors
    /// Never throws in practice: the report is plain data.
    pub fn load(&mut self, chunk: &[u8], last: bool) -> Result<Ts<LoadSummary>, Error> {
        to_js(&self.0.load(chunk, last))
    }

    /// Lists up to `most` names from `cookie` onward.
    pub fn list(&mut self, cookie: u64, most: u32) -> OperationSteps {
        let mut trace = Trace::default();
        match self.0.list(Cookie(cookie), most, &mut trace) {
            Ok((names, next)) => OperationSteps { trace, failure: None, names, next },
            Err(error) => OperationSteps { trace, failure: Some(error.to_string()), names: Vec::new(), next: None },
        }
    }

    /// Returns the size and population.
    ///
    /// # Errors
    /// Never throws in practice: the result is plain data.
    pub fn stat(&self) -> Result<Ts<DirectoryStat>, Error> {
        let stat = self.0.stat();
        to_js(&DirectoryStat {
            names: stat.names as f64,
            pages: stat.pages,
            bytes: stat.bytes as f64,
            levels: stat.levels,
        })
    }

    /// Returns all pages, index pages first.
    ///
    /// # Errors
    /// Throws if the map or the index of the pages is damaged.
    pub fn pages(&self) -> Result<Vec<Ts<PageSummary>>, Error> {
        self.0.pages().map_err(js_error)?.iter().map(to_js).collect()
    }

    /// Returns the content of page `at` in the order of `pages`.
    ///
    /// # Errors
    /// Throws for a damaged or missing page.
    pub fn page(&self, at: u32) -> Result<Ts<PageView>, Error> {
        to_js(&self.0.page(at).map_err(js_error)?)
    }

    /// Returns the damage to the pages.
    ///
    /// # Errors
    /// Never throws in practice: the result is plain data.
    pub fn salvage(&self) -> Result<Vec<Ts<DamageView>>, Error> {
        self.0.salvage().iter().map(to_js).collect()
    }

    /// Flips a bit of a block, as a failing disk would.
    ///
    /// # Errors
    /// Throws if there is no such byte.
    pub fn damage(&mut self, block: u32, offset: u32, bit: u8) -> Result<(), Error> {
        self.0.damage(block, offset, bit).map_err(js_error)
    }
}

#[wasm_bindgen]
impl OperationSteps {
    /// Returns the reason why the operation failed; undefined if it did not.
    #[wasm_bindgen(getter)]
    pub fn failure(&self) -> Option<String> {
        self.failure.clone()
    }

    /// Returns the names of a listing.
    #[wasm_bindgen(getter)]
    pub fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    /// Returns the cookie at which a listing continues; undefined at the end.
    #[wasm_bindgen(getter)]
    pub fn next(&self) -> Option<u64> {
        self.next.map(|cookie| cookie.0)
    }

    /// Returns the number of steps of each kind.
    ///
    /// # Errors
    /// Never throws in practice: counts are plain data.
    pub fn counts(&self) -> Result<Ts<Counts>, Error> {
        to_js(&self.trace.counts)
    }

    /// Returns the kind of each step, as an index.
    #[wasm_bindgen(getter)]
    pub fn kinds(&self) -> Vec<u8> {
        self.trace.steps.iter().map(|event| parts(*event).0.index()).collect()
    }

    /// Returns the block of each step, or the offset or number of bytes for steps without a block.
    #[wasm_bindgen(getter)]
    pub fn subjects(&self) -> Vec<u32> {
        self.trace.steps.iter().map(|event| parts(*event).1).collect()
    }

    /// Returns the other block of a split or merge, by step; 1 for an exclusive lock, 0 for a shared one.
    #[wasm_bindgen(getter)]
    pub fn objects(&self) -> Vec<u32> {
        self.trace.steps.iter().map(|event| parts(*event).2).collect()
    }
}

/// Returns the kind of a step and its two numbers.
fn parts(event: Event) -> (EventKind, u32, u32) {
    let exclusive = |lock| u32::from(lock == Lock::Exclusive);
    match event {
        Event::DirectoryLocked(lock) => (EventKind::DirectoryLocked, 0, exclusive(lock)),
        Event::PageLocked(block, lock) => (EventKind::PageLocked, block, exclusive(lock)),
        Event::PageProbed(block) => (EventKind::PageProbed, block, 0),
        Event::LevelDescended(block) => (EventKind::LevelDescended, block, 0),
        Event::NameCompared(offset) => (EventKind::NameCompared, offset, 0),
        Event::PieceWalked => (EventKind::PieceWalked, 0, 0),
        Event::LookupCacheHit => (EventKind::LookupCacheHit, 0, 0),
        Event::BytesCopied(bytes) => (EventKind::BytesCopied, bytes, 0),
        Event::BlockLogged(block) => (EventKind::BlockLogged, block, 0),
        Event::PageAdded(block) => (EventKind::PageAdded, block, 0),
        Event::PageFreed(block) => (EventKind::PageFreed, block, 0),
        Event::Split(from, to) => (EventKind::Split, from, to),
        Event::Merge(into, from) => (EventKind::Merge, into, from),
    }
}
