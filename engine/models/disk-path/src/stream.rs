//! The block stream of the `IOzone` benchmark's phases against the minidisk cache, one request at a time.
//!
//! The guests take turns, one request each, and go through the phases together. No guest is always first: each round
//! starts with the guest after the guest that started the previous round. (With one shared minidisk, the first guest to
//! read a unit inserts it; otherwise, all units would count against one guest's share.)

use super::cache::{CacheEvent, Disk, MinidiskCache};

/// Number of phases, in this order: write, rewrite, read, reread.
pub(super) const PHASES: usize = 4;
/// Phases before this one write; the others read.
const FIRST_READ: usize = 2;

/// Number of units in a region of the disk: each guest has a separate region.
const REGION_UNITS: u64 = 1 << 32;

/// The data that the guests share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Each guest runs the phases on a separate file.
    Own,
    /// The first guest writes the file; all guests then read this one minidisk.
    Shared,
    /// The first guest runs the phases on its own file. While the first guest reads, the others read other data that
    /// they never reread.
    Scan {
        /// Requests of each other guest per request of the first guest.
        rate: u32,
    },
}

/// The parameters of a run, in blocks and units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) unit_blocks: u32,
    pub(super) cache_units: u32,
    /// Number of units of each file.
    pub(super) file_units: u32,
    pub(super) request_blocks: u32,
    pub(super) guests: u32,
    pub(super) sharing: Sharing,
    pub(super) fair_share: bool,
}

/// Files, each block of which contains the number of times that it was written. Guests write the files sequentially, so
/// the position of each writer determines the contents of all blocks in its file.
#[derive(Debug)]
struct Files {
    file_blocks: u64,
    region_blocks: u64,
    writers: Vec<Writer>,
}

#[derive(Clone, Debug)]
struct Writer {
    /// Number of times that the writer has written the whole file.
    passes: u8,
    /// Number of blocks that the writer has written in its current pass.
    at: u64,
}

impl Files {
    fn place(&self, block: u64) -> (usize, u64) {
        ((block / self.region_blocks) as usize, block % self.region_blocks)
    }
}

impl Disk for Files {
    type Block = u8;

    fn read(&self, first: u64, into: &mut [u8]) {
        let (region, offset) = self.place(first);
        let Writer { passes, at } = self.writers[region];
        let ahead = at.saturating_sub(offset).min(into.len() as u64) as usize;
        into[..ahead].fill(passes + 1);
        into[ahead..].fill(passes);
    }

    fn write(&mut self, first: u64, from: &[u8]) {
        let (region, offset) = self.place(first);
        let writer = &mut self.writers[region];
        debug_assert!(offset == writer.at && from.iter().all(|block| *block == writer.passes + 1), "in sequence");
        writer.at += from.len() as u64;
        if writer.at == self.file_blocks {
            *writer = Writer { passes: writer.passes + 1, at: 0 };
        }
    }
}

/// The effect of one guest's request on one unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitAccess {
    pub(super) phase: usize,
    pub(super) guest: u32,
    pub(super) event: CacheEvent,
}

/// The request streams of all guests.
#[derive(Debug)]
pub(super) struct Streams {
    plan: Plan,
    files: Files,
    cache: MinidiskCache<u8>,
    phase: usize,
    /// Number of requests of each guest in this phase, before this round.
    round: u64,
    /// Number of requests of all guests in this round so far.
    turn: u32,
    /// Number of blocks that each guest has moved in the phase of the last request; for scanning guests, in total.
    moved: Vec<u64>,
    buffer: Vec<u8>,
}

impl Streams {
    pub(super) fn new(plan: Plan) -> Self {
        let unit_blocks = u64::from(plan.unit_blocks);
        let mut cache = MinidiskCache::new(plan.unit_blocks, plan.cache_units, plan.guests);
        if !plan.fair_share {
            (0..plan.guests).for_each(|guest| cache.lift_fair_share(guest));
        }
        Self {
            plan,
            files: Files {
                file_blocks: u64::from(plan.file_units) * unit_blocks,
                region_blocks: REGION_UNITS * unit_blocks,
                writers: vec![Writer { passes: 0, at: 0 }; plan.guests as usize],
            },
            cache,
            phase: 0,
            round: 0,
            turn: 0,
            moved: vec![0; plan.guests as usize],
            buffer: vec![0; plan.request_blocks as usize],
        }
    }

    pub(super) const fn plan(&self) -> &Plan {
        &self.plan
    }

    pub(super) const fn cache(&self) -> &MinidiskCache<u8> {
        &self.cache
    }

    /// Returns the phase of the next request; [`PHASES`] at the end.
    pub(super) const fn phase(&self) -> usize {
        self.phase
    }

    /// Returns the number of blocks that a guest has moved in the phase of the last request; for a scanning guest, in
    /// total.
    pub(super) fn moved(&self, guest: u32) -> u64 {
        self.moved[guest as usize]
    }

    /// Executes the next request and calls `note` for each unit in turn; returns `false` if nothing is left to do.
    pub(super) fn request(&mut self, note: &mut impl FnMut(UnitAccess)) -> bool {
        if self.phase == PHASES {
            return false;
        }
        if (self.round, self.turn) == (0, 0) {
            let scans = matches!(self.plan.sharing, Sharing::Scan { .. });
            let in_phases = if scans { 1 } else { self.moved.len() };
            self.moved[..in_phases].fill(0);
        }
        let (guest, turns) = self.turn();
        let (phase, reads) = (self.phase, self.phase >= FIRST_READ);
        let scans = guest > 0 && matches!(self.plan.sharing, Sharing::Scan { .. });
        let region = if self.plan.sharing == Sharing::Shared { 0 } else { guest };
        let offset = self.moved[guest as usize];
        let left = if scans { u64::MAX } else { self.files.file_blocks - offset };
        let blocks = left.min(u64::from(self.plan.request_blocks));
        let first = u64::from(region) * self.files.region_blocks + offset;
        let buffer = &mut self.buffer[..blocks as usize];
        let passes = self.files.writers[region as usize].passes;
        let mut note = |event| note(UnitAccess { phase, guest, event });
        if reads {
            self.cache.read(&self.files, guest, first, buffer, &mut note);
            debug_assert!(buffer.iter().all(|block| *block == passes), "reads return the last write");
        } else {
            buffer.fill(passes + 1);
            self.cache.write(&mut self.files, guest, first, buffer, &mut note);
        }
        self.moved[guest as usize] += blocks;
        self.turn += 1;
        if self.turn == turns {
            self.end_round();
        }
        true
    }

    /// Returns the guest whose turn it is, and the number of turns in this round.
    fn turn(&self) -> (u32, u32) {
        let reads = self.phase >= FIRST_READ;
        let guests = self.plan.guests;
        match self.plan.sharing {
            Sharing::Scan { rate } if reads => (self.turn.div_ceil(rate), 1 + rate * (guests - 1)),
            Sharing::Shared if reads => (self.rotated(), guests),
            Sharing::Own => (self.rotated(), guests),
            Sharing::Shared | Sharing::Scan { .. } => (0, 1),
        }
    }

    fn rotated(&self) -> u32 {
        let guests = self.plan.guests;
        ((self.round + u64::from(self.turn)) % u64::from(guests)) as u32
    }

    fn end_round(&mut self) {
        self.turn = 0;
        self.round += 1;
        if self.round * u64::from(self.plan.request_blocks) >= self.files.file_blocks {
            self.round = 0;
            self.phase += 1;
        }
    }
}
