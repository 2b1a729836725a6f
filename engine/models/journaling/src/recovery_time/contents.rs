//! Blocks that a full check of a file system with block pointers reads.

use super::super::block::{BLOCK_BYTES, DIRECT};
use super::super::geometry::Geometry;
use pathlength_model::ModelError;

/// Numbers of blocks by content, in a file system whose files are of equal size. Counts are floating-point numbers,
/// because the device may have more blocks than a `u32` can count.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BlockContents {
    /// Groups of 32,768 blocks.
    pub groups: f64,
    /// Bitmaps and inode tables.
    pub tables: f64,
    /// Inodes in the tables, used or free.
    pub inodes: f64,
    /// Files.
    pub files: f64,
    /// Pointer blocks.
    pub pointers: f64,
    /// Directory blocks except the root's block.
    pub names: f64,
}

impl BlockContents {
    /// Computes the contents of a device with `blocks` blocks. Files of `file_bytes` bytes and their pointer blocks
    /// fill the share `filled` of the device. A directory block contains `names_per_block` of the files' names.
    ///
    /// # Errors
    /// Returns [`ModelError`] if there are more files than inodes.
    pub fn new(blocks: f64, filled: f64, file_bytes: f64, names_per_block: f64) -> Result<Self, ModelError> {
        let shape = Geometry::of_size(u32::MAX, 0);
        let groups = libm::floor((blocks - 1.0) / f64::from(shape.group_blocks));
        let pages = libm::ceil(file_bytes / BLOCK_BYTES as f64);
        let pointers = pointer_blocks(pages, f64::from(shape.pointers));
        let files = libm::floor(filled * blocks / (pages + pointers));
        let inodes = groups * f64::from(shape.group_inodes);
        if files + 2.0 > inodes {
            return Err(ModelError::new(
                "there are more files than inodes (one per 8 KB): reduce the filled share or make the files larger",
            ));
        }
        Ok(Self {
            groups,
            tables: groups * f64::from(2 + shape.table_blocks()),
            inodes,
            files,
            pointers: files * pointers,
            names: libm::ceil(files / names_per_block),
        })
    }

    /// Returns the number of blocks that a check reads, including the block of the root directory.
    pub fn blocks(&self) -> f64 {
        self.tables + self.pointers + self.names + 1.0
    }
}

/// Returns the number of pointer blocks in a file with `pages` pages.
fn pointer_blocks(pages: f64, per: f64) -> f64 {
    let far = pages - DIRECT as f64;
    if far <= 0.0 {
        0.0
    } else if far <= per {
        1.0
    } else {
        2.0 + libm::ceil((far - per) / per)
    }
}
