//! A trace in progress, handled in slices.

use super::cache::{Access, Cache, open};
use super::counts::{Count, TraceCounts};
use super::optimal::Optimal;
use super::problem::Problem;
use super::stream::Requests;
use crate::slices::SlicedRun;

/// Number of requests per slice, which takes a few milliseconds.
const SLICE: u64 = 20_000;

/// A trace in progress.
#[derive(Debug)]
pub(super) struct Run {
    requests: Requests,
    at: u64,
    cache: State,
    counts: TraceCounts,
}

/// A cache that handles each request in turn, or the optimal cache, which needs the whole trace.
#[derive(Debug)]
enum State {
    InTurn(Box<dyn Cache>),
    Whole(Optimal),
}

impl Run {
    pub(super) fn new(problem: &Problem) -> Self {
        let cache = open(problem)
            .map_or_else(|| State::Whole(Optimal::new(problem.blocks, problem.requests as u32)), State::InTurn);
        let counts = TraceCounts::new(problem.ranges.len(), problem.streams.len());
        Self { requests: Requests::new(problem), at: 0, cache, counts }
    }

    /// Handles at most `slice` requests; returns the counts at the end of the trace, and `None` before the end.
    pub(super) fn handle(&mut self, problem: &Problem, slice: u64) -> Result<Option<TraceCounts>, String> {
        let Self { requests, at, cache, counts } = self;
        for _ in 0..slice {
            if *at == problem.requests {
                return Ok(Some(counts.clone()));
            }
            let (stream, access) = match cache {
                State::InTurn(cache) => {
                    let (stream, block) = requests.next().ok_or_else(|| silent(*at))?;
                    (stream, cache.request(stream as u32, block))
                }
                State::Whole(optimal) if optimal.len() < problem.requests => {
                    let (stream, block) = requests.next().ok_or_else(|| silent(optimal.len()))?;
                    optimal.add(stream, block);
                    if optimal.len() == problem.requests {
                        optimal.end();
                    }
                    continue;
                }
                State::Whole(optimal) => {
                    let (stream, is_hit) = optimal.request(*at);
                    (stream, Access::block(is_hit))
                }
            };
            let count = Count { requests: 1, hits: u64::from(access.is_hit), fetched: access.fetched.into() };
            for (range, counts) in problem.ranges.iter().zip(&mut counts.ranges) {
                if range.contains(at) {
                    counts[stream] = counts[stream] + count;
                }
            }
            *at += 1;
        }
        Ok(None)
    }
}

impl SlicedRun for Run {
    type Problem = Problem;
    type Answer = TraceCounts;

    fn start(problem: &Problem) -> Result<Self, String> {
        Ok(Self::new(problem))
    }

    fn step(&mut self, problem: &Problem) -> Result<Option<TraceCounts>, String> {
        self.handle(problem, SLICE)
    }
}

fn silent(at: u64) -> String {
    format!("no stream sends request {}: correct `from`, `to`, and `weight` of the streams, or `requests`", at + 1)
}
