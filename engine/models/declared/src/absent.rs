//! Stand-ins for a kind of model that a build does not contain: declarations of that kind are refused.

use crate::check::Parsed;
use crate::fields::FieldValues;
use crate::limits::CheckResult;
use crate::solutions::Outcome;
use pathlength_expression::{Answer, Call, Operands};
use pathlength_model::Setting;
use std::marker::PhantomData;
use std::rc::Rc;

/// The solution type of an absent kind of model; the type has no values.
pub(crate) trait Absent {
    /// The reason why there is no solution, and the remedy.
    const MESSAGE: &'static str;
}

/// A solver that refuses every declaration.
#[derive(Debug)]
pub(crate) struct Solver<S>(PhantomData<S>);

impl<S> Default for Solver<S> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

#[expect(clippy::unused_self, reason = "the signature must match that of the solvers in other builds")]
impl<S: Absent> Solver<S> {
    pub(crate) fn prepare(&mut self, _: &Parsed, _: &[Setting], _: &FieldValues) -> bool {
        true
    }

    pub(crate) fn solve(&mut self, _: &Parsed, _: &[Setting], _: &FieldValues) -> Result<Rc<S>, String> {
        Err(S::MESSAGE.to_owned())
    }
}

#[expect(clippy::unnecessary_wraps, reason = "the signature must match that of the checks in other builds")]
pub(crate) fn check(_: &Parsed) -> CheckResult {
    Ok(())
}

pub(crate) fn call(_: &Call, _: &Operands<'_>, _: usize, _: &Parsed, _: Option<&Outcome>) -> Option<Answer> {
    None
}

pub(crate) fn function_names() -> std::iter::Empty<&'static str> {
    std::iter::empty()
}
