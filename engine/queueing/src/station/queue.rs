//! A queueing center: servers with a common queue.

use super::super::{Ticks, Timers};
use super::{Fifo, HasPriority, StationStats, WaitQueue};
use std::ops::Range;

/// A request at a station.
#[derive(Clone, Copy, Debug, Default)]
pub struct Job<C> {
    pub(super) customer: C,
    pub(super) arrival: Ticks,
}

impl<C: HasPriority> HasPriority for Job<C> {
    fn level(&self) -> usize {
        self.customer.level()
    }
}

/// One or more identical servers with a common queue, which is FCFS by default.
///
/// Each server has a timer slot, which is set while it serves. Service can be interrupted: the servers then either
/// complete the services in progress ([`Queue::drain`]) or suspend them ([`Queue::suspend`]).
#[derive(Clone, Debug)]
pub struct Queue<C, L = Fifo<Job<C>>> {
    first_slot: usize,
    /// The current or last request of each server.
    serving: Vec<Job<C>>,
    /// Slots of the idle servers; the last one is assigned next.
    idle: Vec<usize>,
    waiting: L,
    capacity: u64,
    /// Whether no service may start.
    paused: bool,
    /// Suspended services: the slot of the server and the remaining service time.
    suspended: Vec<(usize, Ticks)>,
    stats: StationStats,
}

impl<C: Copy + Default, L: WaitQueue<Job<C>>> Queue<C, L> {
    /// Creates a station with a server for each of `slots`.
    pub fn new(slots: Range<usize>) -> Self {
        Self {
            first_slot: slots.start,
            serving: vec![Job::default(); slots.len()],
            idle: slots.rev().collect(),
            waiting: L::default(),
            capacity: u64::MAX,
            paused: false,
            suspended: Vec::new(),
            stats: StationStats::new(),
        }
    }

    /// Limits the number in system, waiting and in service, to `capacity`: further arrivals are lost.
    #[must_use]
    pub fn with_capacity(mut self, capacity: u64) -> Self {
        self.capacity = capacity;
        self
    }

    /// Handles an arriving request. If a server is idle, service starts and takes the time that `service` returns.
    /// Returns `false` if the station is full and the request is lost.
    #[inline]
    pub fn arrive(&mut self, customer: C, now: Ticks, timers: &mut Timers, service: impl FnOnce(&C) -> Ticks) -> bool {
        if self.stats.in_system() >= self.capacity {
            self.stats.lose();
            return false;
        }
        self.stats.arrive(now);
        let job = Job { customer, arrival: now };
        if self.paused || self.idle.is_empty() {
            self.waiting.push(job);
        } else if let Some(slot) = self.idle.pop() {
            self.stats.begin_busy(now);
            self.start_service(slot, job, now, timers, service);
        }
        true
    }

    /// Completes the service at the server with this timer slot, starts the next one if a request waits, and returns
    /// the completed request.
    #[inline]
    pub fn finish(&mut self, slot: usize, now: Ticks, timers: &mut Timers, service: impl FnOnce(&C) -> Ticks) -> C {
        let Job { customer, arrival } = self.serving[slot - self.first_slot];
        self.stats.depart(arrival, now);
        let next = if self.paused { None } else { self.waiting.pop() };
        if let Some(job) = next {
            self.start_service(slot, job, now, timers, service);
        } else {
            self.stats.end_busy(now);
            self.idle.push(slot);
        }
        customer
    }

    /// Returns the request at the server with this timer slot.
    pub fn customer(&self, slot: usize) -> C {
        self.serving[slot - self.first_slot].customer
    }

    /// Keeps the request at a server after its service, because it cannot move on. The server serves no other
    /// request until [`Queue::release`].
    pub fn block(&mut self, now: Ticks) {
        self.stats.end_busy(now);
    }

    /// Completes a request that was [blocked](Queue::block), as [`Queue::finish`] does.
    pub fn release(&mut self, slot: usize, now: Ticks, timers: &mut Timers, service: impl FnOnce(&C) -> Ticks) -> C {
        self.stats.begin_busy(now);
        self.finish(slot, now, timers, service)
    }

    /// Starts no further services. Services in progress continue: the station is drained when `stats().busy()` is 0.
    pub fn drain(&mut self) {
        self.paused = true;
    }

    /// Starts no further services and suspends those in progress. Servers with a suspended service still count as busy.
    pub fn suspend(&mut self, now: Ticks, timers: &mut Timers) {
        self.paused = true;
        for slot in self.first_slot..self.first_slot + self.serving.len() {
            if let Some(end) = timers.get(slot) {
                timers.clear(slot);
                self.suspended.push((slot, end - now));
            }
        }
    }

    /// Lets services start again and continues the suspended ones.
    pub fn resume(&mut self, now: Ticks, timers: &mut Timers, mut service: impl FnMut(&C) -> Ticks) {
        self.paused = false;
        for (slot, remaining) in self.suspended.drain(..) {
            timers.set(slot, now + remaining);
        }
        while let Some(slot) = self.idle.pop() {
            let Some(job) = self.waiting.pop() else {
                self.idle.push(slot);
                break;
            };
            self.stats.begin_busy(now);
            self.start_service(slot, job, now, timers, &mut service);
        }
    }

    /// Returns the statistics of the station.
    #[inline]
    pub fn stats(&self) -> &StationStats {
        &self.stats
    }

    /// Restarts the statistics at time `now`; the requests stay.
    pub fn reset(&mut self, now: Ticks) {
        self.stats.reset(now);
    }

    #[inline]
    fn start_service(
        &mut self,
        slot: usize,
        job: Job<C>,
        now: Ticks,
        timers: &mut Timers,
        service: impl FnOnce(&C) -> Ticks,
    ) {
        self.serving[slot - self.first_slot] = job;
        timers.set(slot, now + service(&job.customer));
    }
}
