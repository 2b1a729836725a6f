//! The event list compared with a sorted set.

use pathlength_queueing::{Random, Ticks, Timers};
use proptest::prelude::*;
use std::collections::BTreeSet;

#[derive(Clone, Debug)]
enum Step {
    Set(usize, Ticks),
    Clear(usize),
    Get(usize),
    NextAt,
    Next,
}

/// Returns adjacent times, so that many are equal, and times too far apart for a key.
fn time() -> impl Strategy<Value = Ticks> {
    prop_oneof![
        4 => 0..30_u64,
        2 => any::<u32>().prop_map(Ticks::from),
        2 => (0..64_u32, 0..4_u64).prop_map(|(shift, off)| (1_u64 << shift).wrapping_add(off)),
        1 => any::<u64>(),
        1 => (0..4_u64).prop_map(|off| u64::MAX - off),
    ]
}

fn steps(slots: usize) -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        5 => (0..slots, time()).prop_map(|(slot, at)| Step::Set(slot, at)),
        1 => (0..slots + 5).prop_map(Step::Clear),
        1 => (0..slots + 5).prop_map(Step::Get),
        1 => Just(Step::NextAt),
        4 => Just(Step::Next),
    ];
    prop::collection::vec(step, 0..300)
}

/// The pending events in their order.
#[derive(Default)]
struct Plain(BTreeSet<(Ticks, usize)>);

impl Plain {
    fn clear(&mut self, slot: usize) {
        self.0.retain(|(_, other)| *other != slot);
    }

    fn set(&mut self, slot: usize, at: Ticks) {
        self.clear(slot);
        self.0.insert((at, slot));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    /// Any order of steps, including steps into the past, and more slots than the initial number.
    #[test]
    fn timers_any_steps_equal_a_sorted_set(initial_slots in 0..20_usize, steps in (1..40_usize).prop_flat_map(steps)) {
        let (mut timers, mut plain) = (Timers::new(initial_slots), Plain::default());
        for step in steps {
            match step {
                Step::Set(slot, at) => {
                    timers.set(slot, at);
                    plain.set(slot, at);
                }
                Step::Get(slot) => {
                    let at = plain.0.iter().find(|(_, other)| *other == slot).map(|(at, _)| *at);
                    prop_assert_eq!(timers.get(slot), at);
                }
                Step::NextAt => prop_assert_eq!(timers.next_at(), plain.0.first().map(|(at, _)| *at)),
                Step::Clear(slot) => {
                    timers.clear(slot);
                    plain.clear(slot);
                }
                Step::Next => prop_assert_eq!(timers.next(), plain.0.pop_first()),
            }
        }
        while let Some(event) = plain.0.pop_first() {
            prop_assert_eq!(timers.next(), Some(event));
        }
        prop_assert_eq!(timers.next(), None);
    }
}

#[test]
fn timers_distant_events_stay_in_order() {
    // With 100,000 slots, a key covers 39 hours: the base moves several times.
    let slots = 100_000;
    let mut timers = Timers::new(slots);
    let mut random = Random::new(1, 0);
    let hour = 3_600_000_000_000_u64;
    (0..slots).for_each(|slot| timers.set(slot, random.uniform_below(60 * hour)));
    let (mut last, mut pending) = ((0, 0), slots);
    for _ in 0..600_000 {
        let event = timers.next().expect("some are pending");
        assert!(event >= last, "{event:?} after {last:?}");
        last = event;
        if random.uniform_below(20) == 0 {
            pending -= 1;
        } else {
            timers.set(event.1, event.0 + random.uniform_below(60 * hour));
        }
    }
    assert_eq!(std::iter::from_fn(|| timers.next()).count(), pending);
}

#[test]
fn timers_simultaneous_events_lowest_slot_comes_first() {
    let mut timers = Timers::new(3);
    for slot in [2, 0, 1] {
        timers.set(slot, 5);
    }
    assert_eq!([timers.next(), timers.next(), timers.next()], [Some((5, 0)), Some((5, 1)), Some((5, 2))]);
}
