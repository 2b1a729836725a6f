//! The load on file systems, to be watched while it goes on.

use crate::boundary::js_error;
use crate::read::{Numbers, Scenario, numbers, scenario as settings_of};
use js_sys::Error;
use pathlength_journaling::{Model, Scenario as Asked, Watched};
use wasm_bindgen::prelude::*;

/// Begins runs of the load, with the parameters of a lab.
#[wasm_bindgen]
#[derive(Debug)]
pub struct LoadDesk(Model);

#[wasm_bindgen]
impl LoadDesk {
    /// Takes a lab's parameters.
    ///
    /// # Errors
    /// If a parameter is missing or out of range.
    #[wasm_bindgen(constructor)]
    pub fn new(parameters: Numbers) -> Result<LoadDesk, Error> {
        let parameters = numbers(parameters, "parameters")?;
        let value = |name: &str| parameters.get(name).copied();
        Model::new(&value).map(Self).map_err(js_error)
    }

    /// The run that a scenario asks for, at its beginning.
    ///
    /// # Errors
    /// If a setting is missing, unknown or out of range, or it cannot be run.
    pub fn begin(&mut self, scenario: Scenario) -> Result<LoadRun, Error> {
        let asked = Asked::from_settings(&settings_of(scenario)?).map_err(js_error)?;
        self.0.watch(&asked).map(LoadRun).map_err(js_error)
    }
}

/// A run that goes on.
#[wasm_bindgen]
#[derive(Debug)]
pub struct LoadRun(Watched);

#[wasm_bindgen]
impl LoadRun {
    /// Lets so many things happen; `true` at the end.
    ///
    /// # Errors
    /// If the clients' files do not fit on the device.
    pub fn step(&mut self, events: u32) -> Result<bool, Error> {
        self.0.step(events).map_err(js_error)
    }

    /// Share of all operations that have begun, from 0 to 1.
    #[wasm_bindgen(getter)]
    pub fn progress(&self) -> f64 {
        self.0.progress()
    }

    /// Simulated seconds that have passed.
    #[wasm_bindgen(getter)]
    pub fn seconds(&self) -> f64 {
        self.0.seconds()
    }

    /// How it came here: at up to 513 moments the simulated seconds, and the MB that were read and written until then, in
    /// turns.
    #[wasm_bindgen(getter)]
    pub fn course(&self) -> Vec<f64> {
        let moments = self.0.course();
        moments.flat_map(|outcome| [outcome.seconds, outcome.throughput_mb_s * outcome.seconds]).collect()
    }

    /// The model's outputs of these names, of the time that has passed.
    ///
    /// # Errors
    /// If there is no such output.
    #[allow(clippy::needless_pass_by_value)] // the bindings hand over what they made
    pub fn outputs(&self, names: Vec<String>) -> Result<Vec<f64>, Error> {
        let so_far = self.0.so_far();
        names.iter().map(|name| so_far.output(name).map_err(js_error)).collect()
    }
}
