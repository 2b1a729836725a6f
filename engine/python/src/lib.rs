//! The extension module of the Python package `pathlength`.
//!
//! The package gives the answers of the command `pathlength`, with the same bits: the code that both share is in
//! `pathlength-lab-files`. Structured data cross as JSON, columns as `bytes`. No call holds the interpreter's lock
//! while it works, and none panics into Python.

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
    "Wrong input, or a scenario without an answer; the text says what is wrong and what to do."
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
