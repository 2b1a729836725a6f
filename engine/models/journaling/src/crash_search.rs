//! Crash-state enumeration: every state in which a crash can leave the medium, recovered and compared with the history.
//!
//! A crash within an epoch of the write log leaves all writes of earlier epochs on the medium and any subset of the
//! epoch's own writes. A crash after an earlier write of the epoch leaves the same states as a crash after the epoch's
//! last write in which the later writes are lost. For the comparison with the history, the end of the epoch is stricter
//! than any earlier time. One search per epoch therefore covers the crashes after each of its writes. Subsets count as
//! one state if they differ only in blocks that neither recovery nor the consistency check reads (see [`Image`]).

use super::Nanoseconds;
use super::block::BlockNo;
use super::check::{ConsistencyReport, check_consistency};
use super::driver::WriteTrace;
use super::history::Comparison;
use super::image::Image;
use super::recover::{Recovery, recover};
use super::rules::LogKind;
use pathlength_queueing::Random;

/// The result of a crash, or of all crashes with indistinguishable results.
#[derive(Clone, Debug)]
pub struct CrashOutcome {
    /// Epoch of the write log in which power fails.
    pub epoch: u32,
    /// Latest time of the crash.
    pub at: Nanoseconds,
    /// The work of the recovery.
    pub recovery: Recovery,
    /// The consistency check after recovery.
    pub report: ConsistencyReport,
    /// The losses.
    pub comparison: Comparison,
    /// For each decisive block, how many of the epoch's writes to it are on the medium.
    pub decisive_writes: Vec<(BlockNo, usize)>,
}

/// The medium after a crash, before its recovery.
#[derive(Clone, Debug)]
pub struct CrashState {
    /// Contents of the medium.
    pub image: Image,
    /// Epoch of the write log in which power fails.
    pub epoch: u32,
    /// Latest time of the crash.
    pub at: Nanoseconds,
}

/// Search effort per epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchBudget {
    /// Epochs with up to this many writes are searched exhaustively.
    pub max_exhaustive_writes: usize,
    /// Number of states that are tried in order in a longer epoch; the same number is tried at random. For crashes
    /// during a recovery, the maximum number of states in an epoch of the recovery.
    pub sampled_states: usize,
    /// Number of random crash states in each epoch for which crashes during the recovery are tried as well.
    pub recovery_crashes: usize,
}

/// Counts of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchStats {
    /// Distinguishable crash states.
    pub crash_states: u64,
    /// Epochs that were searched exhaustively.
    pub exhaustive_epochs: u32,
    /// Epochs that were sampled.
    pub sampled_epochs: u32,
    /// Crashes during a recovery.
    pub recovery_crashes: u64,
    /// Interrupted recoveries whose second attempt had a different result, plus interrupted repairs whose second
    /// attempt left a problem.
    pub diverging_recoveries: u64,
}

/// Position of a search.
#[derive(Debug)]
pub(super) struct SearchCursor {
    /// The medium at the start of the epoch.
    image: Image,
    random: Random,
    pub(super) epoch: u32,
    /// Index of the epoch's first write.
    from: usize,
    pub(super) stats: SearchStats,
}

impl SearchCursor {
    pub(super) fn new(run: &WriteTrace, seed: u64) -> Self {
        Self {
            image: run.initial_image.clone(),
            random: Random::new(seed, 2),
            epoch: 0,
            from: 0,
            stats: SearchStats::default(),
        }
    }
}

impl WriteTrace {
    /// Searches all epochs and calls `visit` for every crash outcome.
    pub fn search_crash_states(
        &self,
        budget: SearchBudget,
        seed: u64,
        visit: &mut dyn FnMut(&CrashOutcome),
    ) -> SearchStats {
        let mut cursor = SearchCursor::new(self, seed);
        while self.search_next_epoch(&mut cursor, budget, visit) {}
        cursor.stats
    }

    /// Searches the next epoch; returns `false` after the last one.
    pub(super) fn search_next_epoch(
        &self,
        cursor: &mut SearchCursor,
        budget: SearchBudget,
        visit: &mut dyn FnMut(&CrashOutcome),
    ) -> bool {
        let SearchCursor { image, random, epoch, from, stats } = cursor;
        let writes = &self.log.writes[*from..];
        let (these, later) = writes.split_at(writes.partition_point(|write| write.epoch <= *epoch));
        let at = self.epoch_end(*epoch);
        // An epoch without writes adds no state unless it is the first or the last: with all writes on the medium, all
        // synced data must survive.
        if !these.is_empty() || *epoch == 0 || later.is_empty() {
            image.set_undetermined(these.iter().map(|write| (write.block, &write.content)));
            let is_exhaustive = these.len() <= budget.max_exhaustive_writes;
            let mut tried = 0;
            loop {
                image.mark();
                visit(&self.recover_from(image, *epoch, at));
                image.roll_back();
                tried += 1;
                if !image.next_decisions() {
                    stats.exhaustive_epochs += 1;
                    break;
                }
                if !is_exhaustive && tried >= budget.sampled_states {
                    for _ in 0..budget.sampled_states {
                        image.mark();
                        image.decide_all(|count| (random.uniform() * count as f64) as usize);
                        visit(&self.recover_from(image, *epoch, at));
                        image.roll_back();
                    }
                    tried += budget.sampled_states;
                    stats.sampled_epochs += 1;
                    break;
                }
            }
            stats.crash_states += tried as u64;
            for _ in 0..budget.recovery_crashes {
                image.mark();
                image.decide_all(|count| (random.uniform() * count as f64) as usize);
                let mut crash_state = image.copy_decided();
                image.roll_back();
                self.crash_during_recovery(&mut crash_state, budget.sampled_states, stats);
            }
            image.clear_undetermined();
        }
        for write in these {
            image.write(write.block, write.content.clone());
        }
        *from += these.len();
        *epoch += 1;
        *epoch as usize <= self.log.epoch_ends.len()
    }

    /// Crashes after write number `last_write` and recovers. Of the writes that no flush has made durable, only those
    /// for which `survives` returns `true` survive.
    ///
    /// # Panics
    /// Panics if the write does not exist.
    pub fn crash_after(&self, last_write: usize, survives: &mut dyn FnMut(usize) -> bool) -> CrashOutcome {
        self.recover(&self.state_after(last_write, survives))
    }

    /// Returns the medium after a crash with the same arguments as [`Self::crash_after`].
    ///
    /// # Panics
    /// Panics if the write does not exist.
    pub fn state_after(&self, last_write: usize, survives: &mut dyn FnMut(usize) -> bool) -> CrashState {
        let mut image = self.initial_image.clone();
        let epoch = self.log.writes[last_write].epoch;
        for (number, write) in self.log.writes[..=last_write].iter().enumerate() {
            if write.epoch < epoch || survives(number) {
                image.write(write.block, write.content.clone());
            }
        }
        CrashState { image, epoch, at: self.epoch_end(epoch) }
    }

    /// Recovers a copy of the medium after a crash and compares the copy with the history.
    pub fn recover(&self, crash: &CrashState) -> CrashOutcome {
        self.recover_from(&mut crash.image.copy_decided(), crash.epoch, crash.at)
    }

    /// Crashes at time `at` and recovers. Of the earlier writes that no flush has made durable, only those for which
    /// `survives` returns `true` survive.
    pub fn crash_at(&self, at: Nanoseconds, survives: &mut dyn FnMut(usize) -> bool) -> CrashOutcome {
        let mut image = self.initial_image.clone();
        let flushed_epochs = self.log.epoch_ends.partition_point(|end| *end <= at) as u32;
        let before = self.log.writes.partition_point(|write| write.at <= at);
        for (number, write) in self.log.writes[..before].iter().enumerate() {
            if write.epoch < flushed_epochs || survives(number) {
                image.write(write.block, write.content.clone());
            }
        }
        self.recover_from(&mut image, flushed_epochs, at)
    }

    /// Returns the latest time of a crash within an epoch.
    pub(super) fn epoch_end(&self, epoch: u32) -> Nanoseconds {
        self.log.epoch_ends.get(epoch as usize).copied().unwrap_or(self.end).min(self.end)
    }

    pub(super) fn recover_from(&self, image: &mut Image, epoch: u32, at: Nanoseconds) -> CrashOutcome {
        let recovery = recover(image, &self.geometry, &self.rules);
        let report = check_consistency(image, &self.geometry, self.rules.format);
        let comparison = self.history.compare(&report, image, at);
        CrashOutcome { epoch, at, recovery, report, comparison, decisive_writes: image.decisive_writes() }
    }

    /// Tries crashes during a recovery, and recovers again after each crash.
    fn crash_during_recovery(&self, image: &mut Image, max_states: usize, stats: &mut SearchStats) {
        image.mark();
        recover(image, &self.geometry, &self.rules);
        let expected = image.copy_decided();
        let written = image.roll_back();
        let mut rest = written.as_slice();
        while let Some((epoch, ..)) = rest.first() {
            let (these, later) = rest.split_at(rest.partition_point(|write| write.0 <= *epoch));
            rest = later;
            image.set_undetermined(these.iter().map(|(_, block, content)| (*block, content)));
            let mut tried = 0;
            loop {
                image.mark();
                recover(image, &self.geometry, &self.rules);
                let is_same = if self.rules.log == LogKind::None {
                    check_consistency(image, &self.geometry, self.rules.format).problems.is_empty()
                } else {
                    image.equals(&expected, self.geometry.blocks)
                };
                image.roll_back();
                tried += 1;
                stats.recovery_crashes += 1;
                stats.diverging_recoveries += u64::from(!is_same);
                if !image.next_decisions() || tried >= max_states {
                    break;
                }
            }
            image.clear_undetermined();
            for (_, block, content) in these {
                image.write(*block, content.clone());
            }
        }
    }
}
