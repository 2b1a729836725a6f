//! The model's forecast of a remedy's effect, with an interval that comes from the model's errors on published servers
//! to which no parameter was fitted.

use super::words::{number, percent};
use super::{ServerMeasurement, Symptom};
use crate::analytic;
use crate::{Costs, Scenario};
use pathlength_model::{ModelError, Setting, Settings};
use pathlength_queueing::bound_of_errors;
use serde::Serialize;

/// A published server to whose response time no parameter was fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PublishedServer {
    /// Requests per second.
    pub rate: f64,
    /// Request time in seconds.
    pub response_s: f64,
    /// The time that the server's thread spends on one request.
    pub demand: ThreadDemand,
}

/// The time that the server's thread spends on one request, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ThreadDemand {
    /// CPU time.
    pub cpu_ms: f64,
    /// Counted time of page reads.
    pub page_ms: f64,
    /// Checkpoint time.
    pub checkpoint_ms: f64,
}

/// The forecast of a remedy's effect, or the reason why there is no forecast.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct CureForecast {
    /// The forecast with its interval and its assumptions, or the reason why there is no forecast, in sentences.
    pub text: String,
    /// The present request time as computed by the model, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub present_s: Option<f64>,
    /// The request time after the remedy, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub response_s: Option<f64>,
    /// The 95 % interval for `response_s`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub response_s_range: Option<[f64; 2]>,
}

impl CureForecast {
    pub(super) fn none(why: &str) -> Self {
        Self { text: format!("No forecast for this remedy: {why}."), ..Self::default() }
    }
}

/// A forecaster that computes the effects of remedies with a lab's parameters.
#[derive(Clone, Debug)]
pub struct Forecaster {
    costs: Costs,
    /// Logarithms of the ratios of computed to published response times.
    errors: Vec<f64>,
}

impl Forecaster {
    /// Creates a forecaster with parameters from `value`; its intervals come from the errors on `published` servers.
    ///
    /// # Errors
    /// Returns [`ModelError`] if a parameter is missing or out of range, or a published server has no steady state.
    pub fn new(value: &dyn Fn(&str) -> Option<f64>, published: &[PublishedServer]) -> Result<Self, ModelError> {
        let mut forecaster = Self { costs: Costs::new(value)?, errors: Vec::new() };
        for server in published {
            let users = forecaster.users(server.rate, server.response_s);
            let computed_s = forecaster.response_s(server.demand, users)?;
            forecaster.errors.push(libm::log(computed_s / server.response_s));
        }
        Ok(forecaster)
    }

    /// Returns the number of users in a closed network with this rate and response time: N = X (R + Z).
    fn users(&self, rate: f64, response_s: f64) -> f64 {
        (rate * (response_s + self.costs.think_s)).round().max(1.0)
    }

    /// Returns the request time in seconds with this demand.
    fn response_s(&self, demand: ThreadDemand, users: f64) -> Result<f64, ModelError> {
        let mut settings = Settings::default();
        settings.set("engine", Setting::Word("analytic".to_owned()));
        for (name, value) in [
            ("users", users),
            ("cpu_ms", demand.cpu_ms),
            ("page_stall_ms", demand.page_ms),
            ("checkpoint_ms", demand.checkpoint_ms),
        ] {
            settings.set(name, Setting::Number(value));
        }
        let outcome = analytic::solve(&Scenario::from_settings(&settings, &self.costs)?.server)?;
        Ok(outcome.parts.iter().sum())
    }

    /// Returns the demand without page reads, and without the CPU time and the checkpoint time that page reads cost.
    fn without_page_reads(&self, demand: ThreadDemand) -> ThreadDemand {
        let Costs { cpu_per_stall, checkpoint_per_stall, .. } = self.costs;
        ThreadDemand {
            cpu_ms: (demand.cpu_ms - cpu_per_stall * demand.page_ms).max(0.0),
            page_ms: 0.0,
            checkpoint_ms: (demand.checkpoint_ms - checkpoint_per_stall * demand.page_ms).max(0.0),
        }
    }

    /// Forecasts the effect of the remedy in `row` on a server.
    pub(super) fn forecast(&self, server: &ServerMeasurement, row: &Symptom) -> CureForecast {
        if row.aims_at != "page" {
            return CureForecast::none("no source quantifies its effect on the model’s inputs");
        }
        if self.errors.is_empty() {
            return CureForecast::none("no published server is available to check the model");
        }
        self.without_paging(server).unwrap_or_else(|error| CureForecast::none(&error.to_string()))
    }

    fn without_paging(&self, server: &ServerMeasurement) -> Result<CureForecast, ModelError> {
        let demand = |name: &str| {
            let part = server.utilizations.iter().find(|part| part.name == name);
            part.map_or(0.0, |part| part.demand_ms)
        };
        let demand =
            ThreadDemand { cpu_ms: demand("cpu"), page_ms: demand("page"), checkpoint_ms: demand("checkpoint") };
        let users = self.users(server.rate, server.total_s);
        let present_s = self.response_s(demand, users)?;
        let factor = libm::exp(bound_of_errors(&self.errors));
        let [low, high] = [present_s / factor, present_s * factor];
        if !(low..=high).contains(&server.total_s) {
            return Err(ModelError::new(format!(
                "the model does not fit this server: it computes {} s per request instead of the measured {} s",
                number(present_s),
                number(server.total_s)
            )));
        }
        let response_s = self.response_s(self.without_page_reads(demand), users)?;
        let range = [response_s / factor, response_s * factor];
        let rows = if self.errors.len() == 1 { "row" } else { "rows" };
        Ok(CureForecast {
            text: format!(
                "If the remedy removes all page reads, the model forecasts {} s per request instead of {} s (95 % \
                 interval: {} to {} s). The interval comes from the model’s error on {} published {rows} to which \
                 nothing was fitted. The forecast assumes the published think time of {} s, which puts the number of \
                 users at {users}. For the present state, the model computes {} s, {} away from the measurement.",
                digits(response_s),
                number(server.total_s),
                digits(range[0]),
                digits(range[1]),
                self.errors.len(),
                digits(self.costs.think_s),
                number(present_s),
                percent((present_s / server.total_s - 1.0).abs())
            ),
            present_s: Some(present_s),
            response_s: Some(response_s),
            response_s_range: Some(range),
        })
    }
}

/// Formats a number with two significant digits; the intervals of forecasts justify no more.
fn digits(value: f64) -> String {
    let decimals = 1.0 - libm::log10(value.abs().max(f64::MIN_POSITIVE)).floor();
    format!("{value:.*}", decimals.clamp(0.0, 6.0) as usize)
}
