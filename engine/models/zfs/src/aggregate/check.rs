//! The consistency check of an aggregate, which must find no problem at any time, in particular after a recovery.
//!
//! The check verifies these rules. Every name refers to an object in use, and every object has exactly one name. Link
//! counts and parents are correct. Every directory is sound, and all its names can be looked up. A version 1.4
//! aggregate contains no v5 directories. Every block and fragment in use has exactly one owner.

use super::file_system::FileSystem;
use super::layout::Version;
use super::space::{WHOLE, bits};
use crate::directory::{AnyDirectory, BlockNumber, Directory, Fid, Format, Name, Object, dispatch};
use std::collections::BTreeSet;
use std::fmt;

/// An inconsistency in an aggregate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inconsistency {
    /// The inconsistent directory, block, or anode.
    pub subject: String,
    /// The problem, as a clause.
    pub problem: String,
}

impl fmt::Display for Inconsistency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.subject, self.problem)
    }
}

/// A consistency check in progress.
struct ConsistencyChecker<'a> {
    fs: &'a FileSystem,
    /// One byte for each block, with one bit per fragment: set if the fragment has an owner.
    owned: Vec<u8>,
    reached: BTreeSet<Fid>,
    found: Vec<Inconsistency>,
}

impl FileSystem {
    /// Checks the whole aggregate and returns its inconsistencies; the result is empty for a sound aggregate.
    pub fn check_consistency(&self) -> Vec<Inconsistency> {
        let owned = vec![0; self.store.total_blocks() as usize];
        let mut checker = ConsistencyChecker { fs: self, owned, reached: BTreeSet::new(), found: Vec::new() };
        checker.claim(0, WHOLE, "the header");
        for block in self.store.table_blocks() {
            checker.claim(block, WHOLE, "the anode table");
        }
        checker.check_tree();
        checker.check_anodes();
        checker.check_space();
        checker.found
    }

    /// Returns whether both aggregates have the same blocks and fragments in use, with the same contents.
    pub fn is_same_as(&self, other: &Self) -> bool {
        let (mine, others) = (self.in_use(), other.in_use());
        let blocks = mine.len().max(others.len());
        (0..blocks).all(|block| {
            let mask = mine.get(block).copied().unwrap_or(0);
            let same_bytes = || self.store.block(block as BlockNumber) == other.store.block(block as BlockNumber);
            mask == others.get(block).copied().unwrap_or(0) && (mask == 0 || same_bytes())
        })
    }

    /// Returns, for each block, a mask of the fragments in use.
    pub(super) fn in_use(&self) -> Vec<u8> {
        let mut in_use = vec![WHOLE; self.store.total_blocks() as usize];
        for &block in self.store.free() {
            in_use[block as usize] = 0;
        }
        for (&block, &mask) in self.space.partial() {
            in_use[block as usize] = mask;
        }
        in_use
    }
}

impl ConsistencyChecker<'_> {
    fn report(&mut self, subject: impl fmt::Display, problem: impl fmt::Display) {
        self.found.push(Inconsistency { subject: subject.to_string(), problem: problem.to_string() });
    }

    /// Records that `owner` owns these fragments of a block; reports fragments that already have an owner.
    fn claim(&mut self, block: BlockNumber, fragments: u8, owner: &str) {
        match self.owned.get_mut(block as usize) {
            Some(mask) if *mask & fragments == 0 => *mask |= fragments,
            Some(_) => self.report(owner, format_args!("block {block} is double-allocated")),
            None => self.report(owner, format_args!("block {block} is not in the aggregate")),
        }
    }

    /// Checks all directories.
    fn check_tree(&mut self) {
        let root = self.fs.root();
        self.reached.insert(root);
        let mut waiting = vec![("/".to_owned(), root, root)];
        while let Some((path, fid, parent)) = waiting.pop() {
            if self.fs.store.parent_of(fid) != Some(parent) {
                self.report(&path, "the parent is wrong");
            }
            for (name, child) in self.check_directory(&path, fid) {
                waiting.push((format!("{path}{}/", String::from_utf8_lossy(&name)), child, fid));
            }
        }
    }

    /// Checks a directory and returns its subdirectories.
    fn check_directory(&mut self, path: &str, fid: Fid) -> Vec<(Vec<u8>, Fid)> {
        let store = &self.fs.store;
        let (Ok(mut opened), Ok(blocks)) = (self.fs.open_directory(fid), store.directory_blocks(fid)) else {
            self.report(path, "the directory cannot be read");
            return Vec::new();
        };
        for block in blocks {
            self.claim(block, WHOLE, path);
        }
        for damage in dispatch!(&opened, directory => directory.salvage(store)) {
            self.report(path, damage);
        }
        let stat = dispatch!(&opened, directory => directory.stat(store));
        if self.fs.version() == Version::V1_4 && stat.format == Format::V5 {
            self.report(path, "it is a v5 directory in a version 1.4 aggregate");
        }
        let names = self.fs.list_unaccessed(fid).unwrap_or_default();
        if names.len() as u64 != stat.names {
            self.report(path, format_args!("the count of names is {}, but {} are listed", stat.names, names.len()));
        }
        let mut directories = Vec::new();
        for (name, child) in names {
            let sought = Name::new(&name)
                .and_then(|name| dispatch!(&mut opened, directory => directory.lookup(store, name, &mut ())));
            if sought != Ok(child) {
                self.report(
                    path,
                    format_args!("{} is listed, but a lookup does not find its object", String::from_utf8_lossy(&name)),
                );
            }
            if !self.reached.insert(child) {
                self.report(
                    path,
                    format_args!("{} refers to an object that already has a name", String::from_utf8_lossy(&name)),
                );
                continue;
            }
            match store.object(child) {
                Some(Object::Directory(_)) => directories.push((name, child)),
                Some(Object::File) => self.check_file(path, child),
                None => self.report(path, format_args!("{} refers to a free anode", String::from_utf8_lossy(&name))),
            }
        }
        if stat.links as usize != directories.len() + 2 {
            let expected = directories.len() + 2;
            self.report(
                path,
                format_args!("the link count is {} but should be {expected} (subdirectories plus 2)", stat.links),
            );
        }
        directories
    }

    fn check_file(&mut self, path: &str, fid: Fid) {
        let space = self.fs.store.file_space(fid).unwrap_or_default();
        match self.fs.blocks_of(space) {
            Some(blocks) => blocks.into_iter().for_each(|block| self.claim(block, WHOLE, path)),
            None => self.report(path, "the block list of a file is invalid"),
        }
        if space.tail != 0 {
            self.claim(space.tail, bits(space.first, space.fragments), path);
        }
    }

    /// Checks that every anode is free or has a name, and that the chain of free anodes is correct.
    fn check_anodes(&mut self) {
        let store = &self.fs.store;
        let mut in_use = 0;
        for index in 0..store.anodes() {
            if let Some((fid, _)) = store.object_at(index) {
                in_use += 1;
                if !self.reached.contains(&fid) {
                    self.report(format_args!("anode {index}"), "it is an orphan, because no name refers to it");
                }
            }
        }
        if store.free_anodes() != Some(store.anodes() - in_use) {
            self.report("the anode table", "the chain of free anodes is wrong");
        }
    }

    /// Checks that a fragment has an owner if, and only if, it is in use.
    fn check_space(&mut self) {
        for (block, (in_use, owned)) in self.fs.in_use().into_iter().zip(std::mem::take(&mut self.owned)).enumerate() {
            if in_use & !owned != 0 {
                self.report(format_args!("block {block}"), "it is leaked (in use without an owner)");
            }
            if owned & !in_use != 0 {
                self.report(format_args!("block {block}"), "it has an owner but is free");
            }
        }
    }
}
