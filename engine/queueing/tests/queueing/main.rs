//! The parts of the simulation beside plain models, and the whole beside closed forms.

mod distribution;
mod random;
mod simulation;
mod stations;
mod statistics;
mod timers;
