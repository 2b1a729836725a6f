//! A simulation run: a warm-up and a measured interval.

use super::Simulation;
use crate::{Outcome, Server};
use pathlength_queueing::{Ticks, seconds, ticks};

/// A simulation run: a warm-up and a measured interval.
#[derive(Debug)]
pub struct Run {
    simulation: Simulation,
    warm: bool,
    warm_up: Ticks,
    end: Ticks,
}

impl Run {
    /// Creates run number `run` with the given seed.
    pub fn new(server: Server, seed: u64, run: u64, warm_up_s: f64, interval_s: f64) -> Self {
        let warm_up = ticks(warm_up_s);
        let end = warm_up + ticks(interval_s);
        Self { simulation: Simulation::new(server, seed, run), warm: false, warm_up, end }
    }

    /// Simulates `events` events. Returns the outcome once the run is complete, and `None` before then.
    pub fn step(&mut self, events: u32) -> Option<Outcome> {
        for _ in 0..events {
            self.simulation.step();
            let now = self.simulation.now();
            if !self.warm && now >= self.warm_up {
                self.warm = true;
                self.simulation.begin_measuring();
            }
            if now >= self.end {
                return Some(self.simulation.outcome());
            }
        }
        None
    }

    /// Returns the completed share of the run, from 0 to 1.
    pub fn progress(&self) -> f64 {
        (seconds(self.simulation.now()) / seconds(self.end)).min(1.0)
    }
}
