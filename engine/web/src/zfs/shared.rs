//! Many tasks in one directory, and the locks for which they wait.

use crate::boundary::{js_error, parse_word};
use crate::read::{Numbers, numbers};
use js_sys::Error;
use pathlength_model::WordEnum;
use pathlength_zfs::directory::Format;
use pathlength_zfs::directory::ptest::{
    Costs, Locks, Machine, Model, Moment, Plex, Release, Scenario, SharedDirectory, SharedLoad, Workload,
};
use wasm_bindgen::prelude::*;

/// Directories shared by tasks on the z9 monoplex under V2R1, with the costs of a lab.
#[wasm_bindgen]
#[derive(Debug)]
pub struct SharedDirectories(Model);

/// A directory with its tasks.
#[wasm_bindgen]
#[derive(Debug)]
pub struct SharedDirectoryView(SharedDirectory);

/// The tasks over time.
#[wasm_bindgen]
#[derive(Debug)]
pub struct TaskTrace(Vec<Moment>);

fn scenario(format: &str, names: f64) -> Result<Scenario, Error> {
    Ok(Scenario {
        workload: Workload::Dl2,
        machine: Machine::Z9,
        release: Release::V2R1,
        format: parse_word::<Format>(format, "directory format")?,
        plex: Plex::Monoplex,
        names,
        readdir_search: None,
    })
}

#[wasm_bindgen]
impl SharedDirectories {
    /// Creates directories with a lab's parameters.
    ///
    /// # Errors
    /// Throws if a parameter is missing or out of range.
    #[wasm_bindgen(constructor)]
    pub fn new(parameters: Numbers) -> Result<SharedDirectories, Error> {
        let parameters = numbers(parameters, "parameters")?;
        let costs = Costs::new(&|name| parameters.get(name).copied()).map_err(js_error)?;
        Ok(Self(Model::new(costs)))
    }

    /// Performs a slice of the measurements for a directory; returns `true` when they are complete.
    ///
    /// # Errors
    /// Throws for an unknown format, and if the number of names is out of range.
    pub fn prepare(&mut self, format: &str, names: f64) -> Result<bool, Error> {
        self.0.prepare_shared(&scenario(format, names)?).map_err(js_error)
    }

    /// Returns a directory with `tasks` tasks; `updates` is the share of operations that change it, and `locks` is
    /// "none", "directory", or "pages".
    ///
    /// # Errors
    /// Throws the errors of `prepare`, and for unknown locks.
    pub fn open(
        &mut self,
        format: &str,
        names: f64,
        locks: &str,
        tasks: u32,
        updates: f64,
    ) -> Result<SharedDirectoryView, Error> {
        let load = SharedLoad { tasks: tasks.max(1), updates, locks: parse_word::<Locks>(locks, "locks")? };
        self.0.shared_directory(&scenario(format, names)?, load).map(SharedDirectoryView).map_err(js_error)
    }
}

#[wasm_bindgen]
impl SharedDirectoryView {
    /// Returns the number of pages with names.
    #[wasm_bindgen(getter)]
    pub fn pages(&self) -> u32 {
        self.0.pages
    }

    /// Simulates the tasks and returns their operations per second, the mean number of busy processors, and the mean
    /// lock wait per operation in microseconds.
    pub fn run(&self) -> Vec<f64> {
        let outcome = self.0.run();
        vec![outcome.throughput, outcome.busy, outcome.lock_wait_us]
    }

    /// Returns the tasks at the first moments of a run.
    pub fn trace(&self, moments: u32) -> TaskTrace {
        TaskTrace(self.0.trace(moments as usize))
    }
}

#[wasm_bindgen]
impl TaskTrace {
    /// Returns the simulated time of each moment, in microseconds.
    #[wasm_bindgen(getter)]
    pub fn times(&self) -> Vec<f64> {
        self.0.iter().map(|moment| moment.at_us).collect()
    }

    /// Returns the state of each task, as an index, moment by moment.
    #[wasm_bindgen(getter)]
    pub fn states(&self) -> Vec<u8> {
        self.0.iter().flat_map(|moment| &moment.tasks).map(|task| task.state.index()).collect()
    }

    /// Returns 1 for each task whose operation is an update, moment by moment.
    #[wasm_bindgen(getter)]
    pub fn updates(&self) -> Vec<u8> {
        self.0.iter().flat_map(|moment| &moment.tasks).map(|task| u8::from(task.is_update)).collect()
    }

    /// Returns the page of each task's name, moment by moment.
    #[wasm_bindgen(getter)]
    pub fn pages(&self) -> Vec<u32> {
        self.0.iter().flat_map(|moment| &moment.tasks).map(|task| task.page).collect()
    }
}
