//! Servers with a queue before them.

use super::super::{Ticks, Timers};
use super::{Fifo, Line, Ranked, Tally};
use std::ops::Range;

/// A request and when it came.
#[derive(Clone, Copy, Debug, Default)]
pub struct Job<C> {
    pub(super) customer: C,
    pub(super) since: Ticks,
}

impl<C: Ranked> Ranked for Job<C> {
    fn rank(&self) -> usize {
        self.customer.rank()
    }
}

/// One or more servers, all alike, and those who wait for them; by default in the order of their coming.
///
/// Each server has a timer slot of its own, set while it serves. The servers can take a holiday, and then either end the
/// services that they have begun ([`Queue::stop`]) or leave them as they are ([`Queue::freeze`]).
#[derive(Clone, Debug)]
pub struct Queue<C, L = Fifo<Job<C>>> {
    first_slot: usize,
    /// What each server is busy with, or was last.
    serving: Vec<Job<C>>,
    /// The servers that are idle, the next to work last.
    idle: Vec<usize>,
    line: L,
    capacity: u64,
    stopped: bool,
    /// Services that were left as they were: the server's slot, and the time that is left.
    frozen: Vec<(usize, Ticks)>,
    tally: Tally,
}

impl<C: Copy + Default, L: Line<Job<C>>> Queue<C, L> {
    /// As many servers as `slots`.
    pub fn new(slots: Range<usize>) -> Self {
        Self {
            first_slot: slots.start,
            serving: vec![Job::default(); slots.len()],
            idle: slots.rev().collect(),
            line: L::default(),
            capacity: u64::MAX,
            stopped: false,
            frozen: Vec::new(),
            tally: Tally::new(),
        }
    }

    /// The same with room for `most` requests, waiting or being served: one that comes to a full station is lost.
    #[must_use]
    pub fn with_capacity(mut self, most: u64) -> Self {
        self.capacity = most;
        self
    }

    /// A request comes. If a server is idle, its service begins, and takes the time that `service` says. `false` if the
    /// station is full and the request is lost.
    #[inline]
    pub fn arrive(&mut self, customer: C, now: Ticks, timers: &mut Timers, service: impl FnOnce(&C) -> Ticks) -> bool {
        if self.tally.present() >= self.capacity {
            self.tally.lose();
            return false;
        }
        self.tally.arrive(now);
        let job = Job { customer, since: now };
        if self.stopped || self.idle.is_empty() {
            self.line.push(job);
        } else if let Some(slot) = self.idle.pop() {
            self.tally.begin(now);
            self.begin(slot, job, now, timers, service);
        }
        true
    }

    /// The service of the server with this timer slot ends; the next one begins, if someone waits. Gives the request that
    /// was served.
    #[inline]
    pub fn finish(&mut self, slot: usize, now: Ticks, timers: &mut Timers, service: impl FnOnce(&C) -> Ticks) -> C {
        let Job { customer, since } = self.serving[slot - self.first_slot];
        self.tally.depart(since, now);
        let next = if self.stopped { None } else { self.line.pop() };
        if let Some(job) = next {
            self.begin(slot, job, now, timers, service);
        } else {
            self.tally.end(now);
            self.idle.push(slot);
        }
        customer
    }

    /// No service begins from now on. Those that have begun go on: the station is drained when `tally().busy()` is 0.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// No service begins from now on, and those that have begun stay as they are. Their servers still count as busy.
    pub fn freeze(&mut self, now: Ticks, timers: &mut Timers) {
        self.stopped = true;
        for slot in self.first_slot..self.first_slot + self.serving.len() {
            if let Some(end) = timers.get(slot) {
                timers.clear(slot);
                self.frozen.push((slot, end - now));
            }
        }
    }

    /// Services begin again, and those that were left go on.
    pub fn resume(&mut self, now: Ticks, timers: &mut Timers, mut service: impl FnMut(&C) -> Ticks) {
        self.stopped = false;
        for (slot, left) in self.frozen.drain(..) {
            timers.set(slot, now + left);
        }
        while let Some(slot) = self.idle.pop() {
            let Some(job) = self.line.pop() else {
                self.idle.push(slot);
                break;
            };
            self.tally.begin(now);
            self.begin(slot, job, now, timers, &mut service);
        }
    }

    /// What came of the station so far.
    #[inline]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Forgets what came of the station before `now`, but not who is there.
    pub fn reset(&mut self, now: Ticks) {
        self.tally.reset(now);
    }

    #[inline]
    fn begin(&mut self, slot: usize, job: Job<C>, now: Ticks, timers: &mut Timers, service: impl FnOnce(&C) -> Ticks) {
        self.serving[slot - self.first_slot] = job;
        timers.set(slot, now + service(&job.customer));
    }
}
