//! The journaling file systems: whatever a power cut leaves, what recovery makes of it, and what breaks without each rule.

mod broken;
mod cuts;
mod load;
mod model;
mod parameters;
mod performance;
mod plain;
mod scaling;
mod stream;
mod waits;
