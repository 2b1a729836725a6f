//! Advice on the choice of a file system.

use crate::boundary::js_error;
use crate::read::{Numbers, Scenario, numbers, scenario};
use js_sys::Error;
use pathlength_journaling::advice::{self, FileSystemChoice};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// An advisor that compares file systems for given requirements.
#[wasm_bindgen]
#[derive(Debug)]
pub struct FileSystemAdvisor(advice::FileSystemAdvisor);

#[wasm_bindgen]
impl FileSystemAdvisor {
    /// Creates an advisor with a lab's parameters, and the columns and cells of its table of file systems that can
    /// shrink or grow.
    ///
    /// # Errors
    /// Throws if a parameter is missing or out of range, or if the table lacks a column or a file system.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::needless_pass_by_value)] // wasm-bindgen passes owned values
    pub fn new(parameters: Numbers, columns: Vec<String>, cells: Vec<String>) -> Result<FileSystemAdvisor, Error> {
        let parameters = numbers(parameters, "parameters")?;
        let value = |name: &str| parameters.get(name).copied();
        let rows: Vec<_> = cells.chunks(columns.len().max(1)).map(<[String]>::to_vec).collect();
        advice::FileSystemAdvisor::new(&value, &columns, &rows).map(Self).map_err(js_error)
    }

    /// Performs a slice of the estimates for a request; returns `true` when all are done.
    ///
    /// # Errors
    /// Throws the errors of `choose`.
    pub fn prepare(&mut self, request: Scenario) -> Result<bool, Error> {
        self.0.prepare(&scenario(request)?).map_err(js_error)
    }

    /// Returns the questions and all file systems, best first. The call takes a while unless everything has been
    /// prepared.
    ///
    /// # Errors
    /// Throws if a question or an answer is unknown, or a size is out of range.
    pub fn choose(&mut self, request: Scenario) -> Result<Ts<FileSystemChoice>, Error> {
        self.0.choose(&scenario(request)?).map_err(js_error)?.into_ts().map_err(js_error)
    }
}
