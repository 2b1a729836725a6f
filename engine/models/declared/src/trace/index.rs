//! The blocks in the slots of a cache, and orders of slots. The capacity of the cache limits the memory of both.

/// A value that means "no slot".
pub(super) const NONE: u32 = u32::MAX;

/// Blocks by slot, and slots by block.
#[derive(Debug)]
pub(super) struct Index {
    blocks: Vec<u64>,
    /// For each slot, the next slot whose block is in the same bucket.
    chain: Vec<u32>,
    /// The first slot of each bucket.
    buckets: Vec<u32>,
}

impl Index {
    pub(super) fn new(capacity: u32) -> Self {
        let buckets = vec![NONE; capacity.next_power_of_two() as usize];
        Self { blocks: Vec::new(), chain: Vec::new(), buckets }
    }

    /// Returns the number of slots in use.
    pub(super) fn len(&self) -> u32 {
        self.blocks.len() as u32
    }

    pub(super) fn find(&self, block: u64) -> Option<u32> {
        let mut at = self.buckets[self.bucket(block)];
        while at != NONE && self.blocks[at as usize] != block {
            at = self.chain[at as usize];
        }
        (at != NONE).then_some(at)
    }

    /// Adds a block in a new slot.
    pub(super) fn push(&mut self, block: u64) -> u32 {
        let slot = self.len();
        self.blocks.push(block);
        self.chain.push(NONE);
        self.link(slot);
        slot
    }

    /// Replaces the block in a slot and returns the old block.
    pub(super) fn replace(&mut self, slot: u32, block: u64) -> u64 {
        let bucket = self.bucket(self.blocks[slot as usize]);
        let next = self.chain[slot as usize];
        if self.buckets[bucket] == slot {
            self.buckets[bucket] = next;
        } else {
            let mut at = self.buckets[bucket];
            while self.chain[at as usize] != slot {
                at = self.chain[at as usize];
            }
            self.chain[at as usize] = next;
        }
        let old = std::mem::replace(&mut self.blocks[slot as usize], block);
        self.link(slot);
        old
    }

    fn link(&mut self, slot: u32) {
        let bucket = self.bucket(self.blocks[slot as usize]);
        self.chain[slot as usize] = std::mem::replace(&mut self.buckets[bucket], slot);
    }

    /// Returns the bucket of a block. Adjacent blocks have adjacent buckets. A multiplier, 2^32 divided by the golden
    /// ratio, mixes the upper half of the block number.
    fn bucket(&self, block: u64) -> usize {
        let far = ((block >> 32) as u32).wrapping_mul(0x9E37_79B9);
        (block as u32).wrapping_add(far) as usize & (self.buckets.len() - 1)
    }
}

/// Slots in order, from the newest to the oldest.
#[derive(Debug)]
pub(super) struct Order {
    /// The newer and the older neighbor of each slot.
    links: Vec<(u32, u32)>,
    newest: u32,
    oldest: u32,
    len: u32,
}

impl Order {
    pub(super) fn new() -> Self {
        Self { links: Vec::new(), newest: NONE, oldest: NONE, len: 0 }
    }

    pub(super) fn len(&self) -> u32 {
        self.len
    }

    /// Adds a slot as the newest.
    pub(super) fn add(&mut self, slot: u32) {
        let at = slot as usize;
        if self.links.len() <= at {
            self.links.resize(at + 1, (NONE, NONE));
        }
        self.links[at] = (NONE, self.newest);
        match self.links.get_mut(self.newest as usize) {
            Some(second) => second.0 = slot,
            None => self.oldest = slot,
        }
        self.newest = slot;
        self.len += 1;
    }

    /// Removes a slot from the order.
    pub(super) fn remove(&mut self, slot: u32) {
        let (newer, older) = self.links[slot as usize];
        match self.links.get_mut(newer as usize) {
            Some(next) => next.1 = older,
            None => self.newest = older,
        }
        match self.links.get_mut(older as usize) {
            Some(next) => next.0 = newer,
            None => self.oldest = newer,
        }
        self.len -= 1;
    }

    /// Makes a slot the newest in the order.
    pub(super) fn renew(&mut self, slot: u32) {
        if self.newest != slot {
            self.remove(slot);
            self.add(slot);
        }
    }

    /// Removes and returns the oldest slot; `None` if the order is empty.
    pub(super) fn take_oldest(&mut self) -> Option<u32> {
        let oldest = self.oldest;
        (oldest != NONE).then(|| {
            self.remove(oldest);
            oldest
        })
    }
}
