//! Labs read from their files, and results as the documents that the command prints and the Python package returns.
//!
//! [`LabFiles`] are the labs inside the program, or those of a folder; [`load`] reads one of them. The command and the
//! package write results with the functions that have `json` or `csv` in their names, so that both produce the same
//! bytes.

mod cells;
mod declared;
mod error;
mod files;
mod fit;
mod inherited;
mod load;
mod rows;
mod run;

pub use cells::{cell_columns_json, cells_csv, cells_json, key_csv, reproduce_lab};
pub use error::LabError;
pub use files::{LabFiles, read};
pub use fit::{FIT_FILE, fit, fit_json, read_record};
pub use load::{load, parse, parse_csv};
pub use rows::{RowFormat, RowWriter};
pub use run::run_json;

use pathlength_lab::submission::canonical;
use serde_json::Value;

/// The version of the engine, which every result contains.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// Returns a number in the notation of the page: the shortest text that is read back as the same number; empty if the
/// number is not finite.
pub fn number(value: f64) -> String {
    if value.is_finite() { canonical(&Value::from(value)) } else { String::new() }
}
