//! An aggregate: the blocks that directories live in.

use super::DirectoryError;
use super::anode::ANODE_BYTES;

/// Bytes in a block, and in a directory page.
pub const BLOCK_BYTES: usize = 8192;

/// Which block of an aggregate. Block 0 is the aggregate's own, so 0 also stands for "no block".
pub type BlockNumber = u32;

/// Anodes in one block of the anode table.
const ANODES_PER_BLOCK: u32 = (BLOCK_BYTES / ANODE_BYTES) as u32;

/// Where the anode table's block numbers end in block 0, and the header of an aggregate with a log begins.
pub(crate) const HEADER_AT: usize = BLOCK_BYTES - 2 * ANODE_BYTES;

/// Blocks of [`BLOCK_BYTES`] bytes, taken and given back one at a time.
///
/// Block 0 is the aggregate's own: bytes 0..4 hold the number of anodes handed out, from byte 4 on the block numbers of
/// the anode table's blocks, and from `HEADER_AT` on what an aggregate with a log keeps of itself.
#[derive(Clone, Debug)]
pub struct Aggregate {
    /// All blocks handed out so far, block 0 included.
    pub(super) blocks: Vec<[u8; BLOCK_BYTES]>,
    /// Blocks given back; the one given back last is taken first.
    pub(super) free: Vec<BlockNumber>,
    /// How many blocks there may be at most, block 0 included.
    pub(super) limit: u32,
    /// What changed since the last commit, for those who commit.
    pub(super) tracker: Option<Box<super::tracker::Tracker>>,
}

impl Aggregate {
    /// An empty aggregate that can grow to `blocks` blocks, its own first block included.
    pub fn new(blocks: u32) -> Self {
        Self { blocks: vec![[0; BLOCK_BYTES]], free: Vec::new(), limit: blocks.max(1), tracker: None }
    }

    /// The bytes of a block.
    ///
    /// # Panics
    /// If the block was never handed out; callers check block numbers read from pages with [`Aggregate::has`].
    #[inline]
    pub fn block(&self, block: BlockNumber) -> &[u8; BLOCK_BYTES] {
        &self.blocks[block as usize]
    }

    /// The bytes of a block, if it was handed out at some time.
    #[inline]
    pub(super) fn get(&self, block: BlockNumber) -> Option<&[u8; BLOCK_BYTES]> {
        if block == 0 { None } else { self.blocks.get(block as usize) }
    }

    /// The bytes of a block, to change them.
    ///
    /// # Panics
    /// As [`Aggregate::block`].
    #[inline]
    pub fn block_mut(&mut self, block: BlockNumber) -> &mut [u8; BLOCK_BYTES] {
        if let Some(tracker) = &mut self.tracker {
            tracker.touch(block, &self.blocks[block as usize]);
        }
        &mut self.blocks[block as usize]
    }

    /// Whether `block` was handed out at some time, so that [`Aggregate::block`] can be asked for it.
    #[inline]
    pub fn has(&self, block: BlockNumber) -> bool {
        self.get(block).is_some()
    }

    /// Takes a block, filled with zeros.
    ///
    /// # Errors
    /// [`DirectoryError::AggregateFull`].
    pub fn allocate(&mut self) -> Result<BlockNumber, DirectoryError> {
        if let Some(block) = self.free.pop() {
            self.moved(super::tracker::Move::Taken(block));
            self.block_mut(block).fill(0);
            return Ok(block);
        }
        let next = self.blocks.len() as u32;
        if next >= self.limit {
            return Err(DirectoryError::AggregateFull { blocks: self.limit });
        }
        self.blocks.push([0; BLOCK_BYTES]);
        self.moved(super::tracker::Move::Added(next));
        Ok(next)
    }

    /// Takes the next anode: its index, and the block and offset where its bytes are.
    pub(super) fn take_anode(&mut self) -> Result<(u32, BlockNumber, u32), DirectoryError> {
        if let Some(taken) = self.take_free_anode() {
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

    /// How many more blocks can be taken.
    pub fn available(&self) -> u32 {
        self.limit - self.blocks.len() as u32 + self.free.len() as u32
    }

    /// Gives a block back.
    ///
    /// # Panics
    /// If the block was never handed out, or (in debug builds) is free already.
    pub fn release(&mut self, block: BlockNumber) {
        assert!(self.has(block), "block {block} was never handed out");
        debug_assert!(!self.free.contains(&block), "block {block} is free already");
        self.free.push(block);
        self.moved(super::tracker::Move::Released(block));
    }

    /// Blocks in use, the aggregate's own first block included.
    pub fn blocks_in_use(&self) -> u32 {
        (self.blocks.len() - self.free.len()) as u32
    }
}

/// Where block 0 has the number of the anode table's block for anode `index`.
pub(super) const fn table_entry(index: u32) -> usize {
    4 + 4 * (index / ANODES_PER_BLOCK) as usize
}

/// Where anode `index` is in its block.
pub(super) const fn table_offset(index: u32) -> u32 {
    index % ANODES_PER_BLOCK * ANODE_BYTES as u32
}

/// The little-endian number at `at`.
#[inline]
pub(crate) fn read_u32(block: &[u8; BLOCK_BYTES], at: usize) -> u32 {
    u32::from_le_bytes(block[at..at + 4].try_into().expect("4 bytes"))
}

/// Writes `value`, little-endian, at `at`.
#[inline]
pub(crate) fn write_u32(block: &mut [u8; BLOCK_BYTES], at: usize, value: u32) {
    block[at..at + 4].copy_from_slice(&value.to_le_bytes());
}
