//! Changing the format of one directory so that a power failure at any time leaves the directory complete in one
//! format.
//!
//! The new format is built next to the old one, in blocks that are free on the medium. The new format is written there
//! without the log, because nothing points to these blocks yet. Then one transaction allocates the new blocks, frees
//! the old ones, and makes the directory's anode point to the new ones. Before any of these writes, a checkpoint
//! empties the log. Otherwise, a record of a block that has since been freed could be replayed over the block's new
//! contents.

use super::error::FileSystemError;
use super::file_system::FileSystem;
use super::layout::Version;
use crate::directory::{AnyDirectory, BlockNumber, DirectoryError, Fid, Format, Name, Object, V4Directory};
use std::rc::Rc;

/// Result of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// Number of names in the directory.
    pub names: u64,
    /// Number of blocks in the former format.
    pub blocks_before: u32,
    /// Number of blocks in the new format. The blocks of both formats were in use at the same time.
    pub blocks_after: u32,
    /// Number of times that the aggregate grew.
    pub grown: u32,
}

/// The blocks of a directory in both formats.
struct DualFormatBlocks {
    old: Vec<BlockNumber>,
    new: Vec<BlockNumber>,
    names: u64,
}

impl FileSystem {
    /// Converts a directory of a mounted file system. A conversion to v5 changes the version to 1.5 if necessary.
    ///
    /// # Errors
    /// Returns [`FileSystemError::NotMounted`], [`FileSystemError::ReadOnly`], [`FileSystemError::OlderMember`],
    /// [`FileSystemError::NotADirectory`], [`FileSystemError::HasFormat`], or an error that
    /// [`FileSystem::convert_to_v4_offline`] reports for a directory. After an error, the directory is unchanged.
    pub fn convert(&mut self, directory: Fid, to: Format) -> Result<Conversion, FileSystemError> {
        let mounted = self.writable()?;
        match self.object(directory) {
            Some(Object::Directory(format)) if format == to => return Err(FileSystemError::HasFormat(to)),
            Some(Object::Directory(_)) => {}
            _ => return Err(FileSystemError::NotADirectory),
        }
        if to == Format::V5 {
            mounted.sysplex.check_v5_support()?;
            self.set_version(Version::V1_5)?;
        }
        self.convert_unchecked(directory, to)
    }

    /// Converts a directory to the other format, in an aggregate whose version allows both formats.
    pub(super) fn convert_unchecked(&mut self, directory: Fid, to: Format) -> Result<Conversion, FileSystemError> {
        let subdirectories = self.stat(directory)?.links - 2;
        if to == Format::V4 && subdirectories > V4Directory::MAX_SUBDIRECTORIES {
            return Err(FileSystemError::TooManySubdirectories {
                subdirectories,
                limit: V4Directory::MAX_SUBDIRECTORIES,
            });
        }
        let mut grown = 0;
        loop {
            self.sync()?;
            self.checkpoint();
            match self.build_new_format(directory, to) {
                Ok(blocks) => return self.switch_format(directory, &blocks, grown),
                Err(FileSystemError::Directory(DirectoryError::AggregateFull { .. })) => {
                    self.undo();
                    self.grow().map_err(|growth| FileSystemError::NoRoomForBoth {
                        directory_blocks: self.store.directory_blocks(directory).map_or(0, |old| old.len() as u32),
                        free_blocks: self.free_blocks(),
                        growth,
                    })?;
                    grown += 1;
                }
                Err(error) => {
                    self.undo();
                    return Err(error);
                }
            }
        }
    }

    /// Builds the directory in the new format next to the old one.
    fn build_new_format(&mut self, directory: Fid, to: Format) -> Result<DualFormatBlocks, FileSystemError> {
        let old = self.store.directory_blocks(directory)?;
        let names = self.list_unaccessed(directory)?;
        let mut entries = Vec::with_capacity(names.len());
        for (name, fid) in &names {
            entries.push((Name::new(name)?, *fid));
        }
        match self.store.create_shadow(directory, to)? {
            AnyDirectory::V4(mut shadow) => shadow.fill(&mut self.store, entries)?,
            AnyDirectory::V5(mut shadow) => shadow.fill(&mut self.store, entries.into_iter())?,
        }
        Ok(DualFormatBlocks { old, new: self.store.shadow_blocks(to)?, names: names.len() as u64 })
    }

    /// Writes the new format and replaces the old one with it.
    fn switch_format(
        &mut self,
        directory: Fid,
        blocks: &DualFormatBlocks,
        grown: u32,
    ) -> Result<Conversion, FileSystemError> {
        for &block in &blocks.new {
            self.medium.write(self.layout.home(block), Rc::new(*self.store.block(block)));
        }
        // The new format is complete on the medium before the transaction that switches to it.
        self.medium.flush();
        self.store.adopt_shadow(directory);
        for &block in &blocks.old {
            self.store.release(block);
        }
        self.commit(&blocks.new)?;
        Ok(Conversion {
            names: blocks.names,
            blocks_before: blocks.old.len() as u32,
            blocks_after: blocks.new.len() as u32,
            grown,
        })
    }
}
