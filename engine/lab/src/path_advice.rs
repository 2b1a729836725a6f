//! The input for advice on I/O paths, from a lab's tables: published ratios, and the errors of the model.

use crate::{Table, median};
use pathlength_disk_path::advice::{Errors, PublishedCell};
use pathlength_model::Setting;

/// The outputs by which I/O paths are ranked.
const THROUGHPUT: &str = "kb_per_s";
const CPU: &str = "total_cpu_per_kb";

/// Returns the published cells in `tables` that are relative to a row and whose scenario has a phase.
pub fn published_paths(tables: &[Table]) -> Vec<PublishedCell> {
    let mut all = Vec::new();
    for table in tables {
        for (row, cells) in table.cells.iter().enumerate() {
            for (column, (field, cell)) in table.fields.iter().zip(cells).enumerate() {
                let (Some(value), Some(output), Some(base)) =
                    (cell.and_then(crate::PublishedCell::value), &field.output, &field.relative_to_row)
                else {
                    continue;
                };
                let settings = table.scenario(row, column);
                let Some(Setting::Word(phase)) = settings.get("phase") else { continue };
                all.push(PublishedCell {
                    row: table.rows[row].to_string(),
                    relative_to: base.to_string(),
                    phase: phase.clone(),
                    output: output.clone(),
                    value,
                });
            }
        }
    }
    all
}

/// The relative errors of a model in those tables that have both throughput and CPU time relative to a row.
#[derive(Clone, Debug, Default)]
pub struct PathErrors {
    throughput: Vec<f64>,
    cpu: Vec<f64>,
}

impl PathErrors {
    /// Returns the columns of a table that contain throughput and CPU time relative to a row; `None` if one is missing.
    fn columns(table: &Table) -> Option<[usize; 2]> {
        let column = |output| {
            let is_ratio =
                |field: &crate::Field| field.output.as_deref() == Some(output) && field.relative_to_row.is_some();
            table.fields.iter().position(is_ratio)
        };
        Some([column(THROUGHPUT)?, column(CPU)?])
    }

    /// Returns whether the errors in a table count: the table must have both ratios.
    pub fn is_counted(table: &Table) -> bool {
        Self::columns(table).is_some()
    }

    /// Adds the errors of a reproduced table, given row by row, with NaN for cells without an error.
    pub fn add(&mut self, table: &Table, errors: &[f64]) {
        let Some([throughput, cpu]) = Self::columns(table) else { return };
        for (all, column) in [(&mut self.throughput, throughput), (&mut self.cpu, cpu)] {
            let errors = errors.iter().skip(column).step_by(table.fields.len());
            all.extend(errors.map(|error| error.abs()).filter(|error| error.is_finite()));
        }
    }

    /// Returns the number of cells with an error.
    pub fn cells(&self) -> usize {
        self.throughput.len() + self.cpu.len()
    }

    /// Returns the median errors; `None` unless both outputs have errors.
    pub fn medians(&self) -> Option<Errors> {
        let median_of = |errors: &[f64]| {
            let mut sorted = errors.to_vec();
            sorted.sort_unstable_by(f64::total_cmp);
            median(&sorted)
        };
        Some(Errors { throughput: median_of(&self.throughput)?, cpu: median_of(&self.cpu)? })
    }
}
