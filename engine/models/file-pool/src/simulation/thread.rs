//! The activity of the server's thread, and the events.

use pathlength_queueing::Ticks;

/// The activity of the server's thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thread {
    /// Idle.
    Idle,
    /// Serves a request.
    Serves(Dispatch),
    /// Writes a checkpoint.
    Checkpoint {
        /// Start time.
        since: Ticks,
        /// End time.
        until: Ticks,
    },
}

/// A dispatch of a request: CPU time, then page faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dispatch {
    /// User of the request.
    pub user: u32,
    /// Start time.
    pub since: Ticks,
    /// CPU time.
    pub cpu: Ticks,
    /// Number of page faults.
    pub faults: u32,
    /// Counted page stall.
    pub stall: Ticks,
    /// Uncounted page stall, which also blocks the server.
    pub uncounted: Ticks,
}

/// An event of the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A user sent a request.
    Arrival(u32),
    /// A request left the server for a block I/O.
    Io(u32),
    /// A block I/O ended.
    IoEnd(u32),
    /// A request completed.
    End(u32),
    /// A checkpoint ended.
    CheckpointEnd,
}
