//! Checking every page of a v4 directory.

use super::page::{self, BUCKETS, FIRST_PIECE, PIECES, Page, Part};
use super::{MAX_LINKS, map};
use crate::directory::aggregate::read_u32;
use crate::directory::anode::{Anode, Field, LongField};
use crate::directory::{Aggregate, BlockNumber, Damage, Format, Name};
use std::collections::HashSet;

/// Everything that is wrong with the directory.
pub(super) fn salvage(store: &Aggregate, anode: Anode) -> Vec<Damage> {
    let mut check = Check { store, anode, blocks: HashSet::new(), names: HashSet::new(), found: Vec::new() };
    if let Err(damage) = check.directory() {
        check.found.push(damage);
    }
    check.found
}

/// A check in progress.
struct Check<'a> {
    store: &'a Aggregate,
    anode: Anode,
    /// The blocks met so far: no two parts of the directory share one.
    blocks: HashSet<BlockNumber>,
    /// The names met so far.
    names: HashSet<&'a [u8]>,
    found: Vec<Damage>,
}

impl<'a> Check<'a> {
    /// Stops at damage that leaves nothing more to follow.
    fn directory(&mut self) -> Result<(), Damage> {
        self.anode.check(self.store, Format::V4)?;
        let pages = map::pages(self.store, self.anode)?;
        let root = map::root(self.store, self.anode)?;
        self.blocks.insert(root);
        let maps = pages.div_ceil(map::MAP_ENTRIES);
        self.map_end(root, maps);
        for index in 0..maps {
            let Some(map) = self.mapped(root, index) else { continue };
            let first = index * map::MAP_ENTRIES;
            let entries = (pages - first).min(map::MAP_ENTRIES);
            self.map_end(map, entries);
            for entry in 0..entries {
                if let Some(block) = self.mapped(map, entry)
                    && let Err(damage) = Page::open(self.store, block).and_then(|page| self.page(page))
                {
                    self.found.push(damage);
                }
            }
        }
        self.counts(1 + maps + pages);
        Ok(())
    }

    /// The block that a map entry names, unless it is wrong.
    fn mapped(&mut self, map: BlockNumber, index: u32) -> Option<BlockNumber> {
        let block = map::follow(self.store, map, index).and_then(|block| {
            if self.blocks.insert(block) {
                Ok(block)
            } else {
                Err(Damage { block: map, offset: index * 4, what: "the map names a block that is in use already" })
            }
        });
        block.map_err(|damage| self.found.push(damage)).ok()
    }

    /// Beyond its last entry a map is empty.
    fn map_end(&mut self, map: BlockNumber, entries: u32) {
        let bytes = self.store.block(map);
        let stray = (entries..map::MAP_ENTRIES).map(|index| index * 4).find(|&at| read_u32(bytes, at as usize) != 0);
        if let Some(offset) = stray {
            self.found.push(Damage { block: map, offset, what: "the map goes on beyond the directory's last page" });
        }
    }

    /// Stops where the pieces of the page cannot be told apart.
    fn page(&mut self, page: Page<'a>) -> Result<(), Damage> {
        if let Some(offset) = page.reserved_in_use() {
            self.found.push(page.damage(offset, "an unused byte of the header is not zero"));
        }
        let mut buckets = [None; PIECES];
        let mut runs = [false; PIECES];
        let mut after_run = false;
        let mut next = usize::from(FIRST_PIECE);
        while next < PIECES {
            let piece = next as u8;
            let part = page.part(piece)?;
            match part {
                Part::Free(_) if after_run => {
                    self.found.push(page.damage_at(piece, "two free runs touch and were not merged"));
                    runs[next] = true;
                }
                Part::Free(_) => runs[next] = true,
                Part::Entry(head) => buckets[next] = Some(self.entry(page, piece, head)?),
            }
            after_run = matches!(part, Part::Free(_));
            next += usize::from(part.length());
        }
        if let Err(damage) = free_list(page, &mut runs) {
            self.found.push(damage);
        }
        for bucket in 0..BUCKETS {
            if let Err(damage) = chain(page, bucket as u8, &mut buckets) {
                self.found.push(damage);
            }
        }
        for piece in usize::from(FIRST_PIECE)..PIECES {
            if runs[piece] {
                self.found.push(page.damage_at(piece as u8, "a free run is not in the free list"));
            }
            if buckets[piece].is_some() {
                self.found.push(page.damage_at(piece as u8, "an entry is in no chain"));
            }
        }
        Ok(())
    }

    /// Returns the bucket of the entry's name.
    fn entry(&mut self, page: Page<'a>, piece: u8, head: page::Head) -> Result<u8, Damage> {
        let name = page.name(piece, head)?;
        if !self.names.insert(name) {
            self.found.push(page.damage_at(piece, "the name is in the directory twice"));
        }
        if name == Name::DOT.bytes() && head.fid != self.anode.fid(self.store) {
            self.found.push(page.damage_at(piece, "\".\" does not point to the directory"));
        }
        if name == Name::DOT_DOT.bytes() && head.fid != self.anode.parent(self.store) {
            self.found.push(page.damage_at(piece, "\"..\" does not point to the parent"));
        }
        Ok(page::bucket_of(name))
    }

    /// What the anode counts.
    fn counts(&mut self, blocks: u32) {
        let (store, anode) = (self.store, self.anode);
        for (name, what) in [(Name::DOT, "\".\" is missing"), (Name::DOT_DOT, "\"..\" is missing")] {
            if !self.names.remove(name.bytes()) {
                self.found.push(anode.damage(Field::Root, what));
            }
        }
        let names = self.names.len() as u64;
        if anode.get_long(store, LongField::Names) != names {
            self.found.push(anode.damage(LongField::Names, "the count of names is wrong"));
        }
        let links = anode.get(store, Field::Links);
        if !(2..=MAX_LINKS).contains(&links) || u64::from(links - 2) > names {
            self.found.push(anode.damage(Field::Links, "the link count is impossible"));
        }
        if anode.get(store, Field::Pages) != blocks {
            self.found.push(anode.damage(Field::Pages, "the count of blocks is wrong"));
        }
    }
}

/// Follows the free list and strikes out each run it meets.
fn free_list(page: Page<'_>, runs: &mut [bool; PIECES]) -> Result<(), Damage> {
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

/// Follows a chain and strikes out each entry it meets.
fn chain(page: Page<'_>, bucket: u8, buckets: &mut [Option<u8>; PIECES]) -> Result<(), Damage> {
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
