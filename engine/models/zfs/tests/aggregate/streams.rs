//! Random streams of changes and conversions, cut anywhere: what is found again is what a plain model had at that time.

use crate::assert_sound;
use pathlength_zfs::aggregate::{
    Access, FileSystem, FormatOptions, Growth, Medium, MountOption, Parameters, Refusal, Sysplex, Version,
};
use pathlength_zfs::directory::{DirectoryError, Format, Object};
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

/// What a path stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A file of so many kilobytes.
    File(u64),
    /// A directory. The format is not known where accesses convert.
    Directory(Option<Format>),
}

/// All paths.
type Tree = BTreeMap<String, Kind>;

/// `SplitMix64`.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }
}

/// A stream on its way: the file system, the model, and what the model was when.
struct Stream {
    random: Random,
    fs: FileSystem,
    tree: Tree,
    /// Whether accesses convert.
    converts: bool,
    /// After each change: writes until then, the model, and whether all of it was synced.
    steps: Vec<(usize, Tree, bool)>,
}

impl Stream {
    fn new(seed: u64) -> Self {
        let mut random = Random(seed);
        let version = if random.below(2) == 0 { Version::V1_4 } else { Version::V1_5 };
        let by_blocks = [0, 3, 20][random.below(3) as usize];
        let options = FormatOptions {
            log_blocks: 16 + random.below(60) as u32,
            growth: Growth { by_blocks, to_blocks: 160 },
            ..FormatOptions::new(110, version)
        };
        let mut fs = FileSystem::format(options).unwrap();
        let converts = random.below(4) == 0;
        let option = if converts { MountOption::ConvertToV5 } else { MountOption::NoConvertToV5 };
        fs.mount(Access::ReadWrite, option, &Parameters::default(), Sysplex::default()).unwrap();
        let mut stream = Self { random, fs, tree: Tree::new(), converts, steps: Vec::new() };
        let format = stream.new_format();
        stream.tree.insert(String::new(), Kind::Directory(format));
        stream
    }

    /// The format of a new directory, if it will be known.
    fn new_format(&self) -> Option<Format> {
        (!self.converts).then(|| self.fs.version().directories())
    }

    fn a_directory(&mut self) -> String {
        let directories = self.tree.iter().filter(|(_, kind)| matches!(kind, Kind::Directory(_)));
        let paths: Vec<String> = directories.map(|(path, _)| path.clone()).collect();
        paths[self.random.below(paths.len() as u64) as usize].clone()
    }

    /// A name that may be there already, short or long.
    fn a_name(&mut self) -> String {
        let number = self.random.below(40);
        if number < 20 { format!("n{number}") } else { format!("{number}-{}", "long-".repeat(40)) }
    }

    fn is_empty(&self, path: &str) -> bool {
        let inside = format!("{path}/");
        !self.tree.range(inside.clone()..).next().is_some_and(|(path, _)| path.starts_with(&inside))
    }

    /// Takes a path out of the model with all that is below it, and returns what it was.
    fn cut(&mut self, path: &str) -> Vec<(String, Kind)> {
        let inside = format!("{path}/");
        let is_it = |other: &String| other == path || other.starts_with(&inside);
        let taken = self.tree.iter().filter(|(other, _)| is_it(other)).map(|(p, kind)| (p.clone(), *kind)).collect();
        self.tree.retain(|other, _| !is_it(other));
        taken
    }

    /// Does one change in both, and holds what happens against what the model expects.
    fn step(&mut self) {
        let directory = self.a_directory();
        let fid = self.fs.find(&directory).unwrap();
        let name = self.a_name();
        let path = format!("{directory}/{name}");
        let (name, there) = (name.as_bytes(), self.tree.get(&path).copied());
        let mut synced = false;
        match self.random.below(14) {
            0..=3 => {
                let kilobytes = self.random.below(20);
                let done = self.fs.create_file(fid, name, kilobytes as u32).map(|_| ());
                if as_expected(done, there.is_none()) {
                    self.tree.insert(path, Kind::File(kilobytes));
                }
            }
            4 => {
                for number in 0..20 {
                    let name = format!("{number}-{}", "many".repeat(50));
                    let there = self.tree.contains_key(&format!("{directory}/{name}"));
                    let done = self.fs.create_file(fid, name.as_bytes(), 0).map(|_| ());
                    if as_expected(done, !there) {
                        self.tree.insert(format!("{directory}/{name}"), Kind::File(0));
                    }
                    self.note(false);
                }
            }
            5 | 6 => {
                let done = self.fs.remove_file(fid, name);
                if as_expected(done, matches!(there, Some(Kind::File(_)))) {
                    self.tree.remove(&path);
                }
            }
            7 => {
                let done = self.fs.make_directory(fid, name).map(|_| ());
                if as_expected(done, there.is_none()) {
                    let format = self.new_format();
                    self.tree.insert(path, Kind::Directory(format));
                }
            }
            8 => {
                let expected = matches!(there, Some(Kind::Directory(_))) && self.is_empty(&path);
                let done = self.fs.remove_directory(fid, name);
                if as_expected(done, expected) {
                    self.tree.remove(&path);
                }
            }
            9 | 10 => self.rename(&directory, name),
            11 => {
                let to = if self.random.below(2) == 0 { Format::V4 } else { Format::V5 };
                match self.fs.convert(fid, to) {
                    Ok(_) if self.converts => synced = true,
                    Ok(_) => {
                        self.tree.insert(directory, Kind::Directory(Some(to)));
                        synced = true;
                    }
                    Err(Refusal::HasFormat(_) | Refusal::NoRoomForBoth { .. }) => {}
                    Err(refusal) => panic!("a conversion was refused: {refusal}"),
                }
            }
            12 => {
                self.fs.sync().unwrap();
                synced = true;
            }
            _ => {
                self.fs.sync().unwrap();
                self.fs.checkpoint();
                synced = true;
            }
        }
        self.note(synced);
    }

    /// Takes note of where the stream is.
    fn note(&mut self, synced: bool) {
        self.steps.push((self.fs.medium().recorded().len(), self.tree.clone(), synced));
    }

    fn rename(&mut self, directory: &str, from: &[u8]) {
        let to = self.a_name();
        let other = if self.random.below(2) == 0 { directory.to_owned() } else { self.a_directory() };
        let from = String::from_utf8(from.to_vec()).unwrap();
        let (old, new) = (format!("{directory}/{from}"), format!("{other}/{to}"));
        let is_directory = matches!(self.tree.get(&old), Some(Kind::Directory(_)));
        let fits = match (self.tree.get(&old), self.tree.get(&new)) {
            (Some(_), _) if old == new => true,
            _ if is_directory && format!("{new}/").starts_with(&format!("{old}/")) => false,
            (Some(_), None) | (Some(Kind::File(_)), Some(Kind::File(_))) => true,
            (Some(Kind::Directory(_)), Some(Kind::Directory(_))) => self.is_empty(&new),
            _ => false,
        };
        let (fid, other) = (self.fs.find(directory).unwrap(), self.fs.find(&other).unwrap());
        let done = self.fs.move_to(fid, from.as_bytes(), other, to.as_bytes());
        if as_expected(done, fits) && old != new {
            self.tree.remove(&new);
            for (path, kind) in self.cut(&old) {
                self.tree.insert(format!("{new}{}", &path[old.len()..]), kind);
            }
        }
    }
}

/// Whether it was done. It may be refused for want of room; otherwise the model knows.
fn as_expected(done: Result<(), Refusal>, expected: bool) -> bool {
    match done {
        Err(Refusal::Full { .. }) => false,
        Err(Refusal::LogTooSmall { .. }) => panic!("the log has room for all that is done here"),
        Err(refusal) => {
            assert!(!expected, "unexpectedly refused: {refusal}");
            false
        }
        Ok(()) => {
            assert!(expected, "unexpectedly done");
            true
        }
    }
}

/// All that is in a file system.
fn tree_of(fs: &FileSystem, with_formats: bool) -> Tree {
    let mut fs = fs.clone();
    fs.mount(Access::ReadWrite, MountOption::NoConvertToV5, &Parameters::default(), Sysplex::default()).unwrap();
    let mut tree = Tree::new();
    for (path, fid) in fs.directories().unwrap() {
        let path = if path == "/" { String::new() } else { path };
        for (name, child) in fs.list(fid).unwrap() {
            if fs.object(child) == Some(Object::File) {
                let path = format!("{path}/{}", String::from_utf8(name).unwrap());
                let kilobytes = fs.file_info(&path).unwrap().kilobytes;
                tree.insert(path, Kind::File(kilobytes));
            }
        }
        let format = with_formats.then(|| fs.stat(fid).unwrap().format);
        tree.insert(path, Kind::Directory(format));
    }
    tree
}

/// Runs the stream of one seed, and cuts it in two places.
fn one(seed: u64) {
    let mut stream = Stream::new(seed);
    let before = stream.fs.medium().clone();
    stream.fs.medium_mut().record();
    let begun = (0, stream.tree.clone(), true);
    for _ in 0..stream.random.below(30) {
        stream.step();
    }
    assert_sound(&stream.fs);
    let writes = stream.fs.medium().recorded().to_vec();
    let steps: Vec<&(usize, Tree, bool)> = std::iter::once(&begun).chain(&stream.steps).collect();
    for _ in 0..2 {
        let cut = stream.random.below(writes.len() as u64 + 1) as usize;
        let mut medium = before.clone();
        for write in &writes[..cut] {
            medium.write(write.block, Rc::clone(&write.bytes));
        }
        let found = FileSystem::open(medium.clone()).unwrap();
        assert_sound(&found);
        // All that was synced before the cut, and nothing that began after it.
        let first = steps.iter().rposition(|(written, _, synced)| *synced && *written <= cut).unwrap();
        let last = steps.iter().position(|(written, ..)| *written >= cut).unwrap_or(steps.len() - 1);
        let tree = tree_of(&found, !stream.converts);
        let possible: Range<usize> = first.min(last)..last.max(first) + 1;
        assert!(
            steps[possible.clone()].iter().any(|(_, known, _)| *known == tree),
            "after {cut} of {} writes, steps {possible:?}: {tree:#?}",
            writes.len()
        );
        cut_recovery(&found, medium, &mut stream.random);
    }
}

/// The power goes again, while the log is replayed.
fn cut_recovery(found: &FileSystem, medium: Medium, random: &mut Random) {
    let mut recovering = medium.clone();
    recovering.record();
    recovering.recover().unwrap();
    let writes = recovering.recorded();
    let mut medium = medium;
    for write in &writes[..random.below(writes.len() as u64 + 1) as usize] {
        medium.write(write.block, Rc::clone(&write.bytes));
    }
    assert!(FileSystem::open(medium).unwrap().is_same_as(found));
}

/// Runs many, and says which one failed.
fn many(seeds: Range<u64>) {
    for seed in seeds {
        assert!(std::panic::catch_unwind(|| one(seed)).is_ok(), "the stream of seed {seed} failed");
    }
}

// Ten thousand in all; in parts, so that processors can share them.

#[test]
fn the_first_streams_are_found_again_wherever_they_are_cut() {
    many(0..2_500);
}

#[test]
fn the_second_streams_are_found_again_wherever_they_are_cut() {
    many(2_500..5_000);
}

#[test]
fn the_third_streams_are_found_again_wherever_they_are_cut() {
    many(5_000..7_500);
}

#[test]
fn the_fourth_streams_are_found_again_wherever_they_are_cut() {
    many(7_500..10_000);
}

#[test]
#[ignore = "nightly: a hundred times as many streams"]
fn a_million_streams_are_found_again_wherever_they_are_cut() {
    many(10_000..1_010_000);
}

#[test]
fn a_name_that_is_there_is_refused() {
    let mut stream = Stream::new(1);
    let root = stream.fs.root();
    stream.fs.create_file(root, b"a", 0).unwrap();
    assert_eq!(stream.fs.create_file(root, b"a", 0), Err(Refusal::Directory(DirectoryError::Exists)));
}
