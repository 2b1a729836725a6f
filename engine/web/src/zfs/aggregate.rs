//! The interactive aggregate.

use crate::boundary::{js_error, parse_word, to_js};
use js_sys::Error;
use pathlength_model::WordEnum;
use pathlength_zfs::aggregate::live::{LiveAggregate, LoadSummary, Operation, PageSummary};
use pathlength_zfs::aggregate::{FormatOptions, Growth};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// An aggregate mounted for reading and writing.
#[wasm_bindgen]
#[derive(Debug)]
pub struct AggregateView(LiveAggregate);

/// The version, size, and free space of an aggregate.
#[derive(Debug, Serialize, Tsify)]
pub struct AggregateInfo {
    /// The aggregate's version: 1.4 or 1.5.
    pub version: String,
    /// Total kilobytes.
    pub total_kilobytes: f64,
    /// Free kilobytes.
    pub free_kilobytes: f64,
    /// Free whole blocks.
    pub free_blocks: u32,
    /// Free 1 KB fragments in partly used blocks.
    pub free_fragments: f64,
    /// Size of the log in kilobytes.
    pub log_kilobytes: f64,
}

/// A directory and its pages.
#[derive(Debug, Serialize, Tsify)]
pub struct DirectoryPages {
    /// The directory's format: v4 or v5.
    pub format: &'static str,
    /// Number of names in the directory.
    pub names: f64,
    /// Total size of the pages, in bytes.
    pub bytes: f64,
    /// The directory's pages, index pages first.
    pub pages: Vec<PageSummary>,
}

/// The result of a conversion.
#[derive(Debug, Serialize, Tsify)]
pub struct Conversion {
    /// Names in the directory.
    pub names: f64,
    /// Blocks in the former format.
    pub blocks_before: u32,
    /// Blocks in the new format.
    pub blocks_after: u32,
    /// Number of times that the aggregate grew for the conversion.
    pub grown: u32,
    /// Blocks written to the medium.
    pub writes: u32,
}

/// The result of a power failure.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Cut(pathlength_zfs::aggregate::live::CrashResult);

#[wasm_bindgen]
impl AggregateView {
    /// Formats and mounts an aggregate of version "1.4" or "1.5". Sizes are kilobytes. The aggregate grows by `grow_by`
    /// at a time up to `grow_to`, or not at all if `grow_by` is 0.
    ///
    /// # Errors
    /// Throws for any other word, and for a size that the version does not allow.
    #[wasm_bindgen(constructor)]
    pub fn new(kilobytes: f64, version: &str, grow_by: f64, grow_to: f64) -> Result<AggregateView, Error> {
        let version = parse_word(version, "version")?;
        let blocks = |kilobytes: f64| (kilobytes / 8.0) as u32;
        let growth = Growth { by_blocks: blocks(grow_by), to_blocks: blocks(grow_to) };
        let options = FormatOptions { growth, ..FormatOptions::new(blocks(kilobytes), version) };
        LiveAggregate::new(options).map(Self).map_err(js_error)
    }

    /// Executes `make_directory`, `remove_directory`, `create`, `remove`, `lookup`, or `rename` and syncs the file
    /// system. A created file has a size of `kilobytes`; a renamed object moves to the path `to`.
    ///
    /// # Errors
    /// Throws for any other word, and if the operation is refused.
    pub fn apply(&mut self, operation: &str, path: &str, kilobytes: u32, to: &str) -> Result<(), Error> {
        let operation = match operation {
            "make_directory" => Operation::MakeDirectory,
            "remove_directory" => Operation::RemoveDirectory,
            "create" => Operation::Create { kilobytes },
            "remove" => Operation::Remove,
            "lookup" => Operation::Lookup,
            "rename" => Operation::Rename { to },
            other => {
                return Err(Error::new(&format!(
                    "unknown operation {other:?}: choose create, lookup, make_directory, remove, remove_directory, or \
                     rename"
                )));
            }
        };
        self.0.apply(operation, path).map_err(js_error)
    }

    /// Creates empty files with the names of a UTF-8 text, one per line, given in chunks; `last` marks the last chunk.
    ///
    /// # Errors
    /// Throws if no directory has this path.
    pub fn load(&mut self, path: &str, chunk: &[u8], last: bool) -> Result<Ts<LoadSummary>, Error> {
        to_js(&self.0.load(path, chunk, last).map_err(js_error)?)
    }

    /// Removes up to `most` files from a directory; returns their number.
    ///
    /// # Errors
    /// Throws if no directory has this path.
    #[wasm_bindgen(js_name = removeFiles)]
    pub fn remove_files(&mut self, path: &str, most: u32) -> Result<u32, Error> {
        self.0.remove_files(path, most as usize).map(|removed| removed as u32).map_err(js_error)
    }

    /// Converts a directory to "v4" or "v5".
    ///
    /// # Errors
    /// Throws for any other word, and if the conversion is refused.
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

    /// Returns the purpose of each block that the last conversion wrote, as an index.
    #[wasm_bindgen(js_name = writtenPurposes)]
    pub fn written_purposes(&self) -> Vec<u8> {
        self.0.written().iter().map(|(purpose, _)| purpose.index()).collect()
    }

    /// Returns, for each block that the last conversion wrote, its number among the blocks of its purpose.
    #[wasm_bindgen(js_name = writtenBlocks)]
    pub fn written_blocks(&self) -> Vec<u32> {
        self.0.written().iter().map(|(_, block)| *block).collect()
    }

    /// Returns the aggregate after a power failure following the first `writes` writes of the last conversion. `disk`
    /// and `loss` determine the outcome of unflushed writes.
    ///
    /// # Errors
    /// Throws for an unknown word, if nothing was converted, and if the medium cannot be opened.
    pub fn cut(&self, writes: u32, disk: &str, loss: &str) -> Result<Cut, Error> {
        let (disk, loss) = (parse_word(disk, "disk")?, parse_word(loss, "loss")?);
        let cut = self.0.crash(writes as usize, disk, loss);
        cut.ok_or_else(|| Error::new("nothing has been converted yet: convert first"))?.map(Cut).map_err(js_error)
    }

    /// Returns how many of the first `writes` writes of the last conversion can be lost in a power failure with `disk`.
    ///
    /// # Errors
    /// Throws for any other word.
    pub fn unflushed(&self, writes: u32, disk: &str) -> Result<u32, Error> {
        Ok(self.0.unflushed(writes as usize, parse_word(disk, "disk")?).len() as u32)
    }

    /// Returns the version, size, and free space of the aggregate.
    ///
    /// # Errors
    /// Never throws in practice: the result is plain data.
    pub fn info(&self) -> Result<Ts<AggregateInfo>, Error> {
        info(&self.0)
    }

    /// Returns, for each block that was ever in use, one bit for each used 1 KB fragment.
    #[wasm_bindgen(js_name = inUse)]
    pub fn in_use(&self) -> Vec<u8> {
        self.0.map().0
    }

    /// Returns the owner of each block that was ever in use, as an index.
    pub fn owners(&self) -> Vec<u8> {
        owners(&self.0)
    }

    /// Returns the directory at a path and its pages.
    ///
    /// # Errors
    /// Throws if no directory has this path, and if the directory cannot be read.
    pub fn pages(&mut self, path: &str) -> Result<Ts<DirectoryPages>, Error> {
        pages(&mut self.0, path)
    }
}

#[wasm_bindgen]
impl Cut {
    /// Returns the format of the converted directory; empty if the directory cannot be read.
    #[wasm_bindgen(getter)]
    pub fn format(&self) -> String {
        self.0.format.map_or("", |format| format.word()).to_owned()
    }

    /// Returns the number of names in the converted directory.
    #[wasm_bindgen(getter)]
    pub fn names(&self) -> f64 {
        self.0.names as f64
    }

    /// Returns the number of the directory's former names that are not found.
    #[wasm_bindgen(getter)]
    pub fn missing(&self) -> f64 {
        self.0.missing as f64
    }

    /// Returns the number of complete transactions that recovery replayed.
    #[wasm_bindgen(getter)]
    pub fn replayed(&self) -> u32 {
        self.0.recovery.transactions
    }

    /// Returns the inconsistencies; empty for a consistent aggregate.
    #[wasm_bindgen(getter)]
    pub fn troubles(&self) -> Vec<String> {
        self.0.inconsistencies.clone()
    }

    /// Returns the version, size, and free space of the aggregate after recovery.
    ///
    /// # Errors
    /// Never throws in practice: the result is plain data.
    pub fn info(&self) -> Result<Ts<AggregateInfo>, Error> {
        info(&self.0.aggregate)
    }

    /// Returns the fragments in use, like `AggregateView.inUse`.
    #[wasm_bindgen(js_name = inUse)]
    pub fn in_use(&self) -> Vec<u8> {
        self.0.aggregate.map().0
    }

    /// Returns the owners of blocks, like `AggregateView.owners`.
    pub fn owners(&self) -> Vec<u8> {
        owners(&self.0.aggregate)
    }

    /// Returns a directory and its pages, like `AggregateView.pages`.
    ///
    /// # Errors
    /// Throws if no directory has this path, and if the directory cannot be read.
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
