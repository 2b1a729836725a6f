//! What blocks that a recovery reads and writes take: a lab's numbers.

use super::super::block::BLOCK_BYTES;
use super::super::recover::Recovery;
use super::{BlockContents, RecoveryEstimate};
use pathlength_model::{ModelError, costs};

costs! {
    /// Costs of a recovery, one field a parameter of the lab.
    RecoveryCosts;
    /// One disk that is read from its beginning to its end, in MB/s.
    recovery_slow_mb_s,
    /// A stripe set that is read so, in MB/s.
    recovery_fast_mb_s,
    /// Going to a group, in milliseconds. A check comes by each twice.
    check_group_ms,
    /// Reading a block anywhere, in milliseconds.
    check_block_ms,
    /// Blocks are read so many times as fast in their order.
    check_sorting,
    /// Processor: an inode, in microseconds.
    check_inode_us,
    /// Processor: a file, in microseconds.
    check_file_us,
    /// Writing a block to its place, in milliseconds.
    replay_write_ms,
    /// Mounting what needs no recovery, in seconds.
    mount_s,
}

impl RecoveryCosts {
    fn check(&self) -> Result<(), ModelError> {
        let speeds = [self.recovery_slow_mb_s, self.recovery_fast_mb_s, self.check_sorting];
        if speeds.iter().any(|speed| *speed < 1e-3) {
            return Err(ModelError::new(
                "recovery_slow_mb_s, recovery_fast_mb_s or check_sorting is too small: give numbers greater than 0",
            ));
        }
        if self.recovery_fast_mb_s < self.recovery_slow_mb_s || self.check_sorting < 1.0 {
            return Err(ModelError::new(
                "recovery_fast_mb_s or check_sorting is too small: give at least recovery_slow_mb_s, and at least 1",
            ));
        }
        Ok(())
    }

    /// Seconds to read so many blocks one after the other: in a stripe set, from one disk.
    fn sequential_seconds(&self, blocks: f64) -> [f64; 2] {
        [self.recovery_fast_mb_s, self.recovery_slow_mb_s].map(|mb_s| blocks * BLOCK_BYTES as f64 / (mb_s * 1e6))
    }

    /// A check of everything.
    pub fn estimate_check(&self, contents: &BlockContents) -> RecoveryEstimate {
        let both = |seconds: f64| [seconds, seconds];
        let apart = (contents.pointers + contents.names) * self.check_block_ms / 1e3;
        let components = vec![
            ("Bitmaps and inode tables", self.sequential_seconds(contents.tables)),
            ("Going from group to group, twice", both(2.0 * contents.groups * self.check_group_ms / 1e3)),
            ("Blocks of pointers and names, wherever they are", [apart / self.check_sorting, apart]),
            ("Looking at every inode", both(contents.inodes * self.check_inode_us / 1e6)),
            ("Looking at every file", both(contents.files * self.check_file_us / 1e6)),
        ];
        RecoveryEstimate::from_components(contents.blocks(), 0.0, components)
    }

    /// A replay that read and wrote so many blocks.
    pub fn estimate_replay(&self, recovery: &Recovery) -> RecoveryEstimate {
        let (read, written) = (recovery.blocks_read as f64, recovery.blocks_written as f64);
        let home = written * self.replay_write_ms / 1e3;
        let components = vec![
            ("Reading the log", self.sequential_seconds(read)),
            ("Writing what it holds to its places", [home / self.check_sorting, home]),
            ("Mounting", [self.mount_s, self.mount_s]),
        ];
        RecoveryEstimate::from_components(read, written, components)
    }
}
