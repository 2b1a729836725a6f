//! How long a file system is away after a power cut: what its recovery reads and writes, and what that takes.
//!
//! Without a log everything is read: the blocks follow from sizes and contents. With one, the blocks are counted in real
//! recoveries of a busy file system. Both become a range of times, from a stripe set and reads in the best order to one disk
//! and reads in any order.

mod busy_replay;
mod contents;
mod costs;

pub use busy_replay::measure_busy_replay;
pub use contents::BlockContents;
pub use costs::RecoveryCosts;

use super::geometry::Geometry;
use super::recover::Recovery;
use super::rules::{LogKind, Policy, Rules};
use pathlength_model::{ModelError, Number, Settings, number};

const SIZE: Number = number("size_gib", "Size of the file system", [1, 16_384], "GiB");
const LOG: Number = number("log_mib", "Size of the log", [1, 1024], "MiB");
const FILLED: Number = number("filled_percent", "Part of it that holds files", [0, 95], "%");
const FILE: Number = number("file_kib", "Size of a file", [1, 4_000_000], "KiB");

const BLOCKS_PER_MIB: f64 = 256.0;
/// A busy file system is made no larger than this many MiB: a replay does not see the rest.
const COUNTED_MIB: f64 = 4096.0;

/// What a recovery takes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecoveryEstimate {
    /// Blocks of 4 KB that it reads.
    pub blocks_read: f64,
    /// Blocks that it writes.
    pub blocks_written: f64,
    /// Seconds on fast disks, and on slow ones.
    pub seconds: [f64; 2],
    /// The parts of these.
    pub components: Vec<(&'static str, [f64; 2])>,
}

impl RecoveryEstimate {
    fn from_components(blocks_read: f64, blocks_written: f64, components: Vec<(&'static str, [f64; 2])>) -> Self {
        let sum = |at: usize| components.iter().map(|(_, seconds)| seconds[at]).sum();
        Self { blocks_read, blocks_written, seconds: [sum(0), sum(1)], components }
    }
}

/// Answers about recoveries, and remembers what was counted for them.
#[derive(Debug)]
pub struct RecoveryEstimator {
    costs: RecoveryCosts,
    replays: Vec<(Policy, [u32; 2], Recovery)>,
}

impl RecoveryEstimator {
    /// Takes the parameters from `value`.
    ///
    /// # Errors
    /// [`ModelError`] that names a parameter that is missing or out of range.
    pub fn new(value: &dyn Fn(&str) -> Option<f64>) -> Result<Self, ModelError> {
        Ok(Self { costs: RecoveryCosts::new(value)?, replays: Vec::new() })
    }

    /// What the recovery of a file system takes. Settings are `policy`, `size_gib`, `log_mib`, `filled_percent` and
    /// `file_kib`; only the first is needed. Takes a fraction of a second where there is a log that was not asked about
    /// before.
    ///
    /// # Errors
    /// [`ModelError`] that says which setting is wrong, or that the log or the files have no room.
    pub fn estimate(&mut self, settings: &Settings) -> Result<RecoveryEstimate, ModelError> {
        settings.only(&["policy", SIZE.name, LOG.name, FILLED.name, FILE.name])?;
        let policy: Policy = settings.word("policy")?;
        let mib = SIZE.of(settings, 16.0)? * 1024.0;
        let log_mib = LOG.of(settings, 32.0)?;
        let (filled, file) = (FILLED.of(settings, 40.0)? / 100.0, FILE.of(settings, 100.0)? * 1024.0);
        if Rules::of(policy).log == LogKind::None {
            return Ok(self.costs.estimate_check(&BlockContents::new(mib * BLOCKS_PER_MIB, filled, file)?));
        }
        let device = mib.min(COUNTED_MIB);
        // The first group has to fit beside the log.
        if log_mib + 128.0 > device {
            return Err(ModelError::new(
                "the log and the first group of 128 MiB do not fit: make the log smaller or the file system larger",
            ));
        }
        let blocks = [device, log_mib].map(|mib| (mib * BLOCKS_PER_MIB) as u32);
        let known = self.replays.iter().find(|(known, sizes, _)| (*known, *sizes) == (policy, blocks));
        let recovery = if let Some((.., recovery)) = known {
            *recovery
        } else {
            let geometry = Geometry::of_size(blocks[0], blocks[1]);
            let recovery = measure_busy_replay(geometry, Rules::of(policy)).map_err(ModelError::new)?;
            self.replays.push((policy, blocks, recovery));
            recovery
        };
        Ok(self.costs.estimate_replay(&recovery))
    }
}
