//! Stations compared with simple models that examine all requests at every event.

use pathlength_queueing::station::{
    Access, Delay, Fifo, HasPriority, PriorityQueue, ProcessorSharing, Queue, SharedLock,
};
use pathlength_queueing::{Ticks, Timers};
use proptest::prelude::*;

/// A request: arrival time and service time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Visit {
    number: usize,
    arrival: Ticks,
    service: Ticks,
    level: usize,
}

impl HasPriority for Visit {
    fn level(&self) -> usize {
        self.level
    }
}

fn visits() -> impl Strategy<Value = Vec<Visit>> {
    prop::collection::vec((0..50_u64, 0..120_u64, 0..3_usize), 1..60).prop_map(|visits| {
        let mut arrival = 0;
        let visit = |(number, (between, service, level))| {
            arrival += between;
            Visit { number, arrival, service, level }
        };
        visits.into_iter().enumerate().map(visit).collect()
    })
}

/// Runs a station until no event is pending. Returns the departure time of each request, or `None` if it was lost.
/// Arrivals have the last slot, so that a departure precedes a simultaneous arrival.
fn run<S>(
    visits: &[Visit],
    slots: usize,
    station: &mut S,
    arrive: impl Fn(&mut S, Visit, &mut Timers) -> bool,
    finish: impl Fn(&mut S, usize, Ticks, &mut Timers) -> Visit,
) -> Vec<Option<Ticks>> {
    let mut timers = Timers::new(slots + 1);
    let mut left = vec![None; visits.len()];
    let mut arrivals = visits.iter();
    let mut next = arrivals.next();
    timers.set(slots, next.map_or(0, |visit| visit.arrival));
    while let Some((now, slot)) = timers.next() {
        if slot < slots {
            left[finish(station, slot, now, &mut timers).number] = Some(now);
        } else if let Some(visit) = next {
            assert_eq!(now, visit.arrival);
            arrive(station, *visit, &mut timers);
            next = arrivals.next();
            if let Some(visit) = next {
                timers.set(slots, visit.arrival);
            }
        }
    }
    left
}

/// Simulates the simple queue: whenever a server is free, it takes the next waiting request.
fn plain_queue(visits: &[Visit], servers: usize, capacity: usize, by_level: bool) -> Vec<Option<Ticks>> {
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
            // The requests present when the server becomes free, or the next ones to arrive.
            let from = at.max(waiting.iter().map(|visit| visit.arrival).min().unwrap());
            let candidates = waiting.iter().enumerate().filter(|(_, visit)| visit.arrival <= from);
            let index =
                candidates.min_by_key(|(_, visit)| (if by_level { visit.level } else { 0 }, visit.number)).unwrap().0;
            let visit = waiting.remove(index);
            *free_at.iter_mut().min().unwrap() = from + visit.service;
            left[visit.number] = Some(from + visit.service);
        }
    };
    for visit in visits {
        serve(visit.arrival, &mut waiting, &mut free_at, &mut left);
        present.clear();
        present.extend(left.iter().flatten().filter(|end| **end > visit.arrival));
        if present.len() + waiting.len() < capacity {
            waiting.push(*visit);
        }
    }
    serve(Ticks::MAX, &mut waiting, &mut free_at, &mut left);
    left
}

/// Computes the statistics from the departure times: area under the number in system, mean response time, and number of
/// completions.
fn measured(visits: &[Visit], left: &[Option<Ticks>]) -> (f64, f64, u64) {
    let stays = visits.iter().zip(left).filter_map(|(visit, left)| left.map(|left| left - visit.arrival));
    let (sum, count) = stays.fold((0, 0), |(sum, count), stay| (sum + stay, count + 1));
    (sum as f64, sum as f64 / 1e9 / f64::from(count.max(1)), u64::from(count as u32))
}

proptest! {
    #[test]
    fn queue_fcfs_departures_equal_the_simple_model(visits in visits(), servers in 1..5_usize, places in prop::option::of(0..6_usize)) {
        let capacity = places.map_or(usize::MAX, |places| servers + places);
        let mut queue: Queue<Visit> = Queue::new(0..servers).with_capacity(capacity as u64);
        let left = run(
            &visits,
            servers,
            &mut queue,
            |queue, visit, timers| queue.arrive(visit, visit.arrival, timers, |visit| visit.service),
            |queue, slot, now, timers| queue.finish(slot, now, timers, |visit| visit.service),
        );
        prop_assert_eq!(&left, &plain_queue(&visits, servers, capacity, false));
        let end = left.iter().flatten().copied().max().unwrap_or(1).max(1);
        let (area, response_s, count) = measured(&visits, &left);
        let stats = queue.stats();
        prop_assert!((stats.mean_in_system(end) * end as f64 - area).abs() < 1e-6 * area + 1e-6);
        prop_assert!((stats.response_s(end) - response_s).abs() <= 1e-9 * response_s);
        prop_assert_eq!((stats.completions(), stats.losses()), (count, visits.len() as u64 - count));
        let work: u64 = visits.iter().zip(&left).filter(|(_, left)| left.is_some()).map(|(visit, _)| visit.service).sum();
        prop_assert!((stats.mean_busy(end) * end as f64 - work as f64).abs() < 1e-6 * work as f64 + 1e-6);
    }

    #[test]
    fn queue_priority_departures_equal_the_simple_model(visits in visits(), servers in 1..4_usize) {
        let mut queue: Queue<Visit, PriorityQueue<_>> = Queue::new(0..servers);
        let left = run(
            &visits,
            servers,
            &mut queue,
            |queue, visit, timers| queue.arrive(visit, visit.arrival, timers, |visit| visit.service),
            |queue, slot, now, timers| queue.finish(slot, now, timers, |visit| visit.service),
        );
        prop_assert_eq!(left, plain_queue(&visits, servers, usize::MAX, true));
    }

    #[test]
    fn delay_each_request_stays_for_its_service_time(visits in visits()) {
        let mut timers = Timers::new(0);
        let mut delay = Delay::new(3);
        for visit in &visits {
            delay.arrive(*visit, visit.arrival, &mut timers, visit.service);
        }
        let mut left = 0;
        while let Some((now, slot)) = timers.next() {
            let visit = delay.finish(slot, now);
            prop_assert_eq!(now, visit.arrival + visit.service);
            left += 1;
        }
        prop_assert_eq!(left, visits.len());
    }

    /// The simple model divides the service rate among the present requests, in floating point.
    #[test]
    fn processor_sharing_departures_equal_the_simple_model(visits in visits(), servers in 1..4_u64) {
        // Times are whole microseconds, so that rounding to nanoseconds has little effect.
        let visits: Vec<Visit> = visits
            .into_iter()
            .map(|visit| Visit { arrival: 1000 * visit.arrival, service: 1000 * visit.service, ..visit })
            .collect();
        let mut sharing = ProcessorSharing::new(0, servers);
        let left = run(
            &visits,
            1,
            &mut sharing,
            |sharing, visit, timers| sharing.arrive(visit, visit.arrival, timers, visit.service),
            |sharing, _, now, timers| sharing.finish(now, timers),
        );
        let mut plain = vec![None; visits.len()];
        let mut present: Vec<(Visit, f64)> = Vec::new();
        let mut now = 0.0;
        let mut advance = |until: f64, present: &mut Vec<(Visit, f64)>| {
            while let Some(min_left) = present.iter().map(|(_, left)| *left).min_by(f64::total_cmp) {
                let share = (servers as f64 / present.len() as f64).min(1.0);
                let step = (min_left / share).min(until - now);
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
            advance(visit.arrival as f64, &mut present);
            present.push((*visit, visit.service as f64));
        }
        advance(f64::INFINITY, &mut present);
        for (ours, theirs) in left.iter().zip(&plain) {
            let (ours, theirs) = (ours.unwrap() as f64, theirs.unwrap());
            prop_assert!((ours - theirs).abs() < 100.0, "{ours}, not {theirs}");
        }
    }

    #[test]
    fn exclusive_lock_has_one_holder_and_serves_fcfs(steps in prop::collection::vec(any::<bool>(), 0..100)) {
        let mut lock = SharedLock::default();
        let (mut customers, mut area) = (std::collections::VecDeque::new(), 0);
        for (at, acquire) in steps.iter().enumerate() {
            area += customers.len().saturating_sub(1);
            let now = at as Ticks;
            if *acquire {
                prop_assert_eq!(lock.acquire(at, Access::Exclusive, now), customers.is_empty());
                customers.push_back(at);
            } else if customers.pop_front().is_some() {
                let mut next = None;
                lock.release(now, |customer| assert_eq!(next.replace(customer), None, "one holder"));
                prop_assert_eq!(next, customers.front().copied());
            }
        }
        let end = steps.len();
        if end > 0 {
            // The last step has lasted for one nanosecond.
            area += customers.len().saturating_sub(1);
            prop_assert!((lock.mean_waiting(end as Ticks) * end as f64 - area as f64).abs() < 1e-9 * (1 + area) as f64);
        }
    }
}

/// Returns one server with three simultaneous requests of 10 ns each.
fn queue_of_three() -> (Queue<usize, Fifo<pathlength_queueing::station::Job<usize>>>, Timers) {
    let (mut queue, mut timers) = (Queue::new(0..1), Timers::new(1));
    for number in 0..3 {
        queue.arrive(number, 0, &mut timers, |_| 10);
    }
    (queue, timers)
}

#[test]
fn queue_drain_completes_service_in_progress() {
    let (mut queue, mut timers) = queue_of_three();
    queue.drain();
    assert_eq!(timers.next(), Some((10, 0)));
    assert_eq!(queue.finish(0, 10, &mut timers, |_| 10), 0);
    assert_eq!((timers.next(), queue.stats().busy(), queue.stats().in_system()), (None, 0, 2));
    queue.arrive(3, 20, &mut timers, |_| 10);
    assert_eq!(timers.next(), None, "an arrival at a drained station waits");
    queue.resume(100, &mut timers, |_| 10);
    assert_eq!(timers.next(), Some((110, 0)));
    assert_eq!(queue.finish(0, 110, &mut timers, |_| 10), 1);
    assert_eq!(queue.stats().busy(), 1);
}

#[test]
fn queue_resume_continues_suspended_service() {
    let (mut queue, mut timers) = queue_of_three();
    queue.suspend(4, &mut timers);
    assert_eq!((timers.next(), queue.stats().busy()), (None, 1));
    queue.arrive(3, 20, &mut timers, |_| 10);
    assert_eq!(timers.next(), None);
    queue.resume(100, &mut timers, |_| 10);
    assert_eq!(timers.next(), Some((106, 0)), "6 ns of the first service were left");
    assert_eq!(queue.finish(0, 106, &mut timers, |_| 10), 0);
    assert_eq!(timers.next(), Some((116, 0)));
}

#[test]
fn processor_sharing_full_station_loses_arrivals() {
    let (mut sharing, mut timers) = (ProcessorSharing::new(0, 1).with_capacity(2), Timers::new(1));
    let accepted = [0, 1, 2].map(|number| sharing.arrive(number, 0, &mut timers, 10));
    assert_eq!(accepted, [true, true, false]);
    assert_eq!(timers.next(), Some((20, 0)), "two requests of 10 ns share the server");
    assert_eq!(sharing.finish(20, &mut timers), 0);
    assert_eq!((sharing.stats().losses(), sharing.stats().completions(), sharing.stats().in_system()), (1, 1, 1));
    assert!(sharing.arrive(3, 20, &mut timers, 10));
}

#[test]
fn time_histogram_quantiles_are_within_3_percent() {
    let (mut delay, mut timers) = (Delay::new(0), Timers::new(1));
    // 1,000 stays of 1 to 1,000 microseconds.
    for n in 1..=1000_u64 {
        delay.arrive((), 0, &mut timers, n * 1000);
    }
    while let Some((now, slot)) = timers.next() {
        delay.finish(slot, now);
    }
    let responses = delay.stats().responses();
    for probability in [0.01, 0.1, 0.5, 0.9, 0.95, 0.999] {
        let quantile_s = responses.quantile_s(probability);
        assert!((quantile_s / (probability * 1e-3) - 1.0).abs() < 0.035, "{probability}: {quantile_s}");
    }
}

#[test]
fn shared_lock_readers_do_not_overtake_a_writer() {
    let mut lock = SharedLock::default();
    assert!(lock.acquire(0, Access::Shared, 0));
    assert!(lock.acquire(1, Access::Shared, 0));
    assert!(!lock.acquire(2, Access::Exclusive, 10));
    assert!(!lock.acquire(3, Access::Shared, 10), "a reader does not overtake a writer");
    assert!(!lock.acquire(4, Access::Shared, 10));
    let admitted = |lock: &mut SharedLock<i32>, now| {
        let mut all = Vec::new();
        lock.release(now, |customer| all.push(customer));
        all
    };
    assert!(admitted(&mut lock, 20).is_empty(), "one reader is left");
    assert_eq!(admitted(&mut lock, 30), [2]);
    assert_eq!(admitted(&mut lock, 40), [3, 4], "readers enter together");
    assert_eq!((admitted(&mut lock, 50), lock.holders()), (vec![], 1));
    assert_eq!((admitted(&mut lock, 60), lock.holders()), (vec![], 0));
    assert!((lock.mean_held(120) - 0.5).abs() < 1e-12);
    assert!((lock.mean_waiting(120) - (20.0 + 30.0 + 30.0) / 120.0).abs() < 1e-12);
}

proptest! {
    /// For any sequence of operations, the holders are either readers only or one writer, and all customers are served
    /// in the order of their arrival.
    #[test]
    fn shared_lock_admits_readers_together_or_one_writer_in_order(
        steps in prop::collection::vec(any::<(bool, bool)>(), 1..200),
    ) {
        let mut lock = SharedLock::default();
        let (mut holders, mut waiting, mut next) = (Vec::new(), std::collections::VecDeque::new(), 0);
        for (now, (releases, writes)) in steps.into_iter().enumerate() {
            let now = now as Ticks;
            if releases && !holders.is_empty() {
                holders.remove(0);
                lock.release(now, |customer: (u32, bool)| {
                    assert_eq!(Some(customer), waiting.pop_front());
                    holders.push(customer);
                });
            } else {
                let access = if writes { Access::Exclusive } else { Access::Shared };
                if lock.acquire((next, writes), access, now) {
                    prop_assert!(waiting.is_empty(), "no customer overtakes another");
                    holders.push((next, writes));
                } else {
                    waiting.push_back((next, writes));
                }
                next += 1;
            }
            prop_assert_eq!(lock.holders() as usize, holders.len());
            prop_assert!(holders.len() <= 1 || holders.iter().all(|(_, writes)| !writes));
            prop_assert!(waiting.is_empty() || !holders.is_empty(), "no customer waits for a free lock");
        }
    }
}
