//! A queueing center with preemptive-resume priorities.

use super::super::{Ticks, Timers};
use super::{HasPriority, Job, StationStats};
use std::collections::VecDeque;
use std::ops::Range;

/// One or more identical servers. If all servers are busy, an arrival interrupts the service with the lowest priority,
/// provided that this priority is below the arrival's. The interrupted request continues before all other waiting
/// requests of its level.
///
/// Each server has a timer slot, which is set while it serves.
#[derive(Clone, Debug)]
pub struct PreemptiveQueue<C> {
    first_slot: usize,
    /// The current or last request of each server.
    serving: Vec<Job<C>>,
    /// Slots of the idle servers; the last one is assigned next.
    idle: Vec<usize>,
    /// By level: waiting requests, and the remaining service time of those that were interrupted.
    waiting: Vec<VecDeque<(Job<C>, Option<Ticks>)>>,
    capacity: u64,
    stats: StationStats,
}

impl<C: Copy + Default + HasPriority> PreemptiveQueue<C> {
    /// Creates a station with a server for each of `slots`.
    pub fn new(slots: Range<usize>) -> Self {
        Self {
            first_slot: slots.start,
            serving: vec![Job::default(); slots.len()],
            idle: slots.rev().collect(),
            waiting: Vec::new(),
            capacity: u64::MAX,
            stats: StationStats::new(),
        }
    }

    /// Limits the number in system, waiting and in service, to `capacity`: further arrivals are lost.
    #[must_use]
    pub fn with_capacity(mut self, capacity: u64) -> Self {
        self.capacity = capacity;
        self
    }

    /// Handles an arriving request. If service starts, it takes the time that `service` returns. Returns `false` if the
    /// station is full and the request is lost.
    pub fn arrive(&mut self, customer: C, now: Ticks, timers: &mut Timers, service: impl FnOnce(&C) -> Ticks) -> bool {
        if self.stats.in_system() >= self.capacity {
            self.stats.lose();
            return false;
        }
        self.stats.arrive(now);
        let level = customer.level();
        if level >= self.waiting.len() {
            self.waiting.resize_with(level + 1, VecDeque::new);
        }
        let job = Job { customer, arrival: now };
        let lowest = (0..self.serving.len()).max_by_key(|at| self.serving[*at].level());
        if let Some(slot) = self.idle.pop() {
            self.stats.begin_busy(now);
            self.start(slot, job, now + service(&customer), timers);
        } else if let Some(at) = lowest.filter(|at| self.serving[*at].level() > level) {
            let slot = self.first_slot + at;
            let interrupted = self.serving[at];
            let remaining = timers.get(slot).map(|end| end - now);
            self.waiting[interrupted.level()].push_front((interrupted, remaining));
            self.start(slot, job, now + service(&customer), timers);
        } else {
            self.waiting[level].push_back((job, None));
        }
        true
    }

    /// Completes the service at the server with this timer slot, starts or continues the next one if a request waits,
    /// and returns the completed request.
    pub fn finish(&mut self, slot: usize, now: Ticks, timers: &mut Timers, service: impl FnOnce(&C) -> Ticks) -> C {
        let Job { customer, arrival } = self.serving[slot - self.first_slot];
        self.stats.depart(arrival, now);
        if let Some((job, remaining)) = self.waiting.iter_mut().find_map(VecDeque::pop_front) {
            let time = remaining.unwrap_or_else(|| service(&job.customer));
            self.start(slot, job, now + time, timers);
        } else {
            self.stats.end_busy(now);
            self.idle.push(slot);
        }
        customer
    }

    /// Returns the statistics of the station.
    pub fn stats(&self) -> &StationStats {
        &self.stats
    }

    fn start(&mut self, slot: usize, job: Job<C>, end: Ticks, timers: &mut Timers) {
        self.serving[slot - self.first_slot] = job;
        timers.set(slot, end);
    }
}
