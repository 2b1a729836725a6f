//! The parts of the simulation compared with simple models, and whole simulations with closed forms.

mod distribution;
mod random;
mod simulation;
mod stations;
mod statistics;
mod timers;
