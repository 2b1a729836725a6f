//! Layout of the medium, and maximum sizes of an aggregate.
//!
//! | blocks of the medium | |
//! |---|---|
//! | 0 | start of recovery: the length of the log, and the number of its first transaction |
//! | then | the log |
//! | then, repeatedly | one block of the allocation bitmap, and the 8,192 blocks that it describes |
//!
//! The bitmap contains one byte for each block: one bit for each fragment of 1 KB, set if the fragment is in use. The
//! blocks that the bitmap describes are those of [`crate::directory::Aggregate`], in order; block 0 of that aggregate
//! contains the header (`header.rs`).

use crate::directory::{BLOCK_BYTES, BlockNumber, Format};
use pathlength_model::{WordEnum, words};
use std::fmt;

/// Number of blocks that one bitmap block describes.
pub(super) const BLOCKS_PER_BITMAP_BLOCK: u32 = BLOCK_BYTES as u32;

/// Kilobytes per block.
pub(super) const BLOCK_KILOBYTES: u64 = BLOCK_BYTES as u64 / 1024;

/// The version of an aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// Version 1.4, with v4 directories.
    V1_4,
    /// Version 1.5, with v4 and v5 directories.
    V1_5,
}

words! { Version { V1_4 = "1.4", V1_5 = "1.5" } }

impl Version {
    /// Returns the maximum size in kilobytes: 32-bit numbers count units of 1 KB in version 1.4 and of 4 KB in 1.5.
    pub const fn max_kilobytes(self) -> u64 {
        match self {
            Self::V1_4 => 1 << 32,
            Self::V1_5 => 4 << 32,
        }
    }

    /// Returns the maximum size in blocks.
    pub const fn max_blocks(self) -> u32 {
        (self.max_kilobytes() / BLOCK_KILOBYTES) as u32
    }

    /// Returns the format of new directories.
    pub const fn directories(self) -> Format {
        match self {
            Self::V1_4 => Format::V4,
            Self::V1_5 => Format::V5,
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Layout of a medium.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Number of log blocks.
    pub(super) log_blocks: u32,
}

impl Layout {
    /// Returns the block of the medium for a log block.
    pub(super) const fn log_block(at: u32) -> u32 {
        1 + at
    }

    /// Returns the bitmap block that describes a block.
    pub(super) const fn bitmap_block(self, block: BlockNumber) -> u32 {
        1 + self.log_blocks + block / BLOCKS_PER_BITMAP_BLOCK * (BLOCKS_PER_BITMAP_BLOCK + 1)
    }

    /// Returns the offset of a block's byte in its bitmap block.
    pub(super) const fn bitmap_offset(block: BlockNumber) -> usize {
        (block % BLOCKS_PER_BITMAP_BLOCK) as usize
    }

    /// Returns the home location of a block.
    pub(super) const fn home(self, block: BlockNumber) -> u32 {
        self.bitmap_block(block) + 1 + block % BLOCKS_PER_BITMAP_BLOCK
    }

    /// Returns the first block that a bitmap block describes; `None` if `block` is not a bitmap block.
    pub(super) const fn described_by(self, block: u32) -> Option<BlockNumber> {
        match block.checked_sub(1 + self.log_blocks) {
            Some(at) if at.is_multiple_of(BLOCKS_PER_BITMAP_BLOCK + 1) => {
                Some(at / (BLOCKS_PER_BITMAP_BLOCK + 1) * BLOCKS_PER_BITMAP_BLOCK)
            }
            _ => None,
        }
    }

    /// Returns the number of blocks that the bitmap describes on a medium of `size` blocks.
    pub(super) const fn described_in(self, size: u32) -> u32 {
        let rest = size.saturating_sub(1 + self.log_blocks);
        rest - rest.div_ceil(BLOCKS_PER_BITMAP_BLOCK + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medium_blocks_have_one_purpose_each() {
        let layout = Layout { log_blocks: 16 };
        let mut purposes: Vec<u32> = (0..=16).collect();
        for block in 0..3 * BLOCKS_PER_BITMAP_BLOCK {
            if block % BLOCKS_PER_BITMAP_BLOCK == 0 {
                purposes.push(layout.bitmap_block(block));
                assert_eq!(layout.described_by(layout.bitmap_block(block)), Some(block));
            }
            purposes.push(layout.home(block));
            assert_eq!(layout.described_by(layout.home(block)), None);
        }
        assert!(purposes.iter().copied().eq(0..purposes.len() as u32), "every block once, in order");
    }

    #[test]
    fn last_described_block_is_in_medium_next_is_not() {
        let layout = Layout { log_blocks: 16 };
        for size in
            (18..40).chain(17 + BLOCKS_PER_BITMAP_BLOCK - 3..17 + BLOCKS_PER_BITMAP_BLOCK + 6).chain([1 << 29, 1 << 31])
        {
            let count = layout.described_in(size);
            assert!(count == 0 || layout.home(count - 1) < size, "{size}");
            assert!(layout.home(count) >= size, "{size}");
        }
    }

    #[test]
    fn max_sizes_are_4_and_16_tebibytes() {
        assert_eq!(Version::V1_4.max_kilobytes() * 1024, 4 << 40);
        assert_eq!(Version::V1_5.max_kilobytes() * 1024, 16 << 40);
        assert_eq!(u64::from(Version::V1_5.max_blocks()) * BLOCK_BYTES as u64, 16 << 40);
    }
}
