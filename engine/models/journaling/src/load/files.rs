//! The files with data that are made in one cycle: how large, when written, when deleted, and which parts.

use super::profile::{MIB, Profile};
use super::spread::taken;

/// Bytes in a page.
pub(super) const PAGE: u64 = crate::BLOCK_BYTES;

/// A part of a file that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) offset: u64,
    pub(super) bytes: u64,
    /// By a pair of writes.
    pub(super) pair: bool,
}

/// A file with data. Times are shares of a run.
#[derive(Clone, Debug)]
pub(super) struct WorkFile {
    pub(super) size: u64,
    pub(super) birth: f64,
    pub(super) rewrite: f64,
    pub(super) death: f64,
    /// Written twice.
    pub(super) areas: Vec<Area>,
    /// Its first page is written alone, this often.
    pub(super) heads: u64,
    /// Its last byte is written, this often.
    pub(super) ends: u64,
    pub(super) renamed: bool,
}

/// Makes the files of one cycle after the other. What could not be placed in a cycle goes to the next.
#[derive(Debug)]
pub(super) struct Maker<'a> {
    profile: &'a Profile,
    /// Where the even sequences of times begin: that is what a seed changes.
    shifts: [f64; 3],
    pairs: u64,
    smalls: u64,
    small_bytes: u64,
    heads: u64,
    ends: u64,
}

impl<'a> Maker<'a> {
    pub(super) fn new(profile: &'a Profile, shifts: [f64; 3]) -> Self {
        Self { profile, shifts, pairs: 0, smalls: 0, small_bytes: 0, heads: 0, ends: 0 }
    }

    /// The files of cycle number `cycle`; they are gone when it ends.
    pub(super) fn cycle(&mut self, cycle: u32) -> Vec<WorkFile> {
        let profile = self.profile;
        let count = (profile.files - profile.empty_files - profile.fillers) as u64;
        let cycles = profile.cycles as u64;
        let ranks = (u64::from(cycle)..count).step_by(cycles as usize);
        let mut files: Vec<WorkFile> = ranks.map(|rank| self.file(rank, count, cycle)).collect();
        self.write(&mut files, cycle);
        files
    }

    fn file(&self, rank: u64, count: u64, cycle: u32) -> WorkFile {
        let profile = self.profile;
        // Multiples of powers of a number like the golden ratio: even in all three times at once.
        let even = |power: i32, shift: f64| {
            let place = rank as f64 * libm::pow(PLASTIC, -f64::from(power)) + shift;
            place - place.floor()
        };
        let (x, y, z) = (even(1, self.shifts[0]), even(2, self.shifts[1]), even(3, self.shifts[2]));
        let rewrite = part(
            x,
            profile.early_rewrites,
            (profile.rewrite_from, profile.rewrite_turn),
            (profile.rewrite_turn, profile.rewrite_to),
        );
        let soonest = (profile.death_from - rewrite).clamp(profile.early_to / 5.0, profile.early_to);
        let after =
            part(y, profile.early_deaths, (soonest, profile.early_to), (profile.late_from, profile.death_to - rewrite));
        let life = (rewrite + after) / 100.0;
        // A cycle leaves nothing to the next.
        let room = 1.0 / profile.cycles - life;
        let birth = f64::from(cycle) / profile.cycles + z * room;
        WorkFile {
            size: self.size(rank, count),
            birth,
            rewrite: birth + rewrite / 100.0,
            death: birth + life,
            areas: Vec::new(),
            heads: 0,
            ends: 0,
            renamed: false,
        }
    }

    /// The size of the file with this rank: on straight lines between the known ones.
    fn size(&self, rank: u64, count: u64) -> u64 {
        let profile = self.profile;
        if rank + 1 == count {
            return profile.size_most as u64;
        }
        let share = (profile.empty_files + rank as f64 + 0.5) / profile.files;
        let known = [
            (profile.empty_files / profile.files, 0.0),
            (0.75, profile.size_75),
            (0.9, profile.size_90),
            (0.95, profile.size_95),
            (0.99, profile.size_99),
        ];
        let size = known.windows(2).find(|pair| share <= pair[1].0).map_or(profile.size_99, |pair| {
            let ((from, low), (to, high)) = (pair[0], pair[1]);
            low + (high - low) * ((share - from) / (to - from)).clamp(0.0, 1.0)
        });
        (size as u64).max(1)
    }

    /// Shares the writes of a cycle out among its files.
    fn write(&mut self, files: &mut [WorkFile], cycle: u32) {
        let profile = self.profile;
        self.pairs += profile.of_cycle(profile.pairs - profile.filler_pairs(), cycle);
        self.smalls += profile.of_cycle(profile.small_writes(), cycle);
        self.small_bytes += profile.of_cycle(profile.small_bytes(), cycle);
        self.heads += profile.of_cycle(profile.page_writes, cycle);
        self.ends += profile.of_cycle((profile.byte_writes - profile.fillers).max(0.0), cycle);
        let renames = profile.of_cycle(profile.renames, cycle);
        let count = files.len() as u64;

        let unit = profile.pair_bytes();
        let units: u64 = files.iter().map(|file| file.size / unit).sum();
        let twice = (self.pairs / 2).min(units);
        self.pairs -= 2 * twice;
        let mut seen = 0;
        for file in files.iter_mut() {
            for at in 0..file.size / unit {
                if taken(seen, twice, units) {
                    file.areas.push(Area { offset: at * unit, bytes: unit, pair: true });
                }
                seen += 1;
            }
        }

        // What is left of a file behind its last whole unit is written in one piece, or as much of it as there is to write.
        let smalls = (self.smalls / 2).min(count);
        let chosen = |at: usize| taken(at as u64, smalls, count);
        let tail = |file: &WorkFile| (file.size % unit).max(u64::from(file.size < unit));
        let tails: u64 = files.iter().enumerate().filter(|(at, _)| chosen(*at)).map(|(_, file)| tail(file)).sum();
        let factor = (self.small_bytes as f64 / (2 * tails).max(1) as f64).min(1.0);
        for (_, file) in files.iter_mut().enumerate().filter(|(at, _)| chosen(*at)) {
            let bytes = ((tail(&*file) as f64 * factor) as u64).max(1);
            file.areas.push(Area { offset: file.size / unit * unit, bytes, pair: false });
            self.smalls -= 2;
            self.small_bytes = self.small_bytes.saturating_sub(2 * bytes);
        }

        let whole = files.iter().filter(|file| file.size >= PAGE).count() as u64;
        for (at, file) in files.iter_mut().filter(|file| file.size >= PAGE).enumerate() {
            let left = whole - at as u64;
            file.heads = (self.heads / left).min(2);
            self.heads -= file.heads;
        }
        for (at, file) in files.iter_mut().enumerate() {
            let left = count - at as u64;
            file.ends = (self.ends / left).min(2);
            self.ends -= file.ends;
            file.renamed = taken(at as u64, renames, count);
        }
    }
}

/// The root of x⁴ = x + 1: its powers are spread evenly in three dimensions.
const PLASTIC: f64 = 1.220_744_084_605_759_5;

/// What a share `x` of all has: the first ones, up to `share`, lie in one range, the others in another.
fn part(x: f64, share: f64, first: (f64, f64), other: (f64, f64)) -> f64 {
    if x < share {
        first.0 + (first.1 - first.0) * x / share
    } else {
        other.0 + (other.1 - other.0) * (x - share) / (1.0 - share).max(f64::MIN_POSITIVE)
    }
}

/// Bytes to read in a cycle.
pub(super) fn read_bytes(profile: &Profile, cycle: u32) -> u64 {
    profile.of_cycle(profile.read_mib * MIB, cycle)
}
