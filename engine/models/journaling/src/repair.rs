//! The repair of a file system without a log, after a full consistency check.
//!
//! The passes are those of `e2fsck`: pointers, names, orphans, link counts, and bitmaps. A double-allocated block stays
//! with the first file, whereas `e2fsck` gives the second file a copy. Unreadable directory blocks are emptied.

use super::block::{BlockNo, Change, Content, DIRECT, Entry, FileKind, FileMap, Inode, InodeNo, Item};
use super::check::{ConsistencyReport, InodeRecord, PageLocation, Problem, check_consistency};
use super::file_system::{LOST_AND_FOUND, ROOT};
use super::geometry::Geometry;
use super::image::Image;
use super::recover::Recovery;
use super::rules::Format;
use std::collections::BTreeSet;
use std::rc::Rc;

struct Repair<'a> {
    image: &'a mut Image,
    geometry: &'a Geometry,
    format: Format,
    written: u64,
}

/// Checks the file system on `image` and repairs all problems.
pub(super) fn repair(image: &mut Image, geometry: &Geometry, format: Format) -> Recovery {
    let before = image.reads();
    let first = check_consistency(image, geometry, format);
    let blocks_read = image.reads() - before;
    let problems = first.problems.len() as u32;
    let mut repair = Repair { image, geometry, format, written: 0 };
    if problems > 0 {
        // Removing a bad pointer may leave names without an inode, so each pass checks the result of the previous one.
        repair.clear_bad_pointers(&first);
        repair.repair_names();
        let report = repair.check();
        repair.correct_link_counts(&report);
        let report = repair.check();
        repair.correct_bitmaps(&report);
        repair.image.flush();
    }
    Recovery { blocks_read, blocks_written: repair.written, problems, ..Recovery::default() }
}

impl Repair<'_> {
    fn check(&mut self) -> ConsistencyReport {
        check_consistency(self.image, self.geometry, self.format)
    }

    fn apply(&mut self, block: BlockNo, change: &Change) {
        let mut content = self.image.read(block);
        change.apply_to_table(&mut content);
        self.write(block, content);
    }

    fn write(&mut self, block: BlockNo, content: Content) {
        self.image.write(block, content);
        self.written += 1;
    }

    fn put_inode(&mut self, number: InodeNo, inode: Inode) {
        let (block, slot) = self.geometry.inode_location(number);
        self.apply(block, &Change::Inode(slot, inode));
    }

    fn clear_bad_pointers(&mut self, report: &ConsistencyReport) {
        for record in report.inodes.values() {
            let mut inode = record.inode;
            for (holder, bad) in &record.bad_pointers {
                if *holder != 0 {
                    if let Content::Pointers(pointers) = self.image.read(*holder) {
                        let clean: Rc<[BlockNo]> = pointers.iter().map(|at| if at == bad { 0 } else { *at }).collect();
                        self.write(*holder, Content::Pointers(clean));
                    }
                } else if let FileMap::Pointers { direct, single, double } = &mut inode.map {
                    for (page, at) in direct.iter_mut().enumerate().filter(|(_, at)| **at == *bad) {
                        if !record.pages.contains(&(page as u32, PageLocation::Block(*bad))) {
                            *at = 0;
                        }
                    }
                    for at in [single, double].into_iter().filter(|at| **at == *bad) {
                        *at = 0;
                    }
                }
            }
            if inode != record.inode {
                self.put_inode(record.number, inode);
            }
            if inode.kind == FileKind::Directory {
                self.clear_unreadable_directory_blocks(record);
            }
        }
    }

    fn clear_unreadable_directory_blocks(&mut self, record: &InodeRecord) {
        for (_, location) in &record.pages {
            if let PageLocation::Block(block) = *location
                && !matches!(self.image.read(block), Content::Node(node) if node.level == 0)
            {
                self.write(block, Content::Node(Rc::default()));
            }
        }
    }

    /// Removes dangling names and reconnects orphans until every name refers to an inode and every inode has a name: a
    /// reconnected directory may have dangling names.
    fn repair_names(&mut self) {
        loop {
            let report = self.check();
            if !self.remove_dangling_names(&report) && !self.reconnect_orphans(&report) {
                return;
            }
        }
    }

    /// Removes dangling names and second names of directories. Returns whether any such names were found.
    fn remove_dangling_names(&mut self, report: &ConsistencyReport) -> bool {
        let before = self.written;
        for problem in &report.problems {
            if let Problem::DanglingName(directory, entry) | Problem::ExtraDirectoryName(directory, entry) = problem
                && let Some(record) = report.inodes.get(directory)
            {
                for (block, _) in record.names.iter().filter(|(_, known)| known == entry) {
                    self.apply(*block, &Change::Drop(u64::from(entry.name)));
                }
            }
        }
        self.written > before
    }

    /// Adds a name in lost+found for each orphan. Orphans inside an orphan directory return with that directory; a
    /// cycle of directories is entered at its first directory. Returns whether any orphans were found.
    fn reconnect_orphans(&mut self, report: &ConsistencyReport) -> bool {
        let orphans: BTreeSet<InodeNo> =
            report.inodes.keys().copied().filter(|at| !report.names.contains_key(at)).collect();
        if orphans.is_empty() {
            return false;
        }
        let below: BTreeSet<InodeNo> =
            orphans.iter().flat_map(|at| report.inodes[at].names.iter().map(|(_, entry)| entry.inode)).collect();
        let mut tops: Vec<_> = orphans.iter().copied().filter(|at| !below.contains(at)).collect();
        if tops.is_empty() {
            tops = orphans.iter().copied().take(1).collect();
        }
        let mut used = report.used_blocks.clone();
        for number in tops {
            if !self.add_orphan_name(report, number, &mut used) {
                self.put_inode(number, Inode::default());
            }
        }
        true
    }

    fn add_orphan_name(&mut self, report: &ConsistencyReport, number: InodeNo, used: &mut [u64]) -> bool {
        let home = if report.inodes.contains_key(&LOST_AND_FOUND) { LOST_AND_FOUND } else { ROOT };
        let (block, slot) = self.geometry.inode_location(home);
        let Content::Inodes(inodes) = self.image.read(block) else { return false };
        let mut inode = inodes[usize::from(slot)];
        // The new names are outside the range that clients use.
        let entry = Entry { name: 0x4000_0000 | number, inode: number };
        let item = Item::Name(entry);
        if inode.map == FileMap::None {
            inode.map = FileMap::Pointers { direct: [0; DIRECT], single: 0, double: 0 };
        }
        let FileMap::Pointers { direct, .. } = &mut inode.map else { return false };
        for at in direct.iter_mut() {
            if *at == 0 {
                let free = (self.geometry.first()..self.geometry.blocks).find(|block| {
                    self.geometry.is_allocatable(*block, self.format)
                        && used[*block as usize / 64] & (1 << (block % 64)) == 0
                });
                let Some(free) = free else { return false };
                used[free as usize / 64] |= 1 << (free % 64);
                *at = free;
                let fresh = *at;
                inode.size += super::block::BLOCK_BYTES;
                self.write(fresh, Content::Node(Rc::default()));
                self.put_inode(home, inode);
                self.apply(fresh, &Change::Put(u64::from(entry.name), item));
                return true;
            }
            if let Content::Node(node) = self.image.read(*at)
                && node.bytes + item.bytes() <= self.geometry.node_bytes
            {
                self.apply(*at, &Change::Put(u64::from(entry.name), item));
                return true;
            }
        }
        false
    }

    fn correct_link_counts(&mut self, report: &ConsistencyReport) {
        for problem in &report.problems {
            if let Problem::WrongLinkCount(number) = problem
                && let Some(record) = report.inodes.get(number)
            {
                let is_directory = |entry: &Entry| {
                    report.inodes.get(&entry.inode).is_some_and(|target| target.inode.kind == FileKind::Directory)
                };
                let names = report.names.get(number).map_or(0, |(_, _, names)| *names);
                let links = match record.inode.kind {
                    FileKind::Directory => {
                        2 + record.names.iter().filter(|(_, entry)| is_directory(entry)).count() as u32
                    }
                    _ => names,
                };
                self.put_inode(*number, Inode { links, ..record.inode });
            }
        }
    }

    fn correct_bitmaps(&mut self, report: &ConsistencyReport) {
        for problem in &report.problems {
            let (bitmap, first, set) = match *problem {
                Problem::UsedButFree(block) | Problem::LeakedBlock(block) => {
                    let group = self.geometry.group_of(block);
                    let bit = block - self.geometry.group_start(group);
                    (self.geometry.bitmap(group), bit, matches!(problem, Problem::UsedButFree(_)))
                }
                Problem::InodeUsedButFree(number) | Problem::LeakedInode(number) => {
                    let (group, bit) =
                        ((number - 1) / self.geometry.group_inodes, (number - 1) % self.geometry.group_inodes);
                    (self.geometry.inode_bitmap(group), bit, matches!(problem, Problem::InodeUsedButFree(_)))
                }
                _ => continue,
            };
            self.apply(bitmap, &Change::Bits { first, count: 1, set });
        }
    }
}
