//! Writing home what the log holds, so that its beginning can be used again.
//!
//! Home writes are on the medium before the log's superblock says so, and that is on the medium before the log's blocks
//! are written over. A logical log must be on the medium first: no home may have a change that the log has not.

use super::Nanoseconds;
use super::block::{BlockNo, Content, LogStart};
use super::file_system::FileSystem;
use super::geometry::Geometry;
use super::requests::{Owner, RequestKind};
use super::rules::LogKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Log,
    Homes,
    Start,
}

#[derive(Debug)]
pub(super) struct Checkpoint {
    stage: Stage,
    /// Requests that this stage waits for.
    pub(super) waiting: u32,
    /// Where the log begins afterwards.
    tail: LogStart,
    /// Contents to write home; of transactions, the sequence number of each.
    homes: Vec<(BlockNo, Content)>,
    started: bool,
}

impl FileSystem {
    /// Begins to write home everything that the log holds. `false` if there is nothing, or one is under way.
    pub fn checkpoint(&mut self, now: Nanoseconds) -> bool {
        self.now = now;
        let begun = self.begin_checkpoint(u32::MAX, Nanoseconds::MAX);
        self.settle();
        begun
    }

    /// Begins a checkpoint of the oldest transactions: until `wanted` blocks of the log are free, and none that was
    /// committed after `before`. Where the log is logical it is always all of it.
    pub(super) fn begin_checkpoint(&mut self, wanted: u32, before: Nanoseconds) -> bool {
        if self.checkpoint.is_some() {
            return false;
        }
        let checkpoint = match self.rules.log {
            LogKind::None => None,
            LogKind::Physical => self.oldest_transactions(wanted, before),
            LogKind::Logical { .. } => self.frozen_blocks(),
        };
        self.checkpoint = checkpoint;
        self.checkpoint.is_some()
    }

    fn oldest_transactions(&mut self, wanted: u32, before: Nanoseconds) -> Option<Checkpoint> {
        let mut taken = 0;
        let mut tail = self.ring.tail;
        let committing = self.journal.committing.as_ref().and_then(super::commit::Committing::position);
        let end = committing.unwrap_or(self.ring.head);
        while let Some(oldest) = self.journal.committed.get(taken) {
            let freed = self.ring.distance(self.ring.tail.position, tail.position);
            if oldest.at > before || self.ring.free() + freed >= wanted {
                break;
            }
            taken += 1;
            let position = self.journal.committed.get(taken).map_or(end, |next| next.first);
            tail = LogStart { sequence: oldest.sequence + 1, position };
        }
        if taken == 0 {
            return None;
        }
        let mut homes = Vec::new();
        for transaction in self.journal.committed.drain(..taken) {
            for block in transaction.blocks {
                let state = self.blocks.get(block);
                // A block that a later transaction has too stays with that one.
                if state.home_sequence == transaction.sequence {
                    homes.push((block, state.home.clone()));
                }
            }
        }
        Some(Checkpoint { stage: Stage::Homes, waiting: 0, tail, homes, started: false })
    }

    fn frozen_blocks(&mut self) -> Option<Checkpoint> {
        if self.ring.used() == 0 && !self.records.open() {
            return None;
        }
        if self.records.open() {
            self.write_buffer();
        }
        self.begin_log_flush();
        let tail = LogStart { sequence: self.ring.sequence, position: self.ring.head };
        let mut homes = Vec::new();
        for block in std::mem::take(&mut self.records.dirty) {
            let state = self.blocks.get_mut(block);
            if state.dirty {
                state.dirty = false;
                homes.push((block, self.cache.get(block).clone()));
            }
        }
        Some(Checkpoint { stage: Stage::Log, waiting: 0, tail, homes, started: false })
    }

    /// Takes the checkpoint a stage on if nothing is waited for.
    pub(super) fn settle_checkpoint(&mut self) -> bool {
        let Some(checkpoint) = self.checkpoint.as_mut().filter(|checkpoint| checkpoint.waiting == 0) else {
            return false;
        };
        match checkpoint.stage {
            Stage::Log => {
                if self.records.durable < checkpoint.tail.sequence {
                    return self.records.waiting().is_none() && self.begin_log_flush();
                }
                checkpoint.stage = Stage::Homes;
            }
            Stage::Homes if !checkpoint.started => {
                checkpoint.started = true;
                // Blocks that were freed meanwhile go home as well: until that is durable, a cut brings them back.
                let mut homes = checkpoint.homes.clone();
                homes.sort_by_key(|(block, _)| *block);
                self.submit_runs(RequestKind::Home, &homes, Owner::Checkpoint);
                self.flush(Owner::Checkpoint);
            }
            Stage::Homes => {
                checkpoint.stage = Stage::Start;
                let start = Content::LogStart(checkpoint.tail);
                self.submit(RequestKind::LogStart, Geometry::LOG, vec![start], Owner::Checkpoint, Vec::new());
                self.flush(Owner::Checkpoint);
            }
            Stage::Start => self.finish_checkpoint(),
        }
        true
    }

    fn finish_checkpoint(&mut self) {
        let Some(checkpoint) = self.checkpoint.take() else { return };
        self.ring.tail = checkpoint.tail;
        for (block, _) in checkpoint.homes {
            let state = self.blocks.get_mut(block);
            if self.rules.log == LogKind::Physical && state.home_sequence < checkpoint.tail.sequence {
                state.home = Content::Empty;
                state.home_sequence = 0;
            }
        }
        self.release_parked();
    }
}
