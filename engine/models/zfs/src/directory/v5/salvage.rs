//! Checking every page of a v5 directory.

use super::index::{Index, PAGE_SLOTS, pointer_at};
use super::key::{bits_of, first_hash, fragment_of, hash_of};
use super::page::Page;
use crate::directory::aggregate::read_u32;
use crate::directory::anode::{Anode, Field, LongField};
use crate::directory::{Aggregate, BlockNumber, Damage, Format, MAX_NAME_BYTES, Name};
use std::collections::BTreeSet;

/// Returns all damage to a directory.
pub(super) fn salvage(anode: Anode, store: &Aggregate) -> Vec<Damage> {
    let mut salvager = Salvager { store, anode, damage: Vec::new(), pages: BTreeSet::new(), names: 0, deepest: 0 };
    if let Err(damage) = salvager.check_tree() {
        salvager.damage.push(damage);
    }
    salvager.damage
}

/// A salvage in progress.
struct Salvager<'a> {
    store: &'a Aggregate,
    anode: Anode,
    damage: Vec<Damage>,
    /// All pages seen so far.
    pages: BTreeSet<BlockNumber>,
    names: u64,
    /// Number of pages that need all bits of the index.
    deepest: u32,
}

impl Salvager<'_> {
    /// Checks the whole directory. Fails at damage that makes further checks impossible.
    fn check_tree(&mut self) -> Result<(), Damage> {
        self.anode.check(self.store, Format::V5)?;
        let index = Index::read(self.anode, self.store)?;
        self.pages.extend(index.pages(self.store)?);
        self.check_unused_pointers(index);
        let mut slot = 0;
        while slot < index.slots() {
            slot += self.check_slots(index, slot)?;
        }
        let (store, anode) = (self.store, self.anode);
        let counts = [
            (
                Field::Pages as u32,
                anode.get(store, Field::Pages) == self.pages.len() as u32,
                "the number of pages is wrong",
            ),
            (
                Field::Deepest as u32,
                anode.get(store, Field::Deepest) == self.deepest,
                "the number of deepest pages is wrong",
            ),
            (Field::Links as u32, anode.get(store, Field::Links) >= 2, "the directory has fewer than two links"),
            (
                LongField::Names as u32,
                anode.get_long(store, LongField::Names) == self.names,
                "the number of names is wrong",
            ),
        ];
        let wrong = counts.into_iter().filter(|(_, right, _)| !right);
        self.damage.extend(wrong.map(|(at, _, what)| anode.damage(at, what)));
        Ok(())
    }

    /// Checks that there are no pointers after the last pointer that an index page should have.
    fn check_unused_pointers(&mut self, index: Index) {
        let used = index.root_pointers();
        let root = self.store.block(index.root);
        let end = if index.depth == 0 { 0 } else { PAGE_SLOTS };
        if let Some(at) = (used..end).find(|&at| read_u32(root, pointer_at(at)) != 0) {
            self.report(index.root, pointer_at(at), "no hash leads to this pointer");
        }
    }

    fn report(&mut self, block: BlockNumber, offset: usize, what: &'static str) {
        self.damage.push(Damage { block, offset: offset as u32, what });
    }

    /// Checks the page of `slot` and the slots that should point to it. Returns the number of slots by which to
    /// advance.
    fn check_slots(&mut self, index: Index, slot: u32) -> Result<u32, Damage> {
        let (index_page, at) =
            if index.depth == 0 { (self.anode.block(), 0) } else { index.locate_slot(self.store, slot)? };
        let number = match index.get(self.store, slot) {
            Ok(number) => number,
            Err(damage) => {
                self.damage.push(damage);
                return Ok(1);
            }
        };
        if !self.pages.insert(number) {
            self.report(index_page, pointer_at(at), "the page occurs twice in the index");
            return Ok(1);
        }
        let page = match Page::open(self.store, number) {
            Ok(page) => page,
            Err(damage) => {
                self.damage.push(damage);
                return Ok(self.count_slots_to(index, slot, number));
            }
        };
        let depth = page.header.depth;
        if depth > index.depth {
            self.report(number, 4, "the local depth exceeds that of the index");
        } else if page.header.bits != bits_of(first_hash(slot, index.depth), depth) {
            self.report(number, 20, "the page's hash does not match its position in the tree");
        } else if slot != page.header.bits << (index.depth - depth) {
            self.report(index_page, pointer_at(at), "the pointer does not belong to the first hash of the page");
        }
        let run = self.count_slots_to(index, slot, number);
        if depth <= index.depth && run != 1 << (index.depth - depth) {
            self.report(
                index_page,
                pointer_at(at),
                "the number of pointers to the page does not match its local depth",
            );
        }
        self.deepest += u32::from(depth == index.depth);
        self.names += u64::from(page.header.count);
        self.check_page(&page);
        Ok(run)
    }

    /// Returns the number of contiguous slots from `slot` onward that point to `number`.
    fn count_slots_to(&self, index: Index, slot: u32, number: BlockNumber) -> u32 {
        let others = (slot + 1..index.slots()).take_while(|&next| index.get(self.store, next) == Ok(number));
        1 + others.count() as u32
    }

    /// Checks an entry page.
    fn check_page(&mut self, page: &Page<'_>) {
        let mut last: Option<(u64, Vec<u8>)> = None;
        let mut extents = Vec::new();
        let mut name = [0; MAX_NAME_BYTES];
        // The first slot after the last empty slot.
        let mut cluster = 0;
        for (slot, fragment, at) in page.slots_from(0) {
            if at == 0 {
                cluster = slot + 1;
                if fragment != 0 {
                    self.report(page.number, page.slot_at(slot), "an empty slot is not zero");
                }
                continue;
            }
            let entry = match page.entry(at) {
                Ok(entry) => entry,
                Err(damage) => {
                    self.damage.push(damage);
                    continue;
                }
            };
            extents.push(at..at + entry.size());
            let length = page.assemble(entry, &mut name);
            let (name, hash) = (&name[..length], hash_of(&name[..length]));
            if Name::new(name).is_ok_and(Name::is_reserved) || Name::new(name).is_err() {
                self.report(page.number, at, "the name is not valid in a directory");
            }
            if fragment_of(hash, page.header.depth) != fragment || bits_of(hash, page.header.depth) != page.header.bits
            {
                self.report(page.number, page.slot_at(slot), "the slot's hash does not match its name");
            }
            let home = page.header.home(fragment);
            if home > slot || home < cluster {
                self.report(page.number, page.slot_at(slot), "no search reaches the slot");
            }
            if let Some((last_hash, last_name)) = &last {
                match (*last_hash, last_name.as_slice()).cmp(&(hash, name)) {
                    std::cmp::Ordering::Less => {}
                    std::cmp::Ordering::Equal => self.report(page.number, at, "the name is in the page twice"),
                    std::cmp::Ordering::Greater => {
                        self.report(
                            page.number,
                            page.slot_at(slot),
                            "the slots are not in the order of the names' hashes",
                        );
                    }
                }
            }
            last = Some((hash, name.to_vec()));
        }
        self.check_heap(page, extents);
    }

    /// Checks that the entries at `extents` do not overlap, and that the page's counts match them.
    fn check_heap(&mut self, page: &Page<'_>, mut extents: Vec<std::ops::Range<usize>>) {
        extents.sort_unstable_by_key(|extent| extent.start);
        for pair in extents.windows(2) {
            if pair[0].end > pair[1].start {
                self.report(page.number, pair[1].start, "two entries overlap");
            }
        }
        if extents.len() != usize::from(page.header.count) {
            self.report(page.number, 8, "the page's count of names is wrong");
        }
        if extents.iter().map(ExactSizeIterator::len).sum::<usize>() != usize::from(page.header.live) {
            self.report(page.number, 16, "the page's count of used bytes is wrong");
        }
    }
}
