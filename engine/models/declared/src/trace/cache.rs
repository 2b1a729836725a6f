//! The caches of a trace: LRU, FIFO, CLOCK, 2Q, and the minidisk cache.

use super::index::{Index, Order};
use super::problem::{Policy, Problem};
use pathlength_disk_path::cache::{CacheEvent, Disk, MinidiskCache};

/// The effect of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Access {
    pub(super) is_hit: bool,
    /// Number of blocks read from below the cache.
    pub(super) fetched: u32,
}

impl Access {
    pub(super) fn block(is_hit: bool) -> Self {
        Self { is_hit, fetched: u32::from(!is_hit) }
    }
}

/// A cache that inserts each missed block.
pub(super) trait Cache: std::fmt::Debug {
    /// Requests a block for a stream and returns the effect.
    fn request(&mut self, stream: u32, block: u64) -> Access;
}

/// Returns the cache for a problem; `None` for the optimal cache, which needs the whole trace.
pub(super) fn open(problem: &Problem) -> Option<Box<dyn Cache>> {
    let capacity = problem.blocks;
    Some(match problem.policy {
        Policy::Optimal => return None,
        Policy::Minidisk | Policy::Nomdcfs => Box::new(Minidisk::new(problem)),
        _ if capacity == 0 => Box::new(Nothing),
        Policy::Lru => Box::new(Lru { capacity, index: Index::new(capacity), order: Order::new() }),
        Policy::Fifo => Box::new(Fifo { capacity, index: Index::new(capacity), hand: 0 }),
        Policy::Clock => Box::new(Clock { capacity, index: Index::new(capacity), used: Vec::new(), hand: 0 }),
        Policy::TwoQ => Box::new(TwoQ::new(problem)),
    })
}

/// A cache without space.
#[derive(Debug)]
struct Nothing;

impl Cache for Nothing {
    fn request(&mut self, _: u32, _: u64) -> Access {
        Access::block(false)
    }
}

/// A cache that evicts the least recently used block.
#[derive(Debug)]
struct Lru {
    capacity: u32,
    index: Index,
    order: Order,
}

impl Cache for Lru {
    fn request(&mut self, _: u32, block: u64) -> Access {
        if let Some(slot) = self.index.find(block) {
            self.order.renew(slot);
            return Access::block(true);
        }
        let is_full = self.index.len() == self.capacity;
        let slot = match is_full.then(|| self.order.take_oldest()).flatten() {
            Some(slot) => {
                self.index.replace(slot, block);
                slot
            }
            None => self.index.push(block),
        };
        self.order.add(slot);
        Access::block(false)
    }
}

/// A cache that evicts the block that was inserted first.
#[derive(Debug)]
struct Fifo {
    capacity: u32,
    index: Index,
    /// The slot of the oldest block of a full cache.
    hand: u32,
}

impl Cache for Fifo {
    fn request(&mut self, _: u32, block: u64) -> Access {
        if self.index.find(block).is_some() {
            return Access::block(true);
        }
        if self.index.len() < self.capacity {
            self.index.push(block);
        } else {
            self.index.replace(self.hand, block);
            self.hand = (self.hand + 1) % self.capacity;
        }
        Access::block(false)
    }
}

/// A cache that evicts the first block, in circular order, that has not been used since the hand last passed it.
/// The request that inserts a block does not count as a use.
#[derive(Debug)]
struct Clock {
    capacity: u32,
    index: Index,
    used: Vec<bool>,
    hand: u32,
}

impl Cache for Clock {
    fn request(&mut self, _: u32, block: u64) -> Access {
        if let Some(slot) = self.index.find(block) {
            self.used[slot as usize] = true;
            return Access::block(true);
        }
        if self.index.len() < self.capacity {
            self.index.push(block);
            self.used.push(false);
            return Access::block(false);
        }
        while std::mem::take(&mut self.used[self.hand as usize]) {
            self.hand = (self.hand + 1) % self.capacity;
        }
        self.index.replace(self.hand, block);
        self.hand = (self.hand + 1) % self.capacity;
        Access::block(false)
    }
}

/// The queue of a cached block in 2Q.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Queue {
    /// New blocks, first in, first out: A1in.
    New,
    /// Blocks that were requested again while they were remembered, ordered by last use: Am.
    Main,
}

/// 2Q in its full version: T. Johnson and D. Shasha, "2Q: A Low Overhead High Performance Buffer Management Replacement
/// Algorithm" (1994).
#[derive(Debug)]
struct TwoQ {
    capacity: u32,
    /// Number of new blocks above which one of them is evicted: Kin.
    max_new: u32,
    index: Index,
    queue: Vec<Queue>,
    new: Order,
    main: Order,
    remembered: RememberedBlocks,
}

/// The block numbers of evicted new blocks; the oldest number is forgotten first: A1out.
#[derive(Debug)]
struct RememberedBlocks {
    /// Maximum number of blocks: Kout.
    capacity: u32,
    index: Index,
    order: Order,
    free: Vec<u32>,
}

/// The block number in a free slot; no block has this number.
const FORGOTTEN: u64 = u64::MAX;

impl RememberedBlocks {
    fn add(&mut self, block: u64) {
        if self.capacity == 0 {
            return;
        }
        let slot = match self.free.pop() {
            Some(slot) => Some(slot),
            None if self.index.len() < self.capacity => None,
            None => self.order.take_oldest(),
        };
        let slot = match slot {
            Some(slot) => {
                self.index.replace(slot, block);
                slot
            }
            None => self.index.push(block),
        };
        self.order.add(slot);
    }

    /// Forgets a block; returns whether it was remembered.
    fn remove(&mut self, block: u64) -> bool {
        let Some(slot) = self.index.find(block) else { return false };
        self.order.remove(slot);
        self.index.replace(slot, FORGOTTEN);
        self.free.push(slot);
        true
    }
}

impl TwoQ {
    fn new(problem: &Problem) -> Self {
        let capacity = problem.blocks;
        let of = |share: f64| libm::floor(share * f64::from(capacity)) as u32;
        let max_remembered = of(problem.remembered_share);
        Self {
            capacity,
            max_new: of(problem.new_share).max(1),
            index: Index::new(capacity),
            queue: Vec::new(),
            new: Order::new(),
            main: Order::new(),
            remembered: RememberedBlocks {
                capacity: max_remembered,
                index: Index::new(max_remembered),
                order: Order::new(),
                free: Vec::new(),
            },
        }
    }

    /// Puts `block` in a slot, after an eviction if the cache is full; returns the slot.
    fn slot_for(&mut self, block: u64) -> u32 {
        let is_new = self.new.len() > self.max_new || self.main.len() == 0;
        let taken = match self.index.len() == self.capacity {
            true if is_new => self.new.take_oldest(),
            true => self.main.take_oldest(),
            false => None,
        };
        let Some(slot) = taken else {
            self.queue.push(Queue::New);
            return self.index.push(block);
        };
        let evicted = self.index.replace(slot, block);
        if is_new {
            self.remembered.add(evicted);
        }
        slot
    }
}

impl Cache for TwoQ {
    fn request(&mut self, _: u32, block: u64) -> Access {
        if let Some(slot) = self.index.find(block) {
            if self.queue[slot as usize] == Queue::Main {
                self.main.renew(slot);
            }
            return Access::block(true);
        }
        let returns = self.remembered.remove(block);
        let slot = self.slot_for(block);
        let (queue, order) = if returns { (Queue::Main, &mut self.main) } else { (Queue::New, &mut self.new) };
        order.add(slot);
        self.queue[slot as usize] = queue;
        Access::block(false)
    }
}

/// The minidisk cache from the lab on disk paths; each stream is a guest.
#[derive(Debug)]
struct Minidisk {
    cache: MinidiskCache<()>,
}

/// A disk whose blocks have no contents.
struct NoData;

impl Disk for NoData {
    type Block = ();

    fn read(&self, _: u64, _: &mut [()]) {}

    fn write(&mut self, _: u64, _: &[()]) {}
}

impl Minidisk {
    fn new(problem: &Problem) -> Self {
        let guests = problem.streams.len() as u32;
        let mut cache = MinidiskCache::new(problem.unit, problem.blocks / problem.unit, guests);
        if problem.policy == Policy::Nomdcfs {
            (0..guests).for_each(|guest| cache.lift_fair_share(guest));
        }
        Self { cache }
    }
}

impl Cache for Minidisk {
    fn request(&mut self, stream: u32, block: u64) -> Access {
        let mut access = Access::block(false);
        let unit_blocks = self.cache.unit_blocks();
        // Block 0 of each stream is the first block of a unit.
        let unit = u64::from(unit_blocks);
        let first = (block >> 32) * ((1 << 32) / unit * unit) + (block & u64::from(u32::MAX));
        self.cache.read(&NoData, stream, first, &mut [()], &mut |event| {
            access = match event {
                CacheEvent::Hit { .. } => Access { is_hit: true, fetched: 0 },
                CacheEvent::Filled { .. } => Access { is_hit: false, fetched: unit_blocks },
                CacheEvent::Bypassed { blocks, .. } | CacheEvent::Written { blocks, .. } => {
                    Access { is_hit: false, fetched: blocks }
                }
            };
        });
        access
    }
}
