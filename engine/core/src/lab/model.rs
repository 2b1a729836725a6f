//! The models a lab can name, behind one door. Each is a feature of the crate, so that a module can have one alone.

use super::{Description, ModelError, Settings};
#[cfg(feature = "aggregate")]
use crate::aggregate::model as aggregate;
#[cfg(feature = "directory")]
use crate::directory::ptest;
#[cfg(feature = "disk-path")]
use crate::disk_path;
#[cfg(feature = "file-pool")]
use crate::file_pool;
#[cfg(feature = "journal")]
use crate::journal;
#[cfg(feature = "tape")]
use crate::tape;
use serde::Serialize;

/// One summand of a model's answer, for a reader who asks why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Term {
    /// What is counted.
    pub title: String,
    /// How often it happens.
    pub count: f64,
    /// What one costs, in microseconds.
    pub cost_us: f64,
    /// What they cost together, in microseconds.
    pub time_us: f64,
    /// Where the work is done.
    pub place: &'static str,
    /// The outputs that it is a part of. The parts of an output add up to it or, if it is a rate, to its reciprocal.
    pub part_of: &'static [&'static str],
}

/// A model's answer to one scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The model's outputs by name.
    pub outputs: Vec<(&'static str, f64)>,
    /// The summands.
    pub terms: Vec<Term>,
}

impl Evaluation {
    /// The output called `name`.
    ///
    /// # Errors
    /// [`ModelError`] that lists the outputs there are.
    pub fn output(&self, name: &str) -> Result<f64, ModelError> {
        self.outputs.iter().find(|(known, _)| *known == name).map(|(_, value)| *value).ok_or_else(|| {
            let known: Vec<_> = self.outputs.iter().map(|(name, _)| *name).collect();
            ModelError::new(format!("the model has no output \"{name}\"; it has {}", known.join(", ")))
        })
    }

    /// The summands of the output called `name`; none if it has no summands.
    ///
    /// # Errors
    /// As [`Evaluation::output`].
    pub fn terms_of(mut self, name: &str) -> Result<Vec<Term>, ModelError> {
        self.output(name)?;
        self.terms.retain(|term| term.part_of.contains(&name));
        Ok(self.terms)
    }
}

/// The model of a lab, with its parameters and whatever it has measured so far.
#[derive(Debug)]
pub enum LabModel {
    #[cfg(feature = "aggregate")]
    /// `aggregate`: what converting zFS directories brings and takes.
    Aggregate(Box<aggregate::Model>),
    #[cfg(feature = "directory")]
    /// `directory`: zFS directories of both formats.
    Directory(Box<ptest::Model>),
    #[cfg(feature = "disk-path")]
    /// `disk_path`: a guest's paths to a disk, and the minidisk cache.
    DiskPath(Box<disk_path::Model>),
    #[cfg(feature = "file-pool")]
    /// `file_pool`: an SFS file pool server and its users.
    FilePool(Box<file_pool::Model>),
    #[cfg(feature = "journal")]
    /// `journal`: file systems with and without a log under a load.
    Journal(Box<journal::Model>),
    #[cfg(feature = "tape")]
    /// `tape`: a virtual tape server that compresses.
    Tape(Box<tape::Model>),
}

impl LabModel {
    /// The model called `name`, with parameters taken from `value`.
    ///
    /// # Errors
    /// [`ModelError`] if there is no such model, or a parameter is missing or out of range.
    pub fn new(name: &str, value: &dyn Fn(&str) -> Option<f64>) -> Result<Self, ModelError> {
        match name {
            #[cfg(feature = "aggregate")]
            "aggregate" => Ok(Self::Aggregate(Box::new(aggregate::Model::new(value)?))),
            #[cfg(feature = "directory")]
            "directory" => Ok(Self::Directory(Box::new(ptest::Model::new(ptest::Costs::new(value)?)))),
            #[cfg(feature = "disk-path")]
            "disk_path" => Ok(Self::DiskPath(Box::new(disk_path::Model::new(disk_path::Costs::new(value)?)))),
            #[cfg(feature = "file-pool")]
            "file_pool" => Ok(Self::FilePool(Box::new(file_pool::Model::new(file_pool::Costs::new(value)?)))),
            #[cfg(feature = "journal")]
            "journal" => Ok(Self::Journal(Box::new(journal::Model::new(value)?))),
            #[cfg(feature = "tape")]
            "tape" => Ok(Self::Tape(Box::new(tape::Model::new(value)?))),
            _ => Err(ModelError::new(format!(
                "there is no model \"{name}\"; there are aggregate, directory, disk_path, file_pool, journal, tape"
            ))),
        }
    }

    /// The parameters of the model called `name`; none if there is no such model.
    pub fn parameters(name: &str) -> &'static [&'static str] {
        match name {
            #[cfg(feature = "aggregate")]
            "aggregate" => aggregate::Costs::NAMES,
            #[cfg(feature = "directory")]
            "directory" => ptest::Costs::NAMES,
            #[cfg(feature = "disk-path")]
            "disk_path" => disk_path::Costs::NAMES,
            #[cfg(feature = "file-pool")]
            "file_pool" => &file_pool::PARAMETERS,
            #[cfg(feature = "journal")]
            "journal" => &journal::PARAMETERS,
            #[cfg(feature = "tape")]
            "tape" => &tape::PARAMETERS,
            _ => &[],
        }
    }

    /// What the model called `name` can be asked; nothing if there is no such model.
    pub fn describe(name: &str) -> Option<Description> {
        match name {
            #[cfg(feature = "aggregate")]
            "aggregate" => Some(aggregate::describe()),
            #[cfg(feature = "directory")]
            "directory" => Some(ptest::describe()),
            #[cfg(feature = "disk-path")]
            "disk_path" => Some(disk_path::describe()),
            #[cfg(feature = "file-pool")]
            "file_pool" => Some(file_pool::describe()),
            #[cfg(feature = "journal")]
            "journal" => Some(journal::describe()),
            #[cfg(feature = "tape")]
            "tape" => Some(tape::describe()),
            _ => None,
        }
    }

    /// The output that is half of the 95 % confidence interval of `output`; none if nothing scatters.
    #[cfg_attr(not(feature = "file-pool"), allow(unused_variables))]
    pub(super) fn half_width(&self, output: &str) -> Option<&'static str> {
        match self {
            #[cfg(feature = "aggregate")]
            Self::Aggregate(_) => None,
            #[cfg(feature = "directory")]
            Self::Directory(_) => None,
            #[cfg(feature = "disk-path")]
            Self::DiskPath(_) => None,
            #[cfg(feature = "file-pool")]
            Self::FilePool(_) => file_pool::half_width(output),
            #[cfg(feature = "journal")]
            Self::Journal(_) => None,
            #[cfg(feature = "tape")]
            Self::Tape(_) => None,
        }
    }

    /// Takes other values for the parameters; what was measured is kept where it does not depend on them.
    ///
    /// # Errors
    /// As [`LabModel::new`].
    pub fn set_parameters(&mut self, value: &dyn Fn(&str) -> Option<f64>) -> Result<(), ModelError> {
        match self {
            #[cfg(feature = "aggregate")]
            Self::Aggregate(model) => model.set_parameters(value)?,
            #[cfg(feature = "directory")]
            Self::Directory(model) => model.set_costs(ptest::Costs::new(value)?),
            #[cfg(feature = "disk-path")]
            Self::DiskPath(model) => model.set_costs(disk_path::Costs::new(value)?),
            #[cfg(feature = "file-pool")]
            Self::FilePool(model) => model.set_costs(file_pool::Costs::new(value)?),
            #[cfg(feature = "journal")]
            Self::Journal(model) => model.set_parameters(value)?,
            #[cfg(feature = "tape")]
            Self::Tape(model) => model.set_parameters(value)?,
        }
        Ok(())
    }

    /// Answers one scenario. What has not been measured yet is measured now, which can take a while:
    /// see [`LabModel::prepare`].
    ///
    /// # Errors
    /// [`ModelError`] if the scenario is not one the model knows.
    pub fn evaluate(&mut self, scenario: &Settings) -> Result<Evaluation, ModelError> {
        match self {
            #[cfg(feature = "aggregate")]
            Self::Aggregate(model) => model.evaluate(&aggregate::Scenario::from_settings(scenario)?),
            #[cfg(feature = "directory")]
            Self::Directory(model) => model.evaluate(&ptest::Scenario::from_settings(scenario)?),
            #[cfg(feature = "disk-path")]
            Self::DiskPath(model) => model.evaluate(&disk_path::Scenario::from_settings(scenario)?),
            #[cfg(feature = "file-pool")]
            Self::FilePool(model) => {
                let scenario = file_pool::Scenario::from_settings(scenario, model.costs())?;
                model.evaluate(&scenario)
            }
            #[cfg(feature = "journal")]
            Self::Journal(model) => model.evaluate(&journal::Scenario::from_settings(scenario)?),
            #[cfg(feature = "tape")]
            Self::Tape(model) => model.evaluate(&tape::Scenario::from_settings(scenario)?),
        }
    }

    /// Does a slice of the measuring that `scenario` needs, a few milliseconds of work; `true` when nothing is left to
    /// do and [`LabModel::evaluate`] answers at once.
    ///
    /// # Errors
    /// As [`LabModel::evaluate`].
    pub fn prepare(&mut self, scenario: &Settings) -> Result<bool, ModelError> {
        match self {
            #[cfg(feature = "aggregate")]
            Self::Aggregate(model) => model.prepare(&aggregate::Scenario::from_settings(scenario)?),
            #[cfg(feature = "directory")]
            Self::Directory(model) => model.prepare(&ptest::Scenario::from_settings(scenario)?),
            #[cfg(feature = "disk-path")]
            Self::DiskPath(model) => model.prepare(&disk_path::Scenario::from_settings(scenario)?),
            #[cfg(feature = "file-pool")]
            Self::FilePool(model) => {
                let scenario = file_pool::Scenario::from_settings(scenario, model.costs())?;
                Ok(model.prepare(&scenario))
            }
            #[cfg(feature = "journal")]
            Self::Journal(model) => model.prepare(&journal::Scenario::from_settings(scenario)?),
            #[cfg(feature = "tape")]
            Self::Tape(model) => model.prepare(&tape::Scenario::from_settings(scenario)?),
        }
    }
}
