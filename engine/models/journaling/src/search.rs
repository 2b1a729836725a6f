//! All power cuts: the medium as any of them can leave it, recovered and judged.
//!
//! Cuts within one epoch of the write log leave the medium with all writes before it and any part of its own. A cut after
//! an earlier write of the epoch leaves no other medium than one after its last that swallows the rest, and judging it
//! by the epoch's end is the stricter: so one search an epoch covers a cut after every write. Of the subsets, those are
//! one that differ only in blocks which neither recovery nor survey reads (see [`Image`]).

use super::Nanoseconds;
use super::block::BlockNo;
use super::driver::Recorded;
use super::history::Comparison;
use super::image::Image;
use super::recover::{Recovery, recover};
use super::rules::LogKind;
use super::survey::{Survey, survey};
use pathlength_queueing::Random;

/// What one power cut, or many that nothing tells apart, leads to.
#[derive(Clone, Debug)]
pub struct Cut {
    /// Epoch of the write log in which the power fails.
    pub epoch: u32,
    /// Latest time of the cut.
    pub at: Nanoseconds,
    /// What the recovery did.
    pub recovery: Recovery,
    /// What is there afterwards.
    pub survey: Survey,
    /// What is lost.
    pub comparison: Comparison,
    /// How many of the epoch's writes to a block are on the medium, for the blocks of which that made a difference.
    pub decided: Vec<(BlockNo, usize)>,
}

/// How much of an epoch is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Epochs with up to this many writes are searched completely.
    pub complete: usize,
    /// Of others this many ways are tried in order, and as many at random. So for cuts during a recovery.
    pub sampled: usize,
    /// Cuts during the recovery are searched for this many random cuts of each epoch.
    pub again: usize,
}

/// What a search went through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Searched {
    /// Cuts that can be told apart.
    pub cuts: u64,
    /// Epochs that were searched completely.
    pub complete: u32,
    /// Epochs that were sampled.
    pub sampled: u32,
    /// Cuts during a recovery.
    pub again: u64,
    /// Recoveries that, cut short and done again, gave something else; of repairs, those that left a problem.
    pub differing: u64,
}

/// How far a search is.
#[derive(Debug)]
pub(super) struct Walk {
    /// The medium at the beginning of the epoch.
    image: Image,
    random: Random,
    pub(super) epoch: u32,
    /// The epoch's first write.
    from: usize,
    pub(super) searched: Searched,
}

impl Walk {
    pub(super) fn new(run: &Recorded, seed: u64) -> Self {
        Self {
            image: run.first.clone(),
            random: Random::new(seed, 2),
            epoch: 0,
            from: 0,
            searched: Searched::default(),
        }
    }
}

impl Recorded {
    /// Goes through all epochs; `visit` is told every cut.
    pub fn search(&self, effort: Effort, seed: u64, visit: &mut dyn FnMut(&Cut)) -> Searched {
        let mut walk = Walk::new(self, seed);
        while self.search_on(&mut walk, effort, visit) {}
        walk.searched
    }

    /// Goes through one more epoch; `false` after the last.
    pub(super) fn search_on(&self, walk: &mut Walk, effort: Effort, visit: &mut dyn FnMut(&Cut)) -> bool {
        let Walk { image, random, epoch, from, searched } = walk;
        let writes = &self.log.writes[*from..];
        let (these, later) = writes.split_at(writes.partition_point(|write| write.epoch <= *epoch));
        let at = self.end_of(*epoch);
        // An epoch without writes shows nothing new, but at the end, when all is on the medium, all promises count.
        if !these.is_empty() || *epoch == 0 || later.is_empty() {
            image.undetermine(these.iter().map(|write| (write.block, &write.content)));
            let complete = these.len() <= effort.complete;
            let mut tried = 0;
            loop {
                image.mark();
                visit(&self.cut(image, *epoch, at));
                image.back();
                tried += 1;
                if !image.next() {
                    searched.complete += 1;
                    break;
                }
                if !complete && tried >= effort.sampled {
                    for _ in 0..effort.sampled {
                        image.mark();
                        image.decide(|of| (random.uniform() * of as f64) as usize);
                        visit(&self.cut(image, *epoch, at));
                        image.back();
                    }
                    tried += effort.sampled;
                    searched.sampled += 1;
                    break;
                }
            }
            searched.cuts += tried as u64;
            for _ in 0..effort.again {
                image.mark();
                image.decide(|of| (random.uniform() * of as f64) as usize);
                let mut cut = image.settled();
                image.back();
                self.cut_again(&mut cut, effort.sampled, searched);
            }
            image.determine();
        }
        for write in these {
            image.write(write.block, write.content.clone());
        }
        *from += these.len();
        *epoch += 1;
        *epoch as usize <= self.log.ended.len()
    }

    /// Cuts the power after the write number `after`. Of those that no flush has secured, the ones survive that
    /// `survives` says.
    ///
    /// # Panics
    /// If there is no such write.
    pub fn cut_after(&self, after: usize, survives: &mut dyn FnMut(usize) -> bool) -> Cut {
        let mut image = self.first.clone();
        let epoch = self.log.writes[after].epoch;
        for (at, write) in self.log.writes[..=after].iter().enumerate() {
            if write.epoch < epoch || survives(at) {
                image.write(write.block, write.content.clone());
            }
        }
        self.cut(&mut image, epoch, self.end_of(epoch))
    }

    /// Cuts the power at a time. Of the writes handed over before that no flush has secured, the ones survive that
    /// `survives` says.
    pub fn cut_at(&self, at: Nanoseconds, survives: &mut dyn FnMut(usize) -> bool) -> Cut {
        let mut image = self.first.clone();
        let secured = self.log.ended.partition_point(|ended| *ended <= at) as u32;
        let before = self.log.writes.partition_point(|write| write.at <= at);
        for (number, write) in self.log.writes[..before].iter().enumerate() {
            if write.epoch < secured || survives(number) {
                image.write(write.block, write.content.clone());
            }
        }
        self.cut(&mut image, secured, at)
    }

    /// The latest time at which the power can fail within an epoch.
    pub(super) fn end_of(&self, epoch: u32) -> Nanoseconds {
        self.log.ended.get(epoch as usize).copied().unwrap_or(self.end).min(self.end)
    }

    pub(super) fn cut(&self, image: &mut Image, epoch: u32, at: Nanoseconds) -> Cut {
        let recovery = recover(image, &self.geometry, &self.rules);
        let survey = survey(image, &self.geometry, self.rules.format);
        let comparison = self.history.compare(&survey, image, at);
        Cut { epoch, at, recovery, survey, comparison, decided: image.decisions() }
    }

    /// Cuts the power during the recovery, at every moment, and recovers again.
    fn cut_again(&self, image: &mut Image, most: usize, searched: &mut Searched) {
        image.mark();
        recover(image, &self.geometry, &self.rules);
        let expected = image.settled();
        let written = image.back();
        let mut rest = written.as_slice();
        while let Some((epoch, ..)) = rest.first() {
            let (these, later) = rest.split_at(rest.partition_point(|write| write.0 <= *epoch));
            rest = later;
            image.undetermine(these.iter().map(|(_, block, content)| (*block, content)));
            let mut tried = 0;
            loop {
                image.mark();
                recover(image, &self.geometry, &self.rules);
                let same = if self.rules.log == LogKind::None {
                    survey(image, &self.geometry, self.rules.format).problems.is_empty()
                } else {
                    image.same_everywhere(&expected, self.geometry.blocks)
                };
                image.back();
                tried += 1;
                searched.again += 1;
                searched.differing += u64::from(!same);
                if !image.next() || tried >= most {
                    break;
                }
            }
            image.determine();
            for (_, block, content) in these {
                image.write(*block, content.clone());
            }
        }
    }
}
