//! The log: transactions of after-images, and what replays them.
//!
//! A checkpoint brings everything home and starts the log anew at its first block. A transaction is complete when all
//! of its blocks are there; the first that is not complete ends the log.
//!
//! | block of the log | |
//! |---|---|
//! | 0..4 | magic number `ZLOG` |
//! | 4..8, 8..12 | which block of the transaction this is, and how many it has |
//! | 12..16 | bytes of it that are used |
//! | 16..24 | number of the transaction |
//! | 24..32 | checksum of the rest |
//! | 32.. | the transaction's records, one behind the other and across its blocks |
//!
//! | record | |
//! |---|---|
//! | 0..4 | block of the medium |
//! | 4 | 1 if the block holds zeros before the ranges |
//! | 6..8 | ranges |
//! | then, for each | offset and length, two bytes each, and the bytes |

use super::layout::Layout;
use super::medium::{Block, Medium};
use super::refusal::UnreadableMedium;
use crate::directory::{BLOCK_BYTES, read_u32, write_u32};
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: u32 = u32::from_le_bytes(*b"ZLOG");
const START_MAGIC: u32 = u32::from_le_bytes(*b"ZAGG");

/// Where the records begin in a block of the log.
const RECORDS_AT: usize = 32;

/// Bytes of records in a block of the log.
const ROOM: usize = BLOCK_BYTES - RECORDS_AT;

/// Equal bytes between two ranges that are not worth a range of their own.
const GAP: usize = 16;

/// The records of a transaction.
#[derive(Debug, Default)]
pub(super) struct Records(Vec<u8>);

impl Records {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The blocks of the log that they need.
    pub(super) fn blocks(&self) -> usize {
        self.0.len().div_ceil(ROOM)
    }

    /// A block changed from `before` to `after`; or, from nothing that matters.
    pub(super) fn change(&mut self, block: u32, before: Option<&Block>, after: &Block) {
        let ranges = differences(before.unwrap_or(&[0; BLOCK_BYTES]), after);
        if before.is_none() || !ranges.is_empty() {
            self.record(block, before.is_none(), ranges.iter().map(|range| (range.start, &after[range.clone()])));
        }
    }

    /// Bytes of a block have new values.
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

    /// The blocks of the log for a transaction of this number.
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

/// The ranges of bytes in which two blocks differ.
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

/// The checksum of a block of the log or of block 0, its own place apart.
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

/// Block 0 of the medium: the log is as long as this, and transactions count from this number on.
pub(super) fn start_block(log_blocks: u32, first: u64) -> Rc<Block> {
    let mut block = [0; BLOCK_BYTES];
    write_u32(&mut block, 0, START_MAGIC);
    write_u32(&mut block, 4, log_blocks);
    block[16..24].copy_from_slice(&first.to_le_bytes());
    seal(&mut block);
    Rc::new(block)
}

/// Where the log begins: its layout, and the number of the first transaction that counts.
pub(super) fn read_start(medium: &Medium) -> Result<(Layout, u64), UnreadableMedium> {
    let block = medium.read(0);
    if read_u32(block, 0) != START_MAGIC || !is_sealed(block) {
        return Err(UnreadableMedium::NotAnAggregate);
    }
    Ok((Layout { log_blocks: read_u32(block, 4) }, number_of(block)))
}

/// What recovery did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// Complete transactions that were replayed.
    pub transactions: u32,
    /// Blocks of the log with a transaction that was not complete.
    pub incomplete_blocks: u32,
    /// Blocks that were written home.
    pub blocks_written: u32,
}

impl Medium {
    /// Replays the log and begins a new one. What was not complete is as if it had not been begun.
    ///
    /// # Errors
    /// [`UnreadableMedium`] if no aggregate is on the medium, or its log makes no sense.
    pub fn recover(&mut self) -> Result<Recovery, UnreadableMedium> {
        let (layout, first) = read_start(self)?;
        let mut homes: BTreeMap<u32, Block> = BTreeMap::new();
        let mut recovery = Recovery::default();
        let (mut number, mut at) = (first, 0);
        while let Some(blocks) = self.transaction(layout, number, at, &mut recovery) {
            let records: Vec<u8> = (at..at + blocks).flat_map(|at| used(self.read(Layout::log(at)))).copied().collect();
            self.replay(&records, &mut homes).ok_or(UnreadableMedium::SenselessLog { transaction: number })?;
            recovery.transactions += 1;
            number += 1;
            at += blocks;
        }
        recovery.blocks_written = homes.len() as u32;
        for (block, bytes) in homes {
            self.write(block, Rc::new(bytes));
        }
        if number > first {
            self.write(0, start_block(layout.log_blocks, number));
        }
        Ok(recovery)
    }

    /// The number of blocks of the transaction at a place of the log, if it is that one and complete.
    fn transaction(&self, layout: Layout, number: u64, at: u32, recovery: &mut Recovery) -> Option<u32> {
        let mut index = 0;
        loop {
            let place = at + index;
            let block = (place < layout.log_blocks).then(|| self.read(Layout::log(place)))?;
            let fits = read_u32(block, 0) == MAGIC && number_of(block) == number && read_u32(block, 4) == index;
            let of = read_u32(block, 8);
            let same_length = index == 0 || of == read_u32(self.read(Layout::log(at)), 8);
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

    /// Does what the records of a transaction say.
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

/// The bytes of records in a block of the log.
fn used(block: &Block) -> &[u8] {
    &block[RECORDS_AT..RECORDS_AT + (read_u32(block, 12) as usize).min(ROOM)]
}

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}
