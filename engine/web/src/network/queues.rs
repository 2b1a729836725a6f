//! The queues of a declared network.

use crate::boundary::js_error;
use crate::read::{Node, Scenario, compiled_lab, scenario as settings_of};
use js_sys::Error;
use pathlength_lab::declared::LiveNetwork;
use pathlength_lab::{DeclaredModel, Lab};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// A lab's network with a clock. Times are seconds. Stations and classes are in the order of the lab's declaration.
#[wasm_bindgen]
#[derive(Debug)]
pub struct NetworkView(LiveNetwork);

#[wasm_bindgen]
impl NetworkView {
    /// Starts the network of a scenario at time 0, with all requests of closed classes in their think time.
    ///
    /// # Errors
    /// Throws if the lab declares no network, or if the network cannot be simulated in this scenario.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::needless_pass_by_value)] // wasm-bindgen passes owned values
    pub fn new(lab: Ts<Lab>, scenario: Scenario) -> Result<NetworkView, Error> {
        let lab = compiled_lab(&Node::new(lab.js_value(), "lab"))?;
        let declaration = lab.declaration.as_ref().ok_or_else(|| Error::new("the lab declares no network"))?;
        let units: Vec<_> = lab.parameters.iter().map(|known| (known.name.clone(), known.unit.clone())).collect();
        let model = DeclaredModel::open(declaration, &units, &|name| lab.value(name)).map_err(js_error)?;
        model.live_network(&settings_of(scenario)?).map(Self).map_err(js_error)
    }

    /// Simulates until the given time, but at most `events` events; returns `true` once that time is reached.
    ///
    /// # Errors
    /// Throws if there are more than a million requests in the network.
    pub fn advance(&mut self, until: f64, events: u32) -> Result<bool, Error> {
        self.0.advance(until, events).map_err(js_error)
    }

    /// Returns the current simulated time.
    #[wasm_bindgen(getter)]
    pub fn now(&self) -> f64 {
        self.0.now_s()
    }

    /// Returns the number of servers at each station; 0 for a delay center.
    #[wasm_bindgen(getter)]
    pub fn servers(&self) -> Vec<u32> {
        self.0.servers().to_vec()
    }

    /// Returns the current number of requests of each class at each station, by station and then by class.
    #[wasm_bindgen(getter)]
    pub fn present(&self) -> Vec<u32> {
        self.0.present().map(|number| number as u32).collect()
    }

    /// Returns the current number of requests of each class in their think time.
    #[wasm_bindgen(getter)]
    pub fn thinking(&self) -> Vec<u32> {
        self.0.thinking().map(|number| number as u32).collect()
    }

    /// Returns the current number of busy servers at each station.
    #[wasm_bindgen(getter)]
    pub fn busy(&self) -> Vec<u32> {
        self.0.stations().map(|station| station.busy as u32).collect()
    }

    /// Returns the mean number of busy servers of each station since the start.
    #[wasm_bindgen(getter, js_name = meanBusy)]
    pub fn mean_busy(&self) -> Vec<f64> {
        self.0.stations().map(|station| station.mean_busy).collect()
    }

    /// Returns the mean number of requests at each station since the start, waiting and in service.
    #[wasm_bindgen(getter, js_name = meanPresent)]
    pub fn mean_present(&self) -> Vec<f64> {
        self.0.stations().map(|station| station.mean_in_system).collect()
    }

    /// Returns the number of completed requests of each class since the start.
    #[wasm_bindgen(getter)]
    pub fn completions(&self) -> Vec<f64> {
        self.0.classes().map(|(completions, _)| completions as f64).collect()
    }

    /// Returns the mean response time of the completed requests of each class; NaN before the first completion.
    #[wasm_bindgen(getter, js_name = meanResponse)]
    pub fn mean_response(&self) -> Vec<f64> {
        self.0.classes().map(|(_, response_s)| response_s).collect()
    }

    /// Returns the exact mean number of busy servers of each station; empty without an exact solution.
    #[wasm_bindgen(getter, js_name = exactBusy)]
    pub fn exact_busy(&self) -> Vec<f64> {
        self.0.exact_stations().map_or_else(Vec::new, |stations| stations.map(|(busy, _)| busy).collect())
    }

    /// Returns the exact mean number of requests at each station; empty without an exact solution.
    #[wasm_bindgen(getter, js_name = exactPresent)]
    pub fn exact_present(&self) -> Vec<f64> {
        self.0.exact_stations().map_or_else(Vec::new, |stations| stations.map(|(_, number)| number).collect())
    }

    /// Returns the exact throughput of each class per second; empty without an exact solution.
    #[wasm_bindgen(getter, js_name = exactThroughput)]
    pub fn exact_throughput(&self) -> Vec<f64> {
        self.0.exact_classes().map_or_else(Vec::new, |classes| classes.map(|(throughput, _)| throughput).collect())
    }

    /// Returns the exact mean response time of each class; empty without an exact solution.
    #[wasm_bindgen(getter, js_name = exactResponse)]
    pub fn exact_response(&self) -> Vec<f64> {
        self.0.exact_classes().map_or_else(Vec::new, |classes| classes.map(|(_, response_s)| response_s).collect())
    }
}
