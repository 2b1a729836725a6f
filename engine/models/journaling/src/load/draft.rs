//! Construction of a plan: the operations of a client and their times, from a profile.

use super::files::{Area, Maker, PAGE, WorkFile, read_bytes};
use super::plan::{NO_FILE, Operation, Plan, Step};
use super::profile::Profile;
use super::spread::{level_out, shuffle};
use pathlength_queueing::Random;

/// An operation, and its time as a share of a whole run.
#[derive(Clone, Copy, Debug)]
struct PlannedOperation {
    at: f64,
    step: Step,
}

/// All operations with their times, not yet in order.
pub(super) struct Draft<'a> {
    profile: &'a Profile,
    cycles: u32,
    random: Random,
    operations: Vec<PlannedOperation>,
    files: u32,
    /// Areas that can be read, by file.
    areas: Vec<Vec<Area>>,
    /// Mean time per operation, as a share of a run.
    moment: f64,
    read_bytes: u64,
}

impl<'a> Draft<'a> {
    /// Creates an empty draft for the first `cycles` cycles.
    pub(super) fn new(profile: &'a Profile, cycles: u32, seed: u64) -> Self {
        Self {
            profile,
            cycles,
            random: Random::new(seed, 0),
            operations: Vec::new(),
            files: 0,
            areas: Vec::new(),
            moment: 1.0 / profile.operations(),
            read_bytes: 0,
        }
    }

    /// Scales the count for a whole run to the cycles in this plan.
    fn scale_count(&self, all: f64) -> u64 {
        (all * f64::from(self.cycles) / self.profile.cycles).floor() as u64
    }

    fn end(&self) -> f64 {
        f64::from(self.cycles) / self.profile.cycles
    }

    fn add(&mut self, at: f64, operation: Operation, file: u32, offset: u64, bytes: u64) {
        self.operations.push(PlannedOperation { at, step: Step { operation, file, offset, bytes } });
    }

    fn file(&mut self, areas: Vec<Area>) -> u32 {
        self.areas.push(areas);
        self.files += 1;
        self.files - 1
    }

    /// Adds the writes of an area and returns the time at which they end.
    fn write(&mut self, at: f64, file: u32, area: Area) -> f64 {
        if !area.pair {
            self.add(at, Operation::Write, file, area.offset, area.bytes);
            return at + self.moment;
        }
        let first = self.profile.pair_first as u64;
        self.add(at, Operation::Write, file, area.offset, first);
        self.add(at + self.moment / 2.0, Operation::Write, file, area.offset + first, area.bytes - first);
        at + 2.0 * self.moment
    }

    /// Adds files that are written at the beginning and deleted at the end.
    pub(super) fn add_fillers(&mut self) {
        let (bytes, unit) = (self.profile.filler_bytes as u64, self.profile.pair_bytes());
        let mut at = 0.0;
        let count = self.scale_count(self.profile.fillers);
        for number in 0..count {
            let file = self.file(Vec::new());
            self.add(at, Operation::Create, file, 0, 0);
            self.add(at + self.moment, Operation::Write, file, bytes.saturating_sub(1), 1);
            at += 2.0 * self.moment;
            for unit_at in 0..bytes / unit {
                at = self.write(at, file, Area { offset: unit_at * unit, bytes: unit, pair: true }) + self.moment;
            }
            self.add(at, Operation::Close, file, 0, 0);
            at += self.moment;
            self.add(self.end() - (count - number) as f64 * self.moment / 2.0, Operation::Unlink, file, 0, 0);
        }
    }

    /// Adds files with data.
    pub(super) fn add_work_files(&mut self) {
        let profile = self.profile;
        let shifts = [self.random.uniform(), self.random.uniform(), self.random.uniform()];
        let mut maker = Maker::new(profile, shifts);
        for cycle in 0..self.cycles {
            let works = maker.cycle(cycle);
            self.read_bytes += read_bytes(profile, cycle);
            let extent: u64 = works.iter().flat_map(|work| &work.areas).map(|area| area.bytes).sum();
            let passes = read_bytes(profile, cycle).checked_div(extent).unwrap_or(0);
            for work in works {
                self.add_work_file(&work, passes);
            }
        }
    }

    fn add_work_file(&mut self, work: &WorkFile, passes: u64) {
        let file = self.file(work.areas.clone());
        let life = work.death - work.birth;
        for (pass, begin) in [(0, work.birth), (1, work.rewrite)] {
            let mut at = begin;
            self.add(at, if pass == 0 { Operation::Create } else { Operation::Open }, file, 0, 0);
            at += self.moment;
            if work.ends > pass {
                self.add(at, Operation::Write, file, work.size - 1, 1);
                at += self.moment;
            }
            if work.heads > pass {
                self.add(at, Operation::Write, file, 0, PAGE);
                at += self.moment;
            }
            for area in &work.areas {
                at = self.write(at, file, *area);
            }
            self.add(at, Operation::Close, file, 0, 0);
        }
        for pass in 0..passes {
            let (from, to) = (self.profile.reads_from, self.profile.reads_to);
            let share = from / 100.0 + (to - from) / 100.0 * (pass as f64 + 0.5) / passes as f64;
            let mut at = work.birth + life * share;
            self.add(at, Operation::Open, file, 0, 0);
            for area in &work.areas {
                at += self.moment;
                self.add(at, Operation::Read, file, area.offset, area.bytes);
                self.read_bytes = self.read_bytes.saturating_sub(area.bytes);
            }
            self.add(at + self.moment, Operation::Close, file, 0, 0);
        }
        if work.renamed {
            self.add(work.birth + life / 2.0, Operation::Rename, file, 0, 0);
        }
        self.add(work.death, Operation::Unlink, file, 0, 0);
    }

    /// Adds files that stay empty.
    pub(super) fn add_empty_files(&mut self) {
        let count = self.scale_count(self.profile.files).saturating_sub(u64::from(self.files));
        let max_life = self.profile.empty_to / 100.0;
        let room = (self.end() - max_life).max(0.0);
        for _ in 0..count {
            let file = self.file(Vec::new());
            let at = self.random.uniform() * room;
            self.add(at, Operation::Create, file, 0, 0);
            self.add(at + self.moment, Operation::Close, file, 0, 0);
            let life = 3.0 * self.moment + self.random.uniform() * (max_life - 4.0 * self.moment).max(0.0);
            self.add(at + life, Operation::Unlink, file, 0, 0);
        }
    }

    pub(super) fn add_directories(&mut self) {
        let life = self.profile.directory_life / 100.0;
        // After the last removal, at least one directory lifetime must remain until the end of the run.
        let room = (self.end() - 2.0 * life).max(0.0);
        for directory in 0..self.scale_count(self.profile.rmdirs) {
            let at = self.random.uniform() * room;
            self.add(at, Operation::MakeDirectory, directory as u32, 0, 0);
            self.add(at + life, Operation::RemoveDirectory, directory as u32, 0, 0);
        }
        for _ in 0..self.scale_count(self.profile.deltrees) {
            self.add(0.0, Operation::DeleteTree, NO_FILE, 0, 0);
        }
    }

    /// Adds the operations that have no fixed time to the time slots in which the run is least busy.
    pub(super) fn fill_gaps(&mut self) {
        let profile = self.profile;
        let has = |operations: &[Operation]| {
            self.operations.iter().filter(|planned| operations.contains(&planned.step.operation)).count() as u64
        };
        let wanted = [
            (Operation::Read, profile.reads, has(&[Operation::Read])),
            (Operation::Open, profile.opens, has(&[Operation::Open, Operation::Create, Operation::MakeDirectory])),
            (Operation::Close, profile.closes, has(&[Operation::Close])),
            (Operation::Stat, profile.stats, 0),
            (Operation::List, profile.lists, 0),
            (Operation::Fstat, profile.fstats, 0),
            (Operation::Query, profile.queries, 0),
            (Operation::Flush, profile.flushes, 0),
        ];
        let mut fillings = Vec::new();
        for (operation, all, present) in wanted {
            let missing = self.scale_count(all).saturating_sub(present);
            fillings.extend((0..missing).map(|_| operation));
        }
        shuffle(&mut fillings, &mut self.random);
        let slots = self.cycles as usize * SLOTS_PER_CYCLE;
        let mut present = vec![0; slots];
        let end = self.end();
        for planned in &self.operations {
            present[((planned.at / end * slots as f64) as usize).min(slots - 1)] += 1;
        }
        let mut rest = fillings.into_iter();
        for (slot, count) in level_out(&present, rest.len() as u64).into_iter().enumerate() {
            for number in 0..count {
                let Some(operation) = rest.next() else { break };
                let within = (number as f64 + self.random.uniform()) / count as f64;
                self.add((slot as f64 + within) / slots as f64 * end, operation, NO_FILE, 0, 0);
            }
        }
    }

    /// Orders the operations, and assigns files to those that may use any file.
    pub(super) fn finish(mut self) -> Plan {
        self.operations.sort_by(|one, other| one.at.total_cmp(&other.at));
        let small_reads =
            |planned: &&PlannedOperation| planned.step.operation == Operation::Read && planned.step.file == NO_FILE;
        let small = self.operations.iter().filter(small_reads).count() as u64;
        let (mut alive, mut read): (Vec<u32>, u64) = (Vec::new(), 0);
        let mut bytes_given = 0;
        let mut steps = Vec::with_capacity(self.operations.len());
        for planned in &self.operations {
            let mut step = planned.step;
            match step.operation {
                // After the first close, all areas have been written.
                Operation::Close if step.file != NO_FILE => {
                    let readable = !self.areas[step.file as usize].is_empty();
                    if readable && !alive.contains(&step.file) {
                        alive.push(step.file);
                    }
                }
                Operation::Unlink => alive.retain(|file| *file != step.file),
                _ => {}
            }
            if step.file == NO_FILE && !alive.is_empty() {
                step.file = alive[self.random.uniform_below(alive.len() as u64) as usize];
                if step.operation == Operation::Read {
                    read += 1;
                    let wanted = (u128::from(self.read_bytes) * u128::from(read) / u128::from(small)) as u64;
                    let areas = &self.areas[step.file as usize];
                    let area = areas[self.random.uniform_below(areas.len() as u64) as usize];
                    step.bytes = wanted.saturating_sub(bytes_given).clamp(1, area.bytes);
                    step.offset = area.offset + self.random.uniform_below((area.bytes - step.bytes) / PAGE + 1) * PAGE;
                    bytes_given += step.bytes;
                }
            }
            steps.push(step);
        }
        Plan { steps, files: self.files, directories: self.profile.directories as u32 }
    }
}

/// Number of time slots per cycle, over which the operations are distributed evenly.
const SLOTS_PER_CYCLE: usize = 64;
