//! The trace of a scenario, with numeric values: streams, cache, and ranges.

use super::{MAX_CACHED_BLOCKS, MAX_OPTIMAL_REQUESTS, MAX_STREAM_BLOCKS, MAX_TRACE_REQUESTS, StreamKind};
use crate::List;
use crate::check::Parsed;
use crate::fields::FieldValues;
use pathlength_model::{Setting, Word};
use std::ops::Range;

/// A replacement policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Policy {
    /// Least recently used.
    Lru,
    /// First in, first out.
    Fifo,
    /// CLOCK, also called second chance.
    Clock,
    /// 2Q.
    TwoQ,
    /// Belady's optimal policy.
    Optimal,
    /// The minidisk cache, in which each stream has a fair share.
    Minidisk,
    /// The minidisk cache with `OPTION NOMDCFS` for each stream.
    Nomdcfs,
}

pathlength_model::words! {
    Policy {
        Lru = "lru",
        Fifo = "fifo",
        Clock = "clock",
        TwoQ = "twoq",
        Optimal = "optimal",
        Minidisk = "minidisk",
        Nomdcfs = "nomdcfs",
    }
}

/// A request stream.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stream {
    pub(super) kind: StreamKind,
    /// Index of the stream whose blocks this stream requests.
    pub(super) region: u32,
    pub(super) size: u32,
    pub(super) skew: f64,
    pub(super) hot: u32,
    pub(super) locality: f64,
    /// Requests after which a working set moves; 0 if it stays.
    pub(super) phase: u64,
    pub(super) weight: f64,
    pub(super) from: u64,
    pub(super) to: u64,
}

/// A trace with numeric values. Equal problems have equal counts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Problem {
    pub(super) policy: Policy,
    pub(super) blocks: u32,
    /// Blocks per unit of the minidisk cache.
    pub(super) unit: u32,
    pub(super) new_share: f64,
    pub(super) remembered_share: f64,
    pub(super) requests: u64,
    pub(super) seed: u64,
    pub(super) streams: Vec<Stream>,
    /// The trace without its warm-up, and the declared ranges.
    pub(super) ranges: Vec<Range<u64>>,
}

const MAX_SKEW: f64 = 10.0;

/// 2Q's default shares, which its authors recommend.
const NEW_SHARE: f64 = 0.25;
const REMEMBERED_SHARE: f64 = 0.5;

/// Maximum seed: an `f64` does not represent every larger whole number exactly.
const MAX_SEED: u64 = 1 << 53;

/// A reader for an entry's numbers.
struct Numbers<'a> {
    list: List,
    at: usize,
    /// Name of the entry for messages.
    name: &'a str,
    values: &'a FieldValues,
}

impl Numbers<'_> {
    fn get(&self, field: &'static str) -> Option<f64> {
        self.values.get(&(self.list, self.at, field)).copied()
    }

    fn fail<T>(&self, field: &str, value: f64, allowed: &str) -> Result<T, String> {
        Err(format!("{}: {field} is {value}: give {allowed}", self.name))
    }

    /// Returns a number of blocks or requests, rounded; `default` if it is not declared.
    fn count(&self, field: &'static str, default: u64, allowed: Range<u64>) -> Result<u64, String> {
        let Some(value) = self.get(field) else { return Ok(default) };
        let rounded = libm::round(value);
        // The conversion of a number that is too large saturates.
        let count = rounded as u64;
        if !allowed.contains(&count) {
            return self.fail(field, value, &format!("{} to {}", allowed.start, allowed.end - 1));
        }
        Ok(count)
    }

    fn plain(&self, field: &'static str, default: f64, max: f64) -> Result<f64, String> {
        match self.get(field) {
            Some(value) if value > max => self.fail(field, value, &format!("0 to {max}")),
            value => Ok(value.unwrap_or(default)),
        }
    }
}

/// Returns the trace of a scenario.
pub(super) fn problem(parsed: &Parsed, settings: &[Setting], values: &FieldValues) -> Result<Problem, String> {
    let declaration = &parsed.declaration;
    let cache = declaration.cache.as_ref().ok_or_else(|| "the trace has no cache: add [cache]".to_owned())?;
    let chosen = declaration.settings.iter().position(|setting| setting.name == cache.policy);
    let word = match chosen.and_then(|at| settings.get(at)) {
        Some(Setting::Word(word)) => word,
        _ => &cache.policy,
    };
    let policy = Policy::from_word(word).ok_or_else(|| format!("\"{word}\" is not a policy"))?;
    let of_cache = Numbers { list: List::Cache, at: 0, name: &cache.name, values };
    let max_requests = if policy == Policy::Optimal { MAX_OPTIMAL_REQUESTS } else { MAX_TRACE_REQUESTS };
    let requests = of_cache.count("requests", 0, 1..max_requests + 1)?;
    let warm_up = of_cache.count("warm_up", 0, 0..requests)?;
    let measured = warm_up..requests;
    let mut ranges = Vec::from([measured]);
    for (at, range) in declaration.ranges.iter().enumerate() {
        let numbers = Numbers { list: List::Ranges, at, name: &range.name, values };
        let from = numbers.count("from", 0, 0..requests)?;
        ranges.push(from..numbers.count("to", requests, from + 1..requests + 1)?);
    }
    let streams = (0..declaration.streams.len()).map(|at| stream(parsed, values, at, requests));
    let unit = of_cache.count("unit", 1, 1..MAX_CACHED_BLOCKS + 1)? as u32;
    Ok(Problem {
        policy,
        blocks: of_cache.count("blocks", 0, 0..MAX_CACHED_BLOCKS + 1)? as u32,
        unit,
        new_share: of_cache.plain("new_share", NEW_SHARE, 1.0)?,
        remembered_share: of_cache.plain("remembered_share", REMEMBERED_SHARE, 1.0)?,
        requests,
        seed: of_cache.count("seed", 1, 0..MAX_SEED + 1)?,
        streams: streams.collect::<Result<_, _>>()?,
        ranges,
    })
}

fn stream(parsed: &Parsed, values: &FieldValues, at: usize, requests: u64) -> Result<Stream, String> {
    let streams = &parsed.declaration.streams;
    let declared = &streams[at];
    let numbers = Numbers { list: List::Streams, at, name: &declared.name, values };
    let size = numbers.count("size", MAX_STREAM_BLOCKS, 1..MAX_STREAM_BLOCKS + 1)?;
    let from = numbers.count("from", 0, 0..requests + 1)?;
    let owner = streams.iter().position(|other| other.name == declared.over);
    Ok(Stream {
        kind: declared.kind,
        region: owner.unwrap_or(at) as u32,
        size: size as u32,
        skew: numbers.plain("skew", 1.0, MAX_SKEW)?,
        hot: numbers.count("hot", 1, 1..size + 1)? as u32,
        locality: numbers.plain("locality", 1.0, 1.0)?,
        phase: numbers.count("phase", 0, 1..MAX_TRACE_REQUESTS + 1)?,
        weight: numbers.plain("weight", 1.0, f64::from(u32::MAX))?,
        from,
        to: numbers.count("to", requests, from..requests + 1)?,
    })
}
