//! Consequences of crashes during the work of several clients: recovery I/O, lost pages, and stale data.

use super::Nanoseconds;
use super::block::{BLOCK_BYTES, FileKind, InodeNo, Name};
use super::crash_work::CrashWork;
use super::driver::{Driver, WriteTrace};
use super::file_system::{OperationError, ROOT};
use super::geometry::Geometry;
use super::history::LossKind;
use super::rules::Rules;
use pathlength_model::ModelError;
use pathlength_queueing::Random;

const SECOND: Nanoseconds = 1_000_000_000;
/// Number of operations in a slice of the work.
const SLICE: u32 = 200;

/// Means over all crashes, except where noted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CrashLossSummary {
    /// Blocks that the recovery read.
    pub blocks_read: f64,
    /// Blocks that the recovery wrote.
    pub blocks_written: f64,
    /// Problems corrected by a repair.
    pub repaired: f64,
    /// Problems that remain after recovery, summed over all crashes.
    pub problems: f64,
    /// Pages that expose stale data.
    pub stale_pages: f64,
    /// Pages that read as zeros although no zeros were written.
    pub zero_pages: f64,
    /// Pages without their last version, including zero pages and stale pages.
    pub lost_pages: f64,
    /// Pages with their last version.
    pub intact_pages: f64,
    /// Age of the oldest operation that any crash has lost, in seconds.
    pub oldest_loss_s: f64,
}

/// An estimator that first runs the clients' work, and then simulates one crash after another.
#[derive(Debug)]
pub struct CrashLossEstimator {
    parameters: CrashWork,
    work: Option<ClientWork>,
    trace: Option<WriteTrace>,
    random: Random,
    crashes: u32,
    sum: CrashLossSummary,
}

impl CrashLossEstimator {
    /// Prepares the work on an empty file system.
    ///
    /// # Errors
    /// Returns [`ModelError`] if a size is invalid.
    pub fn new(geometry: Geometry, rules: Rules, parameters: CrashWork, seed: u64) -> Result<Self, ModelError> {
        let work = ClientWork::new(geometry, rules, &parameters, seed)?;
        let (random, sum) = (Random::new(seed, 3), CrashLossSummary::default());
        Ok(Self { parameters, work: Some(work), trace: None, random, crashes: 0, sum })
    }

    /// Executes a slice of the work, or simulates one crash. Returns the summary after the last crash, and `None`
    /// before then.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the device is full.
    pub fn step(&mut self) -> Result<Option<CrashLossSummary>, ModelError> {
        if let Some(work) = &mut self.work {
            for _ in 0..SLICE {
                work.operate()?;
            }
            if work.driver.now() >= nanoseconds(self.parameters.crash_work_s) {
                self.trace = self.work.take().map(|work| work.driver.finish());
            }
            return Ok(None);
        }
        let Some(trace) = &self.trace else { return Ok(None) };
        let [from, survival] =
            [self.parameters.earliest_crash_percent, self.parameters.unflushed_survival].map(|share| share / 100.0);
        let end = nanoseconds(self.parameters.crash_work_s);
        let at = (end as f64 * (from + (1.0 - from) * self.random.uniform())) as Nanoseconds;
        let settled = nanoseconds(self.parameters.crash_settled_s);
        let (writes, random) = (&trace.log.writes, &mut self.random);
        let outcome = trace.crash_at(at, &mut |write| {
            // A number is drawn for every write, so that the random-number stream does not depend on the age of the
            // writes.
            let survives = random.uniform() < survival;
            survives || writes[write].at + settled <= at
        });
        let lost = &outcome.comparison;
        let all = [LossKind::OldPage, LossKind::ZeroPage, LossKind::Missing, LossKind::Resurrected, LossKind::OldName];
        let oldest = lost.oldest(&all).map_or(0.0, |since| (outcome.at - since) as f64 / SECOND as f64);
        let (zeros, older) = (lost.count(LossKind::ZeroPage) as f64, lost.count(LossKind::OldPage) as f64);
        let sum = &mut self.sum;
        sum.blocks_read += outcome.recovery.blocks_read as f64;
        sum.blocks_written += outcome.recovery.blocks_written as f64;
        sum.repaired += f64::from(outcome.recovery.problems);
        sum.problems += outcome.report.problems.len() as f64;
        sum.stale_pages += f64::from(lost.stale_pages);
        sum.zero_pages += zeros;
        sum.lost_pages += zeros + older + f64::from(lost.stale_pages);
        sum.intact_pages += f64::from(lost.intact_pages);
        sum.oldest_loss_s = sum.oldest_loss_s.max(oldest);
        self.crashes += 1;
        if f64::from(self.crashes) < self.parameters.crashes {
            return Ok(None);
        }
        let mean = |sum: f64| sum / f64::from(self.crashes);
        let sum = self.sum;
        Ok(Some(CrashLossSummary {
            blocks_read: mean(sum.blocks_read),
            blocks_written: mean(sum.blocks_written),
            repaired: mean(sum.repaired),
            stale_pages: mean(sum.stale_pages),
            zero_pages: mean(sum.zero_pages),
            lost_pages: mean(sum.lost_pages),
            intact_pages: mean(sum.intact_pages),
            ..sum
        }))
    }
}

/// Clients that create, overwrite, extend, and remove files.
#[derive(Debug)]
struct ClientWork {
    /// Mean pause between two operations, in seconds.
    pause_s: f64,
    driver: Driver,
    random: Random,
    directories: Vec<InodeNo>,
    /// Directory, name, and inode of each file.
    files: Vec<(InodeNo, Name, InodeNo)>,
    next: Name,
}

impl ClientWork {
    fn new(geometry: Geometry, rules: Rules, parameters: &CrashWork, seed: u64) -> Result<Self, ModelError> {
        let latency = nanoseconds(parameters.crash_request_ms / 1e3);
        let mut driver = Driver::new(geometry, rules, latency, seed).map_err(ModelError::new)?;
        let make_directory = |at| driver.make(ROOT, at as Name + 1, FileKind::Directory).map_err(model_error);
        let directories: Result<_, _> = (0..parameters.crash_clients as usize).map(make_directory).collect();
        let (random, directories) = (Random::new(seed, 0), directories?);
        Ok(Self { pause_s: parameters.crash_pause_s, driver, random, directories, files: Vec::new(), next: 100 })
    }

    fn operate(&mut self) -> Result<(), ModelError> {
        let pause = self.random.exponential() * self.pause_s * SECOND as f64;
        self.driver.advance(self.driver.now() + pause as Nanoseconds);
        let choice = self.random.uniform_below(10);
        if choice < 5 || self.files.len() < self.directories.len() {
            self.next += 1;
            let directory = self.directories[self.next as usize % self.directories.len()];
            let inode = self.driver.make(directory, self.next, FileKind::File).map_err(model_error)?;
            self.files.push((directory, self.next, inode));
            let bytes = self.draw_bytes();
            return self.driver.write(inode, 0, bytes).map_err(model_error);
        }
        let at = self.random.uniform_below(self.files.len() as u64) as usize;
        let (directory, name, inode) = self.files[at];
        let size = self.driver.fs.size(inode).unwrap_or(0);
        match choice {
            5..7 => {
                let offset = self.random.uniform_below(size + 1);
                let bytes = self.draw_bytes();
                self.driver.write(inode, offset, bytes).map_err(model_error)
            }
            7 => {
                let bytes = self.draw_bytes();
                self.driver.write(inode, size, bytes).map_err(model_error)
            }
            _ => {
                self.files.swap_remove(at);
                self.driver.remove(directory, name, FileKind::File).map_err(model_error)
            }
        }
    }

    /// Draws a size of up to twelve pages.
    fn draw_bytes(&mut self) -> u64 {
        1 + self.random.uniform_below(12 * BLOCK_BYTES)
    }
}

fn nanoseconds(seconds: f64) -> Nanoseconds {
    (seconds * SECOND as f64) as Nanoseconds
}

fn model_error(error: OperationError) -> ModelError {
    ModelError::new(match error {
        OperationError::NoSpace | OperationError::NoInodes => {
            "the files do not fit on the device: make the device larger".to_owned()
        }
        other => format!("operation failed: {other:?}"),
    })
}
