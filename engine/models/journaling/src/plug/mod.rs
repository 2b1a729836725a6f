//! Pull the plug: a short run of one client, its writes one by one, and what is left when the power fails after any of them.
//!
//! A cut is told by the last write that reached the device and by those that got lost. Writes of the epochs before are
//! on the medium, since a flush came between; of those of the same epoch any may be lost. [`Plug::search`] goes through
//! all cuts and keeps the worst.

mod stream;
mod words;

use super::Nanoseconds;
use super::block::BlockNo;
use super::driver::{Recorded, Write};
use super::history::LossKind;
use super::recover::Recovery;
use super::rules::{Broken, Policy, Rules};
use super::search::{Cut, Effort, Walk};
use super::survey::survey;
use pathlength_model::Word;
pub use stream::Stream;

/// What the client does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Story {
    /// Makes, writes, cuts, renames and removes files on a device with room.
    Mixed,
    /// Empties and removes a directory; later a large file takes its blocks, while the log still has their old images.
    UsedAgain,
    /// Removes the files that fill the device; at once a large file wants their blocks.
    AtOnce,
}

impl Word for Story {
    const WORDS: &'static [&'static str] = &["mixed", "used-again", "at-once"];
    const MEANINGS: &'static [Self] = &[Self::Mixed, Self::UsedAgain, Self::AtOnce];
}

/// What is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// The file system.
    pub policy: Policy,
    /// Rules that it does without.
    pub broken: Broken,
    /// What the client does.
    pub story: Story,
    /// Which stream of operations, up to [`MOST_STREAMS`].
    pub stream: u32,
}

/// Streams are numbered up to here.
pub const MOST_STREAMS: u32 = 9999;

/// What a power cut leaves, and what the recovery makes of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// When the power failed, in seconds.
    pub at_s: f64,
    /// Problems of the structure before the recovery.
    pub before: u32,
    /// What the recovery did.
    pub recovery: Recovery,
    /// Problems of the structure afterwards.
    pub after: u32,
    /// Names and files that never were like that.
    pub strange: u32,
    /// Pages with what another file wrote, or with what was never written there.
    pub foreign: u32,
    /// Pages that read as zeros which were never written.
    pub holes: u32,
    /// Pages that are older than they were, or not there.
    pub pages: u32,
    /// Files and directories that are gone.
    pub missing: u32,
    /// Files and directories that are back.
    pub returned: u32,
    /// Files and directories with a name that they had before.
    pub renamed: u32,
    /// Pages that are as they were.
    pub right: u32,
    /// What somebody had been told is durable, and is not.
    pub promises: u32,
    /// Age of the oldest thing that is lost, in seconds; 0 if nothing is.
    pub lost_s: f64,
}

/// Where the power fails.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The last write that was handed over.
    pub after: u32,
    /// Writes that got lost, all of the same epoch, in order.
    pub lost: Vec<u32>,
}

/// How bad a cut is: structure, broken promises, foreign pages, zeros, losses.
type Badness = [u32; 5];

/// The worst cut so far: how bad, in which epoch, and how many of the epoch's writes to which blocks are on the medium.
type Worst = (Badness, u32, Vec<(BlockNo, usize)>);

/// So much of each epoch is searched: a few milliseconds of work.
const EFFORT: Effort = Effort { complete: 7, sampled: 32, again: 0 };
const SEED: u64 = 1;

/// A run and its power cuts.
#[derive(Debug)]
pub struct Plug {
    run: Recorded,
    search: Option<Walk>,
    worst: Option<Worst>,
}

impl Plug {
    /// Runs what is asked for.
    ///
    /// # Errors
    /// A sentence that says what is wrong and what to do.
    pub fn new(demand: Demand) -> Result<Self, String> {
        let Demand { policy, broken, story, stream } = demand;
        if stream > MOST_STREAMS {
            return Err(format!("streams have the numbers 0 to {MOST_STREAMS}: choose one of these"));
        }
        // Transactions that fit the small log; the intervals are the usual ones.
        let rules = Rules { transaction_blocks: 28, broken, ..Rules::of(policy) };
        let run = match story {
            Story::Mixed => stream::mixed,
            Story::UsedAgain => stream::used_again,
            Story::AtOnce => stream::at_once,
        };
        Ok(Self { run: run(rules, u64::from(stream))?, search: None, worst: None })
    }

    /// Blocks that were handed to the device, in order.
    pub fn writes(&self) -> &[Write] {
        &self.run.log.writes
    }

    /// What one of them is, in words; nothing if there is no such write.
    pub fn describe(&self, at: u32) -> String {
        self.writes().get(at as usize).map_or_else(String::new, words::describe)
    }

    /// Writes that may be lost when the power fails after the write number `after`: those of its epoch.
    ///
    /// # Errors
    /// If there is no such write.
    pub fn in_doubt(&self, after: u32) -> Result<std::ops::RangeInclusive<u32>, String> {
        let writes = self.writes();
        let Some(last) = writes.get(after as usize) else {
            return Err(format!("there are {} writes, numbered from 0: choose one of these", writes.len()));
        };
        let first = writes.partition_point(|write| write.epoch < last.epoch);
        Ok(first as u32..=after)
    }

    /// Cuts the power and recovers.
    ///
    /// # Errors
    /// If there is no such write, or if one of those that got lost had been secured by a flush.
    pub fn cut(&self, place: &Place) -> Result<Outcome, String> {
        let doubt = self.in_doubt(place.after)?;
        if let Some(safe) = place.lost.iter().find(|lost| !doubt.contains(lost)) {
            return Err(format!(
                "write {safe} cannot be lost: choose from {} to {}, which no flush has secured",
                doubt.start(),
                doubt.end()
            ));
        }
        let (writes, last) = (self.writes(), &self.writes()[place.after as usize]);
        let mut image = self.run.first.clone();
        for (at, write) in (0..).zip(&writes[..=place.after as usize]) {
            if !place.lost.contains(&at) {
                image.write(write.block, write.content.clone());
            }
        }
        let before = survey(&mut image.settled(), &self.run.geometry, self.run.rules.format).problems.len() as u32;
        let at = self.latest(place.after, last, place.lost.is_empty());
        let cut = self.run.cut(&mut image.settled(), last.epoch, at);
        Ok(outcome(&cut, before))
    }

    /// The latest time at which the power can fail so: before the next write, and if anything is lost before the flush.
    fn latest(&self, after: u32, last: &Write, nothing_lost: bool) -> Nanoseconds {
        let end = self.run.end_of(last.epoch);
        match self.writes().get(after as usize + 1) {
            Some(next) if next.epoch == last.epoch => next.at.min(end),
            Some(next) if nothing_lost => next.at.max(end),
            None if nothing_lost => self.run.end,
            _ => end,
        }
    }

    /// Searches the next epoch, or from the beginning again; `false` when all are done.
    pub fn search(&mut self) -> bool {
        let walk = self.search.get_or_insert_with(|| Walk::new(&self.run, SEED));
        let worst = &mut self.worst;
        // Before the first write there is nothing to cut.
        let first = self.run.log.writes.first().map_or(0, |write| write.epoch);
        let more = self.run.search_on(walk, EFFORT, &mut |cut| {
            let bad = badness(cut);
            if cut.epoch >= first && worst.as_ref().is_none_or(|(known, ..)| bad > *known) {
                *worst = Some((bad, cut.epoch, cut.decided.clone()));
            }
        });
        if !more {
            self.search = None;
        }
        more
    }

    /// How much of a search is done, from 0 to 1, and how many cuts it has tried.
    pub fn searched(&self) -> (f64, u64) {
        let epochs = self.run.log.ended.len() as f64 + 1.0;
        self.search.as_ref().map_or((0.0, 0), |walk| (f64::from(walk.epoch) / epochs, walk.searched.cuts))
    }

    /// The worst cut of those that were searched; nothing before a search.
    ///
    /// # Errors
    /// Never for a cut that was searched.
    pub fn worst(&self) -> Result<Option<Place>, String> {
        let Some((_, epoch, decided)) = &self.worst else { return Ok(None) };
        let writes = self.writes();
        let from = writes.partition_point(|write| write.epoch < *epoch);
        let to = writes.partition_point(|write| write.epoch <= *epoch);
        let after = to.saturating_sub(1) as u32;
        // Blocks that the search did not have to decide: either all of them are lost or none, whatever is worse.
        let lost = |others: bool| {
            let lost = (from..to).filter(|at| {
                let block = writes[*at].block;
                let before = writes[from..*at].iter().filter(|write| write.block == block).count();
                decided.iter().find(|(known, _)| *known == block).map_or(others, |(_, kept)| before >= *kept)
            });
            Place { after, lost: lost.map(|at| at as u32).collect() }
        };
        let (all, none) = (lost(true), lost(false));
        Ok(Some(if self.cut(&all)?.badness() >= self.cut(&none)?.badness() { all } else { none }))
    }
}

impl Outcome {
    fn badness(&self) -> Badness {
        let losses = self.pages + self.missing + self.returned + self.renamed;
        [self.after + self.strange, self.promises, self.foreign, self.holes, losses]
    }
}

fn badness(cut: &Cut) -> Badness {
    outcome(cut, 0).badness()
}

fn outcome(cut: &Cut, before: u32) -> Outcome {
    let found = &cut.comparison;
    let count = |kind| found.count(kind) as u32;
    let oldest = found.losses.iter().map(|loss| loss.since).min();
    Outcome {
        at_s: cut.at as f64 / 1e9,
        before,
        recovery: cut.recovery,
        after: cut.survey.problems.len() as u32,
        strange: found.strange,
        foreign: found.foreign,
        holes: count(LossKind::Hole),
        pages: count(LossKind::Page),
        missing: count(LossKind::Missing),
        returned: count(LossKind::Returned),
        renamed: count(LossKind::Name),
        right: found.right,
        promises: found.broken_promises,
        lost_s: oldest.map_or(0.0, |since| cut.at.saturating_sub(since) as f64 / 1e9),
    }
}
