//! Codec workload: compresses and decompresses the given data.

use pathlength_codecs::{Coder, Options, find_codec};
use wasm_bindgen::prelude::*;

/// A codec, its input, and its output.
#[wasm_bindgen]
#[derive(Debug)]
pub struct CodecWork {
    coder: Coder,
    data: Vec<u8>,
    packed: Vec<u8>,
    back: Vec<u8>,
}

#[wasm_bindgen]
impl CodecWork {
    /// Creates a codec with a compression level.
    ///
    /// # Panics
    /// Panics if there is no such codec or level.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, level: i32, data: &[u8]) -> Self {
        let codec = find_codec(name).expect("a codec");
        let options = Options { level, ..codec.default_options() };
        Self {
            coder: Coder::new(codec, &options).expect("a level of the codec"),
            data: data.to_vec(),
            packed: Vec::new(),
            back: Vec::new(),
        }
    }

    /// Compresses the data as one unit.
    pub fn encode(&mut self) {
        self.packed.clear();
        self.coder.encode(&self.data, &mut self.packed);
    }

    /// Decompresses the compressed data.
    ///
    /// # Panics
    /// Panics if decompression fails.
    pub fn decode(&mut self) {
        self.back.clear();
        self.coder.decode(&self.packed, self.data.len(), &mut self.back).expect("valid compressed data");
    }

    /// Returns the compressed size in bytes if the round trip succeeded, otherwise 0.
    pub fn size(&self) -> usize {
        if self.back == self.data { self.packed.len() } else { 0 }
    }
}
