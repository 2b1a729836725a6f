//! Stations beside plain models that look at everybody at every event.

use pathlength_queueing::station::{Delay, Fifo, Levels, Lock, Queue, Ranked, Sharing};
use pathlength_queueing::{Ticks, Timers};
use proptest::prelude::*;

/// Who comes when, and how long a server has to do with them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Visit {
    number: usize,
    comes: Ticks,
    needs: Ticks,
    rank: usize,
}

impl Ranked for Visit {
    fn rank(&self) -> usize {
        self.rank
    }
}

fn visits() -> impl Strategy<Value = Vec<Visit>> {
    prop::collection::vec((0..50_u64, 0..120_u64, 0..3_usize), 1..60).prop_map(|visits| {
        let mut comes = 0;
        let visit = |(number, (wait, needs, rank))| {
            comes += wait;
            Visit { number, comes, needs, rank }
        };
        visits.into_iter().enumerate().map(visit).collect()
    })
}

/// Runs a station until nothing is left: who leaves when, or never because they were lost. Arrivals have the last slot,
/// so that of an arrival and a departure at the same time the departure comes first.
fn run<S>(
    visits: &[Visit],
    slots: usize,
    station: &mut S,
    arrive: impl Fn(&mut S, Visit, &mut Timers) -> bool,
    finish: impl Fn(&mut S, usize, Ticks, &mut Timers) -> Visit,
) -> Vec<Option<Ticks>> {
    let mut timers = Timers::new(slots + 1);
    let mut left = vec![None; visits.len()];
    let mut coming = visits.iter();
    let mut next = coming.next();
    timers.set(slots, next.map_or(0, |visit| visit.comes));
    while let Some((now, slot)) = timers.next() {
        if slot < slots {
            left[finish(station, slot, now, &mut timers).number] = Some(now);
        } else if let Some(visit) = next {
            assert_eq!(now, visit.comes);
            arrive(station, *visit, &mut timers);
            next = coming.next();
            if let Some(visit) = next {
                timers.set(slots, visit.comes);
            }
        }
    }
    left
}

/// The plain queue: each time anything can change, the first who waits is given to a server that is free.
fn plain_queue(visits: &[Visit], servers: usize, capacity: usize, by_rank: bool) -> Vec<Option<Ticks>> {
    let mut left = vec![None; visits.len()];
    let mut free_at = vec![0; servers];
    let mut waiting: Vec<Visit> = Vec::new();
    let mut present: Vec<Ticks> = Vec::new();
    let serve = |until: Ticks, waiting: &mut Vec<Visit>, free_at: &mut Vec<Ticks>, left: &mut Vec<Option<Ticks>>| {
        while !waiting.is_empty() {
            let at = *free_at.iter().min().unwrap();
            if at > until {
                break;
            }
            // Of those who are there when the server is free, or else of the first who come.
            let from = at.max(waiting.iter().map(|visit| visit.comes).min().unwrap());
            let who = waiting.iter().enumerate().filter(|(_, visit)| visit.comes <= from);
            let who = who.min_by_key(|(_, visit)| (if by_rank { visit.rank } else { 0 }, visit.number)).unwrap().0;
            let visit = waiting.remove(who);
            *free_at.iter_mut().min().unwrap() = from + visit.needs;
            left[visit.number] = Some(from + visit.needs);
        }
    };
    for visit in visits {
        serve(visit.comes, &mut waiting, &mut free_at, &mut left);
        present.clear();
        present.extend(left.iter().flatten().filter(|end| **end > visit.comes));
        if present.len() + waiting.len() < capacity {
            waiting.push(*visit);
        }
    }
    serve(Ticks::MAX, &mut waiting, &mut free_at, &mut left);
    left
}

/// What a station must have measured, from who left when: mean number present, and mean response.
fn measured(visits: &[Visit], left: &[Option<Ticks>]) -> (f64, f64, u64) {
    let stays = visits.iter().zip(left).filter_map(|(visit, left)| left.map(|left| left - visit.comes));
    let (sum, count) = stays.fold((0, 0), |(sum, count), stay| (sum + stay, count + 1));
    (sum as f64, sum as f64 / 1e9 / f64::from(count.max(1)), u64::from(count as u32))
}

proptest! {
    #[test]
    fn a_queue_serves_who_came_first(visits in visits(), servers in 1..5_usize, room in prop::option::of(0..6_usize)) {
        let capacity = room.map_or(usize::MAX, |room| servers + room);
        let mut queue: Queue<Visit> = Queue::new(0..servers).with_capacity(capacity as u64);
        let left = run(
            &visits,
            servers,
            &mut queue,
            |queue, visit, timers| queue.arrive(visit, visit.comes, timers, |visit| visit.needs),
            |queue, slot, now, timers| queue.finish(slot, now, timers, |visit| visit.needs),
        );
        prop_assert_eq!(&left, &plain_queue(&visits, servers, capacity, false));
        let end = left.iter().flatten().copied().max().unwrap_or(1).max(1);
        let (area, response_s, count) = measured(&visits, &left);
        let tally = queue.tally();
        prop_assert!((tally.mean_present(end) * end as f64 - area).abs() < 1e-6 * area + 1e-6);
        prop_assert!((tally.response_s(end) - response_s).abs() <= 1e-9 * response_s);
        prop_assert_eq!((tally.done(), tally.lost()), (count, visits.len() as u64 - count));
        let work: u64 = visits.iter().zip(&left).filter(|(_, left)| left.is_some()).map(|(visit, _)| visit.needs).sum();
        prop_assert!((tally.mean_busy(end) * end as f64 - work as f64).abs() < 1e-6 * work as f64 + 1e-6);
    }

    #[test]
    fn ranks_come_in_their_order_and_nobody_is_interrupted(visits in visits(), servers in 1..4_usize) {
        let mut queue: Queue<Visit, Levels<_>> = Queue::new(0..servers);
        let left = run(
            &visits,
            servers,
            &mut queue,
            |queue, visit, timers| queue.arrive(visit, visit.comes, timers, |visit| visit.needs),
            |queue, slot, now, timers| queue.finish(slot, now, timers, |visit| visit.needs),
        );
        prop_assert_eq!(left, plain_queue(&visits, servers, usize::MAX, true));
    }

    #[test]
    fn a_delay_keeps_each_for_their_own_time(visits in visits()) {
        let mut timers = Timers::new(0);
        let mut delay = Delay::new(3);
        for visit in &visits {
            delay.arrive(*visit, visit.comes, &mut timers, visit.needs);
        }
        let mut left = 0;
        while let Some((now, slot)) = timers.next() {
            let visit = delay.finish(slot, now);
            prop_assert_eq!(now, visit.comes + visit.needs);
            left += 1;
        }
        prop_assert_eq!(left, visits.len());
    }

    /// Beside one that goes on in thousandths of a nanosecond: who is there gets an equal share each.
    #[test]
    fn sharing_gives_everyone_an_equal_share(visits in visits(), servers in 1..4_u64) {
        // In microseconds, so that rounding to nanoseconds is small.
        let visits: Vec<Visit> = visits
            .into_iter()
            .map(|visit| Visit { comes: 1000 * visit.comes, needs: 1000 * visit.needs, ..visit })
            .collect();
        let mut sharing = Sharing::new(0, servers);
        let left = run(
            &visits,
            1,
            &mut sharing,
            |sharing, visit, timers| sharing.arrive(visit, visit.comes, timers, visit.needs),
            |sharing, _, now, timers| sharing.finish(now, timers),
        );
        let mut plain = vec![None; visits.len()];
        let mut present: Vec<(Visit, f64)> = Vec::new();
        let mut now = 0.0;
        let mut go_on = |until: f64, present: &mut Vec<(Visit, f64)>| {
            while let Some(least) = present.iter().map(|(_, left)| *left).min_by(f64::total_cmp) {
                let share = (servers as f64 / present.len() as f64).min(1.0);
                let step = (least / share).min(until - now);
                now += step;
                for (_, left) in present.iter_mut() {
                    *left -= step * share;
                }
                for (visit, _) in present.extract_if(.., |(_, left)| *left < 1e-6) {
                    plain[visit.number] = Some(now);
                }
                if now >= until - 1e-9 {
                    break;
                }
            }
            now = until.min(f64::MAX);
        };
        for visit in &visits {
            go_on(visit.comes as f64, &mut present);
            present.push((*visit, visit.needs as f64));
        }
        go_on(f64::INFINITY, &mut present);
        for (ours, theirs) in left.iter().zip(&plain) {
            let (ours, theirs) = (ours.unwrap() as f64, theirs.unwrap());
            prop_assert!((ours - theirs).abs() < 100.0, "{ours}, not {theirs}");
        }
    }

    #[test]
    fn a_lock_has_one_holder_and_passes_on_in_turn(steps in prop::collection::vec(any::<bool>(), 0..100)) {
        let mut lock = Lock::default();
        let (mut line, mut area) = (std::collections::VecDeque::new(), 0);
        for (at, acquire) in steps.iter().enumerate() {
            area += line.len().saturating_sub(1);
            let now = at as Ticks;
            if *acquire {
                prop_assert_eq!(lock.acquire(at, now), line.is_empty());
                line.push_back(at);
            } else if line.pop_front().is_some() {
                prop_assert_eq!(lock.release(now), line.front().copied());
            }
        }
        let end = steps.len();
        if end > 0 {
            // The last step has lasted for one nanosecond.
            area += line.len().saturating_sub(1);
            prop_assert!((lock.mean_waiting(end as Ticks) * end as f64 - area as f64).abs() < 1e-9 * (1 + area) as f64);
        }
    }
}

/// Three requests of 10 ns each come at once to one server.
fn three() -> (Queue<usize, Fifo<pathlength_queueing::station::Job<usize>>>, Timers) {
    let (mut queue, mut timers) = (Queue::new(0..1), Timers::new(1));
    for number in 0..3 {
        queue.arrive(number, 0, &mut timers, |_| 10);
    }
    (queue, timers)
}

#[test]
fn a_station_that_stops_is_drained_first() {
    let (mut queue, mut timers) = three();
    queue.stop();
    assert_eq!(timers.next(), Some((10, 0)));
    assert_eq!(queue.finish(0, 10, &mut timers, |_| 10), 0);
    assert_eq!((timers.next(), queue.tally().busy(), queue.tally().present()), (None, 0, 2));
    queue.arrive(3, 20, &mut timers, |_| 10);
    assert_eq!(timers.next(), None, "who comes to a stopped station waits");
    queue.resume(100, &mut timers, |_| 10);
    assert_eq!(timers.next(), Some((110, 0)));
    assert_eq!(queue.finish(0, 110, &mut timers, |_| 10), 1);
    assert_eq!(queue.tally().busy(), 1);
}

#[test]
fn a_station_that_freezes_goes_on_where_it_was() {
    let (mut queue, mut timers) = three();
    queue.freeze(4, &mut timers);
    assert_eq!((timers.next(), queue.tally().busy()), (None, 1));
    queue.arrive(3, 20, &mut timers, |_| 10);
    assert_eq!(timers.next(), None);
    queue.resume(100, &mut timers, |_| 10);
    assert_eq!(timers.next(), Some((106, 0)), "6 ns of the first service were left");
    assert_eq!(queue.finish(0, 106, &mut timers, |_| 10), 0);
    assert_eq!(timers.next(), Some((116, 0)));
}

#[test]
fn a_full_station_that_shares_loses_who_comes() {
    let (mut sharing, mut timers) = (Sharing::new(0, 1).with_capacity(2), Timers::new(1));
    let came = [0, 1, 2].map(|number| sharing.arrive(number, 0, &mut timers, 10));
    assert_eq!(came, [true, true, false]);
    assert_eq!(timers.next(), Some((20, 0)), "two requests of 10 ns share the server");
    assert_eq!(sharing.finish(20, &mut timers), 0);
    assert_eq!((sharing.tally().lost(), sharing.tally().done(), sharing.tally().present()), (1, 1, 1));
    assert!(sharing.arrive(3, 20, &mut timers, 10));
}

#[test]
fn quantiles_are_within_three_percent() {
    let (mut delay, mut timers) = (Delay::new(0), Timers::new(1));
    // 1000 stays of 1 to 1000 microseconds.
    for n in 1..=1000_u64 {
        delay.arrive((), 0, &mut timers, n * 1000);
    }
    while let Some((now, slot)) = timers.next() {
        delay.finish(slot, now);
    }
    let spread = delay.tally().responses();
    for share in [0.01, 0.1, 0.5, 0.9, 0.95, 0.999] {
        let quantile_s = spread.quantile_s(share);
        assert!((quantile_s / (share * 1e-3) - 1.0).abs() < 0.035, "{share}: {quantile_s}");
    }
}
