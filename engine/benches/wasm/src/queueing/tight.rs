//! The three models written by hand: each is a specialized loop that measures only the mean response time. Only the
//! random-number generator is the engine's. The difference in time between the two versions is the cost of general
//! components.

use super::{LOAD, SERVICES_S, THINK_S, USERS};
use pathlength_queueing::Random;

const SECOND: f64 = 1e9;

fn later(now: u64, mean_s: f64, random: &mut Random) -> u64 {
    now + (mean_s * SECOND * random.exponential()) as i64 as u64
}

/// The arrival times of waiting requests, in a growing ring buffer.
#[derive(Debug)]
struct Ring {
    times: Vec<u64>,
    first: usize,
    next: usize,
}

impl Ring {
    fn new() -> Self {
        Self { times: vec![0; 1024], first: 0, next: 0 }
    }

    fn push(&mut self, time: u64) {
        let mask = self.times.len() - 1;
        if self.next - self.first > mask {
            let waiting: Vec<u64> = (self.first..self.next).map(|at| self.times[at & mask]).collect();
            (self.first, self.next) = (0, waiting.len());
            self.times = waiting;
            self.times.resize(2 * self.next, 0);
        }
        let mask = self.times.len() - 1;
        self.times[self.next & mask] = time;
        self.next += 1;
    }

    fn pop(&mut self) -> Option<u64> {
        (self.first < self.next).then(|| {
            self.first += 1;
            self.times[(self.first - 1) & (self.times.len() - 1)]
        })
    }
}

/// One server: two event times, of which the earlier one is next.
#[derive(Debug)]
pub struct SingleServer {
    random: Random,
    arrival: u64,
    finish: u64,
    ring: Ring,
    serving: u64,
    sum: u64,
    done: u64,
}

impl SingleServer {
    /// Creates an empty system.
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed, 0);
        let arrival = later(0, 1.0 / LOAD, &mut random);
        Self { random, arrival, finish: u64::MAX, ring: Ring::new(), serving: 0, sum: 0, done: 0 }
    }

    /// Simulates `events` events.
    pub fn run(&mut self, events: u32) {
        for _ in 0..events {
            if self.arrival <= self.finish {
                let now = self.arrival;
                self.arrival = later(now, 1.0 / LOAD, &mut self.random);
                if self.finish == u64::MAX {
                    self.serving = now;
                    self.finish = later(now, 1.0, &mut self.random);
                } else {
                    self.ring.push(now);
                }
            } else {
                let now = self.finish;
                self.sum += now - self.serving;
                self.done += 1;
                if let Some(since) = self.ring.pop() {
                    self.serving = since;
                    self.finish = later(now, 1.0, &mut self.random);
                } else {
                    self.finish = u64::MAX;
                }
            }
        }
    }

    /// Returns the mean response time so far, in seconds.
    pub fn response_s(&self) -> f64 {
        self.sum as f64 / self.done as f64 / SECOND
    }
}

/// A tournament tree of keys; the low bits of the key of leaf n are n.
#[derive(Debug)]
struct Tournament<const NODES: usize>([u64; NODES]);

impl<const NODES: usize> Tournament<NODES> {
    const LEAVES: usize = NODES / 2;
    const BITS: u32 = Self::LEAVES.trailing_zeros();

    fn set(&mut self, leaf: usize, at: u64) {
        self.replay(leaf, at << Self::BITS | leaf as u64);
    }

    fn replay(&mut self, leaf: usize, key: u64) {
        let mut node = (Self::LEAVES + leaf) % NODES;
        let mut winner = key;
        for _ in 0..Self::BITS {
            self.0[node] = winner;
            winner = winner.min(self.0[node ^ 1]);
            node /= 2;
        }
        self.0[1] = winner;
    }

    fn first(&self) -> (u64, usize) {
        (self.0[1] >> Self::BITS, self.0[1] as usize % Self::LEAVES)
    }
}

/// Four servers.
#[derive(Debug)]
pub struct Four {
    random: Random,
    /// The next arrival, and the servers.
    next: Tournament<16>,
    ring: Ring,
    serving: [u64; 8],
    idle: Vec<usize>,
    sum: u64,
    done: u64,
}

impl Four {
    /// Creates an empty system.
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed, 0);
        let mut next = Tournament([u64::MAX; 16]);
        next.set(0, later(0, 0.25 / LOAD, &mut random));
        Self { random, next, ring: Ring::new(), serving: [0; 8], idle: vec![4, 3, 2, 1], sum: 0, done: 0 }
    }

    /// Simulates `events` events.
    pub fn run(&mut self, events: u32) {
        for _ in 0..events {
            let (now, slot) = self.next.first();
            if slot == 0 {
                self.next.set(0, later(now, 0.25 / LOAD, &mut self.random));
                if let Some(server) = self.idle.pop() {
                    self.serving[server % 8] = now;
                    self.next.set(server, later(now, 1.0, &mut self.random));
                } else {
                    self.ring.push(now);
                }
            } else {
                self.sum += now - self.serving[slot];
                self.done += 1;
                if let Some(since) = self.ring.pop() {
                    self.serving[slot] = since;
                    self.next.set(slot, later(now, 1.0, &mut self.random));
                } else {
                    self.next.replay(slot, u64::MAX);
                    self.idle.push(slot);
                }
            }
        }
    }

    /// Returns the mean response time so far, in seconds.
    pub fn response_s(&self) -> f64 {
        self.sum as f64 / self.done as f64 / SECOND
    }
}

/// The waiting requests at a station of the closed network, including the one in service.
#[derive(Clone, Copy, Debug)]
struct Users {
    who: [u8; 64],
    first: u32,
    next: u32,
}

/// The closed network, with a key for each station and for each thinking user.
#[derive(Debug)]
pub struct Closed {
    random: Random,
    next: Tournament<128>,
    queues: [Users; 3],
    /// Time at which each user stopped thinking.
    since: [u64; 64],
    sum: u64,
    done: u64,
}

impl Closed {
    /// Creates the network with all users thinking.
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed, 0);
        let mut next = Tournament([u64::MAX; 128]);
        for user in 0..USERS as usize {
            next.set(3 + user, later(0, THINK_S, &mut random));
        }
        let queues = [Users { who: [0; 64], first: 0, next: 0 }; 3];
        Self { random, next, queues, since: [0; 64], sum: 0, done: 0 }
    }

    /// Simulates `events` events.
    pub fn run(&mut self, events: u32) {
        for _ in 0..events {
            let (now, slot) = self.next.first();
            let (user, to) = if slot < 3 {
                let queue = &mut self.queues[slot];
                let user = queue.who[queue.first as usize % 64];
                queue.first += 1;
                if queue.first < queue.next {
                    self.next.set(slot, later(now, SERVICES_S[slot], &mut self.random));
                } else {
                    self.next.replay(slot, u64::MAX);
                }
                (user, slot + 1)
            } else {
                self.next.replay(slot, u64::MAX);
                self.since[slot - 3] = now;
                (slot as u8 - 3, 0)
            };
            if to == 3 {
                self.sum += now - self.since[user as usize % 64];
                self.done += 1;
                self.next.set(3 + user as usize, later(now, THINK_S, &mut self.random));
            } else {
                let queue = &mut self.queues[to];
                queue.who[queue.next as usize % 64] = user;
                queue.next += 1;
                if queue.first + 1 == queue.next {
                    self.next.set(to, later(now, SERVICES_S[to], &mut self.random));
                }
            }
        }
    }

    /// Returns the mean response time so far, in seconds.
    pub fn response_s(&self) -> f64 {
        self.sum as f64 / self.done as f64 / SECOND
    }
}
