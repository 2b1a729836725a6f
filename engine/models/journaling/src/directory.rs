//! Directory entries, in each format: blocks with linear search, the inode itself, or a tree.

use super::block::{BLOCK_BYTES, Change, Content, Entry, FileMap, INLINE_NAMES, Inode, InodeNo, Item, Name};
use super::file_map::{ObjectPart, object_key};
use super::file_system::FileSystem;
use super::rules::Format;
use std::rc::Rc;

impl FileSystem {
    /// Returns the inode of a name; `None` if the name is missing.
    pub(super) fn find_entry(&self, number: InodeNo, inode: &Inode, name: Name) -> Option<InodeNo> {
        let key = u64::from(name);
        let found = match &inode.map {
            FileMap::Names { count, names } => {
                return names[..usize::from(*count)].iter().find(|entry| entry.name == name).map(|entry| entry.inode);
            }
            FileMap::NameTree(root) => self.tree_get(*root, key),
            FileMap::Pointers { .. } => (0..directory_blocks(inode)).find_map(|page| {
                let node = self.node(self.block_of(number, inode, page));
                node.find(key).ok().map(|at| &node.items[at].1)
            }),
            _ if self.rules.format == Format::Tree => {
                self.tree_get(self.geometry.tree_root(), object_key(number, ObjectPart::Names, name))
            }
            _ => None,
        };
        match found {
            Some(Item::Name(entry)) => Some(entry.inode),
            _ => None,
        }
    }

    /// Returns all entries of a directory.
    pub(super) fn entries_of(&self, number: InodeNo, inode: &Inode) -> Vec<Entry> {
        let mut names = Vec::new();
        let mut add = |_: u64, item: &Item| {
            if let Item::Name(entry) = item {
                names.push(*entry);
            }
        };
        match &inode.map {
            FileMap::Names { count, names: inline } => names.extend(&inline[..usize::from(*count)]),
            FileMap::NameTree(root) => self.tree_range(*root, 0, u64::MAX, &mut add),
            FileMap::Pointers { .. } => {
                for page in 0..directory_blocks(inode) {
                    self.tree_range(self.block_of(number, inode, page), 0, u64::MAX, &mut add);
                }
            }
            _ if self.rules.format == Format::Tree => {
                let (first, last) =
                    (object_key(number, ObjectPart::Names, 0), object_key(number, ObjectPart::Names, u32::MAX));
                self.tree_range(self.geometry.tree_root(), first, last, &mut add);
            }
            _ => {}
        }
        names
    }

    /// Adds an entry, or replaces the inode of an existing entry. Returns `false` if the device is full.
    pub(super) fn add_entry(&mut self, number: InodeNo, inode: &mut Inode, entry: Entry) -> bool {
        let key = u64::from(entry.name);
        match self.rules.format {
            Format::Tree => {
                let key = object_key(number, ObjectPart::Names, entry.name);
                self.tree_put(self.geometry.tree_root(), key, Item::Name(entry))
            }
            Format::Extents => match &mut inode.map {
                FileMap::NameTree(root) => self.tree_put(*root, key, Item::Name(entry)),
                FileMap::Names { count, names } => {
                    let used = usize::from(*count);
                    if let Some(old) = names[..used].iter_mut().find(|old| old.name == entry.name) {
                        *old = entry;
                    } else if used < INLINE_NAMES {
                        let at = names[..used].partition_point(|old| old.name < entry.name);
                        names.copy_within(at..used, at + 1);
                        names[at] = entry;
                        *count += 1;
                    } else {
                        let names = *names;
                        let Some(root) = self.tree_new(self.group_start_of(number)) else { return false };
                        for entry in names.into_iter().chain([entry]) {
                            self.tree_put(root, u64::from(entry.name), Item::Name(entry));
                        }
                        inode.map = FileMap::NameTree(root);
                    }
                    true
                }
                _ => {
                    let mut names = [Entry::default(); INLINE_NAMES];
                    names[0] = entry;
                    inode.map = FileMap::Names { count: 1, names };
                    true
                }
            },
            Format::Pointers => {
                let blocks = directory_blocks(inode);
                let has = |page: &u32| self.node(self.block_of(number, inode, *page)).find(key).is_ok();
                let room = |page: &u32| {
                    let node = self.node(self.block_of(number, inode, *page));
                    node.bytes + Item::Name(entry).bytes() <= self.geometry.node_bytes
                };
                let page = (0..blocks).find(has).or_else(|| (0..blocks).find(room));
                let block = if let Some(page) = page {
                    self.block_of(number, inode, page)
                } else {
                    let Some(block) = self.allocate(self.group_start_of(number)) else { return false };
                    self.change(block, Change::Whole(Content::Node(Rc::default())));
                    if !self.map_page(number, inode, blocks, block) {
                        return false;
                    }
                    inode.size += BLOCK_BYTES;
                    block
                };
                self.change(block, Change::Put(key, Item::Name(entry)));
                true
            }
        }
    }

    /// Removes an entry. A directory never shrinks unless its entries are in the inode.
    pub(super) fn remove_entry(&mut self, number: InodeNo, inode: &mut Inode, name: Name) {
        let key = u64::from(name);
        match &mut inode.map {
            FileMap::Names { count, names } => {
                let used = usize::from(*count);
                if let Some(at) = names[..used].iter().position(|entry| entry.name == name) {
                    names.copy_within(at + 1..used, at);
                    names[used - 1] = Entry::default();
                    *count -= 1;
                }
            }
            FileMap::NameTree(root) => {
                let root = *root;
                self.tree_remove(root, key);
            }
            FileMap::Pointers { .. } => {
                for page in 0..directory_blocks(inode) {
                    let block = self.block_of(number, inode, page);
                    if self.node(block).find(key).is_ok() {
                        self.change(block, Change::Drop(key));
                        return;
                    }
                }
            }
            _ if self.rules.format == Format::Tree => {
                self.tree_remove(self.geometry.tree_root(), object_key(number, ObjectPart::Names, name));
            }
            _ => {}
        }
    }

    /// Frees the blocks of an empty directory.
    pub(super) fn free_directory(&mut self, number: InodeNo, inode: &mut Inode) {
        match inode.map {
            FileMap::NameTree(root) => self.free_block(root, true),
            FileMap::Pointers { .. } => {
                // The images of directory blocks in the log are metadata: replay must not write them to blocks that
                // have been reused.
                for page in 0..directory_blocks(inode) {
                    let block = self.block_of(number, inode, page);
                    self.drop_pending_writes(block, true);
                }
                self.unmap_from(number, inode, 0);
            }
            _ => {}
        }
        inode.map = FileMap::None;
    }
}

/// Returns the number of blocks of a directory that is not a tree.
pub(super) fn directory_blocks(inode: &Inode) -> u32 {
    (inode.size / BLOCK_BYTES) as u32
}
