//! The printed cells of a lab: the measured time of each way in each phase. A mix of phases at the printed conditions
//! follows from them by arithmetic alone.

use super::super::model::shares;
use super::super::scenario::{Phase, Scenario};
use super::ways::IO_PATHS;
use pathlength_model::Word;

/// A printed value that is relative to another row of its table.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedCell {
    /// The key of its row: a way, or a phase of the baseline.
    pub row: String,
    /// The key of the row that it is relative to.
    pub relative_to: String,
    /// The phase that it was measured in.
    pub phase: String,
    /// The output of the model that it shows.
    pub output: String,
    /// Its value.
    pub value: f64,
}

/// Elapsed time and CPU time of one KB.
type Times = [f64; 2];

/// The phases that are not made of others.
const PHASES: [Phase; 4] = [Phase::Write, Phase::Rewrite, Phase::Read, Phase::Reread];

/// The place of a phase in [`PHASES`].
fn place(phase: Phase) -> Option<usize> {
    PHASES.iter().position(|known| *known == phase)
}

/// The printed times, NaN where none is printed.
#[derive(Clone, Debug)]
pub struct Published {
    /// Of each way in each phase, relative to the baseline in the same phase.
    ways: [[Times; 4]; IO_PATHS.len()],
    /// Of the baseline in each phase, relative to one of its phases.
    baseline: [Times; 4],
}

impl Default for Published {
    fn default() -> Self {
        Self { ways: [[[f64::NAN; 2]; 4]; IO_PATHS.len()], baseline: [[f64::NAN; 2]; 4] }
    }
}

impl Published {
    /// The times that these cells contain.
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
        // The proportions give both reads the same weight and print it once.
        let [read, reread] = [2, 3];
        for at in 0..2 {
            if published.baseline[reread][at].is_nan() {
                published.baseline[reread][at] = published.baseline[read][at];
            }
        }
        published
    }

    /// Throughput and CPU time of a way relative to the baseline, if a cell is printed for all that `scenario` needs.
    pub(super) fn ratios(&self, way: usize, scenario: &Scenario) -> Option<[f64; 2]> {
        let (mut own, mut base) = ([0.0; 2], [0.0; 2]);
        for (phase, share) in shares(scenario) {
            let at = place(phase)?;
            for quantity in 0..2 {
                base[quantity] += share * self.baseline[at][quantity];
                own[quantity] += share * self.baseline[at][quantity] * self.ways[way][at][quantity];
            }
        }
        let ratios = [base[0] / own[0], own[1] / base[1]];
        ratios.iter().all(|ratio| ratio.is_finite()).then_some(ratios)
    }
}
