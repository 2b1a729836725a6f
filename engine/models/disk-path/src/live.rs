//! An interactive minidisk cache with few enough units for a map. The cache and the request stream are those of
//! [`iozone`](super::iozone). The interactive cache represents a large cache and large files, all scaled down by the
//! same factor. Each request is for one whole unit.

use super::cache::{CacheCounts, CacheEvent};
use super::iozone::{Medium, check_guests};
use super::scenario::Phase;
use super::stream::{PHASES, Plan, Sharing, Streams, UnitAccess};
use pathlength_model::{ModelError, Word, words};
use serde::Serialize;

/// Maximum number of units of the cache, and of a file.
const MAX_SLOTS: u32 = 512;
const MAX_FILE_UNITS: u32 = 4096;

/// Returns the names of the phases, in order.
pub fn phase_words() -> &'static [&'static str] {
    &Phase::WORDS[..PHASES]
}

/// The parameters of a run; sizes are in units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LiveDemand {
    /// The device type of the minidisks.
    pub medium: Medium,
    /// Number of units of the cache, 0 to 512.
    pub cache_units: u32,
    /// Number of units of each file, 1 to 4,096.
    pub file_units: u32,
    /// Guests that use the cache, 1 to 16.
    pub guests: u32,
    /// The files that the guests share.
    pub sharing: Sharing,
    /// Whether CP limits each guest's insertions.
    pub fair_share: bool,
}

/// The kind of an event that affects one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// The unit was read from the cache.
    Hit,
    /// The unit was read from disk into the cache.
    Fill,
    /// The unit was evicted.
    Evicted,
    /// The unit was read from disk, bypassing the cache.
    Bypass,
    /// The unit was written to disk, and to the cached copy if there is one.
    Write,
}

words! { StepKind { Hit = "hit", Fill = "fill", Evicted = "evicted", Bypass = "bypass", Write = "write" } }

/// One event that affects one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The kind of the event.
    pub kind: StepKind,
    /// The guest that issued the request; for an evicted unit, the guest that held it.
    pub guest: u32,
    /// The cache slot, if any.
    pub slot: Option<u32>,
    /// The number of the unit in its file.
    pub unit: u32,
}

/// The contents of the cache's slots, one entry per slot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slots {
    /// The guest that holds the slot; 255 for an empty slot.
    pub guests: Vec<u8>,
    /// The unit in the slot, by its number in the guest's file.
    pub units: Vec<u32>,
    /// 0 for the unit used last, 1 for the unit used before it, and so on; 4,294,967,295 for an empty slot.
    pub ages: Vec<u32>,
}

impl Slots {
    /// The value of `guests` for an empty slot.
    pub const NOBODY: u8 = u8::MAX;
    /// The value of `ages` for an empty slot.
    pub const NO_AGE: u32 = u32::MAX;
}

/// The counts of one guest. References, fills, and evictions are in units; counts of a phase begin at its start.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct GuestView {
    /// Whether the guest only scans other data and takes no part in the phases.
    pub scans: bool,
    /// Units moved in this phase; for a scanning guest, in total.
    pub position: u32,
    /// Units in the cache that the guest inserted.
    pub held: u32,
    /// Units that the guest may hold.
    pub share: u32,
    /// Reads that found their unit in the cache.
    pub hits: f64,
    /// Reads that did not find their unit in the cache.
    pub misses: f64,
    /// Reads in this phase that found their unit in the cache.
    pub phase_hits: f64,
    /// Reads in this phase that did not find their unit in the cache.
    pub phase_misses: f64,
    /// Units inserted.
    pub fills: f64,
    /// Units of this guest that were replaced.
    pub evictions: f64,
    /// KB read from disk into the cache.
    pub filled_kb: f64,
    /// KB read from disk, bypassing the cache.
    pub bypassed_kb: f64,
    /// KB delivered to the guest.
    pub delivered_kb: f64,
    /// KB written to disk.
    pub written_kb: f64,
}

/// A cache and its guests.
#[derive(Debug)]
pub struct LiveCache {
    streams: Streams,
    block_bytes: u32,
    /// The phase of the last request.
    phase: usize,
    /// The guests' counts at the start of the phase of the last request.
    before: Vec<CacheCounts>,
    steps: Vec<Step>,
}

impl LiveCache {
    /// Creates an empty cache, and files that have not been written.
    ///
    /// # Errors
    /// Returns [`ModelError`] with the value and the range if a value is out of range.
    pub fn new(demand: LiveDemand) -> Result<Self, ModelError> {
        demand.medium.check()?;
        check_guests(demand.guests, demand.sharing)?;
        let LiveDemand { cache_units, file_units, guests, .. } = demand;
        if cache_units > MAX_SLOTS {
            return Err(ModelError::new(format!(
                "a {cache_units}-unit cache is too large: give 0 to {MAX_SLOTS} units"
            )));
        }
        if !(1..=MAX_FILE_UNITS).contains(&file_units) {
            return Err(ModelError::new(format!(
                "a {file_units}-unit file is out of range: give 1 to {MAX_FILE_UNITS} units"
            )));
        }
        let unit_blocks = demand.medium.unit_blocks();
        let streams = Streams::new(Plan {
            unit_blocks,
            cache_units,
            file_units,
            request_blocks: unit_blocks,
            guests,
            sharing: demand.sharing,
            fair_share: demand.fair_share,
        });
        Ok(Self {
            streams,
            block_bytes: demand.medium.block_bytes(),
            phase: 0,
            before: vec![CacheCounts::default(); guests as usize],
            steps: Vec::new(),
        })
    }

    /// Executes up to `requests` requests and returns their steps, unit by unit, in order. Stops at the end of a phase;
    /// the next call starts the next phase.
    pub fn advance(&mut self, requests: u32) -> &[Step] {
        let Self { streams, phase, before, steps, .. } = self;
        steps.clear();
        if requests > 0 && streams.phase() < PHASES && streams.phase() != *phase {
            *phase = streams.phase();
            let cache = streams.cache();
            before.iter_mut().zip(0..).for_each(|(before, guest)| *before = *cache.counts(guest));
        }
        let mut left = requests;
        while left > 0 && streams.phase() == *phase {
            streams.request(&mut |done| tell(steps, done));
            left -= 1;
        }
        steps
    }

    /// Returns the phase of the last request: write, rewrite, read, or reread.
    pub fn phase(&self) -> &'static str {
        phase_words()[self.phase]
    }

    /// Returns whether this phase is over.
    pub fn phase_is_over(&self) -> bool {
        self.streams.phase() != self.phase
    }

    /// Returns whether all phases are over.
    pub fn is_over(&self) -> bool {
        self.streams.phase() == PHASES
    }

    /// Returns the contents of the cache.
    pub fn slots(&self) -> Slots {
        let cache = self.streams.cache();
        let size = cache.capacity() as usize;
        let mut slots =
            Slots { guests: vec![Slots::NOBODY; size], units: vec![0; size], ages: vec![Slots::NO_AGE; size] };
        for (slot, holding) in cache.holdings().enumerate() {
            slots.guests[slot] = holding.guest as u8;
            slots.units[slot] = in_file(holding.unit);
        }
        for (age, slot) in (0..).zip(cache.by_age()) {
            slots.ages[slot as usize] = age;
        }
        slots
    }

    /// Returns the counts of all guests.
    pub fn guests(&self) -> Vec<GuestView> {
        let cache = self.streams.cache();
        let plan = self.streams.plan();
        let kb = |blocks: u64| (blocks * u64::from(self.block_bytes)) as f64 / 1024.0;
        let view = |(before, guest): (&CacheCounts, u32)| {
            let counts = cache.counts(guest);
            GuestView {
                scans: guest > 0 && matches!(plan.sharing, Sharing::Scan { .. }),
                position: (self.streams.moved(guest) / u64::from(plan.unit_blocks)) as u32,
                held: cache.held(guest),
                share: cache.share(guest),
                hits: counts.hits as f64,
                misses: counts.misses as f64,
                phase_hits: (counts.hits - before.hits) as f64,
                phase_misses: (counts.misses - before.misses) as f64,
                fills: counts.fills as f64,
                evictions: counts.evictions as f64,
                filled_kb: kb(counts.filled_blocks),
                bypassed_kb: kb(counts.bypassed_blocks),
                delivered_kb: kb(counts.delivered_blocks),
                written_kb: kb(counts.written_blocks),
            }
        };
        self.before.iter().zip(0..).map(view).collect()
    }
}

/// Returns the number of a unit in its file.
const fn in_file(unit: u64) -> u32 {
    unit as u32
}

/// Records an event.
fn tell(steps: &mut Vec<Step>, UnitAccess { guest, event, .. }: UnitAccess) {
    let mut step = |kind, guest, slot, unit| steps.push(Step { kind, guest, slot, unit: in_file(unit) });
    match event {
        CacheEvent::Hit { slot, unit, .. } => step(StepKind::Hit, guest, Some(slot), unit),
        CacheEvent::Filled { slot, unit, replaced, .. } => {
            if let Some(gone) = replaced {
                step(StepKind::Evicted, gone.guest, Some(slot), gone.unit);
            }
            step(StepKind::Fill, guest, Some(slot), unit);
        }
        CacheEvent::Bypassed { unit, .. } => step(StepKind::Bypass, guest, None, unit),
        CacheEvent::Written { slot, unit, .. } => step(StepKind::Write, guest, slot, unit),
    }
}
