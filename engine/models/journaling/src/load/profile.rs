//! The shape of a client's list of operations, as a lab has measured it.

use pathlength_model::{ModelError, costs};

costs! {
    /// Statistics of one client and run, one field a parameter of the lab. Times are percent of a run.
    Profile;
    /// Cycles of a run, all alike.
    cycles,
    /// Operations that read.
    reads,
    /// Operations that open a file, make one, or try to.
    opens,
    /// Operations that close a file.
    closes,
    /// Operations that write.
    writes,
    /// Questions about a file by its name.
    stats,
    /// Readings of a whole directory.
    lists,
    /// Files, each made once and deleted once.
    files,
    /// Questions about an open file.
    fstats,
    /// Questions about the file system.
    queries,
    /// Requests to flush a file, which dbench does not pass on.
    flushes,
    /// Files that get another name.
    renames,
    /// Directories deleted.
    rmdirs,
    /// Deletions of everything below a directory.
    deltrees,
    /// MiB read.
    read_mib,
    /// MiB written.
    written_mib,
    /// Files that stay empty.
    empty_files,
    /// Files that are written at the beginning, and only lie there.
    fillers,
    /// Bytes in each of them.
    filler_bytes,
    /// Size that 75 % of all files do not exceed, in bytes.
    size_75,
    /// The same for 90 %.
    size_90,
    /// The same for 95 %.
    size_95,
    /// The same for 99 %.
    size_99,
    /// The size of the largest file.
    size_most,
    /// Writes that come in pairs, the second just behind the first: pairs.
    pairs,
    /// Bytes of a pair's first write.
    pair_first,
    /// Bytes of its second write.
    pair_second,
    /// Writes of one page.
    page_writes,
    /// Writes of one byte, at what becomes the end of a file.
    byte_writes,
    /// Directories that the files are in.
    directories,
    /// Earliest second write of a file, after the first.
    rewrite_from,
    /// When the second write of the early ones is over.
    rewrite_turn,
    /// Latest second write.
    rewrite_to,
    /// Share of the files whose second write is an early one.
    early_rewrites,
    /// Shortest life of a file with data.
    death_from,
    /// Longest life.
    death_to,
    /// Share of the files that are deleted soon after their second write.
    early_deaths,
    /// Longest time from the second write to the end of these.
    early_to,
    /// Shortest time from the second write to the end of the others.
    late_from,
}

impl Profile {
    /// Counts that must be whole.
    fn counts(&self) -> [(&'static str, f64); 25] {
        [
            ("cycles", self.cycles),
            ("reads", self.reads),
            ("opens", self.opens),
            ("closes", self.closes),
            ("writes", self.writes),
            ("stats", self.stats),
            ("lists", self.lists),
            ("files", self.files),
            ("fstats", self.fstats),
            ("queries", self.queries),
            ("flushes", self.flushes),
            ("renames", self.renames),
            ("rmdirs", self.rmdirs),
            ("deltrees", self.deltrees),
            ("empty_files", self.empty_files),
            ("fillers", self.fillers),
            ("filler_bytes", self.filler_bytes),
            ("size_most", self.size_most),
            ("pairs", self.pairs),
            ("pair_first", self.pair_first),
            ("pair_second", self.pair_second),
            ("page_writes", self.page_writes),
            ("byte_writes", self.byte_writes),
            ("directories", self.directories),
            ("size_99", self.size_99),
        ]
    }

    fn check(&self) -> Result<(), ModelError> {
        const MAX_COUNT: f64 = 1e8;
        if let Some((name, _)) = self.counts().into_iter().find(|(_, value)| value.fract() != 0.0 || *value > MAX_COUNT)
        {
            return Err(ModelError::new(format!(
                "parameter {name} is invalid: give a whole number of at most 100,000,000"
            )));
        }
        let needed = [("cycles", self.cycles), ("directories", self.directories), ("pair_first", self.pair_first)];
        if let Some((name, _)) = needed.into_iter().find(|(_, value)| *value < 1.0 || *value > 1e6) {
            return Err(ModelError::new(format!("parameter {name} is out of range: give 1 to 1,000,000")));
        }
        if self.writes > 1e6 || self.files > 1e6 || self.operations() > 1e7 {
            return Err(ModelError::new(
                "the plan is too large: give at most 1,000,000 files and writes, and 10,000,000 operations",
            ));
        }
        if self.written_mib.max(self.read_mib) > 1e5 {
            return Err(ModelError::new("read_mib or written_mib is too large: give at most 100,000 MiB each"));
        }
        let sizes = [self.size_75, self.size_90, self.size_95, self.size_99, self.size_most];
        if sizes.windows(2).any(|pair| pair[0] > pair[1]) {
            return Err(ModelError::new(
                "file sizes decrease: give sizes in ascending order from size_75 to size_most",
            ));
        }
        if self.empty_files + self.fillers > self.files {
            return Err(ModelError::new(
                "there are fewer files than empty_files and fillers together: give more files",
            ));
        }
        if self.small_writes() < 0.0 || self.filler_pairs() > self.pairs || self.small_bytes() < 0.0 {
            return Err(ModelError::new(
                "pairs, page_writes and byte_writes exceed the writes or their bytes: reduce them or raise the totals",
            ));
        }
        let times = [0.0, self.rewrite_from, self.rewrite_turn, self.rewrite_to];
        let lives = [self.rewrite_to + self.late_from, self.death_to, 100.0 / self.cycles];
        if times.windows(2).chain(lives.windows(2)).any(|pair| pair[0] > pair[1]) || self.death_from > self.death_to {
            return Err(ModelError::new(
                "times are out of order: put the second write before the deletion, and both within a cycle",
            ));
        }
        if self.early_rewrites > 1.0 || self.early_deaths > 1.0 {
            return Err(ModelError::new("early_rewrites or early_deaths is out of range: give shares from 0 to 1"));
        }
        Ok(())
    }

    /// Operations of a run.
    pub fn operations(&self) -> f64 {
        self.reads
            + self.opens
            + self.closes
            + self.writes
            + self.stats
            + self.lists
            + self.files
            + self.fstats
            + self.queries
            + self.flushes
            + self.renames
            + self.rmdirs
            + self.deltrees
    }

    /// Bytes of a pair.
    pub(super) fn pair_bytes(&self) -> u64 {
        (self.pair_first + self.pair_second) as u64
    }

    /// Pairs that fill the fillers.
    pub(super) fn filler_pairs(&self) -> f64 {
        self.fillers * (self.filler_bytes / self.pair_bytes() as f64).floor()
    }

    /// Writes that are neither of a pair nor of a page nor of a byte.
    pub(super) fn small_writes(&self) -> f64 {
        self.writes - 2.0 * self.pairs - self.page_writes - self.byte_writes
    }

    /// Their bytes.
    pub(super) fn small_bytes(&self) -> f64 {
        let others = self.pairs * self.pair_bytes() as f64 + self.page_writes * super::files::PAGE as f64;
        self.written_mib * MIB - others - self.byte_writes
    }

    /// What falls to one cycle of what a run has in all: whole, and no more or less over all cycles.
    pub(super) fn of_cycle(&self, all: f64, cycle: u32) -> u64 {
        let until = |cycle: u32| (all * f64::from(cycle) / self.cycles).floor() as u64;
        until(cycle + 1) - until(cycle)
    }
}

/// Bytes in a MiB.
pub(super) const MIB: f64 = 1_048_576.0;
