//! A B+tree in blocks; it contains directory entries, extents, or all objects. The root of a tree always stays in the
//! same block.
//!
//! The key of a node's first child equals the key of the node in its parent (0 for the root), so that every key belongs
//! to a child. Empty nodes are freed; half-empty nodes are not merged.

use super::block::{BlockNo, Change, Content, Item, Node};
use super::file_system::FileSystem;
use std::rc::Rc;

impl FileSystem {
    pub(super) fn node(&self, block: BlockNo) -> &Node {
        match self.cache.get(block) {
            Content::Node(node) => node,
            _ => &self.empty_node,
        }
    }

    /// Returns the item with `key`; `None` if no item has this key.
    pub(super) fn tree_get(&self, root: BlockNo, key: u64) -> Option<&Item> {
        let mut node = self.node(root);
        while node.level > 0 {
            node = self.node(node.child(key)?.1);
        }
        node.find(key).ok().map(|at| &node.items[at].1)
    }

    /// Returns the item with the largest key that is not above `key`; `None` if all keys are larger.
    pub(super) fn tree_floor(&self, root: BlockNo, key: u64) -> Option<(u64, &Item)> {
        let node = self.node(root);
        if node.level > 0 {
            let (at, _) = node.child(key)?;
            return node.items[..=at].iter().rev().find_map(|(_, item)| match item {
                Item::Child(child) => self.tree_floor(*child, key),
                _ => None,
            });
        }
        let at = match node.find(key) {
            Ok(at) => at,
            Err(at) => at.checked_sub(1)?,
        };
        node.items.get(at).map(|(key, item)| (*key, item))
    }

    /// Calls `visit` for each item with a key in `from..=to`, in order.
    pub(super) fn tree_range(&self, root: BlockNo, from: u64, to: u64, visit: &mut dyn FnMut(u64, &Item)) {
        let node = self.node(root);
        let start = if node.level == 0 {
            node.find(from).unwrap_or_else(|next| next)
        } else {
            node.child(from).map_or(0, |(at, _)| at)
        };
        for (key, item) in node.items[start..].iter().take_while(|(key, _)| *key <= to) {
            match item {
                Item::Child(child) => self.tree_range(*child, from, to, visit),
                item => visit(*key, item),
            }
        }
    }

    /// Allocates an empty tree; returns `None` if the device is full.
    pub(super) fn tree_new(&mut self, goal: BlockNo) -> Option<BlockNo> {
        let root = self.allocate(goal)?;
        self.change(root, Change::Whole(Content::Node(Rc::default())));
        Some(root)
    }

    fn fits(&self, block: BlockNo, key: u64, item: &Item) -> bool {
        let node = self.node(block);
        let more = if node.level > 0 {
            16
        } else {
            let replaced = node.find(key).map_or(0, |at| node.items[at].1.bytes());
            item.bytes().saturating_sub(replaced)
        };
        node.bytes + more <= self.geometry.node_bytes
    }

    /// Inserts or replaces the item with `key`. Returns `false`, without changing any item, if the tree needs a node
    /// but the device is full.
    pub(super) fn tree_put(&mut self, root: BlockNo, key: u64, item: Item) -> bool {
        if !self.fits(root, key, &item) && !self.tree_grow(root) {
            return false;
        }
        let mut at = root;
        while self.node(at).level > 0 {
            let Some((slot, child)) = self.node(at).child(key) else { return false };
            if self.fits(child, key, &item) {
                at = child;
            } else if !self.tree_split(at, slot, child) {
                return false;
            }
        }
        self.change(at, Change::Put(key, item));
        true
    }

    /// Inserts a level below the root. Returns `false` if the device is full.
    fn tree_grow(&mut self, root: BlockNo) -> bool {
        let Some(child) = self.allocate(root) else { return false };
        let node = self.node(root).clone();
        let above = Node::new(node.level + 1, vec![(0, Item::Child(child))]);
        self.change(child, Change::Whole(Content::Node(Rc::new(node))));
        self.change(root, Change::Whole(Content::Node(Rc::new(above))));
        true
    }

    /// Moves the upper half of `child` into a new node. Returns `false` if `child` has one item, `parent` is full, or
    /// the device is full.
    fn tree_split(&mut self, parent: BlockNo, slot: usize, child: BlockNo) -> bool {
        if self.node(child).items.len() < 2 || !self.fits(parent, 0, &Item::Child(0)) {
            return false;
        }
        let Some(fresh) = self.allocate(child) else { return false };
        let lower = self.node(child);
        let (half, mut bytes, mut at) = (lower.bytes / 2, 0, 0);
        while at + 1 < lower.items.len() && (at == 0 || bytes < half) {
            bytes += lower.items[at].1.bytes();
            at += 1;
        }
        let (low, high) = lower.items.split_at(at);
        let upper = Node::new(lower.level, high.to_vec());
        let lower = Node::new(lower.level, low.to_vec());
        let key = upper.items[0].0;
        debug_assert!(self.node(parent).items[slot].0 < key, "the new node comes after the old one");
        self.change(fresh, Change::Whole(Content::Node(Rc::new(upper))));
        self.change(child, Change::Whole(Content::Node(Rc::new(lower))));
        self.change(parent, Change::Put(key, Item::Child(fresh)));
        true
    }

    /// Removes the item with `key`.
    pub(super) fn tree_remove(&mut self, root: BlockNo, key: u64) {
        let mut path = Vec::new();
        let mut at = root;
        while let Some((slot, child)) = self.node(at).child(key) {
            path.push((at, slot));
            at = child;
        }
        self.change(at, Change::Drop(key));
        while self.node(at).items.is_empty() {
            let Some((parent, slot)) = path.pop() else {
                if self.node(at).level > 0 {
                    self.change(at, Change::Whole(Content::Node(Rc::default())));
                }
                return;
            };
            self.free_block(at, true);
            let items = &self.node(parent).items;
            let own = items[slot].0;
            let next = items.get(1).filter(|_| slot == 0).cloned();
            self.change(parent, Change::Drop(own));
            if let Some((key, item)) = next {
                self.change(parent, Change::Drop(key));
                self.change(parent, Change::Put(own, item));
            }
            at = parent;
        }
    }
}
