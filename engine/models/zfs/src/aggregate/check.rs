//! What must be true of an aggregate at any time, and above all after a loss of power.
//!
//! Every name leads to an object in use, every object has exactly one name, link counts and parents are right, every
//! directory is sound and finds all its names, no v5 directory is in a version 1.4 aggregate; and every block and
//! fragment in use belongs to exactly one object.

use super::file_system::FileSystem;
use super::layout::Version;
use super::space::{WHOLE, bits};
use crate::directory::{BlockNumber, Directory, Either, Fid, Format, Name, Object, either};
use std::collections::BTreeSet;
use std::fmt;

/// Something that must not be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The directory or the block it is about.
    pub place: String,
    /// What is wrong with it, as a clause.
    pub what: String,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// A check on its way.
struct Check<'a> {
    fs: &'a FileSystem,
    /// What was found to belong to someone, one bit a fragment.
    owned: Vec<u8>,
    reached: BTreeSet<Fid>,
    found: Vec<Trouble>,
}

impl FileSystem {
    /// Everything that is wrong; empty for a sound aggregate.
    pub fn check(&self) -> Vec<Trouble> {
        let owned = vec![0; self.store.blocks_ever() as usize];
        let mut check = Check { fs: self, owned, reached: BTreeSet::new(), found: Vec::new() };
        check.own(0, WHOLE, "the header");
        for block in self.store.table_blocks() {
            check.own(block, WHOLE, "the anode table");
        }
        check.tree();
        check.anodes();
        check.space();
        check.found
    }

    /// Whether two aggregates have the same blocks and fragments in use, with the same bytes in them.
    pub fn is_same_as(&self, other: &Self) -> bool {
        let (mine, others) = (self.in_use(), other.in_use());
        let blocks = mine.len().max(others.len());
        (0..blocks).all(|block| {
            let mask = mine.get(block).copied().unwrap_or(0);
            let same_bytes = || self.store.block(block as BlockNumber) == other.store.block(block as BlockNumber);
            mask == others.get(block).copied().unwrap_or(0) && (mask == 0 || same_bytes())
        })
    }

    /// Fragments in use, of each block.
    pub(super) fn in_use(&self) -> Vec<u8> {
        let mut in_use = vec![WHOLE; self.store.blocks_ever() as usize];
        for &block in self.store.free() {
            in_use[block as usize] = 0;
        }
        for (&block, &mask) in self.space.partial() {
            in_use[block as usize] = mask;
        }
        in_use
    }
}

impl Check<'_> {
    fn report(&mut self, place: impl fmt::Display, what: impl fmt::Display) {
        self.found.push(Trouble { place: place.to_string(), what: what.to_string() });
    }

    /// Fragments of a block belong to someone.
    fn own(&mut self, block: BlockNumber, fragments: u8, owner: &str) {
        match self.owned.get_mut(block as usize) {
            Some(mask) if *mask & fragments == 0 => *mask |= fragments,
            Some(_) => self.report(owner, format_args!("block {block} belongs to something else, too")),
            None => self.report(owner, format_args!("block {block} was never handed out")),
        }
    }

    /// Goes through all directories.
    fn tree(&mut self) {
        let root = self.fs.root();
        self.reached.insert(root);
        let mut waiting = vec![("/".to_owned(), root, root)];
        while let Some((path, fid, parent)) = waiting.pop() {
            if self.fs.store.parent_of(fid) != Some(parent) {
                self.report(&path, "the parent is wrong");
            }
            for (name, child) in self.directory(&path, fid) {
                waiting.push((format!("{path}{}/", String::from_utf8_lossy(&name)), child, fid));
            }
        }
    }

    /// Checks a directory; returns its sub-directories.
    fn directory(&mut self, path: &str, fid: Fid) -> Vec<(Vec<u8>, Fid)> {
        let store = &self.fs.store;
        let (Ok(mut opened), Ok(blocks)) = (self.fs.opened(fid), store.directory_blocks(fid)) else {
            self.report(path, "the directory cannot be read");
            return Vec::new();
        };
        for block in blocks {
            self.own(block, WHOLE, path);
        }
        for damage in either!(&opened, directory => directory.salvage(store)) {
            self.report(path, damage);
        }
        let stat = either!(&opened, directory => directory.stat(store));
        if self.fs.version() == Version::V1_4 && stat.format == Format::V5 {
            self.report(path, "a v5 directory in an aggregate of version 1.4");
        }
        let names = self.fs.names_of(fid).unwrap_or_default();
        if names.len() as u64 != stat.names {
            self.report(path, format_args!("{} names are listed and {} counted", names.len(), stat.names));
        }
        let mut directories = Vec::new();
        for (name, child) in names {
            let sought = Name::new(&name)
                .and_then(|name| either!(&mut opened, directory => directory.lookup(store, name, &mut ())));
            if sought != Ok(child) {
                self.report(path, format_args!("{} is listed and not found", String::from_utf8_lossy(&name)));
            }
            if !self.reached.insert(child) {
                self.report(path, format_args!("{} is an object with two names", String::from_utf8_lossy(&name)));
                continue;
            }
            match store.object(child) {
                Some(Object::Directory(_)) => directories.push((name, child)),
                Some(Object::File) => self.file(path, child),
                None => self.report(path, format_args!("{} stands for nothing", String::from_utf8_lossy(&name))),
            }
        }
        if stat.links as usize != directories.len() + 2 {
            self.report(path, format_args!("{} links for {} sub-directories", stat.links, directories.len()));
        }
        directories
    }

    fn file(&mut self, path: &str, fid: Fid) {
        let space = self.fs.store.file_space(fid).unwrap_or_default();
        match self.fs.blocks_of(space) {
            Some(blocks) => blocks.into_iter().for_each(|block| self.own(block, WHOLE, path)),
            None => self.report(path, "a file's list of blocks makes no sense"),
        }
        if space.tail != 0 {
            self.own(space.tail, bits(space.first, space.fragments), path);
        }
    }

    /// Every anode is reached by a name or is free.
    fn anodes(&mut self) {
        let store = &self.fs.store;
        let mut in_use = 0;
        for index in 0..store.anodes() {
            if let Some((fid, _)) = store.object_at(index) {
                in_use += 1;
                if !self.reached.contains(&fid) {
                    self.report(format_args!("anode {index}"), "no name leads to it");
                }
            }
        }
        if store.free_anodes() != Some(store.anodes() - in_use) {
            self.report("the anode table", "the chain of free anodes is wrong");
        }
    }

    /// What belongs to someone is what is in use.
    fn space(&mut self) {
        for (block, (in_use, owned)) in self.fs.in_use().into_iter().zip(std::mem::take(&mut self.owned)).enumerate() {
            if in_use & !owned != 0 {
                self.report(format_args!("block {block}"), "it is in use and belongs to nobody");
            }
            if owned & !in_use != 0 {
                self.report(format_args!("block {block}"), "it belongs to someone and is free");
            }
        }
    }
}
