//! The aggregate's header: in block 0, after the numbers of the anode table's blocks.
//!
//! | bytes from the start of the header | field |
//! |---|---|
//! | 0..4 | index of the first free anode, plus 1 |
//! | 4..12 | fid of the root directory |
//! | 12 | version: 4 or 5 |
//! | 13 | attributes, one bit each |
//! | 16..20 | size in blocks |
//! | 20..24, 24..28 | blocks by which the aggregate grows, and maximum size |
//! | 128..256 | the anode of a directory that is being built to replace another |

use super::layout::Version;
use crate::directory::{Aggregate, Fid, HEADER_AT, read_u32, write_u32};

const ROOT: usize = HEADER_AT + 4;
const VERSION: usize = HEADER_AT + 12;
const ATTRIBUTES: usize = HEADER_AT + 13;
const SIZE: usize = HEADER_AT + 16;
const GROWS_BY: usize = HEADER_AT + 20;
const GROWS_TO: usize = HEADER_AT + 24;

/// Properties of the data; each of them prevents a conversion back to version 1.4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attributes {
    /// Whether the aggregate was migrated from an HFS file system in place.
    pub from_hfs: bool,
    /// Whether the aggregate contains encrypted files.
    pub encrypted: bool,
    /// Whether the aggregate contains compressed files.
    pub compressed: bool,
}

/// Automatic growth of a full aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// Blocks per step; 0 turns growth off.
    pub by_blocks: u32,
    /// Maximum size in blocks, for which the volumes have space.
    pub to_blocks: u32,
}

/// The header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) root: Fid,
    pub(super) version: Version,
    pub(super) attributes: Attributes,
    /// Size, in blocks of the medium.
    pub(super) size: u32,
    pub(super) growth: Growth,
}

impl Header {
    pub(super) fn read(store: &Aggregate) -> Option<Self> {
        let bytes = store.block(0);
        let bit = |bit: u8| bytes[ATTRIBUTES] & (1 << bit) != 0;
        Some(Self {
            root: Fid { index: read_u32(bytes, ROOT), unique: read_u32(bytes, ROOT + 4) },
            version: match bytes[VERSION] {
                4 => Version::V1_4,
                5 => Version::V1_5,
                _ => return None,
            },
            attributes: Attributes { from_hfs: bit(0), encrypted: bit(1), compressed: bit(2) },
            size: read_u32(bytes, SIZE),
            growth: Growth { by_blocks: read_u32(bytes, GROWS_BY), to_blocks: read_u32(bytes, GROWS_TO) },
        })
    }

    pub(super) fn write(&self, store: &mut Aggregate) {
        let bytes = store.block_mut(0);
        write_u32(bytes, ROOT, self.root.index);
        write_u32(bytes, ROOT + 4, self.root.unique);
        bytes[VERSION] = match self.version {
            Version::V1_4 => 4,
            Version::V1_5 => 5,
        };
        let Attributes { from_hfs, encrypted, compressed } = self.attributes;
        bytes[ATTRIBUTES] = u8::from(from_hfs) | u8::from(encrypted) << 1 | u8::from(compressed) << 2;
        write_u32(bytes, SIZE, self.size);
        write_u32(bytes, GROWS_BY, self.growth.by_blocks);
        write_u32(bytes, GROWS_TO, self.growth.to_blocks);
    }
}
