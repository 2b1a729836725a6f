//! The log: transactions of after-images, and their replay.
//!
//! A checkpoint writes all logged blocks to their home locations and restarts the log at its first block. A transaction
//! is complete when all of its blocks are present; the first incomplete transaction ends the log.
//!
//! | log block | |
//! |---|---|
//! | 0..4 | magic number `ZLOG` |
//! | 4..8, 8..12 | index of the block in the transaction, and the transaction's number of blocks |
//! | 12..16 | bytes used |
//! | 16..24 | number of the transaction |
//! | 24..32 | checksum of the rest |
//! | 32.. | the transaction's records, contiguous across its blocks |
//!
//! | record | |
//! |---|---|
//! | 0..4 | block of the medium |
//! | 4 | 1 if the block is zeroed before the ranges are written |
//! | 6..8 | number of ranges |
//! | then, for each | offset and length, two bytes each, and the bytes |

use super::error::UnreadableMedium;
use super::layout::Layout;
use super::medium::{Block, Medium};
use crate::directory::{BLOCK_BYTES, read_u32, write_u32};
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: u32 = u32::from_le_bytes(*b"ZLOG");
const START_MAGIC: u32 = u32::from_le_bytes(*b"ZAGG");

/// Offset of the records in a log block.
const RECORDS_AT: usize = 32;

/// The first log block on the medium, and the offset of its first record byte.
pub(super) const FIRST_BLOCK: u32 = Layout::log_block(0);
pub(super) const FIRST_RECORD: usize = RECORDS_AT;

/// Bytes of records in a log block.
const ROOM: usize = BLOCK_BYTES - RECORDS_AT;

/// Unit of comparison, in bytes: a range consists of whole units.
const GAP: usize = 16;

/// The records of a transaction.
#[derive(Debug, Default)]
pub(super) struct Records(Vec<u8>);

impl Records {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of log blocks that the records need.
    pub(super) fn blocks(&self) -> usize {
        self.0.len().div_ceil(ROOM)
    }

    /// Records the change of a block from `before` to `after`; without `before`, the block's former contents are
    /// obsolete.
    pub(super) fn change(&mut self, block: u32, before: Option<&Block>, after: &Block) {
        let ranges = differences(before.unwrap_or(&[0; BLOCK_BYTES]), after);
        if before.is_none() || !ranges.is_empty() {
            self.record(block, before.is_none(), ranges.iter().map(|range| (range.start, &after[range.clone()])));
        }
    }

    /// Records new values of some bytes of a block.
    pub(super) fn record<'a>(
        &mut self,
        block: u32,
        fresh: bool,
        ranges: impl ExactSizeIterator<Item = (usize, &'a [u8])>,
    ) {
        self.0.extend_from_slice(&block.to_le_bytes());
        self.0.extend_from_slice(&[u8::from(fresh), 0]);
        self.0.extend_from_slice(&(ranges.len() as u16).to_le_bytes());
        for (at, bytes) in ranges {
            self.0.extend_from_slice(&(at as u16).to_le_bytes());
            self.0.extend_from_slice(&(bytes.len() as u16).to_le_bytes());
            self.0.extend_from_slice(bytes);
        }
    }

    /// Returns the log blocks of a transaction with this number.
    pub(super) fn pack(&self, number: u64) -> Vec<Rc<Block>> {
        let of = self.blocks() as u32;
        let pack = |(index, records): (usize, &[u8])| {
            let mut block = [0; BLOCK_BYTES];
            for (at, value) in [(0, MAGIC), (4, index as u32), (8, of), (12, records.len() as u32)] {
                write_u32(&mut block, at, value);
            }
            block[16..24].copy_from_slice(&number.to_le_bytes());
            block[RECORDS_AT..RECORDS_AT + records.len()].copy_from_slice(records);
            seal(&mut block);
            Rc::new(block)
        };
        self.0.chunks(ROOM).enumerate().map(pack).collect()
    }
}

/// Returns the ranges of bytes in which two blocks differ.
fn differences(before: &Block, after: &Block) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (part, (old, new)) in before.chunks_exact(GAP).zip(after.chunks_exact(GAP)).enumerate() {
        if old != new {
            let range = part * GAP..(part + 1) * GAP;
            match ranges.last_mut() {
                Some(last) if last.end == range.start => last.end = range.end,
                _ => ranges.push(range),
            }
        }
    }
    ranges
}

/// Returns the checksum of a log block or of block 0, computed without the checksum field.
fn checksum(block: &Block) -> u64 {
    xxh3_64(&block[..24]) ^ xxh3_64(&block[RECORDS_AT..]).rotate_left(1)
}

fn seal(block: &mut Block) {
    let sum = checksum(block);
    block[24..32].copy_from_slice(&sum.to_le_bytes());
}

fn is_sealed(block: &Block) -> bool {
    block[24..32] == checksum(block).to_le_bytes()
}

fn number_of(block: &Block) -> u64 {
    u64::from_le_bytes(block[16..24].try_into().expect("8 bytes"))
}

/// Returns block 0 of a medium whose log has this length and begins with this transaction.
pub(super) fn start_block(log_blocks: u32, first: u64) -> Rc<Block> {
    let mut block = [0; BLOCK_BYTES];
    write_u32(&mut block, 0, START_MAGIC);
    write_u32(&mut block, 4, log_blocks);
    block[16..24].copy_from_slice(&first.to_le_bytes());
    seal(&mut block);
    Rc::new(block)
}

/// Reads the layout of the log and the number of its first transaction.
pub(super) fn read_start(medium: &Medium) -> Result<(Layout, u64), UnreadableMedium> {
    let block = medium.read(0);
    if read_u32(block, 0) != START_MAGIC || !is_sealed(block) {
        return Err(UnreadableMedium::NotAnAggregate);
    }
    Ok((Layout { log_blocks: read_u32(block, 4) }, number_of(block)))
}

/// Result of a recovery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// Number of complete transactions replayed.
    pub transactions: u32,
    /// Number of log blocks of an incomplete transaction at the end of the log; 0 if the log ends with a
    /// complete transaction.
    pub incomplete_blocks: u32,
    /// Number of blocks written to their home locations.
    pub blocks_written: u32,
}

impl Medium {
    /// Replays the log and empties it. An incomplete transaction is discarded.
    ///
    /// # Errors
    /// Returns [`UnreadableMedium`] if the medium does not contain an aggregate, or if its log is invalid.
    pub fn recover(&mut self) -> Result<Recovery, UnreadableMedium> {
        let (layout, first) = read_start(self)?;
        let mut homes: BTreeMap<u32, Block> = BTreeMap::new();
        let mut recovery = Recovery::default();
        let (mut number, mut at) = (first, 0);
        while let Some(blocks) = self.transaction(layout, number, at, &mut recovery) {
            let records: Vec<u8> =
                (at..at + blocks).flat_map(|at| used(self.read(Layout::log_block(at)))).copied().collect();
            self.replay(&records, &mut homes).ok_or(UnreadableMedium::InvalidLog { transaction: number })?;
            recovery.transactions += 1;
            number += 1;
            at += blocks;
        }
        recovery.blocks_written = homes.len() as u32;
        for (block, bytes) in homes {
            self.write(block, Rc::new(bytes));
        }
        if number > first {
            // The log is discarded only after all its contents have reached their home locations.
            self.flush();
            self.write(0, start_block(layout.log_blocks, number));
            self.flush();
        }
        Ok(recovery)
    }

    /// Starts an empty log with a transaction number that none of its blocks has, and returns the log's layout and that
    /// number. With a reused number, blocks of an interrupted transaction could be taken for blocks of the next
    /// transaction.
    pub(super) fn restart_log(&mut self) -> Result<(Layout, u64), UnreadableMedium> {
        let (layout, end) = read_start(self)?;
        self.write(0, start_block(layout.log_blocks, end + 1));
        self.flush();
        Ok((layout, end + 1))
    }

    /// Returns the number of blocks in the transaction that begins at `at`; `None` if the transaction has another
    /// number or is incomplete.
    fn transaction(&self, layout: Layout, number: u64, at: u32, recovery: &mut Recovery) -> Option<u32> {
        let mut index = 0;
        loop {
            let place = at + index;
            let block = (place < layout.log_blocks).then(|| self.read(Layout::log_block(place)))?;
            let fits = read_u32(block, 0) == MAGIC && number_of(block) == number && read_u32(block, 4) == index;
            let of = read_u32(block, 8);
            let same_length = index == 0 || of == read_u32(self.read(Layout::log_block(at)), 8);
            if !fits || !same_length || !is_sealed(block) {
                recovery.incomplete_blocks = index;
                return None;
            }
            index += 1;
            if index == of {
                return Some(of);
            }
        }
    }

    /// Applies the records of a transaction; returns `None` if a record is invalid.
    fn replay(&self, mut records: &[u8], homes: &mut BTreeMap<u32, Block>) -> Option<()> {
        while !records.is_empty() {
            let head: [u8; 8] = take(&mut records, 8)?.try_into().ok()?;
            let block = u32::from_le_bytes(head[..4].try_into().ok()?);
            let home = homes.entry(block).or_insert_with(|| *self.read(block));
            if head[4] == 1 {
                home.fill(0);
            }
            for _ in 0..u16::from_le_bytes([head[6], head[7]]) {
                let range: [u8; 4] = take(&mut records, 4)?.try_into().ok()?;
                let at = usize::from(u16::from_le_bytes([range[0], range[1]]));
                let bytes = take(&mut records, usize::from(u16::from_le_bytes([range[2], range[3]])))?;
                home.get_mut(at..at + bytes.len())?.copy_from_slice(bytes);
            }
        }
        Some(())
    }
}

/// Returns the record bytes of a log block.
fn used(block: &Block) -> &[u8] {
    &block[RECORDS_AT..RECORDS_AT + (read_u32(block, 12) as usize).min(ROOM)]
}

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}
