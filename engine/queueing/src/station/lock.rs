//! What one can have at a time.

use super::super::{Ticks, TimeAverage};
use super::{Fifo, Line};

/// A lock: one holds it, the others wait in the order of their coming. It needs no timer: it is held until its holder
/// gives it back.
#[derive(Clone, Debug)]
pub struct Lock<C> {
    line: Fifo<C>,
    held: TimeAverage,
    waiting: TimeAverage,
}

impl<C> Default for Lock<C> {
    fn default() -> Self {
        let none = TimeAverage::new(0, 0);
        Self { line: Fifo::default(), held: none, waiting: none }
    }
}

impl<C> Lock<C> {
    /// Someone wants it. `true`: they have it; `false`: they wait, until [`Lock::release`] names them.
    pub fn acquire(&mut self, customer: C, now: Ticks) -> bool {
        let free = self.held.level() == 0;
        if free {
            self.held.raise(now);
        } else {
            self.waiting.raise(now);
            self.line.push(customer);
        }
        free
    }

    /// The holder gives it back. Gives who holds it now, if anyone waited.
    pub fn release(&mut self, now: Ticks) -> Option<C> {
        let next = self.line.pop();
        if next.is_some() {
            self.waiting.lower(now);
        } else {
            self.held.lower(now);
        }
        next
    }

    /// The share of the time that it is held.
    pub fn mean_held(&self, now: Ticks) -> f64 {
        self.held.mean(now)
    }

    /// Mean number of those who wait.
    pub fn mean_waiting(&self, now: Ticks) -> f64 {
        self.waiting.mean(now)
    }

    /// Forgets what was before `now`, but not who has it and who waits.
    pub fn reset(&mut self, now: Ticks) {
        self.held.reset(now);
        self.waiting.reset(now);
    }
}
