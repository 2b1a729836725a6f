//! What came of a run.

/// Bytes that went to the disks, by why.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BytesWritten {
    /// Pages of files, to their own blocks.
    pub data: u64,
    /// Metadata to its own blocks, without a log.
    pub metadata: u64,
    /// The log, but for pages of files, and its superblock.
    pub journal: u64,
    /// Pages of files in the log.
    pub journaled_data: u64,
    /// What the log holds, to its own blocks.
    pub home: u64,
}

impl BytesWritten {
    /// All of it.
    pub fn all(&self) -> u64 {
        self.data + self.metadata + self.journal + self.journaled_data + self.home
    }
}

/// Seconds that clients waited, added up over them, by what for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WaitTimes {
    /// To write to a page that is on its way to the disk with a commit.
    pub overwrite_s: f64,
    /// For room in the transaction, while the one before it is on its way to the log.
    pub transaction_s: f64,
    /// For room in the log.
    pub checkpoint_s: f64,
    /// Because too many pages are dirty.
    pub throttle_s: f64,
    /// For pages that are not in memory.
    pub read_s: f64,
    /// Until what was written is on the disks.
    pub sync_s: f64,
}

impl WaitTimes {
    /// All of it.
    pub fn all_s(&self) -> f64 {
        self.overwrite_s + self.transaction_s + self.checkpoint_s + self.throttle_s + self.read_s + self.sync_s
    }
}

/// What came of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// From the beginning to the end of the last client.
    pub seconds: f64,
    /// What clients read and wrote, in MB/s (10^6 bytes).
    pub throughput_mb_s: f64,
    /// Share of the processors that is busy, from 0 to 1.
    pub processor_load: f64,
    /// MB/s per percent of the processors.
    pub mb_s_per_percent: f64,
    /// Mean share of the disks that is busy, from 0 to 1.
    pub disk_load: f64,
    /// Bytes written.
    pub written: BytesWritten,
    /// Bytes read from the disks.
    pub read: u64,
    /// Requests to the disks, each counted once however many disks it goes to.
    pub requests: u64,
    /// Waiting.
    pub wait_times: WaitTimes,
}
