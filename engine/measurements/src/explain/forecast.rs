//! The forecast of a remedy's effect.

use crate::words::{milliseconds, number};
use serde::Serialize;

/// A quantity at present and after the remedy.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Forecasted {
    /// The measured value.
    pub present: f64,
    /// Lower bound after the remedy.
    pub low: f64,
    /// Upper bound after the remedy; infinite (`null` in JSON) if the rate is not bounded.
    pub high: f64,
    /// The model's value after the remedy; missing if no model fits the measurements.
    pub model: Option<f64>,
    /// The 95 % prediction interval around the model's value, from the model's errors on measurements that were left
    /// out of its fit.
    pub interval: Option<[f64; 2]>,
}

impl Forecasted {
    /// Returns a forecast with only bounds, in which `low` is at most `high`.
    pub(super) fn bounds(present: f64, low: f64, high: f64) -> Self {
        Self { present, low: low.min(high), high, model: None, interval: None }
    }

    /// Returns the forecast with the model's value, limited to the bounds.
    #[must_use]
    pub(super) fn with_model(self, value: f64, interval: Option<[f64; 2]>) -> Self {
        let within = |value: f64| value.max(self.low).min(self.high);
        Self { model: Some(within(value)), interval: interval.map(|ends| ends.map(within)), ..self }
    }

    /// Returns the response times with `population` requests in flight at these rates: R = N/X.
    pub(super) fn response_of(self, population: f64, present_s: f64) -> Self {
        let response = |rate: f64| population / rate;
        Self {
            present: present_s,
            low: response(self.high),
            high: response(self.low),
            model: self.model.map(response),
            interval: self.interval.map(|[low, high]| [response(high), response(low)]),
        }
    }

    /// Describes the forecast; `shown` formats a value with its unit.
    fn text(&self, shown: impl Fn(f64) -> String) -> String {
        let bounds = if !self.high.is_finite() {
            format!("{} or more", shown(self.low))
        } else if self.high <= self.low {
            shown(self.low)
        } else {
            format!("{} to {}", shown(self.low), shown(self.high))
        };
        let model = self.model.filter(|_| self.high > self.low).map_or_else(String::new, |value| {
            // An interval as wide as the bounds adds nothing.
            let narrower =
                self.interval.map(|ends| ends.map(&shown)).filter(|ends| *ends != [self.low, self.high].map(&shown));
            let interval = narrower.map_or_else(String::new, |[low, high]| format!(", 95 % interval {low} to {high}"));
            format!(" (model: {}{interval})", shown(value))
        });
        format!("{bounds}{model} instead of {}", shown(self.present))
    }
}

/// The forecast of a remedy's effect.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Forecast {
    /// The remedy.
    pub remedy: String,
    /// Requests per second.
    pub rate_per_s: Forecasted,
    /// Mean response time in seconds.
    pub response_s: Forecasted,
    /// The model, and its fit.
    pub model: String,
    /// The assumptions of the bounds and the model.
    pub assumes: String,
}

impl Forecast {
    /// Describes both quantities in a sentence.
    pub fn text(&self) -> String {
        format!(
            "{}: {} requests/s; response time {}.",
            self.remedy,
            self.rate_per_s.text(number),
            self.response_s.text(milliseconds)
        )
    }
}
