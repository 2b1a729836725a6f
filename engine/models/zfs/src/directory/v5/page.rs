//! Entry pages: finding, adding, and removing names.

use super::bytes;
use super::key::{Key, bits_of, fragment_of, hash_of};
use crate::directory::aggregate::{read_u32, write_u32};
use crate::directory::{Aggregate, BLOCK_BYTES, BlockNumber, Damage, Event, Fid, MAX_NAME_BYTES, Observer};

/// The first four bytes of an entry page.
const MAGIC: u32 = u32::from_le_bytes(*b"5ENT");

/// Size of the header, and offset of the prefix.
pub(super) const HEADER_BYTES: usize = 24;

/// Number of bytes in a slot.
pub(super) const SLOT_BYTES: usize = 4;

/// Bytes of an entry before the stored part of its name: the fid and the length.
pub(super) const ENTRY_BYTES: usize = 9;

/// The page's bytes.
pub(super) type Block = [u8; BLOCK_BYTES];

/// The first [`HEADER_BYTES`] bytes of an entry page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// Number of hash bits that all names of the page share.
    pub(super) depth: u8,
    /// Length of the common prefix.
    pub(super) prefix: u8,
    /// Length of the common suffix.
    pub(super) suffix: u8,
    /// Number of names.
    pub(super) count: u16,
    /// Number of slots that can be an entry's home; a few more follow for displaced entries.
    pub(super) homes: u16,
    /// Number of all slots.
    pub(super) slots: u16,
    /// Offset of the heap's unused bytes.
    pub(super) heap_end: u16,
    /// Bytes of the heap that entries use.
    pub(super) live: u16,
    /// The value of the shared hash bits.
    pub(super) bits: u32,
}

impl Header {
    #[inline]
    pub(super) fn read(block: &Block) -> Self {
        // Uses one load, because four smaller loads would become vector instructions.
        let counts = u64::from_le_bytes(block[8..16].try_into().expect("8 bytes"));
        Self {
            depth: block[4],
            prefix: block[5],
            suffix: block[6],
            count: counts as u16,
            homes: (counts >> 16) as u16,
            slots: (counts >> 32) as u16,
            heap_end: (counts >> 48) as u16,
            live: read_u32(block, 16) as u16,
            bits: read_u32(block, 20),
        }
    }

    #[inline]
    pub(super) fn write(self, block: &mut Block) {
        block[..4].copy_from_slice(&MAGIC.to_le_bytes());
        block[4..8].copy_from_slice(&[self.depth, self.prefix, self.suffix, 0]);
        self.write_counts(block);
        block[20..24].copy_from_slice(&self.bits.to_le_bytes());
    }

    /// Writes the fields that change when a name is added or removed.
    #[inline]
    fn write_counts(self, block: &mut Block) {
        let [count, homes, slots, heap_end] = [self.count, self.homes, self.slots, self.heap_end].map(u64::from);
        let counts = count | (homes << 16) | (slots << 32) | (heap_end << 48);
        block[8..16].copy_from_slice(&counts.to_le_bytes());
        write_u32(block, 16, self.live.into());
    }

    /// Returns the offset of the slots, after the prefix and the suffix.
    #[inline]
    pub(super) fn table_at(self) -> usize {
        table_at(usize::from(self.prefix), usize::from(self.suffix))
    }

    /// Returns the offset of the entries.
    #[inline]
    pub(super) fn heap_at(self) -> usize {
        self.table_at() + SLOT_BYTES * usize::from(self.slots)
    }

    /// Returns whether the format allows the local depth.
    #[inline]
    fn has_depth(self) -> bool {
        self.depth <= super::MAX_DEPTH
    }

    /// Returns whether there is at least one home slot, at most as many home slots as slots, and a slot for each name.
    #[inline]
    fn has_slots(self) -> bool {
        self.homes.wrapping_sub(1) < self.slots && self.count <= self.slots
    }

    /// Returns the slot of an entry with this fragment in an otherwise empty page.
    #[inline]
    pub(super) fn home(self, fragment: u16) -> usize {
        home(fragment, usize::from(self.homes))
    }
}

/// Searches with [`Page::find`] after [`Page::find_near_home`] failed. This function opens the page again, because
/// further arguments would have to be kept in memory even when the first search succeeds.
#[inline(never)]
pub(super) fn find(
    store: &Aggregate,
    number: BlockNumber,
    hash: u64,
    name: &[u8],
    observer: &mut impl Observer,
) -> Result<SlotSearch, Damage> {
    Page::open(store, number)?.find(Key { hash, name }, observer)
}

/// Returns the damage that makes [`Page::open_for`] fail.
#[cold]
#[inline(never)]
pub(super) fn page_damage(number: BlockNumber, block: &Block) -> Damage {
    let header = Header::read(block);
    let (offset, what) = if read_u32(block, 0) != MAGIC {
        (0, "the entry page's magic number is wrong")
    } else if !header.has_depth() {
        (4, "the local depth exceeds the format's maximum")
    } else if !header.has_slots() {
        (8, "the page has fewer slots than it needs")
    } else if header.heap_at() > usize::from(header.heap_end) || usize::from(header.heap_end) > BLOCK_BYTES {
        (14, "the heap ends outside the page")
    } else {
        (20, "the page's hash does not match its position in the tree")
    };
    Damage { block: number, offset, what }
}

/// Returns the offset of the slots in a page with a prefix and suffix of these lengths.
#[inline]
pub(super) fn table_at(prefix: usize, suffix: usize) -> usize {
    // `next_multiple_of` would check for overflow.
    (HEADER_BYTES + prefix + suffix + SLOT_BYTES - 1) & !(SLOT_BYTES - 1)
}

/// Returns the home slot of `fragment` among `homes` home slots.
#[inline]
pub(super) fn home(fragment: u16, homes: usize) -> usize {
    (usize::from(fragment) * homes) >> 16
}

/// An entry as stored in its page.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoredEntry<'a> {
    /// Object of the entry.
    pub(super) fid: Fid,
    /// The name without the page's prefix and suffix.
    pub(super) middle: &'a [u8],
}

impl StoredEntry<'_> {
    /// Returns the number of bytes that the entry takes in its page.
    #[inline]
    pub(super) const fn size(self) -> usize {
        ENTRY_BYTES + self.middle.len()
    }
}

/// Location of a name in a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SlotMatch {
    pub(super) slot: usize,
    /// Offset of the entry.
    pub(super) at: usize,
    /// Size of the entry in bytes.
    pub(super) size: usize,
    pub(super) fid: Fid,
}

/// Result of a search in a page.
#[derive(Clone, Copy, Debug)]
pub(super) enum SlotSearch {
    /// The name was found.
    Found(SlotMatch),
    /// The name is missing and would go before the content of this slot. `tie` states whether a neighbor has the same
    /// fragment.
    Vacant { slot: usize, tie: bool },
}

/// An entry page with a valid header. Everything else in the page is checked when it is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Page<'a> {
    pub(super) number: BlockNumber,
    pub(super) block: &'a Block,
    pub(super) header: Header,
    slots: &'a [[u8; SLOT_BYTES]],
    /// Offset of the entries.
    heap_at: usize,
}

impl<'a> Page<'a> {
    /// Returns the page in block `number`, a block of the aggregate.
    pub(super) fn open(store: &'a Aggregate, number: BlockNumber) -> Result<Self, Damage> {
        let block = store.block(number);
        Self::read(number, block).ok_or_else(|| page_damage(number, block))
    }

    /// Returns the page as [`Page::open`] does, or an error if the page is not the one for this hash.
    pub(super) fn open_for(store: &'a Aggregate, number: BlockNumber, hash: u64) -> Result<Self, Damage> {
        let block = store.block(number);
        Self::read_for(number, block, hash).ok_or_else(|| page_damage(number, block))
    }

    /// Returns the page in this block; `None` if the page's header is invalid.
    #[inline(always)]
    fn read(number: BlockNumber, block: &'a Block) -> Option<Self> {
        let header = Header::read(block);
        if read_u32(block, 0) != MAGIC || !header.has_depth() || !header.has_slots() {
            return None;
        }
        // The next two lines reject a heap that ends outside the page.
        let heap_at = header.heap_at();
        let slots = block.get(..usize::from(header.heap_end))?.get(header.table_at()..heap_at)?.as_chunks().0;
        Some(Self { number, block, header, slots, heap_at })
    }

    /// Returns the page in this block; `None` if the page's header is invalid or the page is not the one for this hash.
    #[inline(always)]
    pub(super) fn read_for(number: BlockNumber, block: &'a Block, hash: u64) -> Option<Self> {
        Self::read(number, block).filter(|page| bits_of(hash, page.header.depth) == page.header.bits)
    }

    pub(super) fn damage(&self, offset: usize, what: &'static str) -> Damage {
        Damage { block: self.number, offset: offset as u32, what }
    }

    /// Returns the common prefix of all names.
    #[inline]
    pub(super) fn prefix(&self) -> &'a [u8] {
        &self.block[HEADER_BYTES..HEADER_BYTES + usize::from(self.header.prefix)]
    }

    /// Returns the common suffix of all names.
    #[inline]
    pub(super) fn suffix(&self) -> &'a [u8] {
        let at = HEADER_BYTES + usize::from(self.header.prefix);
        &self.block[at..at + usize::from(self.header.suffix)]
    }

    /// Returns the number of bytes that all names of the page share.
    #[inline]
    fn shared(&self) -> usize {
        usize::from(self.header.prefix) + usize::from(self.header.suffix)
    }

    /// Returns the slots from `first` onward as (slot, fragment, offset of the entry).
    #[inline]
    pub(super) fn slots_from(&self, first: usize) -> impl Iterator<Item = (usize, u16, usize)> {
        let rest = self.slots.get(first..).unwrap_or_default();
        rest.iter().enumerate().map(move |(n, slot)| {
            let (fragment, at) = split_slot(u32::from_le_bytes(*slot));
            (first + n, fragment, at)
        })
    }

    /// Returns the offset of a slot.
    #[inline]
    pub(super) fn slot_at(&self, slot: usize) -> usize {
        self.header.table_at() + SLOT_BYTES * slot
    }

    /// Returns the entry at `at`.
    #[inline]
    pub(super) fn entry(&self, at: usize) -> Result<StoredEntry<'a>, Damage> {
        let outside = || self.damage(at, "the entry is outside the heap");
        if at < self.header.heap_at() {
            return Err(outside());
        }
        let heap = &self.block[..usize::from(self.header.heap_end)];
        let (fixed, rest) = heap.get(at..).and_then(<[u8]>::split_first_chunk::<ENTRY_BYTES>).ok_or_else(outside)?;
        let length = (usize::from(fixed[8]) + 1)
            .checked_sub(self.shared())
            .ok_or_else(|| self.damage(at + 8, "the name is shorter than the page's prefix and suffix"))?;
        let middle = rest.get(..length).ok_or_else(outside)?;
        Ok(StoredEntry { fid: fid_of(fixed), middle })
    }

    /// Returns the part of `name` that an entry stores; `None` if the name lacks the page's prefix or suffix.
    #[inline]
    pub(super) fn middle_of<'n>(&self, name: &'n [u8]) -> Option<&'n [u8]> {
        let (prefix, suffix) = (self.prefix(), self.suffix());
        let (head, rest) = name.split_at_checked(prefix.len())?;
        let (middle, tail) = rest.split_at_checked(rest.len().checked_sub(suffix.len())?)?;
        (bytes::equal(head, prefix) && bytes::equal(tail, suffix)).then_some(middle)
    }

    /// Returns the number of bytes in an entry's whole name.
    #[inline]
    pub(super) fn name_bytes(&self, entry: StoredEntry<'_>) -> usize {
        usize::from(self.header.prefix) + entry.middle.len() + usize::from(self.header.suffix)
    }

    /// Writes an entry's whole name to the beginning of `name`, which is long enough, and returns the length of that
    /// name.
    #[inline]
    pub(super) fn assemble(&self, entry: StoredEntry<'_>, name: &mut [u8]) -> usize {
        let (prefix, suffix) = (self.prefix(), self.suffix());
        let end = prefix.len() + entry.middle.len();
        bytes::copy(&mut name[..prefix.len()], prefix);
        bytes::copy(&mut name[prefix.len()..end], entry.middle);
        bytes::copy(&mut name[end..end + suffix.len()], suffix);
        end + suffix.len()
    }

    /// Finds a name in the usual location: the first slot with the name's fragment, among the five slots from its home
    /// slot onward. Returns `None` if the name is elsewhere or missing. [`Page::find`] finds a name in any location,
    /// but with branches that a processor cannot predict.
    #[inline(always)]
    pub(super) fn find_near_home(&self, key: Key<'_>, observer: &mut impl Observer) -> Option<SlotMatch> {
        let (prefix, suffix) = (usize::from(self.header.prefix), usize::from(self.header.suffix));
        let wanted = fragment_of(key.hash, self.header.depth);
        let home = self.header.home(wanted);
        let first: &[_; 4] = self.slots.get(home..home + 4)?.first_chunk()?;
        // Subtracting 1 turns an empty slot into the greatest value.
        let is_before = |slot: &[u8; SLOT_BYTES]| u32::from_le_bytes(*slot).wrapping_sub(1) < u32::from(wanted) << 16;
        let mut before: usize = first.iter().map(|slot| usize::from(is_before(slot))).sum();

        let slot = home + before;
        let (fragment, at) = split_slot(u32::from_le_bytes(*self.slots.get(slot)?));
        if fragment != wanted || at < self.heap_at {
            return None;
        }
        let heap = self.block.get(..usize::from(self.header.heap_end))?;
        let (fixed, rest) = heap.get(at..)?.split_first_chunk::<ENTRY_BYTES>()?;
        let length = usize::from(fixed[8]) + 1;
        let middle = length.checked_sub(prefix + suffix)?;
        let rest = rest.get(..middle)?;
        let same = length == key.name.len()
            && bytes::equal(&key.name[prefix..prefix + middle], rest)
            && bytes::equal(&key.name[..prefix], self.prefix())
            && bytes::equal(&key.name[prefix + middle..], self.suffix());
        if !same {
            return None;
        }
        loop {
            observer.note(Event::PieceWalked);
            if before == 0 {
                break;
            }
            before -= 1;
        }
        observer.note(Event::NameCompared(at as u32));
        Some(SlotMatch { slot, at, size: ENTRY_BYTES + middle, fid: fid_of(fixed) })
    }

    /// Searches for a name.
    #[inline(always)]
    pub(super) fn find(&self, key: Key<'_>, observer: &mut impl Observer) -> Result<SlotSearch, Damage> {
        let wanted = fragment_of(key.hash, self.header.depth);
        let mut tie = false;
        let mut end = usize::from(self.header.slots);
        for (slot, fragment, at) in self.slots_from(self.header.home(wanted)) {
            observer.note(Event::PieceWalked);
            if at == 0 || fragment > wanted {
                end = slot;
                break;
            }
            if fragment == wanted {
                let entry = self.entry(at)?;
                observer.note(Event::NameCompared(at as u32));
                if self.middle_of(key.name).is_some_and(|middle| bytes::equal(middle, entry.middle)) {
                    return Ok(SlotSearch::Found(SlotMatch { slot, at, size: entry.size(), fid: entry.fid }));
                }
                tie = true;
                if self.comes_after(entry, key) {
                    end = slot;
                    break;
                }
            }
        }
        Ok(SlotSearch::Vacant { slot: end, tie })
    }

    /// Returns whether `entry` is listed after `key`.
    #[cold]
    fn comes_after(&self, entry: StoredEntry<'_>, key: Key<'_>) -> bool {
        let mut name = [0; MAX_NAME_BYTES];
        let length = self.assemble(entry, &mut name);
        (hash_of(&name[..length]), &name[..length]) > (key.hash, key.name)
    }
}

/// Returns the object of an entry that begins with these bytes.
#[inline]
fn fid_of(fixed: &[u8; ENTRY_BYTES]) -> Fid {
    let [index @ .., _, _, _, _, _] = *fixed;
    let [_, _, _, _, unique @ .., _] = *fixed;
    Fid { index: u32::from_le_bytes(index), unique: u32::from_le_bytes(unique) }
}

#[inline]
fn split_slot(value: u32) -> (u16, usize) {
    ((value >> 16) as u16, (value & 0xffff) as usize)
}

/// Returns the value of the slot for an entry at offset `at`.
#[inline]
pub(super) fn slot_value(fragment: u16, at: usize) -> u32 {
    (u32::from(fragment) << 16) | at as u32
}

/// Writes an entry at `at`, where there is space.
#[inline]
pub(super) fn write_entry(block: &mut Block, at: usize, fid: Fid, name_bytes: usize, middle: &[u8]) {
    let mut head = [0; ENTRY_BYTES];
    head[..4].copy_from_slice(&fid.index.to_le_bytes());
    head[4..8].copy_from_slice(&fid.unique.to_le_bytes());
    head[8] = (name_bytes - 1) as u8;
    block[at..at + ENTRY_BYTES].copy_from_slice(&head);
    bytes::copy(&mut block[at + ENTRY_BYTES..at + ENTRY_BYTES + middle.len()], middle);
}

/// Sets the object of the entry at `at`.
pub(super) fn set_fid(block: &mut Block, at: usize, fid: Fid) {
    block[at..at + 4].copy_from_slice(&fid.index.to_le_bytes());
    block[at + 4..at + 8].copy_from_slice(&fid.unique.to_le_bytes());
}

/// Adds a name before the content of `slot`. Returns the number of bytes copied. Returns `None` if there is no space
/// for the entry, if the name lacks the page's prefix or suffix, or if the slots have reached their load limit. If the
/// function returns `None`, the page is unchanged.
#[inline]
pub(super) fn insert(
    store: &mut Aggregate,
    number: BlockNumber,
    slot: usize,
    key: Key<'_>,
    fid: Fid,
) -> Result<Option<u32>, Damage> {
    let page = Page::open(store, number)?;
    let header = page.header;
    let Some(middle) = page.middle_of(key.name) else { return Ok(None) };
    let at = usize::from(header.heap_end);
    let size = ENTRY_BYTES + middle.len();
    if at + size > BLOCK_BYTES || usize::from(header.count) >= max_names(header.homes) {
        return Ok(None);
    }
    let Some((gap, ..)) = page.slots_from(slot).find(|&(_, _, at)| at == 0) else { return Ok(None) };

    let table = header.table_at();
    let block = store.block_mut(number);
    for to in (slot + 1..=gap).rev() {
        let value = read_u32(block, table + SLOT_BYTES * (to - 1));
        write_u32(block, table + SLOT_BYTES * to, value);
    }
    write_u32(block, table + SLOT_BYTES * slot, slot_value(fragment_of(key.hash, header.depth), at));
    write_entry(block, at, fid, key.name.len(), middle);
    Header {
        count: header.count + 1,
        heap_end: header.heap_end + size as u16,
        live: header.live.saturating_add(size as u16),
        ..header
    }
    .write_counts(block);
    Ok(Some((size + SLOT_BYTES * (gap - slot)) as u32))
}

/// Returns the maximum number of names in a page with this number of home slots.
fn max_names(homes: u16) -> usize {
    usize::from(homes) * 7 / 8 + 1
}

/// Removes the entry that was found. Returns the new header and the number of bytes copied.
#[inline]
pub(super) fn remove(
    store: &mut Aggregate,
    number: BlockNumber,
    header: Header,
    SlotMatch { slot, at, size, .. }: SlotMatch,
) -> (Header, u32) {
    let table = header.table_at();
    let slots = usize::from(header.slots);
    let block = store.block_mut(number);
    let mut gap = slot;
    while gap + 1 < slots {
        let value = read_u32(block, table + SLOT_BYTES * (gap + 1));
        let (fragment, at) = split_slot(value);
        if at == 0 || header.home(fragment) > gap {
            break;
        }
        write_u32(block, table + SLOT_BYTES * gap, value);
        gap += 1;
    }
    write_u32(block, table + SLOT_BYTES * gap, 0);
    let last = at + size == usize::from(header.heap_end);
    let header = Header {
        count: header.count.saturating_sub(1),
        heap_end: if last { at as u16 } else { header.heap_end },
        live: header.live.saturating_sub(size as u16),
        ..header
    };
    header.write_counts(block);
    (header, (SLOT_BYTES * (gap - slot)) as u32)
}
