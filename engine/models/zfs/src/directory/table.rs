//! The anode table of an aggregate with files. It contains anodes of files in addition to those of directories, and free
//! anodes for reuse. It also allows replacing a directory with one in the other format.
//!
//! A file's anode has its fid at the same offset as a directory's anode. A free anode keeps the `unique` number of its
//! last use, and at 8..12 the index of the next free anode, plus 1.
//!
//! | bytes of a file's anode | field |
//! |---|---|
//! | 0..4 | magic number `FILE` |
//! | 8..12 | first block of the list of its whole blocks |
//! | 12..16 | kilobytes |
//! | 16..20 | block that holds the fragments |
//! | 20 | first fragment |
//! | 21 | fragments |
//! | 48..56 | own fid |

use super::aggregate::{BLOCK_BYTES, HEADER_AT, read_u32, table_entry, table_offset, write_u32};
use super::anode::{ANODE_BYTES, Anode, Field};
use super::{Aggregate, AnyDirectory, BlockNumber, DirectoryError, Fid, Format, V4Directory, V5Directory, dispatch};

/// The first bytes of a file's anode.
const FILE_MAGIC: u32 = u32::from_le_bytes(*b"FILE");

/// Offset, in block 0, of a field that contains the index of the first free anode, plus 1; 0 if all anodes are in use.
const FREE_HEAD_AT: usize = HEADER_AT;

/// Offset, in block 0, of the anode of a directory that is being built to replace another.
const SCRATCH_AT: u32 = (BLOCK_BYTES - ANODE_BYTES) as u32;

/// The object that an anode describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    /// A file.
    File,
    /// A directory.
    Directory(Format),
}

/// Location of a file's data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FileSpace {
    /// First block of the list of whole blocks; 0 for a file without whole blocks.
    pub(crate) list: BlockNumber,
    /// Size of the file.
    pub(crate) kilobytes: u32,
    /// Block that contains the fragments; 0 for a file without fragments.
    pub(crate) tail: BlockNumber,
    /// The first of the file's fragments in the block `tail`.
    pub(crate) first: u8,
    /// Number of the file's fragments.
    pub(crate) fragments: u8,
}

impl Aggregate {
    /// Allocates the anode freed last; returns its index, block, and offset, or `None` if no anode is free.
    pub(super) fn reuse_anode(&mut self) -> Option<(u32, BlockNumber, u32)> {
        let index = read_u32(self.block(0), FREE_HEAD_AT).checked_sub(1)?;
        let (block, offset) = self.anode_at(index)?;
        let next = read_u32(self.block(block), offset as usize + 8);
        write_u32(self.block_mut(0), FREE_HEAD_AT, next);
        Some((index, block, offset))
    }

    /// Returns the block and the offset of the anode with this index; `None` if the index is out of range.
    fn anode_at(&self, index: u32) -> Option<(BlockNumber, u32)> {
        if index >= self.anodes() {
            return None;
        }
        let entry = table_entry(index);
        let block = (entry < HEADER_AT).then(|| read_u32(self.block(0), entry))?;
        self.has(block).then_some((block, table_offset(index)))
    }

    /// Returns the number of anodes ever allocated.
    pub(crate) fn anodes(&self) -> u32 {
        read_u32(self.block(0), 0)
    }

    /// Returns the blocks of the anode table.
    pub(crate) fn table_blocks(&self) -> Vec<BlockNumber> {
        let end = table_entry(self.anodes().saturating_sub(1)).min(HEADER_AT - 4);
        if self.anodes() == 0 {
            return Vec::new();
        }
        (4..=end).step_by(4).map(|entry| read_u32(self.block(0), entry)).collect()
    }

    /// Returns the object in use at an index of the table; `None` if no object is in use there.
    pub(crate) fn object_at(&self, index: u32) -> Option<(Fid, Object)> {
        let (block, offset) = self.anode_at(index)?;
        let at = offset as usize;
        let bytes = self.block(block);
        let fid = Fid { index: read_u32(bytes, at + 48), unique: read_u32(bytes, at + 52) };
        if read_u32(bytes, at) == FILE_MAGIC {
            return Some((fid, Object::File));
        }
        let anode = Anode::at(block, offset);
        let format = [Format::V4, Format::V5].into_iter().find(|&format| anode.check(self, format).is_ok())?;
        Some((fid, Object::Directory(format)))
    }

    /// Returns the kind of the object `fid`; `None` if it is not in use.
    pub(crate) fn object(&self, fid: Fid) -> Option<Object> {
        let (found, object) = self.object_at(fid.index)?;
        (found == fid).then_some(object)
    }

    /// Returns the number of free anodes, or `None` if their chain is invalid.
    pub(crate) fn free_anodes(&self) -> Option<u32> {
        let mut next = read_u32(self.block(0), FREE_HEAD_AT);
        let mut count = 0;
        while next != 0 {
            let (block, offset) = self.anode_at(next - 1)?;
            if read_u32(self.block(block), offset as usize) != 0 || count == self.anodes() {
                return None;
            }
            next = read_u32(self.block(block), offset as usize + 8);
            count += 1;
        }
        Some(count)
    }

    /// Allocates an anode for a new file.
    pub(crate) fn create_file(&mut self, space: FileSpace) -> Result<Fid, DirectoryError> {
        let (index, block, offset) = self.allocate_anode()?;
        let at = offset as usize;
        let bytes = self.block_mut(block);
        let fid = Fid { index, unique: read_u32(bytes, at + 52) + 1 };
        bytes[at..at + ANODE_BYTES].fill(0);
        let fields = [
            (0, FILE_MAGIC),
            (8, space.list),
            (12, space.kilobytes),
            (16, space.tail),
            (20, u32::from_le_bytes([space.first, space.fragments, 0, 0])),
            (48, fid.index),
            (52, fid.unique),
        ];
        for (field, value) in fields {
            write_u32(bytes, at + field, value);
        }
        Ok(fid)
    }

    /// Returns the location of a file's data; `None` if `fid` is not a file.
    pub(crate) fn file_space(&self, fid: Fid) -> Option<FileSpace> {
        let (block, offset) = self.anode_at(fid.index).filter(|_| self.object(fid) == Some(Object::File))?;
        let at = offset as usize;
        let bytes = self.block(block);
        Some(FileSpace {
            list: read_u32(bytes, at + 8),
            kilobytes: read_u32(bytes, at + 12),
            tail: read_u32(bytes, at + 16),
            first: bytes[at + 20],
            fragments: bytes[at + 21],
        })
    }

    /// Frees an anode. The caller has freed the object's blocks.
    pub(crate) fn free_anode(&mut self, fid: Fid) {
        let Some((block, offset)) = self.anode_at(fid.index).filter(|_| self.object(fid).is_some()) else { return };
        let head = read_u32(self.block(0), FREE_HEAD_AT);
        let at = offset as usize;
        let bytes = self.block_mut(block);
        bytes[at..at + ANODE_BYTES].fill(0);
        write_u32(bytes, at + 8, head);
        write_u32(bytes, at + 52, fid.unique);
        write_u32(self.block_mut(0), FREE_HEAD_AT, fid.index + 1);
    }

    /// Returns the anode and the format of a directory; `None` if `fid` is not a directory.
    fn directory_anode(&self, fid: Fid) -> Option<(Anode, Format)> {
        let Some(Object::Directory(format)) = self.object(fid) else { return None };
        let (block, offset) = self.anode_at(fid.index)?;
        Some((Anode::at(block, offset), format))
    }

    /// Returns the directory `fid`; `None` if `fid` is not a directory.
    pub(crate) fn directory(&self, fid: Fid) -> Option<AnyDirectory> {
        self.directory_anode(fid).map(|(anode, format)| open_directory(anode, format))
    }

    /// Returns the parent of a directory; `None` if `fid` is not a directory.
    pub(crate) fn parent_of(&self, fid: Fid) -> Option<Fid> {
        self.directory_anode(fid).map(|(anode, _)| anode.parent(self))
    }

    /// Sets the parent of a directory.
    pub(crate) fn set_parent(&mut self, fid: Fid, parent: Fid) -> Result<(), DirectoryError> {
        let (anode, format) = self.directory_anode(fid).ok_or(DirectoryError::NotFound)?;
        match open_directory(anode, format) {
            AnyDirectory::V4(directory) => directory.set_parent(self, parent)?,
            AnyDirectory::V5(_) => anode.set_parent(self, parent),
        }
        Ok(())
    }

    /// Returns all blocks of a directory except the block of its anode.
    pub(crate) fn directory_blocks(&self, fid: Fid) -> Result<Vec<BlockNumber>, DirectoryError> {
        let directory = self.directory(fid).ok_or(DirectoryError::NotFound)?;
        Ok(dispatch!(directory, directory => directory.blocks(self))?)
    }

    /// Creates an empty directory with the fid of an existing directory, which stays in use until
    /// [`Aggregate::adopt_shadow`].
    pub(crate) fn create_shadow(&mut self, fid: Fid, format: Format) -> Result<AnyDirectory, DirectoryError> {
        let parent = self.parent_of(fid).ok_or(DirectoryError::NotFound)?;
        let make = |store: &mut Self| {
            let anode = Anode::at(0, SCRATCH_AT);
            anode.write(store, format, fid, parent);
            Ok(anode)
        };
        Ok(match format {
            Format::V4 => AnyDirectory::V4(V4Directory::create_with(self, make)?),
            Format::V5 => AnyDirectory::V5(V5Directory::create_with(self, make)?),
        })
    }

    /// Returns the blocks of the directory that [`Aggregate::create_shadow`] created.
    pub(crate) fn shadow_blocks(&self, format: Format) -> Result<Vec<BlockNumber>, DirectoryError> {
        Ok(dispatch!(open_directory(Anode::at(0, SCRATCH_AT), format), directory => directory.blocks(self))?)
    }

    /// Replaces a directory with its shadow. The caller frees the blocks of the former directory.
    pub(crate) fn adopt_shadow(&mut self, fid: Fid) {
        let Some((anode, _)) = self.directory_anode(fid) else { return };
        anode.take_over(self, Anode::at(0, SCRATCH_AT));
        let scratch = SCRATCH_AT as usize;
        self.block_mut(0)[scratch..].fill(0);
    }

    /// Reduces the link count of a directory by 1, because it has lost a subdirectory.
    pub(crate) fn decrement_links(&mut self, fid: Fid) {
        if let Some((anode, _)) = self.directory_anode(fid) {
            let links = anode.get(self, Field::Links);
            anode.set(self, Field::Links, links.saturating_sub(1).max(2));
        }
    }
}

fn open_directory(anode: Anode, format: Format) -> AnyDirectory {
    match format {
        Format::V4 => AnyDirectory::V4(V4Directory::open(anode)),
        Format::V5 => AnyDirectory::V5(V5Directory::open(anode)),
    }
}
