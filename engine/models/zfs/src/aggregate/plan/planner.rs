//! From a text and a question to a report, in slices.

use super::{Candidate, Guidelines, Input, InputError, Plan, Reader, Report, SpaceUnit, plan};
use crate::aggregate::model::{Costs, Machine, Model, Scenario};
use crate::directory::Format;
use crate::directory::ptest::{Measurement, Plex, Release};
use pathlength_model::ModelError;

/// What is asked besides what the text says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question {
    /// The machine that directories are used on.
    pub machine: Machine,
    /// Where the tasks run.
    pub plex: Plex,
    /// Names that one's own machine converts in a second, if that is known.
    pub own_rate: Option<f64>,
    /// The unit in which `df` printed space, if it was declared.
    pub unit: Option<SpaceUnit>,
}

impl Default for Question {
    fn default() -> Self {
        Self { machine: Machine::Z9, plex: Plex::Monoplex, own_rate: None, unit: None }
    }
}

/// Reads a text, measures directories of the sizes in it, and reports.
#[derive(Debug)]
pub struct Planner {
    question: Question,
    model: Model,
    guidelines: Guidelines,
    reader: Reader,
    pub(super) input: Input,
    pub(super) plan: Plan,
    ranked: bool,
    /// The sizes that directories are measured at, in order.
    sizes: Vec<Size>,
}

/// A number of names that directories are measured at.
#[derive(Debug)]
struct Size {
    names: u64,
    /// Whether a directory of the plan is near.
    needed: bool,
    /// Lookups per second in directories of it in both formats, once they are measured.
    rates: Option<[f64; 2]>,
}

impl Planner {
    /// A planner with parameters taken from `value`.
    ///
    /// # Errors
    /// [`ModelError`] that names a parameter that is missing or out of range, or says that one's own rate makes no sense.
    pub fn new(value: &dyn Fn(&str) -> Option<f64>, question: Question) -> Result<Self, ModelError> {
        if question.own_rate.is_some_and(|rate| !(rate.is_finite() && rate > 0.0)) {
            return Err(ModelError::new("the own rate must be greater than 0 names a second"));
        }
        let model = Model::new(value)?;
        let guidelines = guidelines(model.costs(), question.own_rate);
        let sizes = sizes().map(|names| Size { names, needed: false, rates: None }).collect();
        let (reader, input) = (Reader::new(question.unit), Input::default());
        Ok(Self { question, model, guidelines, reader, input, plan: Plan::default(), ranked: false, sizes })
    }

    /// Goes on with these bytes of the text.
    ///
    /// # Errors
    /// As [`Reader::push`].
    pub fn read(&mut self, bytes: &[u8]) -> Result<(), InputError> {
        self.reader.push(bytes)
    }

    /// Ends the text, and takes note of the sizes to measure.
    ///
    /// # Errors
    /// As [`Reader::finish`].
    pub fn finish(&mut self) -> Result<(), InputError> {
        self.input = std::mem::take(&mut self.reader).finish()?;
        let candidates: Vec<Candidate> = std::mem::take(&mut self.input.candidates);
        self.plan = plan(candidates, &self.guidelines);
        for step in &self.plan.steps {
            for at in around(&self.sizes, step.candidate.entries.unwrap_or(0)) {
                self.sizes[at].needed = true;
            }
        }
        Ok(())
    }

    /// Does a slice of the measuring, and sorts at the end; `true` when nothing is left to do.
    ///
    /// # Errors
    /// Never in practice: the sizes are such as can be measured.
    pub fn prepare(&mut self) -> Result<bool, ModelError> {
        let left = |size: &Size| size.needed && size.rates.is_none();
        let Some(at) = self.sizes.iter().position(left) else {
            if !std::mem::replace(&mut self.ranked, true) {
                let mut plan = std::mem::take(&mut self.plan);
                plan.rank(|names| {
                    let [before, after] = self.lookups(names);
                    1.0 / before - 1.0 / after
                });
                self.plan = plan;
            }
            return Ok(true);
        };
        let names = self.sizes[at].names as f64;
        let Question { machine, plex, .. } = self.question;
        let scenario = |format| Scenario { machine, release: Release::V2R1, format, plex, names };
        for format in [Format::V4, Format::V5] {
            if !self.model.prepare_scenario(&scenario(format))? {
                return Ok(false);
            }
        }
        let rates = [self.model.lookups(&scenario(Format::V4))?, self.model.lookups(&scenario(Format::V5))?];
        self.sizes[at].rates = Some(rates);
        Ok(false)
    }

    /// What there is to say, of at most so many directories one by one.
    ///
    /// # Errors
    /// As [`Planner::prepare`].
    pub fn report(&mut self, most: usize) -> Result<Report<'_>, ModelError> {
        while !self.prepare()? {}
        Ok(Report::new(self, most))
    }

    pub(super) const fn guidelines(&self) -> &Guidelines {
        &self.guidelines
    }

    /// Lookups per second in a directory of that many names in both formats: measured at the sizes around it, and the
    /// times of operations in a straight line between.
    pub(super) fn lookups(&self, names: u64) -> [f64; 2] {
        let [low, high] = around(&self.sizes, names).map(|at| &self.sizes[at]);
        let [lows, highs] = [low, high].map(|size| size.rates.expect("it was measured"));
        if low.names == high.names {
            return lows;
        }
        let share = (names as f64 - low.names as f64) / (high.names as f64 - low.names as f64);
        let between = |low: f64, high: f64| 1.0 / (1.0 / low + share * (1.0 / high - 1.0 / low));
        [0, 1].map(|format| between(lows[format], highs[format]))
    }
}

fn guidelines(costs: &Costs, own_rate: Option<f64>) -> Guidelines {
    let mut rates = vec![("z9".to_owned(), costs.convert_rate_z9), ("zEC12".to_owned(), costs.convert_rate_zec12)];
    rates.extend(own_rate.map(|rate| ("own".to_owned(), rate)));
    Guidelines {
        some_benefit_kilobytes: costs.some_benefit_kb as u64,
        considerable_entries: costs.considerable_names as u64,
        considerable_kilobytes: costs.considerable_kb as u64,
        bytes_per_entry: costs.bytes_per_name(),
        measured_entries: costs.measured_names_min as u64..=costs.measured_names_max as u64,
        rates,
    }
}

/// 1, 2, 3, 5, 7, 10, 20 and so on, up to the largest that is measured.
fn sizes() -> impl Iterator<Item = u64> {
    let decades = std::iter::successors(Some(1), |decade| Some(10 * decade));
    decades
        .flat_map(|decade| [1, 2, 3, 5, 7].map(|times| times * decade))
        .take_while(|size| *size <= Measurement::MOST_NAMES)
}

/// Where the sizes are that are measured for a directory of so many names: the nearest, or twice the same if it is one of
/// them. Beyond the largest, the two largest.
fn around(sizes: &[Size], names: u64) -> [usize; 2] {
    let high = sizes.partition_point(|size| size.names < names).min(sizes.len() - 1);
    if high == 0 || sizes[high].names == names { [high, high] } else { [high - 1, high] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_between_its_neighbours() {
        let all: Vec<Size> = super::sizes().map(|names| Size { names, needed: false, rates: None }).collect();
        for (names, sizes) in [
            (0, [1, 1]),
            (1, [1, 1]),
            (2, [2, 2]),
            (3, [3, 3]),
            (4, [3, 5]),
            (8, [7, 10]),
            (2_000, [2_000, 2_000]),
            (49_999, [30_000, 50_000]),
            (800_000, [700_000, 1_000_000]),
            (1_000_000, [1_000_000, 1_000_000]),
            (9_000_000, [700_000, 1_000_000]),
        ] {
            assert_eq!(around(&all, names).map(|at| all[at].names), sizes, "{names}");
        }
    }
}
