//! Requests of the file system to the disk, and their owners.

use super::block::{BlockNo, Content};
use super::pages::PageId;
use std::collections::VecDeque;

/// Kinds of requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestKind {
    /// File pages, written to their home locations.
    Data,
    /// Metadata, written to its home location without a log.
    Metadata,
    /// Log blocks: descriptors, images of metadata, revoke blocks, commit blocks, records.
    Journal,
    /// Images of file pages in the log.
    JournaledData,
    /// Checkpointed blocks, written to their home locations.
    Home,
    /// The log superblock.
    LogStart,
    /// A cache flush, which contains no blocks: earlier requests reach the medium before later ones.
    Flush,
}

/// Consecutive blocks to write.
#[derive(Clone, Debug)]
pub struct Request {
    /// Identifier with which the completion is reported.
    pub id: u64,
    /// Kind of the request.
    pub kind: RequestKind,
    /// First block.
    pub first: BlockNo,
    /// The new contents, one per block.
    pub contents: Vec<Content>,
}

/// Owner of a request, which waits for the request to complete.
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

/// Requests that have not been submitted yet, and requests in flight.
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
