//! External and internal fragmentation of file systems.

use crate::boundary::js_error;
use js_sys::Error;
use pathlength_journaling::Policy;
use pathlength_journaling::fragmentation::{AgedFileSystem, AgingSetup, FileSizes, estimate_overhead};
use pathlength_model::{Setting, Settings};
use wasm_bindgen::prelude::*;

/// An aged device after new files have been written to it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct AgedDevice(AgedFileSystem);

#[wasm_bindgen]
impl AgedDevice {
    /// Ages a device for `rounds` rounds to the share `filled`, and lets `writers` append `chunk` pages in turn until each
    /// file has `pages`.
    ///
    /// # Errors
    /// Throws for an unknown policy, and if a number is out of range.
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
        let setup = AgingSetup { policy, rounds, filled, writers, chunk, pages };
        AgedFileSystem::new(&setup, 1).map(Self).map_err(js_error)
    }

    /// Extents of the whole device, three numbers each: first block, number of blocks, and owner (0: free, 1: metadata, 2:
    /// an older file, from 3 onward: the new files).
    #[wasm_bindgen(getter)]
    pub fn extents(&self) -> Vec<u32> {
        self.0.extents.iter().flat_map(|extent| [extent.block, extent.blocks, extent.owner]).collect()
    }

    /// Number of extents of each new file.
    #[wasm_bindgen(getter, js_name = extentCounts)]
    pub fn extent_counts(&self) -> Vec<u32> {
        self.0.extent_counts.clone()
    }
}

/// Returns the shares of allocated space that internal fragmentation wastes: with blocks of 512, 1,024, 2,048 and 4,096
/// bytes, and with tail packing in leaves with the given fill factor. Half of the files are below `median` bytes; without
/// `sigma` all have that size.
///
/// # Errors
/// Throws if a size or the fill factor is out of range.
#[wasm_bindgen(js_name = spaceOverhead)]
pub fn space_overhead(median: f64, sigma: f64, leaf_fill_factor: f64) -> Result<Vec<f64>, Error> {
    let sizes = if sigma == 0.0 { FileSizes::Equal(median) } else { FileSizes::LogNormal { median, sigma } };
    let overhead = estimate_overhead(sizes, leaf_fill_factor, 1).map_err(js_error)?;
    Ok(overhead.blocks.into_iter().chain([overhead.tails]).collect())
}
