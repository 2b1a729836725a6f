//! A medium that keeps its contents without power: numbered blocks, written one at a time.

use crate::directory::BLOCK_BYTES;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The bytes of a block.
pub type Block = [u8; BLOCK_BYTES];

/// A write of one block.
#[derive(Clone, Debug)]
pub struct Write {
    /// Number of the block on the medium.
    pub block: u32,
    /// New contents of the block.
    pub bytes: Rc<Block>,
    /// Number of flushes between [`Medium::record`] and the write: all writes of earlier epochs are on the medium
    /// before any write of this epoch.
    pub epoch: u32,
}

/// A medium. Blocks that were never written contain zeros. Copies share their blocks, so a copy costs little.
///
/// [`Medium::flush`] orders writes: writes before the flush are on the medium before any write after it. Which writes
/// since the last flush survive a power failure depends on the disk; see [`super::WriteTrace`].
#[derive(Clone, Debug, Default)]
pub struct Medium {
    blocks: BTreeMap<u32, Rc<Block>>,
    /// The writes since [`Medium::record`].
    written: Option<Vec<Write>>,
    /// Number of flushes since [`Medium::record`].
    epoch: u32,
}

impl Medium {
    /// Returns the contents of a block.
    pub fn read(&self, block: u32) -> &Block {
        static ZEROS: Block = [0; BLOCK_BYTES];
        self.blocks.get(&block).map_or(&ZEROS, |bytes| bytes)
    }

    /// Writes a block.
    pub fn write(&mut self, block: u32, bytes: Rc<Block>) {
        if let Some(written) = &mut self.written {
            written.push(Write { block, bytes: Rc::clone(&bytes), epoch: self.epoch });
        }
        self.blocks.insert(block, bytes);
    }

    /// Flushes the disk's cache: earlier writes are on the medium before any later one.
    pub fn flush(&mut self) {
        self.epoch += 1;
    }

    /// Flips a bit in a byte of a block, as an aging medium does.
    pub fn rot(&mut self, block: u32, byte: usize) {
        let mut bytes = *self.read(block);
        bytes[byte] ^= 1;
        self.blocks.insert(block, Rc::new(bytes));
    }

    /// Starts recording writes, so that any number of the writes can be repeated on a copy.
    pub fn record(&mut self) {
        (self.written, self.epoch) = (Some(Vec::new()), 0);
    }

    /// Returns the writes since [`Medium::record`].
    pub fn recorded_writes(&self) -> &[Write] {
        self.written.as_deref().unwrap_or_default()
    }

    /// Returns the blocks from `first` onward that were ever written, with their numbers.
    pub(super) fn blocks_from(&self, first: u32) -> impl Iterator<Item = (u32, &Block)> {
        self.blocks.range(first..).map(|(&block, bytes)| (block, &**bytes))
    }
}
