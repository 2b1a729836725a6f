//! The steps of the live cache determine its contents.

use pathlength_disk_path::iozone::{Demand, Medium, Run, Sharing};
use pathlength_disk_path::live::{GuestView, LiveCache, LiveDemand, Slots, Step, StepKind};
use proptest::prelude::*;

const SMALL: LiveDemand = LiveDemand {
    medium: Medium::Eckd { block_bytes: 4096 },
    cache_units: 60,
    file_units: 40,
    guests: 1,
    sharing: Sharing::Own,
    fair_share: true,
};

prop_compose! {
    fn demand()(
        medium in prop::sample::select(vec![Medium::Eckd { block_bytes: 512 }, Medium::Eckd { block_bytes: 4096 }, Medium::Fba]),
        cache_units in 0..40_u32,
        file_units in 1..50_u32,
        guests in 1..6_u32,
        sharing in prop_oneof![Just(Sharing::Own), Just(Sharing::Shared), (1..4_u32).prop_map(|rate| Sharing::Scan { rate })],
        fair_share: bool,
    ) -> LiveDemand {
        LiveDemand { medium, cache_units, file_units, guests, sharing, fair_share }
    }
}

/// A map drawn from the steps: the content of each slot.
#[derive(Debug)]
struct Map(Vec<Option<(u32, u32)>>);

impl Map {
    fn follow(&mut self, step: Step) {
        let slot = step.slot.map(|slot| slot as usize);
        let is = slot.and_then(|slot| self.0[slot]);
        match step.kind {
            StepKind::Hit => assert_eq!(is.map(|(_, unit)| unit), Some(step.unit)),
            StepKind::Evicted => {
                assert_eq!(is, Some((step.guest, step.unit)), "an evicted unit was in its slot");
                self.0[slot.expect("a slot")] = None;
            }
            StepKind::Fill => {
                assert_eq!(is, None, "a unit is inserted into an empty slot");
                self.0[slot.expect("a slot")] = Some((step.guest, step.unit));
            }
            StepKind::Bypass => assert_eq!(slot, None),
            StepKind::Write => {}
        }
    }

    fn shows(&self, slots: &Slots) {
        for (at, held) in self.0.iter().enumerate() {
            let shown = (slots.guests[at] != Slots::NOBODY).then(|| (u32::from(slots.guests[at]), slots.units[at]));
            assert_eq!(shown, *held, "slot {at}");
            assert_eq!(slots.ages[at] == Slots::NO_AGE, held.is_none());
        }
        let mut ages: Vec<_> = slots.ages.iter().copied().filter(|age| *age != Slots::NO_AGE).collect();
        ages.sort_unstable();
        assert!(ages.iter().copied().eq(0..ages.len() as u32), "each rank once: {ages:?}");
    }
}

fn count(steps: &[Step], wanted: StepKind) -> usize {
    steps.iter().filter(|step| step.kind == wanted).count()
}

proptest! {
    #[test]
    fn steps_reproduce_the_slots(demand in demand(), strides in prop::collection::vec(1..200_u32, 1..40)) {
        let mut live = LiveCache::new(demand).expect("within the limits");
        let mut map = Map(vec![None; demand.cache_units as usize]);
        for stride in strides.iter().cycle() {
            if live.is_over() {
                break;
            }
            for step in live.advance(*stride).to_vec() {
                map.follow(step);
            }
            map.shows(&live.slots());
            prop_assert!(live.guests().iter().all(|guest| guest.held <= guest.share));
        }
        prop_assert!(live.advance(1).is_empty(), "nothing is left to do");
    }

    #[test]
    fn live_cache_equals_the_measured_cache(demand in demand()) {
        // Tracks of 512-byte blocks are not a whole number of KB.
        prop_assume!(demand.medium.block_bytes() != 512 || demand.medium == Medium::Fba);
        let unit_kb = demand.medium.unit_kb() as u32;
        let mut live = LiveCache::new(demand).expect("within the limits");
        while !live.is_over() {
            live.advance(1000);
        }
        let mut run = Run::new(Demand {
            medium: demand.medium,
            file_kb: u64::from(demand.file_units * unit_kb),
            cache_kb: u64::from(demand.cache_units * unit_kb),
            guests: demand.guests,
            sharing: demand.sharing,
            fair_share: demand.fair_share,
            request_kb: unit_kb,
        }).expect("within the limits");
        while !run.step() {}
        let guests = live.guests();
        let all = |kb: fn(&GuestView) -> f64| guests.iter().filter(|guest| !guest.scans).map(kb).sum::<f64>() as u64;
        let [write, rewrite, read, reread] = run.phases();
        prop_assert_eq!(all(|guest| guest.written_kb), (write.written_kb + rewrite.written_kb) as u64);
        prop_assert_eq!(all(|guest| guest.filled_kb), (read.filled_kb + reread.filled_kb) as u64);
        prop_assert_eq!(all(|guest| guest.delivered_kb), (read.delivered_kb + reread.delivered_kb) as u64);
    }
}

#[test]
fn live_cache_stops_at_the_end_of_each_phase() {
    let mut live = LiveCache::new(SMALL).expect("within the limits");
    assert_eq!((live.phase(), live.phase_is_over()), ("write", false));
    let mut seen = Vec::new();
    while !live.is_over() {
        let steps = live.advance(25).to_vec();
        seen.push((live.phase(), steps.len(), live.phase_is_over()));
    }
    let phase = |word| [(word, 25, false), (word, 15, true)];
    assert_eq!(seen, ["write", "rewrite", "read", "reread"].map(phase).concat());
    assert_eq!(live.guests()[0].position, 40, "the end of the last phase remains visible");
}

#[test]
fn file_that_fits_is_read_once_and_hits_afterwards() {
    let mut live = LiveCache::new(SMALL).expect("within the limits");
    let writes = [live.advance(99).to_vec(), live.advance(99).to_vec()].concat();
    assert_eq!((count(&writes, StepKind::Write), writes.len()), (80, 80));
    assert_eq!(live.guests()[0].written_kb as u32, 80 * 48);
    assert_eq!(count(live.advance(99), StepKind::Fill), 40);
    assert_eq!((live.guests()[0].phase_misses as u32, live.guests()[0].held), (40, 40));
    assert_eq!(count(live.advance(99), StepKind::Hit), 40);
    let guest = &live.guests()[0];
    assert_eq!([guest.phase_hits, guest.phase_misses, guest.hits, guest.misses].map(|n| n as u32), [40, 0, 40, 40]);
    // The file's first unit was used least recently.
    let slots = live.slots();
    assert_eq!(slots.ages[slots.units.iter().position(|unit| *unit == 0).expect("it is there")], 39);
}

#[test]
fn values_out_of_range_are_refused_with_the_range() {
    let refused = |demand| LiveCache::new(demand).expect_err("out of range").to_string();
    assert!(refused(LiveDemand { cache_units: 513, ..SMALL }).contains("0 to 512"));
    assert!(refused(LiveDemand { file_units: 0, ..SMALL }).contains("1 to 4096"));
    assert!(refused(LiveDemand { file_units: 4097, ..SMALL }).contains("1 to 4096"));
    assert!(refused(LiveDemand { guests: 17, ..SMALL }).contains("1 to 16"));
    assert!(refused(LiveDemand { sharing: Sharing::Scan { rate: 17 }, ..SMALL }).contains("1 to 16"));
    assert!(refused(LiveDemand { medium: Medium::Eckd { block_bytes: 3000 }, ..SMALL }).contains("4096"));
}
