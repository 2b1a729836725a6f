//! Sweeps: the evaluation of all scenarios of a grid, each determined by the grid and its number, on any number of
//! threads.

mod blocks;
mod grid;

pub use blocks::{Progress, SweepError};
pub use grid::{AxisSpec, CsvRows, Grid, GridSpec};

use crate::Lab;
use pathlength_model::{Description, Evaluation, Model, ModelError, OutputDescription, Settings};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A grid and the lab whose model evaluates it.
#[derive(Debug)]
pub struct Sweep {
    lab: Arc<Lab>,
    grid: Grid,
    outputs: Vec<OutputDescription>,
    /// Whether the grid names its outputs; if so, a scenario without one of them has no result.
    is_selective: bool,
}

/// The result of one scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepRow {
    /// Number of the scenario, counted from 0.
    pub number: u64,
    /// The scenario's settings.
    pub scenario: Settings,
    /// The outputs in the order of [`Sweep::outputs`], or the reason why the model has no result. In a sweep of all
    /// outputs, an output that the scenario does not have is NaN: studies of a model can have different outputs.
    pub outputs: Result<Vec<f64>, String>,
}

impl Sweep {
    /// Opens a sweep; `read` reads the CSV files that the grid names.
    ///
    /// # Errors
    /// Returns the errors of [`Grid::new`], or [`ModelError`] if an output is unknown, or if a parameter of the lab is
    /// missing or out of range.
    pub fn new(
        lab: Arc<Lab>,
        text: &GridSpec,
        read: &mut dyn FnMut(&str) -> Result<CsvRows, ModelError>,
    ) -> Result<Self, ModelError> {
        let description = lab.describe_model()?;
        let grid = Grid::new(text, &description, read)?;
        let outputs = outputs(&text.outputs, description)?;
        lab.open()?;
        Ok(Self { lab, grid, outputs, is_selective: !text.outputs.is_empty() })
    }

    /// Returns the scenarios.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the reported outputs; an output with a confidence interval is followed by its half-width.
    pub fn outputs(&self) -> &[OutputDescription] {
        &self.outputs
    }

    /// Opens a model for single scenarios.
    ///
    /// # Errors
    /// Returns [`ModelError`] if a parameter of the lab is missing or out of range.
    pub fn open(&self) -> Result<RowModel<'_>, ModelError> {
        Ok(RowModel { sweep: self, model: self.lab.open()? })
    }

    /// Evaluates the scenarios of `range` on `threads` threads. `make` adds rows to a block, such as a string, on any
    /// thread. On the calling thread, `write` gets the blocks in scenario order, with the progress so far. Memory use
    /// does not depend on the number of scenarios. When another thread sets `stop`, the sweep ends within milliseconds.
    ///
    /// # Errors
    /// Returns the first error of `write`, [`SweepError::Stopped`] if `stop` was set, or an error if a parameter of the
    /// lab is missing or out of range.
    pub fn run<T: Default + Send, E>(
        &self,
        range: Range<u64>,
        threads: usize,
        stop: &AtomicBool,
        make: impl Fn(SweepRow, &mut T) + Sync,
        write: impl FnMut(T, Progress) -> Result<(), E>,
    ) -> Result<(), SweepError<E>> {
        let work = |model: &mut RowModel<'_>, number, block: &mut T| {
            if let Some(row) = model.row_unless(number, stop) {
                make(row, block);
            }
        };
        blocks::run(range, threads, || self.open(), stop, work, write)
    }
}

/// A model that evaluates scenarios of a sweep and caches its measurements.
#[derive(Debug)]
pub struct RowModel<'s> {
    sweep: &'s Sweep,
    model: Box<dyn Model>,
}

impl RowModel<'_> {
    /// Evaluates a scenario.
    ///
    /// # Panics
    /// Panics if `number` is not below [`Grid::count`].
    pub fn row(&mut self, number: u64) -> SweepRow {
        let scenario = self.sweep.grid.scenario(number);
        self.answer(number, scenario)
    }

    /// Evaluates a scenario in slices; returns `None` if `stop` is set between two slices.
    fn row_unless(&mut self, number: u64, stop: &AtomicBool) -> Option<SweepRow> {
        let scenario = self.sweep.grid.scenario(number);
        // An error is ignored here, because the scenario's row reports it.
        while !self.model.prepare(&scenario).unwrap_or(true) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
        }
        Some(self.answer(number, scenario))
    }

    fn answer(&mut self, number: u64, scenario: Settings) -> SweepRow {
        let evaluation = self.model.evaluate(&scenario);
        let value = |all: &Evaluation, output: &OutputDescription| match all.output(&output.name) {
            Err(_) if !self.sweep.is_selective => Ok(f64::NAN),
            value => value,
        };
        let outputs = evaluation.and_then(|all| self.sweep.outputs.iter().map(|output| value(&all, output)).collect());
        SweepRow { number, scenario, outputs: outputs.map_err(|error| error.to_string()) }
    }

    /// Performs a slice of the work for a scenario, which takes a few milliseconds; returns `true` when
    /// [`RowModel::row`] has all that it needs.
    ///
    /// # Panics
    /// Panics if `number` is not below [`Grid::count`].
    pub fn prepare(&mut self, number: u64) -> bool {
        // An error is ignored here, because the scenario's row reports it.
        self.model.prepare(&self.sweep.grid.scenario(number)).unwrap_or(true)
    }
}

/// Returns the outputs with these names, each followed by its half-width, if it has one; returns all outputs if `names`
/// is empty.
fn outputs(names: &[String], description: Description) -> Result<Vec<OutputDescription>, ModelError> {
    let all = description.outputs;
    if names.is_empty() {
        return Ok(all);
    }
    let find = |name: &str| {
        all.iter().find(|output| output.name == name).cloned().ok_or_else(|| {
            let known: Vec<_> = all.iter().map(|output| output.name.as_str()).collect();
            ModelError::new(format!("the model has no output \"{name}\": use one of {}", known.join(", ")))
        })
    };
    let mut outputs: Vec<OutputDescription> = Vec::new();
    for name in names {
        let output = find(name)?;
        let half_width = (!output.half_width.is_empty()).then(|| find(&output.half_width)).transpose()?;
        for output in std::iter::once(output).chain(half_width) {
            if !outputs.contains(&output) {
                outputs.push(output);
            }
        }
    }
    Ok(outputs)
}
