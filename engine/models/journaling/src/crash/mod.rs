//! The crash experiment: a short run of one client, its writes one by one, and the result of a power failure after any
//! of them.
//!
//! A [`CrashPoint`] names the last write that was submitted to the device and the writes that were lost. Writes of
//! earlier epochs are on the medium, because a cache flush came in between; any write of the same epoch can be lost.
//! [`CrashExperiment::search`] enumerates the crash states and keeps the worst one.

mod describe;
mod workload;

use super::Nanoseconds;
use super::block::BlockNo;
use super::check::check_consistency;
use super::crash_search::{CrashOutcome, SearchBudget, SearchCursor};
use super::damage;
use super::driver::{Write, WriteTrace};
use super::history::{LossKind, RecoveredFile};
use super::recover::Recovery;
use super::requests::RequestKind;
use super::rules::{DisabledSafeguards, Policy, Rules};
pub use pathlength_model::{Disk, Loss};
use pathlength_model::{columns, words};
pub use workload::OperationStream;

/// The work of the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkloadScript {
    /// Creates, writes, truncates, renames, and removes files on a device with free space.
    Mixed,
    /// Empties and removes a directory; later, a large file reuses the directory's blocks while the log still holds
    /// their old images.
    UsedAgain,
    /// Removes the files that fill the device; a large file needs their blocks immediately.
    AtOnce,
}

words! { WorkloadScript { Mixed = "mixed", UsedAgain = "used-again", AtOnce = "at-once" } }

/// A crash experiment: a file system, its disabled safeguards, and the work of its client.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExperimentConfig {
    /// The file system.
    pub policy: Policy,
    /// The file system's disabled safeguards.
    pub disabled_safeguards: DisabledSafeguards,
    /// Whether the file system's log contains checksums.
    pub checksums: bool,
    /// The work of the client.
    pub script: WorkloadScript,
    /// Number of the stream of operations, up to [`MAX_STREAM`].
    pub stream: u32,
    /// Number of operations in a mixed stream.
    pub operations: u32,
    /// Mean pause between operations, in seconds.
    pub pause_s: f64,
}

/// Changes to the rules of a file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleChange {
    /// Earlier images of freed blocks are not revoked.
    NoRevoke,
    /// No write barriers.
    NoBarrier,
    /// Freed blocks are reused immediately.
    EarlyReuse,
    /// The log contains checksums.
    Checksums,
}

words! {
    RuleChange {
        NoRevoke = "no-revoke",
        NoBarrier = "no-barrier",
        EarlyReuse = "early-reuse",
        Checksums = "checksums",
    }
}

/// Kinds of writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteKind {
    /// File pages, written to their home locations.
    Data,
    /// Metadata, written to its home location without a log.
    Metadata,
    /// Log blocks other than images of file pages.
    Journal,
    /// Images of file pages in the log.
    JournaledData,
    /// Checkpointed blocks, written to their home locations.
    Home,
    /// The log superblock.
    LogStart,
}

words! {
    WriteKind {
        Data = "data",
        Metadata = "metadata",
        Journal = "journal",
        JournaledData = "journaled",
        Home = "home",
        LogStart = "start",
    }
}

impl From<RequestKind> for WriteKind {
    fn from(kind: RequestKind) -> Self {
        match kind {
            RequestKind::Data => Self::Data,
            RequestKind::Metadata => Self::Metadata,
            // A flush, which writes no blocks, ends a log write.
            RequestKind::Journal | RequestKind::Flush => Self::Journal,
            RequestKind::JournaledData => Self::JournaledData,
            RequestKind::Home => Self::Home,
            RequestKind::LogStart => Self::LogStart,
        }
    }
}

/// The highest stream number.
pub const MAX_STREAM: u32 = 9999;

/// Summary of a crash: the state of the medium, the recovery, and the losses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrashSummary {
    /// Time of the crash, in seconds.
    pub crashed_at_s: f64,
    /// Number of the first write that no flush had made durable at the crash.
    pub first_unflushed: u32,
    /// Numbers of the lost writes in ascending order.
    pub lost_writes: Vec<u32>,
    /// Number of the torn write.
    pub torn_write: Option<u32>,
    /// Blocks that are damaged on the medium: they contain neither their old nor their new content.
    pub damaged_blocks: u32,
    /// Problems that a consistency check finds before recovery.
    pub problems_before: u32,
    /// The work of the recovery.
    pub recovery: Recovery,
    /// Problems that a consistency check finds after recovery.
    pub problems_after: u32,
    /// Names and files that never existed in this form.
    pub phantom_objects: u32,
    /// Pages that expose stale data: contents of another file, or contents that were never written to this page.
    pub stale_pages: u32,
    /// Pages that read as zeros although no zeros were written.
    pub zero_pages: u32,
    /// Pages with an older version, or with none.
    pub old_pages: u32,
    /// Files and directories that are missing.
    pub missing_objects: u32,
    /// Files and directories that exist again although they were removed.
    pub resurrected_objects: u32,
    /// Files and directories with an earlier name.
    pub old_names: u32,
    /// Pages with their last version.
    pub intact_pages: u32,
    /// Losses among data that an earlier `fsync` or `sync` had reported as durable.
    pub lost_synced: u32,
    /// Age of the oldest lost operation, in seconds; 0 if nothing was lost.
    pub oldest_loss_s: f64,
    /// Every file that existed at the crash or exists after recovery. A search counts the losses but leaves this list
    /// empty.
    pub files: Vec<RecoveredFile>,
}

columns! {
    CrashSummary, |it| {
        "read": it.recovery.blocks_read as f64,
        "written": it.recovery.blocks_written as f64,
        "replayed": f64::from(it.recovery.replayed),
        "revoked": f64::from(it.recovery.revoked),
        "damagedBlocks": f64::from(it.damaged_blocks),
        "recognized": f64::from(it.recovery.damaged),
        "problemsBefore": f64::from(it.problems_before),
        "problemsAfter": f64::from(it.problems_after),
        "phantomObjects": f64::from(it.phantom_objects),
        "stalePages": f64::from(it.stale_pages),
        "zeroPages": f64::from(it.zero_pages),
        "oldPages": f64::from(it.old_pages),
        "missingObjects": f64::from(it.missing_objects),
        "resurrectedObjects": f64::from(it.resurrected_objects),
        "oldNames": f64::from(it.old_names),
        "intactPages": f64::from(it.intact_pages),
        "lostSynced": f64::from(it.lost_synced),
    }
}

/// The point of a crash in the sequence of writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrashPoint {
    /// Number of the last write that was submitted.
    pub last_write: u32,
    /// Numbers of the lost writes in ascending order, all from the same epoch.
    pub lost_writes: Vec<u32>,
}

/// Severity of a crash, compared in this order: problems and phantoms, lost synced data, stale pages, losses of any
/// kind, and age of the oldest loss in nanoseconds. The lab's page states this order.
type CrashSeverity = [u64; 5];

/// The worst crash so far: its severity, its epoch, and for each decisive block how many of its writes are on the
/// medium.
type WorstCrash = (CrashSeverity, u32, Vec<(BlockNo, usize)>);

/// Search effort per epoch: a few milliseconds of work.
const BUDGET: SearchBudget = SearchBudget { max_exhaustive_writes: 7, sampled_states: 32, recovery_crashes: 0 };
const SEED: u64 = 1;

/// A run of the client's work, and its crashes.
#[derive(Debug)]
pub struct CrashExperiment {
    run: WriteTrace,
    search: Option<SearchCursor>,
    worst: Option<WorstCrash>,
}

impl CrashExperiment {
    /// Runs the client's work.
    ///
    /// # Errors
    /// Returns a message if the stream number is out of range or the work does not fit on the device.
    pub fn new(config: ExperimentConfig) -> Result<Self, String> {
        let ExperimentConfig { policy, disabled_safeguards, checksums, script, stream, operations, pause_s } = config;
        if stream > MAX_STREAM {
            return Err(format!("stream {stream} does not exist: choose a number from 0 to {MAX_STREAM}"));
        }
        // Transactions are small enough for the log, and the intervals are the defaults.
        let rules = Rules { transaction_blocks: 28, checksums, disabled_safeguards, ..Rules::of(policy) };
        let seed = u64::from(stream);
        let run = match script {
            WorkloadScript::Mixed => workload::run_mixed(rules, operations, pause_s, seed),
            WorkloadScript::UsedAgain => workload::run_used_again(rules, seed),
            WorkloadScript::AtOnce => workload::run_at_once(rules, seed),
        };
        Ok(Self { run: run?, search: None, worst: None })
    }

    /// Returns the block writes in submission order.
    pub fn writes(&self) -> &[Write] {
        &self.run.log.writes
    }

    /// Describes a write in words; returns an empty string if the write does not exist.
    pub fn describe(&self, write: u32) -> String {
        self.writes().get(write as usize).map_or_else(String::new, describe::describe_write)
    }

    /// Returns the writes that a crash after `last_write` can lose: those in its epoch, up to and including
    /// `last_write`.
    ///
    /// # Errors
    /// Returns a message if the write does not exist.
    pub fn unflushed_writes(&self, last_write: u32) -> Result<std::ops::RangeInclusive<u32>, String> {
        let writes = self.writes();
        let Some(last) = writes.get(last_write as usize) else {
            let count = writes.len();
            return Err(format!(
                "write {last_write} does not exist: choose one of the {count} writes, numbered from 0"
            ));
        };
        let first = writes.partition_point(|write| write.epoch < last.epoch);
        Ok(first as u32..=last_write)
    }

    /// Crashes at `point` and recovers.
    ///
    /// # Errors
    /// Returns a message if the last write does not exist, or if one of the lost writes is not in
    /// [`CrashExperiment::unflushed_writes`].
    pub fn crash(&self, point: &CrashPoint) -> Result<CrashSummary, String> {
        let unflushed = self.unflushed_writes(point.last_write)?;
        if let Some(flushed) = point.lost_writes.iter().find(|lost| !unflushed.contains(lost)) {
            return Err(format!(
                "write {flushed} cannot be lost: choose a write from {} to {}, which no flush has made durable",
                unflushed.start(),
                unflushed.end()
            ));
        }
        Ok(self.crash_with(point.last_write, *unflushed.start(), &point.lost_writes, None, false))
    }

    /// Crashes after write number `last_write` and recovers. The disk determines which writes no flush has made
    /// durable, and `loss` determines what happens to those writes.
    ///
    /// # Errors
    /// Returns a message if the write does not exist.
    pub fn fail(&self, last_write: u32, disk: Disk, loss: Loss) -> Result<CrashSummary, String> {
        self.unflushed_writes(last_write)?;
        let unflushed = disk.unflushed(self.writes(), last_write as usize + 1, |write| write.epoch);
        let lost_writes: Vec<u32> = loss.lost(unflushed.clone()).into_iter().map(|write| write as u32).collect();
        let torn_write = loss.torn(unflushed.clone()).map(|write| write as u32);
        Ok(self.crash_with(last_write, unflushed.start as u32, &lost_writes, torn_write, loss == Loss::Rot))
    }

    fn crash_with(
        &self,
        last_write: u32,
        first_unflushed: u32,
        lost_writes: &[u32],
        torn_write: Option<u32>,
        rots: bool,
    ) -> CrashSummary {
        let last = &self.writes()[last_write as usize];
        let (geometry, format) = (&self.run.geometry, self.run.rules.format);
        let mut image = self.run.initial_image.clone();
        let mut damaged_blocks = 0;
        for (number, write) in (0..).zip(&self.writes()[..=last_write as usize]) {
            if torn_write == Some(number) {
                let old = image.read(write.block);
                let torn = damage::torn(&old, &write.content);
                damaged_blocks += u32::from(torn != old && torn != write.content);
                image.write(write.block, torn);
            } else if !lost_writes.contains(&number) {
                image.write(write.block, write.content.clone());
            }
        }
        if rots {
            damaged_blocks += u32::from(damage::rot_log(&mut image, geometry));
        }
        let problems_before = check_consistency(&mut image.copy_decided(), geometry, format).problems.len() as u32;
        let is_lossless = lost_writes.is_empty() && torn_write.is_none();
        let crashed_at = self.latest_crash_time(last_write, last, is_lossless);
        let mut recovered = image.copy_decided();
        let outcome = self.run.recover_from(&mut recovered, last.epoch, crashed_at);
        let files = self.run.history.recovered_files(&outcome.report, &recovered, outcome.at);
        CrashSummary {
            first_unflushed,
            lost_writes: lost_writes.to_vec(),
            torn_write,
            damaged_blocks,
            files,
            ..summarize(&outcome, problems_before)
        }
    }

    /// Returns the latest possible crash time: before the next write and, if a write is lost or torn, before the end of
    /// the epoch's flush.
    fn latest_crash_time(&self, last_write: u32, last: &Write, is_lossless: bool) -> Nanoseconds {
        let end = self.run.epoch_end(last.epoch);
        match self.writes().get(last_write as usize + 1) {
            Some(next) if next.epoch == last.epoch => next.at.min(end),
            Some(next) if is_lossless => next.at.max(end),
            None if is_lossless => self.run.end,
            _ => end,
        }
    }

    /// Searches the next epoch, or starts again after the last one. Returns `false` at the end of a search.
    pub fn search(&mut self) -> bool {
        let cursor = self.search.get_or_insert_with(|| SearchCursor::new(&self.run, SEED));
        let worst = &mut self.worst;
        // A crash before the first write loses nothing.
        let first_epoch = self.run.log.writes.first().map_or(0, |write| write.epoch);
        let has_more = self.run.search_next_epoch(cursor, BUDGET, &mut |outcome| {
            let severity = summarize(outcome, 0).severity();
            if outcome.epoch >= first_epoch && worst.as_ref().is_none_or(|(known, ..)| severity > *known) {
                *worst = Some((severity, outcome.epoch, outcome.decisive_writes.clone()));
            }
        });
        if !has_more {
            self.search = None;
        }
        has_more
    }

    /// Returns the finished share of the current search, from 0 to 1, and the number of crash states tried; zeros if
    /// there is no search.
    pub fn search_progress(&self) -> (f64, u64) {
        let epochs = self.run.log.epoch_ends.len() as f64 + 1.0;
        self.search.as_ref().map_or((0.0, 0), |cursor| (f64::from(cursor.epoch) / epochs, cursor.stats.crash_states))
    }

    /// Returns the worst crash point of the search, or `shown` if `shown` is worse; `None` before a search. The search
    /// crashes at the end of each epoch, and tries only a sample of the crash states of a long epoch. A crash that the
    /// reader chose can therefore be worse than all crashes in the search.
    ///
    /// # Errors
    /// Returns the errors of [`CrashExperiment::crash`] for `shown`.
    pub fn worst(&self, shown: Option<&CrashPoint>) -> Result<Option<CrashPoint>, String> {
        let Some((_, epoch, decisive_writes)) = &self.worst else { return Ok(None) };
        let writes = self.writes();
        let from = writes.partition_point(|write| write.epoch < *epoch);
        let to = writes.partition_point(|write| write.epoch <= *epoch);
        let last_write = to.saturating_sub(1) as u32;
        // The search did not have to decide the other blocks: either all their writes are lost or none, whichever is
        // worse.
        let point = |others_lost: bool| {
            let lost = (from..to).filter(|number| {
                let block = writes[*number].block;
                let before = writes[from..*number].iter().filter(|write| write.block == block).count();
                let decisive = decisive_writes.iter().find(|(known, _)| *known == block);
                decisive.map_or(others_lost, |(_, on_medium)| before >= *on_medium)
            });
            CrashPoint { last_write, lost_writes: lost.map(|number| number as u32).collect() }
        };
        let mut worst = point(true);
        let mut severity = self.crash(&worst)?.severity();
        for other in std::iter::once(point(false)).chain(shown.cloned()) {
            let other_severity = self.crash(&other)?.severity();
            if other_severity > severity {
                (worst, severity) = (other, other_severity);
            }
        }
        Ok(Some(worst))
    }
}

impl CrashSummary {
    fn severity(&self) -> CrashSeverity {
        let losses =
            self.old_pages + self.zero_pages + self.missing_objects + self.resurrected_objects + self.old_names;
        let damage = [self.problems_after + self.phantom_objects, self.lost_synced, self.stale_pages, losses];
        let [problems, synced, stale, losses] = damage.map(u64::from);
        [problems, synced, stale, losses, (self.oldest_loss_s * 1e9) as u64]
    }
}

fn summarize(outcome: &CrashOutcome, problems_before: u32) -> CrashSummary {
    let comparison = &outcome.comparison;
    let count = |kind| comparison.count(kind) as u32;
    let oldest = comparison.losses.iter().map(|loss| loss.since).min();
    CrashSummary {
        crashed_at_s: outcome.at as f64 / 1e9,
        first_unflushed: 0,
        lost_writes: Vec::new(),
        torn_write: None,
        damaged_blocks: 0,
        problems_before,
        recovery: outcome.recovery,
        problems_after: outcome.report.problems.len() as u32,
        phantom_objects: comparison.phantom_objects,
        stale_pages: comparison.stale_pages,
        zero_pages: count(LossKind::ZeroPage),
        old_pages: count(LossKind::OldPage),
        missing_objects: count(LossKind::Missing),
        resurrected_objects: count(LossKind::Resurrected),
        old_names: count(LossKind::OldName),
        intact_pages: comparison.intact_pages,
        lost_synced: comparison.lost_synced,
        oldest_loss_s: oldest.map_or(0.0, |since| outcome.at.saturating_sub(since) as f64 / 1e9),
        files: Vec::new(),
    }
}
