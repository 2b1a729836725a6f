//! Simulations and traces in slices, between which a page can do other work, and the results of finished runs.

use pathlength_model::Recent;
use std::collections::VecDeque;
use std::fmt::Debug;
use std::rc::Rc;

/// Maximum number of runs in progress.
const MAX_RUNNING: usize = 16;

/// A run that is computed in slices.
pub(crate) trait SlicedRun: Sized {
    /// The input, which determines the result.
    type Problem: Clone + Debug + PartialEq;
    /// The result.
    type Answer: Debug;

    /// Starts a run, or returns the reason why it cannot start.
    fn start(problem: &Self::Problem) -> Result<Self, String>;

    /// Performs a slice of a few milliseconds; returns the result at the end, and `None` before the end.
    fn step(&mut self, problem: &Self::Problem) -> Result<Option<Self::Answer>, String>;
}

/// The result of a run, or the error that ended it.
type Outcome<R> = Result<Rc<<R as SlicedRun>::Answer>, String>;

/// Runs in progress, and the outcomes of the latest `KEPT` finished runs.
#[derive(Debug)]
pub(crate) struct Slices<R: SlicedRun, const KEPT: usize> {
    /// The most recently advanced run comes first. A page computes several charts in turn, so there
    /// are several runs.
    running: VecDeque<(R::Problem, R)>,
    finished: Recent<R::Problem, Outcome<R>, KEPT>,
}

impl<R: SlicedRun, const KEPT: usize> Default for Slices<R, KEPT> {
    fn default() -> Self {
        Self { running: VecDeque::new(), finished: Recent::default() }
    }
}

impl<R: SlicedRun, const KEPT: usize> Slices<R, KEPT> {
    /// Performs a slice; returns whether there is an outcome.
    pub(crate) fn advance(&mut self, problem: R::Problem) -> bool {
        if self.finished.get(&problem).is_some() {
            return true;
        }
        let known = self.running.iter().position(|(known, _)| *known == problem);
        let run = known.and_then(|at| self.running.remove(at)).map_or_else(|| R::start(&problem), |(_, run)| Ok(run));
        let outcome = match run.and_then(|mut run| run.step(&problem).map(|found| (run, found))) {
            Ok((run, None)) => {
                // The run that advanced least recently is dropped, because it is probably no longer requested.
                self.running.truncate(MAX_RUNNING - 1);
                self.running.push_front((problem, run));
                return false;
            }
            Ok((_, Some(found))) => Ok(Rc::new(found)),
            Err(message) => Err(message),
        };
        self.finished.insert(problem, outcome);
        true
    }

    /// Performs all remaining slices; returns the result, or the error that ended the run.
    pub(crate) fn finish(&mut self, problem: &R::Problem) -> Outcome<R> {
        while !self.advance(problem.clone()) {}
        self.finished.get(problem).map_or_else(|| Err("the run has no result".to_owned()), Clone::clone)
    }
}
