//! Mean value analysis of ten stations, compared with the shortest dependency chain of any exact recursion over the
//! population.

use pathlength_queueing::mva::{throughput_and_response, throughput_curve};
use wasm_bindgen::prelude::*;

const THINK_S: f64 = 5.0;

/// A closed network with ten stations and a think time.
#[wasm_bindgen]
#[derive(Debug)]
pub struct MvaWork {
    population: u32,
    demands_s: [f64; 10],
    sum: f64,
}

#[wasm_bindgen]
impl MvaWork {
    /// Creates a network with `population` requests.
    #[wasm_bindgen(constructor)]
    pub fn new(population: u32) -> Self {
        let demands_s = [0.010, 0.012, 0.008, 0.020, 0.005, 0.028, 0.015, 0.009, 0.011, 0.018];
        Self { population, demands_s, sum: 0.0 }
    }

    /// Shuffles the stations.
    pub fn shuffle(&mut self, seed: u32) {
        self.demands_s.rotate_left(1 + seed as usize % 9);
    }

    /// Solves the network for the full population only.
    pub fn exact(&mut self) {
        let (throughput, response_s) = throughput_and_response(self.demands_s, THINK_S, self.population);
        self.sum += throughput + response_s;
    }

    /// Solves the network for every population and keeps all results.
    pub fn curve(&mut self) {
        let points = throughput_curve(&self.demands_s, THINK_S, self.population).unwrap_or_default();
        self.sum += points.iter().map(|point| point.throughput).sum::<f64>() / f64::from(self.population);
    }

    /// Computes only a product, a sum, and a quotient per request, in sequence.
    pub fn chain(&mut self) {
        let (mut throughput, mut population) = (0.0, 0.0);
        for _ in 0..self.population {
            population += 1.0;
            throughput = population / (THINK_S + self.demands_s[0] * throughput);
        }
        self.sum += throughput;
    }

    /// Returns a checksum of the results, which is the same natively and in WebAssembly.
    pub fn counted(&self) -> f64 {
        self.sum
    }
}
