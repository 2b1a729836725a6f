//! Mounting a medium that has been used before: the state in memory is read from the medium's structure after recovery.
//!
//! The log continues where recovery ended, with a sequence number that none of its blocks has. Otherwise, blocks of a
//! transaction that the crash interrupted could be taken for blocks of the next transaction. Recovery in jbd skips one
//! number (`++transaction_ID`), because only one transaction commits at a time. A logical log may have several buffers
//! in flight. XFS overwrites the blocks of these buffers; here, the sequence number skips as many values as the log has
//! blocks.

use super::block::{BlockNo, Content, FileKind, LogStart};
use super::check::{ConsistencyReport, PageLocation, check_consistency};
use super::file_system::FileSystem;
use super::geometry::Geometry;
use super::image::Image;
use super::pages::Page;
use super::recover::{Recovery, recover};
use super::rules::{LogKind, Rules};
use std::collections::BTreeSet;

impl FileSystem {
    /// Recovers the medium and mounts it. Afterward, `image` contains the recovery's writes and the new start of the
    /// log.
    ///
    /// # Errors
    /// Returns a message if a size is invalid, or if the structure has problems that the recovery did not repair.
    pub fn mount(image: &mut Image, geometry: Geometry, rules: Rules) -> Result<(Self, Recovery), String> {
        let mut mounted = Self::new(geometry, rules)?;
        let geometry = mounted.geometry;
        let recovery = recover(image, &geometry, &rules);
        let report = check_consistency(image, &geometry, rules.format);
        if let Some(problem) = report.problems.first() {
            let count = report.problems.len();
            return Err(format!(
                "the structure is inconsistent (problems: {count}, the first: {problem:?}): repair it before mounting"
            ));
        }
        if let Content::LogStart(end) = image.read(Geometry::LOG)
            && rules.log != LogKind::None
        {
            mounted.restart_log(image, end);
        }
        mounted.read_metadata(image, &report);
        mounted.read_files(image, &report);
        mounted.count_space(&report);
        Ok((mounted, recovery))
    }

    /// Restarts the log at its end, with a sequence number that no block in the log has.
    fn restart_log(&mut self, image: &mut Image, end: LogStart) {
        let skipped = if self.rules.log == LogKind::Physical { 1 } else { self.ring.size() };
        let start = LogStart { sequence: end.sequence + skipped, position: end.position };
        image.write(Geometry::LOG, Content::LogStart(start));
        image.flush();
        self.ring.restart(start);
        self.records.durable = start.sequence;
    }

    /// Reads all blocks that are not free and do not hold file pages.
    fn read_metadata(&mut self, image: &mut Image, report: &ConsistencyReport) {
        let files = report.inodes.values().filter(|record| record.inode.kind == FileKind::File);
        let pages: BTreeSet<BlockNo> = files
            .flat_map(|record| &record.pages)
            .filter_map(|(_, location)| match location {
                PageLocation::Block(block) => Some(*block),
                PageLocation::Tail(_) => None,
            })
            .collect();
        for block in 0..self.geometry.blocks {
            let is_free = self.geometry.is_allocatable(block, self.rules.format) && !report.uses(block);
            let content = if is_free || pages.contains(&block) { Content::Empty } else { image.read(block) };
            if *self.cache.get(block) != content {
                self.cache.set(block, content);
            }
        }
    }

    /// Reads the pages of all files. Pages with unknown contents get version 0, as if they had never been written.
    fn read_files(&mut self, image: &mut Image, report: &ConsistencyReport) {
        self.files.clear();
        self.next_identity = 1;
        for (number, record) in &report.inodes {
            self.next_identity = self.next_identity.max(record.inode.identity + 1);
            self.next_object = self.next_object.max(*number);
            let parent = report.names.get(number).map_or(0, |(directory, ..)| *directory);
            let file = self.open_file(*number);
            (file.identity, file.parent) = (record.inode.identity, parent);
            if record.inode.kind != FileKind::File {
                continue;
            }
            for (page, location) in &record.pages {
                let (block, content) = match location {
                    PageLocation::Block(block) => (*block, image.read(*block)),
                    PageLocation::Tail(stamp) => (0, Content::Data(*stamp)),
                };
                let version = if let Content::Data(stamp) = content { stamp.version } else { 0 };
                self.next_version = self.next_version.max(version + 1);
                let pages = &mut self.open_file(*number).pages;
                if pages.len() <= *page as usize {
                    pages.resize_with(*page as usize + 1, Page::default);
                }
                pages[*page as usize] = Page { block, version, tail: block == 0, ..Page::default() };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crash::OperationStream;
    use crate::{Driver, Policy};
    use pathlength_queueing::Random;

    /// Visits the crash states of an operation stream that has a small log and is interrupted three times at random.
    fn crash_states(policy: Policy, seed: u64, visit: &mut dyn FnMut(&mut Image, &Geometry, &Rules)) {
        let default = Rules::of(policy);
        let rules = Rules { transaction_blocks: 28, commit_interval: default.commit_interval / 10, ..default };
        let geometry = Geometry { log_blocks: 64, ..Geometry::small() };
        let mut random = Random::new(seed, 9);
        let mut stream = OperationStream::new(geometry, rules, 0.4, seed).unwrap();
        for _ in 0..3 {
            for _ in 0..30 {
                stream.step();
            }
            let run = stream.driver.finish();
            let last = (random.uniform() * (run.log.writes.len() - 1) as f64) as usize;
            let crash = run.state_after(last, &mut |_| random.uniform() < 0.5);
            visit(&mut crash.image.clone(), &geometry, &rules);
            stream = OperationStream::resume(Driver::mount(&run, &crash, 100_000_000, seed).unwrap(), 0.4, seed);
        }
    }

    #[test]
    fn mounted_log_counts_on_from_a_number_that_no_log_block_has() {
        let mut interrupted = 0;
        for policy in [Policy::Ordered, Policy::Journal, Policy::Reiser, Policy::Logical, Policy::LogicalDelayed] {
            for seed in 0..40 {
                crash_states(policy, seed, &mut |image, geometry, rules| {
                    let (fs, _) = FileSystem::mount(image, *geometry, *rules).unwrap();
                    for block in Geometry::LOG + 1..geometry.first() {
                        if let Content::Log(log) = image.read(block) {
                            assert!(log.sequence < fs.ring.sequence, "{policy:?}, stream {seed}: {log:?}");
                            interrupted += u32::from(log.sequence + 1 == fs.ring.sequence);
                        }
                    }
                    assert_eq!(image.read(Geometry::LOG), Content::LogStart(fs.ring.tail));
                });
            }
        }
        assert!(interrupted > 0, "no crash interrupted a transaction");
    }

    #[test]
    fn mounted_state_equals_the_state_that_wrote_the_medium() {
        for policy in Policy::ALL {
            let geometry = Geometry::small();
            let rules = Rules { transaction_blocks: 28, ..Rules::of(policy) };
            let mut stream = OperationStream::new(geometry, rules, 0.4, 5).unwrap();
            for _ in 0..80 {
                stream.step();
            }
            // By now, everything is durable, and the last freed blocks are available again.
            let now = stream.driver.now();
            stream.driver.advance(now + 200_000_000_000);
            let (free, inodes) = (stream.driver.fs.free_blocks(), stream.driver.fs.files.len());
            let names = |fs: &FileSystem| -> Vec<_> { (1..inodes as u32).map(|at| fs.list(at)).collect() };
            let expected = names(&stream.driver.fs);
            let run = stream.driver.finish();
            let mut image = run.state_after(run.log.writes.len() - 1, &mut |_| true).image;
            let (fs, _) = FileSystem::mount(&mut image, geometry, rules).unwrap();
            assert_eq!(names(&fs), expected, "{policy:?}");
            assert_eq!(fs.free_blocks(), free, "{policy:?}");
        }
    }
}
