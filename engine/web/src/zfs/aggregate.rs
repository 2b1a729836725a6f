//! An aggregate to play with.

use crate::boundary::{js_error, parse_word, to_js};
use js_sys::Error;
use pathlength_model::WordEnum;
use pathlength_zfs::aggregate::live::{LiveAggregate, LoadSummary, Operation, PageSummary};
use pathlength_zfs::aggregate::{FormatOptions, Growth};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// An aggregate that is mounted for reading and writing.
#[wasm_bindgen]
#[derive(Debug)]
pub struct AggregateView(LiveAggregate);

/// An aggregate in a few numbers.
#[derive(Debug, Serialize, Tsify)]
pub struct AggregateInfo {
    /// Its version: 1.4 or 1.5.
    pub version: String,
    /// Kilobytes in all.
    pub total_kilobytes: f64,
    /// Kilobytes that are free.
    pub free_kilobytes: f64,
    /// Whole blocks that are free.
    pub free_blocks: u32,
    /// Fragments of 1 KB that are free in blocks of which a part is in use.
    pub free_fragments: f64,
    /// Kilobytes of the log.
    pub log_kilobytes: f64,
}

/// A directory and its pages.
#[derive(Debug, Serialize, Tsify)]
pub struct DirectoryPages {
    /// Its format: v4 or v5.
    pub format: &'static str,
    /// Names in it.
    pub names: f64,
    /// Bytes of its pages.
    pub bytes: f64,
    /// Its pages, those of the index first.
    pub pages: Vec<PageSummary>,
}

/// What a conversion did.
#[derive(Debug, Serialize, Tsify)]
pub struct Conversion {
    /// Names in the directory.
    pub names: f64,
    /// Blocks of its former format.
    pub blocks_before: u32,
    /// Blocks of its new one.
    pub blocks_after: u32,
    /// How often the aggregate grew for it.
    pub grown: u32,
    /// Blocks written to the medium.
    pub writes: u32,
}

/// What a loss of power left.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Cut(pathlength_zfs::aggregate::live::CrashResult);

#[wasm_bindgen]
impl AggregateView {
    /// Formats and mounts an aggregate of version "1.4" or "1.5". Sizes are kilobytes; it grows by `grow_by` at a time
    /// up to `grow_to`, or not at all if `grow_by` is 0.
    ///
    /// # Errors
    /// For any other word, and for a size that the version does not allow.
    #[wasm_bindgen(constructor)]
    pub fn new(kilobytes: f64, version: &str, grow_by: f64, grow_to: f64) -> Result<AggregateView, Error> {
        let version = parse_word(version, "version")?;
        let blocks = |kilobytes: f64| (kilobytes / 8.0) as u32;
        let growth = Growth { by_blocks: blocks(grow_by), to_blocks: blocks(grow_to) };
        let options = FormatOptions { growth, ..FormatOptions::new(blocks(kilobytes), version) };
        LiveAggregate::new(options).map(Self).map_err(js_error)
    }

    /// Does `make_directory`, `remove_directory`, `create`, `remove`, `lookup` or `rename` and has it in the log. A file
    /// that is created has a size of `kilobytes`; an object that is renamed gets the path `to`.
    ///
    /// # Errors
    /// For any other word, and where it is refused.
    pub fn apply(&mut self, operation: &str, path: &str, kilobytes: u32, to: &str) -> Result<(), Error> {
        let operation = match operation {
            "make_directory" => Operation::MakeDirectory,
            "remove_directory" => Operation::RemoveDirectory,
            "create" => Operation::Create { kilobytes },
            "remove" => Operation::Remove,
            "lookup" => Operation::Lookup,
            "rename" => Operation::Rename { to },
            other => return Err(Error::new(&format!("unknown operation {other:?}"))),
        };
        self.0.apply(operation, path).map_err(js_error)
    }

    /// Enters empty files with the names of a UTF-8 text, one a line, given in chunks; `last` ends the text.
    ///
    /// # Errors
    /// If no directory has this path.
    pub fn load(&mut self, path: &str, chunk: &[u8], last: bool) -> Result<Ts<LoadSummary>, Error> {
        to_js(&self.0.load(path, chunk, last).map_err(js_error)?)
    }

    /// Removes up to `most` files of a directory; returns how many that were.
    ///
    /// # Errors
    /// If no directory has this path.
    #[wasm_bindgen(js_name = removeFiles)]
    pub fn remove_files(&mut self, path: &str, most: u32) -> Result<u32, Error> {
        self.0.remove_files(path, most as usize).map(|removed| removed as u32).map_err(js_error)
    }

    /// Converts a directory to "v4" or "v5".
    ///
    /// # Errors
    /// For any other word, and where it is refused.
    pub fn convert(&mut self, path: &str, to: &str) -> Result<Ts<Conversion>, Error> {
        let (done, writes) = self.0.convert(path, parse_word(to, "directory format")?).map_err(js_error)?;
        to_js(&Conversion {
            names: done.names as f64,
            blocks_before: done.blocks_before,
            blocks_after: done.blocks_after,
            grown: done.grown,
            writes: writes as u32,
        })
    }

    /// Index of the purpose of each block that the last conversion wrote.
    #[wasm_bindgen(js_name = writtenPurposes)]
    pub fn written_purposes(&self) -> Vec<u8> {
        self.0.written().iter().map(|(purpose, _)| purpose.index()).collect()
    }

    /// Number of each of these blocks among those of its purpose.
    #[wasm_bindgen(js_name = writtenBlocks)]
    pub fn written_blocks(&self) -> Vec<u32> {
        self.0.written().iter().map(|(_, block)| *block).collect()
    }

    /// Returns the aggregate after a power failure that follows the first `writes` writes of the last conversion. `disk` and
    /// `loss` determine the outcome of writes that no flush has secured.
    ///
    /// # Errors
    /// For any other word, if nothing was converted, and if the medium cannot be opened.
    pub fn cut(&self, writes: u32, disk: &str, loss: &str) -> Result<Cut, Error> {
        let (disk, loss) = (parse_word(disk, "disk")?, parse_word(loss, "loss")?);
        let cut = self.0.crash(writes as usize, disk, loss);
        cut.ok_or_else(|| Error::new("nothing was converted yet; convert first"))?.map(Cut).map_err(js_error)
    }

    /// Number of the first `writes` writes of the last conversion that a power failure can lose.
    ///
    /// # Errors
    /// For any other word.
    pub fn unflushed(&self, writes: u32, disk: &str) -> Result<u32, Error> {
        Ok(self.0.unflushed(writes as usize, parse_word(disk, "disk")?).len() as u32)
    }

    /// The aggregate in a few numbers.
    ///
    /// # Errors
    /// Never in practice: the answer is plain data.
    pub fn info(&self) -> Result<Ts<AggregateInfo>, Error> {
        info(&self.0)
    }

    /// For each block that was ever in use, one bit for each fragment of 1 KB in use.
    #[wasm_bindgen(js_name = inUse)]
    pub fn in_use(&self) -> Vec<u8> {
        self.0.map().0
    }

    /// Index of the owner of each of these blocks.
    pub fn owners(&self) -> Vec<u8> {
        owners(&self.0)
    }

    /// The directory of a path and its pages.
    ///
    /// # Errors
    /// If there is none.
    pub fn pages(&mut self, path: &str) -> Result<Ts<DirectoryPages>, Error> {
        pages(&mut self.0, path)
    }
}

#[wasm_bindgen]
impl Cut {
    /// The format of the directory that was being converted; nothing if it cannot be read.
    #[wasm_bindgen(getter)]
    pub fn format(&self) -> String {
        self.0.format.map_or("", |format| format.word()).to_owned()
    }

    /// Names in the directory that was being converted.
    #[wasm_bindgen(getter)]
    pub fn names(&self) -> f64 {
        self.0.names as f64
    }

    /// Names of it that were there before and are not found.
    #[wasm_bindgen(getter)]
    pub fn missing(&self) -> f64 {
        self.0.missing as f64
    }

    /// Complete transactions that recovery replayed.
    #[wasm_bindgen(getter)]
    pub fn replayed(&self) -> u32 {
        self.0.recovery.transactions
    }

    /// What must not be; nothing if all is well.
    #[wasm_bindgen(getter)]
    pub fn troubles(&self) -> Vec<String> {
        self.0.inconsistencies.clone()
    }

    /// The aggregate after recovery in a few numbers.
    ///
    /// # Errors
    /// Never in practice: the answer is plain data.
    pub fn info(&self) -> Result<Ts<AggregateInfo>, Error> {
        info(&self.0.aggregate)
    }

    /// As of the aggregate.
    #[wasm_bindgen(js_name = inUse)]
    pub fn in_use(&self) -> Vec<u8> {
        self.0.aggregate.map().0
    }

    /// As of the aggregate.
    pub fn owners(&self) -> Vec<u8> {
        owners(&self.0.aggregate)
    }

    /// As of the aggregate.
    ///
    /// # Errors
    /// If there is no such directory.
    pub fn pages(&mut self, path: &str) -> Result<Ts<DirectoryPages>, Error> {
        pages(&mut self.0.aggregate, path)
    }
}

fn info(aggregate: &LiveAggregate) -> Result<Ts<AggregateInfo>, Error> {
    let info = aggregate.fs().aggregate_info();
    to_js(&AggregateInfo {
        version: info.version.to_string(),
        total_kilobytes: info.total_kilobytes as f64,
        free_kilobytes: info.free_kilobytes as f64,
        free_blocks: info.free_blocks,
        free_fragments: info.free_fragments as f64,
        log_kilobytes: info.log_kilobytes as f64,
    })
}

fn owners(aggregate: &LiveAggregate) -> Vec<u8> {
    aggregate.map().1.iter().map(|owner| owner.index()).collect()
}

fn pages(aggregate: &mut LiveAggregate, path: &str) -> Result<Ts<DirectoryPages>, Error> {
    let (stat, pages) = aggregate.pages(path).map_err(js_error)?;
    to_js(&DirectoryPages { format: stat.format.word(), names: stat.names as f64, bytes: stat.bytes as f64, pages })
}
