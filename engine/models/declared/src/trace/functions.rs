//! Functions of the cache, the streams, and the ranges, for use in expressions.

use super::counts::Count;
use crate::check::{Name, Parsed};
use crate::solutions::{ModelSolution, Outcome};
use pathlength_expression::{Answer, Call, ExpressionError, Item, Operands, Unit};

/// The functions.
const FUNCTIONS: [&str; 5] = ["fetched", "hit_ratio", "hits", "misses", "requests"];

/// Returns the names of the functions.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.into_iter()
}

/// Returns the value of a trace function; `None` for an unknown name. Without counts, only the unit is known.
pub(crate) fn call(
    call: &Call,
    operands: &Operands<'_>,
    offset: usize,
    parsed: &Parsed,
    solution: Option<&Outcome>,
) -> Option<Answer> {
    let name = FUNCTIONS.into_iter().find(|name| *name == call.function())?;
    let fail = |message: String| ExpressionError::new(offset, message);
    let answer = || {
        if call.has_settings() {
            return Err(fail(format!("{name} takes no settings: give only names")));
        }
        let (stream, range) = subject(name, call, operands, parsed).map_err(|at| match at {
            Some(at) => {
                let of_trace = parsed.names.iter().filter(|(_, name)| name.is_of_solution());
                let known = of_trace.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
                ExpressionError::new(
                    operands.offset(at),
                    format!("expected the cache, a stream, or a range: one of {known}"),
                )
            }
            None => fail(format!(
                "{name} has the wrong arguments: write {name}(cache), {name}(stream), {name}(range), or {name}(stream, range)"
            )),
        })?;
        let value = match solution {
            Some(Ok(ModelSolution::Trace(counts))) => {
                let count = counts.of(stream, range);
                Some(measure(name, count).ok_or_else(|| {
                    fail("the stream makes no requests in the range: choose another stream or range".to_owned())
                })?)
            }
            Some(Err(message)) => return Err(fail(message.clone())),
            Some(Ok(ModelSolution::Network(_))) | None => None,
        };
        Ok(Item::Amount(value, Unit::default()))
    };
    Some(answer())
}

/// Returns the stream, if any, and the index of the range to which the arguments refer. The error is the index of the
/// wrong argument, or `None` if the number or the order of the arguments is wrong.
fn subject(
    name: &str,
    call: &Call,
    operands: &Operands<'_>,
    parsed: &Parsed,
) -> Result<(Option<usize>, usize), Option<usize>> {
    debug_assert!(FUNCTIONS.contains(&name), "{name}");
    let named = |at: &usize| {
        let found = operands.word(*at).and_then(|word| parsed.names.get(word)).copied();
        found.filter(|name| name.is_of_solution()).ok_or(Some(*at))
    };
    let subjects = call.arguments().iter().map(named).collect::<Result<Vec<_>, _>>()?;
    match subjects[..] {
        [Name::Cache] => Ok((None, 0)),
        [Name::Stream(stream)] => Ok((Some(stream), 0)),
        [Name::Range(range)] => Ok((None, range + 1)),
        [Name::Stream(stream), Name::Range(range)] => Ok((Some(stream), range + 1)),
        _ => Err(None),
    }
}

fn measure(name: &str, count: Count) -> Option<f64> {
    let Count { requests, hits, fetched } = count;
    Some(match name {
        "hit_ratio" if requests == 0 => return None,
        "hit_ratio" => hits as f64 / requests as f64,
        "hits" => hits as f64,
        "misses" => (requests - hits) as f64,
        "fetched" => fetched as f64,
        _ => requests as f64,
    })
}
