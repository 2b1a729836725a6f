//! Recovery after a power cut: replay of the log, or where there is none a repair of everything.

use super::block::{BlockNo, Change, Content, LogBody, LogStart};
use super::geometry::Geometry;
use super::image::Image;
use super::repair::repair;
use super::ring::{Ring, log_block};
use super::rules::{LogKind, Rules};
use std::collections::BTreeMap;

/// What a recovery did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// Blocks that were read, each reading counted. Of a repair: those of its scan.
    pub blocks_read: u64,
    /// Blocks that were written, the log's superblock included.
    pub blocks_written: u64,
    /// Transactions or log buffers that were replayed.
    pub replayed: u32,
    /// Images or records left out because their block had been freed.
    pub revoked: u32,
    /// Problems that a repair found.
    pub problems: u32,
}

/// Recovers the file system on `image`. Doing it again, after a cut at any moment, gives the same.
pub fn recover(image: &mut Image, geometry: &Geometry, rules: &Rules) -> Recovery {
    match rules.log {
        LogKind::None => repair(image, geometry, rules.format),
        LogKind::Physical => replay(image, geometry, scan_transactions),
        LogKind::Logical { .. } => replay(image, geometry, scan_records),
    }
}

/// What the log says: the new contents of blocks, and where it ends.
struct Scanned {
    contents: BTreeMap<BlockNo, Content>,
    end: LogStart,
    recovery: Recovery,
}

fn replay(image: &mut Image, geometry: &Geometry, scan: fn(&mut Image, &Ring, LogStart) -> Scanned) -> Recovery {
    let before = image.reads();
    let Content::LogStart(start) = image.read(Geometry::LOG) else { return Recovery::default() };
    let scanned = scan(image, &Ring::new(geometry.log_blocks), start);
    let mut recovery = scanned.recovery;
    recovery.blocks_read = image.reads() - before;
    if scanned.end == start {
        return recovery;
    }
    recovery.blocks_written = scanned.contents.len() as u64 + 1;
    for (block, content) in scanned.contents {
        image.write(block, content);
    }
    // The log is given up only when all of it is home.
    image.flush();
    image.write(Geometry::LOG, Content::LogStart(scanned.end));
    image.flush();
    recovery
}

/// A complete transaction: images as pairs of home and position in the log, and revoked blocks.
#[derive(Default)]
struct Found {
    sequence: u32,
    images: Vec<(BlockNo, u32)>,
    revoked: Vec<BlockNo>,
}

fn scan_transactions(image: &mut Image, ring: &Ring, start: LogStart) -> Scanned {
    let mut end = start;
    let mut transactions = Vec::new();
    while let Some((transaction, next)) = read_transaction(image, ring, end) {
        transactions.push(transaction);
        end = LogStart { sequence: end.sequence + 1, position: next };
    }
    let mut void: BTreeMap<BlockNo, u32> = BTreeMap::new();
    for transaction in &transactions {
        for block in &transaction.revoked {
            void.insert(*block, transaction.sequence);
        }
    }
    let mut recovery = Recovery { replayed: transactions.len() as u32, ..Recovery::default() };
    let mut last: BTreeMap<BlockNo, u32> = BTreeMap::new();
    for transaction in &transactions {
        for (home, position) in &transaction.images {
            if void.get(home).is_some_and(|revoked| *revoked >= transaction.sequence) {
                recovery.revoked += 1;
            } else {
                last.insert(*home, *position);
            }
        }
    }
    let contents = last.into_iter().map(|(home, position)| (home, image.read(log_block(position)))).collect();
    Scanned { contents, end, recovery }
}

/// The transaction at a place of the log, and the position behind it. `None` if it is not complete.
fn read_transaction(image: &mut Image, ring: &Ring, at: LogStart) -> Option<(Found, u32)> {
    let mut found = Found { sequence: at.sequence, ..Found::default() };
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
                found.images.extend(tags.map(|(tag, home)| (*home, ring.behind(position, tag as u32 + 1))));
                blocks += homes.len() as u32;
            }
            LogBody::Revoke(homes) => found.revoked.extend(homes),
            LogBody::Commit => return Some((found, ring.behind(position, 1))),
            LogBody::Records { .. } => return None,
        }
        position = ring.behind(position, blocks);
        passed += blocks;
    }
    None
}

fn scan_records(image: &mut Image, ring: &Ring, start: LogStart) -> Scanned {
    let mut end = start;
    let mut changes: Vec<(BlockNo, Change)> = Vec::new();
    let mut recovery = Recovery::default();
    while let Some((blocks, records)) = read_buffer(image, ring, end) {
        changes.extend(records);
        recovery.replayed += 1;
        end = LogStart { sequence: end.sequence + 1, position: ring.behind(end.position, blocks) };
    }
    let mut void: BTreeMap<BlockNo, usize> = BTreeMap::new();
    for (at, (block, change)) in changes.iter().enumerate() {
        if *change == Change::Cancel {
            void.insert(*block, at);
        }
    }
    let mut contents: BTreeMap<BlockNo, Content> = BTreeMap::new();
    for (at, (block, change)) in changes.iter().enumerate() {
        if void.get(block).is_some_and(|cancelled| at <= *cancelled) {
            recovery.revoked += 1;
            continue;
        }
        let content = contents.entry(*block).or_insert_with(|| match change {
            Change::Whole(_) => Content::Empty,
            _ => image.read(*block),
        });
        change.apply_to_table(content);
    }
    Scanned { contents, end, recovery }
}

/// The log buffer at a place of the log: its blocks, and the changes of the operations that end in it. `None` if any of
/// its blocks is not on the medium.
fn read_buffer(image: &mut Image, ring: &Ring, at: LogStart) -> Option<(u32, Vec<(BlockNo, Change)>)> {
    let mut blocks = 0;
    loop {
        let Content::Log(block) = image.read(log_block(ring.behind(at.position, blocks))) else { return None };
        let LogBody::Records { index, of, changes } = &block.body else { return None };
        if block.sequence != at.sequence || u32::from(*index) != blocks {
            return None;
        }
        blocks += 1;
        if blocks == u32::from(*of) {
            return Some((blocks, changes.clone()));
        }
    }
}
