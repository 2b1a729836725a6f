//! A trace as data: the streams, ranges, and cache of `model.toml`.

use serde::{Deserialize, Serialize};

/// The kind of a request stream, which determines the block of each request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StreamKind {
    /// Any of `size` blocks, with equal probability.
    #[default]
    Uniform,
    /// One of `size` blocks; the probability of the block of rank `n` is proportional to `n` to the power of minus
    /// `skew`.
    Zipf,
    /// One of the `hot` blocks with probability `locality`; otherwise, any other of the `size` blocks.
    WorkingSet,
    /// All `size` blocks in order, repeatedly.
    Loop,
    /// Blocks in order, each once.
    Scan,
}

pathlength_model::words! {
    StreamKind { Uniform = "uniform", Zipf = "zipf", WorkingSet = "working_set", Loop = "loop", Scan = "scan" }
}

/// A request stream. Its blocks are numbered from 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DeclaredStream {
    /// Name in expressions.
    pub name: String,
    /// Name for readers.
    pub title: String,
    /// Kind, which determines the requested blocks.
    pub kind: StreamKind,
    /// Expression for the number of different blocks; for all kinds of stream except a scan.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub size: String,
    /// Expression for the exponent of a Zipf distribution: 1 by default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub skew: String,
    /// Expression for the number of hot blocks of a working set.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub hot: String,
    /// Expression for the share of requests for hot blocks of a working set.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub locality: String,
    /// Expression for the number of requests of a working set after which the next blocks become hot; by default, the
    /// hot blocks stay the same.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub phase: String,
    /// Another stream whose blocks this stream requests; by default, this stream has its own blocks.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub over: String,
    /// Expression for the stream's share of the requests, relative to the other streams: 1 by default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub weight: String,
    /// Expression for the number of requests in the trace before the stream begins: 0 by default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub from: String,
    /// Expression for the number of requests in the trace after which the stream ends; by default, the stream ends with
    /// the trace.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub to: String,
}

/// A range of requests, whose hits are counted separately.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DeclaredRange {
    /// Name in expressions.
    pub name: String,
    /// Name for readers.
    pub title: String,
    /// Expression for the number of requests before the range.
    pub from: String,
    /// Expression for the number of requests up to the end of the range.
    pub to: String,
}

/// The cache of a trace, and the length of the trace.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DeclaredCache {
    /// Name in expressions.
    pub name: String,
    /// Name for readers.
    pub title: String,
    /// The policy: `lru`, `fifo`, `clock`, `twoq`, `optimal`, `minidisk`, or `nomdcfs`; or a setting whose words are
    /// policies.
    pub policy: String,
    /// Expression for the number of blocks in the cache.
    pub blocks: String,
    /// Expression for the number of blocks per unit of the minidisk cache: 1 by default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub unit: String,
    /// Expression for the share of the cache up to which 2Q keeps new blocks: 25 % by default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub new_share: String,
    /// Expression for the number of evicted new blocks that 2Q remembers, relative to the cache size: 50 % by default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub remembered_share: String,
    /// Expression for the number of requests in the trace.
    pub requests: String,
    /// Expression for the number of initial requests that are not counted: 0 by default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub warm_up: String,
    /// Expression for the seed of the streams: 1 by default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub seed: String,
}
