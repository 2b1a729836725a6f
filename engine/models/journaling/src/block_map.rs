//! A sparse array, indexed by block number.

use super::block::BlockNo;

const CHUNK: usize = 512;

/// A value for every block, initially `blank`.
#[derive(Clone, Debug)]
pub(super) struct BlockMap<T> {
    chunks: Vec<Option<Box<[T]>>>,
    blank: T,
}

impl<T: Clone> BlockMap<T> {
    pub(super) fn new(blank: T) -> Self {
        Self { chunks: Vec::new(), blank }
    }

    pub(super) fn get(&self, block: BlockNo) -> &T {
        let at = block as usize;
        match self.chunks.get(at / CHUNK) {
            Some(Some(chunk)) => &chunk[at % CHUNK],
            _ => &self.blank,
        }
    }

    pub(super) fn get_mut(&mut self, block: BlockNo) -> &mut T {
        let at = block as usize;
        if at / CHUNK >= self.chunks.len() {
            self.chunks.resize_with(at / CHUNK + 1, || None);
        }
        let blank = &self.blank;
        &mut self.chunks[at / CHUNK].get_or_insert_with(|| vec![blank.clone(); CHUNK].into_boxed_slice())[at % CHUNK]
    }

    pub(super) fn set(&mut self, block: BlockNo, value: T) {
        *self.get_mut(block) = value;
    }
}
