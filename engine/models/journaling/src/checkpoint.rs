//! Checkpoints write logged blocks to their home locations, so that the start of the log can be reused.
//!
//! Home writes reach the medium before the log superblock that records them, and the superblock before the log blocks
//! are overwritten. Before a checkpoint, a logical log is flushed: no home location may contain a change that is not in
//! the log.

use super::Nanoseconds;
use super::block::{BlockNo, Content, LogStart};
use super::file_system::FileSystem;
use super::geometry::Geometry;
use super::requests::{Owner, RequestKind};
use super::rules::LogKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CheckpointStage {
    Log,
    Homes,
    LogStart,
}

#[derive(Debug)]
pub(super) struct Checkpoint {
    stage: CheckpointStage,
    /// Number of requests for which the current stage of the checkpoint waits.
    pub(super) pending_requests: u32,
    /// Start of the log once the checkpoint is complete.
    tail: LogStart,
    /// Contents to write to the home locations.
    homes: Vec<(BlockNo, Content)>,
    is_submitted: bool,
}

impl FileSystem {
    /// Starts a checkpoint of the whole log. Returns `false` if the log is empty or a checkpoint is in progress.
    pub fn checkpoint(&mut self, now: Nanoseconds) -> bool {
        self.now = now;
        let begun = self.begin_checkpoint(u32::MAX, Nanoseconds::MAX);
        self.advance_journal();
        begun
    }

    /// Starts a checkpoint of the oldest transactions: enough of them for `blocks_wanted` free log blocks, but none
    /// that was committed after `before`. A logical log is always checkpointed completely. Returns `false` if a
    /// checkpoint is in progress or nothing can be checkpointed.
    pub(super) fn begin_checkpoint(&mut self, blocks_wanted: u32, before: Nanoseconds) -> bool {
        if self.checkpoint.is_some() {
            return false;
        }
        let checkpoint = match self.rules.log {
            LogKind::None => None,
            LogKind::Physical => self.checkpoint_transactions(blocks_wanted, before),
            LogKind::Logical { .. } => self.checkpoint_dirty_blocks(),
        };
        self.checkpoint = checkpoint;
        self.checkpoint.is_some()
    }

    fn checkpoint_transactions(&mut self, blocks_wanted: u32, before: Nanoseconds) -> Option<Checkpoint> {
        let mut taken = 0;
        let mut tail = self.ring.tail;
        let committing = self.journal.committing.as_ref().and_then(super::commit::CommittingTransaction::position);
        let end = committing.unwrap_or(self.ring.head);
        while let Some(oldest) = self.journal.committed.get(taken) {
            let freed = self.ring.distance(self.ring.tail.position, tail.position);
            if oldest.at > before || self.ring.free() + freed >= blocks_wanted {
                break;
            }
            taken += 1;
            let position = self.journal.committed.get(taken).map_or(end, |next| next.first_position);
            tail = LogStart { sequence: oldest.sequence + 1, position };
        }
        if taken == 0 {
            return None;
        }
        let mut homes = Vec::new();
        for transaction in self.journal.committed.drain(..taken) {
            for block in transaction.blocks {
                let state = self.blocks.get(block);
                // A block that a later transaction also logged belongs to that transaction.
                if state.home_sequence == transaction.sequence {
                    homes.push((block, state.home.clone()));
                }
            }
        }
        Some(Checkpoint { stage: CheckpointStage::Homes, pending_requests: 0, tail, homes, is_submitted: false })
    }

    fn checkpoint_dirty_blocks(&mut self) -> Option<Checkpoint> {
        if self.ring.used() == 0 && !self.records.has_open_records() {
            return None;
        }
        if self.records.has_open_records() {
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
        Some(Checkpoint { stage: CheckpointStage::Log, pending_requests: 0, tail, homes, is_submitted: false })
    }

    /// Advances the checkpoint by one stage, unless the checkpoint is waiting for requests. Returns whether anything
    /// has changed.
    pub(super) fn advance_checkpoint(&mut self) -> bool {
        let Some(checkpoint) = self.checkpoint.as_mut().filter(|checkpoint| checkpoint.pending_requests == 0) else {
            return false;
        };
        match checkpoint.stage {
            CheckpointStage::Log => {
                if self.records.durable < checkpoint.tail.sequence {
                    return self.records.pending_requests().is_none() && self.begin_log_flush();
                }
                checkpoint.stage = CheckpointStage::Homes;
            }
            CheckpointStage::Homes if !checkpoint.is_submitted => {
                checkpoint.is_submitted = true;
                // The writes include blocks freed since the checkpoint started: until their deallocation is durable,
                // recovery after a crash needs them.
                let mut homes = checkpoint.homes.clone();
                homes.sort_by_key(|(block, _)| *block);
                self.submit_runs(RequestKind::Home, &homes, Owner::Checkpoint);
                self.flush(Owner::Checkpoint);
            }
            CheckpointStage::Homes => {
                checkpoint.stage = CheckpointStage::LogStart;
                let start = Content::LogStart(checkpoint.tail);
                self.submit(RequestKind::LogStart, Geometry::LOG, vec![start], Owner::Checkpoint, Vec::new());
                self.flush(Owner::Checkpoint);
            }
            CheckpointStage::LogStart => self.finish_checkpoint(),
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
        self.release_held_freed_blocks();
    }
}
