//! What the file system hands to the disk, and who is waiting for it.

use super::block::{BlockNo, Content};
use super::pages::PageId;
use std::collections::VecDeque;

/// Why blocks are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestKind {
    /// Pages of files, to their own blocks.
    Data,
    /// Metadata to its own blocks, without a log.
    Metadata,
    /// The log: descriptors, images of metadata, commit blocks, records.
    Journal,
    /// Images of file pages in the log.
    JournaledData,
    /// What the log holds, to its own blocks.
    Home,
    /// The log's superblock.
    LogStart,
    /// No blocks: all that was handed over before is on the medium before anything that comes later.
    Flush,
}

/// Consecutive blocks to write.
#[derive(Clone, Debug)]
pub struct Request {
    /// To be named when it is done.
    pub id: u64,
    /// Why.
    pub kind: RequestKind,
    /// First block.
    pub first: BlockNo,
    /// What to write there, a block each.
    pub contents: Vec<Content>,
}

/// Who counts a request's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    None,
    Commit,
    Checkpoint,
    LogFlush,
    Ticket(u64),
}

#[derive(Debug)]
pub(super) struct PendingRequest {
    pub(super) owner: Owner,
    pub(super) pages: Vec<PageId>,
}

/// Requests that were not taken yet, and those that were not done yet.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    ready: Vec<Request>,
    pending: VecDeque<Option<PendingRequest>>,
    first_pending: u64,
}

impl Outbox {
    pub(super) fn submit(
        &mut self,
        kind: RequestKind,
        first: BlockNo,
        contents: Vec<Content>,
        pending: PendingRequest,
    ) {
        let id = self.first_pending + self.pending.len() as u64;
        self.ready.push(Request { id, kind, first, contents });
        self.pending.push_back(Some(pending));
    }

    pub(super) fn take(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.ready)
    }

    pub(super) fn done(&mut self, id: u64) -> Option<PendingRequest> {
        let at = usize::try_from(id.checked_sub(self.first_pending)?).ok()?;
        let pending = self.pending.get_mut(at)?.take();
        while let Some(None) = self.pending.front() {
            self.pending.pop_front();
            self.first_pending += 1;
        }
        pending
    }

    pub(super) fn in_flight(&self) -> usize {
        self.pending.iter().flatten().count()
    }
}
