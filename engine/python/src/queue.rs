//! Queueing networks.

use crate::task::{long, wrong};
use pathlength_queueing::network::Network;
use pathlength_queueing::simulate::{Options, RunLength, Simulation};
use pathlength_queueing::solve::{Approximation, solve as solve_network, solve_approximately};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

/// Number of simulated events between two checks of the progress: a few milliseconds of work.
const SLICE: u32 = 50_000;

/// Number of parts into which progress is divided.
const PARTS: f64 = 1000.0;

/// Options of a simulation, as the package writes them.
#[derive(Debug, Deserialize)]
struct SimulateOptions {
    seed: Option<u64>,
    runs: Option<u32>,
    precision: Option<f64>,
    max_events: Option<u64>,
    time_s: Option<f64>,
    warm_up_s: Option<f64>,
}

impl SimulateOptions {
    fn read(&self) -> Result<Options, String> {
        let default = Options::default();
        let length = match self.time_s {
            Some(_) if self.precision.is_some() || self.max_events.is_some() => {
                return Err(
                    "time_s and precision exclude each other: give time_s, or precision and max_events".to_owned()
                );
            }
            Some(time_s) => RunLength::Time { time_s, warm_up_s: self.warm_up_s },
            None if self.warm_up_s.is_some() => {
                return Err("warm_up_s needs a simulated time: give time_s, too".to_owned());
            }
            None => {
                let RunLength::Precision { relative, max_events } = RunLength::default() else {
                    return Err("the engine has no default precision: give time_s".to_owned());
                };
                RunLength::Precision {
                    relative: self.precision.unwrap_or(relative),
                    max_events: self.max_events.unwrap_or(max_events),
                }
            }
        };
        Ok(Options { seed: self.seed.unwrap_or(default.seed), runs: self.runs.unwrap_or(default.runs), length })
    }
}

fn network(text: &str) -> PyResult<Network> {
    serde_json::from_str(text).map_err(|error| wrong(format!("network: {error}")))
}

/// Returns JSON as the command prints it.
fn pretty(answer: &impl Serialize) -> Result<String, String> {
    serde_json::to_string_pretty(answer).map(|text| text + "\n").map_err(|error| error.to_string())
}

/// Solves a network; returns the command's JSON.
#[pyfunction]
#[pyo3(signature = (network, approximate))]
pub(crate) fn solve(py: Python<'_>, network: &str, approximate: Option<&str>) -> PyResult<String> {
    let network = self::network(network)?;
    let approximation = match approximate {
        None => None,
        Some("linearizer") => Some(Approximation::Linearizer),
        Some("schweitzer") => Some(Approximation::Schweitzer),
        Some(other) => {
            return Err(wrong(format!("unknown approximation {other:?}: use linearizer or schweitzer")));
        }
    };
    long(py, None, move |_| {
        let solved = match approximation {
            None => solve_network(&network),
            Some(approximation) => solve_approximately(&network, approximation),
        };
        pretty(&solved.map_err(|error| error.to_string())?)
    })
}

/// Simulates a network; returns the command's JSON.
#[pyfunction]
#[pyo3(signature = (network, options, progress))]
pub(crate) fn simulate(
    py: Python<'_>,
    network: &str,
    options: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let network = self::network(network)?;
    let options: SimulateOptions = serde_json::from_str(options).map_err(wrong)?;
    let options = options.read().map_err(wrong)?;
    long(py, progress, move |task| {
        let mut simulation = Simulation::new(&network, options).map_err(|error| error.to_string())?;
        while !simulation.step(SLICE).map_err(|error| error.to_string())? {
            task.set_progress((simulation.progress() * PARTS) as u64, PARTS as u64);
            if task.is_stopped() {
                return Err("the simulation was stopped: run it again".to_owned());
            }
        }
        task.set_progress(PARTS as u64, PARTS as u64);
        pretty(&simulation.report(&network))
    })
}
