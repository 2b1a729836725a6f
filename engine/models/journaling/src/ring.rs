//! The log: a ring of blocks after its superblock.

use super::block::{BlockNo, Content, LogStart};
use super::file_system::FileSystem;
use super::geometry::Geometry;
use super::requests::{Owner, RequestKind};

/// Start and end of the log. One block is always free, so that a full ring differs from an empty one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring {
    /// Number of blocks in the ring, at positions `1..=blocks`.
    blocks: u32,
    /// Position that will be written next.
    pub(super) head: u32,
    /// Start of the log as recorded on the medium, where recovery starts to read.
    pub(super) tail: LogStart,
    /// Sequence number of the next transaction or log page.
    pub(super) sequence: u32,
}

impl Ring {
    pub(super) fn new(log_blocks: u32) -> Self {
        Self { blocks: log_blocks - 1, head: 1, tail: LogStart { sequence: 1, position: 1 }, sequence: 1 }
    }

    /// Empties the ring, so that the next block is written at `start`.
    pub(super) fn restart(&mut self, start: LogStart) {
        (self.head, self.tail, self.sequence) = (start.position, start, start.sequence);
    }

    pub(super) fn distance(&self, from: u32, to: u32) -> u32 {
        (to + self.blocks - from) % self.blocks
    }

    pub(super) fn used(&self) -> u32 {
        self.distance(self.tail.position, self.head)
    }

    pub(super) fn free(&self) -> u32 {
        self.blocks - 1 - self.used()
    }

    pub(super) fn size(&self) -> u32 {
        self.blocks
    }

    /// Returns the position `steps` after `position`.
    pub(super) fn behind(&self, position: u32, steps: u32) -> u32 {
        (position - 1 + steps) % self.blocks + 1
    }
}

/// Returns the number of the block at a position in the log.
pub(super) fn log_block(position: u32) -> BlockNo {
    Geometry::LOG + position
}

impl FileSystem {
    /// Appends blocks to the log with one request, or with two if the blocks wrap around the end of the ring.
    pub(super) fn log_append(&mut self, kind: RequestKind, mut contents: Vec<Content>, owner: Owner) {
        if contents.is_empty() {
            return;
        }
        let first = self.ring.head;
        let count = contents.len() as u32;
        let to_end = (self.ring.size() - first + 1).min(count);
        let wrapped = contents.split_off(to_end as usize);
        self.ring.head = self.ring.behind(first, count);
        self.submit(kind, log_block(first), contents, owner, Vec::new());
        if !wrapped.is_empty() {
            self.submit(kind, log_block(1), wrapped, owner, Vec::new());
        }
    }
}
