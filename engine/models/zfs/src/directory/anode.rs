//! An anode: the 128 bytes that describe one directory in its aggregate.
//!
//! | bytes | field |
//! |---|---|
//! | 0..4 | magic number |
//! | 4 | format, 4 or 5 |
//! | 5 | `levels`: number of index pages between this anode and the page of an entry |
//! | 6 | `depth`: number of hash bits that the index uses (v5) |
//! | 8..12 | `root`: first block of the page map (v4) or of the tree (v5) |
//! | 12..16 | `pages` of the directory, its index and map pages included |
//! | 16..20 | `links` |
//! | 20..24 | `deepest`: number of pages whose local depth is `depth` (v5) |
//! | 24..32 | `names`, without `.` and `..` |
//! | 32..40 | `data_version` |
//! | 40..44 | `length`: number of pages with entries (v4) |
//! | 48..56 | own fid: index, unique |
//! | 56..64 | the parent's fid |

use super::{Aggregate, BlockNumber, Damage, DirectoryError, Fid, Format};

const MAGIC: u32 = 0x414e_4f44;

/// Bytes of one anode.
pub(super) const ANODE_BYTES: usize = 128;

/// A field of an anode; the value is its offset.
#[derive(Clone, Copy, Debug)]
pub(super) enum Field {
    Root = 8,
    Pages = 12,
    Links = 16,
    Deepest = 20,
    Length = 40,
}

/// A field of eight bytes.
#[derive(Clone, Copy, Debug)]
pub(super) enum LongField {
    Names = 24,
    DataVersion = 32,
}

impl From<Field> for u32 {
    fn from(field: Field) -> Self {
        field as Self
    }
}

impl From<LongField> for u32 {
    fn from(field: LongField) -> Self {
        field as Self
    }
}

/// Location of a directory's anode. The fields of the anode themselves are in a block of the aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Anode {
    block: BlockNumber,
    offset: u32,
}

impl Anode {
    /// Allocates an anode for a directory below `parent` (or for a root directory, which is its own parent).
    ///
    /// # Errors
    /// Returns [`DirectoryError::AggregateFull`] if no block is free.
    pub(super) fn create(store: &mut Aggregate, format: Format, parent: Option<Fid>) -> Result<Self, DirectoryError> {
        let (index, block, offset) = store.allocate_anode()?;
        let anode = Self { block, offset };
        // A freed anode keeps the unique number of its last use.
        let fid = Fid { index, unique: anode.u32_at(store, 52) + 1 };
        anode.write(store, format, fid, parent.unwrap_or(fid));
        Ok(anode)
    }

    /// Writes the anode of an empty directory.
    pub(super) fn write(self, store: &mut Aggregate, format: Format, fid: Fid, parent: Fid) {
        let bytes = self.bytes_mut(store);
        bytes.fill(0);
        bytes[..4].copy_from_slice(&MAGIC.to_le_bytes());
        bytes[4] = match format {
            Format::V4 => 4,
            Format::V5 => 5,
        };
        for (at, value) in [(48, fid.index), (52, fid.unique), (56, parent.index), (60, parent.unique)] {
            bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        }
        self.set(store, Field::Links, 2);
    }

    /// Returns the anode at a location in the aggregate.
    pub(super) const fn at(block: BlockNumber, offset: u32) -> Self {
        Self { block, offset }
    }

    /// Takes over the format and the pages of `other`, a directory with the same names. Links and parent do not change,
    /// and the data version is increased.
    pub(super) fn take_over(self, store: &mut Aggregate, other: Self) {
        let from = *other.bytes(store);
        let bytes = self.bytes_mut(store);
        for range in [4..16, 20..24, 40..44] {
            bytes[range.clone()].copy_from_slice(&from[range]);
        }
        self.change(store, 0, 0, 0);
    }

    /// Returns the block and the offset of the anode.
    pub(super) const fn location(self) -> (BlockNumber, u32) {
        (self.block, self.offset)
    }

    /// Returns the block that is logged when a field changes.
    pub(super) const fn block(self) -> BlockNumber {
        self.block
    }

    fn bytes(self, store: &Aggregate) -> &[u8; ANODE_BYTES] {
        let at = self.offset as usize;
        (&store.block(self.block)[at..at + ANODE_BYTES]).try_into().expect("an anode is within its block")
    }

    fn bytes_mut(self, store: &mut Aggregate) -> &mut [u8; ANODE_BYTES] {
        let at = self.offset as usize;
        (&mut store.block_mut(self.block)[at..at + ANODE_BYTES]).try_into().expect("an anode is within its block")
    }

    #[inline]
    fn u32_at(self, store: &Aggregate, at: usize) -> u32 {
        u32::from_le_bytes(self.bytes(store)[at..at + 4].try_into().expect("4 bytes"))
    }

    #[inline]
    pub(super) fn get(self, store: &Aggregate, field: Field) -> u32 {
        self.u32_at(store, field as usize)
    }

    #[inline]
    pub(super) fn set(self, store: &mut Aggregate, field: Field, value: u32) {
        let at = field as usize;
        self.bytes_mut(store)[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }

    #[inline]
    pub(super) fn get_long(self, store: &Aggregate, field: LongField) -> u64 {
        let at = field as usize;
        u64::from_le_bytes(self.bytes(store)[at..at + 8].try_into().expect("8 bytes"))
    }

    #[inline]
    pub(super) fn set_long(self, store: &mut Aggregate, field: LongField, value: u64) {
        let at = field as usize;
        self.bytes_mut(store)[at..at + 8].copy_from_slice(&value.to_le_bytes());
    }

    /// Records a change: adds to the numbers of names, links, and pages, and adds 1 to the data version.
    #[inline]
    pub(super) fn change(self, store: &mut Aggregate, names: i64, links: i32, pages: i32) {
        let bytes = self.bytes_mut(store);
        for (field, by) in [(LongField::Names, names), (LongField::DataVersion, 1)] {
            let at = field as usize;
            let value = u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes")).saturating_add_signed(by);
            bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
        }
        // Most changes affect neither links nor pages.
        for (field, by) in [(Field::Links, links), (Field::Pages, pages)] {
            if by != 0 {
                let at = field as usize;
                let value = u32::from_le_bytes(bytes[at..at + 4].try_into().expect("4 bytes"));
                bytes[at..at + 4].copy_from_slice(&value.saturating_add_signed(by).to_le_bytes());
            }
        }
    }

    /// Returns the number of index pages between the anode and the page of an entry, and the number of hash bits that
    /// the index uses.
    #[inline]
    pub(super) fn levels_and_depth(self, store: &Aggregate) -> (u8, u8) {
        let bytes = self.bytes(store);
        (bytes[5], bytes[6])
    }

    pub(super) fn set_levels_and_depth(self, store: &mut Aggregate, levels: u8, depth: u8) {
        let bytes = self.bytes_mut(store);
        bytes[5] = levels;
        bytes[6] = depth;
    }

    /// Returns the fid of the directory.
    pub(super) fn fid(self, store: &Aggregate) -> Fid {
        Fid { index: self.u32_at(store, 48), unique: self.u32_at(store, 52) }
    }

    /// Returns the fid of the directory's parent.
    pub(super) fn parent(self, store: &Aggregate) -> Fid {
        Fid { index: self.u32_at(store, 56), unique: self.u32_at(store, 60) }
    }

    /// Sets the parent.
    pub(super) fn set_parent(self, store: &mut Aggregate, parent: Fid) {
        let bytes = self.bytes_mut(store);
        bytes[56..60].copy_from_slice(&parent.index.to_le_bytes());
        bytes[60..64].copy_from_slice(&parent.unique.to_le_bytes());
    }

    /// Returns damage to `field`.
    pub(super) fn damage(self, field: impl Into<u32>, what: &'static str) -> Damage {
        Damage { block: self.block, offset: self.offset + field.into(), what }
    }

    /// Checks that this is an anode of `format`.
    pub(super) fn check(self, store: &Aggregate, format: Format) -> Result<(), Damage> {
        let bytes = self.bytes(store);
        if bytes[..4] != MAGIC.to_le_bytes() {
            return Err(self.damage(0_u32, "the anode's magic number is wrong"));
        }
        let version = match format {
            Format::V4 => 4,
            Format::V5 => 5,
        };
        if bytes[4] != version {
            return Err(self.damage(4_u32, "the anode belongs to a directory in another format"));
        }
        Ok(())
    }
}
