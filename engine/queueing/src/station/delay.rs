//! A delay center: a server for every request.

use super::super::{Ticks, Timers};
use super::StationStats;
use super::queue::Job;

/// A station without a queue, as for thinking users or a wire.
///
/// Each request at the station has its own timer slot. The slots are numbered from `first_slot` without an upper limit,
/// so no other timer may have a higher slot. One `Delay` can represent several delay centers if each request contains
/// its delay center.
#[derive(Clone, Debug)]
pub struct Delay<C> {
    first_slot: usize,
    jobs: Vec<Job<C>>,
    free_slots: Vec<usize>,
    stats: StationStats,
}

impl<C: Copy + Default> Delay<C> {
    /// Creates a station with timer slots from `first_slot` onward.
    pub fn new(first_slot: usize) -> Self {
        Self { first_slot, jobs: Vec::new(), free_slots: Vec::new(), stats: StationStats::new() }
    }

    /// Handles an arriving request, which stays for `time`.
    #[inline]
    pub fn arrive(&mut self, customer: C, now: Ticks, timers: &mut Timers, time: Ticks) {
        let job = Job { customer, arrival: now };
        let slot = if let Some(slot) = self.free_slots.pop() {
            self.jobs[slot - self.first_slot] = job;
            slot
        } else {
            self.jobs.push(job);
            self.first_slot + self.jobs.len() - 1
        };
        self.stats.arrive(now);
        timers.set(slot, now + time);
    }

    /// Ends the stay of the request with this timer slot and returns the request.
    #[inline]
    pub fn finish(&mut self, slot: usize, now: Ticks) -> C {
        let Job { customer, arrival } = self.jobs[slot - self.first_slot];
        self.free_slots.push(slot);
        self.stats.depart(arrival, now);
        customer
    }

    /// Returns the statistics of the station. A delay center counts no busy servers.
    #[inline]
    pub fn stats(&self) -> &StationStats {
        &self.stats
    }

    /// Restarts the statistics at time `now`; the requests stay.
    pub fn reset(&mut self, now: Ticks) {
        self.stats.reset(now);
    }
}
