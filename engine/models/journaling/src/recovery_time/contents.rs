//! What a full check of a file system of block pointers has to read.

use super::super::block::{BLOCK_BYTES, DIRECT};
use super::super::geometry::Geometry;
use pathlength_model::ModelError;

/// Names in a block of a directory.
const NAMES_PER_BLOCK: f64 = 120.0;

/// Blocks by what is in them, of a file system whose files are all of one size. Counts of a device that no computer holds
/// in memory, so they are floating.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BlockContents {
    /// Groups of 32,768 blocks.
    pub groups: f64,
    /// Bitmaps and inode tables.
    pub tables: f64,
    /// Inodes in these, used or not.
    pub inodes: f64,
    /// Files.
    pub files: f64,
    /// Blocks of pointers.
    pub pointers: f64,
    /// Blocks of names, without the root's.
    pub names: f64,
}

impl BlockContents {
    /// A device of `blocks` blocks, of which the share `filled` holds files of `file_bytes` with their pointers.
    ///
    /// # Errors
    /// [`ModelError`] if there are more files than inodes.
    pub fn new(blocks: f64, filled: f64, file_bytes: f64) -> Result<Self, ModelError> {
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
            names: libm::ceil(files / NAMES_PER_BLOCK),
        })
    }

    /// Blocks that a check reads: all of these, and the root directory's.
    pub fn blocks(&self) -> f64 {
        self.tables + self.pointers + self.names + 1.0
    }
}

/// Blocks of pointers that a file of so many pages needs.
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
