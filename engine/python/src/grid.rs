//! Grids of scenarios, and their sweeps.

use crate::columns::{Block, Columns};
use crate::lab::{OpenedLab, threads};
use crate::task::{long, short, wrong};
use pathlength_lab::sweep::{Sweep, SweepError, SweepRow};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::num::NonZero;
use std::ops::Range;
use std::sync::Arc;

/// A grid and the lab that evaluates its scenarios.
#[derive(Debug)]
pub(crate) struct OpenedGrid {
    pub(crate) lab: Arc<OpenedLab>,
    pub(crate) sweep: Sweep,
}

/// The scenarios of a grid.
#[pyclass(frozen, module = "pathlength._engine")]
#[derive(Debug)]
pub(crate) struct Grid(Arc<OpenedGrid>);

impl Grid {
    pub(crate) fn new(lab: Arc<OpenedLab>, sweep: Sweep) -> Self {
        Self(Arc::new(OpenedGrid { lab, sweep }))
    }

    /// Checks a range of scenarios.
    fn range(&self, start: u64, stop: u64) -> PyResult<Range<u64>> {
        let count = self.0.sweep.grid().count();
        if start > stop || stop > count {
            return Err(wrong(format!(
                "scenarios {start} to {stop} are not in this grid: give a range from 0 to {count}"
            )));
        }
        Ok(start..stop)
    }
}

#[pymethods]
impl Grid {
    #[getter]
    fn count(&self) -> u64 {
        self.0.sweep.grid().count()
    }

    /// Returns the names of the settings: those of the axes, then the fixed ones.
    #[getter]
    fn settings(&self) -> Vec<String> {
        self.0.sweep.grid().names().map(str::to_owned).collect()
    }

    /// Returns the outputs as JSON.
    fn outputs(&self, py: Python<'_>) -> PyResult<String> {
        short(py, || serde_json::to_string(self.0.sweep.outputs()))
    }

    /// Returns a scenario as JSON.
    fn scenario(&self, py: Python<'_>, number: u64) -> PyResult<String> {
        self.range(number, number.saturating_add(1))?;
        short(py, || serde_json::to_string(&self.0.sweep.grid().scenario(number)))
    }

    /// Returns the first scenario of a part, and the scenario after the last one of the part; parts are counted from 1.
    fn part(&self, index: u64, parts: u64) -> PyResult<(u64, u64)> {
        if parts == 0 {
            return Err(wrong("the number of parts is 0: give at least 1"));
        }
        if !(1..=parts).contains(&index) {
            return Err(wrong(format!("there is no part {index} of {parts}: give a part from 1 to {parts}")));
        }
        let part = self.0.sweep.grid().part(index, parts);
        Ok((part.start, part.end))
    }

    /// Evaluates scenarios.
    #[pyo3(signature = (start, stop, threads, progress))]
    fn sweep(
        &self,
        py: Python<'_>,
        start: u64,
        stop: u64,
        threads: Option<NonZero<u16>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Columns> {
        let (own, range) = (self.0.clone(), self.range(start, stop)?);
        let threads = self::threads(threads);
        let all = long(py, progress, move |task| {
            let outputs = own.sweep.outputs().len();
            let mut all = Block::new(outputs);
            let make = |row: SweepRow, block: &mut Block| block.push(&row, outputs);
            own.sweep.run(range, threads, task.stop(), make, |block: Block, progress| {
                all.append(block);
                task.set_progress(progress.done, progress.all);
                Ok::<_, std::fmt::Error>(())
            })?;
            Ok::<_, SweepError<std::fmt::Error>>(all)
        })?;
        let columns = all.outputs.into_iter().map(|values| bytes(py, &values)).collect::<PyResult<_>>()?;
        Columns::new(py, self.0.clone(), start, stop, columns, all.errors)
    }

    /// Rebuilds the columns of a sweep of this grid from their bytes.
    fn columns(
        &self,
        py: Python<'_>,
        start: u64,
        stop: u64,
        outputs: Vec<Py<PyBytes>>,
        errors: Vec<(u64, String)>,
    ) -> PyResult<Columns> {
        self.range(start, stop)?;
        Columns::new(py, self.0.clone(), start, stop, outputs, errors)
    }
}

/// Returns numbers as bytes, in the byte order of this machine.
fn bytes(py: Python<'_>, values: &[f64]) -> PyResult<Py<PyBytes>> {
    let bytes = PyBytes::new_with(py, size_of_val(values), |bytes| {
        for (bytes, value) in bytes.chunks_exact_mut(size_of::<f64>()).zip(values) {
            bytes.copy_from_slice(&value.to_ne_bytes());
        }
        Ok(())
    });
    bytes.map(Bound::unbind)
}
