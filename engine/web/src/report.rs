//! Reports of measurement tools, for the network page.

use crate::boundary::js_error;
use js_sys::Error;
use pathlength_measurements::explain::{Options, explain};
use pathlength_measurements::{Mapping, read, read_mapped};
use wasm_bindgen::prelude::*;

/// Reads a report and returns the output of `pathlength explain --format json` for it, without version or link. A CSV
/// file needs the mapping of its columns, as JSON.
///
/// # Errors
/// Throws if the format is unknown, the report is damaged, or the mapping does not match the columns.
#[wasm_bindgen(js_name = explainReport)]
#[allow(clippy::needless_pass_by_value)] // wasm-bindgen passes owned values
pub fn explain_report(bytes: &[u8], keep_first_report: bool, mapping: Option<String>) -> Result<String, Error> {
    let measurements = match mapping {
        Some(mapping) => {
            let mapping: Mapping = serde_json::from_str(&mapping).map_err(js_error)?;
            read_mapped(bytes, &mapping)
        }
        None => read(bytes),
    };
    let explanation = explain(measurements.map_err(js_error)?, Options { keep_first_report });
    serde_json::to_string(&explanation).map_err(js_error)
}
