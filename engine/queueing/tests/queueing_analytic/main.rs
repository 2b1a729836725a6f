//! The analytic half of queueing against every state of small networks, textbooks, and large networks.

mod bounds;
mod classes;
mod closed_form;
mod every_state;
mod load_dependent;
mod network;
mod single;
mod solve;
