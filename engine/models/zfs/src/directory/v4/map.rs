//! The page map of a v4 directory.
//!
//! The anode points to a root map block with 2,048 block numbers of map blocks, each of which contains 2,048 block
//! numbers of pages. A block number takes four bytes, little-endian; 0 marks an unused entry.

use super::MAX_PAGES;
use crate::directory::aggregate::{read_u32, write_u32};
use crate::directory::anode::{Anode, Field};
use crate::directory::{Aggregate, BLOCK_BYTES, BlockNumber, Damage, DirectoryError};

/// Block numbers in a map block.
pub(super) const MAP_ENTRIES: u32 = BLOCK_BYTES as u32 / 4;

/// The blocks that one operation changed, in the order of their first change.
#[derive(Debug, Default)]
pub(super) struct ChangedBlocks {
    /// At most two entry pages, a map block, the root map block, and the anode's block.
    blocks: [BlockNumber; 5],
    count: usize,
}

impl ChangedBlocks {
    pub(super) fn add(&mut self, block: BlockNumber) {
        if !self.blocks().contains(&block) {
            self.blocks[self.count] = block;
            self.count += 1;
        }
    }

    pub(super) fn blocks(&self) -> &[BlockNumber] {
        &self.blocks[..self.count]
    }
}

/// Returns the number of pages of the directory: 1 to [`MAX_PAGES`].
#[inline]
pub(super) fn pages(store: &Aggregate, anode: Anode) -> Result<u32, Damage> {
    match anode.get(store, Field::Length) {
        pages @ 1..=MAX_PAGES => Ok(pages),
        _ => Err(anode.damage(Field::Length, "a directory has 1 to 65,536 pages")),
    }
}

/// Returns the root map block.
#[inline]
pub(super) fn root(store: &Aggregate, anode: Anode) -> Result<BlockNumber, Damage> {
    let root = anode.get(store, Field::Root);
    if store.has(root) { Ok(root) } else { Err(anode.damage(Field::Root, "no such root map block")) }
}

/// Returns the block in entry `index` of a map block.
#[inline]
pub(super) fn follow(store: &Aggregate, map: BlockNumber, index: u32) -> Result<BlockNumber, Damage> {
    let offset = index * 4;
    let block = read_u32(store.block(map), offset as usize);
    if store.has(block) {
        Ok(block)
    } else {
        Err(Damage { block: map, offset, what: "the map names a block that does not exist" })
    }
}

/// Returns the block of a page, whose number is less than [`pages`].
#[inline]
pub(super) fn block_of(store: &Aggregate, anode: Anode, page: u32) -> Result<BlockNumber, Damage> {
    let map = follow(store, root(store, anode)?, page / MAP_ENTRIES)?;
    follow(store, map, page % MAP_ENTRIES)
}

/// Creates the map of a new directory whose only page is `page`; returns the root map block and the map block.
pub(super) fn create(store: &mut Aggregate, page: BlockNumber) -> Result<[BlockNumber; 2], DirectoryError> {
    let map = store.allocate()?;
    let root = store.allocate().inspect_err(|_| store.release(map))?;
    write_u32(store.block_mut(map), 0, page);
    write_u32(store.block_mut(root), 0, map);
    Ok([root, map])
}

/// Allocates and maps a block for one more page; the caller formats it.
///
/// # Errors
/// Returns [`DirectoryError::DirectoryFull`], [`DirectoryError::AggregateFull`], or [`DirectoryError::Damaged`]; in
/// that case, nothing is changed.
pub(super) fn append(
    store: &mut Aggregate,
    anode: Anode,
    changed: &mut ChangedBlocks,
) -> Result<BlockNumber, DirectoryError> {
    let pages = pages(store, anode)?;
    if pages == MAX_PAGES {
        return Err(DirectoryError::DirectoryFull);
    }
    let root = root(store, anode)?;
    let needs_map = pages.is_multiple_of(MAP_ENTRIES);
    let old_map = if needs_map { None } else { Some(follow(store, root, pages / MAP_ENTRIES)?) };

    let block = store.allocate()?;
    let map = match old_map {
        Some(map) => map,
        None => store.allocate().inspect_err(|_| store.release(block))?,
    };
    write_u32(store.block_mut(map), (pages % MAP_ENTRIES) as usize * 4, block);
    changed.add(block);
    changed.add(map);
    if needs_map {
        write_u32(store.block_mut(root), (pages / MAP_ENTRIES) as usize * 4, map);
        changed.add(root);
    }
    anode.set(store, Field::Length, pages + 1);
    let blocks = anode.get(store, Field::Pages).wrapping_add(1 + u32::from(needs_map));
    anode.set(store, Field::Pages, blocks);
    Ok(block)
}
