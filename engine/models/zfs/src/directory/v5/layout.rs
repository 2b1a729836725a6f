//! Reading the names of pages, and building pages from names.

use super::bytes::{common_prefix, common_suffix, equal};
use super::key::{Key, bits_of, fragment_of, hash_of};
use super::page::{
    Block, ENTRY_BYTES, HEADER_BYTES, Header, Page, SLOT_BYTES, home, slot_value, table_at, write_entry,
};
use crate::directory::aggregate::write_u32;
use crate::directory::{BLOCK_BYTES, Damage, Fid};
use std::ops::Range;

/// Slots after the last home slot, for entries that other entries displace.
const SPILL_SLOTS: usize = 8;

/// Average entry size, in bytes, for which an empty page is laid out.
const EXPECTED_ENTRY_BYTES: usize = 32;

/// A name in a [`NameList`].
#[derive(Clone, Debug)]
struct Item {
    hash: u64,
    fid: Fid,
    at: u32,
    length: u16,
}

/// The names of one or two pages in the order of their hash, then of their bytes. The list reuses its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct NameList {
    items: Vec<Item>,
    bytes: Vec<u8>,
}

impl NameList {
    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.bytes.clear();
    }

    #[inline]
    fn name(&self, item: &Item) -> &[u8] {
        &self.bytes[item.at as usize..item.at as usize + usize::from(item.length)]
    }

    /// Returns the sort key of an item.
    #[inline]
    fn key(&self, item: &Item) -> (u64, &[u8]) {
        (item.hash, self.name(item))
    }

    /// Appends the names of a page whose hashes are greater than all hashes in the list.
    ///
    /// The page is about to be rebuilt from these names, so any inconsistency is an error.
    pub(super) fn append(&mut self, page: &Page<'_>) -> Result<(), Damage> {
        let Header { depth, bits, count, live, prefix, suffix, .. } = page.header;
        let (before, mut end) = (self.items.len(), self.bytes.len());
        let shared = usize::from(prefix) + usize::from(suffix);
        self.bytes.resize(end + usize::from(live) + usize::from(count) * shared, 0);
        self.items.reserve(usize::from(count) + 1);
        for (_, fragment, at) in page.slots_from(0).filter(|&(_, _, at)| at != 0) {
            let entry = page.entry(at)?;
            let start = end;
            end += page.name_bytes(entry);
            let Some(name) = self.bytes.get_mut(start..end) else {
                return Err(page.damage(16, "the page's count of used bytes is wrong"));
            };
            page.assemble(entry, name);
            self.items.push(Item {
                hash: u64::from(fragment),
                fid: entry.fid,
                at: start as u32,
                length: name.len() as u16,
            });
        }
        self.bytes.truncate(end);
        if self.items.len() - before != usize::from(count) {
            return Err(page.damage(8, "the page's count of names is wrong"));
        }
        // Hashing each name right after writing it would stall the processor. Until now, `hash` has contained the
        // fragment.
        for at in before..self.items.len() {
            let fragment = self.items[at].hash;
            let hash = hash_of(self.name(&self.items[at]));
            self.items[at].hash = hash;
            if bits_of(hash, depth) != bits || u64::from(fragment_of(hash, depth)) != fragment {
                return Err(page.damage(page.header.table_at(), "the slot's hash does not match its name"));
            }
            if at > 0 && self.key(&self.items[at - 1]) >= self.key(&self.items[at]) {
                let what = if self.key(&self.items[at - 1]) == self.key(&self.items[at]) {
                    "the name is in the page twice"
                } else {
                    "the slots are not in the order of the names' hashes"
                };
                return Err(page.damage(page.header.table_at(), what));
            }
        }
        Ok(())
    }

    /// Inserts a name at its position in the order.
    pub(super) fn add(&mut self, key: Key<'_>, fid: Fid) {
        let place = self.items.partition_point(|item| self.key(item) < (key.hash, key.name));
        let (at, length) = (self.bytes.len() as u32, key.name.len() as u16);
        self.items.insert(place, Item { hash: key.hash, fid, at, length });
        self.bytes.extend_from_slice(key.name);
    }

    /// Returns the index of the first name in `range` whose hash has a 1 after its first `depth` bits.
    pub(super) fn middle(&self, range: Range<usize>, depth: u8) -> usize {
        range.start + self.items[range].partition_point(|item| (item.hash << depth) >> 63 == 0)
    }

    /// Returns the layout of a page of local depth `depth` with the names in `range`, or `None` if they do not fit.
    ///
    /// The prefix and the suffix are as long as possible. The page has 5/4 as many home slots as a full page would have
    /// entries of the same average size, or fewer if these slots do not fit.
    pub(super) fn layout(&self, range: Range<usize>, depth: u8) -> Option<Layout> {
        self.layout_within(range, depth, BLOCK_BYTES)
    }

    /// Returns the layout as [`NameList::layout`] does, but for a page that uses at most `max_bytes` bytes.
    pub(super) fn layout_within(&self, range: Range<usize>, depth: u8, max_bytes: usize) -> Option<Layout> {
        let items = &self.items[range.clone()];
        let (prefix, suffix) = self.common(items);
        let names: usize = items.iter().map(|item| usize::from(item.length)).sum();
        let heap = names + items.len() * ENTRY_BYTES - items.len() * (prefix + suffix);
        if table_at(prefix, suffix) + SLOT_BYTES * items.len() + heap > max_bytes {
            return None;
        }
        let room = BLOCK_BYTES - table_at(prefix, suffix);
        let average = heap.checked_div(items.len()).unwrap_or(EXPECTED_ENTRY_BYTES);
        let full = room / (average + SLOT_BYTES * 5 / 4);
        [full * 5 / 4, items.len() * 9 / 8, items.len()]
            .into_iter()
            .filter(|&homes| homes >= items.len().max(1))
            .find_map(|homes| {
                let slots = Self::slots_needed(items, depth, homes);
                let used = BLOCK_BYTES - room + SLOT_BYTES * slots + heap;
                (used <= max_bytes).then(|| Layout { range: range.clone(), depth, prefix, suffix, homes, slots, used })
            })
    }

    /// Returns the lengths of the longest common prefix and suffix; for a single name, both are 0.
    fn common(&self, items: &[Item]) -> (usize, usize) {
        let [first, rest @ ..] = items else { return (0, 0) };
        if rest.is_empty() {
            return (0, 0);
        }
        let first = self.name(first);
        let max_length = usize::from(u8::MAX).min(first.len());
        let (mut prefix, mut suffix, mut min_length) = (max_length, max_length, first.len());
        for item in rest {
            let name = self.name(item);
            min_length = min_length.min(name.len());
            // Most names share the prefix and suffix found so far, and comparing is faster than measuring.
            if !name.get(..prefix).is_some_and(|head| equal(head, &first[..prefix])) {
                prefix = common_prefix(&first[..prefix], name);
            }
            let tail = &first[first.len() - suffix..];
            if !name.len().checked_sub(suffix).is_some_and(|at| equal(&name[at..], tail)) {
                suffix = common_suffix(tail, name);
            }
        }
        (prefix, suffix.min(min_length - prefix))
    }

    /// Returns the total number of slots for `homes` home slots.
    fn slots_needed(items: &[Item], depth: u8, homes: usize) -> usize {
        let end = items.iter().fold(0, |next, item| next.max(home(fragment_of(item.hash, depth), homes)) + 1);
        end.max(homes) + SPILL_SLOTS
    }

    /// Writes the page that `layout` describes to `block`.
    pub(super) fn write(&self, layout: &Layout, bits: u32, block: &mut Block) {
        let items = &self.items[layout.range.clone()];
        block.fill(0);
        let (prefix, suffix) = (layout.prefix, layout.suffix);
        let table = table_at(prefix, suffix);
        let heap = table + SLOT_BYTES * layout.slots;
        let (mut at, mut next) = (heap, 0);
        for item in items {
            let name = self.name(item);
            let fragment = fragment_of(item.hash, layout.depth);
            let slot = next.max(home(fragment, layout.homes));
            write_u32(block, table + SLOT_BYTES * slot, slot_value(fragment, at));
            let middle = &name[prefix..name.len() - suffix];
            write_entry(block, at, item.fid, name.len(), middle);
            at += ENTRY_BYTES + middle.len();
            next = slot + 1;
        }
        if let Some(item) = items.first() {
            let name = self.name(item);
            block[HEADER_BYTES..HEADER_BYTES + prefix].copy_from_slice(&name[..prefix]);
            block[HEADER_BYTES + prefix..HEADER_BYTES + prefix + suffix].copy_from_slice(&name[name.len() - suffix..]);
        }
        Header {
            depth: layout.depth,
            prefix: prefix as u8,
            suffix: suffix as u8,
            count: items.len() as u16,
            homes: layout.homes as u16,
            slots: layout.slots as u16,
            heap_end: at as u16,
            live: (at - heap) as u16,
            bits,
        }
        .write(block);
    }
}

/// Layout of a page with some names of a [`NameList`].
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) range: Range<usize>,
    pub(super) depth: u8,
    prefix: usize,
    suffix: usize,
    homes: usize,
    slots: usize,
    /// Bytes in use.
    pub(super) used: usize,
}
