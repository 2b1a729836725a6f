//! Durability (`fsync`, `sync`), write-back of old blocks and pages, and the daemons.

use super::Nanoseconds;
use super::block::{BlockNo, FileMap, InodeNo};
use super::file_system::{FileSystem, OperationError, Wait};
use super::operations::CREDITS;
use super::requests::{Owner, RequestKind};
use super::rules::{DataRule, LogKind};

/// Handle of a sync; [`FileSystem::is_durable`] returns whether it has completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket(u64);

#[derive(Debug)]
pub(super) struct SyncWaiter {
    ticket: u64,
    /// Number of pending requests that belong to this sync.
    pending_requests: u32,
    /// The transaction that must be durable.
    transaction: u32,
    /// Sequence number up to which the log must be on the medium.
    log_sequence: u32,
}

impl FileSystem {
    /// Makes a file durable: its data, and the metadata that is needed to find the data. For a file opened with
    /// `O_SYNC`, this function is called after each write.
    ///
    /// # Errors
    /// Returns [`OperationError::Wait`] if the log or the running transaction is full, and [`OperationError::NotFound`]
    /// if the file does not exist.
    pub fn fsync(&mut self, inode: InodeNo, now: Nanoseconds) -> Result<Ticket, OperationError> {
        self.begin(now, CREDITS)?;
        let found = self.inode(inode).ok_or(OperationError::NotFound)?;
        let pages = self.dirty_pages_of(inode);
        let mut blocks = Vec::new();
        if self.rules.log == LogKind::None {
            blocks.push(self.geometry.inode_location(inode).0);
            if let FileMap::Pointers { single, double, .. } = found.map {
                blocks.extend([single, double].into_iter().filter(|block| *block != 0));
                blocks.extend(self.pointers_in(double));
            }
        }
        self.make_durable(&pages, &blocks)
    }

    /// Makes all files durable.
    ///
    /// # Errors
    /// Returns [`OperationError::Wait`] if the log or the running transaction is full.
    pub fn sync(&mut self, now: Nanoseconds) -> Result<Ticket, OperationError> {
        self.begin(now, CREDITS)?;
        let pages = self.oldest_pages(now, usize::MAX);
        let blocks: Vec<_> = self.dirty_blocks.iter().map(|(_, block)| *block).collect();
        self.make_durable(&pages, &blocks)
    }

    fn make_durable(&mut self, pages: &[super::pages::PageId], blocks: &[BlockNo]) -> Result<Ticket, OperationError> {
        let ticket = self.next_ticket;
        self.next_ticket += 1;
        self.sync_waiters.push(SyncWaiter { ticket, pending_requests: 0, transaction: 0, log_sequence: 0 });
        let owner = Owner::Ticket(ticket);
        if self.rules.data == DataRule::Unordered {
            self.issue_pages(pages, owner);
            if pages.iter().any(|id| self.page_mut(*id).is_some_and(|page| page.dirty)) {
                self.sync_waiters.pop();
                self.advance_journal();
                return Err(OperationError::Wait(Wait::LogFull));
            }
        }
        let (mut transaction, mut log) = (0, 0);
        match self.rules.log {
            LogKind::None => self.write_metadata(blocks, owner),
            LogKind::Physical => {
                transaction = if self.begin_commit() {
                    self.journal.running.id - u32::from(!self.journal.commit_requested)
                } else {
                    self.journal.committing.as_ref().map_or(0, |commit| commit.id)
                };
            }
            LogKind::Logical { .. } => {
                self.begin_log_flush();
                log = self.ring.sequence + u32::from(self.records.has_open_records());
            }
        }
        // Requests that were submitted earlier for other reasons must also reach the medium.
        self.flush(owner);
        if let Some(waiter) = self.sync_waiters.last_mut() {
            (waiter.transaction, waiter.log_sequence) = (transaction, log);
        }
        self.advance_journal();
        Ok(Ticket(ticket))
    }

    pub(super) fn requests_of_sync(&mut self, ticket: u64) -> Option<&mut u32> {
        self.sync_waiters.iter_mut().find(|waiter| waiter.ticket == ticket).map(|waiter| &mut waiter.pending_requests)
    }

    /// Returns whether the sync with this ticket has completed.
    pub fn is_durable(&self, ticket: Ticket) -> bool {
        self.sync_waiters.iter().all(|waiter| waiter.ticket != ticket.0)
    }

    pub(super) fn complete_syncs(&mut self) {
        let (transaction, log) = (self.journal.durable_id, self.records.durable);
        let before = self.sync_waiters.len();
        self.sync_waiters.retain(|waiter| {
            waiter.pending_requests > 0 || waiter.transaction > transaction || waiter.log_sequence > log
        });
        self.has_progressed |= self.sync_waiters.len() < before;
    }

    /// Writes back expired blocks and at most `limit` expired pages.
    pub fn write_back(&mut self, now: Nanoseconds, limit: usize) {
        let Some(before) = now.checked_sub(self.rules.expiry) else { return };
        self.write_back_older(now, before, limit);
    }

    /// Writes back blocks, and at most `limit` pages, that became dirty at time `before` or earlier.
    pub fn write_back_older(&mut self, now: Nanoseconds, before: Nanoseconds, limit: usize) {
        self.now = now;
        let pages = self.oldest_pages(before, limit);
        self.issue_pages(&pages, Owner::None);
        let mut blocks = Vec::new();
        while let Some((_, block)) = self.dirty_blocks.front().filter(|(since, _)| *since <= before) {
            blocks.push(*block);
            self.dirty_blocks.pop_front();
        }
        self.write_metadata(&blocks, Owner::None);
        match self.rules.log {
            LogKind::Physical => {
                self.begin_checkpoint(u32::MAX, before);
            }
            LogKind::Logical { .. } if self.records.dirty_since <= before && !self.records.dirty.is_empty() => {
                self.begin_checkpoint(u32::MAX, before);
            }
            _ => {}
        }
        self.advance_journal();
    }

    /// Writes back up to `limit` dirty pages, oldest first, even if none has expired, to reduce their number. Metadata
    /// is written back only after it expires.
    pub fn write_back_pages(&mut self, now: Nanoseconds, limit: usize) {
        self.now = now;
        let pages = self.oldest_pages(now, limit);
        self.issue_pages(&pages, Owner::None);
        self.advance_journal();
    }

    /// Writes metadata blocks of a file system without a log to their home locations.
    fn write_metadata(&mut self, blocks: &[BlockNo], owner: Owner) {
        let mut writes = Vec::with_capacity(blocks.len());
        for block in blocks {
            let state = self.blocks.get_mut(*block);
            if state.dirty {
                state.dirty = false;
                writes.push((*block, self.cache.get(*block).clone()));
            }
        }
        writes.sort_by_key(|(block, _)| *block);
        self.submit_runs(RequestKind::Metadata, &writes, owner);
    }

    /// Runs the daemons that are due.
    pub fn wake(&mut self, now: Nanoseconds) {
        self.now = now;
        let due = |since: Nanoseconds| since.saturating_add(self.rules.commit_interval) <= now;
        match self.rules.log {
            LogKind::Physical if due(self.journal.running.since) => {
                self.begin_commit();
            }
            LogKind::Logical { .. } if self.records.since.is_some_and(due) => {
                self.begin_log_flush();
            }
            _ => {}
        }
        self.write_back(now, usize::MAX);
        self.advance_journal();
    }
}
