//! The client's work: seeded streams of operations, and two short scripts that each need one safeguard.

use super::super::Nanoseconds;
use super::super::block::{FileKind, InodeNo, Name};
use super::super::driver::{Driver, WriteTrace};
use super::super::file_system::{LOST_AND_FOUND, ROOT};
use super::super::geometry::Geometry;
use super::super::rules::Rules;
use pathlength_queueing::Random;

const SECOND: Nanoseconds = 1_000_000_000;

/// A client that creates, writes, truncates, renames, and removes files and directories, and sometimes syncs them.
#[allow(missing_debug_implementations)]
pub struct OperationStream {
    /// The file system, its disk, and its history.
    pub driver: Driver,
    random: Random,
    files: Vec<(InodeNo, Name, InodeNo)>,
    directories: Vec<(InodeNo, Name, InodeNo)>,
    next_name: Name,
    /// Mean pause between two operations, in seconds.
    pause_s: f64,
}

impl OperationStream {
    /// Creates an empty file system for stream number `seed`, with the given mean pause between operations.
    ///
    /// # Errors
    /// Returns a message if a size is invalid.
    pub fn new(geometry: Geometry, rules: Rules, pause_s: f64, seed: u64) -> Result<Self, String> {
        let driver = Driver::new(geometry, rules, SECOND / 10, seed)?;
        let directories = vec![(0, 0, ROOT)];
        let random = Random::new(seed, 0);
        Ok(Self { driver, random, files: Vec::new(), directories, next_name: 1, pause_s })
    }

    /// Continues on a mounted file system with its existing files and directories.
    pub fn resume(driver: Driver, pause_s: f64, seed: u64) -> Self {
        let (mut files, mut directories) = (Vec::new(), vec![(0, 0, ROOT)]);
        let mut at = 0;
        while let Some((.., directory)) = directories.get(at).copied() {
            for entry in driver.fs.list(directory).into_iter().filter(|entry| entry.inode != LOST_AND_FOUND) {
                let object = (directory, entry.name, entry.inode);
                let list = if driver.fs.is_directory(entry.inode) { &mut directories } else { &mut files };
                list.push(object);
            }
            at += 1;
        }
        Self { driver, random: Random::new(seed, 0), files, directories, next_name: 1, pause_s }
    }

    fn draw_below(&mut self, n: usize) -> usize {
        (self.random.uniform() * n as f64) as usize
    }

    fn draw_name(&mut self) -> Name {
        loop {
            self.next_name += 1;
            // New names are not in ascending order.
            let name = self.next_name.wrapping_mul(2_654_435_761) & 0x0fff_ffff;
            if self.files.iter().chain(&self.directories).all(|(_, known, _)| *known != name) {
                return name;
            }
        }
    }

    /// Executes one operation, then pauses before the next one. Errors from a full device are deliberately ignored.
    pub fn step(&mut self) {
        let now = self.driver.now();
        let pause = self.random.exponential() * self.pause_s * SECOND as f64;
        self.driver.advance(now + pause as u64);
        let directory = self.draw_below(self.directories.len());
        let parent = self.directories[directory].2;
        if self.files.is_empty() {
            let name = self.draw_name();
            if let Ok(inode) = self.driver.make(parent, name, FileKind::File) {
                self.files.push((parent, name, inode));
            }
            return;
        }
        let at = self.draw_below(self.files.len());
        let (home, name, inode) = self.files[at];
        match self.draw_below(100) {
            0..22 => {
                let name = self.draw_name();
                if let Ok(inode) = self.driver.make(parent, name, FileKind::File) {
                    self.files.push((parent, name, inode));
                    let bytes = self.draw_below(30_000) as u64;
                    let _ = self.driver.write(inode, 0, bytes);
                }
            }
            22..40 => {
                let end = self.driver.fs.size(inode).unwrap_or(0);
                let bytes = 1 + self.draw_below(20_000) as u64;
                let _ = self.driver.write(inode, end, bytes);
            }
            40..52 => {
                let end = self.driver.fs.size(inode).unwrap_or(0);
                let offset = self.draw_below(end as usize + 1) as u64;
                let bytes = 1 + self.draw_below(9_000) as u64;
                let _ = self.driver.write(inode, offset, bytes);
            }
            52..60 => {
                let size = self.draw_below(self.driver.fs.size(inode).unwrap_or(0) as usize + 6_000) as u64;
                let _ = self.driver.truncate(inode, size);
            }
            60..76 if self.driver.remove(home, name, FileKind::File).is_ok() => {
                self.files.swap_remove(at);
            }
            76..84 => {
                let onto = self.draw_below(self.files.len());
                let to = if self.draw_below(2) == 0 {
                    (parent, self.draw_name())
                } else {
                    (self.files[onto].0, self.files[onto].1)
                };
                if self.driver.rename((home, name), to).is_ok() {
                    self.files[at] = (to.0, to.1, inode);
                    if to == (self.files[onto].0, self.files[onto].1) && onto != at {
                        self.files.swap_remove(onto);
                    }
                }
            }
            84..89 => {
                let name = self.draw_name();
                if let Ok(inode) = self.driver.make(parent, name, FileKind::Directory) {
                    self.directories.push((parent, name, inode));
                }
            }
            89..93 if directory > 0 => {
                let (above, name, _) = self.directories[directory];
                if self.driver.remove(above, name, FileKind::Directory).is_ok() {
                    self.directories.swap_remove(directory);
                }
            }
            93..95 => drop(self.driver.sync(0)),
            95.. => drop(self.driver.sync(inode)),
            _ => {}
        }
    }
}

/// Returns the sizes of a small device with small blocks. The device is soon nearly full, so freed blocks are reused
/// quickly, and every kind of block occurs.
fn nearly_full_device() -> Geometry {
    Geometry { blocks: 1 + 64 + 110, group_blocks: 110, ..Geometry::small() }
}

/// Runs a stream of `operations` operations on a device with free space.
pub(super) fn run_mixed(rules: Rules, operations: u32, pause_s: f64, seed: u64) -> Result<WriteTrace, String> {
    let mut stream = OperationStream::new(Geometry::small(), rules, pause_s, seed)?;
    for _ in 0..operations {
        stream.step();
    }
    Ok(stream.driver.finish())
}

/// Creates a directory on a nearly full device.
fn create_directory(rules: Rules, seed: u64) -> Result<(Driver, InodeNo), String> {
    let mut driver = Driver::new(nearly_full_device(), rules, SECOND / 100, seed)?;
    let directory = driver
        .make(ROOT, 1, FileKind::Directory)
        .map_err(|_| "no free space for a directory: make the device larger".to_owned())?;
    Ok((driver, directory))
}

const FILES: std::ops::Range<Name> = 10..30;

/// Writes to a new file until the device is full, and syncs it.
fn fill_device(mut driver: Driver) -> WriteTrace {
    if let Ok(file) = driver.make(ROOT, 2, FileKind::File) {
        let mut end = 0;
        while driver.write(file, end, 4096).is_ok() {
            end += 4096;
        }
        let _ = driver.sync(file);
    }
    driver.advance(driver.now() + SECOND);
    driver.finish()
}

/// Empties and removes a directory. Once the removal is durable, a large file reuses the directory's blocks while the
/// log still contains their old images.
pub(super) fn run_used_again(rules: Rules, seed: u64) -> Result<WriteTrace, String> {
    let (mut driver, directory) = create_directory(rules, seed)?;
    for name in FILES {
        let _ = driver.make(directory, name, FileKind::File);
    }
    let _ = driver.sync(0);
    driver.advance(driver.now() + SECOND);
    for name in FILES {
        let _ = driver.remove(directory, name, FileKind::File);
    }
    let _ = driver.remove(ROOT, 1, FileKind::Directory);
    let _ = driver.sync(0);
    driver.advance(driver.now() + SECOND);
    Ok(fill_device(driver))
}

/// Fills the device with files and removes them; a large file then needs their blocks immediately.
pub(super) fn run_at_once(rules: Rules, seed: u64) -> Result<WriteTrace, String> {
    let (mut driver, directory) = create_directory(rules, seed)?;
    for name in FILES {
        if let Ok(file) = driver.make(directory, name, FileKind::File) {
            let _ = driver.write(file, 0, 4 * 4096);
        }
    }
    let _ = driver.sync(0);
    driver.advance(driver.now() + SECOND);
    for name in FILES {
        let _ = driver.remove(directory, name, FileKind::File);
    }
    Ok(fill_device(driver))
}
