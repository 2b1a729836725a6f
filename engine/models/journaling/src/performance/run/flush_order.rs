//! Requests of the file system in submission order, which determines when flushes complete.

use std::collections::VecDeque;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    InFlight,
    Completed,
    Flush,
}

/// In-flight requests and flushes. A flush completes when all requests before it are complete.
#[derive(Debug, Default)]
pub(super) struct FlushOrder {
    states: VecDeque<State>,
    /// Number of the first request in the queue.
    first: u64,
}

impl FlushOrder {
    /// Adds the next request or flush.
    pub(super) fn push(&mut self, id: u64, flush: bool) {
        if self.states.is_empty() {
            self.first = id;
        }
        self.states.push_back(if flush { State::Flush } else { State::InFlight });
    }

    /// Marks a request as complete.
    pub(super) fn complete(&mut self, id: u64) {
        if let Some(state) = self.states.get_mut((id - self.first) as usize) {
            *state = State::Completed;
        }
    }

    /// Removes and returns the next complete flush; `None` if no flush is complete.
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
