//! The journaling lab's workload: for each file system, a run of sixteen clients.

use pathlength_journaling::{Model, Scenario};
use pathlength_model::{Setting, Settings};
use wasm_bindgen::prelude::*;

const PARAMETERS: &str = include_str!("../../../../labs/journaling/parameters.toml");

/// Number of operations by all sixteen clients in one cycle; a complete run has seventeen cycles.
const CYCLE: u32 = 58_801;

/// The length of the runs, and the results of completed runs.
#[wasm_bindgen]
#[derive(Debug)]
pub struct JournalWork {
    parameters: Vec<(&'static str, f64)>,
    cycles: u32,
    sum: f64,
}

#[wasm_bindgen]
impl JournalWork {
    /// Creates runs of about `count` operations, each of at least one complete cycle.
    #[wasm_bindgen(constructor)]
    pub fn new(count: u32) -> Self {
        let mut name = "";
        let mut parameters = Vec::new();
        for line in PARAMETERS.lines() {
            if let Some(inner) = line.strip_prefix('[') {
                name = inner.trim_end_matches(']');
            } else if let Some(value) = line.strip_prefix("value = ") {
                parameters.push((name, value.parse().unwrap_or(f64::NAN)));
            }
        }
        Self { parameters, cycles: (count / CYCLE).max(1), sum: 0.0 }
    }

    /// Does nothing: runs are not random.
    pub fn shuffle(&mut self, _seed: u32) {}

    /// Runs ext2.
    pub fn ext2(&mut self) {
        self.run("ext2");
    }

    /// Runs ext3 with data=writeback.
    pub fn writeback(&mut self) {
        self.run("writeback");
    }

    /// Runs ext3 with data=ordered.
    pub fn ordered(&mut self) {
        self.run("ordered");
    }

    /// Runs ext3 with data=journal.
    pub fn journal(&mut self) {
        self.run("journal");
    }

    /// Runs `ReiserFS`.
    pub fn reiserfs(&mut self) {
        self.run("reiserfs");
    }

    /// Runs JFS.
    pub fn jfs(&mut self) {
        self.run("jfs");
    }

    /// Runs XFS.
    pub fn xfs(&mut self) {
        self.run("xfs");
    }

    /// Returns the sum of the throughputs so far, which depends only on the work, not on the platform.
    pub fn counted(&self) -> f64 {
        self.sum
    }

    /// Runs a file system as a reader's page does, with a new model.
    fn run(&mut self, policy: &str) {
        let value = |name: &str| self.parameters.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        let mut model = Model::new(&value).expect("the parameters of the lab");
        let mut settings = Settings::default();
        settings.set("policy", Setting::Word(policy.to_owned()));
        settings.set("clients", Setting::Number(16.0));
        settings.set("cycles", Setting::Number(f64::from(self.cycles)));
        let scenario = Scenario::from_settings(&settings).expect("a scenario of the model");
        let answer = model.evaluate_scenario(&scenario).expect("a run that fits on the device");
        self.sum += answer.output("throughput").unwrap_or(f64::NAN);
    }
}
