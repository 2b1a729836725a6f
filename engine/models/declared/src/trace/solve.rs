//! Runs the trace of a scenario and caches its counts.

use super::TraceCounts;
use super::problem::problem;
use super::run::Run;
use crate::check::Parsed;
use crate::fields::FieldValues;
use crate::slices::Slices;
use pathlength_model::Setting;
use std::rc::Rc;

/// Maximum number of traces whose counts are cached.
const MAX_KEPT: usize = 512;

/// A solver that runs traces and caches their counts.
#[derive(Debug, Default)]
pub(crate) struct Solver(Slices<Run, MAX_KEPT>);

impl Solver {
    /// Handles a slice of a scenario's requests; returns whether the counts exist.
    pub(crate) fn prepare(&mut self, parsed: &Parsed, settings: &[Setting], values: &FieldValues) -> bool {
        // The evaluation reports why there is no trace.
        problem(parsed, settings, values).map_or(true, |problem| self.0.advance(problem))
    }

    /// Returns the counts of a scenario.
    ///
    /// # Errors
    /// Returns a message if a value in the trace is refused.
    pub(crate) fn solve(
        &mut self,
        parsed: &Parsed,
        settings: &[Setting],
        values: &FieldValues,
    ) -> Result<Rc<TraceCounts>, String> {
        self.0.finish(&problem(parsed, settings, values)?)
    }
}
