//! A trace in a declaration: request streams, and a cache whose hits are counted, not assumed.
//!
//! The streams are seeded, and their parameters are expressions. All policies get the same requests, so their hit
//! ratios differ only because of the policies. Terms and outputs use the counts through functions such as
//! `hit_ratio(users)`.

#[cfg(feature = "trace")]
mod cache;
#[cfg(feature = "trace")]
mod check;
#[cfg(feature = "trace")]
mod counts;
mod declaration;
#[cfg(feature = "trace")]
mod functions;
#[cfg(feature = "trace")]
mod index;
#[cfg(feature = "trace")]
mod optimal;
#[cfg(feature = "trace")]
mod problem;
#[cfg(feature = "trace")]
mod run;
#[cfg(feature = "trace")]
mod solve;
#[cfg(feature = "trace")]
mod stream;
#[cfg(all(test, feature = "trace"))]
mod tests;
#[cfg(feature = "trace")]
mod zipf;

#[cfg(feature = "trace")]
pub(crate) use check::{check_trace, trace_sizes};
#[cfg(feature = "trace")]
pub(crate) use counts::TraceCounts;
pub use declaration::{DeclaredCache, DeclaredRange, DeclaredStream, StreamKind};
#[cfg(feature = "trace")]
pub(crate) use functions::{call, names as function_names};
#[cfg(feature = "trace")]
pub(crate) use solve::Solver;
#[cfg(not(feature = "trace"))]
pub(crate) use without::{Solver, TraceCounts, call, check_trace, function_names, trace_sizes};

use super::fields::{Field, Meaning};
use super::{Declaration, List};

/// The name of a declared trace in the field `model` of labs.
pub const TRACE: &str = "trace";

/// Maximum number of request streams.
pub const MAX_STREAMS: usize = 8;

/// Maximum number of named ranges of requests.
pub const MAX_RANGES: usize = 16;

/// Maximum number of requests in a trace.
pub const MAX_TRACE_REQUESTS: u64 = 1_000_000;

/// Maximum number of requests in a trace with the optimal cache, which keeps all requests in memory.
pub const MAX_OPTIMAL_REQUESTS: u64 = 250_000;

/// Maximum number of blocks in the cache.
pub const MAX_CACHED_BLOCKS: u64 = 100_000;

/// Maximum number of different blocks that a stream requests.
pub const MAX_STREAM_BLOCKS: u64 = 1 << 30;

impl Declaration {
    /// Returns whether any part of a trace is declared.
    pub fn has_trace(&self) -> bool {
        !self.streams.is_empty() || !self.ranges.is_empty() || self.cache.is_some()
    }

    /// Returns the existing expressions of the trace, by list and entry.
    pub(crate) fn trace_fields(&self) -> Vec<Field<'_>> {
        let mut fields = Vec::new();
        let mut add = |list, at, name, text, meaning| {
            if !str::is_empty(text) {
                fields.push(Field { list, at, name, text, meaning });
            }
        };
        for (at, stream) in self.streams.iter().enumerate() {
            add(List::Streams, at, "size", &stream.size, Meaning::Count);
            add(List::Streams, at, "skew", &stream.skew, Meaning::Plain);
            add(List::Streams, at, "hot", &stream.hot, Meaning::Count);
            add(List::Streams, at, "locality", &stream.locality, Meaning::Plain);
            add(List::Streams, at, "phase", &stream.phase, Meaning::Count);
            add(List::Streams, at, "weight", &stream.weight, Meaning::Plain);
            add(List::Streams, at, "from", &stream.from, Meaning::Count);
            add(List::Streams, at, "to", &stream.to, Meaning::Count);
        }
        for (at, range) in self.ranges.iter().enumerate() {
            add(List::Ranges, at, "from", &range.from, Meaning::Count);
            add(List::Ranges, at, "to", &range.to, Meaning::Count);
        }
        if let Some(cache) = &self.cache {
            add(List::Cache, 0, "blocks", &cache.blocks, Meaning::Count);
            add(List::Cache, 0, "unit", &cache.unit, Meaning::Count);
            add(List::Cache, 0, "new_share", &cache.new_share, Meaning::Plain);
            add(List::Cache, 0, "remembered_share", &cache.remembered_share, Meaning::Plain);
            add(List::Cache, 0, "requests", &cache.requests, Meaning::Count);
            add(List::Cache, 0, "warm_up", &cache.warm_up, Meaning::Count);
            add(List::Cache, 0, "seed", &cache.seed, Meaning::Seed);
        }
        fields
    }
}

/// Replacements in a build without traces, which refuse the declaration of a trace.
#[cfg(not(feature = "trace"))]
mod without {
    use crate::absent::{self, Absent};
    use crate::limits::{CheckResult, FieldPosition};
    use crate::{Declaration, List};

    pub(crate) use crate::absent::{call, check as check_trace, function_names};

    #[derive(Debug)]
    pub(crate) enum TraceCounts {}

    impl Absent for TraceCounts {
        const MESSAGE: &'static str = "this module has no traces: write `model: trace` in lab.md";
    }

    pub(crate) type Solver = absent::Solver<TraceCounts>;

    pub(crate) fn trace_sizes(declaration: &Declaration) -> CheckResult {
        if !declaration.has_trace() {
            return Ok(());
        }
        Err(FieldPosition(List::Streams, 0, "name").error(TraceCounts::MESSAGE))
    }
}
