//! Forecasts of lookup rates. Each forecast is based on published rates on the same machine and system, and has an
//! interval derived from the model's errors for these rates. Without published rates, there is no forecast.

use super::text::range_text;
use crate::aggregate::model::Scenario;
use pathlength_listings::group_digits;
use pathlength_queueing::bound_of_errors;
use std::ops::RangeInclusive;

/// A published lookup rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PublishedLookups {
    /// The directory and the system.
    pub scenario: Scenario,
    /// Lookups per second by all tasks together.
    pub per_s: f64,
}

/// The forecast for one directory: lookups per second by all tasks together, with 95 % intervals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LookupForecast {
    /// Lookup rate in the v4 format.
    pub(super) before: f64,
    pub(super) before_range: [f64; 2],
    /// Lookup rate in the v5 format.
    pub(super) after: f64,
    pub(super) after_range: [f64; 2],
}

impl LookupForecast {
    /// Returns the intervals for both formats, with as many digits as their widths justify.
    pub(super) fn text(&self) -> String {
        [range_text(self.before_range), " → ".to_owned(), range_text(self.after_range)].concat()
    }
}

/// The published basis of forecasts for one machine and system.
#[derive(Clone, Debug)]
pub(super) struct ForecastBasis {
    /// The machine and the system, for messages.
    pub(super) configuration: String,
    /// Numbers of names for which lookup rates were published.
    pub(super) sizes: RangeInclusive<u64>,
    /// Ratios of computed to published rates, minus 1.
    pub(super) errors: Vec<f64>,
}

impl ForecastBasis {
    /// Returns the factor for the 95 % interval; `None` if no lookup rates were published.
    pub(super) fn factor(&self) -> Option<f64> {
        let bound = bound_of_errors(&self.errors);
        bound.is_finite().then_some(1.0 + bound)
    }

    /// Returns the reason why there is no forecast for a directory; `None` if there is a forecast.
    pub(super) fn gap(&self, names: Option<u64>, is_estimate: bool) -> Option<String> {
        let names = match names {
            _ if self.errors.is_empty() => {
                return Some(format!(
                    "not measured: no lookup rates in both formats were published for {}",
                    self.configuration
                ));
            }
            Some(names) if !is_estimate => names,
            _ => return Some("not forecast: its names were not counted".to_owned()),
        };
        let (min, max) = (*self.sizes.start(), *self.sizes.end());
        let side = match names {
            _ if names < min => format!("below the published {}", group_digits(min as f64)),
            _ if names > max => format!("beyond the published {}", group_digits(max as f64)),
            _ => return None,
        };
        Some(format!("not measured: {side} names"))
    }

    /// Returns the forecast from the model's rates in both formats; `None` if no lookup rates were published.
    pub(super) fn forecast(&self, [before, after]: [f64; 2]) -> Option<LookupForecast> {
        let factor = self.factor()?;
        let range = |rate: f64| [rate / factor, rate * factor];
        Some(LookupForecast { before, before_range: range(before), after, after_range: range(after) })
    }
}

/// Returns the 95 % interval for the seconds that the conversion saves in this number of lookups.
pub(super) fn seconds_saved_range(operations: u64, forecast: &LookupForecast) -> [f64; 2] {
    let [before, after] = [forecast.before_range, forecast.after_range];
    [(before[1], after[0]), (before[0], after[1])]
        .map(|(before, after)| operations as f64 * (1.0 / before - 1.0 / after))
}
