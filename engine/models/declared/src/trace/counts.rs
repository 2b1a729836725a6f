//! The counts of a trace.

/// The counts of a set of requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(super) requests: u64,
    pub(super) hits: u64,
    /// Blocks read from below the cache.
    pub(super) fetched: u64,
}

impl std::ops::Add for Count {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            requests: self.requests + other.requests,
            hits: self.hits + other.hits,
            fetched: self.fetched + other.fetched,
        }
    }
}

/// The counts of a trace by range and stream. The first range is the trace without its warm-up; the declared ranges
/// follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TraceCounts {
    pub(super) ranges: Vec<Vec<Count>>,
}

impl TraceCounts {
    pub(super) fn new(ranges: usize, streams: usize) -> Self {
        Self { ranges: vec![vec![Count::default(); streams]; ranges] }
    }

    /// Returns the count of a stream, or of all streams, in a range.
    pub(super) fn of(&self, stream: Option<usize>, range: usize) -> Count {
        let counts = &self.ranges[range];
        stream.map_or_else(|| counts.iter().fold(Count::default(), |sum, count| sum + *count), |at| counts[at])
    }
}
