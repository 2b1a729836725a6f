//! A lock with readers and writers.

use super::super::{Ticks, TimeAverage};
use std::collections::VecDeque;

/// The way in which a customer holds a [`SharedLock`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The customer shares the lock with others.
    Shared,
    /// The customer holds the lock alone.
    Exclusive,
}

/// A lock that many customers can share or one customer can hold exclusively, with an FCFS queue: a request for shared
/// access waits behind an earlier exclusive request. The lock needs no timer: holders keep it until
/// [`SharedLock::release`].
#[derive(Clone, Debug)]
pub struct SharedLock<C> {
    queue: VecDeque<(C, Access)>,
    holders: u32,
    is_exclusive: bool,
    held: TimeAverage,
    waiting: TimeAverage,
}

impl<C> Default for SharedLock<C> {
    fn default() -> Self {
        let zero = TimeAverage::new(0, 0);
        Self { queue: VecDeque::new(), holders: 0, is_exclusive: false, held: zero, waiting: zero }
    }
}

impl<C> SharedLock<C> {
    /// Requests the lock for `customer`. Returns `true` if the customer now holds the lock, or `false` if the customer
    /// must wait until a [`SharedLock::release`] admits it.
    pub fn acquire(&mut self, customer: C, access: Access, now: Ticks) -> bool {
        let free = self.queue.is_empty() && self.admits(access);
        if free {
            self.admit(access, now);
        } else {
            self.waiting.increment(now);
            self.queue.push_back((customer, access));
        }
        free
    }

    /// Releases the lock for one holder and calls `admitted` for each waiting customer that acquires it as a result.
    pub fn release(&mut self, now: Ticks, mut admitted: impl FnMut(C)) {
        self.holders -= 1;
        if self.holders == 0 {
            self.is_exclusive = false;
            self.held.decrement(now);
        }
        while let Some((customer, access)) = self.queue.pop_front() {
            if !self.admits(access) {
                self.queue.push_front((customer, access));
                break;
            }
            self.waiting.decrement(now);
            self.admit(access, now);
            admitted(customer);
        }
    }

    /// Returns the number of holders.
    pub fn holders(&self) -> u32 {
        self.holders
    }

    /// Returns the utilization: the share of time during which the lock is held.
    pub fn mean_held(&self, now: Ticks) -> f64 {
        self.held.mean(now)
    }

    /// Returns the mean number of waiting customers.
    pub fn mean_waiting(&self, now: Ticks) -> f64 {
        self.waiting.mean(now)
    }

    /// Restarts the statistics at time `now`; holders and waiting customers stay.
    pub fn reset(&mut self, now: Ticks) {
        self.held.reset(now);
        self.waiting.reset(now);
    }

    fn admits(&self, access: Access) -> bool {
        self.holders == 0 || (access == Access::Shared && !self.is_exclusive)
    }

    fn admit(&mut self, access: Access, now: Ticks) {
        if self.holders == 0 {
            self.held.increment(now);
        }
        self.holders += 1;
        self.is_exclusive = access == Access::Exclusive;
    }
}
