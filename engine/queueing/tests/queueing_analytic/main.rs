//! Analytic solutions compared with all states of small networks, with textbooks, and on large networks.

mod all_states;
mod bounds;
mod closed_form;
mod load_dependent;
mod markov;
mod multiclass;
mod multiclass_servers;
mod network;
mod single_class;
mod solve;
