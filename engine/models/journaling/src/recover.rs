//! Recovery after a crash: replay of the log, or, without a log, a consistency check and repair.

use super::block::{BlockNo, Change, Content, LogBody, LogStart};
use super::damage::{checksum, transaction_checksum};
use super::geometry::Geometry;
use super::image::Image;
use super::repair::repair;
use super::ring::{Ring, log_block};
use super::rules::{LogKind, Rules};
use std::collections::BTreeMap;

/// The work of a recovery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// Number of blocks read, counting repeated reads; for a repair, the number of blocks that its first check reads.
    pub blocks_read: u64,
    /// Blocks written, including the log superblock.
    pub blocks_written: u64,
    /// Replayed transactions or log buffers.
    pub replayed: u32,
    /// Images or records that were revoked because their block had been freed.
    pub revoked: u32,
    /// Problems that a repair found.
    pub problems: u32,
    /// Log entries that were not replayed because they were recognized as damaged. A checksum detects damage; formats
    /// with records also detect a torn block of log records without a checksum.
    pub damaged: u32,
}

/// Recovers the file system on `image`. Recovery is idempotent: after a crash at any point, a second attempt has the
/// same result.
pub fn recover(image: &mut Image, geometry: &Geometry, rules: &Rules) -> Recovery {
    match rules.log {
        LogKind::None => repair(image, geometry, rules.format),
        LogKind::Physical => replay(image, geometry, scan_transactions),
        LogKind::Logical { .. } => replay(image, geometry, scan_records),
    }
}

/// Result of reading the log: the new contents of blocks, and the end of the log.
struct LogScan {
    contents: BTreeMap<BlockNo, Content>,
    end: LogStart,
    recovery: Recovery,
}

fn replay(image: &mut Image, geometry: &Geometry, scan: fn(&mut Image, &Ring, LogStart) -> LogScan) -> Recovery {
    let before = image.reads();
    let Content::LogStart(start) = image.read(Geometry::LOG) else { return Recovery::default() };
    let log_scan = scan(image, &Ring::new(geometry.log_blocks), start);
    let mut recovery = log_scan.recovery;
    recovery.blocks_read = image.reads() - before;
    if log_scan.end == start {
        return recovery;
    }
    recovery.blocks_written = log_scan.contents.len() as u64 + 1;
    for (block, content) in log_scan.contents {
        image.write(block, content);
    }
    // The log is discarded only after all of it has reached the home locations.
    image.flush();
    image.write(Geometry::LOG, Content::LogStart(log_scan.end));
    image.flush();
    recovery
}

/// A complete transaction in the log: images as pairs of home location and log position, and revoked blocks.
#[derive(Default)]
struct LoggedTransaction {
    sequence: u32,
    images: Vec<(BlockNo, u32)>,
    revoked: Vec<BlockNo>,
    checksum: Option<u64>,
}

impl LoggedTransaction {
    /// Returns whether the checksum of the transaction is correct; `true` if it has no checksum.
    fn is_intact(&self, image: &mut Image) -> bool {
        self.checksum.is_none_or(|checksum| {
            let images: Vec<(BlockNo, Content)> =
                self.images.iter().map(|(home, position)| (*home, image.read(log_block(*position)))).collect();
            let images = images.iter().map(|(home, content)| (*home, content));
            checksum == transaction_checksum(self.sequence, images, &self.revoked)
        })
    }
}

fn scan_transactions(image: &mut Image, ring: &Ring, start: LogStart) -> LogScan {
    let mut end = start;
    let mut transactions = Vec::new();
    let mut damaged = 0;
    while let Some((transaction, next)) = read_transaction(image, ring, end) {
        if !transaction.is_intact(image) {
            damaged = 1;
            break;
        }
        transactions.push(transaction);
        end = LogStart { sequence: end.sequence + 1, position: next };
    }
    let mut revoked_at: BTreeMap<BlockNo, u32> = BTreeMap::new();
    for transaction in &transactions {
        for block in &transaction.revoked {
            revoked_at.insert(*block, transaction.sequence);
        }
    }
    let mut recovery = Recovery { replayed: transactions.len() as u32, damaged, ..Recovery::default() };
    let mut last: BTreeMap<BlockNo, u32> = BTreeMap::new();
    for transaction in &transactions {
        for (home, position) in &transaction.images {
            if revoked_at.get(home).is_some_and(|revoked| *revoked >= transaction.sequence) {
                recovery.revoked += 1;
            } else {
                last.insert(*home, *position);
            }
        }
    }
    let contents = last.into_iter().map(|(home, position)| (home, image.read(log_block(position)))).collect();
    LogScan { contents, end, recovery }
}

/// Reads the transaction at a log position. Returns the transaction and the position after it, or `None` if the
/// transaction is incomplete.
fn read_transaction(image: &mut Image, ring: &Ring, at: LogStart) -> Option<(LoggedTransaction, u32)> {
    let mut transaction = LoggedTransaction { sequence: at.sequence, ..LoggedTransaction::default() };
    let mut position = at.position;
    let mut passed = 0;
    while passed < ring.size() {
        let Content::Log(block) = image.read(log_block(position)) else { return None };
        if block.sequence != at.sequence {
            return None;
        }
        let mut blocks = 1;
        match &block.body {
            LogBody::Descriptor(homes) => {
                let tags = homes.iter().enumerate();
                transaction.images.extend(tags.map(|(tag, home)| (*home, ring.behind(position, tag as u32 + 1))));
                blocks += homes.len() as u32;
            }
            LogBody::Revoke(homes) => transaction.revoked.extend(homes),
            LogBody::Commit { checksum } => {
                transaction.checksum = *checksum;
                return Some((transaction, ring.behind(position, 1)));
            }
            LogBody::Records { .. } => return None,
        }
        position = ring.behind(position, blocks);
        passed += blocks;
    }
    None
}

fn scan_records(image: &mut Image, ring: &Ring, start: LogStart) -> LogScan {
    let mut end = start;
    let mut changes: Vec<(BlockNo, Change)> = Vec::new();
    let mut recovery = Recovery::default();
    while let Some((blocks, records)) = read_buffer(image, ring, end, &mut recovery.damaged) {
        changes.extend(records);
        recovery.replayed += 1;
        end = LogStart { sequence: end.sequence + 1, position: ring.behind(end.position, blocks) };
    }
    let mut revoked_at: BTreeMap<BlockNo, usize> = BTreeMap::new();
    for (at, (block, change)) in changes.iter().enumerate() {
        if *change == Change::Cancel {
            revoked_at.insert(*block, at);
        }
    }
    let mut contents: BTreeMap<BlockNo, Content> = BTreeMap::new();
    for (at, (block, change)) in changes.iter().enumerate() {
        if revoked_at.get(block).is_some_and(|cancelled| at <= *cancelled) {
            recovery.revoked += 1;
            continue;
        }
        let content = contents.entry(*block).or_insert_with(|| match change {
            Change::Whole(_) => Content::Empty,
            _ => image.read(*block),
        });
        change.apply_to_table(content);
    }
    LogScan { contents, end, recovery }
}

/// Reads the log buffer at a log position. Returns the number of the buffer's blocks, and the changes of the operations
/// that end in the buffer. Returns `None` if any block of the buffer is damaged or not on the medium. Adds the number
/// of damaged blocks to `damaged`.
fn read_buffer(
    image: &mut Image,
    ring: &Ring,
    at: LogStart,
    damaged: &mut u32,
) -> Option<(u32, Vec<(BlockNo, Change)>)> {
    let mut blocks = 0;
    loop {
        let content = image.read(log_block(ring.behind(at.position, blocks)));
        // A torn block is recognized: JFS stores the page number at both ends of a log page, and XFS stores a cycle
        // number in each sector.
        *damaged += u32::from(content == Content::Garbage);
        let Content::Log(block) = content else { return None };
        let LogBody::Records { index, of, changes, checksum: sealed } = &block.body else { return None };
        if block.sequence != at.sequence || u32::from(*index) != blocks {
            return None;
        }
        if sealed.is_some_and(|sealed| sealed != checksum(changes)) {
            *damaged += 1;
            return None;
        }
        blocks += 1;
        if blocks == u32::from(*of) {
            return Some((blocks, changes.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crash::OperationStream;
    use crate::{Policy, RequestKind};

    /// A nearly full device reuses freed blocks soon, while the log may still contain their images.
    #[test]
    fn replay_never_overwrites_a_page_that_is_on_the_medium() {
        let geometry = Geometry { blocks: 1 + 64 + 110, group_blocks: 110, ..Geometry::small() };
        for policy in Policy::ALL.into_iter().filter(|policy| Rules::of(*policy).log != LogKind::None) {
            let default = Rules::of(policy);
            let rules = Rules { transaction_blocks: 28, commit_interval: default.commit_interval / 10, ..default };
            let mut pages = 0;
            for seed in 0..40 {
                let mut stream = OperationStream::new(geometry, rules, 0.4, seed).unwrap();
                for _ in 0..80 {
                    stream.step();
                }
                let run = stream.driver.finish();
                let mut medium = run.initial_image.clone();
                for write in &run.log.writes {
                    medium.write(write.block, write.content.clone());
                    if write.kind == RequestKind::Data {
                        let mut recovered = medium.copy_decided();
                        recover(&mut recovered, &geometry, &rules);
                        assert_eq!(recovered.read(write.block), write.content, "{policy:?}, stream {seed}");
                        pages += 1;
                    }
                }
            }
            assert!(policy == Policy::Journal || pages > 100, "{policy:?}: only {pages} pages");
        }
    }
}
