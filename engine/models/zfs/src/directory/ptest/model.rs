//! The performance model: computes outcomes from the counts and costs of a scenario.

use super::cost::Costs;
use super::cost_breakdown::{Outcome, outcome};
use super::measure::{Measurement, MeasurementSetup, OperationCounts};
use super::scenario::{Plex, Release, Scenario, Workload, describe_settings};
use super::shared::{SharedDirectory, SharedLoad};
use crate::directory::Format;
use pathlength_model::{Description, Evaluation, ModelError, NamedModel, Output, ParameterValues, Recent, Settings};

/// Key of a measurement: format, number of names, and whether the workload changes the directory.
type Key = (Format, u64, bool);

/// Maximum number of measurements that are kept; a page requests fewer.
const MAX_MEASURED: usize = 1024;

/// The latest measurements, and the costs.
#[derive(Debug)]
pub struct Model {
    costs: Costs,
    setup: MeasurementSetup,
    counts: Recent<Key, OperationCounts, MAX_MEASURED>,
    /// One growing directory per format.
    growing: [Option<Growing>; 2],
}

/// A directory that grows to the size of its next measurement.
#[derive(Debug)]
struct Growing {
    measurement: Measurement,
    next: Option<Key>,
}

impl Model {
    /// Creates a model with these costs and no measurements.
    pub fn new(costs: Costs) -> Self {
        Self { costs, setup: costs.measurement_setup(), counts: Recent::default(), growing: [None, None] }
    }

    /// Sets the costs. Counts are kept unless names, objects, or vnodes have changed.
    pub fn set_costs(&mut self, costs: Costs) {
        if costs.measurement_setup() == self.setup {
            self.costs = costs;
        } else {
            *self = Self::new(costs);
        }
    }

    /// Performs a slice of the measurement for `scenario`; returns `true` when it is complete.
    ///
    /// Callers may take turns. A waiting measurement of a smaller size comes first. Otherwise, the caller with the
    /// larger size would grow the directory past the smaller size, and the smaller measurement would start over
    /// forever.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the scenario is invalid.
    pub(crate) fn prepare_scenario(&mut self, scenario: &Scenario) -> Result<bool, ModelError> {
        let key = key(scenario)?;
        let (format, names, _) = key;
        if self.counts.get(&key).is_some() {
            return Ok(true);
        }
        let slot = &mut self.growing[usize::from(format == Format::V5)];
        let growing = match slot {
            Some(growing) if growing.measurement.filled() <= names => growing,
            _ => slot.insert(Growing { measurement: Measurement::new(format, self.setup)?, next: None }),
        };
        let next = match growing.next {
            Some(next) if next.1 <= names => next,
            _ => *growing.next.insert(key),
        };
        let (_, size, updated) = next;
        if !growing.measurement.fill(size)? {
            return Ok(false);
        }
        growing.next = None;
        self.counts.insert(next, growing.measurement.measure(updated)?);
        Ok(next == key)
    }

    /// Performs the necessary measurements and evaluates `scenario`.
    ///
    /// # Errors
    /// Returns the errors of [`Model::prepare_scenario`].
    pub fn run(&mut self, scenario: &Scenario) -> Result<Outcome, ModelError> {
        let key = key(scenario)?;
        loop {
            if let Some(counts) = self.counts.get(&key) {
                return Ok(outcome(&self.costs, scenario, counts));
            }
            self.prepare_scenario(scenario)?;
        }
    }

    /// Returns the counts for `scenario`, after measuring them if necessary.
    fn counts_for(&mut self, scenario: &Scenario) -> Result<&OperationCounts, ModelError> {
        let key = key(scenario)?;
        while !self.prepare_scenario(scenario)? {}
        Ok(self.counts.get(&key).expect("it has just been measured"))
    }

    /// Returns the number of reads of the whole directory per second, by tasks that do nothing else.
    ///
    /// # Errors
    /// Returns the errors of [`Model::prepare_scenario`].
    pub(crate) fn directory_reads(&mut self, scenario: &Scenario) -> Result<f64, ModelError> {
        let counts = *self.counts_for(scenario)?;
        Ok(super::cost_breakdown::directory_reads(&self.costs.search, scenario, &counts))
    }

    /// Returns the number of pages of the directory.
    ///
    /// # Errors
    /// Returns the errors of [`Model::prepare_scenario`].
    pub(crate) fn pages(&mut self, scenario: &Scenario) -> Result<u32, ModelError> {
        Ok(self.counts_for(scenario)?.pages)
    }

    /// Performs a slice of the measurements for [`Model::shared_directory`]; returns `true` when they are complete.
    ///
    /// # Errors
    /// Returns the errors of [`Model::shared_directory`].
    pub fn prepare_shared(&mut self, scenario: &Scenario) -> Result<bool, ModelError> {
        let [lookups, updates] = shared_parts(scenario)?;
        Ok(self.prepare_scenario(&lookups)? && self.prepare_scenario(&updates)?)
    }

    /// Returns the directory of `scenario` that the tasks of `load` share. The scenario's workload has no effect:
    /// lookups are those of ptestDL2, and updates are those of ptestDU.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the scenario is invalid, or is not for a monoplex.
    pub fn shared_directory(&mut self, scenario: &Scenario, load: SharedLoad) -> Result<SharedDirectory, ModelError> {
        let [lookups, updates] = shared_parts(scenario)?;
        let lookup = self.counts_for(&lookups)?.lookup;
        let counts = OperationCounts { lookup, ..*self.counts_for(&updates)? };
        Ok(SharedDirectory::new(&self.costs, scenario, load, &counts))
    }

    /// Evaluates `scenario` as [`Model::run`] does and returns the outputs by name.
    ///
    /// # Errors
    /// Returns the errors of [`Model::prepare_scenario`].
    pub fn evaluate_scenario(&mut self, scenario: &Scenario) -> Result<Evaluation, ModelError> {
        let outcome = self.run(scenario)?;
        Ok(Evaluation {
            outputs: vec![
                (OUTPUT_NAMES[0], outcome.external_throughput),
                (OUTPUT_NAMES[1], outcome.internal_throughput),
                (OUTPUT_NAMES[2], outcome.busy_processors),
                (OUTPUT_NAMES[3], outcome.elapsed_us),
            ],
            terms: outcome.terms,
        })
    }
}

/// Returns the scenarios of the two operations that tasks perform in a shared directory: lookups and updates.
fn shared_parts(scenario: &Scenario) -> Result<[Scenario; 2], ModelError> {
    if scenario.plex == Plex::Client {
        return Err(ModelError::new(
            "one directory for many tasks is modeled only in a monoplex: set plex to monoplex",
        ));
    }
    Ok([Workload::Dl2, Workload::Du].map(|workload| Scenario { workload, ..*scenario }))
}

fn key(scenario: &Scenario) -> Result<Key, ModelError> {
    let max_names = Measurement::MAX_NAMES;
    if !(scenario.names >= 1.0 && scenario.names <= max_names as f64) {
        return Err(ModelError::new(format!("setting names is out of range: give 1 to {max_names} names")));
    }
    if scenario.release == Release::R13 && scenario.format == Format::V5 {
        return Err(ModelError::new("release R13 has no v5 directories: choose V2R1 or V2R2"));
    }
    Ok((scenario.format, scenario.names as u64, scenario.workload == Workload::Du))
}

/// The names of the outputs. All outputs depend on the CPU time per operation.
pub(super) const OUTPUT_NAMES: [&str; 4] =
    ["external_throughput", "internal_throughput", "busy_processors", "elapsed_us"];

const fn output(at: usize, title: &'static str, unit: &'static str) -> Output {
    Output { name: OUTPUT_NAMES[at], title, unit, terms: "the CPU time per operation", half_width: "" }
}

const OUTPUTS: [Output; 4] = [
    output(0, "External throughput", "operations/s"),
    output(1, "Internal throughput", "operations/s per processor"),
    output(2, "Busy processors", "processors"),
    output(3, "Time per operation", "us"),
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
    const NAME: &'static str = "zfs-directories";
    const FORMER_NAMES: &'static [&'static str] = &["directory"];
    const PARAMETERS: &'static [&'static str] = Costs::NAMES;
    const FORMER_PARAMETERS: &'static [&'static str] = Costs::FORMER_NAMES;

    fn describe() -> Description {
        Description { settings: describe_settings(), outputs: OUTPUTS.iter().map(Output::describe).collect() }
    }

    fn open(values: ParameterValues<'_>) -> Result<Self, ModelError> {
        Ok(Self::new(Costs::new(values)?))
    }
}
