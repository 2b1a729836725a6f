//! The outcome of a run.

/// Bytes written to the disks, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BytesWritten {
    /// File pages, written to their home locations.
    pub data: u64,
    /// Metadata, written to its home location without a log.
    pub metadata: u64,
    /// Log blocks except file pages, including the log superblock.
    pub journal: u64,
    /// File pages in the log.
    pub journaled_data: u64,
    /// Checkpointed blocks, written to their home locations.
    pub home: u64,
}

impl BytesWritten {
    /// Returns the total of all kinds.
    pub fn all(&self) -> u64 {
        self.data + self.metadata + self.journal + self.journaled_data + self.home
    }
}

/// Wait times in seconds, summed over all clients, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WaitTimes {
    /// Waits to write to a page of the committing transaction.
    pub overwrite_s: f64,
    /// Waits for space in a full running transaction while the previous transaction commits.
    pub transaction_s: f64,
    /// Waits for space in a full log until a checkpoint frees some.
    pub checkpoint_s: f64,
    /// Waits because of too many dirty pages.
    pub throttle_s: f64,
    /// Waits for reads of pages that are not in memory.
    pub read_s: f64,
    /// Syncs.
    pub sync_s: f64,
}

impl WaitTimes {
    /// Returns the total for all reasons.
    pub fn all_s(&self) -> f64 {
        self.overwrite_s + self.transaction_s + self.checkpoint_s + self.throttle_s + self.read_s + self.sync_s
    }
}

/// Outcome of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Elapsed time, in seconds; for a complete run, the time until the last client finishes.
    pub seconds: f64,
    /// Throughput of the clients' reads and writes, in MB/s (10^6 bytes).
    pub throughput_mb_s: f64,
    /// Utilization of the processors, from 0 to 1.
    pub processor_load: f64,
    /// Throughput in MB/s per percent of processor utilization.
    pub mb_s_per_percent: f64,
    /// Mean utilization of the disks, from 0 to 1.
    pub disk_load: f64,
    /// Bytes written.
    pub written: BytesWritten,
    /// Bytes read from the disks.
    pub read: u64,
    /// Number of requests to the disks; a request to several disks counts once.
    pub requests: u64,
    /// Wait times of the clients.
    pub wait_times: WaitTimes,
}
