//! The solution of a network or a trace, and the solvers.

use super::check::Parsed;
use super::fields::FieldValues;
use super::{network, trace};
use pathlength_model::Setting;
use std::rc::Rc;

/// A solution.
#[derive(Clone, Debug)]
pub(crate) enum ModelSolution {
    /// The solution of a network.
    Network(Rc<network::Solution>),
    /// The solution of a trace.
    Trace(Rc<trace::TraceCounts>),
}

/// A solution, or the error of the solver.
pub(crate) type Outcome = Result<ModelSolution, String>;

/// The solvers of networks and traces, which cache their results.
#[derive(Debug, Default)]
pub(crate) struct Solvers {
    network: network::Solver,
    trace: trace::Solver,
}

impl Solvers {
    /// Performs a slice of the work for a scenario; returns whether the solution exists or can be computed immediately.
    pub(crate) fn prepare(&mut self, parsed: &Parsed, settings: &[Setting], values: &FieldValues) -> bool {
        if parsed.declaration.has_trace() {
            self.trace.prepare(parsed, settings, values)
        } else {
            self.network.prepare(parsed, settings, values)
        }
    }

    /// Returns the solution of a scenario.
    pub(crate) fn solve(&mut self, parsed: &Parsed, settings: &[Setting], values: &FieldValues) -> Outcome {
        if parsed.declaration.has_trace() {
            self.trace.solve(parsed, settings, values).map(ModelSolution::Trace)
        } else {
            self.network.solve(parsed, settings, values).map(ModelSolution::Network)
        }
    }
}
