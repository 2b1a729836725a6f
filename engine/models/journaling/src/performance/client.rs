//! A client: its position in the plan, and the effect and cost of each operation.

use super::super::block::{BLOCK_BYTES, BlockNo, InodeNo, Name};
use super::super::file_system::{FileSystem, OperationError, ROOT, Wait};
use super::super::load::{NO_FILE, Operation, Step};
use super::super::operations::PAGES_PER_WRITE;
use super::super::sync::Ticket;
use super::cache::Cache;
use super::setup::{RunSetup, SyncPolicy};
use pathlength_queueing::Ticks;

/// Reason why a client waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WaitReason {
    Overwrite,
    Transaction,
    Checkpoint,
    Throttle,
    Read,
    Sync,
}

impl WaitReason {
    pub(super) const COUNT: usize = 6;
}

impl From<Wait> for WaitReason {
    fn from(wait: Wait) -> Self {
        match wait {
            Wait::Overwrite => Self::Overwrite,
            Wait::TransactionFull => Self::Transaction,
            Wait::LogFull => Self::Checkpoint,
        }
    }
}

/// Result of an attempted operation.
#[derive(Debug)]
pub(super) enum OperationOutcome {
    /// The operation is done and takes this much processor time, in microseconds.
    Done(f64),
    /// The operation must be retried.
    Wait(WaitReason),
    /// These runs of blocks, as first block and count, must be read first.
    Read(Vec<(BlockNo, u32)>),
}

/// Environment of an operation.
#[derive(Debug)]
pub(super) struct ClientContext<'a> {
    pub(super) fs: &'a mut FileSystem,
    pub(super) cache: &'a mut Cache,
    pub(super) setup: &'a RunSetup,
    pub(super) now: Ticks,
}

/// A client.
#[derive(Debug)]
pub(super) struct Client {
    /// Number of operations that the client has started.
    pub(super) at: usize,
    /// Reason and start of the client's wait.
    pub(super) waiting: Option<(WaitReason, Ticks)>,
    /// Number of reads for which the client waits.
    pub(super) reads: u32,
    /// Whether the reads of the current operation are complete.
    pub(super) has_read: bool,
    /// The sync that must complete before the client's next operation.
    pub(super) ticket: Option<Ticket>,
    /// Bytes that the current operation has written.
    written: u64,
    /// Processor time for the bytes written so far, in microseconds.
    us: f64,
    home: InodeNo,
    directories: Vec<InodeNo>,
    files: Vec<(InodeNo, Name)>,
}

/// Difference between the original and the new name of a file.
const RENAMED: Name = 1 << 24;
/// First name of the directories that the plan creates and deletes.
const MADE: Name = 1 << 25;

impl Client {
    /// Creates a client and its directories, for a plan with the given numbers of directories and files.
    pub(super) fn new(fs: &mut FileSystem, number: u32, directories: u32, files: u32) -> Result<Self, OperationError> {
        let home = retry_until_ready(fs, |fs| fs.mkdir(ROOT, number + 1, 0))?.inode;
        let made: Result<Vec<_>, _> = (0..directories)
            .map(|name| retry_until_ready(fs, |fs| fs.mkdir(home, name + 1, 0)).map(|made| made.inode))
            .collect();
        Ok(Self {
            at: 0,
            waiting: None,
            reads: 0,
            has_read: false,
            ticket: None,
            written: 0,
            us: 0.0,
            home,
            directories: made?,
            files: vec![(0, 0); files as usize],
        })
    }

    /// Returns the number of bytes that an unfinished write has written.
    pub(super) fn written(&self) -> u64 {
        self.written
    }

    /// Attempts an operation.
    pub(super) fn attempt(
        &mut self,
        step: &Step,
        context: &mut ClientContext<'_>,
    ) -> Result<OperationOutcome, OperationError> {
        match self.operate(step, context) {
            Ok(None) => {
                let us = context.setup.costs.parse_us + context.setup.costs.system_call_us + self.us;
                (self.written, self.us, self.has_read) = (0, 0.0, false);
                Ok(OperationOutcome::Done(us))
            }
            Ok(Some(runs)) => Ok(OperationOutcome::Read(runs)),
            Err(OperationError::Wait(wait)) => Ok(OperationOutcome::Wait(wait.into())),
            Err(error) => Err(error),
        }
    }

    /// Executes an operation and adds its costs. Returns the blocks that must be read first, if any.
    fn operate(
        &mut self,
        step: &Step,
        context: &mut ClientContext<'_>,
    ) -> Result<Option<Vec<(BlockNo, u32)>>, OperationError> {
        let (costs, policy, now) = (&context.setup.costs, &context.setup.policy, context.now);
        let names = |us: f64| us * policy.names;
        let known = step.file != NO_FILE;
        match step.operation {
            Operation::Create if known => {
                let name = step.file + 1;
                let made = context.fs.create(self.directory(step.file), name, now)?;
                self.files[step.file as usize] = (made.inode, name);
                self.us = names(costs.create_us) + policy.handle_us;
            }
            Operation::Unlink if known => {
                let (inode, name) = self.files[step.file as usize];
                let pages = context.fs.files.get(inode as usize).map_or(&[][..], |file| file.pages.as_slice());
                let freed = pages.iter().filter(|page| page.version > 0).count() as f64;
                context.fs.unlink(self.directory(step.file), name, now)?;
                context.cache.drop_file(inode);
                let pages = freed * (costs.freed_page_us + policy.truncate_us);
                self.us = names(costs.unlink_us) + policy.handle_us + pages;
            }
            Operation::Rename if known => {
                let (inode, name) = self.files[step.file as usize];
                let directory = self.directory(step.file);
                context.fs.rename((directory, name), (directory, name ^ RENAMED), now)?;
                self.files[step.file as usize] = (inode, name ^ RENAMED);
                self.us = names(costs.rename_us) + policy.handle_us;
            }
            Operation::MakeDirectory => {
                context.fs.mkdir(self.home, MADE + step.file, now)?;
                self.us = names(costs.create_us) + policy.handle_us;
            }
            Operation::RemoveDirectory => {
                context.fs.rmdir(self.home, MADE + step.file, now)?;
                self.us = names(costs.unlink_us) + policy.handle_us;
            }
            Operation::Read if known => return Ok(self.read(step, context)),
            Operation::Write if known => {
                let runs = self.write(step, context)?;
                if runs.is_none() && context.setup.sync_policy == SyncPolicy::Write {
                    self.sync(step, context)?;
                }
                return Ok(runs);
            }
            Operation::Flush if known && context.setup.sync_policy == SyncPolicy::Flush => self.sync(step, context)?,
            Operation::Open => self.us = names(costs.open_us),
            Operation::Close => self.us = names(costs.close_us),
            Operation::Stat | Operation::Fstat => self.us = names(costs.stat_us),
            Operation::List => self.us = names(costs.list_us + costs.listed_names * costs.list_name_us),
            _ => {}
        }
        Ok(None)
    }

    /// Starts a sync of the file; the client waits until the sync is complete.
    fn sync(&mut self, step: &Step, context: &mut ClientContext<'_>) -> Result<(), OperationError> {
        let (inode, _) = self.files[step.file as usize];
        self.ticket = Some(context.fs.fsync(inode, context.now)?);
        Ok(())
    }

    fn directory(&self, file: u32) -> InodeNo {
        self.directories[file as usize % self.directories.len()]
    }

    fn read(&mut self, step: &Step, context: &mut ClientContext<'_>) -> Option<Vec<(BlockNo, u32)>> {
        let (inode, _) = self.files[step.file as usize];
        let pages = pages(step.offset, step.bytes);
        let runs = if self.has_read { Vec::new() } else { missing(context, inode, pages.clone()) };
        if !runs.is_empty() {
            return Some(runs);
        }
        self.us = f64::from(pages.end - pages.start) * context.setup.costs.read_page_us;
        use_pages(context, inode, pages);
        None
    }

    fn write(
        &mut self,
        step: &Step,
        context: &mut ClientContext<'_>,
    ) -> Result<Option<Vec<(BlockNo, u32)>>, OperationError> {
        let (inode, _) = self.files[step.file as usize];
        let end = step.offset + step.bytes;
        if !self.has_read && self.written == 0 {
            // Partly overwritten pages must be in memory.
            let parts = [step.offset, end].into_iter().filter(|at| at % BLOCK_BYTES > 0).map(|at| at / BLOCK_BYTES);
            let mut parts: Vec<u32> = parts.map(|page| page as u32).collect();
            parts.dedup();
            let runs = missing(context, inode, parts.into_iter());
            if !runs.is_empty() {
                return Ok(Some(runs));
            }
        }
        let (costs, policy) = (&context.setup.costs, &context.setup.policy);
        while self.written < step.bytes {
            let (offset, left) = (step.offset + self.written, step.bytes - self.written);
            let asked = pages(offset, left);
            let asked = asked.start..asked.end.min(asked.start + PAGES_PER_WRITE);
            let old = context.fs.files.get(inode as usize).map_or(0, |file| {
                let known = asked.start as usize..(asked.end as usize).min(file.pages.len());
                file.pages.get(known).map_or(0, |pages| pages.iter().filter(|page| page.version > 0).count())
            });
            let written = context.fs.write(inode, offset, left, context.now)?;
            if written.bytes == 0 {
                return Err(OperationError::NoSpace);
            }
            let new = f64::from(written.pages.saturating_sub(old as u32));
            self.us += policy.handle_us
                + f64::from(written.pages) * (costs.write_page_us + policy.page_us)
                + new * (costs.new_page_us + policy.allocation_us);
            self.written += written.bytes;
            use_pages(context, inode, asked);
        }
        Ok(None)
    }
}

/// Returns the pages of a range of bytes.
fn pages(offset: u64, bytes: u64) -> std::ops::Range<u32> {
    let first = (offset / BLOCK_BYTES) as u32;
    first..((offset + bytes).div_ceil(BLOCK_BYTES) as u32).max(first)
}

/// Returns the blocks of pages that are on a disk but not in memory, as runs.
fn missing(context: &ClientContext<'_>, inode: InodeNo, pages: impl Iterator<Item = u32>) -> Vec<(BlockNo, u32)> {
    let mut runs: Vec<(BlockNo, u32)> = Vec::new();
    let Some(file) = context.fs.files.get(inode as usize) else { return runs };
    for number in pages {
        let Some(page) = file.pages.get(number as usize).filter(|page| page.version > 0 && page.block > 0) else {
            continue;
        };
        if context.cache.has(inode, number) {
            continue;
        }
        match runs.last_mut() {
            Some((first, count)) if *first + *count == page.block => *count += 1,
            _ => runs.push((page.block, 1)),
        }
    }
    runs
}

/// Records the use of existing pages.
fn use_pages(context: &mut ClientContext<'_>, inode: InodeNo, pages: std::ops::Range<u32>) {
    for number in pages {
        let file = context.fs.files.get(inode as usize);
        if file.and_then(|file| file.pages.get(number as usize)).is_some_and(|page| page.version > 0) {
            context.cache.touch(inode, number);
        }
    }
}

/// Executes an operation as if the disk took no time.
pub(super) fn retry_until_ready<T>(
    fs: &mut FileSystem,
    mut operation: impl FnMut(&mut FileSystem) -> Result<T, OperationError>,
) -> Result<T, OperationError> {
    loop {
        match operation(fs) {
            Err(OperationError::Wait(_)) => settle(fs),
            result => return result,
        }
    }
}

/// Completes all requests immediately.
pub(super) fn settle(fs: &mut FileSystem) {
    loop {
        let requests = fs.take_requests();
        if requests.is_empty() {
            return;
        }
        for request in requests {
            fs.complete(request.id, 0);
        }
    }
}
