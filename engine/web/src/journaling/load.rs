//! Runs of the load on file systems, observed while they proceed.

use crate::boundary::js_error;
use crate::read::{Numbers, Scenario as JsScenario, numbers, scenario as settings_of};
use js_sys::Error;
use pathlength_journaling::{Model, ObservedRun, Scenario};
use wasm_bindgen::prelude::*;

/// A factory for runs of the load, with the parameters of a lab.
#[wasm_bindgen]
#[derive(Debug)]
pub struct LoadRunFactory(Model);

#[wasm_bindgen]
impl LoadRunFactory {
    /// Creates a factory with a lab's parameters.
    ///
    /// # Errors
    /// Throws if a parameter is missing or out of range.
    #[wasm_bindgen(constructor)]
    pub fn new(parameters: Numbers) -> Result<LoadRunFactory, Error> {
        let parameters = numbers(parameters, "parameters")?;
        let value = |name: &str| parameters.get(name).copied();
        Model::new(&value).map(Self).map_err(js_error)
    }

    /// Starts the run of a scenario.
    ///
    /// # Errors
    /// Throws if a setting is missing, unknown, or out of range, if the study is not a load, and if the run is
    /// impossible.
    pub fn start(&mut self, scenario: JsScenario) -> Result<LoadRun, Error> {
        let scenario = Scenario::from_settings(&settings_of(scenario)?).map_err(js_error)?;
        self.0.observe(&scenario).map(LoadRun).map_err(js_error)
    }
}

/// A run in progress.
#[wasm_bindgen]
#[derive(Debug)]
pub struct LoadRun(ObservedRun);

#[wasm_bindgen]
impl LoadRun {
    /// Simulates the given number of events; returns `true` at the end of the run.
    ///
    /// # Errors
    /// Throws if the clients' files do not fit on the device.
    pub fn step(&mut self, events: u32) -> Result<bool, Error> {
        self.0.step(events).map_err(js_error)
    }

    /// Returns the share of all operations that have started, from 0 to 1.
    #[wasm_bindgen(getter)]
    pub fn progress(&self) -> f64 {
        self.0.progress()
    }

    /// Returns the elapsed simulated time in seconds.
    #[wasm_bindgen(getter)]
    pub fn seconds(&self) -> f64 {
        self.0.seconds()
    }

    /// Returns a timeline of up to 513 samples: alternately the simulated seconds, and the MB read and written by then.
    #[wasm_bindgen(getter)]
    pub fn timeline(&self) -> Vec<f64> {
        let samples = self.0.timeline();
        samples.flat_map(|outcome| [outcome.seconds, outcome.throughput_mb_s * outcome.seconds]).collect()
    }

    /// Returns the model outputs with these names for the elapsed time.
    ///
    /// # Errors
    /// Throws if an output is unknown.
    #[allow(clippy::needless_pass_by_value)] // the bindings pass owned values
    pub fn outputs(&self, names: Vec<String>) -> Result<Vec<f64>, Error> {
        let evaluation = self.0.evaluation();
        names.iter().map(|name| evaluation.output(name).map_err(js_error)).collect()
    }
}
