//! Power failures: the states in which they can leave a medium.
//!
//! A disk with a write cache keeps writes in order only across a flush. A power failure therefore leaves all writes of
//! earlier epochs on the medium, and any subset of the writes of the last epoch. One of the surviving writes may be
//! torn, because a disk writes a block sector by sector.

use super::log;
use super::medium::{Block, Medium, Write};
pub use pathlength_model::{Disk, Loss};
use pathlength_queueing::Random;
use std::ops::Range;
use std::rc::Rc;

/// Bytes that a disk writes completely or not at all.
const SECTOR_BYTES: usize = 512;

/// The writes of a run, and the medium before them.
#[derive(Clone, Debug)]
pub struct WriteTrace {
    /// The medium before the first write.
    pub before: Medium,
    /// The writes in the order in which they were issued.
    pub writes: Vec<Write>,
}

/// A state of the medium after a power failure.
#[derive(Clone, Debug)]
pub struct CrashState {
    /// The writes of the epoch in which power failed, any of which may be lost.
    pub epoch: Range<usize>,
    /// Lost writes of the epoch.
    pub lost: Vec<usize>,
    /// Torn write of the epoch, if any.
    pub torn: Option<usize>,
    /// The medium.
    pub medium: Medium,
}

/// Search effort per epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchBudget {
    /// Maximum number of writes in an epoch for which every subset of the writes is tried.
    pub max_exhaustive_writes: usize,
    /// Number of random subsets of writes tried for any longer epoch, in addition to every prefix and every loss of a
    /// single write.
    pub sampled_states: usize,
    /// Whether one of the surviving writes is torn in each state.
    pub tears: bool,
}

impl WriteTrace {
    /// Returns the epochs as ranges of writes; without writes, a single empty range.
    pub fn epochs(&self) -> Vec<Range<usize>> {
        let mut epochs = Vec::new();
        let mut start = 0;
        while start < self.writes.len() {
            let end = self.writes.partition_point(|write| write.epoch <= self.writes[start].epoch);
            epochs.push(start..end);
            start = end;
        }
        if epochs.is_empty() {
            epochs.push(0..0);
        }
        epochs
    }

    /// Returns those of the first `issued` writes that a power failure can lose.
    pub fn unflushed(&self, issued: usize, disk: Disk) -> Range<usize> {
        disk.unflushed(&self.writes, issued, |write| write.epoch)
    }

    /// Returns the medium after a power failure that follows the first `issued` writes.
    pub fn crash(&self, issued: usize, disk: Disk, loss: Loss) -> Medium {
        let epoch = self.unflushed(issued, disk);
        let (lost_writes, torn) = (loss.lost(epoch.clone()), loss.torn(epoch.clone()));
        let mut medium = self.state(epoch, &lost_writes, torn, BLOCK_SECTORS / 2);
        if loss == Loss::Rot {
            medium.rot(log::FIRST_BLOCK, log::FIRST_RECORD);
        }
        medium
    }

    /// Returns the medium with all writes before an epoch, and with the writes of the epoch that are not lost. Of a
    /// torn write, only the first `sectors` sectors are on the medium.
    pub fn state(&self, epoch: Range<usize>, lost: &[usize], torn: Option<usize>, sectors: usize) -> Medium {
        let mut medium = self.before.clone();
        for write in &self.writes[..epoch.start] {
            medium.write(write.block, Rc::clone(&write.bytes));
        }
        self.finish_epoch(medium, epoch, lost, torn, sectors)
    }

    fn finish_epoch(
        &self,
        mut medium: Medium,
        epoch: Range<usize>,
        lost: &[usize],
        torn: Option<usize>,
        sectors: usize,
    ) -> Medium {
        for at in epoch.filter(|at| !lost.contains(at)) {
            let write = &self.writes[at];
            let bytes = if torn == Some(at) {
                Rc::new(tear(medium.read(write.block), &write.bytes, sectors))
            } else {
                Rc::clone(&write.bytes)
            };
            medium.write(write.block, bytes);
        }
        medium
    }

    /// Calls `visit` with every state that a power failure can leave on a disk with a write cache. States of a long
    /// epoch are sampled. Returns the number of states visited.
    pub fn search_crash_states(&self, budget: SearchBudget, seed: u64, visit: &mut dyn FnMut(&CrashState)) -> usize {
        let mut random = Random::new(seed, 0);
        let mut before = self.before.clone();
        let mut states = 0;
        for epoch in self.epochs() {
            let mut look = |lost: Vec<usize>, random: &mut Random| {
                let survivors: Vec<usize> = epoch.clone().filter(|at| !lost.contains(at)).collect();
                let tears = budget.tears && !survivors.is_empty();
                let torn = tears.then(|| survivors[random.uniform_below(survivors.len() as u64) as usize]);
                let sectors = 1 + random.uniform_below(BLOCK_SECTORS as u64 - 1) as usize;
                let medium = self.finish_epoch(before.clone(), epoch.clone(), &lost, torn, sectors);
                visit(&CrashState { epoch: epoch.clone(), lost, torn, medium });
                states += 1;
            };
            if epoch.len() <= budget.max_exhaustive_writes {
                for subset in 0..1_u32 << epoch.len() {
                    look(epoch.clone().filter(|at| subset & (1 << (at - epoch.start)) != 0).collect(), &mut random);
                }
            } else {
                for at in epoch.clone() {
                    look(vec![at], &mut random);
                    look((at..epoch.end).collect(), &mut random);
                }
                for _ in 0..budget.sampled_states {
                    let lost = epoch.clone().filter(|_| random.uniform_below(2) == 0).collect();
                    look(lost, &mut random);
                }
                look(Vec::new(), &mut random);
            }
            before = self.finish_epoch(before, epoch, &[], None, 0);
        }
        states
    }
}

/// Sectors per block.
pub const BLOCK_SECTORS: usize = size_of::<Block>() / SECTOR_BYTES;

/// Returns a block whose first sectors are new and whose other sectors are old.
fn tear(old: &Block, new: &Block, sectors: usize) -> Block {
    let mut torn = *old;
    torn[..sectors * SECTOR_BYTES].copy_from_slice(&new[..sectors * SECTOR_BYTES]);
    torn
}
