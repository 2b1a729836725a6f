//! Compression ratios, determined by running each codec once on each pattern.

use super::data::NAMED;
use pathlength_codecs::pattern::{self, Shape};
use pathlength_codecs::{CodecInfo, Coder, Options, size_of};
use pathlength_model::{ModelError, Recent};

/// Maximum number of cached compression ratios: more than a chart of all patterns needs.
const MAX_SIZES: usize = 4096;

/// The input that determines a compression ratio.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SizeRequest {
    /// The index of the data in [`NAMED`].
    pub(super) data: usize,
    pub(super) shape: Shape,
    pub(super) codec: &'static CodecInfo,
    pub(super) options: Options,
}

/// Compression ratios found so far.
#[derive(Debug, Default)]
pub(super) struct Ratios {
    sizes: Recent<SizeRequest, f64, MAX_SIZES>,
    /// The data that were generated last: the next compression often needs the same data.
    made: Option<(usize, Shape, Vec<u8>)>,
}

impl Ratios {
    /// Returns the original size divided by the compressed size; `None` if this ratio is not known yet.
    pub(super) fn known(&self, request: &SizeRequest) -> Option<f64> {
        self.sizes.get(request).copied()
    }

    /// Performs a slice of the work for one ratio: generates the data, or compresses them with the codec.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the options of the codec or the changes to the data are invalid.
    pub(super) fn work(&mut self, request: &SizeRequest) -> Result<(), ModelError> {
        let SizeRequest { data, shape, codec, ref options } = *request;
        let Some((.., bytes)) = self.made.as_ref().filter(|made| (made.0, made.1) == (data, shape)) else {
            let bytes = pattern::bytes(NAMED[data], pattern::length(NAMED[data]), &shape);
            let bytes = bytes.ok_or_else(|| ModelError::new(format!("there is no pattern {}", NAMED[data])))?;
            self.made = Some((data, shape, bytes));
            return Ok(());
        };
        let mut coder = Coder::new(codec, options).map_err(ModelError::from_error)?;
        let stored = size_of(&mut coder, bytes, options.unit, !codec.in_adapter);
        self.sizes.insert(request.clone(), bytes.len() as f64 / stored as f64);
        Ok(())
    }
}
