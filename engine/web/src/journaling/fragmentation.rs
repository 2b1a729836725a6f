//! Files in pieces, and space that they waste.

use js_sys::Error;
use crate::boundary::js_error;
use pathlength_journaling::Policy;
use pathlength_journaling::fragmentation::{Ageing, Setup, Sizes, waste};
use pathlength_model::{Setting, Settings};
use wasm_bindgen::prelude::*;

/// A device with new files, as it was when they came.
#[wasm_bindgen]
#[derive(Debug)]
pub struct AgedDevice(Ageing);

#[wasm_bindgen]
impl AgedDevice {
    /// Ages a device in so many rounds to the share `filled`, and lets `writers` append `chunk` pages in turns until each
    /// has `pages`.
    ///
    /// # Errors
    /// If there is no such policy, or something is wrong with the other numbers.
    #[wasm_bindgen(constructor)]
    pub fn new(
        policy: &str,
        rounds: u32,
        filled: f64,
        writers: u32,
        chunk: u32,
        pages: u32,
    ) -> Result<AgedDevice, Error> {
        let mut settings = Settings::default();
        settings.set("policy", Setting::Word(policy.to_owned()));
        let policy: Policy = settings.word("policy").map_err(js_error)?;
        let setup = Setup { policy, rounds, filled, writers, chunk, pages };
        Ageing::new(&setup, 1).map(Self).map_err(js_error)
    }

    /// Pieces of all blocks: the first block, how many, and whose they are (0: nobody's, 1: the file system's own, 2: an
    /// older file's, from 3 on the new files').
    #[wasm_bindgen(getter)]
    pub fn pieces(&self) -> Vec<u32> {
        self.0.pieces.iter().flat_map(|piece| [piece.block, piece.blocks, piece.owner]).collect()
    }

    /// Pieces of each new file.
    #[wasm_bindgen(getter)]
    pub fn extents(&self) -> Vec<u32> {
        self.0.extents.clone()
    }
}

/// Shares of the space that files waste: with blocks of 512, 1,024, 2,048 and 4,096 bytes, and with ends of files in leaves
/// that are full to `leaf_full`. Half of the files are below `median` bytes; without `sigma` all have that size.
///
/// # Errors
/// If a size is not one.
#[wasm_bindgen(js_name = wastedSpace)]
pub fn wasted_space(median: f64, sigma: f64, leaf_full: f64) -> Result<Vec<f64>, Error> {
    let sizes = if sigma == 0.0 { Sizes::One(median) } else { Sizes::Spread { median, sigma } };
    let waste = waste(sizes, leaf_full, 1).map_err(js_error)?;
    Ok(waste.blocks.into_iter().chain([waste.tails]).collect())
}
