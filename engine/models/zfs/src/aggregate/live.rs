//! An interactive aggregate: directories can be filled and converted, power can fail after any write of a conversion,
//! and all blocks are visible.

use super::convert::Conversion;
use super::error::FileSystemError;
use super::file_system::{FileSystem, FormatOptions};
use super::layout::BLOCKS_PER_BITMAP_BLOCK;
use super::log::Recovery;
use super::mount::{Access, MountOption, Parameters, Sysplex};
use super::power_failure::{Disk, Loss, WriteTrace};
pub use crate::directory::live::{LoadSummary, PageSummary};
use crate::directory::{self, BlockNumber, DirectoryError, Fid, Format, NamesText, Object};
use pathlength_model::words;

/// An operation on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation<'a> {
    /// Create a directory.
    MakeDirectory,
    /// Remove an empty directory.
    RemoveDirectory,
    /// Create a file of the given size.
    Create {
        /// Size of the file.
        kilobytes: u32,
    },
    /// Remove a file.
    Remove,
    /// Look up a name.
    Lookup,
    /// Move the object to another path.
    Rename {
        /// The new path.
        to: &'a str,
    },
}

/// Owner of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// No owner: the block is free.
    Free,
    /// The aggregate's header.
    Header,
    /// The anode table.
    Anodes,
    /// A v4 directory.
    V4,
    /// A v5 directory.
    V5,
    /// One or more files.
    File,
}

words! {
    Owner { Free = "nobody", Header = "header", Anodes = "anodes", V4 = "v4", V5 = "v5", File = "file" }
}

/// Purpose of a block of the medium.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The log, including block 0, which records where the log starts.
    Log,
    /// The allocation bitmap.
    Bitmap,
    /// The home location of a block of the aggregate.
    Home,
}

words! { Purpose { Log = "log", Bitmap = "bitmap", Home = "home" } }

/// Result of a power failure and the following recovery.
#[derive(Debug)]
pub struct CrashResult {
    /// The aggregate after recovery.
    pub aggregate: LiveAggregate,
    /// Result of the recovery.
    pub recovery: Recovery,
    /// The format of the directory that was being converted; `None` if the directory cannot be read.
    pub format: Option<Format>,
    /// Number of names in the directory.
    pub names: u64,
    /// Number of the directory's former names that no longer lead to their objects.
    pub missing: u64,
    /// Inconsistencies, described in sentences; empty if the aggregate is sound.
    pub inconsistencies: Vec<String>,
}

/// A conversion with its recorded writes.
#[derive(Debug)]
struct RecordedConversion {
    directory: Fid,
    names: Vec<(Vec<u8>, Fid)>,
    trace: WriteTrace,
}

/// An aggregate that is mounted for reading and writing.
#[derive(Debug)]
pub struct LiveAggregate {
    fs: FileSystem,
    recorded: Option<RecordedConversion>,
    text: NamesText,
}

impl LiveAggregate {
    /// Formats and mounts an aggregate.
    ///
    /// # Errors
    /// Returns the errors of [`FileSystem::format`].
    pub fn new(options: FormatOptions) -> Result<Self, FileSystemError> {
        Self::mounted(FileSystem::format(options)?)
    }

    fn mounted(mut fs: FileSystem) -> Result<Self, FileSystemError> {
        fs.mount(Access::ReadWrite, MountOption::Unspecified, &Parameters::default(), Sysplex::default())?;
        Ok(Self { fs, recorded: None, text: NamesText::default() })
    }

    /// Returns the file system.
    pub const fn fs(&self) -> &FileSystem {
        &self.fs
    }

    /// Performs one operation and syncs the file system.
    ///
    /// # Errors
    /// Returns the errors of the corresponding operation of [`FileSystem`].
    pub fn apply(&mut self, operation: Operation<'_>, path: &str) -> Result<(), FileSystemError> {
        let (parent, name) = self.resolve_parent(path)?;
        match operation {
            Operation::MakeDirectory => self.fs.make_directory(parent, name).map(drop),
            Operation::RemoveDirectory => self.fs.remove_directory(parent, name),
            Operation::Create { kilobytes } => self.fs.create_file(parent, name, kilobytes).map(drop),
            Operation::Remove => self.fs.remove_file(parent, name),
            Operation::Lookup => self.fs.lookup(parent, name).map(drop),
            Operation::Rename { to } => {
                let (new_parent, new_name) = self.resolve_parent(to)?;
                self.fs.move_to(parent, name, new_parent, new_name)
            }
        }?;
        self.fs.sync()
    }

    /// Returns the directory that contains the last name in a path, and that name.
    fn resolve_parent<'a>(&mut self, path: &'a str) -> Result<(Fid, &'a [u8]), FileSystemError> {
        let path = path.trim_end_matches('/');
        let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
        Ok((self.fs.find(parent)?, name.as_bytes()))
    }

    /// Creates empty files with the names in a text, one per line. The text arrives in chunks of any size; `last` marks
    /// the last chunk. Returns the report on the text so far.
    ///
    /// # Errors
    /// Returns [`FileSystemError::NoSuchPath`] if `path` does not exist. The report lists rejected lines.
    pub fn load(&mut self, path: &str, chunk: &[u8], last: bool) -> Result<LoadSummary, FileSystemError> {
        let directory = self.fs.find(path)?;
        let Self { fs, text, .. } = self;
        Ok(text.read(chunk, last, &mut |_, line| match fs.create_file(directory, line, 0) {
            Ok(_) => Ok(()),
            Err(FileSystemError::Directory(error)) => Err(error),
            Err(_) => Err(DirectoryError::AggregateFull { blocks: fs.size_blocks() }),
        }))
    }

    /// Removes up to `max_files` files from a directory and returns their number.
    ///
    /// # Errors
    /// Returns the errors of [`FileSystem::find`], [`FileSystem::list`], and [`FileSystem::remove_file`].
    pub fn remove_files(&mut self, path: &str, max_files: usize) -> Result<usize, FileSystemError> {
        let directory = self.fs.find(path)?;
        let names = self.fs.list(directory)?;
        let files = names.into_iter().filter(|(_, fid)| self.fs.object(*fid) == Some(Object::File));
        let chosen: Vec<Vec<u8>> = files.take(max_files).map(|(name, _)| name).collect();
        for name in &chosen {
            self.fs.remove_file(directory, name)?;
        }
        self.fs.sync()?;
        Ok(chosen.len())
    }

    /// Converts a directory and records each write for [`LiveAggregate::crash`]. Returns the conversion and the number
    /// of writes.
    ///
    /// # Errors
    /// Returns the errors of [`FileSystem::find`] and [`FileSystem::convert`].
    pub fn convert(&mut self, path: &str, to: Format) -> Result<(Conversion, usize), FileSystemError> {
        let directory = self.fs.find(path)?;
        let names = self.fs.list(directory)?;
        self.fs.sync()?;
        self.fs.checkpoint();
        let before = self.fs.medium().clone();
        self.fs.medium_mut().record();
        let conversion = self.fs.convert(directory, to)?;
        self.fs.checkpoint();
        let writes = self.fs.medium().recorded_writes().to_vec();
        let count = writes.len();
        self.recorded = Some(RecordedConversion { directory, names, trace: WriteTrace { before, writes } });
        Ok((conversion, count))
    }

    /// Returns, for each write of the last conversion, the purpose of the written block and its number among the blocks
    /// with that purpose.
    pub fn written(&self) -> Vec<(Purpose, BlockNumber)> {
        let layout = self.fs.layout;
        let writes = self.recorded.iter().flat_map(|recorded| &recorded.trace.writes);
        writes
            .map(|write| match layout.described_by(write.block) {
                _ if write.block <= layout.log_blocks => (Purpose::Log, write.block),
                Some(first) => (Purpose::Bitmap, first / BLOCKS_PER_BITMAP_BLOCK),
                None => (Purpose::Home, layout.described_in(write.block)),
            })
            .collect()
    }

    /// Returns the result of a power failure after this number of writes in the last conversion, or `None` if there was
    /// no conversion. `disk` determines which of these writes a flush has made durable, and `loss` determines the
    /// outcome of the other writes.
    ///
    /// # Errors
    /// Returns a message if the medium cannot be opened or mounted.
    pub fn crash(&self, writes: usize, disk: Disk, loss: Loss) -> Option<Result<CrashResult, String>> {
        let RecordedConversion { directory, names, trace } = self.recorded.as_ref()?;
        let recover = || {
            let fs = FileSystem::open(trace.crash(writes, disk, loss)).map_err(|error| error.to_string())?;
            let recovery = fs.recovery();
            let inconsistencies = fs.check_consistency().iter().map(ToString::to_string).collect();
            let mut aggregate = Self::mounted(fs).map_err(|error| error.to_string())?;
            let stat = aggregate.fs.stat(*directory).ok();
            let is_missing =
                |fs: &mut FileSystem, (name, fid): &(Vec<u8>, Fid)| fs.lookup(*directory, name).ok() != Some(*fid);
            let missing = names.iter().filter(|entry| is_missing(&mut aggregate.fs, entry)).count() as u64;
            let (format, names) = (stat.map(|stat| stat.format), stat.map_or(0, |stat| stat.names));
            Ok(CrashResult { aggregate, recovery, format, names, missing, inconsistencies })
        };
        Some(recover())
    }

    /// Returns those of the first `issued` writes of the last conversion that a power failure can lose.
    pub fn unflushed(&self, issued: usize, disk: Disk) -> std::ops::Range<usize> {
        self.recorded.as_ref().map_or(0..0, |recorded| recorded.trace.unflushed(issued, disk))
    }

    /// Returns, for each block that was ever in use, a mask of its fragments in use, and its owner.
    pub fn map(&self) -> (Vec<u8>, Vec<Owner>) {
        let in_use = self.fs.in_use();
        let mut owners = vec![Owner::Free; in_use.len()];
        let store = &self.fs.store;
        let mut claim = |blocks: Vec<BlockNumber>, owner| {
            for block in blocks {
                if let Some(place) = owners.get_mut(block as usize) {
                    *place = owner;
                }
            }
        };
        claim(vec![0], Owner::Header);
        claim(store.table_blocks(), Owner::Anodes);
        for (fid, object) in (0..store.anodes()).filter_map(|index| store.object_at(index)) {
            match object {
                Object::Directory(format) => {
                    let owner = if format == Format::V4 { Owner::V4 } else { Owner::V5 };
                    claim(store.directory_blocks(fid).unwrap_or_default(), owner);
                }
                Object::File => {
                    let space = store.file_space(fid).unwrap_or_default();
                    let mut blocks = self.fs.blocks_of(space).unwrap_or_default();
                    blocks.extend((space.tail != 0).then_some(space.tail));
                    claim(blocks, Owner::File);
                }
            }
        }
        (in_use, owners)
    }

    /// Returns the size, population, and pages of the directory at a path.
    ///
    /// # Errors
    /// Returns [`FileSystemError::NoSuchPath`], [`FileSystemError::NotADirectory`], or [`FileSystemError::Directory`].
    pub fn pages(&mut self, path: &str) -> Result<(directory::Stat, Vec<PageSummary>), FileSystemError> {
        let fid = self.fs.find(path)?;
        let opened = self.fs.open_directory(fid)?;
        Ok((self.fs.stat(fid)?, directory::live::pages(&self.fs.store, &opened)?))
    }
}
