//! Recovery times of file systems.

use crate::boundary::js_error;
use crate::read::{Numbers, numbers};
use js_sys::Error;
use pathlength_journaling::recovery_time;
use pathlength_model::{Setting, Settings};
use wasm_bindgen::prelude::*;

/// An estimator of recoveries, with the parameters of a lab.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RecoveryEstimator(recovery_time::RecoveryEstimator);

#[wasm_bindgen]
impl RecoveryEstimator {
    /// Creates an estimator with a lab's parameters.
    ///
    /// # Errors
    /// Throws if a parameter is missing or out of range.
    #[wasm_bindgen(constructor)]
    pub fn new(parameters: Numbers) -> Result<RecoveryEstimator, Error> {
        let parameters = numbers(parameters, "parameters")?;
        let value = |name: &str| parameters.get(name).copied();
        recovery_time::RecoveryEstimator::new(&value).map(Self).map_err(js_error)
    }

    /// Estimates the recovery of a file system; `sizes` are its numeric settings.
    ///
    /// # Errors
    /// Throws if a setting is unknown or out of range, and if the log or the files do not fit on the device.
    pub fn estimate(&mut self, policy: &str, sizes: Numbers) -> Result<RecoveryEstimate, Error> {
        let mut scenario = Settings::default();
        scenario.set("policy", Setting::Word(policy.to_owned()));
        for (name, value) in numbers(sizes, "sizes")? {
            scenario.set(&name, Setting::Number(value));
        }
        self.0.estimate(&scenario).map(RecoveryEstimate).map_err(js_error)
    }
}

/// The I/O and the time of a recovery.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RecoveryEstimate(recovery_time::RecoveryEstimate);

#[wasm_bindgen]
impl RecoveryEstimate {
    /// Returns the number of 4 KB blocks read.
    #[wasm_bindgen(getter, js_name = blocksRead)]
    pub fn blocks_read(&self) -> f64 {
        self.0.blocks_read
    }

    /// Returns the number of 4 KB blocks written.
    #[wasm_bindgen(getter, js_name = blocksWritten)]
    pub fn blocks_written(&self) -> f64 {
        self.0.blocks_written
    }

    /// Returns the titles of the components of the recovery time.
    #[wasm_bindgen(getter)]
    pub fn components(&self) -> Vec<String> {
        self.0.components.iter().map(|(title, _)| (*title).to_owned()).collect()
    }

    /// Returns the total seconds on fast disks.
    #[wasm_bindgen(getter, js_name = fastS)]
    pub fn fast_s(&self) -> f64 {
        self.0.seconds[0]
    }

    /// Returns the total seconds on slow disks.
    #[wasm_bindgen(getter, js_name = slowS)]
    pub fn slow_s(&self) -> f64 {
        self.0.seconds[1]
    }

    /// Returns the seconds of each component on fast disks.
    #[wasm_bindgen(getter, js_name = componentsFastS)]
    pub fn components_fast_s(&self) -> Vec<f64> {
        self.0.components.iter().map(|(_, [fast, _])| *fast).collect()
    }

    /// Returns the seconds of each component on slow disks.
    #[wasm_bindgen(getter, js_name = componentsSlowS)]
    pub fn components_slow_s(&self) -> Vec<f64> {
        self.0.components.iter().map(|(_, [_, slow])| *slow).collect()
    }
}
