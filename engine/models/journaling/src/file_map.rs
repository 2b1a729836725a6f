//! The mapping of file pages to blocks, in each format.

use super::block::{BlockNo, Change, Content, DIRECT, FileMap, INLINE_EXTENTS, Inode, InodeNo, Item, Run, Stamp};
use super::file_system::FileSystem;
use super::rules::Format;
use std::rc::Rc;

/// Pages per item of block pointers in the tree.
pub(super) const BODY_PAGES: u32 = 32;

/// Returns a key of the tree that contains all objects: the inode of an object precedes its entries and its pages.
pub(super) fn object_key(object: InodeNo, part: ObjectPart, offset: u32) -> u64 {
    u64::from(object) << 32 | (part as u64) << 30 | u64::from(offset & 0x3fff_ffff)
}

/// Parts of an object in the tree that contains all objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ObjectPart {
    Inode = 0,
    Names = 1,
    Body = 2,
    Tail = 3,
}

impl FileSystem {
    pub(super) fn inode(&self, number: InodeNo) -> Option<Inode> {
        let inode = if self.rules.format == Format::Tree {
            match self.tree_get(self.geometry.tree_root(), object_key(number, ObjectPart::Inode, 0)) {
                Some(Item::Inode(inode)) => **inode,
                _ => return None,
            }
        } else {
            let (block, slot) = self.geometry.inode_exists(number).then(|| self.geometry.inode_location(number))?;
            match self.cache.get(block) {
                Content::Inodes(inodes) => inodes[usize::from(slot)],
                _ => return None,
            }
        };
        (inode.kind != super::block::FileKind::Free).then_some(inode)
    }

    pub(super) fn put_inode(&mut self, number: InodeNo, inode: Inode) {
        if self.rules.format == Format::Tree {
            let key = object_key(number, ObjectPart::Inode, 0);
            self.tree_put(self.geometry.tree_root(), key, Item::Inode(Rc::new(inode)));
        } else {
            let (block, slot) = self.geometry.inode_location(number);
            self.change(block, Change::Inode(slot, inode));
        }
    }

    pub(super) fn drop_inode(&mut self, number: InodeNo) {
        if self.rules.format == Format::Tree {
            self.tree_remove(self.geometry.tree_root(), object_key(number, ObjectPart::Inode, 0));
        } else {
            self.put_inode(number, Inode::default());
        }
    }

    fn pointer(&self, block: BlockNo, slot: u32) -> BlockNo {
        match self.cache.get(block) {
            Content::Pointers(pointers) => pointers.get(slot as usize).copied().unwrap_or(0),
            _ => 0,
        }
    }

    /// Returns the blocks to which a pointer block points.
    pub(super) fn pointers_in(&self, block: BlockNo) -> Vec<BlockNo> {
        match self.cache.get(block) {
            Content::Pointers(pointers) => pointers.iter().copied().filter(|block| *block != 0).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the block of a page; 0 if the page has no block.
    pub(super) fn block_of(&self, number: InodeNo, inode: &Inode, page: u32) -> BlockNo {
        let per = self.geometry.pointers;
        match &inode.map {
            FileMap::Pointers { direct, single, double } => {
                let Some(far) = page.checked_sub(DIRECT as u32) else { return direct[page as usize] };
                match far.checked_sub(per) {
                    None => self.pointer(*single, far),
                    Some(far) => self.pointer(self.pointer(*double, far / per), far % per),
                }
            }
            FileMap::Extents { count, runs } => runs[..usize::from(*count)]
                .iter()
                .find(|run| page >= run.page && page < run.page + run.count)
                .map_or(0, |run| run.block + (page - run.page)),
            FileMap::ExtentTree(root) => match self.tree_floor(*root, u64::from(page)) {
                Some((_, Item::Run(run))) if page < run.page + run.count => run.block + (page - run.page),
                _ => 0,
            },
            _ if self.rules.format == Format::Tree => {
                let key = object_key(number, ObjectPart::Body, page / BODY_PAGES);
                match self.tree_get(self.geometry.tree_root(), key) {
                    Some(Item::Body(blocks)) => blocks.get((page % BODY_PAGES) as usize).copied().unwrap_or(0),
                    _ => 0,
                }
            }
            _ => 0,
        }
    }

    /// Maps a page to `block`. Returns `false` if the map needs another block and the device is full.
    pub(super) fn map_page(&mut self, number: InodeNo, inode: &mut Inode, page: u32, block: BlockNo) -> bool {
        match self.rules.format {
            Format::Pointers => self.map_pointer(inode, page, block),
            Format::Extents => self.map_extent(inode, page, block),
            Format::Tree => {
                let root = self.geometry.tree_root();
                let key = object_key(number, ObjectPart::Body, page / BODY_PAGES);
                let mut blocks = match self.tree_get(root, key) {
                    Some(Item::Body(blocks)) => blocks.to_vec(),
                    _ => Vec::new(),
                };
                let at = (page % BODY_PAGES) as usize;
                if at >= blocks.len() {
                    blocks.resize(at + 1, 0);
                }
                blocks[at] = block;
                self.tree_put(root, key, Item::Body(blocks.into()))
            }
        }
    }

    /// Allocates a pointer block; returns `None` if the device is full.
    fn pointer_block(&mut self, goal: BlockNo) -> Option<BlockNo> {
        let block = self.allocate(goal)?;
        self.change(block, Change::Whole(self.geometry.blank_pointers()));
        Some(block)
    }

    fn map_pointer(&mut self, inode: &mut Inode, page: u32, block: BlockNo) -> bool {
        if !matches!(inode.map, FileMap::Pointers { .. }) {
            inode.map = FileMap::Pointers { direct: [0; DIRECT], single: 0, double: 0 };
        }
        let FileMap::Pointers { direct, single, double } = &mut inode.map else { return false };
        let per = self.geometry.pointers;
        let Some(far) = page.checked_sub(DIRECT as u32) else {
            direct[page as usize] = block;
            return true;
        };
        let (holder, slot) = if let Some(far) = far.checked_sub(per) {
            if far / per >= per {
                return false;
            }
            if *double == 0 {
                let Some(fresh) = self.pointer_block(block) else { return false };
                *double = fresh;
            }
            let mut holder = self.pointer(*double, far / per);
            if holder == 0 {
                let Some(fresh) = self.pointer_block(block) else { return false };
                holder = fresh;
                self.change(*double, Change::Pointer((far / per) as u16, holder));
            }
            (holder, far % per)
        } else {
            if *single == 0 {
                let Some(fresh) = self.pointer_block(block) else { return false };
                *single = fresh;
            }
            (*single, far)
        };
        self.change(holder, Change::Pointer(slot as u16, block));
        true
    }

    fn map_extent(&mut self, inode: &mut Inode, page: u32, block: BlockNo) -> bool {
        if matches!(inode.map, FileMap::None) {
            inode.map = FileMap::Extents { count: 0, runs: [Run::default(); INLINE_EXTENTS] };
        }
        let fresh = Run { page, block, count: 1 };
        match &mut inode.map {
            FileMap::Extents { count, runs } => {
                let used = usize::from(*count);
                if let Some(run) = runs[..used].iter_mut().find(|run| run.extends(page, block)) {
                    run.count += 1;
                } else if used < INLINE_EXTENTS {
                    let at = runs[..used].partition_point(|run| run.page < page);
                    runs.copy_within(at..used, at + 1);
                    runs[at] = fresh;
                    *count += 1;
                } else {
                    let runs = *runs;
                    let Some(root) = self.tree_new(block) else { return false };
                    for run in runs.into_iter().chain([fresh]) {
                        self.tree_put(root, u64::from(run.page), Item::Run(run));
                    }
                    inode.map = FileMap::ExtentTree(root);
                }
                true
            }
            FileMap::ExtentTree(root) => {
                let run = match self.tree_floor(*root, u64::from(page)) {
                    Some((_, Item::Run(run))) if run.extends(page, block) => Run { count: run.count + 1, ..*run },
                    _ => fresh,
                };
                self.tree_put(*root, u64::from(run.page), Item::Run(run))
            }
            _ => false,
        }
    }

    /// Frees all pages from `from` onward, and the blocks of the map that are no longer needed.
    pub(super) fn unmap_from(&mut self, number: InodeNo, inode: &mut Inode, from: u32) {
        match inode.map {
            FileMap::Pointers { .. } => self.unmap_pointers(inode, from),
            FileMap::Extents { count, mut runs } => {
                let mut kept = 0;
                for run in &mut runs[..usize::from(count)] {
                    if self.cut_run(run, from) {
                        kept += 1;
                    }
                }
                runs[usize::from(kept)..].fill(Run::default());
                inode.map = FileMap::Extents { count: kept, runs };
            }
            FileMap::ExtentTree(root) => {
                let mut all = Vec::new();
                self.tree_range(root, 0, u64::MAX, &mut |key, item| {
                    if let Item::Run(run) = item
                        && run.page + run.count > from
                    {
                        all.push((key, *run));
                    }
                });
                for (key, mut run) in all {
                    if self.cut_run(&mut run, from) {
                        self.tree_put(root, key, Item::Run(run));
                    } else {
                        self.tree_remove(root, key);
                    }
                }
                if from == 0 {
                    self.free_block(root, true);
                    inode.map = FileMap::None;
                }
            }
            _ if self.rules.format == Format::Tree => self.unmap_body(number, from),
            _ => {}
        }
    }

    /// Frees the part of `run` from page `from` onward. Returns whether any pages remain in the run.
    fn cut_run(&mut self, run: &mut Run, from: u32) -> bool {
        let kept = from.saturating_sub(run.page).min(run.count);
        for at in kept..run.count {
            self.free_block(run.block + at, false);
        }
        run.count = kept;
        kept > 0
    }

    fn unmap_body(&mut self, number: InodeNo, from: u32) {
        let root = self.geometry.tree_root();
        let (first, last) =
            (object_key(number, ObjectPart::Body, from / BODY_PAGES), object_key(number, ObjectPart::Body, u32::MAX));
        let mut all = Vec::new();
        self.tree_range(root, first, last, &mut |key, item| {
            if let Item::Body(blocks) = item {
                all.push((key, Rc::clone(blocks)));
            }
        });
        for (key, blocks) in all {
            let start = (key & 0x3fff_ffff) as u32 * BODY_PAGES;
            let kept = (from.saturating_sub(start) as usize).min(blocks.len());
            for block in blocks[kept..].iter().filter(|block| **block != 0) {
                self.free_block(*block, false);
            }
            if kept == 0 {
                self.tree_remove(root, key);
            } else {
                self.tree_put(root, key, Item::Body(blocks[..kept].into()));
            }
        }
    }

    fn unmap_pointers(&mut self, inode: &mut Inode, from: u32) {
        let FileMap::Pointers { direct, single, double } = &mut inode.map else { return };
        let per = self.geometry.pointers;
        for block in direct.iter_mut().skip(from as usize).filter(|block| **block != 0) {
            self.free_block(*block, false);
            *block = 0;
        }
        let far = from.saturating_sub(DIRECT as u32);
        if *single != 0 && self.free_pointers(*single, far) {
            *single = 0;
        }
        if *double != 0 {
            let far = far.saturating_sub(per);
            for slot in far / per..per {
                let holder = self.pointer(*double, slot);
                if holder != 0 && self.free_pointers(holder, far.saturating_sub(slot * per)) {
                    // The pointers in a block that will be freed need not be cleared.
                    if far > 0 {
                        self.change(*double, Change::Pointer(slot as u16, 0));
                    }
                }
            }
            if far == 0 {
                self.free_block(*double, true);
                *double = 0;
            }
        }
    }

    /// Frees the pages in a pointer block from slot `from` onward, and the block itself if no page remains. Returns
    /// whether the block was freed.
    fn free_pointers(&mut self, holder: BlockNo, from: u32) -> bool {
        for slot in from..self.geometry.pointers {
            let block = self.pointer(holder, slot);
            if block != 0 {
                self.free_block(block, false);
                if from > 0 {
                    self.change(holder, Change::Pointer(slot as u16, 0));
                }
            }
        }
        if from == 0 {
            self.free_block(holder, true);
        }
        from == 0
    }

    /// Stores a partly filled page in the tree. Returns `false` if the device is full.
    pub(super) fn put_tail(&mut self, number: InodeNo, stamp: Stamp, bytes: u16) -> bool {
        let key = object_key(number, ObjectPart::Tail, 0);
        self.tree_put(self.geometry.tree_root(), key, Item::Tail(stamp, bytes))
    }

    /// Removes the tail of a file from the tree and returns it; `None` if the file has no tail.
    pub(super) fn remove_tail(&mut self, number: InodeNo) -> Option<Stamp> {
        let (root, key) = (self.geometry.tree_root(), object_key(number, ObjectPart::Tail, 0));
        let Some(Item::Tail(stamp, _)) = self.tree_get(root, key) else { return None };
        let stamp = *stamp;
        self.tree_remove(root, key);
        Some(stamp)
    }
}

impl Run {
    /// Returns whether `page` in `block` directly follows the run.
    fn extends(&self, page: u32, block: BlockNo) -> bool {
        self.page + self.count == page && self.block + self.count == block
    }
}
