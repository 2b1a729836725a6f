//! Growth and shrinkage of the tree: rebuilding and splitting full pages, merging sparse pages, and doubling and
//! halving the index.

use super::bytes::{common_prefix, common_suffix};
use super::index::{Index, pages_at};
use super::key::{Key, bits_of, first_hash};
use super::layout::{Layout, NameList};
use super::page::{Header, Page, SLOT_BYTES};
use super::{MAX_DEPTH, V5Directory};
use crate::directory::anode::Field;
use crate::directory::{Aggregate, BLOCK_BYTES, BlockNumber, Damage, DirectoryError, Event, Fid, Lock};
use std::ops::Range;

/// Minimum number of bytes that a rebuild of a full page must leave for more names; otherwise, the page is split.
const MIN_REBUILD_GAIN_BYTES: usize = BLOCK_BYTES / 16;

/// A page whose names take fewer bytes than this is merged with its neighbor if both pages fit into one.
const MERGE_THRESHOLD_BYTES: usize = BLOCK_BYTES / 8;

/// Maximum number of bytes that the names of a merged page take. The remaining space keeps the page from splitting
/// again soon.
const MAX_MERGED_BYTES: usize = BLOCK_BYTES * 3 / 4;

/// The pages over which the names of one page are distributed.
pub(super) type Plan = Vec<(u32, Layout)>;

impl V5Directory {
    /// Adds a name to a page without space for it: rebuilds the page, or splits it as often as necessary.
    #[inline(never)]
    pub(super) fn add_with_growth(
        &mut self,
        store: &mut Aggregate,
        mut index: Index,
        number: BlockNumber,
        (key, fid): (Key<'_>, Fid),
    ) -> Result<(), DirectoryError> {
        let page = Page::open_for(store, number, key.hash)?;
        let (depth, bits) = (page.header.depth, page.header.bits);
        if depth > index.depth {
            return Err(page.damage(4, "the local depth exceeds that of the index").into());
        }
        self.names.clear();
        self.names.append(&page)?;
        self.names.add(key, fid);
        let all = 0..self.names.len();

        let enough = if depth == MAX_DEPTH { BLOCK_BYTES } else { BLOCK_BYTES - MIN_REBUILD_GAIN_BYTES };
        if let Some(layout) = self.names.layout_within(all.clone(), depth, enough) {
            self.rebuild(store, number, bits, &layout);
            return Ok(());
        }

        let mut plan = std::mem::take(&mut self.plan);
        plan.clear();
        let planned = plan_split(&self.names, all, depth, bits, &mut plan)
            .and_then(|()| self.split_into(store, &mut index, number, depth, &plan));
        self.plan = plan;
        planned
    }

    /// Distributes the names of one page over the pages of `plan`.
    fn split_into(
        &mut self,
        store: &mut Aggregate,
        index: &mut Index,
        number: BlockNumber,
        depth: u8,
        plan: &Plan,
    ) -> Result<(), DirectoryError> {
        let deepest = plan.iter().map(|(_, layout)| layout.depth).max().unwrap_or(depth);
        let old_depth = index.depth;
        let new_depth = old_depth.max(deepest);
        let needed = plan.len() as u32 - 1 + pages_at(new_depth) - pages_at(old_depth);
        if store.available() < needed {
            return Err(DirectoryError::AggregateFull { blocks: store.available() + store.blocks_in_use() });
        }
        index.pages(store)?;
        // Nothing below can fail: there are enough blocks and the index is sound.
        while index.depth < new_depth {
            index.double(store, &mut self.change)?;
        }
        for (n, (bits, layout)) in plan.iter().enumerate() {
            let block = if n == 0 { number } else { self.change.add_page(store)? };
            if n > 0 {
                self.change.note(Event::PageLocked(block, Lock::Exclusive));
                self.change.note(Event::Split(number, block));
                index.set(store, (*bits, layout.depth), block, &mut self.change)?;
            }
            self.rebuild(store, block, *bits, layout);
        }
        let at_new_depth = plan.iter().filter(|(_, layout)| layout.depth == new_depth).count() as u32;
        let before = if new_depth == old_depth { self.anode.get(store, Field::Deepest) } else { 0 };
        self.anode.set(store, Field::Deepest, before.saturating_add(at_new_depth));
        index.write(self.anode, store);
        Ok(())
    }

    fn rebuild(&mut self, store: &mut Aggregate, number: BlockNumber, bits: u32, layout: &Layout) {
        self.names.write(layout, bits, store.block_mut(number));
        self.change.copied += layout.used as u32;
        self.change.log(number);
    }

    /// Merges the page for `hash` with its neighbor while one of the two is sparse and both fit into one page. Halves
    /// the index while no page needs all bits of the index.
    ///
    /// A damaged page is left alone: merging is never necessary.
    #[inline(never)]
    pub(super) fn shrink(&mut self, store: &mut Aggregate, hash: u64) {
        while self.merge(store, hash).unwrap_or(false) {
            while self.halve(store).unwrap_or(false) {}
        }
    }

    fn merge(&mut self, store: &mut Aggregate, hash: u64) -> Result<bool, DirectoryError> {
        let mut index = Index::read(self.anode, store)?;
        let first = index.get(store, bits_of(hash, index.depth))?;
        let page = Page::open_for(store, first, hash)?;
        let depth = page.header.depth;
        if depth == 0 || depth > index.depth {
            return Ok(false);
        }
        let other_hash = first_hash(page.header.bits ^ 1, depth);
        let second = index.get(store, bits_of(other_hash, index.depth))?;
        let other = Page::open_for(store, second, other_hash)?;
        if other.header.depth != depth
            || !(is_sparse(page.header) || is_sparse(other.header))
            || !may_fit(&page, &other)
        {
            return Ok(false);
        }
        let (lower, upper) = if page.header.bits & 1 == 0 { (page, other) } else { (other, page) };
        self.names.clear();
        self.names.append(&lower)?;
        self.names.append(&upper)?;
        let bits = lower.header.bits >> 1;
        let Some(layout) = self.names.layout(0..self.names.len(), depth - 1) else { return Ok(false) };
        index.pages(store)?;

        let (lower, upper) = (lower.number, upper.number);
        self.change.note(Event::PageLocked(lower, Lock::Exclusive));
        self.change.note(Event::PageLocked(upper, Lock::Exclusive));
        index.set(store, (bits, depth - 1), lower, &mut self.change)?;
        self.rebuild(store, lower, bits, &layout);
        self.change.note(Event::Merge(lower, upper));
        self.change.free_page(store, upper);
        if depth == index.depth {
            let deepest = self.anode.get(store, Field::Deepest);
            self.anode.set(store, Field::Deepest, deepest.saturating_sub(2));
        }
        Ok(true)
    }

    /// Halves the index once, if possible.
    fn halve(&mut self, store: &mut Aggregate) -> Result<bool, Damage> {
        let mut index = Index::read(self.anode, store)?;
        if index.depth == 0 || self.anode.get(store, Field::Deepest) > 0 {
            return Ok(false);
        }
        let deepest = count_deepest(store, index)?;
        index.pages(store)?;
        index.halve(store, &mut self.change)?;
        self.anode.set(store, Field::Deepest, deepest);
        index.write(self.anode, store);
        Ok(true)
    }
}

/// Returns whether to call [`V5Directory::shrink`] after a page has lost a name. For a sparse page, this is so at every
/// eighth removal, because reading a full neighbor at each removal would cost too much.
#[inline]
pub(super) fn may_shrink(header: Header) -> bool {
    header.count.is_multiple_of(8) && header.depth > 0 && is_sparse(header)
}

/// Returns whether the names of a page take fewer bytes than [`MERGE_THRESHOLD_BYTES`].
#[inline]
fn is_sparse(header: Header) -> bool {
    content_bytes(header) < MERGE_THRESHOLD_BYTES
}

/// Returns the number of bytes that a page's names take, including their share of the slots.
#[inline]
fn content_bytes(header: Header) -> usize {
    usize::from(header.live) + usize::from(header.count) * SLOT_BYTES * 5 / 4
}

/// Returns whether two pages fit into one with some space to spare; the common prefix and suffix of the merged page may
/// be shorter.
fn may_fit(a: &Page<'_>, b: &Page<'_>) -> bool {
    let (prefix, suffix) = match (a.header.count, b.header.count) {
        (0, _) => (b.prefix().len(), b.suffix().len()),
        (_, 0) => (a.prefix().len(), a.suffix().len()),
        _ => (common_prefix(a.prefix(), b.prefix()), common_suffix(a.suffix(), b.suffix())),
    };
    let content = |page: &Page<'_>| {
        let longer = (page.prefix().len() + page.suffix().len()).saturating_sub(prefix + suffix);
        content_bytes(page.header) + usize::from(page.header.count) * longer
    };
    content(a) + content(b) <= MAX_MERGED_BYTES
}

/// Splits the names in `range` by one hash bit after another until each group fits into a page.
fn plan_split(
    names: &NameList,
    range: Range<usize>,
    depth: u8,
    bits: u32,
    plan: &mut Plan,
) -> Result<(), DirectoryError> {
    if depth == MAX_DEPTH {
        return Err(DirectoryError::DirectoryFull);
    }
    let middle = names.middle(range.clone(), depth);
    for (bits, half) in [(bits << 1, range.start..middle), ((bits << 1) | 1, middle..range.end)] {
        match names.layout(half.clone(), depth + 1) {
            Some(layout) => plan.push((bits, layout)),
            None => plan_split(names, half, depth + 1, bits, plan)?,
        }
    }
    Ok(())
}

/// Returns the number of pages that need all bits of the halved index. Fails if a page needs more bits than the halved
/// index uses.
fn count_deepest(store: &Aggregate, index: Index) -> Result<u32, Damage> {
    let (mut count, mut slot) = (0, 0);
    while slot < index.slots() {
        let number = index.get(store, slot)?;
        let page = Page::open(store, number)?;
        let depth = page.header.depth;
        if depth >= index.depth || bits_of(first_hash(slot, index.depth), depth) != page.header.bits {
            return Err(page.damage(4, "the local depth does not agree with the index"));
        }
        count += u32::from(depth + 1 == index.depth);
        slot += 1 << (index.depth - depth);
    }
    Ok(count)
}
