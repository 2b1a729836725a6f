//! Scenarios in, outputs and their summands out.

use super::costs::Costs;
use super::path::{Supply, bill};
use super::scenario::{Phase, Scenario, describe_settings};
use crate::lab::{Description, Evaluation, ModelError, OutputDescription, Term};

/// The paths of a guest to a disk, with the minidisk caches measured so far.
#[derive(Debug)]
pub struct Model {
    costs: Costs,
}

impl Model {
    /// A model with these costs, that has measured nothing yet.
    pub fn new(costs: Costs) -> Self {
        Self { costs }
    }

    /// Takes other costs.
    pub fn set_costs(&mut self, costs: Costs) {
        self.costs = costs;
    }

    /// Does a slice of the measuring that `scenario` needs; `true` when nothing is left to do.
    ///
    /// # Errors
    /// [`ModelError`] if the scenario makes no sense.
    pub fn prepare(&mut self, _scenario: &Scenario) -> Result<bool, ModelError> {
        Ok(true)
    }

    /// Answers `scenario`, measuring first what is not known yet.
    ///
    /// # Errors
    /// As [`Model::prepare`].
    pub fn evaluate(&mut self, scenario: &Scenario) -> Result<Evaluation, ModelError> {
        while !self.prepare(scenario)? {}
        let mut terms = Vec::new();
        let (mut read, mut hit) = (0.0, 0.0);
        for (phase, share) in shares(scenario) {
            for (supply, part) in supplies(scenario, phase) {
                add(&mut terms, bill(&self.costs, scenario, phase, supply), share * part);
                if matches!(phase, Phase::Read | Phase::Reread) {
                    read += share * part;
                    hit += if supply == Supply::Cache { share * part } else { 0.0 };
                }
            }
        }
        let sum = |name: &str| terms.iter().filter(|t| t.part_of.contains(&name)).map(|t| t.time_us).sum::<f64>();
        let [elapsed, total, cp, guest] = [1, 2, 3, 4].map(|at: usize| sum(OUTPUTS[at].name));
        let values = [1e6 / elapsed, elapsed, total, cp, guest, cp / total, if read > 0.0 { hit / read } else { 0.0 }];
        let outputs = OUTPUTS.iter().map(|output| output.name).zip(values).collect();
        Ok(Evaluation { outputs, terms })
    }
}

/// The phases of a scenario, with the share that each has of the KB moved.
fn shares(scenario: &Scenario) -> Vec<(Phase, f64)> {
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

/// Where the KB of a phase come from, and which part of them.
fn supplies(scenario: &Scenario, phase: Phase) -> Vec<(Supply, f64)> {
    match phase {
        Phase::Read if scenario.is_cached() => vec![(Supply::Fill, 1.0)],
        Phase::Reread if scenario.is_cached() => vec![(Supply::Cache, 1.0)],
        _ => vec![(Supply::Disk, 1.0)],
    }
}

/// Adds a part of a bill to what is there: equal terms become one.
fn add(terms: &mut Vec<Term>, bill: Vec<Term>, part: f64) {
    for mut term in bill {
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

const fn output(name: &'static str, title: &'static str, unit: &'static str, terms: &'static str) -> OutputDescription {
    OutputDescription { name, title, unit, terms }
}

const OUTPUTS: [OutputDescription; 7] = [
    output("kb_per_s", "Throughput on the model's scale", "KB/s", "elapsed time of one KB"),
    output("elapsed_per_kb", "Elapsed time of one KB", "us", "elapsed time of one KB"),
    output("total_cpu_per_kb", "Total CPU time of one KB", "us", "CPU time of one KB"),
    output("cp_cpu_per_kb", "CP CPU time of one KB", "us", "CP's CPU time of one KB"),
    output("virtual_cpu_per_kb", "Virtual CPU time of one KB", "us", "guest's CPU time of one KB"),
    output("cp_share", "CP's share of the CPU time", "1", ""),
    output("hit_ratio", "Hit ratio of the minidisk cache", "1", ""),
];

/// What the model can be asked.
pub(crate) fn describe() -> Description {
    Description { settings: describe_settings(), outputs: OUTPUTS.to_vec() }
}
