//! Checking every page of a v4 directory.

use super::page::{self, BUCKETS, FIRST_PIECE, PIECES, Page, PageItem};
use super::{MAX_LINKS, map};
use crate::directory::aggregate::read_u32;
use crate::directory::anode::{Anode, Field, LongField};
use crate::directory::{Aggregate, BlockNumber, Damage, Format, Name};
use std::collections::HashSet;

/// Returns all damage to the directory.
pub(super) fn salvage(store: &Aggregate, anode: Anode) -> Vec<Damage> {
    let mut salvager = Salvager { store, anode, blocks: HashSet::new(), names: HashSet::new(), damage: Vec::new() };
    if let Err(damage) = salvager.check_directory() {
        salvager.damage.push(damage);
    }
    salvager.damage
}

/// A salvage in progress.
struct Salvager<'a> {
    store: &'a Aggregate,
    anode: Anode,
    /// The blocks seen so far; each block may be used only once.
    blocks: HashSet<BlockNumber>,
    /// The names seen so far.
    names: HashSet<&'a [u8]>,
    damage: Vec<Damage>,
}

impl<'a> Salvager<'a> {
    /// Checks the whole directory. Stops at damage that makes further checks impossible.
    fn check_directory(&mut self) -> Result<(), Damage> {
        self.anode.check(self.store, Format::V4)?;
        let pages = map::pages(self.store, self.anode)?;
        let root = map::root(self.store, self.anode)?;
        self.blocks.insert(root);
        let maps = pages.div_ceil(map::MAP_ENTRIES);
        self.check_map_end(root, maps);
        for index in 0..maps {
            let Some(map) = self.check_map_entry(root, index) else { continue };
            let first = index * map::MAP_ENTRIES;
            let entries = (pages - first).min(map::MAP_ENTRIES);
            self.check_map_end(map, entries);
            for entry in 0..entries {
                if let Some(block) = self.check_map_entry(map, entry)
                    && let Err(damage) = Page::open(self.store, block).and_then(|page| self.check_page(page))
                {
                    self.damage.push(damage);
                }
            }
        }
        self.check_counts(1 + maps + pages);
        Ok(())
    }

    /// Returns the block in a map entry; `None` if the entry is invalid.
    fn check_map_entry(&mut self, map: BlockNumber, index: u32) -> Option<BlockNumber> {
        let block = map::follow(self.store, map, index).and_then(|block| {
            if self.blocks.insert(block) {
                Ok(block)
            } else {
                Err(Damage { block: map, offset: index * 4, what: "the map names a block that is already in use" })
            }
        });
        block.map_err(|damage| self.damage.push(damage)).ok()
    }

    /// Checks that a map is empty after its last entry.
    fn check_map_end(&mut self, map: BlockNumber, entries: u32) {
        let bytes = self.store.block(map);
        let stray = (entries..map::MAP_ENTRIES).map(|index| index * 4).find(|&at| read_u32(bytes, at as usize) != 0);
        if let Some(offset) = stray {
            self.damage.push(Damage { block: map, offset, what: "the map continues beyond the directory's last page" });
        }
    }

    /// Checks a page. Stops where the page can no longer be divided into entries and free runs.
    fn check_page(&mut self, page: Page<'a>) -> Result<(), Damage> {
        if let Some(offset) = page.first_nonzero_reserved() {
            self.damage.push(page.damage(offset, "an unused byte of the header is not zero"));
        }
        let mut buckets = [None; PIECES];
        let mut runs = [false; PIECES];
        let mut after_run = false;
        let mut next = usize::from(FIRST_PIECE);
        while next < PIECES {
            let piece = next as u8;
            let item = page.item_at(piece)?;
            match item {
                PageItem::Free(_) if after_run => {
                    self.damage.push(page.damage_at(piece, "two free runs touch and were not merged"));
                    runs[next] = true;
                }
                PageItem::Free(_) => runs[next] = true,
                PageItem::Entry(head) => buckets[next] = Some(self.check_entry(page, piece, head)?),
            }
            after_run = matches!(item, PageItem::Free(_));
            next += usize::from(item.length());
        }
        if let Err(damage) = check_free_list(page, &mut runs) {
            self.damage.push(damage);
        }
        for bucket in 0..BUCKETS {
            if let Err(damage) = check_chain(page, bucket as u8, &mut buckets) {
                self.damage.push(damage);
            }
        }
        for piece in usize::from(FIRST_PIECE)..PIECES {
            if runs[piece] {
                self.damage.push(page.damage_at(piece as u8, "a free run is not in the free list"));
            }
            if buckets[piece].is_some() {
                self.damage.push(page.damage_at(piece as u8, "an entry is in no chain"));
            }
        }
        Ok(())
    }

    /// Checks an entry and returns the bucket of its name.
    fn check_entry(&mut self, page: Page<'a>, piece: u8, head: page::EntryHeader) -> Result<u8, Damage> {
        let name = page.name(piece, head)?;
        if !self.names.insert(name) {
            self.damage.push(page.damage_at(piece, "the name is in the directory twice"));
        }
        if name == Name::DOT.bytes() && head.fid != self.anode.fid(self.store) {
            self.damage.push(page.damage_at(piece, "\".\" does not point to the directory"));
        }
        if name == Name::DOT_DOT.bytes() && head.fid != self.anode.parent(self.store) {
            self.damage.push(page.damage_at(piece, "\"..\" does not point to the parent"));
        }
        Ok(page::bucket_of(name))
    }

    /// Checks the counts of the anode.
    fn check_counts(&mut self, blocks: u32) {
        let (store, anode) = (self.store, self.anode);
        for (name, what) in [(Name::DOT, "\".\" is missing"), (Name::DOT_DOT, "\"..\" is missing")] {
            if !self.names.remove(name.bytes()) {
                self.damage.push(anode.damage(Field::Root, what));
            }
        }
        let names = self.names.len() as u64;
        if anode.get_long(store, LongField::Names) != names {
            self.damage.push(anode.damage(LongField::Names, "the count of names is wrong"));
        }
        let links = anode.get(store, Field::Links);
        if !(2..=MAX_LINKS).contains(&links) || u64::from(links - 2) > names {
            self.damage.push(anode.damage(Field::Links, "the link count is impossible"));
        }
        if anode.get(store, Field::Pages) != blocks {
            self.damage.push(anode.damage(Field::Pages, "the count of blocks is wrong"));
        }
    }
}

/// Follows the free list and removes each run on it from `runs`.
fn check_free_list(page: Page<'_>, runs: &mut [bool; PIECES]) -> Result<(), Damage> {
    let mut piece = page.free_head();
    while piece != 0 {
        let run = page.run(piece)?;
        if !std::mem::take(&mut runs[usize::from(piece)]) {
            return Err(page.damage_at(piece, "the free list leads into an entry or another run"));
        }
        piece = run.next;
    }
    Ok(())
}

/// Follows a chain and removes each entry on it from `buckets`.
fn check_chain(page: Page<'_>, bucket: u8, buckets: &mut [Option<u8>; PIECES]) -> Result<(), Damage> {
    let mut piece = page.heads()[usize::from(bucket)];
    while piece != 0 {
        let head = page.entry(piece)?;
        match buckets[usize::from(piece)].take() {
            Some(own) if own == bucket => {}
            Some(_) => return Err(page.damage_at(piece, "the entry is in the chain of another bucket")),
            None => return Err(page.damage_at(piece, "a chain leads to an entry twice, or into the middle of one")),
        }
        piece = head.next;
    }
    Ok(())
}
