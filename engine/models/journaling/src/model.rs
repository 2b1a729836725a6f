//! The model: computes the outputs and terms of scenarios.

use super::crash_loss::{CrashLossEstimator, CrashLossSummary};
use super::crash_work::CrashWork;
use super::fragmentation::{AgedFileSystem, AgingRounds, AgingSetup};
use super::geometry::Geometry;
use super::load::{Plan, Profile};
use super::performance::{Costs, Outcome, PolicyCosts, Run, RunSetup};
use super::recovery_time::RecoveryCosts;
use super::scenario::{Host, Scenario, Study, describe_settings};
use pathlength_model::{
    Description, Evaluation, ModelError, NamedModel, Output, ParameterValues, Recent, Settings, Term, Word,
};
use std::rc::Rc;

/// Parameters of a lab: the load, its costs, the costs of each policy, recovery, power failures, and aging.
const PARAMETERS: [&str; PARAMETER_COUNT] = join_names(LISTS);
const LISTS: [&[&str]; 6] =
    [Profile::NAMES, Costs::NAMES, PolicyCosts::NAMES, RecoveryCosts::NAMES, CrashWork::NAMES, AgingRounds::NAMES];
const PARAMETER_COUNT: usize = count_names(LISTS);

/// Counts the names in all lists. A constant function cannot use iterators.
const fn count_names(lists: [&[&str]; LISTS.len()]) -> usize {
    let mut count = 0;
    let mut list = 0;
    while list < lists.len() {
        count += lists[list].len();
        list += 1;
    }
    count
}

/// Joins lists of names in order.
const fn join_names(lists: [&[&'static str]; LISTS.len()]) -> [&'static str; PARAMETER_COUNT] {
    let mut names = [""; PARAMETER_COUNT];
    let mut count = 0;
    let mut list = 0;
    while list < lists.len() {
        let mut index = 0;
        while index < lists[list].len() {
            names[count] = lists[list][index];
            count += 1;
            index += 1;
        }
        list += 1;
    }
    names
}

/// Events in a slice of a run: a few milliseconds of work.
const SLICE: u32 = 5000;
/// Maximum number of runs in progress at the same time: the series in a chart take turns.
const MAX_ACTIVE_RUNS: usize = 8;
/// Maximum numbers of plans and of results that are kept: the charts on a page need fewer.
const MAX_PLANS: usize = 16;
const MAX_RESULTS: usize = 1024;
/// One seed for all clients: each of them executes the same operation list, as with dbench.
const SEED: u64 = 1;

/// The load, its costs, and the results of finished runs.
#[derive(Debug)]
pub struct Model {
    profile: Profile,
    costs: Costs,
    policies: Vec<PolicyCosts>,
    crash_work: CrashWork,
    aging: AgingRounds,
    /// Plans by number of cycles.
    plans: Recent<u32, Rc<Plan>, MAX_PLANS>,
    running: Vec<(Scenario, ActiveStudy)>,
    ended: Recent<Scenario, StudyResult, MAX_RESULTS>,
}

/// A study in progress.
#[derive(Debug)]
enum ActiveStudy {
    Load(Box<Run>),
    Crash(Box<CrashLossEstimator>),
    Growth,
}

/// Result of a finished study.
#[derive(Clone, Copy, Debug)]
enum StudyResult {
    Load(Outcome),
    Crash(CrashLossSummary),
    Growth(f64),
}

impl Model {
    /// Creates a model with parameters from `value`.
    ///
    /// # Errors
    /// Returns [`ModelError`] if a parameter is missing or out of range.
    pub fn new(value: &dyn Fn(&str) -> Option<f64>) -> Result<Self, ModelError> {
        let policies: Result<_, _> =
            super::Policy::MEANINGS.iter().map(|policy| PolicyCosts::new(*policy, value)).collect();
        // Runs do not need these parameters, but a lab must contain all of them.
        RecoveryCosts::new(value)?;
        Ok(Self {
            profile: Profile::new(value)?,
            costs: Costs::new(value)?,
            policies: policies?,
            crash_work: CrashWork::new(value)?,
            aging: AgingRounds::new(value)?,
            plans: Recent::default(),
            running: Vec::new(),
            ended: Recent::default(),
        })
    }

    /// Executes a slice of the study of `scenario`; returns `true` when the study is finished.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the study cannot run.
    pub fn prepare_scenario(&mut self, scenario: &Scenario) -> Result<bool, ModelError> {
        if self.ended.get(scenario).is_some() {
            return Ok(true);
        }
        let known = self.running.iter().position(|(known, _)| known == scenario);
        if known.is_none() {
            let run = self.begin(scenario)?;
            // The oldest run is dropped.
            self.running.truncate(MAX_ACTIVE_RUNS - 1);
            self.running.insert(0, (*scenario, run));
        }
        let at = known.unwrap_or(0);
        let slice = match &mut self.running[at].1 {
            ActiveStudy::Load(run) => run.step(SLICE).map(|ended| ended.then(|| StudyResult::Load(run.outcome()))),
            ActiveStudy::Crash(estimator) => estimator.step().map(|ended| ended.map(StudyResult::Crash)),
            ActiveStudy::Growth => {
                mean_extents_of_growing_files(scenario, &self.aging).map(|mean| Some(StudyResult::Growth(mean)))
            }
        };
        if !matches!(slice, Ok(None)) {
            self.running.remove(at);
        }
        let ended = slice?;
        if let Some(ended) = ended {
            self.ended.insert(*scenario, ended);
        }
        Ok(ended.is_some())
    }

    fn begin(&mut self, scenario: &Scenario) -> Result<ActiveStudy, ModelError> {
        match scenario.study {
            Study::Load => self.load(scenario).map(|run| ActiveStudy::Load(Box::new(run))),
            Study::Crash => CrashLossEstimator::new(geometry_of(scenario), scenario.rules, self.crash_work, SEED)
                .map(|estimator| ActiveStudy::Crash(Box::new(estimator))),
            Study::Growth => Ok(ActiveStudy::Growth),
        }
    }

    /// Starts the run of a load.
    pub(super) fn load(&mut self, scenario: &Scenario) -> Result<Run, ModelError> {
        let plan = if let Some(plan) = self.plans.get(&scenario.cycles) {
            Rc::clone(plan)
        } else {
            let plan = Rc::new(Plan::new(&self.profile, scenario.cycles, SEED)?);
            self.plans.insert(scenario.cycles, Rc::clone(&plan));
            plan
        };
        let at = super::Policy::MEANINGS.iter().position(|policy| *policy == scenario.policy).unwrap_or(0);
        let setup = RunSetup {
            rules: scenario.rules,
            geometry: geometry_of(scenario),
            clients: scenario.clients,
            sync_policy: scenario.sync_policy,
            processors: scenario.processors,
            memory_mib: scenario.memory_mib,
            disks: scenario.disks,
            disk_cache: scenario.disk_cache,
            vm: scenario.host == Host::Zvm,
            costs: scenario.costs(&self.costs),
            policy: self.policies[at].scale_journaling(scenario.journal_cpu),
        };
        Run::new(setup, plan)
    }

    /// Evaluates `scenario`, after running its study if necessary.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the study cannot run.
    pub fn evaluate_scenario(&mut self, scenario: &Scenario) -> Result<Evaluation, ModelError> {
        while !self.prepare_scenario(scenario)? {}
        let outputs = match self.ended.get(scenario) {
            Some(StudyResult::Load(outcome)) => return Ok(load_evaluation(scenario, outcome)),
            Some(StudyResult::Crash(crash_loss)) => {
                CRASH_OUTPUTS.iter().map(|output| output.name).zip(crash_values(crash_loss)).collect()
            }
            Some(StudyResult::Growth(mean)) => vec![(GROWTH_OUTPUT.name, *mean)],
            None => Vec::new(),
        };
        Ok(Evaluation { outputs, terms: Vec::new() })
    }
}

fn geometry_of(scenario: &Scenario) -> Geometry {
    Geometry::of_size(scenario.blocks, scenario.log_blocks)
}

/// Returns the mean number of extents of files that grow in turn.
fn mean_extents_of_growing_files(scenario: &Scenario, aging: &AgingRounds) -> Result<f64, ModelError> {
    let (policy, chunk) = (scenario.policy, scenario.step_pages);
    let (writers, pages) = (aging.growing_files as u32, aging.growing_pages as u32);
    let setup = AgingSetup { policy, rounds: 0, filled: 0.0, writers, chunk, pages };
    let aged = AgedFileSystem::new(&setup, aging, SEED)?;
    Ok(f64::from(aged.extent_counts.iter().sum::<u32>()) / f64::from(writers))
}

/// Returns the values of a crash study in the order of its outputs.
fn crash_values(crash_loss: &CrashLossSummary) -> [f64; CRASH_OUTPUTS.len()] {
    let CrashLossSummary {
        blocks_read,
        blocks_written,
        repaired,
        problems,
        stale_pages,
        zero_pages,
        lost_pages,
        intact_pages,
        oldest_loss_s,
    } = *crash_loss;
    [blocks_read, blocks_written, repaired, problems, stale_pages, zero_pages, lost_pages, intact_pages, oldest_loss_s]
}

/// Returns the outputs and terms of a load.
pub(super) fn load_evaluation(scenario: &Scenario, outcome: &Outcome) -> Evaluation {
    let mb = |bytes: u64| bytes as f64 / 1e6;
    let (written, waiting) = (outcome.written, outcome.wait_times);
    let values = [
        outcome.throughput_mb_s,
        100.0 * outcome.processor_load,
        outcome.mb_s_per_percent,
        100.0 * outcome.disk_load,
        outcome.seconds,
        mb(written.all()),
        mb(written.data),
        mb(written.metadata),
        mb(written.journal),
        mb(written.journaled_data),
        mb(written.home),
        mb(outcome.read),
        outcome.requests as f64,
        waiting.all_s(),
        waiting.overwrite_s,
        waiting.transaction_s,
        waiting.checkpoint_s,
        waiting.throttle_s,
        waiting.read_s,
        waiting.sync_s,
    ];
    let outputs = OUTPUTS.iter().map(|output| output.name).zip(values).collect();
    Evaluation { outputs, terms: terms(scenario, outcome) }
}

/// Returns the terms of the clients' time per MB, which is the reciprocal of the throughput.
fn terms(scenario: &Scenario, outcome: &Outcome) -> Vec<Term> {
    let moved = outcome.throughput_mb_s * outcome.seconds;
    let all = f64::from(scenario.clients) * outcome.seconds;
    let waiting = &outcome.wait_times;
    let parts = [
        ("Processor and its queue", "cpu", all - waiting.all_s()),
        ("Page in a commit", "overwrite", waiting.overwrite_s),
        ("Transaction full", "transaction", waiting.transaction_s),
        ("Log full", "checkpoint", waiting.checkpoint_s),
        ("Too many dirty pages", "throttle", waiting.throttle_s),
        ("Page not in memory", "read", waiting.read_s),
        ("Sync", "sync", waiting.sync_s),
    ];
    let term = |(title, place, seconds): (&str, &'static str, f64)| {
        let time_us = 1e6 * seconds / (f64::from(scenario.clients) * moved);
        Term { title: title.to_owned(), count: 1.0, cost_us: time_us, time_us, place, part_of: &["throughput"] }
    };
    parts.into_iter().filter(|(.., seconds)| *seconds > 0.0).map(term).collect()
}

const fn output(name: &'static str, title: &'static str, unit: &'static str) -> Output {
    Output { name, title, unit, terms: "", half_width: "" }
}

const OUTPUTS: [Output; 20] = [
    Output { terms: "the clients' time per MB", ..output("throughput", "Throughput", "MB/s") },
    output("cpu_load", "Processor utilization", "%"),
    output("throughput_per_cpu", "Throughput per processor utilization", "MB/s per %"),
    output("disk_load", "Disk utilization", "%"),
    output("seconds", "Run time", "s"),
    output("written", "Data written to the disks", "MB"),
    output("data", "File pages written to their home locations", "MB"),
    output("metadata", "Metadata written without a log", "MB"),
    output("journal", "Log data written, excluding file pages", "MB"),
    output("journaled_data", "File pages written to the log", "MB"),
    output("home", "Checkpoint writes to home locations", "MB"),
    output("read", "Data read from the disks", "MB"),
    output("requests", "Requests to the disks", "requests"),
    output("waiting", "Wait time, all clients together", "s"),
    output("overwrite_wait", "Wait for a page in a commit", "s"),
    output("transaction_wait", "Wait because of a full transaction", "s"),
    output("checkpoint_wait", "Wait because of a full log", "s"),
    output("throttle_wait", "Wait because of too many dirty pages", "s"),
    output("read_wait", "Wait for pages that are not in memory", "s"),
    output("sync_wait", "Wait for syncs", "s"),
];

/// Outputs of the crash study.
const CRASH_OUTPUTS: [Output; 9] = [
    output("recovery_read", "Blocks read by a recovery", "blocks"),
    output("recovery_written", "Blocks written by a recovery", "blocks"),
    output("repaired", "Problems corrected by a repair", "problems"),
    output("problems", "Problems left after recovery, sum over all crashes", "problems"),
    output("foreign", "Pages with stale data", "pages"),
    output("zeros", "Pages that read as unwritten zeros", "pages"),
    output("lost", "Pages without their last version", "pages"),
    output("right", "Pages with their last version", "pages"),
    output("oldest_lost", "Age of the oldest lost operation", "s"),
];

/// Output of the growth study.
const GROWTH_OUTPUT: Output = output("pieces", "Extents of a 1 MiB file", "pieces");

impl pathlength_model::Model for Model {
    fn set_parameters(&mut self, values: ParameterValues<'_>) -> Result<(), ModelError> {
        *self = Self::new(values)?;
        Ok(())
    }

    fn prepare(&mut self, scenario: &Settings) -> Result<bool, ModelError> {
        self.prepare_scenario(&Scenario::from_settings(scenario)?)
    }

    fn evaluate(&mut self, scenario: &Settings) -> Result<Evaluation, ModelError> {
        self.evaluate_scenario(&Scenario::from_settings(scenario)?)
    }
}

impl NamedModel for Model {
    const NAME: &'static str = "journaling";
    const FORMER_NAMES: &'static [&'static str] = &["journal"];
    const PARAMETERS: &'static [&'static str] = &PARAMETERS;
    const FORMER_PARAMETERS: &'static [&'static str] = &["crash_from", "aging_most"];

    fn describe() -> Description {
        let outputs = OUTPUTS.iter().chain(&CRASH_OUTPUTS).chain([&GROWTH_OUTPUT]);
        Description { settings: describe_settings(), outputs: outputs.map(Output::describe).collect() }
    }

    fn open(values: ParameterValues<'_>) -> Result<Self, ModelError> {
        Self::new(values)
    }
}
