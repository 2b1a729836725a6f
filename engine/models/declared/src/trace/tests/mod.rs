//! The caches, checked against plain implementations of their policies and against laws.

#![expect(clippy::float_cmp, reason = "counts and their ratios are exact")]

mod laws;
mod plain;

use super::cache::open;
use super::optimal::Optimal;
use super::problem::{Policy, Problem, Stream};
use super::run::Run;
use super::stream::Requests;
use super::{StreamKind, TraceCounts};
use std::ops::Range;

fn stream(kind: StreamKind, size: u32) -> Stream {
    Stream {
        kind,
        region: 0,
        size,
        skew: 0.8,
        hot: (size / 5).max(1),
        locality: 0.8,
        phase: 0,
        weight: 1.0,
        from: 0,
        to: u64::MAX,
    }
}

fn problem(policy: Policy, blocks: u32, streams: Vec<Stream>, requests: u64) -> Problem {
    let streams = streams.into_iter().enumerate().map(|(at, known)| Stream { region: at as u32, ..known });
    Problem {
        policy,
        blocks,
        unit: 1,
        new_share: 0.25,
        remembered_share: 0.5,
        requests,
        seed: 1,
        streams: streams.collect(),
        ranges: span(0..requests),
    }
}

fn span(range: Range<u64>) -> Vec<Range<u64>> {
    std::iter::once(range).collect()
}

/// Returns the streams and blocks of the requests.
fn sent(problem: &Problem) -> Vec<(usize, u64)> {
    let mut requests = Requests::new(problem);
    (0..problem.requests).map(|_| requests.next().expect("a request")).collect()
}

/// Returns whether each request is a hit.
fn hits(problem: &Problem, requests: &[(usize, u64)]) -> Vec<bool> {
    if problem.policy == Policy::Optimal {
        let mut optimal = Optimal::new(problem.blocks, requests.len() as u32);
        for (stream, block) in requests {
            optimal.add(*stream, *block);
        }
        optimal.end();
        return (0..requests.len()).map(|at| optimal.request(at as u64).1).collect();
    }
    let mut cache = open(problem).expect("a cache");
    requests.iter().map(|(stream, block)| cache.request(*stream as u32, *block).is_hit).collect()
}

/// Counts a trace in slices of `slice` requests.
fn counted(problem: &Problem, slice: u64) -> TraceCounts {
    let mut run = Run::new(problem);
    loop {
        if let Some(counts) = run.handle(problem, slice).expect("counts") {
            return counts;
        }
    }
}

fn hit_ratio(problem: &Problem) -> f64 {
    let count = counted(problem, 1000).of(None, 0);
    count.hits as f64 / count.requests as f64
}

/// Returns traces with all kinds of streams.
fn traces() -> Vec<Problem> {
    use StreamKind::{Loop, Scan, Uniform, WorkingSet, Zipf};
    let mut all = Vec::new();
    for (at, kinds) in [
        &[Uniform][..],
        &[Zipf],
        &[WorkingSet],
        &[Loop],
        &[Scan],
        &[Zipf, Scan],
        &[WorkingSet, Loop, Uniform],
        &[Zipf, Zipf, Scan, Loop],
    ]
    .into_iter()
    .enumerate()
    {
        for (step, blocks) in [0, 1, 2, 3, 5, 8, 13, 40, 100].into_iter().enumerate() {
            let streams = kinds.iter().map(|kind| {
                let known = stream(*kind, 20 + 7 * at as u32);
                Stream { phase: (at as u64 % 3) * 50, weight: 1.0 + at as f64 / 4.0, ..known }
            });
            let mut one = problem(Policy::Lru, blocks, streams.collect(), 1500);
            one.seed = (10 * at + step) as u64;
            (one.new_share, one.remembered_share) = ([0.25, 0.0, 1.0][step % 3], [0.5, 1.0, 0.0, 0.1][step % 4]);
            all.push(one);
        }
    }
    all
}
