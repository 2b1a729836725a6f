//! The interactive file pool server.

use js_sys::Error;
use crate::boundary::{js_error, parse_word};
use crate::read::{Numbers, numbers};
use pathlength_file_pool::Costs;
use pathlength_file_pool::live::{LiveServer, Sample};
use pathlength_model::{Columns, Setting, Settings, WordEnum};
use wasm_bindgen::prelude::*;

/// A file pool server, its users, and a clock. Times are seconds.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ServerView(LiveServer);

#[wasm_bindgen]
impl ServerView {
    /// Opens the server of a scenario; all users start in their think time. `parameters` are the lab's, and
    /// `settings` are the numeric settings of the scenario.
    ///
    /// # Errors
    /// Throws if a parameter or a setting is missing, unknown, or out of range.
    #[wasm_bindgen(constructor)]
    pub fn new(parameters: Numbers, settings: Numbers) -> Result<ServerView, Error> {
        let parameters = numbers(parameters, "parameters")?;
        let value = |name: &str| parameters.get(name).copied();
        let costs = Costs::new(&value).map_err(js_error)?;
        let mut scenario = Settings::default();
        for (name, value) in numbers(settings, "settings")? {
            scenario.set(&name, Setting::Number(value));
        }
        LiveServer::new(&scenario, &costs).map(Self).map_err(js_error)
    }

    /// Simulates until the given time, but at most `events` events; returns `true` once that time is reached.
    pub fn advance(&mut self, until: f64, events: u32) -> bool {
        self.0.advance(until, events)
    }

    /// Simulates until the next "event", "fault", or "checkpoint", but at most `moments` changes of the server's state;
    /// returns `true` if the goal is reached.
    ///
    /// # Errors
    /// Throws for any other word.
    pub fn seek(&mut self, goal: &str, moments: u32) -> Result<bool, Error> {
        let goal = parse_word(goal, "target")?;
        Ok(self.0.seek(goal, moments))
    }

    /// Restarts the statistics.
    #[wasm_bindgen(js_name = restartStatistics)]
    pub fn restart_statistics(&mut self) {
        self.0.restart_statistics();
    }

    /// Returns the current simulated time.
    #[wasm_bindgen(getter)]
    pub fn now(&self) -> f64 {
        self.0.now_s()
    }

    /// Returns the activity of the thread, as an index.
    #[wasm_bindgen(getter)]
    pub fn activity(&self) -> u8 {
        self.0.activity().index()
    }

    /// Returns the number of the user whose request is in service, from 0; undefined if no request is in service.
    #[wasm_bindgen(getter)]
    pub fn user(&self) -> Option<u32> {
        self.0.dispatch().map(|dispatch| dispatch.user)
    }

    /// Returns the progress of the thread's activity; a generated TypeScript file lists the names of the values.
    #[wasm_bindgen(getter, js_name = threadProgress)]
    pub fn thread_progress(&self) -> Vec<f64> {
        self.0.thread_progress().values()
    }

    /// Returns the number of page faults of the request in service during this visit.
    #[wasm_bindgen(getter)]
    pub fn faults(&self) -> u32 {
        self.0.dispatch().map_or(0, |dispatch| dispatch.faults)
    }

    /// Returns whether new requests are held: a checkpoint is due or in progress.
    #[wasm_bindgen(getter)]
    pub fn quiescing(&self) -> bool {
        self.0.simulation().is_quiescing()
    }

    /// Returns the kind of the last event, as an index.
    #[wasm_bindgen(getter)]
    pub fn event(&self) -> u8 {
        self.0.last_event().index()
    }

    /// Returns the number of the user of the last event, from 0; undefined before the first event and at the end of a
    /// checkpoint.
    #[wasm_bindgen(getter, js_name = eventUser)]
    pub fn event_user(&self) -> Option<u32> {
        self.0.last_event_user()
    }

    /// Returns the location of each user's request, as an index.
    #[wasm_bindgen(getter)]
    pub fn locations(&self) -> Vec<u8> {
        self.0.request_locations().map(WordEnum::index).collect()
    }

    /// Returns the users waiting for the server, the next one first.
    #[wasm_bindgen(getter)]
    pub fn line(&self) -> Vec<u32> {
        self.0.simulation().server_queue().collect()
    }

    /// Returns the number of active requests, sampled every quarter of a second, over the last two minutes.
    #[wasm_bindgen(getter, js_name = activeSamples)]
    pub fn active_samples(&self) -> Vec<u32> {
        self.0.samples().map(|Sample { active, .. }| active).collect()
    }

    /// Returns the number of waiting requests, sampled like `activeSamples`.
    #[wasm_bindgen(getter, js_name = lineSamples)]
    pub fn line_samples(&self) -> Vec<u32> {
        self.0.samples().map(|Sample { queue_length, .. }| queue_length).collect()
    }

    /// Returns 1 for each sample in which new requests were held, and 0 for the others, sampled like `activeSamples`.
    #[wasm_bindgen(getter, js_name = heldSamples)]
    pub fn held_samples(&self) -> Vec<u8> {
        self.0.samples().map(|Sample { held, .. }| u8::from(held)).collect()
    }

    /// Returns the statistics since the last restart; a generated TypeScript file lists their names.
    #[wasm_bindgen(getter)]
    pub fn statistics(&self) -> Vec<f64> {
        self.0.simulation().outcome().values()
    }

    /// Returns the steady state from the analytic engine, in the order of `statistics`; empty without a solution.
    #[wasm_bindgen(getter, js_name = steadyState)]
    pub fn steady_state(&self) -> Vec<f64> {
        self.0.steady_state().map_or_else(Vec::new, Columns::values)
    }

    /// Returns the numbers of users and agents, and the mean demands per request; a generated TypeScript file lists the
    /// names of the values.
    #[wasm_bindgen(getter)]
    pub fn server(&self) -> Vec<f64> {
        self.0.server().values()
    }
}
