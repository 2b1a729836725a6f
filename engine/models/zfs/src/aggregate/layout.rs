//! Where what stands on the medium, and how large an aggregate may be.
//!
//! | blocks of the medium | |
//! |---|---|
//! | 0 | where recovery begins: how long the log is, and the number of the first transaction that counts |
//! | then | the log |
//! | then, again and again | one block of the map, and the 8,192 blocks it describes |
//!
//! The map has one byte for each block, and in it one bit for each fragment of 1 KB: set means in use. The described
//! blocks are those of [`crate::directory::Aggregate`], in order; its block 0 has the header (`header.rs`).

use crate::directory::{BLOCK_BYTES, BlockNumber, Format};
use pathlength_model::{WordEnum, words};
use std::fmt;

/// Blocks that one block of the map describes.
pub(super) const DESCRIBED: u32 = BLOCK_BYTES as u32;

/// Kilobytes of a block.
pub(super) const BLOCK_KILOBYTES: u64 = BLOCK_BYTES as u64 / 1024;

/// The version of an aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// Holds v4 directories.
    V1_4,
    /// Holds v4 and v5 directories.
    V1_5,
}

words! { Version { V1_4 = "1.4", V1_5 = "1.5" } }

impl Version {
    /// The most kilobytes it may have: numbers of 32 bits count units of 1 KB in one version, of 4 KB in the other.
    pub const fn most_kilobytes(self) -> u64 {
        match self {
            Self::V1_4 => 1 << 32,
            Self::V1_5 => 4 << 32,
        }
    }

    /// The most blocks it may have.
    pub const fn most_blocks(self) -> u32 {
        (self.most_kilobytes() / BLOCK_KILOBYTES) as u32
    }

    /// The format of directories that are made in it.
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

/// Where what stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Blocks of the log.
    pub(super) log_blocks: u32,
}

impl Layout {
    /// The block of the log at a place in it.
    pub(super) const fn log(at: u32) -> u32 {
        1 + at
    }

    /// The block of the map that describes a block.
    pub(super) const fn map(self, block: BlockNumber) -> u32 {
        1 + self.log_blocks + block / DESCRIBED * (DESCRIBED + 1)
    }

    /// Where a block has its place in its block of the map.
    pub(super) const fn map_offset(block: BlockNumber) -> usize {
        (block % DESCRIBED) as usize
    }

    /// Where a block is.
    pub(super) const fn home(self, block: BlockNumber) -> u32 {
        self.map(block) + 1 + block % DESCRIBED
    }

    /// The first block that a block of the medium describes, if it is one of the map.
    pub(super) const fn described_by(self, block: u32) -> Option<BlockNumber> {
        match block.checked_sub(1 + self.log_blocks) {
            Some(at) if at.is_multiple_of(DESCRIBED + 1) => Some(at / (DESCRIBED + 1) * DESCRIBED),
            _ => None,
        }
    }

    /// How many described blocks a medium of `size` blocks has.
    pub(super) const fn described_in(self, size: u32) -> u32 {
        let rest = size.saturating_sub(1 + self.log_blocks);
        rest - rest.div_ceil(DESCRIBED + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_the_medium_have_one_purpose_each() {
        let layout = Layout { log_blocks: 16 };
        let mut purposes: Vec<u32> = (0..=16).collect();
        for block in 0..3 * DESCRIBED {
            if block % DESCRIBED == 0 {
                purposes.push(layout.map(block));
                assert_eq!(layout.described_by(layout.map(block)), Some(block));
            }
            purposes.push(layout.home(block));
            assert_eq!(layout.described_by(layout.home(block)), None);
        }
        assert!(purposes.iter().copied().eq(0..purposes.len() as u32), "every block once, in order");
    }

    #[test]
    fn the_last_described_block_of_a_medium_lies_in_it_and_the_next_does_not() {
        let layout = Layout { log_blocks: 16 };
        for size in (18..40).chain(17 + DESCRIBED - 3..17 + DESCRIBED + 6).chain([1 << 29, 1 << 31]) {
            let count = layout.described_in(size);
            assert!(count == 0 || layout.home(count - 1) < size, "{size}");
            assert!(layout.home(count) >= size, "{size}");
        }
    }

    #[test]
    fn the_largest_sizes_are_4_and_16_tebibytes() {
        assert_eq!(Version::V1_4.most_kilobytes() * 1024, 4 << 40);
        assert_eq!(Version::V1_5.most_kilobytes() * 1024, 16 << 40);
        assert_eq!(u64::from(Version::V1_5.most_blocks()) * BLOCK_BYTES as u64, 16 << 40);
    }
}
