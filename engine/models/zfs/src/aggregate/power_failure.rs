//! Power failures: the states in which they can leave a medium.
//!
//! A disk with a write cache keeps the order of writes only across a flush. A power failure therefore leaves all writes of
//! earlier epochs on the medium, and of the last epoch any subset; one of these may be torn, because a disk writes a block
//! sector by sector.

use super::log;
use super::medium::{Block, Medium, Write};
use pathlength_model::words;
use pathlength_queueing::Random;
use std::ops::Range;
use std::rc::Rc;

/// Bytes that a disk writes completely or not at all.
const SECTOR_BYTES: usize = 512;

/// The disk's promise about the order of writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disk {
    /// It has no write cache: writes reach the medium in the order in which they are issued.
    InOrder,
    /// It has a write cache and executes flushes.
    Cached,
    /// It has a write cache, and did not execute the last flush before the power failure.
    LostFlush,
}

words! { Disk { InOrder = "in-order", Cached = "cached", LostFlush = "lost-flush" } }

/// What a power failure does to the writes that no flush has secured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// All of them are on the medium.
    Nothing,
    /// The oldest is lost.
    Oldest,
    /// All are lost.
    All,
    /// The newest is torn: its first half is on the medium.
    Torn,
    /// All are on the medium, but a bit of the log's first block has changed.
    Rot,
}

words! { Loss { Nothing = "nothing", Oldest = "oldest", All = "all", Torn = "torn", Rot = "rot" } }

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
    /// The epoch in which power failed: its writes, of which any may be lost.
    pub epoch: Range<usize>,
    /// Writes of the epoch that are lost.
    pub lost: Vec<usize>,
    /// Write of the epoch that is torn.
    pub torn: Option<usize>,
    /// The medium.
    pub medium: Medium,
}

/// Search effort per epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchBudget {
    /// Of epochs with up to this many writes, every subset is tried.
    pub max_exhaustive_writes: usize,
    /// Of other epochs: random subsets, in addition to every prefix and every loss of a single write.
    pub sampled_states: usize,
    /// Whether one of the surviving writes is torn as well.
    pub tears: bool,
}

impl WriteTrace {
    /// Returns the epochs as ranges of writes; without writes, one that is empty.
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

    /// Returns the writes among the first `issued` that a power failure can lose.
    pub fn unflushed(&self, issued: usize, disk: Disk) -> Range<usize> {
        let issued = issued.min(self.writes.len());
        let Some(last) = issued.checked_sub(1) else { return 0..0 };
        let epoch = self.writes[last].epoch;
        let since = |epoch: u32| self.writes.partition_point(|write| write.epoch < epoch);
        let start = match disk {
            Disk::InOrder => last,
            Disk::Cached => since(epoch),
            Disk::LostFlush => {
                let start = since(epoch);
                start.checked_sub(1).map_or(0, |before| since(self.writes[before].epoch))
            }
        };
        start..issued
    }

    /// Returns the medium after a power failure that follows the first `issued` writes.
    pub fn crash(&self, issued: usize, disk: Disk, loss: Loss) -> Medium {
        let epoch = self.unflushed(issued, disk);
        let lost_writes: Vec<usize> = match loss {
            Loss::Nothing | Loss::Rot | Loss::Torn => Vec::new(),
            Loss::Oldest => epoch.clone().take(1).collect(),
            Loss::All => epoch.clone().collect(),
        };
        let torn = epoch.clone().last().filter(|_| loss == Loss::Torn);
        let mut medium = self.state(epoch, &lost_writes, torn, BLOCK_SECTORS / 2);
        if loss == Loss::Rot {
            medium.rot(log::FIRST_BLOCK, log::FIRST_RECORD);
        }
        medium
    }

    /// Returns the medium with all writes before an epoch, and of the epoch's those that are not lost. Of a torn write, the
    /// first `sectors` are on the medium.
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

    /// Calls `visit` with every state that a power failure can leave on a disk with a write cache, or with a sample of them
    /// where there are too many. Returns the number of states.
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

/// Sectors of a block.
pub const BLOCK_SECTORS: usize = size_of::<Block>() / SECTOR_BYTES;

/// Returns a block whose first sectors are new and whose others are old.
fn tear(old: &Block, new: &Block, sectors: usize) -> Block {
    let mut torn = *old;
    torn[..sectors * SECTOR_BYTES].copy_from_slice(&new[..sectors * SECTOR_BYTES]);
    torn
}
