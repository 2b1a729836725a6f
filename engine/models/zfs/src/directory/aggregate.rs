//! An aggregate: the blocks in which directories are stored.

use super::DirectoryError;
use super::anode::ANODE_BYTES;

/// Bytes in a block, and in a directory page.
pub const BLOCK_BYTES: usize = 8192;

/// Number of a block in an aggregate. Block 0 contains the aggregate's header, so 0 also means "no block".
pub type BlockNumber = u32;

/// Anodes in one anode table block.
const ANODES_PER_BLOCK: u32 = (BLOCK_BYTES / ANODE_BYTES) as u32;

/// Offset in block 0 at which the block numbers of the anode table end and the header of an aggregate with a log
/// begins.
pub(crate) const HEADER_AT: usize = BLOCK_BYTES - 2 * ANODE_BYTES;

/// Blocks of [`BLOCK_BYTES`] bytes, allocated and freed one at a time.
///
/// Block 0 describes the aggregate. Bytes 0..4 contain the number of anodes ever allocated, and the block numbers of
/// the anode table begin at byte 4. The header of an aggregate with a log begins at `HEADER_AT`.
#[derive(Clone, Debug)]
pub struct Aggregate {
    /// All blocks ever allocated, block 0 included.
    pub(super) blocks: Vec<[u8; BLOCK_BYTES]>,
    /// Free blocks; the one freed last is allocated first.
    pub(super) free: Vec<BlockNumber>,
    /// Maximum number of blocks, block 0 included.
    pub(super) limit: u32,
    /// Changes since the last commit, if commits are used.
    pub(super) tracker: Option<Box<super::tracker::Tracker>>,
}

impl Aggregate {
    /// Creates an empty aggregate that can grow to `blocks` blocks, block 0 included.
    pub fn new(blocks: u32) -> Self {
        Self { blocks: vec![[0; BLOCK_BYTES]], free: Vec::new(), limit: blocks.max(1), tracker: None }
    }

    /// Returns the bytes of a block.
    ///
    /// # Panics
    /// Panics if the block was never allocated; callers check block numbers read from pages with [`Aggregate::has`].
    #[inline]
    pub fn block(&self, block: BlockNumber) -> &[u8; BLOCK_BYTES] {
        &self.blocks[block as usize]
    }

    /// Returns the bytes of a block; `None` if it was never allocated.
    #[inline]
    pub(super) fn get(&self, block: BlockNumber) -> Option<&[u8; BLOCK_BYTES]> {
        if block == 0 { None } else { self.blocks.get(block as usize) }
    }

    /// Returns the bytes of a block, so that the caller can change them.
    ///
    /// # Panics
    /// Panics as [`Aggregate::block`] does.
    #[inline]
    pub fn block_mut(&mut self, block: BlockNumber) -> &mut [u8; BLOCK_BYTES] {
        if let Some(tracker) = &mut self.tracker {
            tracker.touch(block, &self.blocks[block as usize]);
        }
        &mut self.blocks[block as usize]
    }

    /// Returns whether `block` was ever allocated, so that [`Aggregate::block`] accepts it.
    #[inline]
    pub fn has(&self, block: BlockNumber) -> bool {
        self.get(block).is_some()
    }

    /// Allocates a block of zeros.
    ///
    /// # Errors
    /// Returns [`DirectoryError::AggregateFull`] if no block is free.
    pub fn allocate(&mut self) -> Result<BlockNumber, DirectoryError> {
        if let Some(block) = self.free.pop() {
            self.record_allocation(super::tracker::AllocationEvent::Reused(block));
            self.block_mut(block).fill(0);
            return Ok(block);
        }
        let next = self.blocks.len() as u32;
        if next >= self.limit {
            return Err(DirectoryError::AggregateFull { blocks: self.limit });
        }
        self.blocks.push([0; BLOCK_BYTES]);
        self.record_allocation(super::tracker::AllocationEvent::Appended(next));
        Ok(next)
    }

    /// Allocates an anode; returns its index, and the block and offset of its bytes.
    pub(super) fn allocate_anode(&mut self) -> Result<(u32, BlockNumber, u32), DirectoryError> {
        if let Some(taken) = self.reuse_anode() {
            return Ok(taken);
        }
        let index = read_u32(self.block(0), 0);
        let entry = table_entry(index);
        if entry >= HEADER_AT {
            return Err(DirectoryError::AggregateFull { blocks: self.limit });
        }
        if index.is_multiple_of(ANODES_PER_BLOCK) {
            let block = self.allocate()?;
            write_u32(self.block_mut(0), entry, block);
        }
        write_u32(self.block_mut(0), 0, index + 1);
        Ok((index, read_u32(self.block(0), entry), table_offset(index)))
    }

    /// Returns the number of blocks that can still be allocated.
    pub fn available(&self) -> u32 {
        self.limit - self.blocks.len() as u32 + self.free.len() as u32
    }

    /// Frees a block.
    ///
    /// # Panics
    /// Panics if the block was never allocated, or (in debug builds) is already free.
    pub fn release(&mut self, block: BlockNumber) {
        assert!(self.has(block), "block {block} was never allocated");
        debug_assert!(!self.free.contains(&block), "block {block} is already free");
        self.free.push(block);
        self.record_allocation(super::tracker::AllocationEvent::Freed(block));
    }

    /// Returns the number of blocks in use, block 0 included.
    pub fn blocks_in_use(&self) -> u32 {
        (self.blocks.len() - self.free.len()) as u32
    }
}

/// Returns the offset in block 0 of the number of the block that contains anode `index`.
pub(super) const fn table_entry(index: u32) -> usize {
    4 + 4 * (index / ANODES_PER_BLOCK) as usize
}

/// Returns the offset of anode `index` in its block.
pub(super) const fn table_offset(index: u32) -> u32 {
    index % ANODES_PER_BLOCK * ANODE_BYTES as u32
}

/// Returns the little-endian number at `at`.
#[inline]
pub(crate) fn read_u32(block: &[u8; BLOCK_BYTES], at: usize) -> u32 {
    u32::from_le_bytes(block[at..at + 4].try_into().expect("4 bytes"))
}

/// Writes `value` at `at`, in little-endian order.
#[inline]
pub(crate) fn write_u32(block: &mut [u8; BLOCK_BYTES], at: usize, value: u32) {
    block[at..at + 4].copy_from_slice(&value.to_le_bytes());
}
