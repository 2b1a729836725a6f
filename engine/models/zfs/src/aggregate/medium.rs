//! What keeps its contents without power: numbered blocks, written one at a time.

use crate::directory::BLOCK_BYTES;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The bytes of a block.
pub type Block = [u8; BLOCK_BYTES];

/// One block that was written.
#[derive(Clone, Debug)]
pub struct Write {
    /// Which block of the medium.
    pub block: u32,
    /// What it holds since.
    pub bytes: Rc<Block>,
}

/// Blocks that were never written hold zeros. Copies share their blocks, so a copy costs little.
///
/// A write of a block happens whole or not at all, and writes happen in the order in which they are asked for.
#[derive(Clone, Debug, Default)]
pub struct Medium {
    blocks: BTreeMap<u32, Rc<Block>>,
    /// What was written since [`Medium::record`].
    written: Option<Vec<Write>>,
}

impl Medium {
    /// What a block holds, if it was ever written.
    pub fn get(&self, block: u32) -> Option<&Rc<Block>> {
        self.blocks.get(&block)
    }

    /// What a block holds.
    pub fn read(&self, block: u32) -> &Block {
        static ZEROS: Block = [0; BLOCK_BYTES];
        self.blocks.get(&block).map_or(&ZEROS, |bytes| bytes)
    }

    /// Writes a block.
    pub fn write(&mut self, block: u32, bytes: Rc<Block>) {
        if let Some(written) = &mut self.written {
            written.push(Write { block, bytes: Rc::clone(&bytes) });
        }
        self.blocks.insert(block, bytes);
    }

    /// From here on writes are remembered, so that any number of them can be done again on a copy.
    pub fn record(&mut self) {
        self.written = Some(Vec::new());
    }

    /// What was written since [`Medium::record`].
    pub fn recorded(&self) -> &[Write] {
        self.written.as_deref().unwrap_or_default()
    }

    /// The blocks from `first` on that were ever written, with their numbers.
    pub(super) fn blocks_from(&self, first: u32) -> impl Iterator<Item = (u32, &Block)> {
        self.blocks.range(first..).map(|(&block, bytes)| (block, &**bytes))
    }
}
