//! Compression and decompression of a reader's file, in chunks and with bounded memory.

use js_sys::Error;
use crate::boundary::js_error;
use pathlength_codecs::inspect::Inspector;
use pathlength_codecs::{CODECS, Decoder, Encoder, find_codec};
use wasm_bindgen::prelude::*;

/// The compressed sizes of a file with every codec, chunk by chunk.
#[wasm_bindgen]
#[derive(Debug)]
pub struct FileScan {
    chunk: Vec<u8>,
    encoders: Vec<Encoder>,
    written: Vec<f64>,
    inspector: Inspector,
    out: Vec<u8>,
}

#[wasm_bindgen]
impl FileScan {
    /// Starts a file; `history` is ALDC's history in bytes, and `level` is ZSTD's compression level.
    ///
    /// # Errors
    /// Throws if a codec does not accept its option.
    #[wasm_bindgen(constructor)]
    pub fn new(history: i32, level: i32) -> Result<FileScan, Error> {
        let mut encoders = Vec::new();
        for codec in CODECS {
            encoders.push(Encoder::new(codec, &codec.varied_options(history, level)).map_err(js_error)?);
        }
        let written = vec![0.0; encoders.len()];
        Ok(Self { chunk: Vec::new(), encoders, written, inspector: Inspector::new(), out: Vec::new() })
    }

    /// Sets the next chunk for every codec and the inspection.
    pub fn load(&mut self, chunk: &[u8]) {
        self.chunk.clear();
        self.chunk.extend_from_slice(chunk);
    }

    /// Compresses the chunk with codec number `at`.
    pub fn encode(&mut self, at: usize) {
        if let (Some(encoder), Some(written)) = (self.encoders.get_mut(at), self.written.get_mut(at)) {
            self.out.clear();
            encoder.push(&self.chunk, &mut self.out);
            *written += self.out.len() as f64;
        }
    }

    /// Inspects the chunk: counts its bytes and finds repeats.
    pub fn inspect(&mut self) {
        self.inspector.push(&self.chunk);
    }

    /// Ends the file.
    pub fn finish(&mut self) {
        for (encoder, written) in self.encoders.iter_mut().zip(&mut self.written) {
            self.out.clear();
            encoder.finish(&mut self.out);
            *written += self.out.len() as f64;
        }
    }

    /// Returns the number of bytes that each codec has written.
    #[wasm_bindgen(getter)]
    pub fn written(&self) -> Vec<f64> {
        self.written.clone()
    }

    /// Returns the entropy of single bytes, in bits per byte.
    #[wasm_bindgen(getter)]
    pub fn entropy(&self) -> f64 {
        self.inspector.report().entropy_bits
    }

    /// Returns the number of repeats by distance, in ranges that start at 1, 2, 4, 8 … bytes.
    #[wasm_bindgen(getter)]
    pub fn repeats(&self) -> Vec<f64> {
        self.inspector.report().repeats.iter().map(|&number| number as f64).collect()
    }
}

/// A compressed file that is read to its end to check its integrity.
#[wasm_bindgen]
#[derive(Debug)]
pub struct FileCheck {
    decoder: Decoder,
    chunk: Vec<u8>,
    taken: usize,
    out: Vec<u8>,
    inside: f64,
}

#[wasm_bindgen]
impl FileCheck {
    /// Starts reading a file written by the codec called `codec`.
    ///
    /// # Errors
    /// Throws if there is no such codec.
    #[wasm_bindgen(constructor)]
    pub fn new(codec: &str) -> Result<FileCheck, Error> {
        let codec = find_codec(codec).map_err(js_error)?;
        let decoder = Decoder::new(codec, &codec.default_options()).map_err(js_error)?;
        Ok(Self { decoder, chunk: Vec::new(), taken: 0, out: Vec::new(), inside: 0.0 })
    }

    /// Sets the next chunk.
    pub fn load(&mut self, chunk: &[u8]) {
        self.chunk.clear();
        self.chunk.extend_from_slice(chunk);
        self.taken = 0;
    }

    /// Continues reading the chunk for a few milliseconds: a few bytes can decompress to a very large output. Returns
    /// `true` once the chunk has been read.
    ///
    /// # Errors
    /// Throws if the file is damaged in this chunk.
    pub fn step(&mut self) -> Result<bool, Error> {
        self.out.clear();
        self.taken += self.decoder.push(&self.chunk[self.taken..], &mut self.out).map_err(js_error)?;
        self.inside += self.out.len() as f64;
        Ok(self.taken == self.chunk.len())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// Throws if the file is incomplete.
    pub fn finish(&mut self) -> Result<(), Error> {
        self.decoder.finish().map_err(js_error)
    }

    /// Returns the number of decompressed bytes so far.
    #[wasm_bindgen(getter)]
    pub fn inside(&self) -> f64 {
        self.inside
    }
}
