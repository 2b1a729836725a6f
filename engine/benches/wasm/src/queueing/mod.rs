//! The work of simulations: three models made of stations, and the list of pending events alone.

mod stations;
pub mod tight;

use pathlength::queueing::{Random, Timers, ticks};
pub use stations::{Closed, Open};
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
    /// Models that go on for so many events each time. An event is an arrival or the end of a service.
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

/// The hold model: of many pending events the next is taken out, and put in again for a later time.
#[wasm_bindgen]
#[derive(Debug)]
pub struct TimersWork {
    timers: Timers,
    random: Random,
    pending: u32,
    now: u64,
    sum: u64,
}

#[wasm_bindgen]
impl TimersWork {
    /// So many pending events.
    #[wasm_bindgen(constructor)]
    pub fn new(pending: u32) -> Self {
        let (mut timers, mut random) = (Timers::new(pending as usize), Random::new(4, 0));
        for slot in 0..pending as usize {
            timers.set(slot, ticks(random.exponential()));
        }
        Self { timers, random, pending, now: 0, sum: 0 }
    }

    /// Nothing: the events are in the order of their times.
    pub fn shuffle(&mut self, _seed: u32) {}

    /// Takes the next event out and puts it in again for later, as often as there are events.
    ///
    /// # Panics
    /// If there are none.
    pub fn hold(&mut self) {
        for _ in 0..self.pending {
            let (at, slot) = self.timers.next().expect("all are always pending");
            let later = at + self.wait();
            self.timers.set(slot, later);
            self.now = at;
            self.sum = self.sum.wrapping_mul(31).wrapping_add(at ^ slot as u64);
        }
    }

    /// Gives any of the events another time, as often as there are events.
    pub fn postpone(&mut self) {
        for _ in 0..self.pending {
            let slot = self.random.below(u64::from(self.pending)) as usize;
            let later = self.now + self.wait();
            self.timers.set(slot, later);
        }
    }

    /// Takes any of the events away and puts it in again, as often as there are events.
    pub fn cancel(&mut self) {
        for _ in 0..self.pending {
            let slot = self.random.below(u64::from(self.pending)) as usize;
            self.timers.clear(slot);
            let later = self.now + self.wait();
            self.timers.set(slot, later);
        }
    }

    /// What came, in the order in which it came.
    pub fn counted(&self) -> f64 {
        self.sum as f64
    }
}

impl TimersWork {
    fn wait(&mut self) -> u64 {
        ticks(self.random.exponential())
    }
}
