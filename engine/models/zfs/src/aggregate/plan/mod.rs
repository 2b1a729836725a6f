//! Which directories to convert first: what a reader's own listings say of them, and an order.
//!
//! All thresholds and rates come from outside; here is only arithmetic. `read.rs` understands listings, `planner.rs`
//! asks the model how fast directories are before and after, and `report.rs` and `csv.rs` say it all.

mod csv;
mod planner;
mod read;
mod report;
mod strategy;
mod text;

pub use planner::{Planner, Question};
pub use read::{FileSystemLine, FileSystems, Form, Input, InputError, OperationLine, Reader, SpaceUnit, read};
pub use report::{FileSystemRow, OperationRow, Rate, Report, Row, Rows, Totals};
pub use strategy::Recommendation;

use serde::Serialize;
use std::cmp::{Ordering, Reverse};
use std::ops::RangeInclusive;

/// One directory, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidate {
    /// Its path.
    pub path: String,
    /// Names in it.
    pub entries: Option<u64>,
    /// Kilobytes that it takes on disk.
    pub kilobytes: Option<u64>,
    /// Operations on it in the time that was measured.
    pub operations: Option<u64>,
}

/// From what size on a conversion is worth how much, and how long it takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Guidelines {
    /// Above so many kilobytes there is some benefit.
    pub some_benefit_kilobytes: u64,
    /// From so many names on the benefit is considerable.
    pub considerable_entries: u64,
    /// From so many kilobytes on, too.
    pub considerable_kilobytes: u64,
    /// Bytes of a directory for each of its names, where only one of both is known.
    pub bytes_per_entry: f64,
    /// Numbers of names between which rates of lookups were published.
    pub measured_entries: RangeInclusive<u64>,
    /// Names that are converted per second, each with the machine it was measured on.
    pub rates: Vec<(String, f64)>,
}

impl Guidelines {
    /// Seconds that converting so many names takes, at each rate.
    pub fn seconds(&self, names: u64) -> impl Iterator<Item = f64> {
        self.rates.iter().map(move |(_, rate)| names as f64 / rate)
    }
}

/// What converting a directory is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Benefit {
    /// Too small to notice.
    Little,
    /// Some.
    Some,
    /// Much of the time of its operations.
    Considerable,
}

/// A directory in its place of the plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The directory, with its names or its size estimated where it was not known.
    pub candidate: Candidate,
    /// Whether its number of names is an estimate.
    pub entries_estimated: bool,
    /// Whether its size is one.
    pub kilobytes_estimated: bool,
    /// What converting it is worth.
    pub benefit: Benefit,
    /// Seconds that its operations take less after the conversion, where they and its names are known.
    pub seconds_saved: Option<f64>,
    /// Kilobytes that must be free while both formats exist, if the new one is as large as the old one.
    pub free_kilobytes: u64,
}

/// All directories.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// The directories.
    pub steps: Vec<Step>,
    /// Seconds to convert all of them, at each rate: the most that IPLs take longer if conversion is on everywhere.
    pub all_seconds: Vec<f64>,
    /// The most kilobytes that must be free at one time.
    pub most_free_kilobytes: u64,
}

/// Makes a plan in the order of the candidates; [`Plan::rank`] sorts it when rates are known.
pub fn plan(candidates: impl IntoIterator<Item = Candidate>, guidelines: &Guidelines) -> Plan {
    let steps: Vec<Step> = candidates.into_iter().map(|candidate| step(candidate, guidelines)).collect();
    let mut all_seconds = vec![0.0; guidelines.rates.len()];
    for step in &steps {
        let seconds = guidelines.seconds(step.candidate.entries.unwrap_or(0));
        all_seconds.iter_mut().zip(seconds).for_each(|(all, one)| *all += one);
    }
    let most_free_kilobytes = steps.iter().map(|step| step.free_kilobytes).max().unwrap_or(0);
    Plan { steps, all_seconds, most_free_kilobytes }
}

impl Plan {
    /// Computes the seconds saved and sorts by them. Directories without them follow, by benefit, then by names. `saved`
    /// is the seconds that one operation takes less in a directory of that many names.
    pub fn rank(&mut self, saved: impl Fn(u64) -> f64) {
        for step in &mut self.steps {
            let Candidate { operations, entries, .. } = step.candidate;
            step.seconds_saved = operations.zip(entries).map(|(operations, names)| operations as f64 * saved(names));
        }
        // There may be a million, whose keys are sorted faster than they are themselves.
        let key = |step: &Step| Reverse((step.seconds_saved.map(Seconds), step.benefit, step.candidate.entries));
        self.steps.sort_by_cached_key(key);
        for alike in self.steps.chunk_by_mut(|a, b| key(a) == key(b)) {
            alike.sort_unstable_by(|a, b| a.candidate.path.cmp(&b.candidate.path));
        }
    }
}

/// Seconds that can be sorted.
#[derive(Clone, Copy, Debug)]
struct Seconds(f64);

impl Ord for Seconds {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Seconds {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Seconds {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Seconds {}

fn step(mut candidate: Candidate, guidelines: &Guidelines) -> Step {
    let per_entry = guidelines.bytes_per_entry;
    let (entries_estimated, kilobytes_estimated) = (candidate.entries.is_none(), candidate.kilobytes.is_none());
    let entries =
        candidate.entries.or(candidate.kilobytes.map(|kilobytes| (kilobytes as f64 * 1024.0 / per_entry) as u64));
    let kilobytes =
        candidate.kilobytes.or(candidate.entries.map(|entries| (entries as f64 * per_entry / 1024.0).ceil() as u64));
    let size = kilobytes.unwrap_or(0);
    // Where the number of names is known it counts, and the size beside it only for the lower threshold.
    let considerable = match candidate.entries {
        Some(entries) => entries >= guidelines.considerable_entries,
        None => size >= guidelines.considerable_kilobytes,
    };
    let benefit = if considerable {
        Benefit::Considerable
    } else if size > guidelines.some_benefit_kilobytes {
        Benefit::Some
    } else {
        Benefit::Little
    };
    candidate.entries = entries;
    candidate.kilobytes = kilobytes;
    Step { candidate, entries_estimated, kilobytes_estimated, benefit, seconds_saved: None, free_kilobytes: size }
}
