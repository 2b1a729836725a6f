//! The printed cells of a lab: the measured time of each path in each phase. The time of a mix of phases follows from
//! the cells by arithmetic alone. If the minidisk cache has a limited size, the model determines which KB come from it,
//! and the cells determine the time of each KB.

use super::super::model::shares;
use super::super::path::DataSource;
use super::super::scenario::{Phase, Scenario};
use super::ways::IO_PATHS;
use pathlength_model::Word;

/// A published value, relative to the value in another row of its table.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedCell {
    /// The key of the value's row: a path, or a phase of the baseline.
    pub row: String,
    /// The key of the row to which the value is relative.
    pub relative_to: String,
    /// The phase in which the value was measured.
    pub phase: String,
    /// The model output to which the value corresponds.
    pub output: String,
    /// Printed value.
    pub value: f64,
}

/// Elapsed time and CPU time of one KB.
type Times = [f64; 2];

/// The phases that are not a mix of other phases.
const PHASES: [Phase; 4] = [Phase::Write, Phase::Rewrite, Phase::Read, Phase::Reread];

/// Returns the index of a phase in [`PHASES`]; `None` for the mix.
fn place(phase: Phase) -> Option<usize> {
    PHASES.iter().position(|known| *known == phase)
}

/// The printed times; NaN for a time that is not printed.
#[derive(Clone, Debug)]
pub struct Published {
    /// Times by path and phase, relative to the baseline in the same phase.
    ways: [[Times; 4]; IO_PATHS.len()],
    /// Times of the baseline in each phase, relative to one of the phases.
    baseline: [Times; 4],
    /// Variances between runs of the logarithms of elapsed time and CPU time.
    scatter: Times,
}

/// The ratios of a path for a workload, with their variances.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assessment {
    /// Throughput and CPU time relative to the baseline.
    pub(super) ratios: [f64; 2],
    /// The variances of the logarithms of the ratios.
    pub(super) variances: [f64; 2],
}

/// Number of significant digits of a printed value.
const DIGITS: i32 = 3;

/// Returns the variance that rounding causes in the logarithm of a printed value: the error is uniform over one unit of
/// the last digit.
fn rounding(value: f64) -> f64 {
    let unit = libm::pow(10.0, libm::floor(libm::log10(value)) + f64::from(1 - DIGITS)) / value;
    unit * unit / 12.0
}

impl Default for Published {
    fn default() -> Self {
        Self { ways: [[[f64::NAN; 2]; 4]; IO_PATHS.len()], baseline: [[f64::NAN; 2]; 4], scatter: [f64::NAN; 2] }
    }
}

impl Published {
    /// Collects the printed times from `cells`.
    pub fn new(cells: &[PublishedCell]) -> Self {
        let mut published = Self::default();
        for cell in cells {
            let phase = |word: &str| Phase::from_word(word).and_then(place);
            let Some(at) = phase(&cell.phase) else { continue };
            if phase(&cell.row) == Some(at) && phase(&cell.relative_to).is_some() {
                match cell.output.as_str() {
                    "elapsed_per_kb" => published.baseline[at][0] = cell.value,
                    "total_cpu_per_kb" => published.baseline[at][1] = cell.value,
                    _ => {}
                }
            } else if let Some(way) = IO_PATHS.iter().position(|way| way.code == cell.row)
                && cell.relative_to == IO_PATHS[0].code
            {
                match cell.output.as_str() {
                    "kb_per_s" => published.ways[way][at][0] = 1.0 / cell.value,
                    "total_cpu_per_kb" => published.ways[way][at][1] = cell.value,
                    _ => {}
                }
            }
        }
        // The table of proportions has one value for both the read and the reread.
        let [read, reread] = [2, 3];
        for at in 0..2 {
            if published.baseline[reread][at].is_nan() {
                published.baseline[reread][at] = published.baseline[read][at];
            }
        }
        published.scatter = published.repeats();
        published
    }

    /// Returns the variances between runs. Without the cache, a path does the same work in the read and in the reread.
    /// So the difference between the logarithms of the two times has twice the variance of one run. A change that all
    /// paths share comes from the baseline.
    fn repeats(&self) -> Times {
        let [read, reread] = [2, 3];
        [0, 1].map(|quantity| {
            let uncached = IO_PATHS.iter().zip(&self.ways).skip(1).filter(|(way, _)| !way.mdc);
            let changes: Vec<f64> =
                uncached.map(|(_, times)| libm::log(times[reread][quantity] / times[read][quantity])).collect();
            let mean = changes.iter().sum::<f64>() / changes.len() as f64;
            let squares: f64 = changes.iter().map(|change| (change - mean) * (change - mean)).sum();
            squares / (2 * (changes.len() - 1)) as f64
        })
    }

    /// Assesses a path; returns `None` if a cell that `scenario` needs is not printed. `sources` returns the sources of
    /// a phase's KB. A KB from the cache takes as long as a KB of the reread. A KB that fills the cache takes as long
    /// as a KB of the initial read. A KB that bypasses the cache takes as long as on the same path without the cache.
    pub(super) fn assess(
        &self,
        way: usize,
        scenario: &Scenario,
        sources: impl Fn(Phase) -> Vec<(DataSource, f64)>,
    ) -> Option<Assessment> {
        let [read, reread] = [2, 3];
        let mut base = [0.0; 2];
        // The time from each cell, for this path and for the same path without the cache.
        let mut own = [[[0.0; 2]; 4]; 2];
        for (phase, share) in shares(scenario) {
            let at = place(phase)?;
            for (source, part) in sources(phase) {
                let (from, cell) = match source {
                    DataSource::Disk if scenario.is_cached() && phase.reads() => (1, read),
                    DataSource::Disk => (0, at),
                    DataSource::Fill => (0, read),
                    DataSource::Cache => (0, reread),
                };
                let times = self.ways[[way, IO_PATHS[way].stem()][from]][cell];
                for quantity in 0..2 {
                    own[from][cell][quantity] += share * part * self.baseline[cell][quantity] * times[quantity];
                }
            }
            for (sum, time) in base.iter_mut().zip(self.baseline[at]) {
                *sum += share * time;
            }
        }
        let sum = [0, 1].map(|quantity: usize| own.iter().flatten().map(|times| times[quantity]).sum::<f64>());
        let ratios = [base[0] / sum[0], sum[1] / base[1]];
        let mut variances = [0.0; 2];
        for (from, cells) in own.iter().enumerate() {
            let printed = [way, IO_PATHS[way].stem()][from];
            for (cell, times) in cells.iter().enumerate() {
                for quantity in 0..2 {
                    let value = self.ways[printed][cell][quantity];
                    // The baseline is 1 by definition; an elapsed time is the reciprocal of a printed throughput, and
                    // has the relative rounding error of that throughput.
                    let rounding = match (printed, quantity) {
                        (0, _) => 0.0,
                        (_, 0) => rounding(1.0 / value),
                        _ => rounding(value),
                    };
                    let weight = times[quantity] / sum[quantity];
                    if weight > 0.0 {
                        variances[quantity] += weight * weight * (self.scatter[quantity] + rounding);
                    }
                }
            }
        }
        ratios.iter().all(|ratio| ratio.is_finite()).then_some(Assessment { ratios, variances })
    }
}
