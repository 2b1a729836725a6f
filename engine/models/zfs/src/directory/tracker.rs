//! What changed in an aggregate since the last commit: what a log must write, and what takes it back.

use super::aggregate::BLOCK_BYTES;
use super::{Aggregate, BlockNumber};

/// How a block came or went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    /// It was free and was taken.
    Taken(BlockNumber),
    /// It is the first of those that were never handed out.
    Added(BlockNumber),
    /// It was given back.
    Released(BlockNumber),
}

/// The changes since the last commit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tracker {
    /// Blocks from here on did not exist then.
    first_new: BlockNumber,
    /// What blocks held then, in the order of their first change.
    before: Vec<(BlockNumber, Box<[u8; BLOCK_BYTES]>)>,
    /// One bit for each block: whether it is in `before`.
    known: Vec<u64>,
    /// What came and went, in order.
    moves: Vec<Move>,
}

impl Tracker {
    /// A block is about to change.
    #[inline]
    pub(super) fn touch(&mut self, block: BlockNumber, bytes: &[u8; BLOCK_BYTES]) {
        if block < self.first_new {
            let (word, bit) = (block as usize / 64, 1 << (block % 64));
            if self.known[word] & bit == 0 {
                self.known[word] |= bit;
                self.before.push((block, Box::new(*bytes)));
            }
        }
    }

    /// What a block held at the last commit, if it changed since.
    pub(crate) fn before(&self, block: BlockNumber) -> Option<&[u8; BLOCK_BYTES]> {
        let word = self.known.get(block as usize / 64)?;
        if word & (1 << (block % 64)) == 0 {
            return None;
        }
        self.before.iter().find(|(known, _)| *known == block).map(|(_, bytes)| &**bytes)
    }

    /// The blocks that changed and existed before, in the order of their first change.
    pub(crate) fn changed(&self) -> impl Iterator<Item = (BlockNumber, &[u8; BLOCK_BYTES])> {
        self.before.iter().map(|(block, bytes)| (*block, &**bytes))
    }

    /// What came and went, in order.
    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// An upper bound of the blocks that changed.
    pub(crate) fn size(&self) -> usize {
        self.before.len() + self.moves.len()
    }
}

impl Aggregate {
    /// An aggregate of these blocks, of which those in `free` are not in use.
    pub(crate) fn from_blocks(blocks: Vec<[u8; BLOCK_BYTES]>, free: Vec<BlockNumber>, limit: u32) -> Self {
        Self { blocks, free, limit, tracker: None }
    }

    /// From here on changes are remembered, and nothing of what was before. Returns the changes until here.
    pub(crate) fn commit(&mut self) -> Tracker {
        let first_new = self.blocks.len() as BlockNumber;
        let known = vec![0; self.blocks.len().div_ceil(64)];
        let fresh = Tracker { first_new, known, ..Tracker::default() };
        self.tracker.replace(Box::new(fresh)).map(|tracker| *tracker).unwrap_or_default()
    }

    /// The changes since the last commit. There was one.
    pub(crate) fn changes(&self) -> &Tracker {
        self.tracker.as_deref().expect("changes are asked for by those who commit")
    }

    /// Takes back all changes since the last commit.
    pub(crate) fn undo(&mut self) {
        let Some(mut tracker) = self.tracker.take() else { return };
        for (block, bytes) in &tracker.before {
            self.blocks[*block as usize] = **bytes;
        }
        while let Some(step) = tracker.moves.pop() {
            match step {
                Move::Taken(block) => self.free.push(block),
                Move::Added(_) => {
                    self.blocks.pop();
                }
                Move::Released(_) => {
                    self.free.pop();
                }
            }
        }
        self.commit();
    }

    /// How many blocks there were ever, free ones included.
    pub(crate) fn blocks_ever(&self) -> u32 {
        self.blocks.len() as u32
    }

    /// Lets there be so many blocks.
    pub(crate) fn set_limit(&mut self, limit: u32) {
        self.limit = limit;
    }

    /// The blocks that are free, of those that were ever handed out.
    pub(crate) fn free(&self) -> &[BlockNumber] {
        &self.free
    }

    /// A block came or went.
    pub(super) fn moved(&mut self, step: Move) {
        if let Some(tracker) = &mut self.tracker {
            tracker.moves.push(step);
        }
    }
}
