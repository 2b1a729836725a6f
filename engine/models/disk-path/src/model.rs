//! The model: evaluates scenarios to outputs and their terms.

use super::costs::Costs;
use super::iozone::{Demand, Medium, Run, Traffic};
use super::path::{DataSource, cost_breakdown, request_kb};
use super::scenario::{Path, Phase, Scenario, describe_settings};
use pathlength_model::{
    Description, Evaluation, ModelError, NamedModel, Output, ParameterValues, Recent, Settings, Term,
};

/// A model of a guest's paths to a disk, with the minidisk caches measured so far.
#[derive(Debug)]
pub struct Model {
    costs: Costs,
    measured: Recent<Demand, [Traffic; 4], MAX_MEASURED>,
    /// The caches that are being measured.
    running: Vec<(Demand, Run)>,
}

impl Model {
    /// Creates a model with these costs and without measurements.
    pub fn new(costs: Costs) -> Self {
        Self { costs, measured: Recent::default(), running: Vec::new() }
    }

    /// Sets the costs. Measured traffic is kept, because it does not depend on the costs.
    pub fn set_costs(&mut self, costs: Costs) {
        self.costs = costs;
    }

    /// Performs a slice of the measurements for `scenario`; returns `true` when they are complete.
    ///
    /// # Errors
    /// Returns [`ModelError`] if a setting of the scenario is invalid.
    pub fn prepare_scenario(&mut self, scenario: &Scenario) -> Result<bool, ModelError> {
        let Some(demand) = demand(&self.costs, scenario) else { return Ok(true) };
        if self.measured.get(&demand).is_some() {
            return Ok(true);
        }
        let known = self.running.iter().position(|(known, _)| *known == demand);
        if known.is_none() {
            // If too many caches are being measured, an old run is dropped: its caller has probably abandoned it.
            self.running.truncate(MAX_RUNS - 1);
            self.running.insert(0, (demand, Run::new(demand)?));
        }
        let at = known.unwrap_or(0);
        if self.running[at].1.step() {
            let (_, run) = self.running.swap_remove(at);
            self.measured.insert(demand, run.phases());
            return Ok(true);
        }
        Ok(false)
    }

    /// Evaluates `scenario`, after the necessary measurements.
    ///
    /// # Errors
    /// Returns the errors of [`Model::prepare_scenario`].
    pub fn evaluate_scenario(&mut self, scenario: &Scenario) -> Result<Evaluation, ModelError> {
        while !self.prepare_scenario(scenario)? {}
        let mut terms = Vec::new();
        let (mut read, mut hit) = (0.0, 0.0);
        for (phase, share) in shares(scenario) {
            read += if phase.reads() { share } else { 0.0 };
            for (source, part) in self.data_sources(scenario, phase) {
                add(&mut terms, cost_breakdown(&self.costs, scenario, phase, source), share * part);
                hit += if source == DataSource::Cache { share * part } else { 0.0 };
            }
        }
        let sum = |name: &str| terms.iter().filter(|t| t.part_of.contains(&name)).map(|t| t.time_us).sum::<f64>();
        let [elapsed, total, cp, guest] = [1, 2, 3, 4].map(|at: usize| sum(OUTPUTS[at].name));
        let values = [1e6 / elapsed, elapsed, total, cp, guest, cp / total, if read > 0.0 { hit / read } else { 0.0 }];
        let outputs = OUTPUTS.iter().map(|output| output.name).zip(values).collect();
        Ok(Evaluation { outputs, terms })
    }

    /// Returns the sources of the KB in a phase, with their shares. Without a cache size, the cache is
    /// large enough for everything.
    pub(super) fn data_sources(&self, scenario: &Scenario, phase: Phase) -> Vec<(DataSource, f64)> {
        if !scenario.is_cached() || !phase.reads() {
            return vec![(DataSource::Disk, 1.0)];
        }
        let again = phase == Phase::Reread;
        let Some(traffic) = demand(&self.costs, scenario).and_then(|demand| self.measured.get(&demand)) else {
            return vec![(if again { DataSource::Cache } else { DataSource::Fill }, 1.0)];
        };
        let Traffic { delivered_kb, from_cache_kb, filled_kb, bypassed_kb, .. } = traffic[if again { 3 } else { 2 }];
        let parts =
            [(DataSource::Cache, from_cache_kb), (DataSource::Fill, filled_kb), (DataSource::Disk, bypassed_kb)];
        parts.into_iter().filter(|(_, kb)| *kb > 0.0).map(|(source, kb)| (source, kb / delivered_kb)).collect()
    }
}

/// Maximum number of kept measurements: more than a page requests, but a sweep can request any number.
const MAX_MEASURED: usize = 1024;

/// Maximum number of caches measured at the same time: the series of a chart take turns.
const MAX_RUNS: usize = 16;

/// Returns the phases of a scenario, each with its share of the KB moved.
pub(super) fn shares(scenario: &Scenario) -> Vec<(Phase, f64)> {
    if scenario.phase != Phase::Mix {
        return vec![(scenario.phase, 1.0)];
    }
    let Scenario { read_share, reread_share, initial_share, .. } = *scenario;
    let all = [
        (Phase::Write, (1.0 - read_share) * initial_share),
        (Phase::Rewrite, (1.0 - read_share) * (1.0 - initial_share)),
        (Phase::Read, read_share * (1.0 - reread_share)),
        (Phase::Reread, read_share * reread_share),
    ];
    all.into_iter().filter(|(_, share)| *share > 0.0).collect()
}

/// Returns the parameters of the run with a cache that `scenario` needs; `None` if the scenario needs no run.
fn demand(costs: &Costs, scenario: &Scenario) -> Option<Demand> {
    let cache_mb = scenario.cache_mb.filter(|_| scenario.is_cached())?;
    if shares(scenario).iter().all(|(phase, _)| !phase.reads()) {
        return None;
    }
    let medium = match scenario.path {
        Path::EmulatedFba => Medium::Fba,
        _ => Medium::Eckd { block_bytes: scenario.block_bytes as u32 },
    };
    let kb = |mb: f64| (mb * 1024.0) as u64;
    Some(Demand {
        medium,
        file_kb: kb(scenario.file_mb.unwrap_or(costs.file_mb)),
        cache_kb: kb(cache_mb),
        guests: scenario.guests,
        sharing: scenario.sharing,
        fair_share: scenario.fair_share,
        request_kb: request_kb(costs, scenario, true) as u32,
    })
}

/// Adds a breakdown, multiplied by `part`, to `terms`; terms with the same title and location are merged.
fn add(terms: &mut Vec<Term>, breakdown: Vec<Term>, part: f64) {
    for mut term in breakdown {
        term.count *= part;
        term.time_us *= part;
        match terms.iter_mut().find(|known| known.title == term.title && known.place == term.place) {
            Some(known) => {
                known.count += term.count;
                known.time_us += term.time_us;
                known.cost_us = known.time_us / known.count;
            }
            None => terms.push(term),
        }
    }
}

const fn output(name: &'static str, title: &'static str, unit: &'static str, terms: &'static str) -> Output {
    Output { name, title, unit, terms, half_width: "" }
}

const OUTPUTS: [Output; 7] = [
    output("kb_per_s", "Throughput on the model's scale", "KB/s", "the elapsed time per KB"),
    output("elapsed_per_kb", "Elapsed time per KB", "us", "the elapsed time per KB"),
    output("total_cpu_per_kb", "Total CPU time per KB", "us", "the CPU time per KB"),
    output("cp_cpu_per_kb", "CP CPU time per KB", "us", "CP's CPU time per KB"),
    output("virtual_cpu_per_kb", "Virtual CPU time per KB", "us", "the guest's CPU time per KB"),
    output("cp_share", "CP's share of CPU time", "1", ""),
    output("hit_ratio", "Minidisk cache hit ratio", "1", ""),
];

impl pathlength_model::Model for Model {
    fn set_parameters(&mut self, values: ParameterValues<'_>) -> Result<(), ModelError> {
        self.set_costs(Costs::new(values)?);
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
    const NAME: &'static str = "disk-path";
    const FORMER_NAMES: &'static [&'static str] = &["disk_path"];
    const PARAMETERS: &'static [&'static str] = Costs::NAMES;

    fn describe() -> Description {
        Description { settings: describe_settings(), outputs: OUTPUTS.iter().map(Output::describe).collect() }
    }

    fn open(values: ParameterValues<'_>) -> Result<Self, ModelError> {
        Ok(Self::new(Costs::new(values)?))
    }
}
