//! External and internal fragmentation of file systems.

use crate::boundary::{js_error, parse_word};
use crate::read::{Numbers, numbers};
use js_sys::Error;
use pathlength_journaling::Policy;
use pathlength_journaling::fragmentation::{AgedFileSystem, AgingRounds, AgingSetup, Extent, FileSizes, estimate_overhead};
use pathlength_model::Columns;
use wasm_bindgen::prelude::*;

/// An aged device after new files have been written to it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct AgedDevice(AgedFileSystem);

#[wasm_bindgen]
impl AgedDevice {
    /// Ages a device for `rounds` rounds, after which the share `filled` is in use; then `writers` files take turns to
    /// receive `chunk` pages, until each has `pages` pages. `parameters` are the parameters of a lab.
    ///
    /// # Errors
    /// Throws for an unknown policy, if a number is out of range, and if the files do not fit on the device.
    #[wasm_bindgen(constructor)]
    pub fn new(
        policy: &str,
        rounds: u32,
        filled: f64,
        writers: u32,
        chunk: u32,
        pages: u32,
        parameters: Numbers,
    ) -> Result<AgedDevice, Error> {
        let policy: Policy = parse_word(policy, "file system")?;
        let setup = AgingSetup { policy, rounds, filled, writers, chunk, pages };
        let parameters = numbers(parameters, "parameters")?;
        let aging = AgingRounds::new(&|name| parameters.get(name).copied()).map_err(js_error)?;
        AgedFileSystem::new(&setup, &aging, 1).map(Self).map_err(js_error)
    }

    /// Returns one of the columns of the extents.
    fn column(&self, value: fn(&Extent) -> u32) -> Vec<u32> {
        self.0.extents.iter().map(value).collect()
    }

    /// Returns the first block of each extent of the device.
    #[wasm_bindgen(getter)]
    pub fn starts(&self) -> Vec<u32> {
        self.column(|extent| extent.block)
    }

    /// Returns the number of blocks of each extent.
    #[wasm_bindgen(getter)]
    pub fn lengths(&self) -> Vec<u32> {
        self.column(|extent| extent.blocks)
    }

    /// Returns the owner of each extent.
    #[wasm_bindgen(getter)]
    pub fn owners(&self) -> Vec<u32> {
        self.column(|extent| extent.owner)
    }

    /// Returns the number of extents of each new file.
    #[wasm_bindgen(getter, js_name = extentCounts)]
    pub fn extent_counts(&self) -> Vec<u32> {
        self.0.extent_counts.clone()
    }
}

/// Returns the shares of allocated space that internal fragmentation wastes; a generated TypeScript file lists their
/// names. Half of the files are smaller than `median` bytes; if `sigma` is 0, all files have that size.
///
/// # Errors
/// Throws if a size or the fill factor is out of range.
#[wasm_bindgen(js_name = spaceOverhead)]
pub fn space_overhead(median: f64, sigma: f64, leaf_fill_factor: f64) -> Result<Vec<f64>, Error> {
    let sizes = if sigma == 0.0 { FileSizes::Equal(median) } else { FileSizes::LogNormal { median, sigma } };
    Ok(estimate_overhead(sizes, leaf_fill_factor, 1).map_err(js_error)?.values())
}
