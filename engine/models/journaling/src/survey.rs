//! A look at every structure on the medium: what a full check would find wrong, and which files there are.

use super::block::{
    BlockNo, Content, DIRECT, Entry, FileKind, FileMap, INODES_PER_BLOCK, Inode, InodeNo, Item, Run, Stamp,
};
use super::file_map::BODY_PAGES;
use super::file_system::ROOT;
use super::geometry::Geometry;
use super::image::Image;
use super::rules::Format;
use std::collections::BTreeMap;

/// Something wrong with the structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A block does not hold what points to it expects.
    Unreadable(BlockNo),
    /// A pointer of an inode leads outside of the part for files.
    BadPointer(InodeNo, BlockNo),
    /// A block belongs to two files, the second of which is named.
    Shared(InodeNo, BlockNo),
    /// A block is in use but marked free.
    UsedButFree(BlockNo),
    /// A block is marked as in use but nothing uses it.
    Leaked(BlockNo),
    /// An inode is in use but marked free.
    InodeUsedButFree(InodeNo),
    /// An inode is marked as in use but is free.
    InodeLeaked(InodeNo),
    /// A name in this directory stands for a free inode.
    NameToNothing(InodeNo, Entry),
    /// No name leads to an inode.
    Orphan(InodeNo),
    /// A directory has a second name.
    SecondName(InodeNo, Entry),
    /// An inode's count of names is wrong.
    WrongLinks(InodeNo),
    /// The keys of a tree's node are out of order, or its level is wrong.
    Disorder(BlockNo),
}

/// Where a page of a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a block of its own.
    Block(BlockNo),
    /// In a leaf of the tree, with this content.
    Tail(Stamp),
}

/// An inode in use, and what belongs to it.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Its number.
    pub number: InodeNo,
    /// The inode.
    pub inode: Inode,
    /// Its pages.
    pub pages: Vec<(u32, Place)>,
    /// Its names, if it is a directory; with each the block that holds it, 0 if the inode does.
    pub names: Vec<(BlockNo, Entry)>,
    /// Pointers that make no sense: the block that holds each (0 for the inode), and where it leads.
    pub(super) bad: Vec<(BlockNo, BlockNo)>,
}

/// What a look at everything gave.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// What is wrong with the structure.
    pub problems: Vec<Problem>,
    /// Inodes in use.
    pub found: BTreeMap<InodeNo, Found>,
    /// Of each inode that a name leads to from the root: the directory, the name, and how many names.
    pub named: BTreeMap<InodeNo, (InodeNo, u32, u32)>,
    pub(super) used: Vec<u64>,
}

impl Survey {
    /// Whether a file, a directory or a tree has the block.
    pub(super) fn uses(&self, block: BlockNo) -> bool {
        self.used[block as usize / 64] & (1 << (block % 64)) != 0
    }
}

struct Surveyor<'a> {
    image: &'a mut Image,
    geometry: &'a Geometry,
    format: Format,
    survey: Survey,
}

/// Looks at everything.
pub fn survey(image: &mut Image, geometry: &Geometry, format: Format) -> Survey {
    let words = vec![0; (geometry.blocks as usize).div_ceil(64)];
    let mut surveyor = Surveyor { image, geometry, format, survey: Survey { used: words, ..Survey::default() } };
    if format == Format::Tree {
        surveyor.whole_tree();
    } else {
        surveyor.inode_tables();
    }
    surveyor.names();
    surveyor.bitmaps();
    surveyor.survey
}

impl Surveyor<'_> {
    fn problem(&mut self, problem: Problem) {
        self.survey.problems.push(problem);
    }

    /// Notes that an inode uses a block; `false` if it cannot, which is then a bad pointer in `holder`.
    fn claim(&mut self, found: &mut Found, holder: BlockNo, block: BlockNo) -> bool {
        let problem = if !self.geometry.owned(block, self.format) {
            Problem::BadPointer(found.number, block)
        } else if self.survey.used[block as usize / 64] & (1 << (block % 64)) != 0 {
            Problem::Shared(found.number, block)
        } else {
            self.survey.used[block as usize / 64] |= 1 << (block % 64);
            return true;
        };
        found.bad.push((holder, block));
        self.problem(problem);
        false
    }

    fn inode_tables(&mut self) {
        for group in 0..self.geometry.groups() {
            for at in 0..self.geometry.table_blocks() {
                let block = self.geometry.table(group) + at;
                let first = group * self.geometry.group_inodes + at * INODES_PER_BLOCK + 1;
                match self.image.read(block) {
                    Content::Inodes(inodes) => {
                        for (slot, inode) in inodes.iter().enumerate().filter(|(_, inode)| inode.kind != FileKind::Free)
                        {
                            self.inode(first + slot as u32, *inode);
                        }
                    }
                    Content::Empty => {}
                    _ => self.problem(Problem::Unreadable(block)),
                }
            }
        }
    }

    fn inode(&mut self, number: InodeNo, inode: Inode) {
        let mut found = Found { number, inode, ..Found::default() };
        match inode.map {
            FileMap::None => {}
            FileMap::Pointers { direct, single, double } => {
                let per = self.geometry.pointers;
                for (page, block) in direct.iter().enumerate() {
                    self.page(&mut found, 0, page as u32, *block);
                }
                self.pointers(&mut found, 0, single, DIRECT as u32, 1);
                self.pointers(&mut found, 0, double, DIRECT as u32 + per, per);
            }
            FileMap::Extents { count, runs } => {
                for run in &runs[..usize::from(count)] {
                    self.run(&mut found, 0, *run);
                }
            }
            FileMap::ExtentTree(root) | FileMap::NameTree(root) => {
                self.node(&mut found, 0, root, None, &mut |surveyor, found, block, _, item| match item {
                    Item::Run(run) => surveyor.run(found, block, *run),
                    Item::Name(entry) => found.names.push((block, *entry)),
                    _ => surveyor.problem(Problem::Unreadable(block)),
                });
            }
            FileMap::Names { count, names } => {
                found.names.extend(names[..usize::from(count)].iter().map(|entry| (0, *entry)));
            }
        }
        if inode.kind == FileKind::Directory {
            self.blocks_of_names(&mut found);
        }
        self.survey.found.insert(number, found);
    }

    fn page(&mut self, found: &mut Found, holder: BlockNo, page: u32, block: BlockNo) {
        if block != 0 && self.claim(found, holder, block) {
            found.pages.push((page, Place::Block(block)));
        }
    }

    fn run(&mut self, found: &mut Found, holder: BlockNo, run: Run) {
        for at in 0..run.count {
            self.page(found, holder, run.page + at, run.block.saturating_add(at));
        }
    }

    /// A block of pointers, each of which stands for `each` pages.
    fn pointers(&mut self, found: &mut Found, holder: BlockNo, block: BlockNo, first: u32, each: u32) {
        if block == 0 || !self.claim(found, holder, block) {
            return;
        }
        let Content::Pointers(pointers) = self.image.read(block) else {
            found.bad.push((holder, block));
            self.problem(Problem::Unreadable(block));
            return;
        };
        for (slot, pointer) in pointers.iter().enumerate().filter(|(_, pointer)| **pointer != 0) {
            let page = first + slot as u32 * each;
            if each == 1 {
                self.page(found, block, page, *pointer);
            } else {
                self.pointers(found, block, *pointer, page, 1);
            }
        }
    }

    /// The blocks of a directory without a tree.
    fn blocks_of_names(&mut self, found: &mut Found) {
        for at in 0..found.pages.len() {
            let (_, Place::Block(block)) = found.pages[at] else { continue };
            match self.image.read(block) {
                Content::Node(node) if node.level == 0 => {
                    found.names.extend(node.items.iter().filter_map(|(_, item)| match item {
                        Item::Name(entry) => Some((block, *entry)),
                        _ => None,
                    }));
                }
                _ => self.problem(Problem::Unreadable(block)),
            }
        }
    }

    /// A node of a tree and all below it. `level` is what its parent says.
    #[allow(clippy::type_complexity)]
    fn node(
        &mut self,
        found: &mut Found,
        holder: BlockNo,
        block: BlockNo,
        level: Option<u8>,
        visit: &mut dyn FnMut(&mut Self, &mut Found, BlockNo, u64, &Item),
    ) {
        if !self.claim(found, holder, block) {
            return;
        }
        let Content::Node(node) = self.image.read(block) else {
            self.problem(Problem::Unreadable(block));
            return;
        };
        if level.is_some_and(|level| level != node.level) || !node.items.is_sorted_by(|a, b| a.0 < b.0) {
            self.problem(Problem::Disorder(block));
            return;
        }
        for (key, item) in &node.items {
            match item {
                Item::Child(child) if node.level > 0 => {
                    self.node(found, block, *child, Some(node.level - 1), visit);
                }
                item => visit(self, found, block, *key, item),
            }
        }
    }

    /// The tree that holds everything.
    fn whole_tree(&mut self) {
        let mut all: BTreeMap<InodeNo, Found> = BTreeMap::new();
        let mut tree = Found::default();
        self.node(&mut tree, 0, self.geometry.tree_root(), None, &mut |surveyor, _, block, key, item| {
            let number = (key >> 32) as InodeNo;
            let found = all.entry(number).or_insert_with(|| Found { number, ..Found::default() });
            match item {
                Item::Inode(inode) => found.inode = **inode,
                Item::Name(entry) => found.names.push((block, *entry)),
                Item::Tail(stamp, _) => found.pages.push((stamp.page, Place::Tail(*stamp))),
                Item::Body(blocks) => {
                    let first = (key & 0x3fff_ffff) as u32 * BODY_PAGES;
                    for (at, data) in blocks.iter().enumerate() {
                        surveyor.page(found, block, first + at as u32, *data);
                    }
                }
                _ => surveyor.problem(Problem::Unreadable(block)),
            }
        });
        for (number, found) in &all {
            if found.inode.kind == FileKind::Free {
                self.problem(Problem::Orphan(*number));
            }
        }
        all.retain(|_, found| found.inode.kind != FileKind::Free);
        self.survey.found = all;
    }

    fn names(&mut self) {
        let all = std::mem::take(&mut self.survey.found);
        let mut named: BTreeMap<InodeNo, (InodeNo, u32, u32)> = BTreeMap::new();
        let mut directories = vec![ROOT];
        named.insert(ROOT, (0, 0, 1));
        while let Some(directory) = directories.pop() {
            for (_, entry) in all.get(&directory).map_or(&[][..], |found| &found.names) {
                let Some(target) = all.get(&entry.inode) else {
                    self.problem(Problem::NameToNothing(directory, *entry));
                    continue;
                };
                let below = target.inode.kind == FileKind::Directory;
                if let Some(known) = named.get_mut(&entry.inode) {
                    known.2 += 1;
                    if below {
                        self.problem(Problem::SecondName(directory, *entry));
                    }
                    continue;
                }
                named.insert(entry.inode, (directory, entry.name, 1));
                if below {
                    directories.push(entry.inode);
                }
            }
        }
        for (number, found) in &all {
            let Some((.., count)) = named.get(number) else {
                self.problem(Problem::Orphan(*number));
                continue;
            };
            let is_directory = |(_, entry): &&(BlockNo, Entry)| {
                all.get(&entry.inode).is_some_and(|target| target.inode.kind == FileKind::Directory)
            };
            let links = match found.inode.kind {
                FileKind::Directory => 2 + found.names.iter().filter(is_directory).count() as u32,
                _ => *count,
            };
            if found.inode.links != links {
                self.problem(Problem::WrongLinks(*number));
            }
        }
        self.survey.found = all;
        self.survey.named = named;
    }

    fn bitmaps(&mut self) {
        for group in 0..self.geometry.groups() {
            let start = self.geometry.group_start(group);
            let overhead = self.geometry.group_overhead(self.format);
            match self.image.read(self.geometry.bitmap(group)) {
                Content::Bitmap(words) if words.len() * 64 >= self.geometry.group_blocks as usize => {
                    for bit in 0..self.geometry.group_blocks {
                        let block = start + bit;
                        let marked = words[bit as usize / 64] & (1 << (bit % 64)) != 0;
                        let used = bit < overhead || self.survey.used[block as usize / 64] & (1 << (block % 64)) != 0;
                        if used && !marked {
                            self.problem(Problem::UsedButFree(block));
                        } else if marked && !used {
                            self.problem(Problem::Leaked(block));
                        }
                    }
                }
                _ => self.problem(Problem::Unreadable(self.geometry.bitmap(group))),
            }
            if self.format == Format::Tree {
                continue;
            }
            match self.image.read(self.geometry.inode_bitmap(group)) {
                Content::Bitmap(words) if words.len() * 64 >= self.geometry.group_inodes as usize => {
                    let first = group * self.geometry.group_inodes + 1;
                    let mut used = vec![0_u64; words.len()];
                    for (number, _) in self.survey.found.range(first..first + self.geometry.group_inodes) {
                        let bit = number - first;
                        used[bit as usize / 64] |= 1 << (bit % 64);
                    }
                    for bit in 0..self.geometry.group_inodes {
                        let is_set = |words: &[u64]| words[bit as usize / 64] & (1 << (bit % 64)) != 0;
                        match (is_set(&used), is_set(&words)) {
                            (true, false) => self.problem(Problem::InodeUsedButFree(first + bit)),
                            (false, true) => self.problem(Problem::InodeLeaked(first + bit)),
                            _ => {}
                        }
                    }
                }
                _ => self.problem(Problem::Unreadable(self.geometry.inode_bitmap(group))),
            }
        }
    }
}
