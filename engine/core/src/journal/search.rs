//! All power cuts: the medium as any of them can leave it, recovered and judged.
//!
//! Cuts within one epoch of the write log leave the medium with all writes before it and any part of its own. A cut after
//! an earlier write of the epoch leaves no other medium than one after its last that swallows the rest, and judging it
//! by the epoch's end is the stricter: so one search an epoch covers a cut after every write. Of the subsets, those are
//! one that differ only in blocks which neither recovery nor survey reads (see [`Image`]).

use super::Nanoseconds;
use super::driver::Recorded;
use super::history::Comparison;
use super::image::Image;
use super::recover::{Recovery, recover};
use super::rules::LogKind;
use super::survey::{Survey, survey};
use crate::queueing::Random;

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

impl Recorded {
    /// Goes through all epochs; `visit` is told every cut.
    pub fn search(&self, effort: Effort, seed: u64, visit: &mut dyn FnMut(&Cut)) -> Searched {
        let mut image = self.first.clone();
        let mut searched = Searched::default();
        let mut random = Random::new(seed, 2);
        let mut writes = self.log.writes.as_slice();
        for epoch in 0..=self.log.ended.len() as u32 {
            let (these, later) = writes.split_at(writes.partition_point(|write| write.epoch <= epoch));
            writes = later;
            let at = self.end_of(epoch);
            // An epoch without writes shows nothing new, but at the end, when all is on the medium, all promises count.
            if !these.is_empty() || epoch == 0 || later.is_empty() {
                image.undetermine(these.iter().map(|write| (write.block, &write.content)));
                let complete = these.len() <= effort.complete;
                let mut tried = 0;
                loop {
                    image.mark();
                    visit(&self.cut(&mut image, epoch, at));
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
                            visit(&self.cut(&mut image, epoch, at));
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
                    self.cut_again(&mut cut, effort.sampled, &mut searched);
                }
                image.determine();
            }
            for write in these {
                image.write(write.block, write.content.clone());
            }
        }
        searched
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

    /// The latest time at which the power can fail within an epoch.
    fn end_of(&self, epoch: u32) -> Nanoseconds {
        self.log.ended.get(epoch as usize).copied().unwrap_or(self.end).min(self.end)
    }

    fn cut(&self, image: &mut Image, epoch: u32, at: Nanoseconds) -> Cut {
        let recovery = recover(image, &self.geometry, &self.rules);
        let survey = survey(image, &self.geometry, self.rules.format);
        let comparison = self.history.compare(&survey, image, at);
        Cut { epoch, at, recovery, survey, comparison }
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
