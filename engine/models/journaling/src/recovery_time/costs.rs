//! Costs of the blocks that a recovery reads and writes, from the parameters of a lab.

use super::super::block::BLOCK_BYTES;
use super::super::recover::Recovery;
use super::{BlockContents, RecoveryEstimate};
use pathlength_model::{ModelError, costs};

costs! {
    /// Costs of a recovery, with one field per parameter of the lab.
    RecoveryCosts;
    /// Sequential read rate of a single disk, in MB/s.
    recovery_slow_mb_s,
    /// Sequential read rate of a stripe set, in MB/s.
    recovery_fast_mb_s,
    /// Time for a seek to a group, in milliseconds. A check visits each group twice.
    check_group_ms,
    /// Time for a random block read, in milliseconds.
    check_block_ms,
    /// Speedup of sorted I/Os relative to random I/Os.
    check_sorting,
    /// Processor time per inode, in microseconds.
    check_inode_us,
    /// Processor time per file, in microseconds.
    check_file_us,
    /// Time to write a block to its home location, in milliseconds.
    replay_write_ms,
    /// Time to mount a clean file system, in seconds.
    mount_s,
    /// Names per directory block.
    directory_names = |_| Some(120.0),
    /// Busy file system: duration of the work, in seconds.
    busy_work_s = |_| Some(40.0),
    /// Time between two new files, in milliseconds.
    busy_pause_ms = |_| Some(8.0),
    /// Number of directories, which are used in turn.
    busy_directories = |_| Some(64.0),
    /// Bytes per file.
    busy_file_bytes = |_| Some(20_000.0),
    /// Maximum number of existing files.
    busy_files = |_| Some(1500.0),
    /// Approximate number of crashes to try.
    busy_crashes = |_| Some(48.0),
}

impl RecoveryCosts {
    fn check(&self) -> Result<(), ModelError> {
        if self.recovery_slow_mb_s < 1e-3 {
            return Err(ModelError::new(format!(
                "recovery_slow_mb_s is {}: give at least 0.001 MB/s",
                self.recovery_slow_mb_s
            )));
        }
        if self.recovery_fast_mb_s < self.recovery_slow_mb_s {
            return Err(ModelError::new(format!(
                "recovery_fast_mb_s is {}: give at least recovery_slow_mb_s, which is {}",
                self.recovery_fast_mb_s, self.recovery_slow_mb_s
            )));
        }
        if self.check_sorting < 1.0 {
            return Err(ModelError::new(format!("check_sorting is {}: give at least 1", self.check_sorting)));
        }
        let counts = [
            ("busy_work_s", self.busy_work_s),
            ("busy_pause_ms", self.busy_pause_ms),
            ("busy_directories", self.busy_directories),
            ("busy_file_bytes", self.busy_file_bytes),
            ("busy_files", self.busy_files),
            ("busy_crashes", self.busy_crashes),
        ];
        if let Some((name, value)) = counts.into_iter().find(|(_, value)| !(1.0..=1e6).contains(value)) {
            return Err(ModelError::new(format!("{name} is {value}: give a number from 1 to 1,000,000")));
        }
        if self.directory_names < 1.0 {
            return Err(ModelError::new(format!(
                "directory_names is {}: give at least 1 name per block",
                self.directory_names
            )));
        }
        Ok(())
    }

    /// Returns the time for a sequential read of blocks, in seconds: from a stripe set, and from a single disk.
    fn sequential_seconds(&self, blocks: f64) -> [f64; 2] {
        [self.recovery_fast_mb_s, self.recovery_slow_mb_s].map(|mb_s| blocks * BLOCK_BYTES as f64 / (mb_s * 1e6))
    }

    /// Estimates a full check.
    pub fn estimate_check(&self, contents: &BlockContents) -> RecoveryEstimate {
        let both = |seconds: f64| [seconds, seconds];
        let apart = (contents.pointers + contents.names) * self.check_block_ms / 1e3;
        let components = vec![
            ("Bitmaps and inode tables", self.sequential_seconds(contents.tables)),
            ("Two seeks to every group", both(2.0 * contents.groups * self.check_group_ms / 1e3)),
            ("Pointer blocks and directory blocks", [apart / self.check_sorting, apart]),
            ("Checking every inode", both(contents.inodes * self.check_inode_us / 1e6)),
            ("Checking every file", both(contents.files * self.check_file_us / 1e6)),
        ];
        RecoveryEstimate::from_components(contents.blocks(), 0.0, components)
    }

    /// Estimates a replay from its reads and writes.
    pub fn estimate_replay(&self, recovery: &Recovery) -> RecoveryEstimate {
        let (read, written) = (recovery.blocks_read as f64, recovery.blocks_written as f64);
        let home = written * self.replay_write_ms / 1e3;
        let components = vec![
            ("Reading the log", self.sequential_seconds(read)),
            ("Writing blocks to their home locations", [home / self.check_sorting, home]),
            ("Mounting", [self.mount_s, self.mount_s]),
        ];
        RecoveryEstimate::from_components(read, written, components)
    }
}
