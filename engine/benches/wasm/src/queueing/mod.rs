//! Simulation workloads: three models made of stations, and the event list alone.

mod stations;
pub mod tight;

use pathlength_queueing::{Random, Timers, ticks};
pub use stations::{Closed, Open};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wasm_bindgen::prelude::*;

/// A utilization of nine tenths.
const LOAD: f64 = 0.9;

/// The closed model's number of users, their think time, and the service times of the stations that they visit in turn.
const USERS: u32 = 50;
const THINK_S: f64 = 5.0;
const SERVICES_S: [f64; 3] = [0.05, 0.08, 0.1];

/// A station with one server and a station with four servers, both with Poisson arrivals, and a closed network of
/// thinking users.
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

    /// Does nothing: the random numbers continue.
    pub fn shuffle(&mut self, _seed: u32) {}

    /// Simulates one server.
    pub fn one(&mut self) {
        self.one.run(self.events);
    }

    /// Simulates four servers.
    pub fn four(&mut self) {
        self.four.run(self.events);
    }

    /// Simulates the closed network.
    pub fn closed(&mut self) {
        self.closed.run(self.events);
    }

    /// Returns the sum of the mean response times so far, which depends only on the work, not on the platform.
    pub fn counted(&self) -> f64 {
        self.one.response_s() + self.four.response_s() + self.closed.response_s()
    }
}

/// The number of pending events in the short list.
const FEW: u32 = 64;

/// The hold model: removes the next of many pending events and inserts it again at a later time.
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

    /// Does nothing: the events are in time order.
    pub fn shuffle(&mut self, _seed: u32) {}

    /// Runs a list with 64 pending events.
    pub fn run_short_list(&mut self) {
        self.short_list.run(self.events);
    }

    /// Runs a list with as many pending events as an operation removes.
    pub fn run_long_list(&mut self) {
        self.long_list.run(self.events);
    }

    /// Runs the standard library's heap with as many pending events as an operation removes.
    pub fn heap(&mut self) {
        self.heap.run(self.events);
    }

    /// Returns a checksum of the events in order; NaN if the heap's order differs.
    pub fn counted(&self) -> f64 {
        if self.long_list.sum == self.heap.sum { (self.short_list.sum ^ self.long_list.sum) as f64 } else { f64::NAN }
    }
}

/// A list of pending events.
trait Pending {
    fn with_room(events: u32) -> Self;
    fn add(&mut self, slot: u32, at: u64);
    /// Removes the next event and inserts it again `wait` later; returns its previous time and its slot.
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

/// A list of pending events during a run, with a checksum of the processed events.
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
