//! Compiled labs, opened for replays.

use super::{Hash, canonical, sha256};
use crate::{Block, Lab, Predict, Question};
use pathlength_model::{Description, Model, ModelError, Settings};
use serde::Deserialize;
use serde_json::Value;
use std::fmt;

/// The interface through which a replay uses a lab's model. The model can be in another WebAssembly module.
pub trait LabModel: fmt::Debug {
    /// Performs a slice of the work for `scenario`; returns `true` when nothing is left to do.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the scenario is not valid for the model.
    fn prepare(&mut self, scenario: &Settings) -> Result<bool, ModelError>;

    /// Returns an output of `scenario`.
    ///
    /// # Errors
    /// Returns the errors of [`LabModel::prepare`], or an error if there is no such output.
    fn output(&mut self, output: &str, scenario: &Settings) -> Result<f64, ModelError>;
}

impl LabModel for Box<dyn Model> {
    fn prepare(&mut self, scenario: &Settings) -> Result<bool, ModelError> {
        Model::prepare(self, scenario)
    }

    fn output(&mut self, output: &str, scenario: &Settings) -> Result<f64, ModelError> {
        self.evaluate(scenario)?.output(output)
    }
}

/// A compiled lab with its model, for replays.
#[derive(Debug)]
pub struct OpenedLab {
    /// The lab.
    pub lab: Lab,
    hash: Hash,
    pub(super) description: Description,
    pub(super) model: Box<dyn LabModel>,
}

impl OpenedLab {
    /// Opens a compiled lab from its file, with the model in this build.
    ///
    /// # Errors
    /// Returns a message if the file is not a valid lab, or if this engine cannot read it.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        Self::read_with(bytes, |lab| {
            lab.check()?;
            Ok(Box::new(lab.open()?))
        })
    }

    /// Opens a compiled lab from its file, with the model returned by `open`.
    ///
    /// # Errors
    /// Returns a message if the file is not a lab that this engine can read, or the error of `open`.
    pub fn read_with(
        bytes: &[u8],
        open: impl FnOnce(&Lab) -> Result<Box<dyn LabModel>, ModelError>,
    ) -> Result<Self, String> {
        let value: Value = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        let lab = Lab::deserialize(&value).map_err(|error| error.to_string())?;
        if !(Lab::MIN_FORMAT..=Lab::FORMAT).contains(&lab.format) {
            let (min, max) = (Lab::MIN_FORMAT, Lab::FORMAT);
            return Err(format!("lab format {} is unknown: give a lab in format {min} to {max}", lab.format));
        }
        let model = open(&lab).map_err(|error| error.to_string())?;
        let description = lab.describe_model().map_err(|error| error.to_string())?;
        Ok(Self { lab, hash: sha256(canonical(&value)), description, model })
    }

    /// Returns the hash of the compiled lab, which assignments contain.
    pub fn hash(&self) -> Hash {
        self.hash
    }

    /// Returns the current id of the block that has, or once had, this id.
    pub(super) fn current_id<'a>(&'a self, id: &'a str) -> &'a str {
        self.lab.aliases.get(id).map_or(id, String::as_str)
    }

    /// Returns whether both ids, each current or former, belong to the same block.
    pub(super) fn is_same_block(&self, one: &str, other: &str) -> bool {
        self.current_id(one) == self.current_id(other)
    }

    /// Returns the question or prediction with the current or former id `id`; `None` if the lab does not have it.
    pub(super) fn graded_item(&self, id: &str) -> Option<GradedItem<'_>> {
        let id = self.current_id(id);
        let steps = self.lab.steps.iter().map(|step| &step.blocks);
        steps.chain([&self.lab.introduction]).find_map(|blocks| find_item(blocks, id))
    }
}

/// A question or prediction that an assignment can count.
#[derive(Clone, Copy, Debug)]
pub(super) enum GradedItem<'a> {
    Question(&'a Question),
    Prediction(&'a Predict),
}

fn find_item<'a>(blocks: &'a [Block], id: &str) -> Option<GradedItem<'a>> {
    blocks.iter().find_map(|block| match block {
        Block::Question(found) => (found.id == id).then_some(GradedItem::Question(found)),
        Block::Predict(found) => (found.id == id).then_some(GradedItem::Prediction(found)),
        Block::Quote { blocks } | Block::Note { blocks, .. } | Block::Reveal { blocks, .. } => find_item(blocks, id),
        Block::List { items, .. } => items.iter().find_map(|blocks| find_item(blocks, id)),
        _ => None,
    })
}
