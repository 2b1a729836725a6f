//! What the views of journaling file systems run, beside the model.

mod fragmentation;
mod load;
mod outage;

pub use fragmentation::{AgedDevice, wasted_space};
pub use load::{LoadDesk, LoadRun};
pub use outage::{OutageAnswer, OutageDesk};
