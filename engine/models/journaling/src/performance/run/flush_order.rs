//! The file system's requests in the order in which it made them.

use std::collections::VecDeque;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    InFlight,
    Completed,
    Flush,
}

/// What was handed over and is not done, with flushes: one ends when all that was handed over before it is done.
#[derive(Debug, Default)]
pub(super) struct FlushOrder {
    states: VecDeque<State>,
    /// Number of the request that they begin with.
    first: u64,
}

impl FlushOrder {
    /// Enters the next request, or the next flush.
    pub(super) fn push(&mut self, id: u64, flush: bool) {
        if self.states.is_empty() {
            self.first = id;
        }
        self.states.push_back(if flush { State::Flush } else { State::InFlight });
    }

    /// A request is done.
    pub(super) fn complete(&mut self, id: u64) {
        if let Some(state) = self.states.get_mut((id - self.first) as usize) {
            *state = State::Completed;
        }
    }

    /// Takes out the next flush that has ended.
    pub(super) fn next_flush(&mut self) -> Option<u64> {
        while let Some(oldest) = self.states.front().filter(|oldest| **oldest != State::InFlight).copied() {
            self.states.pop_front();
            self.first += 1;
            if oldest == State::Flush {
                return Some(self.first - 1);
            }
        }
        None
    }
}
