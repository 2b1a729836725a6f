//! For any reads and writes, the minidisk cache returns the data written last and respects its limits.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use pathlength_disk_path::cache::{CacheCounts, CacheEvent, Disk, MinidiskCache};
use std::collections::BTreeMap;

#[derive(Arbitrary, Debug)]
struct Input {
    unit_blocks: u8,
    capacity: u8,
    guests: u8,
    /// One bit per guest: whether it has OPTION NOMDCFS.
    unlimited: u16,
    requests: Vec<Request>,
}

#[derive(Arbitrary, Debug)]
struct Request {
    guest: u8,
    /// High bits of the block number, so that units have equal hashes.
    far: u8,
    /// Low bits of the block number, so that blocks recur.
    near: u8,
    blocks: u8,
    write: bool,
}

#[derive(Clone, Default)]
struct Blocks(BTreeMap<u64, u32>);

impl Disk for Blocks {
    type Block = u32;

    fn read(&self, first: u64, into: &mut [u32]) {
        into.iter_mut().zip(first..).for_each(|(block, at)| *block = self.0.get(&at).copied().unwrap_or_default());
    }

    fn write(&mut self, first: u64, from: &[u32]) {
        self.0.extend((first..).zip(from.iter().copied()));
    }
}

/// Applies an event to the expected counts of a guest.
fn add(counts: &mut [CacheCounts], guest: usize, event: CacheEvent, unit_blocks: u32) {
    match event {
        CacheEvent::Hit { blocks, .. } => {
            counts[guest].hits += 1;
            counts[guest].delivered_blocks += u64::from(blocks);
        }
        CacheEvent::Filled { blocks, replaced, .. } => {
            counts[guest].misses += 1;
            counts[guest].fills += 1;
            counts[guest].filled_blocks += u64::from(unit_blocks);
            counts[guest].delivered_blocks += u64::from(blocks);
            if let Some(gone) = replaced {
                counts[gone.guest as usize].evictions += 1;
            }
        }
        CacheEvent::Bypassed { blocks, .. } => {
            counts[guest].misses += 1;
            counts[guest].bypassed_blocks += u64::from(blocks);
            counts[guest].delivered_blocks += u64::from(blocks);
        }
        CacheEvent::Written { blocks, .. } => counts[guest].written_blocks += u64::from(blocks),
    }
}

fuzz_target!(|input: Input| {
    let unit_blocks = u32::from(input.unit_blocks % 64) + 1;
    let guests = u32::from(input.guests % 16) + 1;
    let mut cache = MinidiskCache::new(unit_blocks, u32::from(input.capacity), guests);
    (0..guests).filter(|guest| input.unlimited >> guest & 1 == 1).for_each(|guest| cache.lift_fair_share(guest));
    let (mut disk, mut truth) = (Blocks::default(), Blocks::default());
    let mut counts = vec![CacheCounts::default(); guests as usize];
    let mut stamp = 0;
    for Request { guest, far, near, blocks, write } in input.requests {
        let guest = u32::from(guest) % guests;
        let first = (u64::from(far) << 40) + u64::from(near);
        let mut data = vec![0; usize::from(blocks)];
        let mut note = |event| add(&mut counts, guest as usize, event, unit_blocks);
        if write {
            stamp += 1;
            data.fill(stamp);
            cache.write(&mut disk, guest, first, &data, &mut note);
            truth.write(first, &data);
            assert_eq!(disk.0, truth.0, "written blocks are on the disk immediately");
        } else {
            cache.read(&disk, guest, first, &mut data, &mut note);
            let mut now = data.clone();
            truth.read(first, &mut now);
            assert_eq!(data, now, "a read returns the data written last");
        }
    }
    let held: Vec<_> = cache.holdings().collect();
    assert!(held.len() <= cache.capacity() as usize);
    let mut ages: Vec<_> = cache.by_age().collect();
    ages.sort_unstable();
    assert!(ages.into_iter().eq(0..held.len() as u32), "each slot occurs once in the order of use");
    for guest in 0..guests {
        let own = held.iter().filter(|holding| holding.guest == guest).count() as u32;
        assert!(own == cache.held(guest) && own <= cache.share(guest));
        assert_eq!(cache.counts(guest), &counts[guest as usize]);
    }
});
