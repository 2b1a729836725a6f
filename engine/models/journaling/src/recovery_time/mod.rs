//! Recovery time after a crash: blocks that the recovery reads and writes, and the time for them.
//!
//! Without a log, a full check reads all metadata, so the number of blocks follows from the sizes and contents. With a
//! log, the blocks are counted in real replays of a busy file system. Both methods yield a range of times, from a
//! stripe set with sorted reads to a single disk with reads in any order.

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
use serde::Serialize;

const SIZE: Number = number("size_gib", "File system size", [1, 16_384], "GiB");
const LOG: Number = number("log_mib", "Log size", [1, 1024], "MiB");
const FILLED: Number = number("filled_percent", "Share filled with files", [0, 95], "%");
const FILE: Number = number("file_kib", "File size", [1, 4_000_000], "KiB");

/// The names of the numeric settings.
pub(crate) const SIZE_SETTINGS: [&str; 4] = [SIZE.name, LOG.name, FILLED.name, FILE.name];

/// Checks that numeric settings are in range.
pub(crate) fn check_sizes(settings: &Settings) -> Result<(), ModelError> {
    [SIZE, LOG, FILLED, FILE].iter().try_for_each(|setting| setting.given(settings).map(drop))
}

const BLOCKS_PER_MIB: f64 = 256.0;
/// Maximum size of the measured busy file system, in MiB: a replay does not depend on any space beyond that.
const COUNTED_MIB: f64 = 4096.0;

/// I/O and time of a recovery.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RecoveryEstimate {
    /// Blocks of 4 KB that the recovery reads.
    pub blocks_read: f64,
    /// Blocks that the recovery writes.
    pub blocks_written: f64,
    /// Recovery times in seconds: on fast disks, and on slow disks.
    pub seconds: [f64; 2],
    /// Components of the recovery times.
    pub components: Vec<(&'static str, [f64; 2])>,
}

impl RecoveryEstimate {
    fn from_components(blocks_read: f64, blocks_written: f64, components: Vec<(&'static str, [f64; 2])>) -> Self {
        let sum = |at: usize| components.iter().map(|(_, seconds)| seconds[at]).sum();
        Self { blocks_read, blocks_written, seconds: [sum(0), sum(1)], components }
    }
}

/// An estimator of recoveries that caches the measured replays.
#[derive(Debug)]
pub struct RecoveryEstimator {
    costs: RecoveryCosts,
    replays: Vec<(Policy, [u32; 2], Recovery)>,
}

impl RecoveryEstimator {
    /// Creates an estimator with parameters from `value`.
    ///
    /// # Errors
    /// Returns [`ModelError`] if a parameter is missing or out of range.
    pub fn new(value: &dyn Fn(&str) -> Option<f64>) -> Result<Self, ModelError> {
        Ok(Self { costs: RecoveryCosts::new(value)?, replays: Vec::new() })
    }

    /// Estimates the recovery of a file system. Settings are `policy`, `size_gib`, `log_mib`, `filled_percent`, and
    /// `file_kib`; only the first is required. The first estimate with a log takes a fraction of a second.
    ///
    /// # Errors
    /// Returns [`ModelError`] if a setting is invalid, or if the log or the files do not fit.
    pub fn estimate(&mut self, settings: &Settings) -> Result<RecoveryEstimate, ModelError> {
        settings.only(&["policy", SIZE.name, LOG.name, FILLED.name, FILE.name])?;
        let policy: Policy = settings.word("policy")?;
        let mib = SIZE.of(settings, 16.0)? * 1024.0;
        let log_mib = LOG.of(settings, 32.0)?;
        let (filled, file) = (FILLED.of(settings, 40.0)? / 100.0, FILE.of(settings, 100.0)? * 1024.0);
        if Rules::of(policy).log == LogKind::None {
            let contents = BlockContents::new(mib * BLOCKS_PER_MIB, filled, file, self.costs.directory_names)?;
            return Ok(self.costs.estimate_check(&contents));
        }
        let device = mib.min(COUNTED_MIB);
        // The log and the first group must fit on the device.
        if log_mib + 128.0 > device {
            return Err(ModelError::new(
                "the log and the first 128 MiB group do not fit: make the log smaller or the file system larger",
            ));
        }
        let blocks = [device, log_mib].map(|mib| (mib * BLOCKS_PER_MIB) as u32);
        let known = self.replays.iter().find(|(known, sizes, _)| (*known, *sizes) == (policy, blocks));
        let recovery = if let Some((.., recovery)) = known {
            *recovery
        } else {
            let geometry = Geometry::of_size(blocks[0], blocks[1]);
            let recovery = measure_busy_replay(geometry, Rules::of(policy), &self.costs).map_err(ModelError::new)?;
            self.replays.push((policy, blocks, recovery));
            recovery
        };
        Ok(self.costs.estimate_replay(&recovery))
    }
}
