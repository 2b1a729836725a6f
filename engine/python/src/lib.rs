//! The extension module of the Python package `pathlength`.
//!
//! The package returns the same bits as the command `pathlength`, because both share the code in
//! `pathlength-lab-files`. Structured data are passed as JSON, and columns as `bytes`. No call holds the interpreter's
//! lock while it works, and none panics into Python.

mod arrow;
mod codecs;
mod columns;
mod grid;
mod lab;
mod queue;
mod task;

pyo3::create_exception!(
    pathlength,
    PathlengthError,
    pyo3::exceptions::PyValueError,
    "Invalid input, or a scenario without a result; the text names the problem and the fix."
);

/// The extension module, which the package wraps.
#[pyo3::pymodule]
mod _engine {
    #[pymodule_export]
    use super::PathlengthError;
    #[pymodule_export]
    use super::arrow::stream_capsule;
    #[pymodule_export]
    use super::codecs::{codecs, compress, decompress};
    #[pymodule_export]
    use super::columns::Columns;
    #[pymodule_export]
    use super::grid::Grid;
    #[pymodule_export]
    use super::lab::{Lab, labs, version};
    #[pymodule_export]
    use super::queue::{simulate, solve};
    #[pymodule_export]
    use super::task::panic_for_test;
}
