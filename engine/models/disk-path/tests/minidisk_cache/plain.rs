//! The minidisk cache compared with a simple model: a list in order of use, and a disk that is a map.

use pathlength_disk_path::cache::{CacheCounts, CacheEvent, CachedUnit, Disk, MinidiskCache};
use proptest::prelude::*;
use std::collections::HashMap;

/// Blocks by number; each write gives its block a unique stamp.
#[derive(Clone, Debug, Default)]
struct Blocks(HashMap<u64, u64>);

impl Disk for Blocks {
    type Block = u64;

    fn read(&self, first: u64, into: &mut [u64]) {
        for (at, block) in into.iter_mut().enumerate() {
            *block = self.0.get(&(first + at as u64)).copied().unwrap_or_default();
        }
    }

    fn write(&mut self, first: u64, from: &[u64]) {
        self.0.extend(from.iter().enumerate().map(|(at, block)| (first + at as u64, *block)));
    }
}

#[derive(Clone, Copy, Debug)]
struct Request {
    guest: u32,
    first: u64,
    blocks: u64,
    write: bool,
}

#[derive(Clone, Debug)]
struct Case {
    unit_blocks: u32,
    capacity: u32,
    guests: u32,
    /// Guests with OPTION NOMDCFS.
    unlimited: Vec<bool>,
    requests: Vec<Request>,
}

fn case() -> impl Strategy<Value = Case> {
    (1..7_u32, 0..14_u32, 1..5_u32).prop_flat_map(|(unit_blocks, capacity, guests)| {
        let request = (0..guests, 0..80_u64, 1..20_u64, prop::bool::weighted(0.3))
            .prop_map(|(guest, first, blocks, write)| Request { guest, first, blocks, write });
        (prop::collection::vec(prop::bool::weighted(0.3), guests as usize), prop::collection::vec(request, 1..200))
            .prop_map(move |(unlimited, requests)| Case { unit_blocks, capacity, guests, unlimited, requests })
    })
}

/// The simple cache: its contents, the most recently used last.
struct Plain {
    capacity: usize,
    max_units: Vec<usize>,
    held: Vec<CachedUnit>,
    counts: Vec<CacheCounts>,
}

/// The expected effect of a read of a unit: a hit, a fill with the replaced unit, or neither.
#[derive(Debug, PartialEq)]
enum Expected {
    Hit,
    Fill(Option<CachedUnit>),
    Bypass,
}

impl Plain {
    fn new(case: &Case) -> Self {
        let share = case.capacity as usize / case.guests as usize;
        let max_units = case.unlimited.iter().map(|unlimited| if *unlimited { case.capacity as usize } else { share });
        Self {
            capacity: case.capacity as usize,
            max_units: max_units.collect(),
            held: Vec::new(),
            counts: vec![CacheCounts::default(); case.guests as usize],
        }
    }

    fn read(&mut self, guest: u32, unit: u64) -> Expected {
        if let Some(at) = self.held.iter().position(|holding| holding.unit == unit) {
            let holding = self.held.remove(at);
            self.held.push(holding);
            self.counts[guest as usize].hits += 1;
            return Expected::Hit;
        }
        self.counts[guest as usize].misses += 1;
        let max_units = self.max_units[guest as usize];
        if max_units == 0 {
            return Expected::Bypass;
        }
        let own = self.held.iter().filter(|holding| holding.guest == guest).count();
        let victim = if own == max_units {
            self.held.iter().position(|holding| holding.guest == guest)
        } else {
            (self.held.len() == self.capacity).then_some(0)
        };
        let replaced = victim.map(|at| self.held.remove(at));
        if let Some(gone) = replaced {
            self.counts[gone.guest as usize].evictions += 1;
        }
        self.held.push(CachedUnit { unit, guest });
        self.counts[guest as usize].fills += 1;
        Expected::Fill(replaced)
    }
}

/// Tracks the location of each unit, from the events alone.
fn follow(slots: &mut HashMap<u32, u64>, event: CacheEvent) -> (u64, u32, Option<Expected>) {
    match event {
        CacheEvent::Hit { slot, unit, blocks } => {
            assert_eq!(slots.get(&slot), Some(&unit), "a hit names the slot of the unit");
            (unit, blocks, Some(Expected::Hit))
        }
        CacheEvent::Filled { slot, unit, blocks, replaced } => {
            assert_eq!(
                slots.insert(slot, unit),
                replaced.map(|gone| gone.unit),
                "a fill takes the evicted unit's slot"
            );
            (unit, blocks, Some(Expected::Fill(replaced)))
        }
        CacheEvent::Bypassed { unit, blocks } => (unit, blocks, Some(Expected::Bypass)),
        CacheEvent::Written { slot, unit, blocks } => {
            let known = slots.iter().find(|(_, held)| **held == unit).map(|(slot, _)| *slot);
            assert_eq!(slot, known, "a write names the copy that it updates");
            (unit, blocks, None)
        }
    }
}

fn check(case: &Case) {
    let mut cache = MinidiskCache::new(case.unit_blocks, case.capacity, case.guests);
    for (guest, _) in case.unlimited.iter().enumerate().filter(|(_, unlimited)| **unlimited) {
        cache.lift_fair_share(guest as u32);
    }
    let (mut disk, mut truth, mut plain) = (Blocks::default(), Blocks::default(), Plain::new(case));
    let (mut slots, mut stamp) = (HashMap::new(), 0);
    for Request { guest, first, blocks, write } in case.requests.iter().copied() {
        let counts = guest as usize;
        let mut events = Vec::new();
        let mut data = vec![0; blocks as usize];
        if write {
            data.fill_with(|| {
                stamp += 1;
                stamp
            });
            cache.write(&mut disk, guest, first, &data, &mut |event| events.push(event));
            truth.write(first, &data);
            assert_eq!(disk.0, truth.0, "written blocks are on the disk immediately");
            plain.counts[counts].written_blocks += blocks;
        } else {
            cache.read(&disk, guest, first, &mut data, &mut |event| events.push(event));
            let mut now = vec![0; blocks as usize];
            truth.read(first, &mut now);
            assert_eq!(data, now, "a read returns the data written last");
            plain.counts[counts].delivered_blocks += blocks;
        }
        let mut at = first;
        for event in events {
            let (unit, piece, did) = follow(&mut slots, event);
            assert_eq!(unit, at / u64::from(case.unit_blocks));
            let expected = (!write).then(|| plain.read(guest, unit));
            match &expected {
                Some(Expected::Fill(_)) => plain.counts[counts].filled_blocks += u64::from(case.unit_blocks),
                Some(Expected::Bypass) => plain.counts[counts].bypassed_blocks += u64::from(piece),
                _ => {}
            }
            assert_eq!(did, expected);
            at += u64::from(piece);
        }
        assert_eq!(at, first + blocks, "each block is in one event");
        let ages: Vec<_> = cache.by_age().collect();
        let held: Vec<_> = cache.holdings().collect();
        let by_age: Vec<_> = ages.iter().rev().map(|slot| held[*slot as usize]).collect();
        assert_eq!(by_age, plain.held, "the same units in the same order");
        assert!(held.len() <= case.capacity as usize, "never more than the size");
        for guest in 0..case.guests {
            let own = held.iter().filter(|holding| holding.guest == guest).count() as u32;
            assert_eq!(own, cache.held(guest));
            assert!(own <= cache.share(guest), "never more than the guest's share");
            assert_eq!(cache.counts(guest), &plain.counts[guest as usize]);
        }
    }
}

proptest! {
    #[test]
    fn cache_equals_the_plain_cache_and_never_gives_stale_data(case in case()) {
        check(&case);
    }
}

/// Reads units in turn, one block of each.
fn read_units(cache: &mut MinidiskCache<u64>, guest: u32, units: impl IntoIterator<Item = u64>) -> Vec<CacheEvent> {
    let mut events = Vec::new();
    for unit in units {
        let first = unit * u64::from(cache.unit_blocks());
        cache.read(&Blocks::default(), guest, first, &mut [0], &mut |event| events.push(event));
    }
    events
}

#[test]
fn guest_at_its_share_replaces_its_units() {
    let mut cache = MinidiskCache::new(4, 8, 2);
    read_units(&mut cache, 0, 0..4);
    read_units(&mut cache, 1, 100..200);
    assert_eq!((cache.held(0), cache.held(1)), (4, 4));
    let again = read_units(&mut cache, 0, 0..4);
    assert!(again.iter().all(|event| matches!(event, CacheEvent::Hit { .. })), "{again:?}");
}

#[test]
fn guest_without_fair_share_replaces_units_of_others() {
    let mut cache = MinidiskCache::new(4, 8, 2);
    cache.lift_fair_share(1);
    read_units(&mut cache, 0, 0..4);
    read_units(&mut cache, 1, 100..200);
    assert_eq!((cache.held(0), cache.held(1)), (0, 8));
    assert_eq!(cache.counts(0).evictions, 4);
    // Below its share, the other guest regains space from the guest whose unit was used least recently.
    read_units(&mut cache, 0, 0..4);
    assert_eq!((cache.held(0), cache.held(1)), (4, 4));
}

#[test]
fn share_below_one_unit_caches_nothing() {
    let mut cache = MinidiskCache::new(4, 3, 4);
    let events = read_units(&mut cache, 2, [7, 7]);
    assert_eq!(events, [CacheEvent::Bypassed { unit: 7, blocks: 1 }; 2]);
    assert_eq!(cache.counts(2).bypassed_blocks, 2);
    cache.lift_fair_share(2);
    let events = read_units(&mut cache, 2, [7, 7]);
    assert!(matches!(events[..], [CacheEvent::Filled { .. }, CacheEvent::Hit { .. }]), "{events:?}");
}
