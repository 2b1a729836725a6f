//! The crash experiment: a journaling file system and its crashes.

use crate::boundary::js_error;
use js_sys::Error;
use pathlength_journaling::crash::{CrashExperiment, CrashPoint, CrashSummary, ExperimentConfig, WorkloadScript};
use pathlength_journaling::{DisabledSafeguards, Policy, RequestKind};
use pathlength_model::Word;
use wasm_bindgen::prelude::*;

/// A short run of one client, and crashes after any of its writes. Writes are numbered from 0; times are seconds.
#[wasm_bindgen]
#[derive(Debug)]
pub struct CrashExperimentView(CrashExperiment);

/// A crash in counts.
#[wasm_bindgen]
#[derive(Debug)]
pub struct CrashSummaryView(CrashSummary);

fn parse_word<T: Word>(word: &str, kind: &str) -> Result<T, Error> {
    let at = T::WORDS.iter().position(|known| *known == word);
    at.map(|at| T::MEANINGS[at])
        .ok_or_else(|| Error::new(&format!("unknown {kind} \"{word}\": choose one of {}", T::WORDS.join(", "))))
}

#[wasm_bindgen]
impl CrashExperimentView {
    /// Runs the stream number `stream` of a workload script ("mixed", "used-again", "at-once") with a policy, as the lab's
    /// setting names it. The flags disable safeguards.
    ///
    /// # Errors
    /// Throws for an unknown policy or script, and if the stream number is out of range.
    #[wasm_bindgen(constructor)]
    pub fn new(
        policy: &str,
        script: &str,
        stream: f64,
        no_revoke: bool,
        no_barrier: bool,
        early_reuse: bool,
    ) -> Result<CrashExperimentView, Error> {
        // Numbers that are not whole become one that is out of range.
        let is_whole = stream >= 0.0 && stream <= f64::from(u32::MAX) && stream.fract() == 0.0;
        let config = ExperimentConfig {
            policy: parse_word::<Policy>(policy, "file system")?,
            disabled_safeguards: DisabledSafeguards { no_revoke, no_barrier, early_reuse },
            script: parse_word::<WorkloadScript>(script, "script")?,
            stream: if is_whole { stream as u32 } else { u32::MAX },
        };
        CrashExperiment::new(config).map(Self).map_err(js_error)
    }

    /// Submission time of each write.
    #[wasm_bindgen(getter)]
    pub fn times(&self) -> Vec<f64> {
        self.0.writes().iter().map(|write| write.at as f64 / 1e9).collect()
    }

    /// Kind of each write: 0 file pages, 1 metadata without a log, 2 log, 3 file pages in the log, 4 checkpoint to the home
    /// location, 5 log superblock.
    #[wasm_bindgen(getter)]
    pub fn kinds(&self) -> Vec<u8> {
        let kind = |kind| match kind {
            RequestKind::Data => 0,
            RequestKind::Metadata => 1,
            RequestKind::Journal | RequestKind::Flush => 2,
            RequestKind::JournaledData => 3,
            RequestKind::Home => 4,
            RequestKind::LogStart => 5,
        };
        self.0.writes().iter().map(|write| kind(write.kind)).collect()
    }

    /// Number of flushes before each write: a flush puts all earlier writes on the medium before any later one.
    #[wasm_bindgen(getter)]
    pub fn epochs(&self) -> Vec<u32> {
        self.0.writes().iter().map(|write| write.epoch).collect()
    }

    /// Block of each write.
    #[wasm_bindgen(getter)]
    pub fn blocks(&self) -> Vec<u32> {
        self.0.writes().iter().map(|write| write.block).collect()
    }

    /// Description of each write, one per line.
    #[wasm_bindgen(getter)]
    pub fn descriptions(&self) -> String {
        let all: Vec<String> = (0..self.0.writes().len() as u32).map(|at| self.0.describe(at)).collect();
        all.join("\n")
    }

    /// Crashes after the write number `last_write` and recovers; the writes in `lost_writes` are not on the medium.
    ///
    /// # Errors
    /// Throws if the write does not exist, or if a flush had secured one of the lost writes.
    pub fn crash(&self, last_write: u32, lost_writes: Vec<u32>) -> Result<CrashSummaryView, Error> {
        self.0.crash(&CrashPoint { last_write, lost_writes }).map(CrashSummaryView).map_err(js_error)
    }

    /// Searches the next epoch for the worst crash; returns `false` at the end of the search.
    pub fn search(&mut self) -> bool {
        self.0.search()
    }

    /// Finished share of the search, from 0 to 1.
    #[wasm_bindgen(getter, js_name = searchProgress)]
    pub fn search_progress(&self) -> f64 {
        self.0.search_progress().0
    }

    /// Number of crash states that the search has tried.
    #[wasm_bindgen(getter, js_name = statesTried)]
    pub fn states_tried(&self) -> f64 {
        self.0.search_progress().1 as f64
    }

    /// Returns the worst crash point: its last write, followed by its lost writes. Empty before a search.
    ///
    /// # Errors
    /// Never throws for a crash point that was searched.
    pub fn worst(&self) -> Result<Vec<u32>, Error> {
        let worst = self.0.worst().map_err(js_error)?;
        Ok(worst.map_or_else(Vec::new, |point| std::iter::once(point.last_write).chain(point.lost_writes).collect()))
    }
}

#[wasm_bindgen]
impl CrashSummaryView {
    /// Counts in a fixed order: blocks read and written by the recovery, transactions replayed, images revoked, problems
    /// before and after recovery, phantom objects, stale pages, zero pages, old pages, missing and resurrected objects, old
    /// names, intact pages, losses of synced data.
    #[wasm_bindgen(getter)]
    pub fn counts(&self) -> Vec<f64> {
        let it = &self.0;
        let recovery = &it.recovery;
        let blocks = [recovery.blocks_read as f64, recovery.blocks_written as f64];
        let counts = [
            recovery.replayed,
            recovery.revoked,
            it.problems_before,
            it.problems_after,
            it.phantom_objects,
            it.stale_pages,
            it.zero_pages,
            it.old_pages,
            it.missing_objects,
            it.resurrected_objects,
            it.old_names,
            it.intact_pages,
            it.lost_synced,
        ];
        blocks.into_iter().chain(counts.map(f64::from)).collect()
    }

    /// Time of the crash.
    #[wasm_bindgen(getter, js_name = crashedAt)]
    pub fn crashed_at(&self) -> f64 {
        self.0.crashed_at_s
    }

    /// Age of the oldest lost operation.
    #[wasm_bindgen(getter, js_name = oldestLoss)]
    pub fn oldest_loss(&self) -> f64 {
        self.0.oldest_loss_s
    }
}
