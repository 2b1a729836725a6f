//! The setup of a run.

use super::super::block::BLOCK_BYTES;
use super::super::geometry::Geometry;
use super::super::rules::Rules;
use super::costs::{Costs, PolicyCosts};
use pathlength_model::{ModelError, words};

/// When clients wait until their writes are durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncPolicy {
    /// Never, like the clients of dbench 2.1.
    Never,
    /// When clients flush a file: they call `fsync`.
    Flush,
    /// After each write: clients have opened their files with `O_SYNC`.
    Write,
}

words! { SyncPolicy { Never = "never", Flush = "fsync", Write = "o_sync" } }

/// Write cache of the disks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiskCache {
    /// The cache keeps its contents without power: a write is durable once it is in the cache.
    NonVolatile,
    /// No cache: a write is durable once it is on the medium.
    None,
}

words! { DiskCache { NonVolatile = "non_volatile", None = "none" } }

/// A machine, a file system on it, and its clients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunSetup {
    /// Rules of the file system.
    pub rules: Rules,
    /// Sizes of the file system.
    pub geometry: Geometry,
    /// Number of clients, all with the same plan but with separate directories.
    pub clients: u32,
    /// When clients wait until their writes are durable.
    pub sync_policy: SyncPolicy,
    /// Processors.
    pub processors: u32,
    /// Memory in MiB.
    pub memory_mib: f64,
    /// Disks in the stripe set.
    pub disks: u32,
    /// Write cache of the disks.
    pub disk_cache: DiskCache,
    /// Whether the machine is a guest of z/VM.
    pub vm: bool,
    /// Costs that all policies share.
    pub costs: Costs,
    /// Costs of the file system's policy.
    pub policy: PolicyCosts,
}

/// Minimum number of file pages in memory: four per client with the maximum number of clients.
const MIN_PAGES: f64 = 1024.0;

impl RunSetup {
    /// Returns an error if the setup cannot run.
    pub(super) fn check(&self) -> Result<(), ModelError> {
        let counts = [
            ("clients", self.clients, 256),
            ("processors", self.processors, 64),
            ("disks in the stripe set", self.disks, 64),
        ];
        if let Some((name, value, max)) = counts.into_iter().find(|(_, value, max)| *value == 0 || value > max) {
            return Err(ModelError::new(format!("the number of {name} is {value}: give 1 to {max}")));
        }
        if !self.memory_mib.is_finite() || self.memory_mib > 1e6 || self.pages() < MIN_PAGES {
            let min_mib = self.costs.kernel_mib + MIN_PAGES / PAGES_PER_MIB;
            return Err(ModelError::new(format!(
                "{} MiB of memory is out of range: give {min_mib} to 1,000,000 MiB",
                self.memory_mib
            )));
        }
        self.geometry.check(&self.rules).map_err(ModelError::new)
    }

    /// Returns the number of file pages that fit into memory.
    pub(super) fn pages(&self) -> f64 {
        ((self.memory_mib - self.costs.kernel_mib) * PAGES_PER_MIB).floor()
    }

    /// Returns the factor for processor times, from lock contention, z/VM, and the processor speed.
    pub(super) fn slowdown(&self) -> f64 {
        let locks = 1.0 + self.policy.contention * f64::from(self.processors - 1);
        locks * self.costs.cpu_factor * if self.vm { self.costs.vm_factor } else { 1.0 }
    }
}

const PAGES_PER_MIB: f64 = 1_048_576.0 / BLOCK_BYTES as f64;
