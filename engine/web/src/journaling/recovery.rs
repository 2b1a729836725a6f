//! How long a recovery takes.

use crate::boundary::js_error;
use crate::read::{Numbers, numbers};
use js_sys::Error;
use pathlength_journaling::outage::{Outage, Outages};
use pathlength_model::{Setting, Settings};
use wasm_bindgen::prelude::*;

/// Answers about recoveries, with the parameters of a lab.
#[wasm_bindgen]
#[derive(Debug)]
pub struct OutageDesk(Outages);

#[wasm_bindgen]
impl OutageDesk {
    /// Takes a lab's parameters.
    ///
    /// # Errors
    /// If a parameter is missing or out of range.
    #[wasm_bindgen(constructor)]
    pub fn new(parameters: Numbers) -> Result<OutageDesk, Error> {
        let parameters = numbers(parameters, "parameters")?;
        let value = |name: &str| parameters.get(name).copied();
        Outages::new(&value).map(Self).map_err(js_error)
    }

    /// What the recovery of a file system takes; `sizes` are the settings that are numbers.
    ///
    /// # Errors
    /// If a setting is unknown or out of range, or the log or the files have no room.
    pub fn of(&mut self, policy: &str, sizes: Numbers) -> Result<OutageAnswer, Error> {
        let mut scenario = Settings::default();
        scenario.set("policy", Setting::Word(policy.to_owned()));
        for (name, value) in numbers(sizes, "sizes")? {
            scenario.set(&name, Setting::Number(value));
        }
        self.0.of(&scenario).map(OutageAnswer).map_err(js_error)
    }
}

/// What a recovery takes.
#[wasm_bindgen]
#[derive(Debug)]
pub struct OutageAnswer(Outage);

#[wasm_bindgen]
impl OutageAnswer {
    /// Blocks of 4 KB that it reads, and that it writes.
    #[wasm_bindgen(getter)]
    pub fn blocks(&self) -> Vec<f64> {
        vec![self.0.read, self.0.written]
    }

    /// What its time is made of.
    #[wasm_bindgen(getter)]
    pub fn parts(&self) -> Vec<String> {
        self.0.parts.iter().map(|(title, _)| (*title).to_owned()).collect()
    }

    /// Seconds on fast disks and on slow ones: in all, and then of each part.
    #[wasm_bindgen(getter)]
    pub fn seconds(&self) -> Vec<f64> {
        std::iter::once(self.0.seconds).chain(self.0.parts.iter().map(|(_, seconds)| *seconds)).flatten().collect()
    }
}
