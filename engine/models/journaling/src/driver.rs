//! The simplest driver: one client, a disk that completes requests in order, and a trace of all writes for crashes.

use super::Nanoseconds;
use super::block::{BlockNo, Content, FileKind, InodeNo, Name};
use super::check::check_consistency;
use super::crash_search::CrashState;
use super::file_system::{FileSystem, LOST_AND_FOUND, LOST_AND_FOUND_NAME, OperationError, ROOT};
use super::geometry::Geometry;
use super::history::History;
use super::image::Image;
use super::requests::RequestKind;
use super::rules::{LogKind, Rules};
use super::sync::Ticket;
use pathlength_queueing::Random;
use std::collections::VecDeque;

const SECOND: Nanoseconds = 1_000_000_000;

/// A block write that was submitted to the disk.
#[derive(Clone, Debug)]
pub struct Write {
    /// Submission time.
    pub at: Nanoseconds,
    /// Kind of the request.
    pub kind: RequestKind,
    /// Number of flushes before the write: all writes of earlier epochs are on the medium before any write of this
    /// epoch.
    pub epoch: u32,
    /// The block.
    pub block: BlockNo,
    /// New content of the block.
    pub content: Content,
}

/// All block writes in submission order.
#[derive(Clone, Debug, Default)]
pub struct WriteLog {
    /// The writes.
    pub writes: Vec<Write>,
    /// Completion time of the flush that ends each epoch: until then, a crash can lose the epoch's writes.
    pub epoch_ends: Vec<Nanoseconds>,
    epoch: u32,
}

/// Trace of a run: the initial medium, all writes, and the true history, which together determine every crash state.
#[derive(Clone, Debug)]
pub struct WriteTrace {
    /// Sizes.
    pub geometry: Geometry,
    /// Rules.
    pub rules: Rules,
    /// The medium before the first write.
    pub initial_image: Image,
    /// The writes.
    pub log: WriteLog,
    /// All operations.
    pub history: History,
    /// End of the run.
    pub end: Nanoseconds,
    /// Maximum duration of a commit or log flush.
    pub max_commit_ns: Nanoseconds,
}

#[derive(Debug)]
struct InFlightWrite {
    id: u64,
    done: Nanoseconds,
    /// The epoch that ends with the request, if the request is a flush.
    ends_epoch: Option<u32>,
}

/// A driver: a file system, its disk, and its history.
#[derive(Debug)]
pub struct Driver {
    /// The file system.
    pub fs: FileSystem,
    now: Nanoseconds,
    initial_image: Image,
    log: WriteLog,
    history: History,
    disk: VecDeque<InFlightWrite>,
    random: Random,
    latency: Nanoseconds,
    /// Tickets of syncs in progress, with the file (0 for all) and the time of the sync.
    pending_syncs: Vec<(Ticket, u32, Nanoseconds)>,
}

impl Driver {
    /// Creates an empty file system on a disk that takes up to `latency` per request.
    ///
    /// # Errors
    /// Returns a message if a size is invalid.
    pub fn new(geometry: Geometry, rules: Rules, latency: Nanoseconds, seed: u64) -> Result<Self, String> {
        let fs = FileSystem::new(geometry, rules)?;
        let mut history = History::default();
        history.record_create(fs.identity(ROOT), FileKind::Directory, (0, 0), 0);
        let place = (fs.identity(ROOT), LOST_AND_FOUND_NAME);
        history.record_create(fs.identity(LOST_AND_FOUND), FileKind::Directory, place, 0);
        let initial_image = fs.initial_image();
        let (log, random) = (WriteLog::default(), Random::new(seed, 1));
        Ok(Self {
            fs,
            now: 0,
            initial_image,
            log,
            history,
            disk: VecDeque::new(),
            random,
            latency,
            pending_syncs: Vec::new(),
        })
    }

    /// Mounts the medium after a crash and continues the run on it. The writes of the recovery are the first writes of
    /// the new trace, whose initial image is the crash state. A crash during the recovery is therefore one of the new
    /// trace's crash states.
    ///
    /// # Errors
    /// Returns a message if the recovery left problems in the structure.
    pub fn mount(run: &WriteTrace, crash: &CrashState, latency: Nanoseconds, seed: u64) -> Result<Self, String> {
        let mut image = crash.image.copy_decided();
        image.mark();
        let (fs, _) = FileSystem::mount(&mut image, run.geometry, run.rules)?;
        let report = check_consistency(&mut image, &run.geometry, run.rules.format);
        let mut history = run.history.clone();
        let next_version = history.next_version();
        history.restart(&report, &mut image, crash.at);
        let epochs = image.epoch();
        let mut mounted = Self {
            fs,
            now: crash.at,
            initial_image: crash.image.copy_decided(),
            log: WriteLog::default(),
            history,
            disk: VecDeque::new(),
            random: Random::new(seed, 1),
            latency,
            pending_syncs: Vec::new(),
        };
        // Identities and versions are marks of the model, not of the file system. The marks of lost files are not
        // reused, so that the contents of these files are recognized wherever they appear.
        mounted.fs.continue_numbers(mounted.history.next_identity(), next_version);
        for (epoch, block, content) in image.roll_back() {
            mounted.end_epochs(epoch);
            let kind = match (block, run.rules.log) {
                (_, LogKind::None) => RequestKind::Metadata,
                (Geometry::LOG, _) => RequestKind::LogStart,
                _ => RequestKind::Home,
            };
            mounted.log.writes.push(Write { at: mounted.now, kind, epoch, block, content });
        }
        mounted.end_epochs(epochs);
        Ok(mounted)
    }

    /// Completes flushes until epoch `epoch` begins.
    fn end_epochs(&mut self, epoch: u32) {
        while self.log.epoch < epoch {
            self.now += self.draw_latency();
            self.log.epoch_ends.push(self.now);
            self.log.epoch += 1;
        }
    }

    fn draw_latency(&mut self) -> Nanoseconds {
        (self.random.uniform() * self.latency as f64) as Nanoseconds + 1
    }

    /// Returns the virtual time.
    pub fn now(&self) -> Nanoseconds {
        self.now
    }

    fn collect(&mut self) {
        for request in self.fs.take_requests() {
            let mut ends_epoch = None;
            if request.kind == RequestKind::Flush {
                ends_epoch = Some(self.log.epoch);
                self.log.epoch += 1;
                self.log.epoch_ends.push(Nanoseconds::MAX);
            }
            for (block, content) in (request.first..).zip(request.contents) {
                let (at, kind, epoch) = (self.now, request.kind, self.log.epoch);
                self.log.writes.push(Write { at, kind, epoch, block, content });
            }
            let taken = self.draw_latency();
            let done = self.disk.back().map_or(self.now, |last| last.done.max(self.now)) + taken;
            self.disk.push_back(InFlightWrite { id: request.id, done, ends_epoch });
        }
        let (fs, history, now) = (&self.fs, &mut self.history, self.now);
        self.pending_syncs.retain(|(ticket, identity, until)| {
            let durable = fs.is_durable(*ticket);
            match (durable, identity) {
                (true, 0) => history.record_sync_all(*until, now),
                (true, identity) => history.record_sync(*identity, *until, now),
                _ => {}
            }
            !durable
        });
    }

    /// Advances time: requests complete, and the daemons wake twice per second.
    pub fn advance(&mut self, to: Nanoseconds) {
        self.collect();
        loop {
            let wake = (self.now / (SECOND / 2) + 1) * (SECOND / 2);
            let done = self.disk.front().map_or(Nanoseconds::MAX, |request| request.done);
            if done.min(wake) > to {
                break;
            }
            self.now = done.min(wake);
            if done <= wake {
                if let Some(request) = self.disk.pop_front() {
                    if let Some(epoch) = request.ends_epoch {
                        self.log.epoch_ends[epoch as usize] = self.now;
                    }
                    self.fs.complete(request.id, self.now);
                }
            } else {
                self.fs.wake(self.now);
            }
            self.collect();
        }
        self.now = to;
    }

    /// Executes an operation; while the operation must wait, the disk continues.
    fn retry_until_ready<T>(
        &mut self,
        mut operation: impl FnMut(&mut FileSystem, Nanoseconds) -> Result<T, OperationError>,
    ) -> Result<T, OperationError> {
        loop {
            self.now += 1;
            let result = operation(&mut self.fs, self.now);
            self.collect();
            match (result, self.disk.front()) {
                (Err(OperationError::Wait(_)), Some(request)) => self.advance(request.done.max(self.now)),
                // No request is in flight, so the daemons must start one.
                (Err(OperationError::Wait(_)), None) => self.advance(self.now + SECOND),
                (result, _) => return result,
            }
        }
    }

    /// Creates a file or directory.
    ///
    /// # Errors
    /// Returns [`OperationError`] if the operation fails, but never [`OperationError::Wait`]. The same holds for all
    /// other operations.
    pub fn make(&mut self, directory: InodeNo, name: Name, kind: FileKind) -> Result<InodeNo, OperationError> {
        let made = self.retry_until_ready(|fs, now| match kind {
            FileKind::Directory => fs.mkdir(directory, name, now),
            _ => fs.create(directory, name, now),
        })?;
        let place = (self.fs.identity(directory), name);
        self.history.record_create(made.identity, kind, place, self.now);
        Ok(made.inode)
    }

    /// Writes to a file, in several calls if necessary.
    ///
    /// # Errors
    /// Returns [`OperationError`] if the operation fails.
    pub fn write(&mut self, inode: InodeNo, mut offset: u64, bytes: u64) -> Result<(), OperationError> {
        let end = offset + bytes;
        while offset < end {
            let written = self.retry_until_ready(|fs, now| fs.write(inode, offset, end - offset, now))?;
            for at in 0..written.pages {
                self.history.record_write(written.identity, written.page + at, written.version + at, self.now);
            }
            offset += written.bytes;
        }
        Ok(())
    }

    /// Truncates a file.
    ///
    /// # Errors
    /// Returns [`OperationError`] if the operation fails.
    pub fn truncate(&mut self, inode: InodeNo, size: u64) -> Result<(), OperationError> {
        let from = self.retry_until_ready(|fs, now| fs.truncate(inode, size, now))?;
        self.history.record_truncate(self.fs.identity(inode), from, self.now);
        Ok(())
    }

    /// Removes a file or an empty directory.
    ///
    /// # Errors
    /// Returns [`OperationError`] if the operation fails.
    pub fn remove(&mut self, directory: InodeNo, name: Name, kind: FileKind) -> Result<(), OperationError> {
        let identity = self.fs.lookup(directory, name).map_or(0, |inode| self.fs.identity(inode));
        self.retry_until_ready(|fs, now| match kind {
            FileKind::Directory => fs.rmdir(directory, name, now),
            _ => fs.unlink(directory, name, now),
        })?;
        self.record_remove(identity);
        Ok(())
    }

    /// Records the removal of a file or directory, unless it has another name.
    fn record_remove(&mut self, identity: u32) {
        if !self.fs.has_identity(identity) {
            self.history.record_remove(identity, self.now);
        }
    }

    /// Renames a file or directory.
    ///
    /// # Errors
    /// Returns [`OperationError`] if the operation fails.
    pub fn rename(&mut self, from: (InodeNo, Name), to: (InodeNo, Name)) -> Result<(), OperationError> {
        let identity =
            |fs: &FileSystem, at: (InodeNo, Name)| fs.lookup(at.0, at.1).map_or(0, |inode| fs.identity(inode));
        let (moved, replaced) = (identity(&self.fs, from), identity(&self.fs, to));
        self.retry_until_ready(|fs, now| fs.rename(from, to, now))?;
        if moved != replaced {
            if replaced != 0 {
                self.record_remove(replaced);
            }
            self.history.record_rename(moved, (self.fs.identity(to.0), to.1), self.now);
        }
        Ok(())
    }

    /// Starts a sync of a file (0 for all files) and returns immediately. The history records the sync when it
    /// completes.
    ///
    /// # Errors
    /// Returns [`OperationError`] if the operation fails.
    pub fn sync(&mut self, inode: InodeNo) -> Result<(), OperationError> {
        let ticket = self.retry_until_ready(|fs, now| if inode == 0 { fs.sync(now) } else { fs.fsync(inode, now) })?;
        let identity = if inode == 0 { 0 } else { self.fs.identity(inode) };
        self.pending_syncs.push((ticket, identity, self.now));
        self.collect();
        Ok(())
    }

    /// Returns the trace after all in-flight requests have completed.
    pub fn finish(mut self) -> WriteTrace {
        while let Some(request) = self.disk.back() {
            let last = request.done;
            self.advance(last);
        }
        let (geometry, rules) = (self.fs.geometry(), self.fs.rules());
        let max_commit_ns = self.fs.max_commit_ns();
        WriteTrace {
            geometry,
            rules,
            initial_image: self.initial_image,
            log: self.log,
            history: self.history,
            end: self.now,
            max_commit_ns,
        }
    }
}
