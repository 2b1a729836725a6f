//! The M/M/1 queue: Poisson arrivals, exponential service times, one server.

use pathlength_model::{
    Description, Evaluation, ModelError, NamedModel, Output, ParameterValues, Settings, cost, number,
};

/// Requests per second.
const ARRIVAL_RATE: pathlength_model::Number = number("arrival_rate", "Arrival rate", [0, 1000], "/s");

/// The model, with the request service time in seconds.
#[derive(Debug)]
pub(crate) struct Model {
    service_s: f64,
}

impl pathlength_model::Model for Model {
    fn set_parameters(&mut self, values: ParameterValues<'_>) -> Result<(), ModelError> {
        self.service_s = cost("service_s", values)?;
        Ok(())
    }

    fn prepare(&mut self, scenario: &Settings) -> Result<bool, ModelError> {
        ARRIVAL_RATE.given(scenario).map(|_| true)
    }

    fn evaluate(&mut self, scenario: &Settings) -> Result<Evaluation, ModelError> {
        let rate = scenario.number("arrival_rate")?;
        let utilization = rate * self.service_s;
        if utilization >= 1.0 {
            return Err(ModelError::new(format!(
                "the server is saturated (utilization {utilization:.2}): lower the arrival rate"
            )));
        }
        Ok(Evaluation { outputs: vec![("response_s", self.service_s / (1.0 - utilization))], terms: Vec::new() })
    }
}

impl NamedModel for Model {
    const NAME: &'static str = "mm1";
    const PARAMETERS: &'static [&'static str] = &["service_s"];

    fn describe() -> Description {
        let response = Output { name: "response_s", title: "Response time", unit: "s", terms: "", half_width: "" };
        Description { settings: vec![ARRIVAL_RATE.describe()], outputs: vec![response.describe()] }
    }

    fn open(values: ParameterValues<'_>) -> Result<Self, ModelError> {
        Ok(Self { service_s: cost("service_s", values)? })
    }
}
