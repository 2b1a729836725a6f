//! The future event list.
//!
//! Every source of at most one pending event (a customer, a server, an arrival process) owns a slot. The slots are the
//! leaves of a tournament tree with groups of four. The minimum of a group is an entry of its parent group, so the
//! minimum of the root group is the next event. Time and slot are packed into one integer key. A change of a slot
//! computes one minimum per level, and three of its four operands are known in advance. No branch depends on the data;
//! heaps are slow because their branches do.

use super::Ticks;

/// The key of a slot without an event, later than all other keys.
const NEVER: u64 = u64::MAX;

/// No slot.
const NONE: usize = usize::MAX;

/// Number of keys in a group.
const GROUP: usize = 4;

/// The future event list: pending events, at most one per slot.
///
/// ```
/// use pathlength_queueing::Timers;
///
/// let mut timers = Timers::new(2);
/// timers.set(0, 30);
/// timers.set(1, 20);
/// timers.set(0, 10);
/// assert_eq!(timers.next(), Some((10, 0)));
/// assert_eq!(timers.next(), Some((20, 1)));
/// assert_eq!(timers.next(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Timers {
    /// The keys of all nodes: node n is in group n / 4. Node g - 1 contains the minimum of group g, and `winner` that
    /// of group 0. The remaining nodes are the leaves, in the order of their slots.
    groups: Vec<[u64; GROUP]>,
    /// The key of the next event.
    winner: u64,
    /// Number of low bits of a key that contain the slot. The high bits contain the time since `base`.
    slot_bits: u32,
    base: Ticks,
    /// Minimum time since `base` of a distant event. Keys of distant events contain this time; the exact time
    /// is in `distant`.
    distance: u64,
    /// Times of distant events by slot; empty until there is a distant event.
    distant: Vec<Ticks>,
    /// The slot whose event was removed but whose key is still in the tree. Usually, this slot is set next, so the
    /// path to the root is updated once instead of twice.
    hole: usize,
}

impl Timers {
    /// Creates an empty list for `slots` slots, numbered from 0. The list grows when a higher slot is set.
    pub fn new(slots: usize) -> Self {
        // Of the nodes of n groups, n - 1 have a group below them.
        let groups = slots.saturating_sub(1).div_ceil(GROUP - 1).max(1);
        let slot_bits = ((GROUP - 1) * groups + 1).next_power_of_two().trailing_zeros();
        Self {
            groups: vec![[NEVER; GROUP]; groups],
            winner: NEVER,
            slot_bits,
            base: 0,
            // One less than the maximum, which is the time in the key `NEVER`.
            distance: (NEVER >> slot_bits) - 1,
            distant: Vec::new(),
            hole: NONE,
        }
    }

    /// Schedules the event of `slot` at time `at`, replacing a pending event of the slot.
    #[inline]
    pub fn set(&mut self, slot: usize, at: Ticks) {
        let since = at.checked_sub(self.base).unwrap_or(Ticks::MAX);
        if slot < self.slots() && since < self.distance {
            if self.hole == slot {
                self.hole = NONE;
            }
            self.replay(slot, self.key(slot, since));
        } else {
            self.set_slow(slot, at);
        }
    }

    /// Returns the time of the event of `slot`, if one is pending.
    pub fn get(&self, slot: usize) -> Option<Ticks> {
        let leaf = self.leaf(slot);
        let key = self.groups.get(leaf / GROUP)?[leaf % GROUP];
        (key != NEVER && slot != self.hole).then(|| self.time(key))
    }

    /// Cancels the event of `slot`, if one is pending.
    pub fn clear(&mut self, slot: usize) {
        if slot < self.slots() {
            if self.hole == slot {
                self.hole = NONE;
            }
            self.replay(slot, NEVER);
        }
    }

    /// Removes the earliest event and returns its time and slot. Of simultaneous events, the one with the lowest slot
    /// is first. `None` if no event is pending.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a result returned through memory takes a fifth as long as an event")]
    #[expect(clippy::should_implement_trait, reason = "not an iterator: events are added between two calls")]
    pub fn next(&mut self) -> Option<(Ticks, usize)> {
        let key = self.earliest()?;
        self.hole = self.slot(key);
        Some((self.base + (key >> self.slot_bits), self.hole))
    }

    /// Returns the time of the earliest event, which stays pending; `None` if there is no event.
    pub fn next_at(&mut self) -> Option<Ticks> {
        let key = self.earliest()?;
        Some(self.base + (key >> self.slot_bits))
    }

    /// Returns the key of the earliest event, which is never distant: if all events are distant, the base moves.
    #[inline]
    fn earliest(&mut self) -> Option<u64> {
        self.fill_hole();
        let key = self.winner;
        if key < self.key(0, self.distance) { Some(key) } else { self.advance_base() }
    }

    /// Returns the number of slots.
    fn slots(&self) -> usize {
        (GROUP - 1) * self.groups.len() + 1
    }

    /// Returns the leaf of a slot.
    fn leaf(&self, slot: usize) -> usize {
        self.groups.len() - 1 + slot
    }

    fn key(&self, slot: usize, since: u64) -> u64 {
        since << self.slot_bits | slot as u64
    }

    fn slot(&self, key: u64) -> usize {
        (key & ((1 << self.slot_bits) - 1)) as usize
    }

    fn time(&self, key: u64) -> Ticks {
        let since = key >> self.slot_bits;
        if since == self.distance { self.distant[self.slot(key)] } else { self.base + since }
    }

    #[inline]
    fn fill_hole(&mut self) {
        if self.hole != NONE {
            self.replay(self.hole, NEVER);
            self.hole = NONE;
        }
    }

    /// Sets the key of a slot and updates the minima on the path to the root.
    #[inline]
    fn replay(&mut self, slot: usize, key: u64) {
        let mut node = self.leaf(slot);
        let mut winner = key;
        loop {
            let (group, own) = (node / GROUP, node % GROUP);
            let keys = &mut self.groups[group];
            keys[own] = winner;
            winner = winner.min(keys[own ^ 1].min(keys[own ^ 2].min(keys[own ^ 3])));
            if group == 0 {
                break;
            }
            node = group - 1;
        }
        self.winner = winner;
    }

    /// Implements [`Timers::set`] for a new slot, or for a time before the base or far after it.
    #[cold]
    fn set_slow(&mut self, slot: usize, at: Ticks) {
        self.clear(slot);
        if slot >= self.slots() || at < self.base {
            let slots = if slot < self.slots() { self.slots() } else { (slot + 1).max(2 * self.slots()) };
            self.rebuild(slots, self.base.min(at));
        }
        self.insert(slot, at);
    }

    /// Handles a list that is empty or has only distant events: makes the earliest event the base and returns its key;
    /// `None` for an empty list.
    #[cold]
    fn advance_base(&mut self) -> Option<u64> {
        let (earliest, _) = self.pending().min()?;
        self.rebuild(self.slots(), earliest);
        Some(self.winner)
    }

    /// Rebuilds the tree with the given number of slots and base.
    fn rebuild(&mut self, slots: usize, base: Ticks) {
        self.fill_hole();
        let mut other = Self { base, ..Self::new(slots) };
        self.pending().for_each(|(at, slot)| other.insert(slot, at));
        *self = other;
    }

    /// Inserts an event that is not before the base into an existing slot.
    fn insert(&mut self, slot: usize, at: Ticks) {
        let since = at - self.base;
        if since >= self.distance {
            self.distant.resize(self.slots(), 0);
            self.distant[slot] = at;
        }
        self.replay(slot, self.key(slot, since.min(self.distance)));
    }

    /// Returns all events in slot order.
    fn pending(&self) -> impl Iterator<Item = (Ticks, usize)> {
        let own = self.groups.iter().flatten().skip(self.leaf(0)).filter(|key| **key != NEVER);
        own.map(|key| (self.time(*key), self.slot(*key)))
    }
}
