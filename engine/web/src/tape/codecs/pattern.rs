//! Data patterns, and codecs that compress them.

use super::chosen;
use js_sys::Error;
use crate::boundary::js_error;
use pathlength_codecs::{Coder, pattern, size_of};
use sha2::{Digest, Sha256};
use wasm_bindgen::prelude::*;

/// Returns the names of the data patterns: those of the 18 data sets first.
#[wasm_bindgen(js_name = patternNames)]
pub fn pattern_names() -> Vec<String> {
    pattern::NAMES.iter().copied().chain([pattern::MIXTURE, pattern::RANDOM]).map(str::to_owned).collect()
}

/// The bytes of a data pattern.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Pattern {
    bytes: Vec<u8>,
    about: &'static str,
}

#[wasm_bindgen]
impl Pattern {
    /// Generates the pattern called `name`; the other arguments are factors relative to the shipped pattern.
    ///
    /// # Errors
    /// Throws if there is no such pattern.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, period: f64, entropy: f64, relocality: f64) -> Result<Pattern, Error> {
        let shape = pattern::Shape { period, entropy, relocality };
        let made = pattern::bytes(name, pattern::length(name), &shape).zip(pattern::about(name));
        let (bytes, about) = made.ok_or_else(|| Error::new(&["there is no data pattern called ", name].concat()))?;
        Ok(Self { bytes, about })
    }

    /// Returns a description in one sentence.
    #[wasm_bindgen(getter)]
    pub fn about(&self) -> String {
        self.about.to_owned()
    }

    /// Returns the size in bytes.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the SHA-256.
    #[wasm_bindgen(getter)]
    pub fn hash(&self) -> Vec<u8> {
        Sha256::digest(&self.bytes).to_vec()
    }
}

/// A codec, for use with one pattern after another.
#[wasm_bindgen]
#[derive(Debug)]
pub struct PatternCoder {
    coder: Coder,
    /// Whether a unit that would grow is stored uncompressed.
    stores: bool,
}

#[wasm_bindgen]
impl PatternCoder {
    /// Creates the codec called `codec`; `history` is ALDC's history in bytes, and `level` is ZSTD's compression level.
    ///
    /// # Errors
    /// Throws if there is no such codec, or if it does not accept its option.
    #[wasm_bindgen(constructor)]
    pub fn new(codec: &str, history: i32, level: i32) -> Result<PatternCoder, Error> {
        let (codec, options) = chosen(codec, history, level)?;
        Ok(Self { coder: Coder::new(codec, &options).map_err(js_error)?, stores: !codec.in_adapter })
    }

    /// Returns the compressed size of a pattern in units of `unit` bytes; 0 compresses it as one unit.
    pub fn size(&mut self, pattern: &Pattern, unit: usize) -> usize {
        size_of(&mut self.coder, &pattern.bytes, unit, self.stores)
    }
}
