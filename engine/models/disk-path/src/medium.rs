//! The device type of a disk, as far as the minidisk cache depends on it.

use super::track::records_per_track;
use pathlength_model::ModelError;

/// Block size of an FBA device, in bytes.
const FBA_BLOCK_BYTES: u32 = 512;
/// The minidisk cache stores FBA data in units of eight 4 KB pages.
const FBA_UNIT_BYTES: u32 = 8 * 4096;

/// Possible block sizes of a minidisk, in bytes.
pub const BLOCK_SIZES: [u32; 4] = [512, 1024, 2048, 4096];

/// The kind of a minidisk, which determines the read unit of the minidisk cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    /// A 3390 formatted with records of one size.
    Eckd {
        /// Bytes per record: one of [`BLOCK_SIZES`].
        block_bytes: u32,
    },
    /// Fixed blocks of 512 bytes.
    Fba,
}

impl Medium {
    /// Returns the block size in bytes.
    pub const fn block_bytes(self) -> u32 {
        match self {
            Self::Eckd { block_bytes } => block_bytes,
            Self::Fba => FBA_BLOCK_BYTES,
        }
    }

    /// Returns the number of blocks in a minidisk cache read: the records of a track, or eight pages.
    pub const fn unit_blocks(self) -> u32 {
        match self {
            Self::Eckd { block_bytes } => records_per_track(block_bytes),
            Self::Fba => FBA_UNIT_BYTES / FBA_BLOCK_BYTES,
        }
    }

    /// Returns the size of a minidisk cache read in KB (1,024 bytes).
    pub fn unit_kb(self) -> f64 {
        f64::from(self.unit_blocks() * self.block_bytes()) / 1024.0
    }

    /// Checks the record size.
    ///
    /// # Errors
    /// Returns [`ModelError`] for a record size that is not in [`BLOCK_SIZES`].
    pub(super) fn check(self) -> Result<(), ModelError> {
        if BLOCK_SIZES.contains(&self.block_bytes()) {
            return Ok(());
        }
        Err(ModelError::new(format!(
            "unknown block size of {} bytes: choose 512, 1024, 2048, or 4096 bytes",
            self.block_bytes()
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK_SIZES, Medium};

    #[test]
    fn cache_unit_is_a_track_or_eight_pages() {
        let half_kb = |medium: Medium| (medium.unit_kb() * 2.0) as u32;
        let tracks = BLOCK_SIZES.map(|block_bytes| half_kb(Medium::Eckd { block_bytes }));
        assert_eq!(tracks, [49, 66, 84, 96]);
        assert_eq!((Medium::Fba.unit_blocks(), half_kb(Medium::Fba)), (64, 64));
    }
}
