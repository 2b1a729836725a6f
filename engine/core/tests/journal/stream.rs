//! Seeded streams of operations on a small file system whose blocks hold little, so that everything is reached soon.

use pathlength::journal::{Broken, Driver, FileKind, Geometry, InodeNo, Name, Policy, ROOT, Recorded, Rules};
use pathlength::queueing::Random;

pub(crate) const SECOND: u64 = 1_000_000_000;

/// Two groups, blocks of 8 pointers and 9 names, a log that is full after three or four transactions.
pub(crate) fn small() -> Geometry {
    Geometry {
        blocks: 1 + 64 + 2 * 160,
        group_blocks: 160,
        group_inodes: 32,
        log_blocks: 64,
        pointers: 8,
        node_bytes: 320,
    }
}

/// The rules of a policy, with transactions that fit the small log and a tenth of the usual intervals: a short stream
/// then sees commits, write-back and checkpoints.
pub(crate) fn rules(policy: Policy) -> Rules {
    let usual = Rules::of(policy);
    Rules { transaction_blocks: 28, commit_interval: usual.commit_interval / 10, expiry: usual.expiry / 10, ..usual }
}

pub(crate) struct Stream {
    pub(crate) driver: Driver,
    random: Random,
    files: Vec<(InodeNo, Name, InodeNo)>,
    directories: Vec<(InodeNo, Name, InodeNo)>,
    next_name: Name,
}

impl Stream {
    pub(crate) fn new(geometry: Geometry, rules: Rules, seed: u64) -> Self {
        let driver = Driver::new(geometry, rules, SECOND / 10, seed).unwrap();
        let directories = vec![(0, 0, ROOT)];
        Self { driver, random: Random::new(seed, 0), files: Vec::new(), directories, next_name: 1 }
    }

    fn below(&mut self, n: usize) -> usize {
        (self.random.uniform() * n as f64) as usize
    }

    fn name(&mut self) -> Name {
        self.next_name += 1;
        // Names do not come in order.
        self.next_name.wrapping_mul(2_654_435_761) & 0x0fff_ffff
    }

    /// One operation, and time until the next. A full device is part of the game.
    pub(crate) fn step(&mut self) {
        let now = self.driver.now();
        let pause = self.random.exponential() * 0.4 * SECOND as f64;
        self.driver.advance(now + pause as u64);
        let directory = self.below(self.directories.len());
        let parent = self.directories[directory].2;
        if self.files.is_empty() {
            let name = self.name();
            if let Ok(inode) = self.driver.make(parent, name, FileKind::File) {
                self.files.push((parent, name, inode));
            }
            return;
        }
        let at = self.below(self.files.len());
        let (home, name, inode) = self.files[at];
        match self.below(100) {
            0..22 => {
                let name = self.name();
                if let Ok(inode) = self.driver.make(parent, name, FileKind::File) {
                    self.files.push((parent, name, inode));
                    let bytes = self.below(30_000) as u64;
                    let _ = self.driver.write(inode, 0, bytes);
                }
            }
            22..40 => {
                let end = self.driver.fs.size(inode).unwrap();
                let bytes = 1 + self.below(20_000) as u64;
                let _ = self.driver.write(inode, end, bytes);
            }
            40..52 => {
                let end = self.driver.fs.size(inode).unwrap();
                let offset = self.below(end as usize + 1) as u64;
                let bytes = 1 + self.below(9_000) as u64;
                let _ = self.driver.write(inode, offset, bytes);
            }
            52..60 => {
                let size = self.below(self.driver.fs.size(inode).unwrap() as usize + 6_000) as u64;
                let _ = self.driver.truncate(inode, size);
            }
            60..76 => {
                self.driver.remove(home, name, FileKind::File).unwrap();
                self.files.swap_remove(at);
            }
            76..84 => {
                let onto = self.below(self.files.len());
                let to =
                    if self.below(2) == 0 { (parent, self.name()) } else { (self.files[onto].0, self.files[onto].1) };
                if self.driver.rename((home, name), to).is_ok() {
                    self.files[at] = (to.0, to.1, inode);
                    if to == (self.files[onto].0, self.files[onto].1) && onto != at {
                        self.files.swap_remove(onto);
                    }
                }
            }
            84..89 => {
                let name = self.name();
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
            93..95 => self.driver.sync(0).unwrap(),
            95.. => self.driver.sync(inode).unwrap(),
            _ => {}
        }
    }
}

/// A stream of `steps` operations, and time for the last of them to be written.
pub(crate) fn recorded(geometry: Geometry, rules: Rules, seed: u64, steps: usize) -> Recorded {
    let mut stream = Stream::new(geometry, rules, seed);
    for _ in 0..steps {
        stream.step();
    }
    stream.driver.finish()
}

/// The rules of a policy with its usual intervals, and some of them left out.
pub(crate) fn broken(policy: Policy, broken: Broken) -> Rules {
    Rules { transaction_blocks: 28, broken, ..Rules::of(policy) }
}
