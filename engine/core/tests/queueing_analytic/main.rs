//! The analytic half of queueing against every state of small networks, textbooks, and large networks.

mod every_state;
mod network;
mod single;
