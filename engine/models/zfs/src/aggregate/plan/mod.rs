//! The plan: which directories to convert first, based on listings of the reader's own system.
//!
//! All thresholds and rates come from the lab; this module only computes. The crate `pathlength-listings` parses
//! listings, `planner.rs` asks the model for lookup rates before and after conversion, and `report.rs`, `text.rs`, and
//! `csv.rs` present the result.

mod csv;
mod forecast;
mod planner;
mod report;
mod strategy;
mod text;
mod totals;

pub use forecast::PublishedLookups;
pub use pathlength_listings::{
    Candidate, FileSystemLine, FileSystems, Input, InputError, InputFormat, ListedNames, OperationLine, Reader,
    RejectedLines, SpaceUnit, is_listing, listed_names, read,
};
pub use planner::{PlanRequest, Planner};
pub use report::{FileSystemRow, OperationRow, Rate, Report, Row, Rows};
pub use strategy::Recommendation;
pub use totals::Totals;

use serde::Serialize;
use std::cmp::{Ordering, Reverse};
use std::ops::RangeInclusive;

/// Thresholds of a conversion's benefit, and conversion rates.
#[derive(Clone, Debug, PartialEq)]
pub struct Guidelines {
    /// Size in kilobytes above which there is some benefit.
    pub some_benefit_kilobytes: u64,
    /// Minimum number of names for a considerable benefit.
    pub considerable_entries: u64,
    /// Minimum size in kilobytes for a considerable benefit.
    pub considerable_kilobytes: u64,
    /// Directory size in bytes per name, to estimate the size from the number of names or vice versa.
    pub bytes_per_entry: f64,
    /// Numbers of names for which lookup rates were published.
    pub measured_entries: RangeInclusive<u64>,
    /// Names converted per second, each with the machine of the measurement.
    pub rates: Vec<(String, f64)>,
}

impl Guidelines {
    /// Returns the seconds that converting this number of names takes, at each rate.
    pub fn seconds(&self, names: u64) -> impl Iterator<Item = f64> {
        self.rates.iter().map(move |(_, rate)| names as f64 / rate)
    }
}

/// Benefit of converting a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Benefit {
    /// A benefit too small to notice.
    Little,
    /// Some benefit.
    Some,
    /// A benefit that saves a large share of the time that operations in the directory take.
    Considerable,
}

/// A directory in the plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The directory, with an estimate of its number of names or its size if one of them is unknown.
    pub candidate: Candidate,
    /// Whether the directory's number of names is an estimate.
    pub entries_estimated: bool,
    /// Whether the directory's size is an estimate.
    pub kilobytes_estimated: bool,
    /// Benefit of converting the directory.
    pub benefit: Benefit,
    /// Seconds that the conversion saves in the directory's operations, according to the model. Missing if the
    /// number of operations or of names is not known. The plan is sorted by the seconds saved, even where no
    /// measurement supports the values.
    pub seconds_saved: Option<f64>,
    /// Kilobytes that must be free before the conversion, assuming that the new directory is as large as the old one.
    pub free_kilobytes: u64,
}

/// A plan for all directories.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// The directories.
    pub steps: Vec<Step>,
    /// Seconds to convert all directories, at each rate: the maximum delay of an IPL if conversion is on everywhere.
    pub all_seconds: Vec<f64>,
    /// Maximum number of kilobytes that must be free at any one time.
    pub max_free_kilobytes: u64,
}

/// Creates a plan in the order of the candidates; [`Plan::rank`] sorts it when lookup rates are known.
pub fn plan(candidates: impl IntoIterator<Item = Candidate>, guidelines: &Guidelines) -> Plan {
    let steps: Vec<Step> = candidates.into_iter().map(|candidate| step(candidate, guidelines)).collect();
    let mut all_seconds = vec![0.0; guidelines.rates.len()];
    for step in &steps {
        let seconds = guidelines.seconds(step.candidate.entries.unwrap_or(0));
        all_seconds.iter_mut().zip(seconds).for_each(|(all, one)| *all += one);
    }
    let max_free_kilobytes = steps.iter().map(|step| step.free_kilobytes).max().unwrap_or(0);
    Plan { steps, all_seconds, max_free_kilobytes }
}

impl Plan {
    /// Computes the seconds saved, and sorts the directories by these seconds. Directories for which the seconds are
    /// unknown come last, sorted by benefit and then by number of names. `saved` returns the seconds that the
    /// conversion saves per operation in a directory with the given number of names.
    pub fn rank(&mut self, saved: impl Fn(u64) -> f64) {
        for step in &mut self.steps {
            let Candidate { operations, entries, .. } = step.candidate;
            step.seconds_saved = operations.zip(entries).map(|(operations, names)| operations as f64 * saved(names));
        }
        // There may be a million steps; sorting their keys is faster than sorting the steps themselves.
        let key = |step: &Step| Reverse((step.seconds_saved.map(Seconds), step.benefit, step.candidate.entries));
        self.steps.sort_by_cached_key(key);
        for alike in self.steps.chunk_by_mut(|a, b| key(a) == key(b)) {
            alike.sort_unstable_by(|a, b| a.candidate.path.cmp(&b.candidate.path));
        }
    }
}

/// Seconds with a total order.
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
    // A known number of names alone decides whether the benefit is considerable. The size decides whether there is
    // some benefit.
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
