//! What is to be run.

use super::super::block::BLOCK_BYTES;
use super::super::geometry::Geometry;
use super::super::rules::Rules;
use super::costs::{Costs, PolicyCosts};
use pathlength_model::{ModelError, Word};

/// When clients wait until what they wrote is on the disks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncPolicy {
    /// Never, as those of dbench 2.1.
    Never,
    /// When they flush a file: they call `fsync`.
    Flush,
    /// After each write: they have opened their files with `O_SYNC`.
    Write,
}

impl Word for SyncPolicy {
    const WORDS: &'static [&'static str] = &["never", "fsync", "o_sync"];
    const MEANINGS: &'static [Self] = &[Self::Never, Self::Flush, Self::Write];
}

/// A machine, a file system on it, and its clients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunSetup {
    /// Rules of the file system.
    pub rules: Rules,
    /// Sizes of the file system.
    pub geometry: Geometry,
    /// Clients, each with the same plan in directories of its own.
    pub clients: u32,
    /// When they wait for the disks.
    pub sync_policy: SyncPolicy,
    /// Processors.
    pub processors: u32,
    /// Memory in MiB.
    pub memory_mib: f64,
    /// Disks in the stripe set.
    pub disks: u32,
    /// Whether it is a guest of z/VM.
    pub vm: bool,
    /// What things cost.
    pub costs: Costs,
    /// What they cost with this policy.
    pub policy: PolicyCosts,
}

/// Pages of files that a machine must have room for at least: two writes of each of its clients.
const MIN_PAGES: f64 = 1024.0;

impl RunSetup {
    /// What cannot be run, as a sentence that says what to do.
    pub(super) fn check(&self) -> Result<(), ModelError> {
        let counts = [
            ("clients", self.clients, 256),
            ("processors", self.processors, 64),
            ("disks in the stripe set", self.disks, 64),
        ];
        if let Some((name, value, most)) = counts.into_iter().find(|(_, value, most)| *value == 0 || value > most) {
            return Err(ModelError::new(format!("a run has 1 to {most} {name}, not {value}")));
        }
        if !self.memory_mib.is_finite() || self.memory_mib > 1e6 || self.pages() < MIN_PAGES {
            let least = self.costs.kernel_mib + MIN_PAGES / PAGES_PER_MIB;
            return Err(ModelError::new(format!("the machine needs from {least} MiB of memory to a million")));
        }
        self.geometry.check(&self.rules).map_err(|words| sentence(&words))
    }

    /// Pages of files that fit into memory.
    pub(super) fn pages(&self) -> f64 {
        ((self.memory_mib - self.costs.kernel_mib) * PAGES_PER_MIB).floor()
    }

    /// What processor times are multiplied with: locks of other processors, z/VM, the processor's speed.
    pub(super) fn slowdown(&self) -> f64 {
        let locks = 1.0 + self.policy.contention * f64::from(self.processors - 1);
        locks * self.costs.cpu_factor * if self.vm { self.costs.vm_factor } else { 1.0 }
    }
}

/// The file system's words as those of a model, which end without a full stop.
pub(in super::super) fn sentence(words: &str) -> ModelError {
    ModelError::new(words.trim_end_matches('.'))
}

const PAGES_PER_MIB: f64 = 1_048_576.0 / BLOCK_BYTES as f64;
