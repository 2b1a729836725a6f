//! What happens next: the list of pending events.
//!
//! Whatever can have one pending event at a time (a customer, a server, an arrival process) owns a slot. Slots play a
//! tournament in groups of four: the earliest of each group plays in the group above, so the winner of the first group is
//! the next event. Time and slot are packed into one whole number, and changing a slot takes the minimum of a group per
//! level, whose operands but one are known beforehand: no branch depends on the data, which is what makes heaps slow.

use super::Ticks;

/// No event: later than all others.
const NEVER: u64 = u64::MAX;

/// No slot.
const NONE: usize = usize::MAX;

/// How many play for one place in the group above.
const GROUP: usize = 4;

/// The pending events, at most one a slot.
#[derive(Clone, Debug)]
pub struct Timers {
    /// The keys at all places: place p is in group p / 4. Group g plays for place g - 1 of the groups above, and group 0
    /// for `winner`. The places that no group plays for are the slots', in their order.
    groups: Vec<[u64; GROUP]>,
    /// The key of the next event.
    winner: u64,
    /// How many low bits of a key are the slot. The others are the time since `base`.
    slot_bits: u32,
    base: Ticks,
    /// The time in the keys of events that are so far away that their times are in `distant`.
    distance: u64,
    /// The times of distant events by slot; empty until there is one.
    distant: Vec<Ticks>,
    /// The slot whose event was taken out but whose key is still there: mostly it is set again, and then the way to the
    /// root is gone once and not twice.
    hole: usize,
}

impl Timers {
    /// Room for so many slots, numbered from 0, and no event. More room comes when it is used.
    pub fn new(slots: usize) -> Self {
        // Of the places of n groups, n - 1 are played for.
        let groups = slots.saturating_sub(1).div_ceil(GROUP - 1).max(1);
        let slot_bits = ((GROUP - 1) * groups + 1).next_power_of_two().trailing_zeros();
        Self {
            groups: vec![[NEVER; GROUP]; groups],
            winner: NEVER,
            slot_bits,
            base: 0,
            // Not the last time of all, which is that of no event.
            distance: (NEVER >> slot_bits) - 1,
            distant: Vec::new(),
            hole: NONE,
        }
    }

    /// Gives `slot` an event at the time `at`, instead of the one it had.
    #[inline]
    pub fn set(&mut self, slot: usize, at: Ticks) {
        let since = at.checked_sub(self.base).unwrap_or(Ticks::MAX);
        if slot < self.slots() && since < self.distance {
            if self.hole == slot {
                self.hole = NONE;
            }
            self.replay(slot, self.key(slot, since));
        } else {
            self.set_rarely(slot, at);
        }
    }

    /// The time of the event of `slot`, if it has one.
    pub fn get(&self, slot: usize) -> Option<Ticks> {
        let place = self.place(slot);
        let key = self.groups.get(place / GROUP)?[place % GROUP];
        (key != NEVER && slot != self.hole).then(|| self.time(key))
    }

    /// Takes the event of `slot` away, if it has one.
    pub fn clear(&mut self, slot: usize) {
        if slot < self.slots() {
            if self.hole == slot {
                self.hole = NONE;
            }
            self.replay(slot, NEVER);
        }
    }

    /// Takes the earliest event out: its time and its slot. Of events at the same time, that of the lowest slot comes
    /// first.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "an answer that goes by way of memory takes a fifth of an event's time")]
    #[expect(clippy::should_implement_trait, reason = "more events come while they are taken out: this is no iterator")]
    pub fn next(&mut self) -> Option<(Ticks, usize)> {
        let key = self.earliest()?;
        self.hole = self.slot(key);
        Some((self.base + (key >> self.slot_bits), self.hole))
    }

    /// The time of the earliest event, which stays.
    pub fn next_at(&mut self) -> Option<Ticks> {
        let key = self.earliest()?;
        Some(self.base + (key >> self.slot_bits))
    }

    /// The key of the earliest event, which is not distant.
    #[inline]
    fn earliest(&mut self) -> Option<u64> {
        self.fill_hole();
        let key = self.winner;
        if key < self.key(0, self.distance) { Some(key) } else { self.approach() }
    }

    /// How many slots there is room for.
    fn slots(&self) -> usize {
        (GROUP - 1) * self.groups.len() + 1
    }

    /// The place of a slot's own key.
    fn place(&self, slot: usize) -> usize {
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

    /// Gives a slot a new key and plays its games again, up to the first group.
    #[inline]
    fn replay(&mut self, slot: usize, key: u64) {
        let mut place = self.place(slot);
        let mut winner = key;
        loop {
            let (group, own) = (place / GROUP, place % GROUP);
            let keys = &mut self.groups[group];
            keys[own] = winner;
            winner = winner.min(keys[own ^ 1].min(keys[own ^ 2].min(keys[own ^ 3])));
            if group == 0 {
                break;
            }
            place = group - 1;
        }
        self.winner = winner;
    }

    /// [`Timers::set`] where there is no room, or the time is before the base or far after it.
    #[cold]
    fn set_rarely(&mut self, slot: usize, at: Ticks) {
        self.clear(slot);
        if slot >= self.slots() || at < self.base {
            let slots = if slot < self.slots() { self.slots() } else { (slot + 1).max(2 * self.slots()) };
            self.rearrange(slots, self.base.min(at));
        }
        self.put(slot, at);
    }

    /// There is no event, or all are distant: then makes the earliest of them the base and gives its key.
    #[cold]
    fn approach(&mut self) -> Option<u64> {
        let (earliest, _) = self.pending().min()?;
        self.rearrange(self.slots(), earliest);
        Some(self.winner)
    }

    /// Makes keys anew, for so many slots and another base.
    fn rearrange(&mut self, slots: usize, base: Ticks) {
        self.fill_hole();
        let mut other = Self { base, ..Self::new(slots) };
        self.pending().for_each(|(at, slot)| other.put(slot, at));
        *self = other;
    }

    /// An event that is not before the base, in a slot for which there is room.
    fn put(&mut self, slot: usize, at: Ticks) {
        let since = at - self.base;
        if since >= self.distance {
            self.distant.resize(self.slots(), 0);
            self.distant[slot] = at;
        }
        self.replay(slot, self.key(slot, since.min(self.distance)));
    }

    /// All events, in the order of their slots.
    fn pending(&self) -> impl Iterator<Item = (Ticks, usize)> {
        let own = self.groups.iter().flatten().skip(self.place(0)).filter(|key| **key != NEVER);
        own.map(|key| (self.time(*key), self.slot(*key)))
    }
}
