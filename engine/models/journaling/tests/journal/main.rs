//! The journaling file systems: crashes and recovery, disabled safeguards, load, performance, recovery time,
//! fragmentation, and advice.

mod advice;
mod crash_experiment;
mod crash_states;
mod damage;
mod disabled_safeguards;
mod file_system;
mod fragmentation;
mod load;
mod model;
mod observed_run;
mod operation_stream;
mod parameters;
mod performance;
mod policy_ranking;
mod recovery_scaling;
mod recovery_time;
mod repeated_crashes;
mod sync_policy;
mod waits;
