//! The consistency check: reads every structure on the medium, reports problems as `e2fsck` does, and lists all inodes.

use super::block::{
    BlockNo, Content, DIRECT, Entry, FileKind, FileMap, INODES_PER_BLOCK, Inode, InodeNo, Item, Run, Stamp,
};
use super::file_map::BODY_PAGES;
use super::file_system::ROOT;
use super::geometry::Geometry;
use super::image::Image;
use super::rules::Format;
use std::collections::BTreeMap;

/// A problem that a consistency check finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A block does not have the type that the pointer to it requires.
    Unreadable(BlockNo),
    /// An inode points to a block that files cannot use.
    BadPointer(InodeNo, BlockNo),
    /// A block belongs to two files; the inode is that of the second file.
    DoubleAllocated(InodeNo, BlockNo),
    /// A block is in use but free in the bitmap.
    UsedButFree(BlockNo),
    /// A block is allocated in the bitmap but not in use.
    LeakedBlock(BlockNo),
    /// An inode is in use but free in the bitmap.
    InodeUsedButFree(InodeNo),
    /// An inode is allocated in the bitmap but not in use.
    LeakedInode(InodeNo),
    /// A name in this directory refers to a free inode.
    DanglingName(InodeNo, Entry),
    /// No name refers to this inode.
    Orphan(InodeNo),
    /// A directory has a second name.
    ExtraDirectoryName(InodeNo, Entry),
    /// The link count of an inode is wrong.
    WrongLinkCount(InodeNo),
    /// The keys of a tree node are out of order, or its level is wrong.
    BadNodeOrder(BlockNo),
}

/// Location of a file page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageLocation {
    /// In a separate block.
    Block(BlockNo),
    /// In a leaf of the tree; the page has these contents.
    Tail(Stamp),
}

/// An inode in use, with its pages and names.
#[derive(Clone, Debug, Default)]
pub struct InodeRecord {
    /// Number of the inode.
    pub number: InodeNo,
    /// The inode.
    pub inode: Inode,
    /// Pages of the inode and their locations.
    pub pages: Vec<(u32, PageLocation)>,
    /// The entries of a directory, each with the block that contains it; 0 means the inode itself.
    pub names: Vec<(BlockNo, Entry)>,
    /// Invalid pointers: for each, the block that contains the pointer (0 for the inode), and the block to which it
    /// points.
    pub(super) bad_pointers: Vec<(BlockNo, BlockNo)>,
}

/// Result of a consistency check.
#[derive(Clone, Debug, Default)]
pub struct ConsistencyReport {
    /// Problems in the structure.
    pub problems: Vec<Problem>,
    /// Inodes in use.
    pub inodes: BTreeMap<InodeNo, InodeRecord>,
    /// For each inode that is reachable from the root: its directory, its name, and the number of its names.
    pub names: BTreeMap<InodeNo, (InodeNo, u32, u32)>,
    pub(super) used_blocks: Vec<u64>,
}

impl ConsistencyReport {
    /// Returns whether a file, a directory, or a tree uses the block.
    pub(super) fn uses(&self, block: BlockNo) -> bool {
        self.used_blocks[block as usize / 64] & (1 << (block % 64)) != 0
    }
}

struct ConsistencyChecker<'a> {
    image: &'a mut Image,
    geometry: &'a Geometry,
    format: Format,
    report: ConsistencyReport,
}

/// Checks the whole file system.
pub fn check_consistency(image: &mut Image, geometry: &Geometry, format: Format) -> ConsistencyReport {
    let words = vec![0; (geometry.blocks as usize).div_ceil(64)];
    let mut checker = ConsistencyChecker {
        image,
        geometry,
        format,
        report: ConsistencyReport { used_blocks: words, ..ConsistencyReport::default() },
    };
    if format == Format::Tree {
        checker.check_tree();
    } else {
        checker.check_inode_tables();
    }
    checker.check_names();
    checker.check_bitmaps();
    checker.report
}

impl ConsistencyChecker<'_> {
    fn report_problem(&mut self, problem: Problem) {
        self.report.problems.push(problem);
    }

    /// Records that an inode uses a block. Returns `false` and records a bad pointer in `holder` if files cannot use
    /// the block or the block is already in use.
    fn claim(&mut self, record: &mut InodeRecord, holder: BlockNo, block: BlockNo) -> bool {
        let problem = if !self.geometry.is_allocatable(block, self.format) {
            Problem::BadPointer(record.number, block)
        } else if self.report.used_blocks[block as usize / 64] & (1 << (block % 64)) != 0 {
            Problem::DoubleAllocated(record.number, block)
        } else {
            self.report.used_blocks[block as usize / 64] |= 1 << (block % 64);
            return true;
        };
        record.bad_pointers.push((holder, block));
        self.report_problem(problem);
        false
    }

    fn check_inode_tables(&mut self) {
        for group in 0..self.geometry.groups() {
            for at in 0..self.geometry.table_blocks() {
                let block = self.geometry.table(group) + at;
                let first = group * self.geometry.group_inodes + at * INODES_PER_BLOCK + 1;
                match self.image.read(block) {
                    Content::Inodes(inodes) => {
                        for (slot, inode) in inodes.iter().enumerate().filter(|(_, inode)| inode.kind != FileKind::Free)
                        {
                            self.check_inode(first + slot as u32, *inode);
                        }
                    }
                    Content::Empty => {}
                    _ => self.report_problem(Problem::Unreadable(block)),
                }
            }
        }
    }

    fn check_inode(&mut self, number: InodeNo, inode: Inode) {
        let mut record = InodeRecord { number, inode, ..InodeRecord::default() };
        match inode.map {
            FileMap::None => {}
            FileMap::Pointers { direct, single, double } => {
                let per = self.geometry.pointers;
                for (page, block) in direct.iter().enumerate() {
                    self.add_page(&mut record, 0, page as u32, *block);
                }
                self.check_pointers(&mut record, 0, single, DIRECT as u32, 1);
                self.check_pointers(&mut record, 0, double, DIRECT as u32 + per, per);
            }
            FileMap::Extents { count, runs } => {
                for run in &runs[..usize::from(count)] {
                    self.add_run(&mut record, 0, *run);
                }
            }
            FileMap::ExtentTree(root) | FileMap::NameTree(root) => {
                self.check_node(&mut record, 0, root, None, &mut |checker, record, block, _, item| match item {
                    Item::Run(run) => checker.add_run(record, block, *run),
                    Item::Name(entry) => record.names.push((block, *entry)),
                    _ => checker.report_problem(Problem::Unreadable(block)),
                });
            }
            FileMap::Names { count, names } => {
                record.names.extend(names[..usize::from(count)].iter().map(|entry| (0, *entry)));
            }
        }
        if inode.kind == FileKind::Directory {
            self.read_directory_blocks(&mut record);
        }
        self.report.inodes.insert(number, record);
    }

    fn add_page(&mut self, record: &mut InodeRecord, holder: BlockNo, page: u32, block: BlockNo) {
        if block != 0 && self.claim(record, holder, block) {
            record.pages.push((page, PageLocation::Block(block)));
        }
    }

    fn add_run(&mut self, record: &mut InodeRecord, holder: BlockNo, run: Run) {
        for at in 0..run.count {
            self.add_page(record, holder, run.page + at, run.block.saturating_add(at));
        }
    }

    /// Checks a pointer block, whose pointers cover `pages_per_pointer` pages each.
    fn check_pointers(
        &mut self,
        record: &mut InodeRecord,
        holder: BlockNo,
        block: BlockNo,
        first: u32,
        pages_per_pointer: u32,
    ) {
        if block == 0 || !self.claim(record, holder, block) {
            return;
        }
        let Content::Pointers(pointers) = self.image.read(block) else {
            record.bad_pointers.push((holder, block));
            self.report_problem(Problem::Unreadable(block));
            return;
        };
        for (slot, pointer) in pointers.iter().enumerate().filter(|(_, pointer)| **pointer != 0) {
            let page = first + slot as u32 * pages_per_pointer;
            if pages_per_pointer == 1 {
                self.add_page(record, block, page, *pointer);
            } else {
                self.check_pointers(record, block, *pointer, page, 1);
            }
        }
    }

    /// Reads the entries of a directory that is not a tree.
    fn read_directory_blocks(&mut self, record: &mut InodeRecord) {
        for at in 0..record.pages.len() {
            let (_, PageLocation::Block(block)) = record.pages[at] else { continue };
            match self.image.read(block) {
                Content::Node(node) if node.level == 0 => {
                    record.names.extend(node.items.iter().filter_map(|(_, item)| match item {
                        Item::Name(entry) => Some((block, *entry)),
                        _ => None,
                    }));
                }
                _ => self.report_problem(Problem::Unreadable(block)),
            }
        }
    }

    /// Checks a tree node and all its descendants. `level` is the level implied by the node's parent.
    #[allow(clippy::type_complexity)]
    fn check_node(
        &mut self,
        record: &mut InodeRecord,
        holder: BlockNo,
        block: BlockNo,
        level: Option<u8>,
        visit: &mut dyn FnMut(&mut Self, &mut InodeRecord, BlockNo, u64, &Item),
    ) {
        if !self.claim(record, holder, block) {
            return;
        }
        let Content::Node(node) = self.image.read(block) else {
            self.report_problem(Problem::Unreadable(block));
            return;
        };
        if level.is_some_and(|level| level != node.level) || !node.items.is_sorted_by(|a, b| a.0 < b.0) {
            self.report_problem(Problem::BadNodeOrder(block));
            return;
        }
        for (key, item) in &node.items {
            match item {
                Item::Child(child) if node.level > 0 => {
                    self.check_node(record, block, *child, Some(node.level - 1), visit);
                }
                item => visit(self, record, block, *key, item),
            }
        }
    }

    /// Checks the tree that contains all objects.
    fn check_tree(&mut self) {
        let mut all: BTreeMap<InodeNo, InodeRecord> = BTreeMap::new();
        let mut tree = InodeRecord::default();
        self.check_node(&mut tree, 0, self.geometry.tree_root(), None, &mut |checker, _, block, key, item| {
            let number = (key >> 32) as InodeNo;
            let record = all.entry(number).or_insert_with(|| InodeRecord { number, ..InodeRecord::default() });
            match item {
                Item::Inode(inode) => record.inode = **inode,
                Item::Name(entry) => record.names.push((block, *entry)),
                Item::Tail(stamp, _) => record.pages.push((stamp.page, PageLocation::Tail(*stamp))),
                Item::Body(blocks) => {
                    let first = (key & 0x3fff_ffff) as u32 * BODY_PAGES;
                    for (at, data) in blocks.iter().enumerate() {
                        checker.add_page(record, block, first + at as u32, *data);
                    }
                }
                _ => checker.report_problem(Problem::Unreadable(block)),
            }
        });
        for (number, record) in &all {
            if record.inode.kind == FileKind::Free {
                self.report_problem(Problem::Orphan(*number));
            }
        }
        all.retain(|_, record| record.inode.kind != FileKind::Free);
        self.report.inodes = all;
    }

    fn check_names(&mut self) {
        let all = std::mem::take(&mut self.report.inodes);
        let mut names: BTreeMap<InodeNo, (InodeNo, u32, u32)> = BTreeMap::new();
        let mut directories = vec![ROOT];
        names.insert(ROOT, (0, 0, 1));
        while let Some(directory) = directories.pop() {
            for (_, entry) in all.get(&directory).map_or(&[][..], |record| &record.names) {
                let Some(target) = all.get(&entry.inode) else {
                    self.report_problem(Problem::DanglingName(directory, *entry));
                    continue;
                };
                let is_directory = target.inode.kind == FileKind::Directory;
                if let Some(known) = names.get_mut(&entry.inode) {
                    known.2 += 1;
                    if is_directory {
                        self.report_problem(Problem::ExtraDirectoryName(directory, *entry));
                    }
                    continue;
                }
                names.insert(entry.inode, (directory, entry.name, 1));
                if is_directory {
                    directories.push(entry.inode);
                }
            }
        }
        for (number, record) in &all {
            let Some((.., count)) = names.get(number) else {
                self.report_problem(Problem::Orphan(*number));
                continue;
            };
            let is_directory = |(_, entry): &&(BlockNo, Entry)| {
                all.get(&entry.inode).is_some_and(|target| target.inode.kind == FileKind::Directory)
            };
            let links = match record.inode.kind {
                FileKind::Directory => 2 + record.names.iter().filter(is_directory).count() as u32,
                _ => *count,
            };
            if record.inode.links != links {
                self.report_problem(Problem::WrongLinkCount(*number));
            }
        }
        self.report.inodes = all;
        self.report.names = names;
    }

    fn check_bitmaps(&mut self) {
        for group in 0..self.geometry.groups() {
            let start = self.geometry.group_start(group);
            let overhead = self.geometry.group_overhead(self.format);
            match self.image.read(self.geometry.bitmap(group)) {
                Content::Bitmap(words) if words.len() * 64 >= self.geometry.group_blocks as usize => {
                    for bit in 0..self.geometry.group_blocks {
                        let block = start + bit;
                        let marked = words[bit as usize / 64] & (1 << (bit % 64)) != 0;
                        let used =
                            bit < overhead || self.report.used_blocks[block as usize / 64] & (1 << (block % 64)) != 0;
                        if used && !marked {
                            self.report_problem(Problem::UsedButFree(block));
                        } else if marked && !used {
                            self.report_problem(Problem::LeakedBlock(block));
                        }
                    }
                }
                _ => self.report_problem(Problem::Unreadable(self.geometry.bitmap(group))),
            }
            if self.format == Format::Tree {
                continue;
            }
            match self.image.read(self.geometry.inode_bitmap(group)) {
                Content::Bitmap(words) if words.len() * 64 >= self.geometry.group_inodes as usize => {
                    let first = group * self.geometry.group_inodes + 1;
                    let mut used = vec![0_u64; words.len()];
                    for (number, _) in self.report.inodes.range(first..first + self.geometry.group_inodes) {
                        let bit = number - first;
                        used[bit as usize / 64] |= 1 << (bit % 64);
                    }
                    for bit in 0..self.geometry.group_inodes {
                        let is_set = |words: &[u64]| words[bit as usize / 64] & (1 << (bit % 64)) != 0;
                        match (is_set(&used), is_set(&words)) {
                            (true, false) => self.report_problem(Problem::InodeUsedButFree(first + bit)),
                            (false, true) => self.report_problem(Problem::LeakedInode(first + bit)),
                            _ => {}
                        }
                    }
                }
                _ => self.report_problem(Problem::Unreadable(self.geometry.inode_bitmap(group))),
            }
        }
    }
}
