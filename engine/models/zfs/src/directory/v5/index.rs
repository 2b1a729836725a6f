//! The index: maps the first bits of a hash to the page with the names whose hashes begin with these bits.
//!
//! An index of depth `n` has 2^n slots, one for each value of a hash's first `n` bits. The root page holds up to
//! 1,024 slots. In a deeper index, the root points to index pages of 1,024 slots each. At depth 0, the root is the only
//! entry page.

use super::MAX_DEPTH;
use super::change::Change;
use super::key::bits_of;
use super::page::Block;
use crate::directory::aggregate::{read_u32, write_u32};
use crate::directory::anode::{Anode, Field};
use crate::directory::{Aggregate, BlockNumber, Damage, DirectoryError, Event, Observer};

/// The first four bytes of an index page.
const MAGIC: u32 = u32::from_le_bytes(*b"5IDX");

/// Offset of the first pointer.
const POINTERS_AT: usize = 32;

/// Number of hash bits that select a slot within an index page.
pub(super) const PAGE_BITS: u8 = 10;

/// Number of slots in an index page.
pub(super) const PAGE_SLOTS: usize = 1 << PAGE_BITS;

/// Returns the offset of a pointer in its page.
pub(super) const fn pointer_at(pointer: usize) -> usize {
    POINTERS_AT + 4 * pointer
}

/// Returns the number of pages of an index of this depth.
pub(super) const fn pages_at(depth: u8) -> u32 {
    match depth {
        0 => 0,
        1..=PAGE_BITS => 1,
        _ => 1 + (1 << (depth - PAGE_BITS)),
    }
}

/// Root and depth of an index, as stored in the anode.
#[derive(Clone, Copy, Debug)]
pub(super) struct Index {
    pub(super) root: BlockNumber,
    pub(super) depth: u8,
}

impl Index {
    #[inline(always)]
    pub(super) fn read(anode: Anode, store: &Aggregate) -> Result<Self, Damage> {
        let index = Self { root: anode.get(store, Field::Root), depth: anode.levels_and_depth(store).1 };
        if !has_levels(anode, store) || !store.has(index.root) {
            return Err(anode_damage(anode, store));
        }
        Ok(index)
    }

    /// Returns the number of pointers in the root page.
    pub(super) fn root_pointers(self) -> usize {
        match self.depth {
            0 => 0,
            depth @ 1..=PAGE_BITS => 1 << depth,
            depth => 1 << (depth - PAGE_BITS),
        }
    }

    /// Returns the number of slots.
    pub(super) fn slots(self) -> u32 {
        1 << self.depth
    }

    /// Returns the page for names with this hash.
    #[inline(always)]
    pub(super) fn descend<'a>(
        self,
        store: &'a Aggregate,
        hash: u64,
        observer: &mut impl Observer,
    ) -> Result<(BlockNumber, &'a Block), Damage> {
        let root = (self.root, store.block(self.root));
        if self.depth == 0 {
            return Ok(root);
        }
        observer.note(Event::LevelDescended(self.root));
        let slot = bits_of(hash, self.depth) as usize;
        if self.depth <= PAGE_BITS {
            return follow(store, root, slot);
        }
        let page = follow(store, root, slot >> PAGE_BITS)?;
        observer.note(Event::LevelDescended(page.0));
        follow(store, page, slot % PAGE_SLOTS)
    }

    /// Returns the index page of a slot, and the number of the pointer in that page. The depth is greater than 0.
    pub(super) fn locate_slot(self, store: &Aggregate, slot: u32) -> Result<(BlockNumber, usize), Damage> {
        let slot = slot as usize;
        if self.depth <= PAGE_BITS {
            return Ok((self.root, slot));
        }
        Ok((pointer(store, self.root, slot >> PAGE_BITS)?, slot % PAGE_SLOTS))
    }

    /// Returns the page to which a slot points.
    pub(super) fn get(self, store: &Aggregate, slot: u32) -> Result<BlockNumber, Damage> {
        if self.depth == 0 {
            return Ok(self.root);
        }
        let (page, at) = self.locate_slot(store, slot)?;
        pointer(store, page, at)
    }

    /// Returns the root and the index pages below it, after a check that each is an index page and occurs once.
    pub(super) fn pages(self, store: &Aggregate) -> Result<Vec<BlockNumber>, Damage> {
        let mut pages = Vec::new();
        if self.depth > 0 {
            check_page(store, self.root)?;
            pages.push(self.root);
        }
        if self.depth > PAGE_BITS {
            for at in 0..self.root_pointers() {
                let page = pointer(store, self.root, at)?;
                check_page(store, page)?;
                pages.push(page);
            }
        }
        if let Some(at) = (1..pages.len()).find(|&at| pages[..at].contains(&pages[at])) {
            return Err(Damage { block: pages[at], offset: 0, what: "the index page occurs twice in the index" });
        }
        Ok(pages)
    }

    /// Returns the number of pointers in `block`; `None` if it is not an index page of this index.
    pub(super) fn pointers_in(self, store: &Aggregate, block: BlockNumber) -> Option<u32> {
        if self.depth == 0 || !store.has(block) || check_page(store, block).is_err() {
            return None;
        }
        Some(if block == self.root { self.root_pointers() } else { PAGE_SLOTS } as u32)
    }

    /// Sets the slots for hashes that begin with the `depth` bits `bits` to `page`.
    pub(super) fn set(
        &mut self,
        store: &mut Aggregate,
        (bits, depth): (u32, u8),
        page: BlockNumber,
        change: &mut Change,
    ) -> Result<(), Damage> {
        if self.depth == 0 {
            self.root = page;
            return Ok(());
        }
        let run = 1 << (self.depth - depth);
        for slot in bits * run..(bits + 1) * run {
            let (index_page, at) = self.locate_slot(store, slot)?;
            write_u32(store.block_mut(index_page), pointer_at(at), page);
            change.index_page(index_page);
        }
        Ok(())
    }

    /// Doubles the slots. The caller has checked the index pages with [`Index::pages`], and that there are enough
    /// blocks.
    pub(super) fn double(&mut self, store: &mut Aggregate, change: &mut Change) -> Result<(), DirectoryError> {
        if self.depth == 0 || self.depth == PAGE_BITS {
            let root = change.add_page(store)?;
            let block = store.block_mut(root);
            write_u32(block, 0, MAGIC);
            write_u32(block, pointer_at(0), self.root);
            change.index_page(root);
            self.root = root;
        }
        if self.depth < PAGE_BITS {
            duplicate_pointers(store.block_mut(self.root), 1 << self.depth);
            change.index_page(self.root);
        } else {
            for at in (0..1 << (self.depth - PAGE_BITS)).rev() {
                let lower = pointer(store, self.root, at)?;
                let upper = change.add_page(store)?;
                let mut copy = *store.block(lower);
                copy.copy_within(pointer_at(PAGE_SLOTS / 2)..pointer_at(PAGE_SLOTS), POINTERS_AT);
                duplicate_pointers(&mut copy, PAGE_SLOTS / 2);
                *store.block_mut(upper) = copy;
                duplicate_pointers(store.block_mut(lower), PAGE_SLOTS / 2);
                let root = store.block_mut(self.root);
                write_u32(root, pointer_at(2 * at), lower);
                write_u32(root, pointer_at(2 * at + 1), upper);
                change.index_page(lower);
                change.index_page(upper);
            }
            change.index_page(self.root);
        }
        self.depth += 1;
        Ok(())
    }

    /// Halves the slots of an index in which each pair of slots points to one page. The caller has checked the index
    /// pages with [`Index::pages`], and that the depth is greater than 0.
    pub(super) fn halve(&mut self, store: &mut Aggregate, change: &mut Change) -> Result<(), Damage> {
        self.depth -= 1;
        if self.depth < PAGE_BITS {
            keep_even_pointers(store.block_mut(self.root), 1 << self.depth);
            change.index_page(self.root);
        } else {
            for at in 0..1 << (self.depth - PAGE_BITS) {
                let lower = pointer(store, self.root, 2 * at)?;
                let upper = pointer(store, self.root, 2 * at + 1)?;
                let mut copy = *store.block(upper);
                keep_even_pointers(&mut copy, PAGE_SLOTS / 2);
                let block = store.block_mut(lower);
                keep_even_pointers(block, PAGE_SLOTS / 2);
                block[pointer_at(PAGE_SLOTS / 2)..pointer_at(PAGE_SLOTS)]
                    .copy_from_slice(&copy[POINTERS_AT..pointer_at(PAGE_SLOTS / 2)]);
                change.free_page(store, upper);
                change.index_page(lower);
                write_u32(store.block_mut(self.root), pointer_at(at), lower);
            }
            let root = store.block_mut(self.root);
            root[pointer_at(1 << (self.depth - PAGE_BITS))..pointer_at(PAGE_SLOTS)].fill(0);
            change.index_page(self.root);
        }
        if self.depth == 0 || self.depth == PAGE_BITS {
            let root = pointer(store, self.root, 0)?;
            change.free_page(store, self.root);
            self.root = root;
        }
        Ok(())
    }
}

/// Returns the number of index pages above an entry page.
const fn levels_at(depth: u8) -> u8 {
    match depth {
        0 => 0,
        1..=PAGE_BITS => 1,
        _ => 2,
    }
}

impl Index {
    /// Writes the index to the anode.
    pub(super) fn write(self, anode: Anode, store: &mut Aggregate) {
        anode.set_levels_and_depth(store, levels_at(self.depth), self.depth);
        anode.set(store, Field::Root, self.root);
    }
}

/// Returns whether the number of levels in the anode matches the depth.
#[inline]
fn has_levels(anode: Anode, store: &Aggregate) -> bool {
    let (levels, depth) = anode.levels_and_depth(store);
    depth <= MAX_DEPTH && levels == levels_at(depth)
}

/// Returns the damage that makes [`Index::read`] fail. Like the other functions that describe damage, this function is
/// kept out of the fast path.
#[cold]
#[inline(never)]
fn anode_damage(anode: Anode, store: &Aggregate) -> Damage {
    if has_levels(anode, store) {
        anode.damage(Field::Root, "the anode's root is not a block of the aggregate")
    } else {
        anode.damage(5_u32, "the anode's depth and levels do not match")
    }
}

/// Returns the block to which pointer `at` of an index page points, and its bytes.
#[inline(always)]
fn follow<'a>(
    store: &'a Aggregate,
    (page, block): (BlockNumber, &Block),
    at: usize,
) -> Result<(BlockNumber, &'a Block), Damage> {
    let child = read_u32(block, pointer_at(at % PAGE_SLOTS));
    match store.get(child) {
        Some(bytes) if read_u32(block, 0) == MAGIC => Ok((child, bytes)),
        _ => Err(pointer_damage(store, page, at)),
    }
}

/// Returns the block to which pointer `at` of an index page points.
fn pointer(store: &Aggregate, page: BlockNumber, at: usize) -> Result<BlockNumber, Damage> {
    Ok(follow(store, (page, store.block(page)), at)?.0)
}

/// Returns the damage that makes [`follow`] fail.
#[cold]
#[inline(never)]
fn pointer_damage(store: &Aggregate, page: BlockNumber, at: usize) -> Damage {
    let what = "the pointer is not a block of the aggregate";
    check_page(store, page).err().unwrap_or(Damage { block: page, offset: pointer_at(at) as u32, what })
}

fn check_page(store: &Aggregate, page: BlockNumber) -> Result<(), Damage> {
    if read_u32(store.block(page), 0) == MAGIC {
        Ok(())
    } else {
        Err(Damage { block: page, offset: 0, what: "the index page's magic number is wrong" })
    }
}

/// Duplicates each of the first `count` pointers.
fn duplicate_pointers(block: &mut Block, count: usize) {
    for at in (0..count).rev() {
        let page = read_u32(block, pointer_at(at));
        write_u32(block, pointer_at(2 * at), page);
        write_u32(block, pointer_at(2 * at + 1), page);
    }
}

/// Keeps every other pointer, `count` in all.
fn keep_even_pointers(block: &mut Block, count: usize) {
    for at in 0..count {
        let page = read_u32(block, pointer_at(2 * at));
        write_u32(block, pointer_at(at), page);
    }
    block[pointer_at(count)..pointer_at(2 * count)].fill(0);
}
