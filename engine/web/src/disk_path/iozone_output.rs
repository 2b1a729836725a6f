//! A reader's `IOzone` output.

use crate::boundary::js_error;
use js_sys::Error;
use pathlength_disk_path::iozone_output::{self, IozoneOutput};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// Returns the throughputs in `IOzone` output; undefined for any other text.
///
/// # Errors
/// Throws if the output contains no usable result.
#[wasm_bindgen(js_name = readIozone)]
pub fn read_iozone(text: &str) -> Result<Option<Ts<IozoneOutput>>, Error> {
    if !iozone_output::is_iozone(text) {
        return Ok(None);
    }
    let output = iozone_output::read_iozone(text).map_err(js_error)?;
    output.into_ts().map(Some).map_err(js_error)
}
