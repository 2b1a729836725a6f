//! Measured directories and costs: scenarios in, outcomes out.

use super::bill::{Outcome, outcome};
use super::cost::Costs;
use super::measure::{Measured, Measurement, Workbench};
use super::scenario::{Release, Scenario, Workload, describe_settings};
use crate::directory::Format;
use pathlength_model::{Description, Evaluation, ModelError, NamedModel, Output, ParameterValues, Settings};

/// What is measured for a scenario: of which format and size, and whether it is the workload with updates.
type Key = (Format, u64, bool);

/// The measured directories and the costs.
#[derive(Debug)]
pub struct Model {
    costs: Costs,
    bench: Workbench,
    measured: Vec<(Key, Measured)>,
    /// A directory of each format that grows from size to size.
    growing: [Option<Measurement>; 2],
}

impl Model {
    /// A model with these costs, that has measured nothing yet.
    pub fn new(costs: Costs) -> Self {
        Self { costs, bench: costs.workbench(), measured: Vec::new(), growing: [None, None] }
    }

    /// Takes other costs. What was measured is kept unless names, objects or vnodes changed.
    pub fn set_costs(&mut self, costs: Costs) {
        if costs.workbench() == self.bench {
            self.costs = costs;
        } else {
            *self = Self::new(costs);
        }
    }

    fn measured(&self, key: Key) -> Option<&Measured> {
        self.measured.iter().find(|(known, _)| *known == key).map(|(_, measured)| measured)
    }

    /// Does a slice of the measuring that `scenario` needs; `true` when nothing is left to do.
    ///
    /// # Errors
    /// [`ModelError`] if the scenario makes no sense.
    pub(crate) fn prepare_scenario(&mut self, scenario: &Scenario) -> Result<bool, ModelError> {
        let key = key(scenario)?;
        let (format, names, updated) = key;
        if self.measured(key).is_some() {
            return Ok(true);
        }
        let place = &mut self.growing[usize::from(format == Format::V5)];
        let growing = match place {
            Some(growing) if growing.filled() <= names => growing,
            _ => place.insert(Measurement::new(format, self.bench)?),
        };
        if !growing.fill(names)? {
            return Ok(false);
        }
        self.measured.push((key, growing.measure(updated)?));
        Ok(true)
    }

    /// Answers `scenario`, measuring first what is not known yet.
    ///
    /// # Errors
    /// As [`Model::prepare_scenario`].
    pub fn run(&mut self, scenario: &Scenario) -> Result<Outcome, ModelError> {
        let key = key(scenario)?;
        loop {
            if let Some(measured) = self.measured(key) {
                return Ok(outcome(&self.costs, scenario, measured));
            }
            self.prepare_scenario(scenario)?;
        }
    }

    /// What was measured for `scenario`, measuring it first if it was not.
    fn measuring(&mut self, scenario: &Scenario) -> Result<&Measured, ModelError> {
        let key = key(scenario)?;
        while !self.prepare_scenario(scenario)? {}
        Ok(self.measured(key).expect("it was measured now"))
    }

    /// Reads of the whole directory in a second, by tasks that do nothing else.
    ///
    /// # Errors
    /// As [`Model::prepare_scenario`].
    pub(crate) fn directory_reads(&mut self, scenario: &Scenario) -> Result<f64, ModelError> {
        let measured = *self.measuring(scenario)?;
        Ok(super::bill::directory_reads(&self.costs, scenario, &measured))
    }

    /// Blocks of the directory.
    ///
    /// # Errors
    /// As [`Model::prepare_scenario`].
    pub(crate) fn pages(&mut self, scenario: &Scenario) -> Result<u32, ModelError> {
        Ok(self.measuring(scenario)?.pages)
    }

    /// As [`Model::run`], with the outputs by name.
    ///
    /// # Errors
    /// As [`Model::prepare_scenario`].
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

fn key(scenario: &Scenario) -> Result<Key, ModelError> {
    let most = Measurement::MOST_NAMES as f64;
    if !(scenario.names >= 1.0 && scenario.names <= most) {
        return Err(ModelError::new(format!("a directory has 1 to {} names here", Measurement::MOST_NAMES)));
    }
    if scenario.release == Release::R13 && scenario.format == Format::V5 {
        return Err(ModelError::new("R13 has no v5 directories; choose V2R1 or V2R2"));
    }
    Ok((scenario.format, scenario.names as u64, scenario.workload == Workload::Du))
}

/// The names of the outputs. All rest on the processor time of one operation.
pub(super) const OUTPUT_NAMES: [&str; 4] =
    ["external_throughput", "internal_throughput", "busy_processors", "elapsed_us"];

const fn output(at: usize, title: &'static str, unit: &'static str) -> Output {
    Output { name: OUTPUT_NAMES[at], title, unit, terms: "the processor time of one operation", half_width: "" }
}

const OUTPUTS: [Output; 4] = [
    output(0, "External throughput", "operations/s"),
    output(1, "Internal throughput", "operations/s per processor"),
    output(2, "Busy processors", "processors"),
    output(3, "Time of one operation", "us"),
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

    fn describe() -> Description {
        Description { settings: describe_settings(), outputs: OUTPUTS.iter().map(Output::describe).collect() }
    }

    fn open(values: ParameterValues<'_>) -> Result<Self, ModelError> {
        Ok(Self::new(Costs::new(values)?))
    }
}
