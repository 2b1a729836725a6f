//! The models built from the engine's stations, with their statistics.

use super::{LOAD, SERVICES_S, THINK_S, USERS};
use pathlength_queueing::station::{Delay, Queue};
use pathlength_queueing::{Random, Ticks, Timers, ticks};

/// Poisson arrivals at a queue. Slot 0 is the next arrival, and the other slots are the servers.
#[derive(Debug)]
pub struct Open {
    timers: Timers,
    random: Random,
    queue: Queue<()>,
    between_s: f64,
    now: Ticks,
}

impl Open {
    /// Creates a station of `servers` servers with a mean service time of 1 s.
    pub fn new(servers: usize, seed: u64) -> Self {
        let (mut timers, mut random) = (Timers::new(servers + 1), Random::new(seed, 0));
        let between_s = 1.0 / (LOAD * servers as f64);
        timers.set(0, ticks(between_s * random.exponential()));
        Self { timers, random, queue: Queue::new(1..servers + 1), between_s, now: 0 }
    }

    /// Simulates `events` events.
    ///
    /// # Panics
    /// Panics if no event is pending.
    pub fn run(&mut self, events: u32) {
        let Self { timers, random, queue, between_s, now } = self;
        for _ in 0..events {
            let (at, slot) = timers.next().expect("an arrival is always pending");
            *now = at;
            if slot == 0 {
                timers.set(0, at + ticks(*between_s * random.exponential()));
                queue.arrive((), at, timers, |()| ticks(random.exponential()));
            } else {
                queue.finish(slot, at, timers, |()| ticks(random.exponential()));
            }
        }
    }

    /// Returns the mean response time so far, in seconds.
    pub fn response_s(&self) -> f64 {
        self.queue.stats().response_s(self.now)
    }
}

/// Users who think and then visit the stations in sequence. The stations use the first timer slots.
#[derive(Debug)]
pub struct Closed {
    timers: Timers,
    random: Random,
    queues: [Queue<u32>; 3],
    thinking: Delay<u32>,
    now: Ticks,
}

impl Closed {
    /// Creates the network with all users thinking.
    pub fn new(seed: u64) -> Self {
        let (mut timers, mut random) = (Timers::new(3 + USERS as usize), Random::new(seed, 0));
        let mut thinking = Delay::new(3);
        for user in 0..USERS {
            thinking.arrive(user, 0, &mut timers, ticks(THINK_S * random.exponential()));
        }
        Self { timers, random, queues: [0, 1, 2].map(|slot| Queue::new(slot..slot + 1)), thinking, now: 0 }
    }

    /// Simulates `events` events.
    ///
    /// # Panics
    /// Panics if no event is pending.
    pub fn run(&mut self, events: u32) {
        let Self { timers, random, queues, thinking, now } = self;
        for _ in 0..events {
            let (at, slot) = timers.next().expect("every user has a pending event");
            *now = at;
            let user = match queues.get_mut(slot) {
                Some(queue) => queue.finish(slot, at, timers, |_| ticks(SERVICES_S[slot] * random.exponential())),
                None => thinking.finish(slot, at),
            };
            let next = if slot < 3 { slot + 1 } else { 0 };
            match queues.get_mut(next) {
                Some(queue) => {
                    queue.arrive(user, at, timers, |_| ticks(SERVICES_S[next] * random.exponential()));
                }
                None => thinking.arrive(user, at, timers, ticks(THINK_S * random.exponential())),
            }
        }
    }

    /// Returns the mean response time so far, from one think time to the next, in seconds.
    pub fn response_s(&self) -> f64 {
        self.queues.iter().map(|queue| queue.stats().response_s(self.now)).sum()
    }
}
