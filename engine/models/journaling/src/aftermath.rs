//! What power cuts leave of a minute and a half of work, in numbers: what a recovery reads, and what is lost or wrong.

use super::Nanoseconds;
use super::block::{BLOCK_BYTES, FileKind, InodeNo, Name};
use super::driver::{Driver, Recorded};
use super::file_system::{ROOT, Refused};
use super::geometry::Geometry;
use super::history::LossKind;
use super::rules::Rules;
use pathlength_model::ModelError;
use pathlength_queueing::Random;

const SECOND: Nanoseconds = 1_000_000_000;
/// How long the work goes on before the disk has done all of it.
const END: Nanoseconds = 90 * SECOND;
/// Cuts at random moments of the later half.
const CUTS: u32 = 10;
/// Clients, each with a directory of its own.
const CLIENTS: usize = 4;
/// Mean time between two operations.
const PAUSE: f64 = 0.04;
/// A disk does a request in up to so long.
const LATENCY: Nanoseconds = SECOND / 500;
/// A write that was handed over so long before the cut is on the medium; of later ones about half are.
const SETTLED: Nanoseconds = SECOND / 2;

/// Means over all cuts, but where another thing is said.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Aftermath {
    /// Blocks that the recovery read.
    pub read: f64,
    /// Blocks that it wrote.
    pub written: f64,
    /// Problems that a repair found.
    pub repaired: f64,
    /// Problems of the structure that are there afterwards, in all cuts together.
    pub problems: f64,
    /// Pages with what another file wrote, or what was never written.
    pub foreign: f64,
    /// Pages that read as zeros which were never written.
    pub zeros: f64,
    /// Pages that have not what was written last: zeros and pages of others included.
    pub lost: f64,
    /// Pages that are as they were.
    pub right: f64,
    /// The oldest work that any cut has undone, in seconds.
    pub oldest_s: f64,
}

/// Work under way, and then cuts one after the other.
#[derive(Debug)]
pub struct Cuts {
    work: Option<Work>,
    recorded: Option<Recorded>,
    random: Random,
    done: u32,
    sum: Aftermath,
}

impl Cuts {
    /// Nothing done yet, on an empty file system.
    ///
    /// # Errors
    /// [`ModelError`] that says which size is wrong and what to do.
    pub fn new(geometry: Geometry, rules: Rules, seed: u64) -> Result<Self, ModelError> {
        let work = Work::new(geometry, rules, seed)?;
        Ok(Self { work: Some(work), recorded: None, random: Random::new(seed, 3), done: 0, sum: Aftermath::default() })
    }

    /// Does some of it. The outcome, when all is done.
    ///
    /// # Errors
    /// [`ModelError`] if the device is full.
    pub fn step(&mut self) -> Result<Option<Aftermath>, ModelError> {
        if let Some(work) = &mut self.work {
            for _ in 0..200 {
                work.operate()?;
            }
            if work.driver.now() >= END {
                self.recorded = self.work.take().map(|work| work.driver.finish());
            }
            return Ok(None);
        }
        let Some(recorded) = &self.recorded else { return Ok(None) };
        let at = (END as f64 * (0.5 + 0.5 * self.random.uniform())) as Nanoseconds;
        let (writes, random) = (&recorded.log.writes, &mut self.random);
        let cut = recorded.cut_at(at, &mut |write| {
            // Drawn for every write, whether it matters or not.
            let survives = random.uniform() < 0.5;
            survives || writes[write].at + SETTLED <= at
        });
        let lost = &cut.comparison;
        let all = [LossKind::Page, LossKind::Hole, LossKind::Missing, LossKind::Returned, LossKind::Name];
        let oldest = lost.oldest(&all).map_or(0.0, |since| (cut.at - since) as f64 / SECOND as f64);
        let (zeros, older) = (lost.count(LossKind::Hole) as f64, lost.count(LossKind::Page) as f64);
        let sum = &mut self.sum;
        sum.read += cut.recovery.blocks_read as f64;
        sum.written += cut.recovery.blocks_written as f64;
        sum.repaired += f64::from(cut.recovery.problems);
        sum.problems += cut.survey.problems.len() as f64;
        sum.foreign += f64::from(lost.foreign);
        sum.zeros += zeros;
        sum.lost += zeros + older + f64::from(lost.foreign);
        sum.right += f64::from(lost.right);
        sum.oldest_s = sum.oldest_s.max(oldest);
        self.done += 1;
        if self.done < CUTS {
            return Ok(None);
        }
        let mean = |sum: f64| sum / f64::from(CUTS);
        let sum = self.sum;
        Ok(Some(Aftermath {
            read: mean(sum.read),
            written: mean(sum.written),
            repaired: mean(sum.repaired),
            foreign: mean(sum.foreign),
            zeros: mean(sum.zeros),
            lost: mean(sum.lost),
            right: mean(sum.right),
            ..sum
        }))
    }
}

/// Clients that make, write over, lengthen and delete files.
#[derive(Debug)]
struct Work {
    driver: Driver,
    random: Random,
    directories: Vec<InodeNo>,
    /// Directory, name and file.
    files: Vec<(InodeNo, Name, InodeNo)>,
    next: Name,
}

impl Work {
    fn new(geometry: Geometry, rules: Rules, seed: u64) -> Result<Self, ModelError> {
        let mut driver = driver(geometry, rules, seed)?;
        let make = |at| driver.make(ROOT, at as Name + 1, FileKind::Directory).map_err(full);
        let directories: Result<_, _> = (0..CLIENTS).map(make).collect();
        Ok(Self { driver, random: Random::new(seed, 0), directories: directories?, files: Vec::new(), next: 100 })
    }

    fn operate(&mut self) -> Result<(), ModelError> {
        let pause = self.random.exponential() * PAUSE * SECOND as f64;
        self.driver.advance(self.driver.now() + pause as Nanoseconds);
        let what = self.random.uniform_below(10);
        if what < 5 || self.files.len() < CLIENTS {
            self.next += 1;
            let directory = self.directories[self.next as usize % CLIENTS];
            let inode = self.driver.make(directory, self.next, FileKind::File).map_err(full)?;
            self.files.push((directory, self.next, inode));
            let bytes = self.bytes();
            return self.driver.write(inode, 0, bytes).map_err(full);
        }
        let at = self.random.uniform_below(self.files.len() as u64) as usize;
        let (directory, name, inode) = self.files[at];
        let size = self.driver.fs.size(inode).unwrap_or(0);
        match what {
            5..7 => {
                let offset = self.random.uniform_below(size + 1);
                let bytes = self.bytes();
                self.driver.write(inode, offset, bytes).map_err(full)
            }
            7 => {
                let bytes = self.bytes();
                self.driver.write(inode, size, bytes).map_err(full)
            }
            _ => {
                self.files.swap_remove(at);
                self.driver.remove(directory, name, FileKind::File).map_err(full)
            }
        }
    }

    /// Up to twelve pages.
    fn bytes(&mut self) -> u64 {
        1 + self.random.uniform_below(12 * BLOCK_BYTES)
    }
}

fn driver(geometry: Geometry, rules: Rules, seed: u64) -> Result<Driver, ModelError> {
    Driver::new(geometry, rules, LATENCY, seed).map_err(|words| super::performance::sentence(&words))
}

fn full(refused: Refused) -> ModelError {
    ModelError::new(match refused {
        Refused::NoSpace | Refused::NoInodes => "the files do not fit on the device: make it larger".to_owned(),
        other => format!("an operation failed: {other:?}"),
    })
}
