//! A lock: a resource with one holder at a time.

use super::super::{Ticks, TimeAverage};
use super::{Fifo, WaitQueue};

/// An exclusive lock with an FCFS queue. It needs no timer: the holder keeps it until [`Lock::release`].
#[derive(Clone, Debug)]
pub struct Lock<C> {
    queue: Fifo<C>,
    held: TimeAverage,
    waiting: TimeAverage,
}

impl<C> Default for Lock<C> {
    fn default() -> Self {
        let zero = TimeAverage::new(0, 0);
        Self { queue: Fifo::default(), held: zero, waiting: zero }
    }
}

impl<C> Lock<C> {
    /// Requests the lock for `customer`. Returns `true` if it was free, or `false` if the customer waits until
    /// [`Lock::release`] returns it.
    pub fn acquire(&mut self, customer: C, now: Ticks) -> bool {
        let free = self.held.level() == 0;
        if free {
            self.held.increment(now);
        } else {
            self.waiting.increment(now);
            self.queue.push(customer);
        }
        free
    }

    /// Releases the lock. Returns the next holder, if a customer was waiting.
    pub fn release(&mut self, now: Ticks) -> Option<C> {
        let next = self.queue.pop();
        if next.is_some() {
            self.waiting.decrement(now);
        } else {
            self.held.decrement(now);
        }
        next
    }

    /// Returns the utilization: the share of time in which the lock is held.
    pub fn mean_held(&self, now: Ticks) -> f64 {
        self.held.mean(now)
    }

    /// Returns the mean number of waiting customers.
    pub fn mean_waiting(&self, now: Ticks) -> f64 {
        self.waiting.mean(now)
    }

    /// Restarts the statistics at the time `now`; holder and waiting customers stay.
    pub fn reset(&mut self, now: Ticks) {
        self.held.reset(now);
        self.waiting.reset(now);
    }
}
