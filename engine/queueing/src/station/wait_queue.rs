//! Orders in which waiting requests are served.

use std::collections::VecDeque;

/// The waiting requests of a station, in the order of a scheduling discipline.
pub trait WaitQueue<C>: Default {
    /// Adds a request.
    fn push(&mut self, customer: C);
    /// Removes and returns the request to serve next; `None` if no request waits.
    fn pop(&mut self) -> Option<C>;
}

/// First come, first served (FCFS).
#[derive(Clone, Debug)]
pub struct Fifo<C>(VecDeque<C>);

impl<C> Default for Fifo<C> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<C> WaitQueue<C> for Fifo<C> {
    #[inline]
    fn push(&mut self, customer: C) {
        self.0.push_back(customer);
    }

    #[inline]
    fn pop(&mut self) -> Option<C> {
        self.0.pop_front()
    }
}

/// A request with a priority.
pub trait HasPriority {
    /// Returns the priority level: 0 is served first.
    fn level(&self) -> usize;
}

/// Non-preemptive priority: the lowest level first, FCFS within a level.
#[derive(Clone, Debug)]
pub struct PriorityQueue<C>(Vec<Fifo<C>>);

impl<C> Default for PriorityQueue<C> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<C: HasPriority> WaitQueue<C> for PriorityQueue<C> {
    fn push(&mut self, customer: C) {
        let level = customer.level();
        if level >= self.0.len() {
            self.0.resize_with(level + 1, Fifo::default);
        }
        self.0[level].push(customer);
    }

    fn pop(&mut self) -> Option<C> {
        self.0.iter_mut().find_map(WaitQueue::pop)
    }
}
