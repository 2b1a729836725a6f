//! How far codecs get, by running them: a pattern and a codec at a time, and each only once.

use super::data::NAMED;
use pathlength_codecs::pattern::{self, Shape};
use pathlength_codecs::{CodecInfo, Coder, Options, size_of};
use pathlength_model::ModelError;

/// Sizes that are kept: more than a whole chart of all patterns needs.
const MOST_KEPT: usize = 4096;

/// What a size depends on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Question {
    /// The data's number among [`NAMED`].
    pub(super) data: usize,
    pub(super) shape: Shape,
    pub(super) codec: &'static CodecInfo,
    pub(super) options: Options,
}

/// Sizes found so far.
#[derive(Debug, Default)]
pub(super) struct Ratios {
    /// The newest last.
    sizes: Vec<(Question, f64)>,
    /// The bytes that were asked for last: the next question is often about the same.
    made: Option<(usize, Shape, Vec<u8>)>,
}

impl Ratios {
    /// Bytes over compressed bytes, if they are known.
    pub(super) fn known(&self, question: &Question) -> Option<f64> {
        self.sizes.iter().find(|(known, _)| known == question).map(|(_, ratio)| *ratio)
    }

    /// Does a slice of the work for one question: makes the data, or runs the codec over them.
    ///
    /// # Errors
    /// [`ModelError`] if the codec cannot run so, or the data cannot be changed so.
    pub(super) fn work(&mut self, question: &Question) -> Result<(), ModelError> {
        let Question { data, shape, codec, ref options } = *question;
        let Some((.., bytes)) = self.made.as_ref().filter(|made| (made.0, made.1) == (data, shape)) else {
            let bytes = pattern::bytes(NAMED[data], pattern::length(NAMED[data]), &shape);
            let bytes = bytes.ok_or_else(|| ModelError::new(format!("there is no pattern {}", NAMED[data])))?;
            self.made = Some((data, shape, bytes));
            return Ok(());
        };
        let mut coder = Coder::new(codec, options).map_err(ModelError::from_error)?;
        let stored = size_of(&mut coder, bytes, options.unit, !codec.in_adapter);
        if self.sizes.len() >= MOST_KEPT {
            self.sizes.remove(0);
        }
        self.sizes.push((question.clone(), bytes.len() as f64 / stored as f64));
        Ok(())
    }
}
