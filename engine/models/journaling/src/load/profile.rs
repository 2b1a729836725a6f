//! Statistics of a client's operation list, from the parameters of a lab.

use pathlength_model::{ModelError, costs};

costs! {
    /// Statistics of one client in one run, with one field per parameter of the lab. Times are percentages of a run.
    Profile;
    /// Number of cycles in a run, all of them equal.
    cycles,
    /// Operations that read.
    reads,
    /// Operations that open or create a file, or attempt to do so.
    opens,
    /// Operations that close a file.
    closes,
    /// Operations that write.
    writes,
    /// Attribute reads by name.
    stats,
    /// Directory reads.
    lists,
    /// Files, each created once and deleted once.
    files,
    /// Attribute reads of open files.
    fstats,
    /// Attribute reads of the file system.
    queries,
    /// Flush requests for files; dbench does not forward them.
    flushes,
    /// Renamed files.
    renames,
    /// Deleted directories.
    rmdirs,
    /// Deletions of directory trees.
    deltrees,
    /// MiB read.
    read_mib,
    /// MiB written.
    written_mib,
    /// Files that stay empty.
    empty_files,
    /// Filler files, which are written at the beginning and not used again.
    fillers,
    /// Bytes per filler file.
    filler_bytes,
    /// Size in bytes that 75 % of all files do not exceed.
    size_75,
    /// Size in bytes that 90 % of all files do not exceed.
    size_90,
    /// Size in bytes that 95 % of all files do not exceed.
    size_95,
    /// Size in bytes that 99 % of all files do not exceed.
    size_99,
    /// Size of the largest file, in bytes.
    size_most,
    /// Pairs of writes, the second of which directly follows the first.
    pairs,
    /// Number of bytes in a pair's first write.
    pair_first,
    /// Number of bytes in a pair's second write.
    pair_second,
    /// Writes of one page.
    page_writes,
    /// Writes of one byte at the new end of a file.
    byte_writes,
    /// Directories with files.
    directories,
    /// Earliest time of a file's second write, counted from the first.
    rewrite_from,
    /// Latest time of an early second write.
    rewrite_turn,
    /// Latest time of any second write.
    rewrite_to,
    /// Share of files with an early second write.
    early_rewrites,
    /// Minimum lifetime of a file with data.
    death_from,
    /// Maximum lifetime of a file with data.
    death_to,
    /// Share of files that are deleted soon after their second write.
    early_deaths,
    /// Minimum time from the second write to the deletion of files that are deleted soon; longer for files that would
    /// otherwise not reach `death_from`.
    early_from = |value| value("early_to").map(|to| to / 5.0),
    /// Maximum time from the second write to the deletion of files that are deleted soon.
    early_to,
    /// Minimum time from the second write to the deletion of the other files.
    late_from,
    /// Start of the period in which a file is read, as a percentage of the file's lifetime.
    reads_from = |_| Some(15.0),
    /// End of the period in which a file is read, as a percentage of the file's lifetime.
    reads_to = |_| Some(90.0),
    /// Maximum lifetime of a file that stays empty.
    empty_to = |_| Some(1.0),
    /// Lifetime of a directory that is deleted empty.
    directory_life = |_| Some(0.5),
}

impl Profile {
    /// Returns the parameters that must be whole numbers.
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
        let is_wrong = |value: f64| value.fract() != 0.0 || value > MAX_COUNT;
        if let Some((name, value)) = self.counts().into_iter().find(|(_, value)| is_wrong(*value)) {
            return Err(ModelError::new(format!(
                "parameter {name} is {value}: give a whole number of at most 100,000,000"
            )));
        }
        let needed = [("cycles", self.cycles), ("directories", self.directories), ("pair_first", self.pair_first)];
        if let Some((name, value)) = needed.into_iter().find(|(_, value)| *value < 1.0 || *value > 1e6) {
            return Err(ModelError::new(format!("parameter {name} is {value}: give 1 to 1,000,000")));
        }
        if self.writes > 1e6 || self.files > 1e6 || self.operations() > 1e7 {
            return Err(ModelError::new(
                "the plan is too large: give at most 1,000,000 files and writes, and 10,000,000 operations",
            ));
        }
        let amounts = [("read_mib", self.read_mib), ("written_mib", self.written_mib)];
        if let Some((name, value)) = amounts.into_iter().find(|(_, value)| *value > 1e5) {
            return Err(ModelError::new(format!("{name} is {value} MiB: give at most 100,000 MiB")));
        }
        let sizes = [self.size_75, self.size_90, self.size_95, self.size_99, self.size_most];
        if sizes.windows(2).any(|pair| pair[0] > pair[1]) {
            return Err(ModelError::new(
                "file sizes decrease: give sizes in ascending order from size_75 to size_most",
            ));
        }
        if self.empty_files + self.fillers > self.files {
            return Err(ModelError::new(
                "`files` is smaller than the sum of `empty_files` and `fillers`: raise `files`",
            ));
        }
        if self.filler_pairs() > self.pairs {
            return Err(ModelError::new("the filler files need more pairs: raise `pairs` or lower `fillers`"));
        }
        if self.small_writes() < 0.0 || self.small_bytes() < 0.0 {
            return Err(ModelError::new(
                "`pairs`, `page_writes`, and `byte_writes` exceed `writes` or `written_mib`: raise `writes` or \
                 `written_mib`",
            ));
        }
        let times = [0.0, self.rewrite_from, self.rewrite_turn, self.rewrite_to];
        let lives = [self.rewrite_to + self.late_from, self.death_to, 100.0 / self.cycles];
        if times.windows(2).chain(lives.windows(2)).any(|pair| pair[0] > pair[1]) || self.death_from > self.death_to {
            return Err(ModelError::new(
                "times are out of order: put the second write before the deletion, both within a cycle, and the start \
                 of each range before its end",
            ));
        }
        if self.early_from > self.early_to || self.reads_from > self.reads_to || self.reads_to > 100.0 {
            return Err(ModelError::new(
                "times are out of order: give early_from ≤ early_to and reads_from ≤ reads_to ≤ 100",
            ));
        }
        let percents = [("empty_to", self.empty_to), ("directory_life", self.directory_life)];
        if let Some((name, value)) = percents.into_iter().find(|(_, value)| *value > 100.0) {
            return Err(ModelError::new(format!("{name} is {value}: give at most 100")));
        }
        let shares = [("early_rewrites", self.early_rewrites), ("early_deaths", self.early_deaths)];
        if let Some((name, value)) = shares.into_iter().find(|(_, value)| *value > 1.0) {
            return Err(ModelError::new(format!("{name} is {value}: give a share from 0 to 1")));
        }
        Ok(())
    }

    /// Returns the number of operations in a run.
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

    /// Returns the number of bytes in a pair of writes.
    pub(super) fn pair_bytes(&self) -> u64 {
        (self.pair_first + self.pair_second) as u64
    }

    /// Returns the number of pairs in the filler files.
    pub(super) fn filler_pairs(&self) -> f64 {
        self.fillers * (self.filler_bytes / self.pair_bytes() as f64).floor()
    }

    /// Returns the number of writes other than pairs, pages, and single bytes.
    pub(super) fn small_writes(&self) -> f64 {
        self.writes - 2.0 * self.pairs - self.page_writes - self.byte_writes
    }

    /// Returns the number of bytes in the writes that [`Self::small_writes`] counts.
    pub(super) fn small_bytes(&self) -> f64 {
        let others = self.pairs * self.pair_bytes() as f64 + self.page_writes * super::files::PAGE as f64;
        self.written_mib * MIB - others - self.byte_writes
    }

    /// Returns one cycle's share of a total, as a whole number. The shares of all cycles add up to the total.
    pub(super) fn cycle_share(&self, all: f64, cycle: u32) -> u64 {
        let until = |cycle: u32| (all * f64::from(cycle) / self.cycles).floor() as u64;
        until(cycle + 1) - until(cycle)
    }
}

/// Bytes in a MiB.
pub(super) const MIB: f64 = 1_048_576.0;
