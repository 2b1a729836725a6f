//! The repair that a file system without a log needs: everything is read, and what does not fit is made to fit.
//!
//! The passes are those of `e2fsck`: pointers, names, what no name leads to, counts of names, bitmaps. A block that two
//! files claim stays with the first (the real one gives the second a copy); so do blocks of names that cannot be read,
//! emptied.

use super::block::{BlockNo, Change, Content, DIRECT, Entry, FileKind, FileMap, Inode, InodeNo, Item};
use super::file_system::{LOST_AND_FOUND, ROOT};
use super::geometry::Geometry;
use super::image::Image;
use super::recover::Recovery;
use super::rules::Format;
use super::survey::{Found, Place, Problem, Survey, survey};
use std::collections::BTreeSet;
use std::rc::Rc;

struct Repair<'a> {
    image: &'a mut Image,
    geometry: &'a Geometry,
    format: Format,
    written: u64,
}

/// Repairs everything on `image`.
pub(super) fn repair(image: &mut Image, geometry: &Geometry, format: Format) -> Recovery {
    let before = image.reads();
    let first = survey(image, geometry, format);
    let blocks_read = image.reads() - before;
    let problems = first.problems.len() as u32;
    let mut repair = Repair { image, geometry, format, written: 0 };
    if problems > 0 {
        // Taking a bad pointer away may leave names without an inode, and so on: a pass sees what the one before left.
        repair.pointers(&first);
        repair.names();
        let seen = repair.look();
        repair.links(&seen);
        let seen = repair.look();
        repair.bitmaps(&seen);
        repair.image.flush();
    }
    Recovery { blocks_read, blocks_written: repair.written, problems, ..Recovery::default() }
}

impl Repair<'_> {
    fn look(&mut self) -> Survey {
        survey(self.image, self.geometry, self.format)
    }

    fn alter(&mut self, block: BlockNo, change: &Change) {
        let mut content = self.image.read(block);
        change.apply_to_table(&mut content);
        self.write(block, content);
    }

    fn write(&mut self, block: BlockNo, content: Content) {
        self.image.write(block, content);
        self.written += 1;
    }

    fn put_inode(&mut self, number: InodeNo, inode: Inode) {
        let (block, slot) = self.geometry.inode_place(number);
        self.alter(block, &Change::Inode(slot, inode));
    }

    fn pointers(&mut self, seen: &Survey) {
        for found in seen.found.values() {
            let mut inode = found.inode;
            for (holder, bad) in &found.bad {
                if *holder != 0 {
                    if let Content::Pointers(pointers) = self.image.read(*holder) {
                        let clean: Rc<[BlockNo]> = pointers.iter().map(|at| if at == bad { 0 } else { *at }).collect();
                        self.write(*holder, Content::Pointers(clean));
                    }
                } else if let FileMap::Pointers { direct, single, double } = &mut inode.map {
                    for (page, at) in direct.iter_mut().enumerate().filter(|(_, at)| **at == *bad) {
                        if !found.pages.contains(&(page as u32, Place::Block(*bad))) {
                            *at = 0;
                        }
                    }
                    for at in [single, double].into_iter().filter(|at| **at == *bad) {
                        *at = 0;
                    }
                }
            }
            if inode != found.inode {
                self.put_inode(found.number, inode);
            }
            if inode.kind == FileKind::Directory {
                self.unreadable_names(found);
            }
        }
    }

    fn unreadable_names(&mut self, found: &Found) {
        for (_, place) in &found.pages {
            if let Place::Block(block) = *place
                && !matches!(self.image.read(block), Content::Node(node) if node.level == 0)
            {
                self.write(block, Content::Node(Rc::default()));
            }
        }
    }

    /// Until every name leads to something and everything has a name: what comes back into the tree may bring names of
    /// its own that lead nowhere.
    fn names(&mut self) {
        loop {
            let seen = self.look();
            if !self.wrong_names(&seen) && !self.lost(&seen) {
                return;
            }
        }
    }

    /// Takes names away that lead nowhere, or to a directory that has one. Whether there were any.
    fn wrong_names(&mut self, seen: &Survey) -> bool {
        let before = self.written;
        for problem in &seen.problems {
            if let Problem::NameToNothing(directory, entry) | Problem::SecondName(directory, entry) = problem
                && let Some(found) = seen.found.get(directory)
            {
                for (block, _) in found.names.iter().filter(|(_, known)| known == entry) {
                    self.alter(*block, &Change::Drop(u64::from(entry.name)));
                }
            }
        }
        self.written > before
    }

    /// Gives a name in lost+found to what has none. What only has names in directories that have none themselves comes
    /// back with those; a circle of directories is entered at its first. Whether there was any.
    fn lost(&mut self, seen: &Survey) -> bool {
        let orphans: BTreeSet<InodeNo> = seen.found.keys().copied().filter(|at| !seen.named.contains_key(at)).collect();
        if orphans.is_empty() {
            return false;
        }
        let below: BTreeSet<InodeNo> =
            orphans.iter().flat_map(|at| seen.found[at].names.iter().map(|(_, entry)| entry.inode)).collect();
        let mut tops: Vec<_> = orphans.iter().copied().filter(|at| !below.contains(at)).collect();
        if tops.is_empty() {
            tops = orphans.iter().copied().take(1).collect();
        }
        let mut used = seen.used.clone();
        for number in tops {
            if !self.give_name(seen, number, &mut used) {
                self.put_inode(number, Inode::default());
            }
        }
        true
    }

    fn give_name(&mut self, seen: &Survey, number: InodeNo, used: &mut [u64]) -> bool {
        let home = if seen.found.contains_key(&LOST_AND_FOUND) { LOST_AND_FOUND } else { ROOT };
        let (block, slot) = self.geometry.inode_place(home);
        let Content::Inodes(inodes) = self.image.read(block) else { return false };
        let mut inode = inodes[usize::from(slot)];
        // Numbers of inodes lie beyond the names that anybody gives.
        let entry = Entry { name: 0x4000_0000 | number, inode: number };
        let item = Item::Name(entry);
        if inode.map == FileMap::None {
            inode.map = FileMap::Pointers { direct: [0; DIRECT], single: 0, double: 0 };
        }
        let FileMap::Pointers { direct, .. } = &mut inode.map else { return false };
        for at in direct.iter_mut() {
            if *at == 0 {
                let free = (self.geometry.first()..self.geometry.blocks).find(|block| {
                    self.geometry.owned(*block, self.format) && used[*block as usize / 64] & (1 << (block % 64)) == 0
                });
                let Some(free) = free else { return false };
                used[free as usize / 64] |= 1 << (free % 64);
                *at = free;
                let fresh = *at;
                inode.size += super::block::BLOCK_BYTES;
                self.write(fresh, Content::Node(Rc::default()));
                self.put_inode(home, inode);
                self.alter(fresh, &Change::Put(u64::from(entry.name), item));
                return true;
            }
            if let Content::Node(node) = self.image.read(*at)
                && node.bytes + item.bytes() <= self.geometry.node_bytes
            {
                self.alter(*at, &Change::Put(u64::from(entry.name), item));
                return true;
            }
        }
        false
    }

    fn links(&mut self, seen: &Survey) {
        for problem in &seen.problems {
            if let Problem::WrongLinks(number) = problem
                && let Some(found) = seen.found.get(number)
            {
                let is_directory = |entry: &Entry| {
                    seen.found.get(&entry.inode).is_some_and(|target| target.inode.kind == FileKind::Directory)
                };
                let names = seen.named.get(number).map_or(0, |(_, _, names)| *names);
                let links = match found.inode.kind {
                    FileKind::Directory => {
                        2 + found.names.iter().filter(|(_, entry)| is_directory(entry)).count() as u32
                    }
                    _ => names,
                };
                self.put_inode(*number, Inode { links, ..found.inode });
            }
        }
    }

    fn bitmaps(&mut self, seen: &Survey) {
        for problem in &seen.problems {
            let (bitmap, first, set) = match *problem {
                Problem::UsedButFree(block) | Problem::Leaked(block) => {
                    let group = self.geometry.group_of(block);
                    let bit = block - self.geometry.group_start(group);
                    (self.geometry.bitmap(group), bit, matches!(problem, Problem::UsedButFree(_)))
                }
                Problem::InodeUsedButFree(number) | Problem::InodeLeaked(number) => {
                    let (group, bit) =
                        ((number - 1) / self.geometry.group_inodes, (number - 1) % self.geometry.group_inodes);
                    (self.geometry.inode_bitmap(group), bit, matches!(problem, Problem::InodeUsedButFree(_)))
                }
                _ => continue,
            };
            self.alter(bitmap, &Change::Bits { first, count: 1, set });
        }
    }
}
