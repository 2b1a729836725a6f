//! The crash experiment: a journaling file system and its crashes.

use crate::boundary::{js_error, parse_word};
use crate::read::{Numbers, numbers};
use js_sys::Error;
use pathlength_journaling::crash::{CrashExperiment, CrashPoint, CrashSummary, ExperimentConfig, RuleChange, WorkloadScript, WriteKind};
use pathlength_journaling::{CrashWork, DisabledSafeguards, Policy};
use pathlength_model::{Columns, Disk, Loss, WordEnum};
use wasm_bindgen::prelude::*;

/// A short run of one client, and crashes after any of its writes. Writes are numbered from 0; times are seconds.
#[wasm_bindgen]
#[derive(Debug)]
pub struct CrashExperimentView(CrashExperiment);

/// The outcome of a crash.
#[wasm_bindgen]
#[derive(Debug)]
pub struct CrashSummaryView(CrashSummary);

#[wasm_bindgen]
impl CrashExperimentView {
    /// Runs stream number `stream` of a workload script ("mixed", "used-again", "at-once") with a policy, named as in
    /// the lab's setting. `changes` are changes to the policy's rules ("no-revoke", "no-barrier", "early-reuse",
    /// "checksums"). `parameters` are the parameters of a lab.
    ///
    /// # Errors
    /// Throws for an unknown policy, script, or change, and if a parameter is missing or a number is out of range.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::needless_pass_by_value)] // the bindings pass owned values
    pub fn new(
        policy: &str,
        script: &str,
        stream: f64,
        changes: Vec<String>,
        parameters: Numbers,
    ) -> Result<CrashExperimentView, Error> {
        // An invalid stream number becomes one that is out of range.
        let is_whole = stream >= 0.0 && stream <= f64::from(u32::MAX) && stream.fract() == 0.0;
        let parameters = numbers(parameters, "parameters")?;
        let work = CrashWork::new(&|name| parameters.get(name).copied()).map_err(js_error)?;
        let changes: Vec<RuleChange> =
            changes.iter().map(|change| parse_word(change, "change of a rule")).collect::<Result<_, _>>()?;
        let has = |change| changes.contains(&change);
        let config = ExperimentConfig {
            policy: parse_word::<Policy>(policy, "file system")?,
            disabled_safeguards: DisabledSafeguards {
                no_revoke: has(RuleChange::NoRevoke),
                no_barrier: has(RuleChange::NoBarrier),
                early_reuse: has(RuleChange::EarlyReuse),
            },
            checksums: has(RuleChange::Checksums),
            script: parse_word::<WorkloadScript>(script, "script")?,
            stream: if is_whole { stream as u32 } else { u32::MAX },
            operations: work.experiment_operations as u32,
            pause_s: work.experiment_pause_s,
        };
        CrashExperiment::new(config).map(Self).map_err(js_error)
    }

    /// Returns the submission time of each write.
    #[wasm_bindgen(getter)]
    pub fn times(&self) -> Vec<f64> {
        self.0.writes().iter().map(|write| write.at as f64 / 1e9).collect()
    }

    /// Returns the kind of each write, as an index.
    #[wasm_bindgen(getter)]
    pub fn kinds(&self) -> Vec<u8> {
        self.0.writes().iter().map(|write| WriteKind::from(write.kind).index()).collect()
    }

    /// Returns the number of flushes before each write: a flush puts all earlier writes on the medium before any later
    /// one.
    #[wasm_bindgen(getter)]
    pub fn epochs(&self) -> Vec<u32> {
        self.0.writes().iter().map(|write| write.epoch).collect()
    }

    /// Returns the block of each write.
    #[wasm_bindgen(getter)]
    pub fn blocks(&self) -> Vec<u32> {
        self.0.writes().iter().map(|write| write.block).collect()
    }

    /// Returns the description of each write, one per line.
    #[wasm_bindgen(getter)]
    pub fn descriptions(&self) -> String {
        let all: Vec<String> = (0..self.0.writes().len() as u32).map(|at| self.0.describe(at)).collect();
        all.join("\n")
    }

    /// Crashes after write number `last_write` and recovers; the writes in `lost_writes` are not on the medium.
    ///
    /// # Errors
    /// Throws if the write does not exist, or if a flush has made one of the lost writes durable.
    pub fn crash(&self, last_write: u32, lost_writes: Vec<u32>) -> Result<CrashSummaryView, Error> {
        self.0.crash(&CrashPoint { last_write, lost_writes }).map(CrashSummaryView).map_err(js_error)
    }

    /// Crashes after write number `last_write` and recovers. `disk` determines which writes no flush has made
    /// durable, and `loss` determines what happens to them.
    ///
    /// # Errors
    /// Throws for an unknown disk or loss, and if the write does not exist.
    pub fn fail(&self, last_write: u32, disk: &str, loss: &str) -> Result<CrashSummaryView, Error> {
        let (disk, loss) = (parse_word::<Disk>(disk, "disk")?, parse_word::<Loss>(loss, "loss")?);
        self.0.fail(last_write, disk, loss).map(CrashSummaryView).map_err(js_error)
    }

    /// Searches the next epoch for the worst crash; returns `false` at the end of the search.
    pub fn search(&mut self) -> bool {
        self.0.search()
    }

    /// Returns the finished share of the search, from 0 to 1.
    #[wasm_bindgen(getter, js_name = searchProgress)]
    pub fn search_progress(&self) -> f64 {
        self.0.search_progress().0
    }

    /// Returns the number of crash states that the search has tried.
    #[wasm_bindgen(getter, js_name = statesTried)]
    pub fn states_tried(&self) -> f64 {
        self.0.search_progress().1 as f64
    }

    /// Returns the worst of the displayed crash point and those of the search: its last write, followed by its lost
    /// writes. The result is empty before a search.
    ///
    /// # Errors
    /// Throws the errors of `crash` for the displayed crash point.
    pub fn worst(&self, last_write: u32, lost_writes: Vec<u32>) -> Result<Vec<u32>, Error> {
        let worst = self.0.worst(Some(&CrashPoint { last_write, lost_writes })).map_err(js_error)?;
        Ok(worst.map_or_else(Vec::new, |point| std::iter::once(point.last_write).chain(point.lost_writes).collect()))
    }
}

#[wasm_bindgen]
impl CrashSummaryView {
    /// Returns the counts; a generated TypeScript file lists their names.
    #[wasm_bindgen(getter)]
    pub fn counts(&self) -> Vec<f64> {
        self.0.values()
    }

    /// Returns the number of the first unflushed write.
    #[wasm_bindgen(getter, js_name = firstUnflushed)]
    pub fn first_unflushed(&self) -> u32 {
        self.0.first_unflushed
    }

    /// Returns the numbers of the lost writes.
    #[wasm_bindgen(getter, js_name = lostWrites)]
    pub fn lost_writes(&self) -> Vec<u32> {
        self.0.lost_writes.clone()
    }

    /// Returns the number of the torn write; undefined if no write is torn.
    #[wasm_bindgen(getter, js_name = tornWrite)]
    pub fn torn_write(&self) -> Option<u32> {
        self.0.torn_write
    }

    /// Returns the time of the crash.
    #[wasm_bindgen(getter, js_name = crashedAt)]
    pub fn crashed_at(&self) -> f64 {
        self.0.crashed_at_s
    }

    /// Returns the identity of each file, in ascending order; write descriptions use the same numbers.
    #[wasm_bindgen(getter, js_name = fileNumbers)]
    pub fn file_numbers(&self) -> Vec<u32> {
        self.0.files.iter().map(|file| file.identity).collect()
    }

    /// Returns the fate of each file, as an index.
    #[wasm_bindgen(getter, js_name = fileFates)]
    pub fn file_fates(&self) -> Vec<u8> {
        self.0.files.iter().map(|file| file.fate.index()).collect()
    }

    /// Returns the number of pages of each file.
    #[wasm_bindgen(getter, js_name = filePages)]
    pub fn file_pages(&self) -> Vec<u32> {
        self.0.files.iter().map(|file| file.pages.len() as u32).collect()
    }

    /// Returns the fate of each page, as an index, file by file.
    #[wasm_bindgen(getter, js_name = pageFates)]
    pub fn page_fates(&self) -> Vec<u8> {
        self.0.files.iter().flat_map(|file| &file.pages).map(|fate| fate.index()).collect()
    }

    /// Returns the age of the oldest lost operation.
    #[wasm_bindgen(getter, js_name = oldestLoss)]
    pub fn oldest_loss(&self) -> f64 {
        self.0.oldest_loss_s
    }
}
