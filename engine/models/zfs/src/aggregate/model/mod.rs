//! The conversion model: lookups and reads before and after a conversion, and the conversion's time and space.
//!
//! Searches and reads are those of [`crate::directory::ptest`]: the same directories, the same counts, and the same
//! costs.

mod cost;
mod scenario;

pub use cost::{ConversionCosts, Costs};
pub use scenario::{Machine, Scenario};

use super::layout::{BLOCK_KILOBYTES, Version};
use crate::directory::ptest::{self, Plex, Release, Workload};
use crate::directory::{Format, MAX_SUBDIRECTORIES, V4Directory};
use pathlength_model::{Description, Evaluation, ModelError, NamedModel, Output, ParameterValues, Settings, Term};

/// The model, with the counts measured so far.
#[derive(Debug)]
pub struct Model {
    costs: Costs,
    searches: ptest::Model,
}

impl Model {
    /// Creates a model with parameters taken from `value`.
    ///
    /// # Errors
    /// Returns a [`ModelError`] that names a parameter that is missing or out of range.
    pub fn new(value: &dyn Fn(&str) -> Option<f64>) -> Result<Self, ModelError> {
        let costs = Costs::new(value)?;
        Ok(Self { searches: ptest::Model::new(ptest::Costs::of_searches(costs.search)), costs })
    }

    /// Returns the parameters.
    pub const fn costs(&self) -> &Costs {
        &self.costs
    }

    /// Performs a slice of the measurements for `scenario`; returns `true` when they are complete.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the scenario is invalid.
    pub fn prepare_scenario(&mut self, scenario: &Scenario) -> Result<bool, ModelError> {
        // Both formats exist while a directory is converted.
        for format in [Format::V4, Format::V5] {
            if !self.searches.prepare_scenario(&scenario.search(format))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the names converted per second.
    fn convert_rate(&self, machine: Machine) -> f64 {
        let Costs { search, conversion } = &self.costs;
        match machine {
            Machine::Z9 => conversion.convert_rate_z9,
            Machine::Z196 => conversion.convert_rate_z9 * search.z196_speed,
            Machine::ZEc12 => conversion.convert_rate_zec12,
        }
    }

    /// Returns the speed of `machine` relative to that of the machine for which the lookups are computed.
    fn speed(&self, machine: Machine) -> f64 {
        if machine == Machine::ZEc12 { self.costs.conversion.zec12_speed() } else { 1.0 }
    }

    /// Performs the necessary measurements and returns the lookups per second in a directory by all tasks together.
    ///
    /// # Errors
    /// Returns the errors of [`Model::prepare_scenario`].
    pub fn lookups(&mut self, scenario: &Scenario) -> Result<f64, ModelError> {
        let search = scenario.search(scenario.format);
        Ok(self.searches.run(&search)?.external_throughput * self.speed(scenario.machine))
    }

    /// Performs the necessary measurements and evaluates `scenario`.
    ///
    /// # Errors
    /// Returns the errors of [`Model::prepare_scenario`].
    pub fn evaluate_scenario(&mut self, scenario: &Scenario) -> Result<Evaluation, ModelError> {
        let lookups = self.lookups(scenario)?;
        let reads = self.searches.directory_reads(&scenario.search(scenario.format))? * self.speed(scenario.machine);
        let rate = self.convert_rate(scenario.machine);
        let mut kilobytes = |format| {
            let pages = self.searches.pages(&scenario.search(format))?;
            Ok::<_, ModelError>(f64::from(pages) * BLOCK_KILOBYTES as f64)
        };
        let (v4, v5) = (kilobytes(Format::V4)?, kilobytes(Format::V5)?);
        let (own, version, max_subdirectories) = match scenario.format {
            Format::V4 => (v4, Version::V1_4, V4Directory::MAX_SUBDIRECTORIES),
            Format::V5 => (v5, Version::V1_5, MAX_SUBDIRECTORIES),
        };
        let values = [
            lookups,
            reads,
            rate,
            scenario.names / rate,
            own,
            v4 + v5,
            version.max_kilobytes() as f64,
            f64::from(max_subdirectories),
        ];
        let speed = self.speed(scenario.machine);
        let terms = self.searches.run(&scenario.search(scenario.format))?.terms.into_iter().map(|term| Term {
            cost_us: term.cost_us / speed,
            time_us: term.time_us / speed,
            part_of: &OUTPUT_NAMES[..1],
            ..term
        });
        Ok(Evaluation { outputs: OUTPUT_NAMES.into_iter().zip(values).collect(), terms: terms.collect() })
    }
}

/// The names of the outputs.
const OUTPUT_NAMES: [&str; 8] =
    ["lookups", "reads", "convert_rate", "convert_s", "directory_kb", "both_kb", "most_kb", "most_subdirectories"];

/// Describes the settings and outputs of the model.
fn describe() -> Description {
    let output = |at: usize, title, unit, terms| {
        Output { name: OUTPUT_NAMES[at], title, unit, terms, half_width: "" }.describe()
    };
    Description {
        settings: scenario::describe_settings(),
        outputs: vec![
            output(0, "Lookups", "operations/s", "the CPU time per operation"),
            output(1, "Directory reads", "reads/s", ""),
            output(2, "Names converted", "names/s", ""),
            output(3, "Conversion time", "s", ""),
            output(4, "Directory size", "KB", ""),
            output(5, "Directory size in both formats combined", "KB", ""),
            output(6, "Largest aggregate", "KB", ""),
            output(7, "Maximum subdirectories", "directories", ""),
        ],
    }
}

impl pathlength_model::Model for Model {
    fn set_parameters(&mut self, values: ParameterValues<'_>) -> Result<(), ModelError> {
        self.costs = Costs::new(values)?;
        self.searches.set_costs(ptest::Costs::of_searches(self.costs.search));
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
    const NAME: &'static str = "zfs-migration";
    const FORMER_NAMES: &'static [&'static str] = &["aggregate"];
    const PARAMETERS: &'static [&'static str] = Costs::NAMES;

    fn describe() -> Description {
        describe()
    }

    fn open(values: ParameterValues<'_>) -> Result<Self, ModelError> {
        Self::new(values)
    }
}

impl Scenario {
    /// Returns the search workload for a directory in this format.
    fn search(&self, format: Format) -> ptest::Scenario {
        ptest::Scenario {
            workload: Workload::Dl2,
            machine: if self.machine == Machine::Z196 { ptest::Machine::Z196 } else { ptest::Machine::Z9 },
            // R13 has no v5 directories, but a v4 scenario needs the size of the v5 directory, which is the same in
            // every release.
            release: if format == Format::V5 && self.release == Release::R13 && self.format == Format::V4 {
                Release::V2R1
            } else {
                self.release
            },
            format,
            plex: self.plex,
            names: self.names,
            readdir_search: None,
        }
    }
}

impl Default for Scenario {
    fn default() -> Self {
        Self { machine: Machine::Z9, release: Release::V2R1, format: Format::V4, plex: Plex::Monoplex, names: 1.0 }
    }
}
