//! Transactions that log whole blocks: one is running, one may be committing, and committed transactions wait for the
//! checkpoint of their blocks.
//!
//! A commit writes in up to three stages, each of which ends with a flush. In ordered mode, the first stage writes
//! data. The next stage writes descriptors, images, and revoke blocks to the log, and the last stage writes the commit
//! block. Only then can freed blocks be reused and images checkpointed.

use super::Nanoseconds;
use super::block::{BlockNo, Content, LogBlock, LogBody};
use super::damage::transaction_checksum;
use super::file_system::FileSystem;
use super::pages::PageId;
use super::requests::{Owner, RequestKind};
use super::rules::{FreedMetadata, LogKind};
use std::collections::VecDeque;
use std::rc::Rc;

/// Images per descriptor block.
pub(super) const TAGS: usize = 254;
/// Blocks per revoke block.
const REVOKES: usize = 1000;

/// Changes made by operations since the start of the last commit.
#[derive(Debug, Default)]
pub(super) struct RunningTransaction {
    /// Number of the transaction. This number differs from the sequence number in the log, which counts only commits
    /// that write to the log.
    pub(super) id: u32,
    /// Time of the first operation.
    pub(super) since: Nanoseconds,
    pub(super) blocks: Vec<BlockNo>,
    /// Number of blocks that must be logged; the other blocks were freed again.
    pub(super) live_blocks: u32,
    pub(super) data: Vec<PageId>,
    pub(super) freed: Vec<BlockNo>,
    pub(super) revoked: Vec<BlockNo>,
}

impl RunningTransaction {
    fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.data.is_empty() && self.freed.is_empty()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CommitStage {
    Data,
    Space,
    Log,
    CommitBlock,
}

#[derive(Debug)]
pub(super) struct CommittingTransaction {
    pub(super) id: u32,
    /// Number of requests for which the current stage of the commit waits.
    pub(super) pending_requests: u32,
    stage: CommitStage,
    begun_at: Nanoseconds,
    images: Vec<(BlockNo, Content)>,
    freed: Vec<BlockNo>,
    revoked: Vec<BlockNo>,
    first_position: u32,
}

impl CommittingTransaction {
    /// Returns the log position of the transaction's first block; `None` before the log is written.
    pub(super) fn position(&self) -> Option<u32> {
        matches!(self.stage, CommitStage::Log | CommitStage::CommitBlock).then_some(self.first_position)
    }
}

/// A transaction with its images in the log.
#[derive(Debug)]
pub(super) struct CommittedTransaction {
    pub(super) sequence: u32,
    /// Position of the transaction's first block in the log.
    pub(super) first_position: u32,
    pub(super) blocks: Vec<BlockNo>,
    pub(super) at: Nanoseconds,
}

#[derive(Debug, Default)]
pub(super) struct Journal {
    pub(super) running: RunningTransaction,
    pub(super) committing: Option<CommittingTransaction>,
    pub(super) committed: VecDeque<CommittedTransaction>,
    /// Whether a commit of the running transaction starts after the current commit.
    pub(super) commit_requested: bool,
    /// Freed blocks that may still have an image in the log.
    pub(super) held_freed_blocks: Vec<BlockNo>,
    /// Number of the last transaction that is durable.
    pub(super) durable_id: u32,
}

impl FileSystem {
    /// Returns the maximum number of blocks in a transaction.
    pub(super) fn max_transaction_blocks(&self) -> u32 {
        let quarter = self.ring.size() / 4;
        if self.rules.transaction_blocks == 0 {
            quarter
        } else {
            self.rules.transaction_blocks.min(self.ring.size() / 2)
        }
    }

    /// Adds a block to the running transaction.
    pub(super) fn add_to_transaction(&mut self, block: BlockNo) {
        let running = &mut self.journal.running;
        let state = self.blocks.get_mut(block);
        if state.running != running.id {
            state.running = running.id;
            if running.is_empty() {
                running.since = self.now;
            }
            running.blocks.push(block);
            running.live_blocks += 1;
            if self.rules.disabled_safeguards.early_reuse {
                running.revoked.retain(|revoked| *revoked != block);
            }
        }
    }

    /// Adds a page to the running transaction; the page must reach its home location before the transaction commits.
    pub(super) fn add_page_to_transaction(&mut self, id: PageId) {
        if self.journal.running.is_empty() {
            self.journal.running.since = self.now;
        }
        self.journal.running.data.push(id);
    }

    /// Drops a freed block from the running transaction, and revokes the block if necessary.
    pub(super) fn drop_from_transaction(&mut self, block: BlockNo, metadata: bool) {
        let tail = self.ring.tail.sequence;
        let revokes = self.rules.freed_metadata == FreedMetadata::Revoke && !self.rules.disabled_safeguards.no_revoke;
        let running = &mut self.journal.running;
        let state = self.blocks.get_mut(block);
        running.live_blocks -= u32::from(state.running == running.id);
        state.running = 0;
        if metadata && revokes && state.logged >= tail {
            running.revoked.push(block);
        }
    }

    /// Starts a commit of the running transaction, or requests one after the current commit. With a logical log, this
    /// function calls [`Self::flush_log`]. Returns `false` if nothing needs to be committed.
    pub fn commit(&mut self, now: Nanoseconds) -> bool {
        self.now = now;
        match self.rules.log {
            LogKind::None => false,
            LogKind::Logical { .. } => self.flush_log(now),
            LogKind::Physical => {
                let begun = self.begin_commit();
                self.advance_journal();
                begun
            }
        }
    }

    pub(super) fn begin_commit(&mut self) -> bool {
        if self.journal.running.is_empty() {
            return false;
        }
        if self.journal.committing.is_some() {
            self.journal.commit_requested = true;
            return true;
        }
        self.journal.commit_requested = false;
        let id = self.journal.running.id;
        let next = RunningTransaction { id: id + 1, ..RunningTransaction::default() };
        let transaction = std::mem::replace(&mut self.journal.running, next);
        let mut images = Vec::with_capacity(transaction.blocks.len());
        for block in transaction.blocks {
            // A block that was freed and changed again is listed twice.
            let state = self.blocks.get_mut(block);
            if state.running == id {
                state.running = 0;
                state.logged = self.ring.sequence;
                images.push((block, self.cache.get(block).clone()));
            }
        }
        // Metadata comes first, because all blocks in a request are of one kind.
        images.sort_by_key(|(_, content)| matches!(content, Content::Data(_)));
        self.journal.committing = Some(CommittingTransaction {
            id,
            pending_requests: 0,
            stage: CommitStage::Data,
            begun_at: self.now,
            images,
            freed: transaction.freed,
            revoked: transaction.revoked,
            first_position: 0,
        });
        if !transaction.data.is_empty() {
            self.issue_pages(&transaction.data, Owner::Commit);
            self.flush(Owner::Commit);
        }
        true
    }

    /// Advances the commit by one stage, unless the commit is waiting for requests. Returns whether anything has
    /// changed.
    pub(super) fn advance_commit(&mut self) -> bool {
        let Some(commit) = self.journal.committing.as_mut().filter(|commit| commit.pending_requests == 0) else {
            return false;
        };
        match commit.stage {
            CommitStage::Data if commit.images.is_empty() && commit.revoked.is_empty() => self.finish_commit(),
            CommitStage::Data => commit.stage = CommitStage::Space,
            CommitStage::Space => {
                let (images, revoked) = (commit.images.len(), commit.revoked.len());
                let needed = (images + images.div_ceil(TAGS) + revoked.div_ceil(REVOKES) + 1) as u32;
                if self.ring.free() < needed {
                    return self.begin_checkpoint(needed, Nanoseconds::MAX);
                }
                commit.stage = CommitStage::Log;
                commit.first_position = self.ring.head;
                self.log_transaction();
                self.flush(Owner::Commit);
            }
            CommitStage::Log => {
                commit.stage = CommitStage::CommitBlock;
                let sequence = self.ring.sequence;
                let checksum = self.rules.checksums.then(|| {
                    let images = commit.images.iter().map(|(block, content)| (*block, content));
                    transaction_checksum(sequence, images, &commit.revoked)
                });
                let block = Content::Log(Rc::new(LogBlock { sequence, body: LogBody::Commit { checksum } }));
                self.log_append(RequestKind::Journal, vec![block], Owner::Commit);
                self.ring.sequence += 1;
                self.flush(Owner::Commit);
            }
            CommitStage::CommitBlock => self.finish_commit(),
        }
        true
    }

    /// Writes descriptors, images, and revoke blocks of the committing transaction.
    fn log_transaction(&mut self) {
        let Some(commit) = &self.journal.committing else { return };
        let sequence = self.ring.sequence;
        let log = |body| Content::Log(Rc::new(LogBlock { sequence, body }));
        let revokes: Vec<_> = commit.revoked.chunks(REVOKES).map(|part| log(LogBody::Revoke(part.to_vec()))).collect();
        let mut parts = Vec::new();
        for part in commit.images.chunks(TAGS) {
            let mut blocks = vec![log(LogBody::Descriptor(part.iter().map(|(block, _)| *block).collect()))];
            let metadata = part.partition_point(|(_, content)| !matches!(content, Content::Data(_)));
            blocks.extend(part[..metadata].iter().map(|(_, content)| content.clone()));
            parts.push((blocks, part[metadata..].iter().map(|(_, content)| content.clone()).collect()));
        }
        for (blocks, data) in parts {
            self.log_append(RequestKind::Journal, blocks, Owner::Commit);
            self.log_append(RequestKind::JournaledData, data, Owner::Commit);
        }
        self.log_append(RequestKind::Journal, revokes, Owner::Commit);
    }

    fn finish_commit(&mut self) {
        let Some(commit) = self.journal.committing.take() else { return };
        let sequence = self.ring.sequence - 1;
        self.journal.durable_id = commit.id;
        self.max_commit_ns = self.max_commit_ns.max(self.now - commit.begun_at);
        for block in &commit.freed {
            // Before this commit was durable, a checkpoint could have needed the last committed image.
            let state = self.blocks.get_mut(*block);
            state.home = Content::Empty;
            state.home_sequence = 0;
        }
        let hold = self.rules.freed_metadata == FreedMetadata::Hold && !self.rules.disabled_safeguards.no_revoke;
        for block in commit.freed {
            if self.rules.disabled_safeguards.early_reuse {
                break;
            }
            if hold && self.blocks.get(block).logged >= self.ring.tail.sequence {
                self.journal.held_freed_blocks.push(block);
            } else {
                self.release_block(block);
            }
        }
        if !commit.images.is_empty() || !commit.revoked.is_empty() {
            let blocks = commit.images.iter().map(|(block, _)| *block).collect();
            for (block, image) in commit.images {
                let state = self.blocks.get_mut(block);
                state.home = image;
                state.home_sequence = sequence;
            }
            self.journal.committed.push_back(CommittedTransaction {
                sequence,
                first_position: commit.first_position,
                blocks,
                at: self.now,
            });
        }
        if self.journal.commit_requested {
            self.begin_commit();
        }
    }

    /// Releases freed blocks that no longer have images in the log.
    pub(super) fn release_held_freed_blocks(&mut self) {
        let tail = self.ring.tail.sequence;
        let (still, free): (Vec<_>, Vec<_>) = std::mem::take(&mut self.journal.held_freed_blocks)
            .into_iter()
            .partition(|block| self.blocks.get(*block).logged >= tail);
        self.journal.held_freed_blocks = still;
        for block in free {
            self.release_block(block);
        }
    }
}
