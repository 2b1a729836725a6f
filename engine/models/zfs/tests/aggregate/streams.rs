//! Random streams of changes and conversions with power failures of a disk with a write cache. Recovery restores a
//! state of the reference model, and the stream continues from that state until the third power failure.

use crate::assert_sound;
use pathlength_zfs::aggregate::{
    Access, BLOCK_SECTORS, CrashState, FileSystem, FileSystemError, FormatOptions, Growth, Medium, MountOption,
    Parameters, Recovery, Sysplex, Version, WriteTrace,
};
use pathlength_zfs::directory::{DirectoryError, Format, Object};
use std::collections::BTreeMap;
use std::ops::Range;

/// The object at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A file with its size in kilobytes.
    File(u64),
    /// A directory. The format is not known if accesses convert directories.
    Directory(Option<Format>),
}

/// The objects by path.
type Tree = BTreeMap<String, Kind>;

/// `SplitMix64`.
struct Random(u64);

impl Random {
    fn draw_below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }
}

/// A stream in progress: the file system, the reference model, and its history.
struct Stream {
    random: Random,
    fs: FileSystem,
    tree: Tree,
    /// Whether accesses convert directories.
    converts: bool,
    /// After each change: the number of writes so far, the model, and whether all changes were synced.
    steps: Vec<(usize, Tree, bool)>,
    /// The state that the last power failure left.
    next: Option<(FileSystem, Tree)>,
}

impl Stream {
    fn new(seed: u64) -> Self {
        let mut random = Random(seed);
        let version = if random.draw_below(2) == 0 { Version::V1_4 } else { Version::V1_5 };
        let by_blocks = [0, 3, 20][random.draw_below(3) as usize];
        let options = FormatOptions {
            log_blocks: 16 + random.draw_below(60) as u32,
            growth: Growth { by_blocks, to_blocks: 160 },
            ..FormatOptions::new(110, version)
        };
        let mut fs = FileSystem::format(options).unwrap();
        let converts = random.draw_below(4) == 0;
        mount_for(&mut fs, converts);
        let mut stream = Self { random, fs, tree: Tree::new(), converts, steps: Vec::new(), next: None };
        let format = stream.new_format();
        stream.tree.insert(String::new(), Kind::Directory(format));
        stream
    }

    /// Continues from the state that the last power failure left.
    fn resume(&mut self) {
        if let Some((fs, tree)) = self.next.take() {
            (self.fs, self.tree) = (fs, tree);
            mount_for(&mut self.fs, self.converts);
        }
    }

    /// Returns the format of a new directory; `None` if accesses convert it.
    fn new_format(&self) -> Option<Format> {
        (!self.converts).then(|| self.fs.version().directories())
    }

    fn draw_directory(&mut self) -> String {
        let directories = self.tree.iter().filter(|(_, kind)| matches!(kind, Kind::Directory(_)));
        let paths: Vec<String> = directories.map(|(path, _)| path.clone()).collect();
        paths[self.random.draw_below(paths.len() as u64) as usize].clone()
    }

    /// Draws a name, short or long, which may exist already.
    fn draw_name(&mut self) -> String {
        let number = self.random.draw_below(40);
        if number < 20 { format!("n{number}") } else { format!("{number}-{}", "long-".repeat(40)) }
    }

    fn is_empty(&self, path: &str) -> bool {
        let inside = format!("{path}/");
        !self.tree.range(inside.clone()..).next().is_some_and(|(path, _)| path.starts_with(&inside))
    }

    /// Removes a path and everything below it from the model, and returns the removed objects.
    fn remove_subtree(&mut self, path: &str) -> Vec<(String, Kind)> {
        let inside = format!("{path}/");
        let is_it = |other: &String| other == path || other.starts_with(&inside);
        let taken = self.tree.iter().filter(|(other, _)| is_it(other)).map(|(p, kind)| (p.clone(), *kind)).collect();
        self.tree.retain(|other, _| !is_it(other));
        taken
    }

    /// Performs one change in the file system and the model, and compares the result with the model's prediction.
    fn step(&mut self) {
        let directory = self.draw_directory();
        let fid = self.fs.find(&directory).unwrap();
        let name = self.draw_name();
        let path = format!("{directory}/{name}");
        let (name, there) = (name.as_bytes(), self.tree.get(&path).copied());
        let mut synced = false;
        match self.random.draw_below(14) {
            0..=3 => {
                let kilobytes = self.random.draw_below(20);
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
                let to = if self.random.draw_below(2) == 0 { Format::V4 } else { Format::V5 };
                match self.fs.convert(fid, to) {
                    Ok(_) if self.converts => synced = true,
                    Ok(_) => {
                        self.tree.insert(directory, Kind::Directory(Some(to)));
                        synced = true;
                    }
                    Err(FileSystemError::HasFormat(_) | FileSystemError::NoRoomForBoth { .. }) => {}
                    Err(error) => panic!("a conversion was refused: {error}"),
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

    /// Records the current state of the stream.
    fn note(&mut self, synced: bool) {
        self.steps.push((self.fs.medium().recorded_writes().len(), self.tree.clone(), synced));
    }

    fn rename(&mut self, directory: &str, from: &[u8]) {
        let to = self.draw_name();
        let other = if self.random.draw_below(2) == 0 { directory.to_owned() } else { self.draw_directory() };
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
            for (path, kind) in self.remove_subtree(&old) {
                self.tree.insert(format!("{new}{}", &path[old.len()..]), kind);
            }
        }
    }
}

fn mount_for(fs: &mut FileSystem, converts: bool) {
    let option = if converts { MountOption::ConvertToV5 } else { MountOption::NoConvertToV5 };
    fs.mount(Access::ReadWrite, option, &Parameters::default(), Sysplex::default()).unwrap();
}

/// Returns whether the change was made. A change may fail for lack of space; otherwise, the model predicts the result.
fn as_expected(done: Result<(), FileSystemError>, expected: bool) -> bool {
    match done {
        Err(FileSystemError::Full { .. }) => false,
        Err(FileSystemError::LogTooSmall { .. }) => panic!("the log has space for all changes of the stream"),
        Err(error) => {
            assert!(!expected, "unexpectedly refused: {error}");
            false
        }
        Ok(()) => {
            assert!(expected, "unexpectedly done");
            true
        }
    }
}

/// Returns all paths of a file system with their objects.
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

/// Draws a power failure of a disk with a write cache: an epoch, which of its writes are lost, and which one, if any,
/// is torn.
fn draw_crash(trace: &WriteTrace, random: &mut Random) -> CrashState {
    let mut epochs = trace.epochs();
    epochs.push(trace.writes.len()..trace.writes.len());
    let epoch = epochs[random.draw_below(epochs.len() as u64) as usize].clone();
    let (survivors, lost): (Vec<usize>, Vec<usize>) = epoch.clone().partition(|_| random.draw_below(2) == 0);
    let torn = match random.draw_below(survivors.len() as u64 + 1) as usize {
        0 => None,
        at => Some(survivors[at - 1]),
    };
    let sectors = 1 + random.draw_below(BLOCK_SECTORS as u64 - 1) as usize;
    let medium = trace.state(epoch.clone(), &lost, torn, sectors);
    CrashState { epoch, lost, torn, medium }
}

/// Runs the stream of one seed in three rounds, each of which consists of work, a power failure, and recovery.
fn run_stream(seed: u64) {
    let mut stream = Stream::new(seed);
    for _ in 0..3 {
        let before = stream.fs.medium().clone();
        stream.fs.medium_mut().record();
        stream.steps = vec![(0, stream.tree.clone(), true)];
        for _ in 0..stream.random.draw_below(30) {
            stream.step();
        }
        assert_sound(&stream.fs);
        let trace = WriteTrace { before, writes: stream.fs.medium().recorded_writes().to_vec() };
        for _ in 0..2 {
            let crash = draw_crash(&trace, &mut stream.random);
            let found = FileSystem::open(crash.medium.clone()).unwrap();
            assert_sound(&found);
            // The recovered state must contain everything synced before the epoch, and nothing that began after it.
            let first = stream.steps.iter().rposition(|(written, _, synced)| *synced && *written <= crash.epoch.start);
            let last = stream.steps.iter().position(|(written, ..)| *written >= crash.epoch.end);
            let (first, last) = (first.unwrap(), last.unwrap_or(stream.steps.len() - 1));
            let tree = tree_of(&found, !stream.converts);
            let possible: Range<usize> = first.min(last)..last.max(first) + 1;
            assert!(
                stream.steps[possible.clone()].iter().any(|(_, known, _)| *known == tree),
                "{:?} without {:?}, torn {:?}, steps {possible:?}: {tree:#?}",
                crash.epoch,
                crash.lost,
                crash.torn
            );
            crash_recovery(&found, crash.medium, &mut stream.random);
            stream.next = Some((found, tree));
        }
        stream.resume();
    }
}

/// Checks recovery from a second power failure during the log replay; one more recovery must find nothing to do.
fn crash_recovery(found: &FileSystem, before: Medium, random: &mut Random) {
    let mut recovering = before.clone();
    recovering.record();
    recovering.recover().unwrap();
    let trace = WriteTrace { before, writes: recovering.recorded_writes().to_vec() };
    let again = draw_crash(&trace, random);
    assert!(FileSystem::open(again.medium).unwrap().is_same_as(found));
    let Recovery { transactions, blocks_written, .. } = recovering.recover().unwrap();
    assert_eq!((transactions, blocks_written), (0, 0), "the first recovery has emptied the log");
}

/// Runs the streams of several seeds and reports which one failed.
fn run_streams(seeds: Range<u64>) {
    for seed in seeds {
        assert!(std::panic::catch_unwind(|| run_stream(seed)).is_ok(), "the stream of seed {seed} failed");
    }
}

// Four thousand streams in all, each with three power failures, in four tests that run in parallel.

#[test]
fn first_streams_recover_after_any_crash() {
    run_streams(0..1_000);
}

#[test]
fn second_streams_recover_after_any_crash() {
    run_streams(1_000..2_000);
}

#[test]
fn third_streams_recover_after_any_crash() {
    run_streams(2_000..3_000);
}

#[test]
fn fourth_streams_recover_after_any_crash() {
    run_streams(3_000..4_000);
}

#[test]
#[ignore = "nightly: a hundred times as many streams"]
fn many_more_streams_recover_after_any_crash() {
    run_streams(4_000..404_000);
}

#[test]
fn create_file_with_existing_name_is_refused() {
    let mut stream = Stream::new(1);
    let root = stream.fs.root();
    stream.fs.create_file(root, b"a", 0).unwrap();
    assert_eq!(stream.fs.create_file(root, b"a", 0), Err(FileSystemError::Directory(DirectoryError::Exists)));
}
