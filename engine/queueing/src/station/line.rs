//! Who waits, and who is next.

use std::collections::VecDeque;

/// An order of waiting.
pub trait Line<C>: Default {
    /// One more waits.
    fn push(&mut self, waiting: C);
    /// Who is next, and waits no longer.
    fn pop(&mut self) -> Option<C>;
}

/// First come, first served.
#[derive(Clone, Debug)]
pub struct Fifo<C>(VecDeque<C>);

impl<C> Default for Fifo<C> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<C> Line<C> for Fifo<C> {
    #[inline]
    fn push(&mut self, waiting: C) {
        self.0.push_back(waiting);
    }

    #[inline]
    fn pop(&mut self) -> Option<C> {
        self.0.pop_front()
    }
}

/// What has a rank among those who wait.
pub trait Ranked {
    /// The rank: 0 comes first.
    fn rank(&self) -> usize;
}

/// The lowest rank first; within a rank, first come, first served.
#[derive(Clone, Debug)]
pub struct Levels<C>(Vec<Fifo<C>>);

impl<C> Default for Levels<C> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<C: Ranked> Line<C> for Levels<C> {
    fn push(&mut self, waiting: C) {
        let rank = waiting.rank();
        if rank >= self.0.len() {
            self.0.resize_with(rank + 1, Fifo::default);
        }
        self.0[rank].push(waiting);
    }

    fn pop(&mut self) -> Option<C> {
        self.0.iter_mut().find_map(Line::pop)
    }
}
