//! Scenarios in, outputs and their summands out.

use super::crash_loss::{CrashLossEstimator, CrashLossSummary};
use super::fragmentation::{self, AgedFileSystem};
use super::geometry::Geometry;
use super::load::{Plan, Profile};
use super::performance::{Costs, Outcome, PolicyCosts, Run, RunSetup};
use super::recovery_time::RecoveryCosts;
use super::scenario::{Host, Scenario, Study, describe_settings};
use pathlength_model::{
    Description, Evaluation, ModelError, NamedModel, OutputDescription, ParameterValues, Settings, Term, Word,
};
use std::rc::Rc;

/// The parameters of a lab: those of the load, what things cost, what they cost with each policy, and what a recovery does.
const PARAMETERS: [&str; PARTS[0].len() + PARTS[1].len() + PARTS[2].len() + PARTS[3].len()] = {
    let mut names = [""; PARTS[0].len() + PARTS[1].len() + PARTS[2].len() + PARTS[3].len()];
    let (mut at, mut part, mut within) = (0, 0, 0);
    while at < names.len() {
        if within == PARTS[part].len() {
            (part, within) = (part + 1, 0);
        }
        names[at] = PARTS[part][within];
        (at, within) = (at + 1, within + 1);
    }
    names
};
const PARTS: [&[&str]; 4] = [Profile::NAMES, Costs::NAMES, PolicyCosts::NAMES, RecoveryCosts::NAMES];

/// Events in a slice of a run: a few milliseconds of work.
const SLICE: u32 = 5000;
/// Runs that are under way at the same time: the series of a chart take turns.
const MAX_ACTIVE_RUNS: usize = 8;
/// The load is one list that all clients do, as with dbench.
const SEED: u64 = 1;

/// The load and what it costs, with what was run so far.
#[derive(Debug)]
pub struct Model {
    profile: Profile,
    costs: Costs,
    policies: Vec<PolicyCosts>,
    /// Plans by their cycles.
    plans: Vec<(u32, Rc<Plan>)>,
    running: Vec<(Scenario, ActiveStudy)>,
    ended: Vec<(Scenario, StudyResult)>,
}

/// What is under way.
#[derive(Debug)]
enum ActiveStudy {
    Load(Box<Run>),
    Crash(Box<CrashLossEstimator>),
    Growth,
}

/// What came of it.
#[derive(Clone, Copy, Debug)]
enum StudyResult {
    Load(Outcome),
    Crash(CrashLossSummary),
    Growth(f64),
}

impl Model {
    /// A model with parameters taken from `value`, that has run nothing yet.
    ///
    /// # Errors
    /// [`ModelError`] that names a parameter that is missing or out of range.
    pub fn new(value: &dyn Fn(&str) -> Option<f64>) -> Result<Self, ModelError> {
        let policies: Result<_, _> =
            super::Policy::MEANINGS.iter().map(|policy| PolicyCosts::new(*policy, value)).collect();
        // A run needs none of these, but a lab must have them all.
        RecoveryCosts::new(value)?;
        Ok(Self {
            profile: Profile::new(value)?,
            costs: Costs::new(value)?,
            policies: policies?,
            plans: Vec::new(),
            running: Vec::new(),
            ended: Vec::new(),
        })
    }

    /// Does a slice of the run that `scenario` asks for; `true` when nothing is left to do.
    ///
    /// # Errors
    /// [`ModelError`] if it cannot be run.
    pub fn prepare_scenario(&mut self, scenario: &Scenario) -> Result<bool, ModelError> {
        if self.outcome(scenario).is_some() {
            return Ok(true);
        }
        let known = self.running.iter().position(|(known, _)| known == scenario);
        if known.is_none() {
            let run = self.begin(scenario)?;
            // A run that nobody asked for again was given up.
            self.running.truncate(MAX_ACTIVE_RUNS - 1);
            self.running.insert(0, (*scenario, run));
        }
        let at = known.unwrap_or(0);
        let slice = match &mut self.running[at].1 {
            ActiveStudy::Load(run) => run.step(SLICE).map(|ended| ended.then(|| StudyResult::Load(run.outcome()))),
            ActiveStudy::Crash(cuts) => cuts.step().map(|ended| ended.map(StudyResult::Crash)),
            ActiveStudy::Growth => mean_extents_of_growing_files(scenario).map(|mean| Some(StudyResult::Growth(mean))),
        };
        if !matches!(slice, Ok(None)) {
            self.running.remove(at);
        }
        let ended = slice?;
        self.ended.extend(ended.map(|ended| (*scenario, ended)));
        Ok(ended.is_some())
    }

    fn begin(&mut self, scenario: &Scenario) -> Result<ActiveStudy, ModelError> {
        match scenario.study {
            Study::Load => self.load(scenario).map(|run| ActiveStudy::Load(Box::new(run))),
            Study::Crash => CrashLossEstimator::new(geometry_of(scenario), scenario.rules, SEED)
                .map(|cuts| ActiveStudy::Crash(Box::new(cuts))),
            Study::Growth => Ok(ActiveStudy::Growth),
        }
    }

    /// The run of a load, at its beginning.
    pub(super) fn load(&mut self, scenario: &Scenario) -> Result<Run, ModelError> {
        let known = self.plans.iter().find(|(cycles, _)| *cycles == scenario.cycles);
        let plan = if let Some((_, plan)) = known {
            Rc::clone(plan)
        } else {
            let plan = Rc::new(Plan::new(&self.profile, scenario.cycles, SEED)?);
            self.plans.push((scenario.cycles, Rc::clone(&plan)));
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
            vm: scenario.host == Host::Zvm,
            costs: scenario.costs(self.costs),
            policy: self.policies[at].times(scenario.journal_cpu),
        };
        Run::new(setup, plan)
    }

    fn outcome(&self, scenario: &Scenario) -> Option<StudyResult> {
        self.ended.iter().find(|(known, _)| known == scenario).map(|(_, outcome)| *outcome)
    }

    /// Answers `scenario`, running first what was not run yet.
    ///
    /// # Errors
    /// As [`Model::prepare_scenario`].
    pub fn evaluate_scenario(&mut self, scenario: &Scenario) -> Result<Evaluation, ModelError> {
        while !self.prepare_scenario(scenario)? {}
        let outputs = match self.outcome(scenario) {
            Some(StudyResult::Load(outcome)) => return Ok(load_evaluation(scenario, &outcome)),
            Some(StudyResult::Crash(crash_loss)) => {
                CRASH_OUTPUTS.iter().map(|output| output.name).zip(crash_values(&crash_loss)).collect()
            }
            Some(StudyResult::Growth(mean)) => vec![(GROWTH_OUTPUT.name, mean)],
            None => Vec::new(),
        };
        Ok(Evaluation { outputs, terms: Vec::new() })
    }
}

fn geometry_of(scenario: &Scenario) -> Geometry {
    Geometry::of_size(scenario.blocks, scenario.log_blocks)
}

/// Mean of the pieces that eight files of 1 MiB lie in which grow in turn.
fn mean_extents_of_growing_files(scenario: &Scenario) -> Result<f64, ModelError> {
    const FILES: u32 = 8;
    let (policy, chunk) = (scenario.policy, scenario.step_pages);
    let setup = fragmentation::AgingSetup { policy, rounds: 0, filled: 0.0, writers: FILES, chunk, pages: 256 };
    let aging = AgedFileSystem::new(&setup, SEED)?;
    Ok(f64::from(aging.extent_counts.iter().sum::<u32>()) / f64::from(FILES))
}

/// What power cuts leave, in the order of the outputs.
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

/// What a load comes to.
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

/// Where the clients' time for one MB goes: the parts of the throughput's reciprocal.
fn terms(scenario: &Scenario, outcome: &Outcome) -> Vec<Term> {
    let moved = outcome.throughput_mb_s * outcome.seconds;
    let all = f64::from(scenario.clients) * outcome.seconds;
    let waiting = &outcome.wait_times;
    let parts = [
        ("Processor, and in line for it", "cpu", all - waiting.all_s()),
        ("Page on its way with a commit", "overwrite", waiting.overwrite_s),
        ("Transaction full", "transaction", waiting.transaction_s),
        ("Log full", "checkpoint", waiting.checkpoint_s),
        ("Too many dirty pages", "throttle", waiting.throttle_s),
        ("Page not in memory", "read", waiting.read_s),
        ("Until it is on the disks", "sync", waiting.sync_s),
    ];
    let term = |(title, place, seconds): (&str, &'static str, f64)| {
        let time_us = 1e6 * seconds / (f64::from(scenario.clients) * moved);
        Term { title: title.to_owned(), count: 1.0, cost_us: time_us, time_us, place, part_of: &["throughput"] }
    };
    parts.into_iter().filter(|(.., seconds)| *seconds > 0.0).map(term).collect()
}

const fn output(name: &'static str, title: &'static str, unit: &'static str) -> OutputDescription {
    OutputDescription { name, title, unit, terms: "", half_width: "" }
}

const OUTPUTS: [OutputDescription; 20] = [
    OutputDescription { terms: "the clients' time for one MB", ..output("throughput", "Throughput", "MB/s") },
    output("cpu_load", "Processors busy", "%"),
    output("throughput_per_cpu", "Throughput over processor load", "MB/s per %"),
    output("disk_load", "Disks busy", "%"),
    output("seconds", "Time of the run", "s"),
    output("written", "Written to the disks", "MB"),
    output("data", "Pages of files written to their places", "MB"),
    output("metadata", "Metadata written without a log", "MB"),
    output("journal", "Log written, without pages of files", "MB"),
    output("journaled_data", "Pages of files written to the log", "MB"),
    output("home", "Written from the log to its place", "MB"),
    output("read", "Read from the disks", "MB"),
    output("requests", "Requests to the disks", "requests"),
    output("waiting", "WaitTimes, all clients together", "s"),
    output("overwrite_wait", "Waiting for a page on its way with a commit", "s"),
    output("transaction_wait", "Waiting because the transaction is full", "s"),
    output("checkpoint_wait", "Waiting because the log is full", "s"),
    output("throttle_wait", "Waiting because too many pages are dirty", "s"),
    output("read_wait", "Waiting for pages that are not in memory", "s"),
    output("sync_wait", "Waiting until what was written is on the disks", "s"),
];

/// Of power cuts.
const CRASH_OUTPUTS: [OutputDescription; 9] = [
    output("recovery_read", "Read by a recovery", "blocks"),
    output("recovery_written", "Written by a recovery", "blocks"),
    output("repaired", "Problems that a repair found", "problems"),
    output("problems", "Problems left after recovery, ten cuts together", "problems"),
    output("foreign", "Pages with what another file wrote", "pages"),
    output("zeros", "Pages of zeros that nobody wrote", "pages"),
    output("lost", "Pages without what was written last", "pages"),
    output("right", "Pages as they were", "pages"),
    output("oldest_lost", "Oldest work undone", "s"),
];

/// Of files that grow.
const GROWTH_OUTPUT: OutputDescription = output("pieces", "Pieces of a file of 1 MiB", "pieces");

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

    fn describe() -> Description {
        let mut outputs = OUTPUTS.to_vec();
        outputs.extend(CRASH_OUTPUTS);
        outputs.push(GROWTH_OUTPUT);
        Description { settings: describe_settings(), outputs }
    }

    fn open(values: ParameterValues<'_>) -> Result<Self, ModelError> {
        Self::new(values)
    }
}
