//! The journaling file systems: whatever a power cut leaves, what recovery makes of it, and what breaks without each rule.

mod broken;
mod cuts;
mod fragmentation;
mod load;
mod model;
mod orders;
mod outage;
mod parameters;
mod performance;
mod plain;
mod plug;
mod scaling;
mod stream;
mod syncing;
mod waits;
mod watched;
