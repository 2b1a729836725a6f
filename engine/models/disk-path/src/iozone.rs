//! The `IOzone` benchmark's four phases on files behind the minidisk cache: the number of KB from each source.

use super::cache::CacheEvent;
pub use super::medium::{BLOCK_SIZES, Medium};
pub use super::stream::Sharing;
use super::stream::{PHASES, Plan, Streams, UnitAccess};
use pathlength_model::ModelError;

/// Number of references to units per slice, which takes a few milliseconds.
const SLICE: u32 = 20_000;

/// Maximum number of guests, and maximum sizes in KB.
const MAX_GUESTS: u32 = 16;
const MAX_FILE_KB: u64 = 4096 * 1024;
const MAX_CACHE_KB: u64 = 8192 * 1024;
const MAX_REQUEST_KB: u32 = 64 * 1024;
const MAX_SCAN_RATE: u32 = 16;

/// A run of the phases against the cache.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Demand {
    /// The device type of the minidisks.
    pub medium: Medium,
    /// Size of each file in KB, 1 KB to 4,096 MB; a file is rounded up to whole units of the cache.
    pub file_kb: u64,
    /// Minidisk cache size in KB, 0 to 8,192 MB; a remainder smaller than a unit is unused.
    pub cache_kb: u64,
    /// Guests that use the cache, 1 to 16.
    pub guests: u32,
    /// The data that the guests share.
    pub sharing: Sharing,
    /// Whether CP limits each guest's insertions; otherwise, all guests have `OPTION NOMDCFS`.
    pub fair_share: bool,
    /// Size of a request in KB, 1 to 65,536; at least one block is requested.
    pub request_kb: u32,
}

impl Demand {
    /// Converts the demand to blocks and units.
    fn plan(&self) -> Result<Plan, ModelError> {
        self.medium.check()?;
        within("file_kb", self.file_kb, 1, MAX_FILE_KB)?;
        within("cache_kb", self.cache_kb, 0, MAX_CACHE_KB)?;
        check_guests(self.guests, self.sharing)?;
        within("request_kb", u64::from(self.request_kb), 1, u64::from(MAX_REQUEST_KB))?;
        let (block_bytes, unit_blocks) = (self.medium.block_bytes(), self.medium.unit_blocks());
        let unit_bytes = u64::from(unit_blocks * block_bytes);
        Ok(Plan {
            unit_blocks,
            cache_units: (self.cache_kb * 1024 / unit_bytes) as u32,
            file_units: (self.file_kb * 1024).div_ceil(unit_bytes) as u32,
            request_blocks: (self.request_kb * 1024 / block_bytes).max(1),
            guests: self.guests,
            sharing: self.sharing,
            fair_share: self.fair_share,
        })
    }
}

/// Checks the number of guests, and the request rate of scanning guests.
///
/// # Errors
/// Returns [`ModelError`] if one of them is out of range.
pub(super) fn check_guests(guests: u32, sharing: Sharing) -> Result<(), ModelError> {
    within("guests", u64::from(guests), 1, u64::from(MAX_GUESTS))?;
    match sharing {
        Sharing::Scan { rate } => within("scan_rate", u64::from(rate), 1, u64::from(MAX_SCAN_RATE)),
        Sharing::Own | Sharing::Shared => Ok(()),
    }
}

fn within(name: &str, value: u64, least: u64, most: u64) -> Result<(), ModelError> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(ModelError::new(format!("{name} is {value}: give a number from {least} to {most}")))
}

/// KB moved for the measured guests in one phase: all guests, or only the first guest while the others scan. Only the
/// first guest writes a shared minidisk.
///
/// Data that a guest's read inserts are delivered to the requests of the same pass, but do not count as delivered from
/// the cache. So `delivered_kb` is the sum of the next three fields, unless a unit is replaced before the guest has
/// read all of it, and must be read again.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Traffic {
    /// KB delivered to the guests.
    pub delivered_kb: f64,
    /// KB delivered from the cache, except from a unit that the same guest has just inserted.
    pub from_cache_kb: f64,
    /// KB read from disk into the cache, in whole units.
    pub filled_kb: f64,
    /// KB read from disk, bypassing the cache.
    pub bypassed_kb: f64,
    /// KB written to disk.
    pub written_kb: f64,
}

/// Blocks moved in one phase, as in [`Traffic`].
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    delivered: u64,
    from_cache: u64,
    filled: u64,
    bypassed: u64,
    written: u64,
}

/// A meter that adds up the results of the measured guests' requests.
#[derive(Debug)]
struct Meter {
    unit_blocks: u32,
    measured: u32,
    phases: [Tally; PHASES],
    /// The phase and unit of each measured guest's last fill.
    fills: Vec<Option<(usize, u64)>>,
    references: u32,
}

impl Meter {
    fn note(&mut self, done: UnitAccess) {
        self.references += 1;
        let UnitAccess { phase, guest, event } = done;
        if guest >= self.measured {
            return;
        }
        let (tally, fill) = (&mut self.phases[phase], &mut self.fills[guest as usize]);
        match event {
            CacheEvent::Hit { unit, blocks, .. } => {
                tally.delivered += u64::from(blocks);
                if *fill != Some((phase, unit)) {
                    tally.from_cache += u64::from(blocks);
                }
            }
            CacheEvent::Filled { unit, blocks, .. } => {
                tally.delivered += u64::from(blocks);
                tally.filled += u64::from(self.unit_blocks);
                *fill = Some((phase, unit));
            }
            CacheEvent::Bypassed { blocks, .. } => {
                tally.delivered += u64::from(blocks);
                tally.bypassed += u64::from(blocks);
            }
            CacheEvent::Written { blocks, .. } => tally.written += u64::from(blocks),
        }
    }
}

/// A run of the phases, in slices.
#[derive(Debug)]
pub struct Run {
    block_bytes: u32,
    streams: Streams,
    meter: Meter,
}

impl Run {
    /// Creates an empty cache, and files that have not been written.
    ///
    /// # Errors
    /// Returns [`ModelError`] with the value and the range if a value is out of range.
    pub fn new(demand: Demand) -> Result<Self, ModelError> {
        let plan = demand.plan()?;
        let measured = if matches!(plan.sharing, Sharing::Scan { .. }) { 1 } else { plan.guests };
        let meter = Meter {
            unit_blocks: plan.unit_blocks,
            measured,
            phases: [Tally::default(); PHASES],
            fills: vec![None; measured as usize],
            references: 0,
        };
        Ok(Self { block_bytes: demand.medium.block_bytes(), streams: Streams::new(plan), meter })
    }

    /// Performs a slice of a few milliseconds; returns `true` when all phases are done.
    pub fn step(&mut self) -> bool {
        let Self { streams, meter, .. } = self;
        meter.references = 0;
        while meter.references < SLICE {
            if !streams.request(&mut |done| meter.note(done)) {
                return true;
            }
        }
        false
    }

    /// Returns the KB moved so far in each phase: write, rewrite, read, and reread.
    pub fn phases(&self) -> [Traffic; PHASES] {
        let kb = |blocks: u64| (blocks * u64::from(self.block_bytes)) as f64 / 1024.0;
        self.meter.phases.map(|tally| Traffic {
            delivered_kb: kb(tally.delivered),
            from_cache_kb: kb(tally.from_cache),
            filled_kb: kb(tally.filled),
            bypassed_kb: kb(tally.bypassed),
            written_kb: kb(tally.written),
        })
    }
}
