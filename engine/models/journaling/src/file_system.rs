//! The file system: its state in memory, and the only function through which metadata changes.

use super::Nanoseconds;
use super::block::{BlockNo, Change, Content, FileKind, Inode, InodeNo, LogStart, Node};
use super::block_map::BlockMap;
use super::checkpoint::Checkpoint;
use super::commit::{Journal, RunningTransaction};
use super::geometry::Geometry;
use super::image::Image;
use super::pages::{DirtyPages, OpenFile, PageId};
use super::records::Records;
use super::requests::{Outbox, Owner, PendingRequest, Request, RequestKind};
use super::ring::Ring;
use super::rules::{Format, LogKind, Rules};
use super::space::Space;
use super::sync::SyncWaiter;
use std::collections::VecDeque;
use std::rc::Rc;

/// The root directory.
pub const ROOT: InodeNo = 1;
/// The lost+found directory, in which a repair reconnects orphans.
pub const LOST_AND_FOUND: InodeNo = 2;
/// Name of the lost+found directory.
pub const LOST_AND_FOUND_NAME: super::Name = 0x3fff_ffff;

/// Reason why an operation failed. A failed operation changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperationError {
    /// The operation can be retried after requests have completed.
    Wait(Wait),
    /// The device is full.
    NoSpace,
    /// There are no free inodes.
    NoInodes,
    /// The file, directory, or name does not exist.
    NotFound,
    /// The name already exists.
    Exists,
    /// The directory is not empty.
    NotEmpty,
    /// A file was given instead of a directory, or vice versa.
    WrongKind,
    /// The file would be longer than its block map allows.
    TooLarge,
}

/// Reason why an operation waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// The running transaction is full, and the previous one is still committing.
    TransactionFull,
    /// The log is full: a checkpoint is in progress.
    LogFull,
    /// A page belongs to the committing transaction.
    Overwrite,
}

/// State of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct BlockState {
    /// Number of the running transaction if the block belongs to it.
    pub(super) running: u32,
    /// Sequence number of the last transaction that logged the block.
    pub(super) logged: u32,
    /// The last committed image, kept until its checkpoint.
    pub(super) home: Content,
    /// Sequence number of the transaction that contains the image in `home`.
    pub(super) home_sequence: u32,
    /// Without a log or with a logical log: whether the block differs from its home location.
    pub(super) dirty: bool,
}

/// A mounted file system.
#[derive(Debug)]
pub struct FileSystem {
    pub(super) geometry: Geometry,
    pub(super) rules: Rules,
    pub(super) now: Nanoseconds,
    /// Contents of all metadata blocks. Data pages are kept by file; in addition, this map contains the journaled data
    /// pages.
    pub(super) cache: BlockMap<Content>,
    pub(super) blocks: BlockMap<BlockState>,
    pub(super) space: Space,
    pub(super) files: Vec<OpenFile>,
    pub(super) dirty_pages: DirtyPages,
    pub(super) dirty_page_count: u32,
    /// Dirty metadata blocks of a file system without a log, oldest first.
    pub(super) dirty_blocks: VecDeque<(Nanoseconds, BlockNo)>,
    pub(super) outbox: Outbox,
    pub(super) ring: Ring,
    pub(super) journal: Journal,
    pub(super) records: Records,
    pub(super) checkpoint: Option<Checkpoint>,
    pub(super) sync_waiters: Vec<SyncWaiter>,
    pub(super) next_ticket: u64,
    pub(super) next_identity: u32,
    pub(super) next_version: u32,
    pub(super) next_object: InodeNo,
    pub(super) max_commit_ns: Nanoseconds,
    /// Whether a commit, checkpoint, log flush, or sync has progressed, so that waiting operations may now succeed. The
    /// driver resets this field when it retries those operations.
    pub(super) has_progressed: bool,
    pub(super) empty_node: Node,
}

impl FileSystem {
    /// Creates an empty file system with a root directory and lost+found.
    ///
    /// # Errors
    /// Returns a message if a size is invalid.
    pub fn new(geometry: Geometry, rules: Rules) -> Result<Self, String> {
        geometry.check(&rules)?;
        let geometry = if rules.log == LogKind::None { Geometry { log_blocks: 0, ..geometry } } else { geometry };
        let overhead = geometry.group_overhead(rules.format);
        let space = Space::new(
            geometry.groups(),
            geometry.group_blocks - overhead,
            geometry.group_inodes,
            geometry.group_blocks,
        );
        let mut made = Self {
            geometry,
            rules: Rules { log: LogKind::None, ..rules },
            now: 0,
            cache: BlockMap::new(Content::Empty),
            blocks: BlockMap::new(BlockState::default()),
            space,
            files: Vec::new(),
            dirty_pages: VecDeque::new(),
            dirty_page_count: 0,
            dirty_blocks: VecDeque::new(),
            outbox: Outbox::default(),
            ring: Ring::new(geometry.log_blocks.max(2)),
            journal: Journal {
                running: RunningTransaction { id: 1, ..RunningTransaction::default() },
                ..Journal::default()
            },
            records: Records::new(),
            checkpoint: None,
            sync_waiters: Vec::new(),
            next_ticket: 1,
            next_identity: 1,
            next_version: 1,
            next_object: 0,
            max_commit_ns: 0,
            has_progressed: false,
            empty_node: Node::default(),
        };
        made.format(overhead);
        made.blocks = BlockMap::new(BlockState::default());
        made.dirty_blocks.clear();
        made.rules = rules;
        Ok(made)
    }

    fn format(&mut self, overhead: u32) {
        // All groups share the initial bitmaps until the first change.
        let mut bitmap = Geometry::blank_bitmap(self.geometry.group_blocks);
        Change::Bits { first: 0, count: overhead, set: true }.apply_to_table(&mut bitmap);
        let inodes = Geometry::blank_bitmap(self.geometry.group_inodes);
        for group in 0..self.geometry.groups() {
            self.cache.set(self.geometry.bitmap(group), bitmap.clone());
            if self.rules.format != Format::Tree {
                self.cache.set(self.geometry.inode_bitmap(group), inodes.clone());
            }
        }
        if self.rules.format == Format::Tree {
            let root = self.allocate(self.geometry.tree_root());
            debug_assert_eq!(root, Some(self.geometry.tree_root()), "the tree has the first free block");
            self.cache.set(self.geometry.tree_root(), Content::Node(Rc::default()));
        }
        if self.geometry.log_blocks > 0 {
            self.cache.set(Geometry::LOG, Content::LogStart(LogStart { sequence: 1, position: 1 }));
        }
        let root = self.allocate_inode(0, true);
        debug_assert_eq!(root, Some(ROOT), "the root is the first inode");
        let identity = self.next_identity;
        self.next_identity += 1;
        self.put_inode(ROOT, Inode { kind: FileKind::Directory, links: 2, identity, ..Inode::default() });
        self.open_file(ROOT).identity = identity;
        self.make_lost_and_found();
    }

    /// Returns the medium before the first request.
    pub fn initial_image(&self) -> Image {
        Image::new(self.cache.clone())
    }

    /// Returns the unique identity of a file or directory; 0 if it does not exist.
    pub fn identity(&self, inode: InodeNo) -> u32 {
        self.files.get(inode as usize).map_or(0, |file| file.identity)
    }

    /// Returns whether a file or directory has this identity.
    pub(super) fn has_identity(&self, identity: u32) -> bool {
        self.files.iter().any(|file| file.identity == identity)
    }

    /// Sets the numbers of the next file and the next write, unless higher numbers are already in use.
    pub(super) fn continue_numbers(&mut self, identity: u32, version: u32) {
        self.next_identity = self.next_identity.max(identity);
        self.next_version = self.next_version.max(version);
    }

    /// Returns the longest duration of a commit or log flush so far.
    pub fn max_commit_ns(&self) -> Nanoseconds {
        self.max_commit_ns
    }

    /// Returns the sizes.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// Returns the rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Changes a metadata block: in memory immediately, on the medium according to the rules.
    pub(super) fn change(&mut self, block: BlockNo, change: Change) {
        change.apply_to_table(self.cache.get_mut(block));
        match self.rules.log {
            LogKind::None => {
                let state = self.blocks.get_mut(block);
                if !state.dirty {
                    state.dirty = true;
                    self.dirty_blocks.push_back((self.now, block));
                }
            }
            LogKind::Physical => self.add_to_transaction(block),
            LogKind::Logical { .. } => self.record(block, change),
        }
    }

    /// Drops pending writes to a freed block.
    pub(super) fn drop_pending_writes(&mut self, block: BlockNo, metadata: bool) {
        match self.rules.log {
            LogKind::None => self.blocks.get_mut(block).dirty = false,
            LogKind::Physical => self.drop_from_transaction(block, metadata),
            LogKind::Logical { .. } => self.cancel_records(block, metadata),
        }
    }

    /// Prevents the reuse of a freed block until its deallocation is durable.
    pub(super) fn hold_freed_block(&mut self, block: BlockNo) {
        match self.rules.log {
            LogKind::None => {}
            LogKind::Physical => self.journal.running.freed.push(block),
            LogKind::Logical { .. } => self.record_freed_block(block),
        }
    }

    /// Starts an operation that changes at most `credits` blocks.
    pub(super) fn begin(&mut self, now: Nanoseconds, credits: u32) -> Result<(), OperationError> {
        self.now = now;
        match self.rules.log {
            LogKind::None => {}
            LogKind::Physical => {
                if self.journal.running.live_blocks + credits > self.max_transaction_blocks() {
                    if self.journal.committing.is_some() {
                        self.begin_commit();
                        let full = self.checkpoint.is_some();
                        return Err(OperationError::Wait(if full { Wait::LogFull } else { Wait::TransactionFull }));
                    }
                    self.begin_commit();
                    self.advance_journal();
                }
            }
            LogKind::Logical { buffer_blocks } => {
                let needed = credits + 2 * u32::from(buffer_blocks);
                if self.ring.used() > self.ring.size() / 2 || self.ring.free() < needed {
                    self.begin_checkpoint(u32::MAX, Nanoseconds::MAX);
                    self.advance_journal();
                }
                if self.ring.free() < needed {
                    return Err(OperationError::Wait(Wait::LogFull));
                }
            }
        }
        Ok(())
    }

    /// Ends the operation.
    pub(super) fn end(&mut self) {
        self.append_operation();
    }

    /// Submits a write of consecutive blocks.
    pub(super) fn submit(
        &mut self,
        kind: RequestKind,
        first: BlockNo,
        contents: Vec<Content>,
        owner: Owner,
        pages: Vec<PageId>,
    ) {
        if let Some(waiting) = self.waiting(owner) {
            *waiting += 1;
        }
        self.outbox.submit(kind, first, contents, PendingRequest { owner, pages });
    }

    /// Submits writes of sorted blocks, with one request for each run of consecutive blocks.
    pub(super) fn submit_runs(&mut self, kind: RequestKind, writes: &[(BlockNo, Content)], owner: Owner) {
        let mut rest = writes;
        while let Some(((first, _), _)) = rest.split_first() {
            let next = rest.iter().zip(*first..).position(|((block, _), expected)| *block != expected);
            let (run, others) = rest.split_at(next.unwrap_or(rest.len()));
            let contents = run.iter().map(|(_, content)| content.clone()).collect();
            self.submit(kind, *first, contents, owner, Vec::new());
            rest = others;
        }
    }

    /// Submits a cache flush, which is a write barrier: earlier requests reach the medium before later ones.
    pub(super) fn flush(&mut self, owner: Owner) {
        if !self.rules.disabled_safeguards.no_barrier {
            self.submit(RequestKind::Flush, 0, Vec::new(), owner, Vec::new());
        }
    }

    fn waiting(&mut self, owner: Owner) -> Option<&mut u32> {
        match owner {
            Owner::None => None,
            Owner::Commit => self.journal.committing.as_mut().map(|commit| &mut commit.pending_requests),
            Owner::Checkpoint => self.checkpoint.as_mut().map(|checkpoint| &mut checkpoint.pending_requests),
            Owner::LogFlush => self.records.pending_requests(),
            Owner::Ticket(ticket) => self.requests_of_sync(ticket),
        }
    }

    /// Returns the requests made since the last call, in submission order.
    pub fn take_requests(&mut self) -> Vec<Request> {
        self.outbox.take()
    }

    /// Returns the number of in-flight requests.
    pub fn requests_in_flight(&self) -> usize {
        self.outbox.in_flight()
    }

    /// Returns the number of dirty file pages in memory.
    pub fn dirty_page_count(&self) -> u32 {
        self.dirty_page_count
    }

    /// Returns the number of blocks that can be allocated now.
    pub fn free_blocks(&self) -> u32 {
        self.space.free
    }

    /// Completes a request.
    pub fn complete(&mut self, id: u64, now: Nanoseconds) {
        self.now = now;
        let Some(pending) = self.outbox.done(id) else { return };
        if pending.owner == Owner::Commit {
            for id in pending.pages {
                if let Some(page) = self.page_mut(id) {
                    page.committing = page.committing.saturating_sub(1);
                }
            }
        }
        if let Some(waiting) = self.waiting(pending.owner) {
            *waiting = waiting.saturating_sub(1);
        }
        self.advance_journal();
    }

    /// Advances commits, checkpoints, and log flushes until they wait for requests.
    pub(super) fn advance_journal(&mut self) {
        while self.advance_commit() || self.advance_checkpoint() || self.complete_log_flush() {
            self.has_progressed = true;
        }
        self.complete_syncs();
    }
}
