//! The thirteen measured paths, and the possible objections to each.

use super::super::scenario::{Path, Phase, Scenario};
use serde::Deserialize;

/// An I/O path from a guest to a disk. The codes are those of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IoPath {
    pub(super) code: &'static str,
    pub(super) title: &'static str,
    pub(super) path: Path,
    pub(super) dedicated: bool,
    pub(super) mdc: bool,
    /// Block size on the disk in bytes.
    pub(super) block_bytes: u32,
}

const fn way(code: &'static str, title: &'static str, path: Path, block_bytes: u32) -> IoPath {
    IoPath { code, title, path, dedicated: false, mdc: false, block_bytes }
}

const fn dedicated(way: IoPath) -> IoPath {
    IoPath { dedicated: true, ..way }
}

const fn cached(way: IoPath) -> IoPath {
    IoPath { mdc: true, ..way }
}

/// All paths, in the order of the source: the first is the baseline.
pub(super) const IO_PATHS: [IoPath; 13] = [
    dedicated(way("EDED", "ECKD, dedicated", Path::Eckd, 4096)),
    way("EMD0", "ECKD minidisk", Path::Eckd, 4096),
    cached(way("EMD1", "ECKD minidisk, cached", Path::Eckd, 4096)),
    way("D210", "Diagnose, 1 KB blocks", Path::Diagnose, 1024),
    cached(way("D211", "Diagnose, 1 KB blocks, cached", Path::Diagnose, 1024)),
    way("D220", "Diagnose, 2 KB blocks", Path::Diagnose, 2048),
    cached(way("D221", "Diagnose, 2 KB blocks, cached", Path::Diagnose, 2048)),
    way("D240", "Diagnose, 4 KB blocks", Path::Diagnose, 4096),
    cached(way("D241", "Diagnose, 4 KB blocks, cached", Path::Diagnose, 4096)),
    dedicated(way("FDED", "Emulated FBA, dedicated", Path::EmulatedFba, 512)),
    way("FMD0", "Emulated FBA minidisk", Path::EmulatedFba, 512),
    cached(way("FMD1", "Emulated FBA minidisk, cached", Path::EmulatedFba, 512)),
    dedicated(way("LNS0", "FCP owned by Linux", Path::Fcp, 512)),
];

/// A site constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// The disk must be a minidisk.
    Minidisk,
    /// There is no FCP channel.
    NoFcp,
    /// There is no FICON channel with ECKD disks.
    NoEckd,
    /// Linux has no driver for Diagnose X'250'.
    NoDiagnose,
}

impl IoPath {
    /// Returns the workload `base` on this path.
    pub(super) fn scenario(&self, base: &Scenario) -> Scenario {
        Scenario {
            path: self.path,
            dedicated: self.dedicated,
            mdc: self.mdc,
            block_bytes: f64::from(self.block_bytes),
            phase: Phase::Mix,
            ..*base
        }
    }

    /// Returns the most similar other path. For a cached minidisk, it is the same minidisk without the cache. For any
    /// other minidisk, it is the path to a dedicated device of the same kind, if that path was measured. Otherwise, it
    /// is the baseline.
    pub(super) fn stem(&self) -> usize {
        let stem = |other: &IoPath| {
            let same = other.path == self.path && other.block_bytes == self.block_bytes;
            same && !other.mdc && (if self.mdc { !other.dedicated } else { other.dedicated && !self.dedicated })
        };
        IO_PATHS.iter().position(stem).unwrap_or(0)
    }

    /// Returns the reason why this site constraint excludes the path; `None` if it does not.
    pub(super) fn against(&self, limit: Limit) -> Option<&'static str> {
        let fibre_channel = matches!(self.path, Path::EmulatedFba | Path::Fcp);
        match limit {
            Limit::Minidisk if self.path == Path::Fcp => Some(
                "The guest itself drives the SCSI disk: there is no minidisk that CP could share, cache, or manage.",
            ),
            Limit::Minidisk if self.dedicated => Some(
                "The whole device belongs to one guest: there is no minidisk that CP could share, cache, or manage.",
            ),
            Limit::NoFcp if self.path == Path::EmulatedFba => {
                Some("CP emulates FBA on a SCSI disk, which it reaches through an FCP channel.")
            }
            Limit::NoFcp if fibre_channel => Some("The guest needs its own FCP device on an FCP channel."),
            Limit::NoEckd if !fibre_channel => Some("The path needs an ECKD disk on a FICON channel."),
            Limit::NoDiagnose if self.path == Path::Diagnose => Some(
                "The guest needs a Linux driver for Diagnose X’250’; no distribution contained the driver that IBM used.",
            ),
            _ => None,
        }
    }

    /// Returns the reason why a file system with blocks of `bytes` cannot be on the disk of this path; `None` if it
    /// can.
    pub(super) fn against_blocks(&self, bytes: f64) -> Option<String> {
        let (own, wanted) = (self.block_bytes, bytes as u32);
        (own > wanted).then(|| {
            format!("The disk has {own}-byte blocks, which are too large for a file system with {wanted}-byte blocks.")
        })
    }
}
