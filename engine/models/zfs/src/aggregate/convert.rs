//! One directory's format exchanged for the other, so that a loss of power at any time leaves one of them.
//!
//! The new format is built beside the old one, in blocks that are free as far as the medium knows, and written there
//! without the log: nothing points to them. Then one transaction takes those blocks, gives the old ones back, and lets
//! the directory's anode point to the new ones. Before all that the log is brought home and begun anew: a record of a
//! block that was given back since could otherwise be replayed over its new contents.

use super::file_system::FileSystem;
use super::layout::Version;
use super::refusal::Refusal;
use crate::directory::{BlockNumber, DirectoryError, Either, Fid, Format, Name, Object, V4Directory};
use std::rc::Rc;

/// What a conversion did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// Names in the directory.
    pub names: u64,
    /// Blocks that its former format had.
    pub blocks_before: u32,
    /// Blocks that it has now. Both sorts were in use for a time.
    pub blocks_after: u32,
    /// How often the aggregate grew for it.
    pub grown: u32,
}

/// A directory's blocks in both formats.
struct Built {
    old: Vec<BlockNumber>,
    new: Vec<BlockNumber>,
    names: u64,
}

impl FileSystem {
    /// Converts a directory of a mounted file system. The version becomes 1.5 if a v5 directory needs that.
    ///
    /// # Errors
    /// [`Refusal::NotMounted`], [`Refusal::ReadOnly`], [`Refusal::OlderMember`], and as
    /// [`FileSystem::convert_to_v4_offline`] says of one directory. The directory is as it was then.
    pub fn convert(&mut self, directory: Fid, to: Format) -> Result<Conversion, Refusal> {
        let mounted = self.writable()?;
        match self.object(directory) {
            Some(Object::Directory(format)) if format == to => return Err(Refusal::HasFormat(to)),
            Some(Object::Directory(_)) => {}
            _ => return Err(Refusal::NotADirectory),
        }
        if to == Format::V5 {
            mounted.sysplex.allows_v5()?;
            self.set_version(Version::V1_5)?;
        }
        self.exchange(directory, to)
    }

    /// Converts a directory that has the other format, in an aggregate that may hold both.
    pub(super) fn exchange(&mut self, directory: Fid, to: Format) -> Result<Conversion, Refusal> {
        let subdirectories = self.stat(directory)?.links - 2;
        if to == Format::V4 && subdirectories > V4Directory::MAX_SUBDIRECTORIES {
            return Err(Refusal::TooManySubdirectories { subdirectories, limit: V4Directory::MAX_SUBDIRECTORIES });
        }
        let mut grown = 0;
        loop {
            self.sync()?;
            self.checkpoint();
            match self.build(directory, to) {
                Ok(built) => return self.replace(directory, &built, grown),
                Err(Refusal::Directory(DirectoryError::AggregateFull { .. })) => {
                    self.undo();
                    self.grow().map_err(|growth| Refusal::NoRoomForBoth {
                        directory_blocks: self.store.directory_blocks(directory).map_or(0, |old| old.len() as u32),
                        free_blocks: self.free_blocks(),
                        growth,
                    })?;
                    grown += 1;
                }
                Err(refusal) => {
                    self.undo();
                    return Err(refusal);
                }
            }
        }
    }

    /// Builds the new format beside the old one.
    fn build(&mut self, directory: Fid, to: Format) -> Result<Built, Refusal> {
        let old = self.store.directory_blocks(directory)?;
        let names = self.names_of(directory)?;
        let mut entries = Vec::with_capacity(names.len());
        for (name, fid) in &names {
            entries.push((Name::new(name)?, *fid));
        }
        match self.store.shadow(directory, to)? {
            Either::V4(mut shadow) => shadow.fill(&mut self.store, entries)?,
            Either::V5(mut shadow) => shadow.fill(&mut self.store, entries.into_iter())?,
        }
        Ok(Built { old, new: self.store.shadow_blocks(to)?, names: names.len() as u64 })
    }

    /// Writes the new format where it is, and lets it take the place of the old one.
    fn replace(&mut self, directory: Fid, built: &Built, grown: u32) -> Result<Conversion, Refusal> {
        for &block in &built.new {
            self.medium.write(self.layout.home(block), Rc::new(*self.store.block(block)));
        }
        self.store.adopt(directory);
        for &block in &built.old {
            self.store.release(block);
        }
        self.commit(&built.new)?;
        Ok(Conversion {
            names: built.names,
            blocks_before: built.old.len() as u32,
            blocks_after: built.new.len() as u32,
            grown,
        })
    }
}
