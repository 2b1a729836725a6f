//! An aggregate to play with: directories are filled and converted, the power goes after any write of a conversion, and
//! all blocks can be seen.

use super::convert::Conversion;
use super::file_system::{FileSystem, FormatOptions};
use super::log::Recovery;
use super::medium::{Medium, Write};
use super::mount::{Access, MountOption, Parameters, Sysplex};
use super::refusal::Refusal;
pub use crate::directory::live::{Loaded, PageSummary};
use crate::directory::{self, BlockNumber, DirectoryError, Fid, Format, NamesText, Object};
use pathlength_model::words;
use std::rc::Rc;

/// What a caller wants done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation<'a> {
    /// Make a directory.
    MakeDirectory,
    /// Remove an empty directory.
    RemoveDirectory,
    /// Make a file of so many kilobytes.
    Create {
        /// Its size.
        kilobytes: u32,
    },
    /// Remove a file.
    Remove,
    /// Look a name up.
    Lookup,
    /// Give the object another path.
    Rename {
        /// The path.
        to: &'a str,
    },
}

/// Whom a block belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Nobody.
    Nobody,
    /// The aggregate itself.
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
    Owner { Nobody = "nobody", Header = "header", Anodes = "anodes", V4 = "v4", V5 = "v5", File = "file" }
}

/// What a loss of power left.
#[derive(Debug)]
pub struct Cut {
    /// The aggregate after recovery.
    pub found: LiveAggregate,
    /// What recovery did.
    pub recovery: Recovery,
    /// The format of the directory that was being converted.
    pub format: Format,
    /// Names in it.
    pub names: u64,
    /// Names of it that were there before and are not found.
    pub missing: u64,
    /// What must not be, as sentences; empty if all is well.
    pub troubles: Vec<String>,
}

/// A conversion whose writes were recorded.
#[derive(Debug)]
struct Recorded {
    directory: Fid,
    names: Vec<(Vec<u8>, Fid)>,
    before: Medium,
    writes: Vec<Write>,
}

/// An aggregate that is mounted for reading and writing.
#[derive(Debug)]
pub struct LiveAggregate {
    fs: FileSystem,
    recorded: Option<Recorded>,
    text: NamesText,
}

impl LiveAggregate {
    /// Formats and mounts one.
    ///
    /// # Errors
    /// As [`FileSystem::format`].
    pub fn new(options: FormatOptions) -> Result<Self, Refusal> {
        Self::mounted(FileSystem::format(options)?)
    }

    fn mounted(mut fs: FileSystem) -> Result<Self, Refusal> {
        fs.mount(Access::ReadWrite, MountOption::Unspecified, &Parameters::default(), Sysplex::default())?;
        Ok(Self { fs, recorded: None, text: NamesText::default() })
    }

    /// The file system.
    pub const fn fs(&self) -> &FileSystem {
        &self.fs
    }

    /// Does one operation and has it in the log.
    ///
    /// # Errors
    /// As the operation of [`FileSystem`].
    pub fn apply(&mut self, operation: Operation<'_>, path: &str) -> Result<(), Refusal> {
        let (parent, name) = self.place(path)?;
        match operation {
            Operation::MakeDirectory => self.fs.make_directory(parent, name).map(drop),
            Operation::RemoveDirectory => self.fs.remove_directory(parent, name),
            Operation::Create { kilobytes } => self.fs.create_file(parent, name, kilobytes).map(drop),
            Operation::Remove => self.fs.remove_file(parent, name),
            Operation::Lookup => self.fs.lookup(parent, name).map(drop),
            Operation::Rename { to } => {
                let (new_parent, new_name) = self.place(to)?;
                self.fs.move_to(parent, name, new_parent, new_name)
            }
        }?;
        self.fs.sync()
    }

    /// The directory that the last name of a path is in, and that name.
    fn place<'a>(&mut self, path: &'a str) -> Result<(Fid, &'a [u8]), Refusal> {
        let path = path.trim_end_matches('/');
        let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
        Ok((self.fs.find(parent)?, name.as_bytes()))
    }

    /// Enters empty files with the names of a text, one a line, given in chunks of any size; `last` ends it. Returns what
    /// has become of the text so far.
    ///
    /// # Errors
    /// [`Refusal::NoSuchPath`]. What becomes of the lines is no error.
    pub fn load(&mut self, path: &str, chunk: &[u8], last: bool) -> Result<Loaded, Refusal> {
        let directory = self.fs.find(path)?;
        let Self { fs, text, .. } = self;
        Ok(text.read(chunk, last, &mut |line| match fs.create_file(directory, line, 0) {
            Ok(_) => Ok(()),
            Err(Refusal::Directory(error)) => Err(error),
            Err(_) => Err(DirectoryError::AggregateFull { blocks: fs.size_blocks() }),
        }))
    }

    /// Removes up to `most` files of a directory; returns how many that were.
    ///
    /// # Errors
    /// As [`FileSystem::list`] and [`FileSystem::remove_file`].
    pub fn remove_files(&mut self, path: &str, most: usize) -> Result<usize, Refusal> {
        let directory = self.fs.find(path)?;
        let names = self.fs.list(directory)?;
        let files = names.into_iter().filter(|(_, fid)| self.fs.object(*fid) == Some(Object::File));
        let chosen: Vec<Vec<u8>> = files.take(most).map(|(name, _)| name).collect();
        for name in &chosen {
            self.fs.remove_file(directory, name)?;
        }
        self.fs.sync()?;
        Ok(chosen.len())
    }

    /// Converts a directory, and keeps each write for [`LiveAggregate::cut`]. Returns how many there were, too.
    ///
    /// # Errors
    /// As [`FileSystem::convert`].
    pub fn convert(&mut self, path: &str, to: Format) -> Result<(Conversion, usize), Refusal> {
        let directory = self.fs.find(path)?;
        let names = self.fs.list(directory)?;
        self.fs.sync()?;
        self.fs.checkpoint();
        let before = self.fs.medium().clone();
        self.fs.medium_mut().record();
        let conversion = self.fs.convert(directory, to)?;
        self.fs.checkpoint();
        let writes = self.fs.medium().recorded().to_vec();
        let count = writes.len();
        self.recorded = Some(Recorded { directory, names, before, writes });
        Ok((conversion, count))
    }

    /// What is there if the power goes after so many writes of the last conversion; `None` if nothing was converted.
    ///
    /// # Errors
    /// [`Refusal::Directory`] if the directory cannot be read, which the checks then say, too.
    ///
    /// # Panics
    /// Never: an aggregate is found after any write, as the tests of all cuts show.
    pub fn cut(&self, writes: usize) -> Option<Result<Cut, Refusal>> {
        let Recorded { directory, names, before, writes: all } = self.recorded.as_ref()?;
        let mut medium = before.clone();
        for write in all.iter().take(writes) {
            medium.write(write.block, Rc::clone(&write.bytes));
        }
        let fs = FileSystem::open(medium).expect("an aggregate is found after any write");
        let recovery = fs.recovery();
        let troubles = fs.check().iter().map(ToString::to_string).collect();
        Some(Self::mounted(fs).and_then(|mut found| {
            let stat = found.fs.stat(*directory)?;
            let is_missing =
                |fs: &mut FileSystem, (name, fid): &(Vec<u8>, Fid)| fs.lookup(*directory, name).ok() != Some(*fid);
            let missing = names.iter().filter(|entry| is_missing(&mut found.fs, entry)).count() as u64;
            Ok(Cut { found, recovery, format: stat.format, names: stat.names, missing, troubles })
        }))
    }

    /// For each block that was ever in use, one bit for each fragment of 1 KB in use, and whom it belongs to.
    pub fn map(&self) -> (Vec<u8>, Vec<Owner>) {
        let in_use = self.fs.in_use();
        let mut owners = vec![Owner::Nobody; in_use.len()];
        let store = &self.fs.store;
        let mut own = |blocks: Vec<BlockNumber>, owner| {
            for block in blocks {
                if let Some(place) = owners.get_mut(block as usize) {
                    *place = owner;
                }
            }
        };
        own(vec![0], Owner::Header);
        own(store.table_blocks(), Owner::Anodes);
        for (fid, object) in (0..store.anodes()).filter_map(|index| store.object_at(index)) {
            match object {
                Object::Directory(format) => {
                    let owner = if format == Format::V4 { Owner::V4 } else { Owner::V5 };
                    own(store.directory_blocks(fid).unwrap_or_default(), owner);
                }
                Object::File => {
                    let space = store.file_space(fid).unwrap_or_default();
                    let mut blocks = self.fs.blocks_of(space).unwrap_or_default();
                    blocks.extend((space.tail != 0).then_some(space.tail));
                    own(blocks, Owner::File);
                }
            }
        }
        (in_use, owners)
    }

    /// The directory of a path, and its pages.
    ///
    /// # Errors
    /// [`Refusal::NoSuchPath`], [`Refusal::NotADirectory`], [`Refusal::Directory`].
    pub fn pages(&mut self, path: &str) -> Result<(directory::Stat, Vec<PageSummary>), Refusal> {
        let fid = self.fs.find(path)?;
        let opened = self.fs.opened(fid)?;
        Ok((self.fs.stat(fid)?, directory::live::pages(&self.fs.store, &opened)?))
    }
}
