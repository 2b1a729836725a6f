//! The planner: reads a text and computes a report on it, in slices.

use super::forecast::{ForecastBasis, LookupForecast};
use super::{Candidate, Guidelines, Input, InputError, Plan, PublishedLookups, Reader, Report, SpaceUnit, Step, plan};
use crate::aggregate::model::{ConversionCosts, Machine, Model, Scenario};
use crate::directory::Format;
use crate::directory::ptest::{Measurement, Plex, Release};
use pathlength_model::{ModelError, WordEnum};

/// Options of a plan, in addition to the input text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanRequest {
    /// The machine that uses the directories.
    pub machine: Machine,
    /// System on which the tasks run.
    pub plex: Plex,
    /// Names that the reader's own machine converts per second, if known.
    pub conversion_rate: Option<f64>,
    /// The unit in which `df` printed sizes, if the unit was declared.
    pub unit: Option<SpaceUnit>,
}

impl PlanRequest {
    /// Returns the published lookups for the requested machine and system with V2R1, which a conversion needs; empty if
    /// one of the formats has none.
    fn comparable(&self, published: &[PublishedLookups]) -> Vec<PublishedLookups> {
        let mut all = published.to_vec();
        all.retain(|PublishedLookups { scenario, .. }| {
            (scenario.machine, scenario.plex, scenario.release) == (self.machine, self.plex, Release::V2R1)
        });
        let has = |format| all.iter().any(|lookups| lookups.scenario.format == format);
        if has(Format::V4) && has(Format::V5) { all } else { Vec::new() }
    }
}

impl Default for PlanRequest {
    fn default() -> Self {
        Self { machine: Machine::Z9, plex: Plex::Monoplex, conversion_rate: None, unit: None }
    }
}

/// A planner that reads a text, measures directories of the sizes in that text, and computes a report.
#[derive(Debug)]
pub struct Planner {
    request: PlanRequest,
    model: Model,
    guidelines: Guidelines,
    reader: Reader,
    pub(super) input: Input,
    pub(super) plan: Plan,
    ranked: bool,
    /// The published lookups on the machine and the system that still have to be compared with the model.
    published: Vec<PublishedLookups>,
    pub(super) basis: ForecastBasis,
    /// The sizes at which directories are measured, in ascending order.
    sizes: Vec<MeasuredSize>,
}

/// A directory size, in names, at which directories are measured.
#[derive(Debug)]
struct MeasuredSize {
    names: u64,
    /// Whether a directory in the plan needs this size.
    needed: bool,
    /// Lookups per second at this size in both formats, once measured.
    rates: Option<[f64; 2]>,
}

impl Planner {
    /// Creates a planner with parameters taken from `value`. Forecasts are based on `published`.
    ///
    /// # Errors
    /// Returns [`ModelError`] if a parameter is missing or out of range, or if the conversion rate is invalid.
    pub fn new(
        value: &dyn Fn(&str) -> Option<f64>,
        published: &[PublishedLookups],
        request: PlanRequest,
    ) -> Result<Self, ModelError> {
        if let Some(rate) = request.conversion_rate.filter(|rate| !(rate.is_finite() && *rate > 0.0)) {
            return Err(ModelError::new(format!(
                "conversion rate {rate} is out of range: give more than 0 names per second"
            )));
        }
        let model = Model::new(value)?;
        let guidelines = guidelines(&model.costs().conversion, request.conversion_rate);
        let sizes = sizes().map(|names| MeasuredSize { names, needed: false, rates: None }).collect();
        let (reader, input) = (Reader::new(request.unit), Input::default());
        let published = request.comparable(published);
        let basis = ForecastBasis {
            configuration: format!(
                "a {} {}",
                request.machine.word(),
                match request.plex {
                    Plex::Monoplex => "in a monoplex",
                    Plex::Client => "on a sysplex client",
                }
            ),
            sizes: guidelines.measured_entries.clone(),
            errors: Vec::new(),
        };
        let plan = Plan::default();
        Ok(Self { request, model, guidelines, reader, input, plan, ranked: false, published, basis, sizes })
    }

    /// Reads the next bytes of the text.
    ///
    /// # Errors
    /// Returns the errors of [`Reader::push`].
    pub fn read(&mut self, bytes: &[u8]) -> Result<(), InputError> {
        self.reader.push(bytes)
    }

    /// Finishes reading the text, and selects the sizes to measure.
    ///
    /// # Errors
    /// Returns the errors of [`Reader::finish`].
    pub fn finish(&mut self) -> Result<(), InputError> {
        self.input = std::mem::take(&mut self.reader).finish()?;
        let candidates: Vec<Candidate> = std::mem::take(&mut self.input.candidates);
        self.plan = plan(candidates, &self.guidelines);
        for step in &self.plan.steps {
            for at in nearest_sizes(&self.sizes, step.candidate.entries.unwrap_or(0)) {
                self.sizes[at].needed = true;
            }
        }
        Ok(())
    }

    /// Performs a slice of the measurements and sorts the plan at the end; returns `true` when the report is ready.
    ///
    /// # Errors
    /// Returns no error in practice: all sizes can be measured.
    pub fn prepare(&mut self) -> Result<bool, ModelError> {
        if let Some(PublishedLookups { scenario, per_s }) = self.published.last() {
            if self.model.prepare_scenario(scenario)? {
                let ratio = self.model.lookups(scenario)? / per_s;
                self.basis.errors.push(ratio.max(1.0 / ratio) - 1.0);
                self.published.pop();
            }
            return Ok(false);
        }
        let left = |size: &MeasuredSize| size.needed && size.rates.is_none();
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
        let PlanRequest { machine, plex, .. } = self.request;
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

    /// Returns the report, which lists at most `max_rows` directories individually.
    ///
    /// # Errors
    /// Returns the errors of [`Planner::prepare`].
    pub fn report(&mut self, max_rows: usize) -> Result<Report<'_>, ModelError> {
        while !self.prepare()? {}
        Ok(Report::new(self, max_rows))
    }

    /// Returns the reason why there is no forecast for a directory; `None` if there is a forecast.
    pub(super) fn forecast_gap(&self, step: &Step) -> Option<String> {
        self.basis.gap(step.candidate.entries, step.entries_estimated)
    }

    /// Returns the forecast for a directory; `None` if no published measurements support one.
    pub(super) fn forecast(&self, step: &Step) -> Option<LookupForecast> {
        if self.forecast_gap(step).is_some() {
            return None;
        }
        self.basis.forecast(self.lookups(step.candidate.entries?))
    }

    pub(super) const fn guidelines(&self) -> &Guidelines {
        &self.guidelines
    }

    /// Returns the lookups per second in a directory with this number of names, in both formats. The lookups are
    /// measured at the nearest sizes, and the time per lookup is interpolated linearly.
    pub(super) fn lookups(&self, names: u64) -> [f64; 2] {
        let [low, high] = nearest_sizes(&self.sizes, names).map(|at| &self.sizes[at]);
        let [lows, highs] = [low, high].map(|size| size.rates.expect("it was measured"));
        if low.names == high.names {
            return lows;
        }
        let share = (names as f64 - low.names as f64) / (high.names as f64 - low.names as f64);
        let between = |low: f64, high: f64| 1.0 / (1.0 / low + share * (1.0 / high - 1.0 / low));
        [0, 1].map(|format| between(lows[format], highs[format]))
    }
}

fn guidelines(costs: &ConversionCosts, conversion_rate: Option<f64>) -> Guidelines {
    let mut rates = vec![("z9".to_owned(), costs.convert_rate_z9), ("zEC12".to_owned(), costs.convert_rate_zec12)];
    rates.extend(conversion_rate.map(|rate| ("own".to_owned(), rate)));
    Guidelines {
        some_benefit_kilobytes: costs.some_benefit_kb as u64,
        considerable_entries: costs.considerable_names as u64,
        considerable_kilobytes: costs.considerable_kb as u64,
        bytes_per_entry: costs.bytes_per_name(),
        measured_entries: costs.measured_names_min as u64..=costs.measured_names_max as u64,
        rates,
    }
}

/// Returns the sizes at which directories can be measured: 1, 2, 3, 5, 7, 10, 20, and so on.
fn sizes() -> impl Iterator<Item = u64> {
    let decades = std::iter::successors(Some(1), |decade| Some(10 * decade));
    decades
        .flat_map(|decade| [1, 2, 3, 5, 7].map(|times| times * decade))
        .take_while(|size| *size <= Measurement::MAX_NAMES)
}

/// Returns the indexes of the nearest measured sizes below and above a number of names. Both indexes are the same if
/// the number is a measured size or less than every measured size. For a number above every measured size, returns the
/// indexes of the two largest.
fn nearest_sizes(sizes: &[MeasuredSize], names: u64) -> [usize; 2] {
    let high = sizes.partition_point(|size| size.names < names).min(sizes.len() - 1);
    if high == 0 || sizes[high].names == names { [high, high] } else { [high - 1, high] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_sizes_enclose_number_of_names() {
        let all: Vec<MeasuredSize> =
            super::sizes().map(|names| MeasuredSize { names, needed: false, rates: None }).collect();
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
            assert_eq!(nearest_sizes(&all, names).map(|at| all[at].names), sizes, "{names}");
        }
    }
}
