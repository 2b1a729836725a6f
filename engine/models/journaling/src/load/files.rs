//! The files with data in one cycle: sizes, times of writes and deletion, and written areas.

use super::profile::{MIB, Profile};
use super::spread::is_selected;

/// Bytes in a page.
pub(super) const PAGE: u64 = crate::BLOCK_BYTES;

/// A written area of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) offset: u64,
    pub(super) bytes: u64,
    /// Whether the area is written by a pair of writes.
    pub(super) pair: bool,
}

/// A file with data. Times are shares of a run.
#[derive(Clone, Debug)]
pub(super) struct WorkFile {
    pub(super) size: u64,
    pub(super) birth: f64,
    pub(super) rewrite: f64,
    pub(super) death: f64,
    /// Areas that are written twice.
    pub(super) areas: Vec<Area>,
    /// Number of separate writes to the first page.
    pub(super) heads: u64,
    /// Number of separate writes to the last byte.
    pub(super) ends: u64,
    pub(super) renamed: bool,
}

/// The generator of each cycle's files. Writes that do not fit into a cycle move to the next cycle.
#[derive(Debug)]
pub(super) struct Maker<'a> {
    profile: &'a Profile,
    /// Starting points of the evenly distributed sequences of times; they depend on the seed.
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

    /// Returns the files of a cycle, which are deleted before the cycle ends.
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
        // A quasi-random sequence, from powers of a generalized golden ratio: evenly distributed in three dimensions.
        let even = |power: i32, shift: f64| {
            let place = rank as f64 * libm::pow(PLASTIC, -f64::from(power)) + shift;
            place - place.floor()
        };
        let (x, y, z) = (even(1, self.shifts[0]), even(2, self.shifts[1]), even(3, self.shifts[2]));
        let rewrite = map_share(
            x,
            profile.early_rewrites,
            (profile.rewrite_from, profile.rewrite_turn),
            (profile.rewrite_turn, profile.rewrite_to),
        );
        let soonest = (profile.death_from - rewrite).clamp(profile.early_from, profile.early_to);
        let after = map_share(
            y,
            profile.early_deaths,
            (soonest, profile.early_to),
            (profile.late_from, profile.death_to - rewrite),
        );
        let life = (rewrite + after) / 100.0;
        // No file outlives its cycle.
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

    /// Returns the size of the file with this rank, interpolated linearly between the known quantiles.
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

    /// Distributes the writes of a cycle among its files.
    fn write(&mut self, files: &mut [WorkFile], cycle: u32) {
        let profile = self.profile;
        self.pairs += profile.cycle_share(profile.pairs - profile.filler_pairs(), cycle);
        self.smalls += profile.cycle_share(profile.small_writes(), cycle);
        self.small_bytes += profile.cycle_share(profile.small_bytes(), cycle);
        self.heads += profile.cycle_share(profile.page_writes, cycle);
        self.ends += profile.cycle_share((profile.byte_writes - profile.fillers).max(0.0), cycle);
        let renames = profile.cycle_share(profile.renames, cycle);
        let count = files.len() as u64;

        let unit = profile.pair_bytes();
        let units: u64 = files.iter().map(|file| file.size / unit).sum();
        let twice = (self.pairs / 2).min(units);
        self.pairs -= 2 * twice;
        let mut seen = 0;
        for file in files.iter_mut() {
            for at in 0..file.size / unit {
                if is_selected(seen, twice, units) {
                    file.areas.push(Area { offset: at * unit, bytes: unit, pair: true });
                }
                seen += 1;
            }
        }

        // The remainder of a file, after its last whole unit, is written in one piece, as long as there are bytes to
        // write.
        let smalls = (self.smalls / 2).min(count);
        let chosen = |at: usize| is_selected(at as u64, smalls, count);
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
            file.renamed = is_selected(at as u64, renames, count);
        }
    }
}

/// The positive root of x⁴ = x + 1: multiples of its first three negative powers, modulo 1, are evenly distributed.
const PLASTIC: f64 = 1.220_744_084_605_759_5;

/// Maps `x` linearly: values below `share` to the first range, larger values to the other range.
fn map_share(x: f64, share: f64, first: (f64, f64), other: (f64, f64)) -> f64 {
    if x < share {
        first.0 + (first.1 - first.0) * x / share
    } else {
        other.0 + (other.1 - other.0) * (x - share) / (1.0 - share).max(f64::MIN_POSITIVE)
    }
}

/// Returns the number of bytes to read in a cycle.
pub(super) fn read_bytes(profile: &Profile, cycle: u32) -> u64 {
    profile.cycle_share(profile.read_mib * MIB, cycle)
}
