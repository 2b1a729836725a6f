//! The work of simulations: three models made of stations, and the list of pending events alone.

mod stations;
pub mod tight;

use pathlength_queueing::{Random, Timers, ticks};
pub use stations::{Closed, Open};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wasm_bindgen::prelude::*;

/// Work for nine tenths of the servers.
const LOAD: f64 = 0.9;

/// Users of the closed model, how long they think, and how long each of the stations takes that they visit in turn.
const USERS: u32 = 50;
const THINK_S: f64 = 5.0;
const SERVICES_S: [f64; 3] = [0.05, 0.08, 0.1];

/// One and four servers under exponential arrivals, and a closed network of users who think.
#[wasm_bindgen]
#[derive(Debug)]
pub struct SimulationWork {
    events: u32,
    one: Open,
    four: Open,
    closed: Closed,
}

#[wasm_bindgen]
impl SimulationWork {
    /// Creates models that simulate `events` events at a time. An event is an arrival or a completion.
    #[wasm_bindgen(constructor)]
    pub fn new(events: u32) -> Self {
        Self { events, one: Open::new(1, 1), four: Open::new(4, 2), closed: Closed::new(3) }
    }

    /// Nothing: random numbers go on from where they are.
    pub fn shuffle(&mut self, _seed: u32) {}

    /// One server.
    pub fn one(&mut self) {
        self.one.run(self.events);
    }

    /// Four servers.
    pub fn four(&mut self) {
        self.four.run(self.events);
    }

    /// The closed network.
    pub fn closed(&mut self) {
        self.closed.run(self.events);
    }

    /// The mean responses so far, added up: the same wherever the same work was done.
    pub fn counted(&self) -> f64 {
        self.one.response_s() + self.four.response_s() + self.closed.response_s()
    }
}

/// How many events are pending where few are.
const FEW: u32 = 64;

/// The hold model: of many pending events the next is taken out, and put in again for a later time.
#[wasm_bindgen]
#[derive(Debug)]
pub struct TimersWork {
    events: u32,
    short_list: Hold<Timers>,
    long_list: Hold<Timers>,
    heap: Hold<BinaryHeap<Reverse<(u64, u32)>>>,
}

#[wasm_bindgen]
impl TimersWork {
    /// Creates event lists; an operation removes and inserts `events` events.
    #[wasm_bindgen(constructor)]
    pub fn new(events: u32) -> Self {
        Self { events, short_list: Hold::new(FEW), long_list: Hold::new(events), heap: Hold::new(events) }
    }

    /// Nothing: the events are in the order of their times.
    pub fn shuffle(&mut self, _seed: u32) {}

    /// Runs a list with 64 pending events.
    pub fn run_short_list(&mut self) {
        self.short_list.run(self.events);
    }

    /// Runs a list with as many pending events as an operation removes.
    pub fn run_long_list(&mut self) {
        self.long_list.run(self.events);
    }

    /// Runs the standard library's heap with as many pending events.
    pub fn heap(&mut self) {
        self.heap.run(self.events);
    }

    /// Returns a checksum of the events in their order; NaN if the heap's order differs.
    pub fn counted(&self) -> f64 {
        if self.long_list.sum == self.heap.sum { (self.short_list.sum ^ self.long_list.sum) as f64 } else { f64::NAN }
    }
}

/// A list of pending events.
trait Pending {
    fn with_room(events: u32) -> Self;
    fn add(&mut self, slot: u32, at: u64);
    /// Takes the next event out and puts it in again, as much later as `wait` says; gives its time and slot.
    fn hold(&mut self, wait: u64) -> (u64, u32);
}

impl Pending for Timers {
    fn with_room(events: u32) -> Self {
        Self::new(events as usize)
    }

    fn add(&mut self, slot: u32, at: u64) {
        self.set(slot as usize, at);
    }

    fn hold(&mut self, wait: u64) -> (u64, u32) {
        let (at, slot) = self.next().expect("all are always pending");
        self.set(slot, at + wait);
        (at, slot as u32)
    }
}

impl Pending for BinaryHeap<Reverse<(u64, u32)>> {
    fn with_room(events: u32) -> Self {
        Self::with_capacity(events as usize)
    }

    fn add(&mut self, slot: u32, at: u64) {
        self.push(Reverse((at, slot)));
    }

    fn hold(&mut self, wait: u64) -> (u64, u32) {
        let Reverse((at, slot)) = self.pop().expect("all are always pending");
        self.push(Reverse((at + wait, slot)));
        (at, slot)
    }
}

/// A list of pending events at work.
#[derive(Debug)]
struct Hold<P> {
    pending: P,
    random: Random,
    sum: u64,
}

impl<P: Pending> Hold<P> {
    fn new(events: u32) -> Self {
        let (mut pending, mut random) = (P::with_room(events), Random::new(4, 0));
        for slot in 0..events {
            pending.add(slot, ticks(random.exponential()));
        }
        Self { pending, random, sum: 0 }
    }

    fn run(&mut self, events: u32) {
        for _ in 0..events {
            let (at, slot) = self.pending.hold(ticks(self.random.exponential()));
            self.sum = self.sum.wrapping_mul(31).wrapping_add(at ^ u64::from(slot));
        }
    }
}
