//! The optimal cache: it evicts the block whose next use is farthest away.
//!
//! L. A. Belady, "A study of replacement algorithms for a virtual-storage computer" (1966). The policy needs the whole
//! trace, so no real cache can use this policy. No cache that inserts each missed block has fewer misses.

use super::index::Index;
use std::collections::BinaryHeap;

/// The next use of a block that is not requested again.
const NEVER: u32 = u32::MAX;
/// The state of a block that is not in the cache.
const ABSENT: u32 = NEVER - 1;

/// The trace and the cache.
#[derive(Debug)]
pub(super) struct Optimal {
    capacity: u32,
    index: Index,
    /// Stream and block of each request. Blocks are numbered in the order of their first requests.
    trace: Vec<(u8, u32)>,
    /// For each request, the next request for the same block.
    next_use: Vec<u32>,
    /// The next use of each block, or [`ABSENT`].
    state: Vec<u32>,
    cached: u32,
    /// Next uses of cached blocks; some entries are stale.
    farthest: BinaryHeap<(u32, u32)>,
}

impl Optimal {
    pub(super) fn new(capacity: u32, requests: u32) -> Self {
        Self {
            capacity,
            index: Index::new(requests),
            trace: Vec::new(),
            next_use: Vec::new(),
            state: Vec::new(),
            cached: 0,
            farthest: BinaryHeap::new(),
        }
    }

    /// Returns the number of requests so far.
    pub(super) fn len(&self) -> u64 {
        self.trace.len() as u64
    }

    /// Adds a request to the trace.
    pub(super) fn add(&mut self, stream: usize, block: u64) {
        let number = self.index.find(block).unwrap_or_else(|| self.index.push(block));
        self.trace.push((stream as u8, number));
    }

    /// Ends the trace and finds the next use of the block of each request.
    pub(super) fn end(&mut self) {
        let mut next = vec![NEVER; self.index.len() as usize];
        self.next_use = vec![NEVER; self.trace.len()];
        for (at, (_, block)) in self.trace.iter().enumerate().rev() {
            self.next_use[at] = std::mem::replace(&mut next[*block as usize], at as u32);
        }
        self.state = vec![ABSENT; self.index.len() as usize];
        self.index = Index::new(0);
    }

    /// Returns the stream of a request, and whether its block is in the cache; then inserts the block.
    pub(super) fn request(&mut self, at: u64) -> (usize, bool) {
        let (stream, block) = self.trace[at as usize];
        let is_hit = self.state[block as usize] != ABSENT;
        if self.capacity > 0 {
            if !is_hit && self.cached == self.capacity {
                self.evict();
            }
            self.cached += u32::from(!is_hit);
            let next = self.next_use[at as usize];
            self.state[block as usize] = next;
            self.farthest.push((next, block));
        }
        (stream.into(), is_hit)
    }

    fn evict(&mut self) {
        while let Some((next, block)) = self.farthest.pop() {
            if self.state[block as usize] == next {
                self.state[block as usize] = ABSENT;
                self.cached -= 1;
                return;
            }
        }
    }
}
