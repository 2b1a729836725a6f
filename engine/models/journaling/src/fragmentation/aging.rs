//! External fragmentation: files that are written at the same time, on a file system that has been used before.

use super::super::Nanoseconds;
use super::super::block::{BLOCK_BYTES, FileKind, INODES_PER_BLOCK, InodeNo, Name};
use super::super::check::{PageLocation, check_consistency};
use super::super::driver::Driver;
use super::super::file_system::{OperationError, ROOT};
use super::super::geometry::Geometry;
use super::super::recover::recover;
use super::super::rules::{Policy, Rules};
use pathlength_model::{ModelError, WordEnum, costs, words};
use pathlength_queueing::Random;

const SECOND: Nanoseconds = 1_000_000_000;

costs! {
    /// Aging of a device, with one field per parameter of the lab.
    AgingRounds;
    /// Maximum number of pages in a file of the aging rounds.
    aging_pages = |_| Some(32.0),
    /// Share of the device that a round fills, as a multiple of the share that is still full after the round.
    aging_excess = |_| Some(1.6),
    /// Maximum share of the device that a round fills, in percent.
    aging_max_filled_percent = |value| value("aging_most").or(Some(85.0)),
    /// Number of groups on the device, which is small enough to be shown completely.
    aging_groups = |_| Some(2.0),
    /// Blocks per group.
    aging_group_blocks = |_| Some(2048.0),
    /// Log blocks.
    aging_log_blocks = |_| Some(256.0),
    /// Number of files in the study of growing files.
    growing_files = |_| Some(8.0),
    /// Pages per growing file.
    growing_pages = |_| Some(256.0),
}

impl AgingRounds {
    fn check(&self) -> Result<(), ModelError> {
        let needed = [("aging_pages", self.aging_pages), ("aging_excess", self.aging_excess)];
        if let Some((name, value)) = needed.into_iter().find(|(_, value)| *value < 1.0) {
            return Err(ModelError::new(format!("{name} is {value}: give at least 1")));
        }
        let [pages, filled] = [self.aging_pages, self.aging_max_filled_percent];
        if pages > self.aging_group_blocks {
            return Err(ModelError::new(format!(
                "aging_pages is {pages}: give at most aging_group_blocks, which is {}",
                self.aging_group_blocks
            )));
        }
        if filled > 100.0 {
            return Err(ModelError::new(format!("aging_max_filled_percent is {filled} %: give at most 100 %")));
        }
        let counts = [
            ("aging_groups", self.aging_groups, 1.0..=64.0),
            ("aging_group_blocks", self.aging_group_blocks, 256.0..=32_768.0),
            ("aging_log_blocks", self.aging_log_blocks, 64.0..=32_768.0),
            ("growing_files", self.growing_files, 1.0..=256.0),
            ("growing_pages", self.growing_pages, 1.0..=32_768.0),
        ];
        match counts.into_iter().find(|(_, value, range)| value.fract() != 0.0 || !range.contains(value)) {
            Some((name, value, range)) => Err(ModelError::new(format!(
                "{name} is {value}: give a whole number from {} to {}",
                range.start(),
                range.end()
            ))),
            None => Ok(()),
        }
    }
}

/// How a device is aged, and the files that are then written to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgingSetup {
    /// The file system.
    pub policy: Policy,
    /// Number of aging rounds, each of which fills the device and then removes many of its files.
    pub rounds: u32,
    /// Share of the device that is full before the files are written, if there are aging rounds.
    pub filled: f64,
    /// Files that are written at the same time.
    pub writers: u32,
    /// Pages that a writer appends per turn.
    pub chunk: u32,
    /// Pages per file.
    pub pages: u32,
}

impl AgingSetup {
    fn check(&self, aging: &AgingRounds) -> Result<(), ModelError> {
        let problem = if self.rounds > 20 {
            "too many aging rounds: give at most 20 rounds"
        } else if !(0.0..=0.7).contains(&self.filled) {
            "filled share is out of range: give 0 to 70 %"
        } else if self.writers == 0 || self.chunk == 0 || self.pages == 0 {
            "writers, chunk, or pages is 0: give at least 1 writer, 1 page per turn, and 1 page per file"
        } else if self.chunk > self.pages {
            "a turn appends more pages than a file has: append fewer pages at a time or make the files larger"
        } else if f64::from(self.writers) * f64::from(self.pages)
            > (0.9 - self.filled) * aging.aging_groups * aging.aging_group_blocks
        {
            "the files do not fit: write fewer or smaller ones, or reduce the filled share"
        } else {
            return Ok(());
        };
        Err(ModelError::new(problem))
    }
}

/// Owner of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtentOwner {
    /// The block is free.
    Free,
    /// The file system itself.
    Metadata,
    /// A file from the aging rounds.
    OlderFile,
    /// The first of the new files; each further file has the next number.
    FirstNewFile,
}

words! { ExtentOwner { Free = "free", Metadata = "metadata", OlderFile = "older", FirstNewFile = "first" } }

impl ExtentOwner {
    fn number(self) -> u32 {
        u32::from(self.index())
    }
}

/// Consecutive blocks of one owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// First block.
    pub block: u32,
    /// Number of blocks.
    pub blocks: u32,
    /// Number of an [`ExtentOwner`]; the new files have consecutive numbers from [`ExtentOwner::FirstNewFile`] onward.
    pub owner: u32,
}

/// An aged device after the files have been written.
#[derive(Clone, Debug)]
pub struct AgedFileSystem {
    /// All blocks, as extents.
    pub extents: Vec<Extent>,
    /// Number of extents of each new file.
    pub extent_counts: Vec<u32>,
    /// Number of blocks that are allocated before the new files are written.
    pub full_before: u32,
}

impl AgedFileSystem {
    /// Ages a device, which takes a few milliseconds per round, and writes the new files.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the setup is invalid or the files do not fit.
    pub fn new(setup: &AgingSetup, aging: &AgingRounds, seed: u64) -> Result<Self, ModelError> {
        setup.check(aging)?;
        let mut device = Device::new(setup.policy, aging, seed).map_err(ModelError::new)?;
        let error = |_| ModelError::new("the device is full: write fewer or smaller files");
        for _ in 0..setup.rounds {
            device.age_once(setup.filled, aging).map_err(error)?;
        }
        let full_before = device.capacity - device.driver.fs.free_blocks();
        let new = device.write_together(setup).map_err(error)?;
        Ok(device.survey_blocks(&new, full_before))
    }
}

struct Device {
    driver: Driver,
    random: Random,
    directory: InodeNo,
    /// Number of free blocks on the empty device.
    capacity: u32,
    files: Vec<Name>,
    next: Name,
}

impl Device {
    fn new(policy: Policy, aging: &AgingRounds, seed: u64) -> Result<Self, String> {
        let counts = [aging.aging_groups, aging.aging_group_blocks, aging.aging_log_blocks];
        let [groups, group_blocks, log] = counts.map(|count| count as u32);
        // One inode per four blocks, in whole blocks of the inode table.
        let group_inodes = group_blocks / 4 / INODES_PER_BLOCK * INODES_PER_BLOCK;
        let geometry = Geometry {
            blocks: 1 + log + groups * group_blocks,
            group_blocks,
            group_inodes,
            ..Geometry::of_size(0, log)
        };
        let mut driver = Driver::new(geometry, Rules::of(policy), SECOND / 1000, seed)?;
        let directory = driver.make(ROOT, 1, FileKind::Directory).map_err(|_| "the device is full".to_owned())?;
        let capacity = driver.fs.free_blocks();
        Ok(Self { driver, random: Random::new(seed, 4), directory, capacity, files: Vec::new(), next: 2 })
    }

    fn draw_below(&mut self, n: usize) -> usize {
        ((self.random.uniform() * n as f64) as usize).min(n.saturating_sub(1))
    }

    /// Writes files of various sizes until more than the share `filled` is full, then removes files until only this
    /// share is full.
    fn age_once(&mut self, filled: f64, aging: &AgingRounds) -> Result<(), OperationError> {
        let free_at = |share: f64, capacity: u32| (f64::from(capacity) * (1.0 - share)) as u32;
        let excess = (filled * aging.aging_excess).min(aging.aging_max_filled_percent / 100.0);
        while self.driver.fs.free_blocks() > free_at(excess, self.capacity) {
            let pages = 1 + (self.random.uniform() * self.random.uniform() * aging.aging_pages) as u64;
            let name = self.next;
            self.next += 1;
            let file = self.driver.make(self.directory, name, FileKind::File);
            let written = file.and_then(|file| {
                self.files.push(name);
                self.driver.write(file, 0, pages * BLOCK_BYTES)
            });
            // Blocks that the previous round freed may not be available yet.
            if written == Err(OperationError::NoSpace) {
                break;
            }
            written?;
            // Delayed allocation takes no blocks until write-back.
            if self.files.len().is_multiple_of(8) {
                self.sync_and_wait()?;
            }
        }
        self.sync_and_wait()?;
        while self.driver.fs.free_blocks() < free_at(filled, self.capacity) && !self.files.is_empty() {
            let at = self.draw_below(self.files.len());
            let name = self.files.swap_remove(at);
            self.driver.remove(self.directory, name, FileKind::File)?;
            // Freed blocks can be reused only after a commit.
            if self.files.len().is_multiple_of(16) {
                self.sync_and_wait()?;
            }
        }
        self.sync_and_wait()
    }

    fn sync_and_wait(&mut self) -> Result<(), OperationError> {
        self.driver.sync(0)?;
        self.driver.advance(self.driver.now() + SECOND);
        Ok(())
    }

    fn write_together(&mut self, setup: &AgingSetup) -> Result<Vec<InodeNo>, OperationError> {
        let mut files = Vec::new();
        for _ in 0..setup.writers {
            files.push(self.driver.make(self.directory, self.next, FileKind::File)?);
            self.next += 1;
        }
        let mut page = 0;
        while page < setup.pages {
            let pages = setup.chunk.min(setup.pages - page);
            for file in &files {
                self.driver.write(*file, u64::from(page) * BLOCK_BYTES, u64::from(pages) * BLOCK_BYTES)?;
            }
            page += pages;
        }
        self.sync_and_wait()?;
        Ok(files)
    }

    fn survey_blocks(self, new: &[InodeNo], full_before: u32) -> AgedFileSystem {
        let run = self.driver.finish();
        let mut image = run.initial_image.clone();
        for write in &run.log.writes {
            image.write(write.block, write.content.clone());
        }
        // Replay writes committed blocks to their home locations.
        recover(&mut image, &run.geometry, &run.rules);
        let report = check_consistency(&mut image, &run.geometry, run.rules.format);
        let mut owners = vec![ExtentOwner::Metadata.number(); run.geometry.blocks as usize];
        for (block, owner) in owners.iter_mut().enumerate() {
            let used = report.uses(block as u32);
            if run.geometry.is_allocatable(block as u32, run.rules.format) && !used {
                *owner = ExtentOwner::Free.number();
            }
        }
        let mut extent_counts = vec![0; new.len()];
        for record in report.inodes.values().filter(|record| record.inode.kind == FileKind::File) {
            let file = new.iter().position(|inode| *inode == record.number);
            let mut expected = None;
            let mut pages = record.pages.clone();
            pages.sort_unstable_by_key(|(page, _)| *page);
            for (_, location) in pages {
                let PageLocation::Block(block) = location else { continue };
                owners[block as usize] = match file {
                    Some(at) => ExtentOwner::FirstNewFile.number() + at as u32,
                    None => ExtentOwner::OlderFile.number(),
                };
                if let Some(at) = file
                    && expected != Some(block)
                {
                    extent_counts[at] += 1;
                }
                expected = Some(block + 1);
            }
        }
        let mut extents: Vec<Extent> = Vec::new();
        for (block, owner) in (0..).zip(owners) {
            match extents.last_mut() {
                Some(last) if last.owner == owner => last.blocks += 1,
                _ => extents.push(Extent { block, blocks: 1, owner }),
            }
        }
        AgedFileSystem { extents, extent_counts, full_before }
    }
}
