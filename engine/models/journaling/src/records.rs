//! Logical logging: each operation adds records of the ranges that it changed. The records are collected in a buffer,
//! which is written to the log when the buffer is full or a sync waits for it.
//!
//! An operation is replayed if all buffers are valid up to the one that contains the end of the operation's records. If
//! a buffer is flushed before it is full, the next record starts a new block.

use super::Nanoseconds;
use super::block::{BLOCK_BYTES, BlockNo, Change, Content, LogBlock, LogBody};
use super::damage::checksum;
use super::file_system::FileSystem;
use super::requests::{Owner, RequestKind};
use super::rules::LogKind;
use std::collections::VecDeque;
use std::rc::Rc;

/// Bytes of a record in addition to its after-image.
const RECORD_HEAD: u32 = 36;

#[derive(Debug, Default)]
pub(super) struct Records {
    /// Changes of the current operation.
    operation: Vec<(BlockNo, Change)>,
    freed_now: Vec<BlockNo>,
    /// Changes of operations that end in the open buffer.
    open: Vec<(BlockNo, Change)>,
    open_bytes: u32,
    /// Time of the first record that is not durable.
    pub(super) since: Option<Nanoseconds>,
    /// Sequence number below which all log buffers are on the medium.
    pub(super) durable: u32,
    /// Freed blocks, each with the log buffer that records its deallocation.
    freed: VecDeque<(u32, BlockNo)>,
    flush: Option<LogFlush>,
    flush_requested: bool,
    /// Blocks that differ from their home locations. Blocks that have been freed since they changed are still listed
    /// but clean.
    pub(super) dirty: Vec<BlockNo>,
    /// Time when the first of the dirty blocks became dirty.
    pub(super) dirty_since: Nanoseconds,
}

#[derive(Debug)]
struct LogFlush {
    end_sequence: u32,
    pending_requests: u32,
    begun_at: Nanoseconds,
}

impl Records {
    pub(super) fn new() -> Self {
        Self { durable: 1, ..Self::default() }
    }

    pub(super) fn pending_requests(&mut self) -> Option<&mut u32> {
        self.flush.as_mut().map(|flush| &mut flush.pending_requests)
    }

    /// Returns whether the open buffer contains records.
    pub(super) fn has_open_records(&self) -> bool {
        self.open_bytes > 0
    }
}

impl FileSystem {
    fn buffer_blocks(&self) -> u32 {
        match self.rules.log {
            LogKind::Logical { buffer_blocks } => u32::from(buffer_blocks.max(1)),
            _ => 1,
        }
    }

    /// Adds a change to the records of the operation.
    pub(super) fn record(&mut self, block: BlockNo, change: Change) {
        let state = self.blocks.get_mut(block);
        if !state.dirty {
            state.dirty = true;
            if self.records.dirty.is_empty() {
                self.records.dirty_since = self.now;
            }
            self.records.dirty.push(block);
        }
        self.records.operation.push((block, change));
    }

    /// Cancels earlier records of a freed block.
    pub(super) fn cancel_records(&mut self, block: BlockNo, metadata: bool) {
        self.blocks.get_mut(block).dirty = false;
        if metadata && !self.rules.disabled_safeguards.no_revoke {
            self.records.operation.push((block, Change::Cancel));
        }
    }

    pub(super) fn record_freed_block(&mut self, block: BlockNo) {
        self.records.freed_now.push(block);
    }

    /// Appends the records of the finished operation to the open buffer.
    pub(super) fn append_operation(&mut self) {
        if self.records.operation.is_empty() {
            return;
        }
        let capacity = self.buffer_blocks() * (BLOCK_BYTES as u32 - 16);
        let bytes: u32 = self.records.operation.iter().map(|(_, change)| RECORD_HEAD + change.bytes()).sum();
        self.records.since.get_or_insert(self.now);
        self.records.open_bytes += bytes;
        while self.records.open_bytes > capacity {
            let rest = self.records.open_bytes - capacity;
            self.write_buffer();
            self.records.open_bytes = rest;
        }
        let operation = std::mem::take(&mut self.records.operation);
        self.records.open.extend(operation);
        let sequence = self.ring.sequence;
        self.records.freed.extend(self.records.freed_now.drain(..).map(|block| (sequence, block)));
    }

    /// Writes the open buffer to the log.
    pub(super) fn write_buffer(&mut self) {
        let of = self.records.open_bytes.div_ceil(BLOCK_BYTES as u32 - 16).clamp(1, self.buffer_blocks()) as u8;
        let (sequence, has_checksums) = (self.ring.sequence, self.rules.checksums);
        let mut changes = std::mem::take(&mut self.records.open);
        let block = |index| {
            let changes = if index + 1 == of { std::mem::take(&mut changes) } else { Vec::new() };
            let checksum = has_checksums.then(|| checksum(&changes));
            Content::Log(Rc::new(LogBlock { sequence, body: LogBody::Records { index, of, changes, checksum } }))
        };
        let contents = (0..of).map(block).collect();
        self.records.open_bytes = 0;
        self.ring.sequence += 1;
        self.log_append(RequestKind::Journal, contents, Owner::None);
    }

    /// Writes all records to the log and flushes the log. Returns `false` if all records are already durable.
    pub fn flush_log(&mut self, now: Nanoseconds) -> bool {
        self.now = now;
        let begun = matches!(self.rules.log, LogKind::Logical { .. }) && self.begin_log_flush();
        self.advance_journal();
        begun
    }

    pub(super) fn begin_log_flush(&mut self) -> bool {
        if self.records.flush.is_some() {
            self.records.flush_requested = true;
            return true;
        }
        self.records.flush_requested = false;
        if self.records.has_open_records() {
            self.write_buffer();
        }
        if self.records.durable == self.ring.sequence {
            return false;
        }
        self.records.since = None;
        self.records.flush =
            Some(LogFlush { end_sequence: self.ring.sequence, pending_requests: 0, begun_at: self.now });
        self.flush(Owner::LogFlush);
        true
    }

    pub(super) fn complete_log_flush(&mut self) -> bool {
        let Some(flush) = self.records.flush.take_if(|flush| flush.pending_requests == 0) else { return false };
        self.records.durable = flush.end_sequence;
        self.max_commit_ns = self.max_commit_ns.max(self.now - flush.begun_at);
        while let Some((_, block)) =
            self.records.freed.front().copied().filter(|(sequence, _)| *sequence < flush.end_sequence)
        {
            self.records.freed.pop_front();
            if !self.rules.disabled_safeguards.early_reuse {
                self.release_block(block);
            }
        }
        if self.records.flush_requested {
            self.begin_log_flush();
        }
        true
    }
}
