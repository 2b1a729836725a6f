//! The capsule of the Arrow C stream interface. The package creates the stream; this module contains the destructor of
//! the capsule, which must not run as Python code while an exception propagates.

use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::sync::atomic::{AtomicUsize, Ordering};

/// `struct ArrowArrayStream`. The library that takes the stream copies it and sets `release` to 0.
#[repr(C)]
#[derive(Debug)]
struct ArrowStream {
    get_schema: AtomicUsize,
    get_next: AtomicUsize,
    get_last_error: AtomicUsize,
    release: AtomicUsize,
    private_data: AtomicUsize,
}

/// Returns the capsule of a stream with these callbacks. If no library has taken the stream when the capsule is
/// destroyed, `abandon` is called with `private_data`.
#[pyfunction]
pub(crate) fn stream_capsule(
    py: Python<'_>,
    callbacks: [usize; 4],
    private_data: usize,
    abandon: Py<PyAny>,
) -> PyResult<Bound<'_, PyCapsule>> {
    let [get_schema, get_next, get_last_error, release] = callbacks.map(AtomicUsize::new);
    let private_data = AtomicUsize::new(private_data);
    let stream = ArrowStream { get_schema, get_next, get_last_error, release, private_data };
    PyCapsule::new_with_value_and_destructor(py, stream, c"arrow_array_stream", move |stream, _| {
        Python::attach(|py| {
            if stream.release.load(Ordering::Relaxed) != 0 {
                let pending = PyErr::take(py);
                // Nothing can be done about an error when the interpreter exits.
                let _ = abandon.call1(py, (stream.private_data.load(Ordering::Relaxed),));
                if let Some(pending) = pending {
                    pending.restore(py);
                }
            }
            drop(abandon);
        });
    })
}
