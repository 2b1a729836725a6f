//! A server for everyone.

use super::super::{Ticks, Timers};
use super::Tally;
use super::queue::Job;

/// A station at which nobody waits: users who think, a wire.
///
/// Each request there has a timer slot of its own. The slots begin at one and have no end: the station comes after all
/// others. Several delays can be one, with requests that know which of them they are at.
#[derive(Clone, Debug)]
pub struct Delay<C> {
    first_slot: usize,
    jobs: Vec<Job<C>>,
    free: Vec<usize>,
    tally: Tally,
}

impl<C: Copy + Default> Delay<C> {
    /// With timer slots from `first_slot` on.
    pub fn new(first_slot: usize) -> Self {
        Self { first_slot, jobs: Vec::new(), free: Vec::new(), tally: Tally::new() }
    }

    /// A request comes, and stays for `time`.
    #[inline]
    pub fn arrive(&mut self, customer: C, now: Ticks, timers: &mut Timers, time: Ticks) {
        let job = Job { customer, since: now };
        let slot = if let Some(slot) = self.free.pop() {
            self.jobs[slot - self.first_slot] = job;
            slot
        } else {
            self.jobs.push(job);
            self.first_slot + self.jobs.len() - 1
        };
        self.tally.arrive(now);
        timers.set(slot, now + time);
    }

    /// The time of the request with this timer slot is over.
    #[inline]
    pub fn finish(&mut self, slot: usize, now: Ticks) -> C {
        let Job { customer, since } = self.jobs[slot - self.first_slot];
        self.free.push(slot);
        self.tally.depart(since, now);
        customer
    }

    /// What came of the station so far. It has no servers that could be busy.
    #[inline]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Forgets what came of the station before `now`, but not who is there.
    pub fn reset(&mut self, now: Ticks) {
        self.tally.reset(now);
    }
}
