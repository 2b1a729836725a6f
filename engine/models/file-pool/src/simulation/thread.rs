//! What the one server does, and what happens to it.

use pathlength_queueing::Ticks;

/// What the server does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thread {
    /// Nothing.
    Idle,
    /// It serves a request.
    Serves(Dispatch),
    /// It makes a checkpoint.
    Checkpoint {
        /// Since when.
        since: Ticks,
        /// Until when.
        until: Ticks,
    },
}

/// One stay of a request at the server: first the processor, then the page faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dispatch {
    /// Whose request.
    pub user: u32,
    /// When it began.
    pub since: Ticks,
    /// Time of the processor.
    pub cpu: Ticks,
    /// Page faults.
    pub faults: u32,
    /// Time of the page faults, as counted.
    pub stall: Ticks,
    /// Time that the server is blocked besides.
    pub uncounted: Ticks,
}

/// What happened in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A user sent a request.
    Arrival(u32),
    /// A request left the server for a disk.
    Io(u32),
    /// A block I/O ended.
    IoEnd(u32),
    /// A request ended.
    End(u32),
    /// A checkpoint ended.
    CheckpointEnd,
}
