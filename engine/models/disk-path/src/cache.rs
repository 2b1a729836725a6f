//! The minidisk cache: a write-through cache of whole tracks (or eight pages) that all guests share.
//!
//! CP's minidisk cache is documented to write through, to read full tracks, and to limit each guest's insertions to a
//! fair share. `OPTION NOMDCFS` lifts this limit for a guest. How CP computes and enforces the share is not documented.
//! **Our assumptions:** The share is the size of the cache divided by the number of guests that use it. A guest at its
//! share replaces its own least recently used unit instead of another guest's. A unit belongs to the guest whose read
//! inserted it. In a full cache, any other guest replaces the least recently read unit of all guests. A write updates
//! an existing copy, inserts nothing, and does not count as a use.

/// A value that means "no slot".
const NONE: u32 = u32::MAX;

/// The storage below the cache: blocks by number. The caller defines the contents of a block.
pub trait Disk {
    /// One block's content.
    type Block: Copy + Default;
    /// Reads the blocks from `first` onward.
    fn read(&self, first: u64, into: &mut [Self::Block]);
    /// Writes the blocks from `first` onward.
    fn write(&mut self, first: u64, from: &[Self::Block]);
}

/// The results of one guest's requests. A request refers once to each unit that it touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheCounts {
    /// References by reads to units that were in the cache.
    pub hits: u64,
    /// References by reads to units that were not in the cache.
    pub misses: u64,
    /// Units inserted.
    pub fills: u64,
    /// Units of this guest that were replaced, by any guest.
    pub evictions: u64,
    /// Blocks read from the disk into the cache.
    pub filled_blocks: u64,
    /// Blocks read from the disk, bypassing the cache.
    pub bypassed_blocks: u64,
    /// Blocks delivered to the guest.
    pub delivered_blocks: u64,
    /// Blocks written to the disk.
    pub written_blocks: u64,
}

/// The effect of a request on one unit; `blocks` counts the requested blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheEvent {
    /// The unit was in the cache.
    Hit {
        /// The unit's slot.
        slot: u32,
        /// The unit.
        unit: u64,
        /// Number of the unit's blocks that were requested.
        blocks: u32,
    },
    /// The unit was read from the disk and inserted.
    Filled {
        /// The unit's slot.
        slot: u32,
        /// The unit.
        unit: u64,
        /// Number of the unit's blocks that were requested.
        blocks: u32,
        /// The evicted unit.
        replaced: Option<CachedUnit>,
    },
    /// The guest is not allowed to insert the unit, so only the requested blocks were read from the disk.
    Bypassed {
        /// The unit of the blocks.
        unit: u64,
        /// Number of blocks.
        blocks: u32,
    },
    /// The blocks were written to the disk.
    Written {
        /// The slot in which a copy was updated.
        slot: Option<u32>,
        /// The unit of the blocks.
        unit: u64,
        /// Number of blocks.
        blocks: u32,
    },
}

/// A unit in the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CachedUnit {
    /// Number of the unit: the number of its first block divided by the blocks per unit.
    pub unit: u64,
    /// The guest that inserted the unit.
    pub guest: u32,
}

/// Indexes of the two orders that contain a slot.
const ALL: usize = 0;
const GUEST: usize = 1;

#[derive(Clone, Copy, Debug)]
struct Links {
    newer: u32,
    older: u32,
}

#[derive(Clone, Debug)]
struct Slot {
    holding: CachedUnit,
    links: [Links; 2],
    /// The next slot whose unit is in the same hash bucket.
    chain: u32,
}

/// Slots in the order of their use.
#[derive(Clone, Copy, Debug)]
struct Order<const WHICH: usize> {
    newest: u32,
    oldest: u32,
}

impl<const WHICH: usize> Order<WHICH> {
    const EMPTY: Self = Self { newest: NONE, oldest: NONE };

    fn link(&mut self, slots: &mut [Slot], slot: u32) {
        slots[slot as usize].links[WHICH] = Links { newer: NONE, older: self.newest };
        match slots.get_mut(self.newest as usize) {
            Some(second) => second.links[WHICH].newer = slot,
            None => self.oldest = slot,
        }
        self.newest = slot;
    }

    fn unlink(&mut self, slots: &mut [Slot], slot: u32) {
        let Links { newer, older } = slots[slot as usize].links[WHICH];
        match slots.get_mut(newer as usize) {
            Some(next) => next.links[WHICH].older = older,
            None => self.newest = older,
        }
        match slots.get_mut(older as usize) {
            Some(next) => next.links[WHICH].newer = newer,
            None => self.oldest = newer,
        }
    }

    fn renew(&mut self, slots: &mut [Slot], slot: u32) {
        if self.newest != slot {
            self.unlink(slots, slot);
            self.link(slots, slot);
        }
    }
}

#[derive(Clone, Debug)]
struct Guest {
    order: Order<GUEST>,
    held: u32,
    /// Maximum number of units of the guest.
    max_units: u32,
    counts: CacheCounts,
}

/// A minidisk cache. The cache allocates the memory for its units as it fills.
#[derive(Clone, Debug)]
pub struct MinidiskCache<Block> {
    unit_blocks: u32,
    capacity: u32,
    slots: Vec<Slot>,
    /// The contents of the units, slot by slot.
    blocks: Vec<Block>,
    /// The first slot of each hash bucket.
    buckets: Vec<u32>,
    order: Order<ALL>,
    guests: Vec<Guest>,
}

impl<Block: Copy + Default> MinidiskCache<Block> {
    /// Creates an empty cache of `capacity` units of `unit_blocks` blocks; each of `guests` guests may hold an equal
    /// share.
    ///
    /// # Panics
    /// Panics if a unit has no blocks.
    pub fn new(unit_blocks: u32, capacity: u32, guests: u32) -> Self {
        assert!(unit_blocks > 0, "a unit has blocks");
        let max_units = capacity.checked_div(guests).unwrap_or(0);
        let guest = Guest { order: Order::EMPTY, held: 0, max_units, counts: CacheCounts::default() };
        Self {
            unit_blocks,
            capacity,
            slots: Vec::new(),
            blocks: Vec::new(),
            buckets: vec![NONE; capacity.next_power_of_two() as usize],
            order: Order::EMPTY,
            guests: vec![guest; guests as usize],
        }
    }

    /// Gives a guest `OPTION NOMDCFS`, with which the guest may fill the whole cache.
    ///
    /// # Panics
    /// Panics if there is no such guest.
    pub fn lift_fair_share(&mut self, guest: u32) {
        self.guests[guest as usize].max_units = self.capacity;
    }

    /// Returns the capacity in units.
    pub const fn capacity(&self) -> u32 {
        self.capacity
    }

    /// Returns the number of blocks per unit.
    pub const fn unit_blocks(&self) -> u32 {
        self.unit_blocks
    }

    /// Returns the number of units that a guest may hold.
    ///
    /// # Panics
    /// Panics if there is no such guest.
    pub fn share(&self, guest: u32) -> u32 {
        self.guests[guest as usize].max_units
    }

    /// Returns the number of units that a guest holds.
    ///
    /// # Panics
    /// Panics if there is no such guest.
    pub fn held(&self, guest: u32) -> u32 {
        self.guests[guest as usize].held
    }

    /// Returns the results of a guest's requests so far.
    ///
    /// # Panics
    /// Panics if there is no such guest.
    pub fn counts(&self, guest: u32) -> &CacheCounts {
        &self.guests[guest as usize].counts
    }

    /// Returns the units in the cache by slot; slots after the last one returned, up to [`MinidiskCache::capacity`],
    /// are empty.
    pub fn holdings(&self) -> impl ExactSizeIterator<Item = CachedUnit> {
        self.slots.iter().map(|slot| slot.holding)
    }

    /// Returns the occupied slots, the most recently used first.
    pub fn by_age(&self) -> impl Iterator<Item = u32> {
        let slot = |slot: u32| (slot != NONE).then_some(slot);
        std::iter::successors(slot(self.order.newest), move |at| slot(self.slots[*at as usize].links[ALL].older))
    }

    /// Reads the blocks from `first` onward for a guest: from the cache if they are cached; otherwise from `disk`, in
    /// whole units if the guest may insert units. Calls `note` for each unit in turn.
    ///
    /// # Panics
    /// Panics if there is no such guest.
    pub fn read<D: Disk<Block = Block>>(
        &mut self,
        disk: &D,
        guest: u32,
        first: u64,
        into: &mut [Block],
        note: &mut impl FnMut(CacheEvent),
    ) {
        self.guests[guest as usize].counts.delivered_blocks += into.len() as u64;
        let (mut at, mut rest) = (first, into);
        while !rest.is_empty() {
            let (unit, offset, blocks) = self.piece(at, rest.len());
            let (piece, after) = rest.split_at_mut(blocks as usize);
            note(self.read_piece(disk, guest, unit, offset, piece));
            (at, rest) = (at + u64::from(blocks), after);
        }
    }

    /// Writes the blocks from `first` onward for a guest: to `disk`, and to cached copies. Calls `note` for each unit
    /// in turn.
    ///
    /// # Panics
    /// Panics if there is no such guest.
    pub fn write<D: Disk<Block = Block>>(
        &mut self,
        disk: &mut D,
        guest: u32,
        first: u64,
        from: &[Block],
        note: &mut impl FnMut(CacheEvent),
    ) {
        self.guests[guest as usize].counts.written_blocks += from.len() as u64;
        disk.write(first, from);
        let (mut at, mut rest) = (first, from);
        while !rest.is_empty() {
            let (unit, offset, blocks) = self.piece(at, rest.len());
            let (piece, after) = rest.split_at(blocks as usize);
            let slot = self.find(unit);
            if let Some(slot) = slot {
                self.content(slot)[offset..][..piece.len()].copy_from_slice(piece);
            }
            note(CacheEvent::Written { slot, unit, blocks });
            (at, rest) = (at + u64::from(blocks), after);
        }
    }

    /// Returns the unit of block `at`, the block's index in the unit, and how many of the `wanted` blocks the unit
    /// contains.
    fn piece(&self, at: u64, wanted: usize) -> (u64, usize, u32) {
        let unit_blocks = u64::from(self.unit_blocks);
        let offset = at % unit_blocks;
        (at / unit_blocks, offset as usize, (unit_blocks - offset).min(wanted as u64) as u32)
    }

    fn read_piece<D: Disk<Block = Block>>(
        &mut self,
        disk: &D,
        guest: u32,
        unit: u64,
        offset: usize,
        piece: &mut [Block],
    ) -> CacheEvent {
        let blocks = piece.len() as u32;
        if let Some(slot) = self.find(unit) {
            self.renew(slot);
            self.guests[guest as usize].counts.hits += 1;
            piece.copy_from_slice(&self.content(slot)[offset..][..piece.len()]);
            return CacheEvent::Hit { slot, unit, blocks };
        }
        let place = self.take(CachedUnit { unit, guest });
        let counts = &mut self.guests[guest as usize].counts;
        counts.misses += 1;
        let first = unit * u64::from(self.unit_blocks);
        if let Some((slot, replaced)) = place {
            counts.fills += 1;
            counts.filled_blocks += u64::from(self.unit_blocks);
            let content = self.content(slot);
            disk.read(first, content);
            piece.copy_from_slice(&content[offset..][..piece.len()]);
            CacheEvent::Filled { slot, unit, blocks, replaced }
        } else {
            counts.bypassed_blocks += u64::from(blocks);
            disk.read(first + offset as u64, piece);
            CacheEvent::Bypassed { unit, blocks }
        }
    }

    /// Returns the slot for a missing unit, and the unit evicted from it; `None` if the guest may hold no units.
    fn take(&mut self, new: CachedUnit) -> Option<(u32, Option<CachedUnit>)> {
        let guest = &self.guests[new.guest as usize];
        let (slot, replaced) = if guest.max_units == 0 {
            return None;
        } else if guest.held >= guest.max_units {
            let slot = guest.order.oldest;
            (slot, Some(self.evict(slot)))
        } else if self.slots.len() == self.capacity as usize {
            let slot = self.order.oldest;
            (slot, Some(self.evict(slot)))
        } else {
            let nowhere = Links { newer: NONE, older: NONE };
            self.slots.push(Slot { holding: new, links: [nowhere; 2], chain: NONE });
            self.blocks.resize(self.slots.len() * self.unit_blocks as usize, Block::default());
            (self.slots.len() as u32 - 1, None)
        };
        let bucket = self.bucket(new.unit);
        self.slots[slot as usize].holding = new;
        self.slots[slot as usize].chain = std::mem::replace(&mut self.buckets[bucket], slot);
        self.order.link(&mut self.slots, slot);
        let guest = &mut self.guests[new.guest as usize];
        guest.order.link(&mut self.slots, slot);
        guest.held += 1;
        Some((slot, replaced))
    }

    /// Removes the content of `slot` from its hash bucket and from both orders; returns the content.
    fn evict(&mut self, slot: u32) -> CachedUnit {
        let Slot { holding, chain, .. } = self.slots[slot as usize];
        let bucket = self.bucket(holding.unit);
        if self.buckets[bucket] == slot {
            self.buckets[bucket] = chain;
        } else {
            let mut at = self.buckets[bucket];
            while self.slots[at as usize].chain != slot {
                at = self.slots[at as usize].chain;
            }
            self.slots[at as usize].chain = chain;
        }
        self.order.unlink(&mut self.slots, slot);
        let guest = &mut self.guests[holding.guest as usize];
        guest.order.unlink(&mut self.slots, slot);
        guest.held -= 1;
        guest.counts.evictions += 1;
        holding
    }

    fn renew(&mut self, slot: u32) {
        let guest = self.slots[slot as usize].holding.guest;
        self.order.renew(&mut self.slots, slot);
        self.guests[guest as usize].order.renew(&mut self.slots, slot);
    }

    fn find(&self, unit: u64) -> Option<u32> {
        let mut at = self.buckets[self.bucket(unit)];
        while let Some(slot) = self.slots.get(at as usize) {
            if slot.holding.unit == unit {
                return Some(at);
            }
            at = slot.chain;
        }
        None
    }

    /// Returns the bucket of a unit. Adjacent units have adjacent buckets, which a sequential stream finds quickly. A
    /// multiplier, 2^32 divided by the golden ratio, mixes the upper half of the unit number.
    fn bucket(&self, unit: u64) -> usize {
        let far = ((unit >> 32) as u32).wrapping_mul(0x9E37_79B9);
        (unit as u32).wrapping_add(far) as usize & (self.buckets.len() - 1)
    }

    fn content(&mut self, slot: u32) -> &mut [Block] {
        let unit_blocks = self.unit_blocks as usize;
        &mut self.blocks[slot as usize * unit_blocks..][..unit_blocks]
    }
}
