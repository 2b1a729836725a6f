//! Space for file data. The data itself is not stored; only its space is allocated.
//!
//! The whole blocks of a file are in a list; the rest of the file takes fragments of a block that files share. A list
//! block contains the number of the next list block, an entry count, and the entries, which are block numbers.

use super::file_system::FileSystem;
use super::layout::BLOCK_KILOBYTES;
use crate::directory::{BLOCK_BYTES, BlockNumber, DirectoryError, FileSpace, read_u32, write_u32};

/// Offset of the entries in a list block.
const NUMBERS_AT: usize = 8;

/// Number of entries per list block.
const NUMBERS: usize = (BLOCK_BYTES - NUMBERS_AT) / 4;

impl FileSystem {
    /// Allocates space for this number of kilobytes.
    ///
    /// # Errors
    /// Returns [`DirectoryError::AggregateFull`] if too few blocks are free; in that case, nothing is allocated.
    pub(super) fn allocate_space(&mut self, kilobytes: u32) -> Result<FileSpace, DirectoryError> {
        let whole = kilobytes as usize / BLOCK_KILOBYTES as usize;
        let fragments = (u64::from(kilobytes) % BLOCK_KILOBYTES) as u8;
        let mut taken = Vec::with_capacity(whole + whole.div_ceil(NUMBERS));
        for _ in 0..taken.capacity() {
            match self.store.allocate() {
                Ok(block) => taken.push(block),
                Err(full) => {
                    taken.into_iter().rev().for_each(|block| self.store.release(block));
                    return Err(full);
                }
            }
        }
        let (tail, first) = match fragments {
            0 => (0, 0),
            fragments => match self.space.allocate_fragments(&mut self.store, fragments) {
                Ok(place) => place,
                Err(full) => {
                    taken.into_iter().rev().for_each(|block| self.store.release(block));
                    return Err(full);
                }
            },
        };
        let (data, lists) = taken.split_at(whole);
        for (at, numbers) in data.chunks(NUMBERS).enumerate() {
            let bytes = self.store.block_mut(lists[at]);
            write_u32(bytes, 0, lists.get(at + 1).copied().unwrap_or(0));
            write_u32(bytes, 4, numbers.len() as u32);
            for (number, block) in numbers.iter().enumerate() {
                write_u32(bytes, NUMBERS_AT + 4 * number, *block);
            }
        }
        Ok(FileSpace { list: lists.first().copied().unwrap_or(0), kilobytes, tail, first, fragments })
    }

    /// Frees the space allocated to a file.
    pub(super) fn release_space(&mut self, space: FileSpace) {
        if let Some(blocks) = self.blocks_of(space) {
            for block in blocks {
                self.store.release(block);
            }
        }
        if space.tail != 0 {
            self.space.release_fragments(&mut self.store, space.tail, space.first, space.fragments);
        }
    }

    /// Returns the whole blocks of a file and the blocks of its list, or `None` if the list is invalid.
    pub(super) fn blocks_of(&self, space: FileSpace) -> Option<Vec<BlockNumber>> {
        let mut blocks = Vec::new();
        let mut list = space.list;
        while list != 0 {
            let count = if self.store.has(list) { read_u32(self.store.block(list), 4) as usize } else { 0 };
            if !(1..=NUMBERS).contains(&count) || blocks.len() > space.kilobytes as usize {
                return None;
            }
            let bytes = self.store.block(list);
            blocks.extend((0..count).map(|number| read_u32(bytes, NUMBERS_AT + 4 * number)));
            blocks.push(list);
            list = read_u32(bytes, 0);
        }
        Some(blocks)
    }
}
