//! The enumerations and columns through which pages receive the state of an interactive server.

use crate::{Outcome, ResponseComponent, Server};
use pathlength_model::{columns, words};

/// The activity of the server's only thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerActivity {
    /// Idle.
    Idle,
    /// CPU time of a request.
    Cpu,
    /// Page stall that is counted.
    Stall,
    /// Page stall that is not counted.
    Uncounted,
    /// Checkpoint.
    Checkpoint,
}

words! {
    ServerActivity { Idle = "idle", Cpu = "cpu", Stall = "stall", Uncounted = "uncounted", Checkpoint = "checkpoint" }
}

/// The target of a seek.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeekTarget {
    /// The next change.
    Event,
    /// A page fault of the request at the server.
    Fault,
    /// The moment when a checkpoint becomes due or starts.
    Checkpoint,
}

words! { SeekTarget { Event = "event", Fault = "fault", Checkpoint = "checkpoint" } }

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// No event yet.
    None,
    /// A user sent a request.
    Arrival,
    /// A request left the server for a disk.
    Io,
    /// A block I/O ended.
    IoEnd,
    /// A request completed.
    End,
    /// A checkpoint ended.
    CheckpointEnd,
}

words! {
    EventKind {
        None = "none",
        Arrival = "arrival",
        Io = "io",
        IoEnd = "ioEnd",
        End = "end",
        CheckpointEnd = "checkpointEnd",
    }
}

/// The location of a user's request. In contrast to [`RequestState`](crate::simulation::RequestState), this type
/// separates the first dispatch from later dispatches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestLocation {
    /// The user thinks.
    Thinking,
    /// Held before a checkpoint (quiesce).
    Held,
    /// Waits for an agent.
    AgentQueue,
    /// Waits for a lock.
    LockQueue,
    /// Waits for the first dispatch.
    FirstDispatchQueue,
    /// Waits for redispatch after an I/O.
    RedispatchQueue,
    /// At the server.
    Server,
    /// In an I/O.
    Disk,
}

words! {
    RequestLocation {
        Thinking = "thinking",
        Held = "held",
        AgentQueue = "agent",
        LockQueue = "lock",
        FirstDispatchQueue = "firstDispatch",
        RedispatchQueue = "redispatch",
        Server = "server",
        Disk = "disk",
    }
}

/// The thread's current activity: elapsed time and planned durations, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ThreadProgress {
    /// Time since the activity began.
    pub elapsed_s: f64,
    /// CPU time of the request.
    pub cpu_s: f64,
    /// Counted page stall of the request.
    pub stall_s: f64,
    /// Uncounted page stall of the request.
    pub uncounted_s: f64,
    /// Duration of the checkpoint.
    pub checkpoint_s: f64,
}

columns! {
    ThreadProgress, |it| {
        "elapsed": it.elapsed_s,
        "cpu": it.cpu_s,
        "stall": it.stall_s,
        "uncounted": it.uncounted_s,
        "checkpoint": it.checkpoint_s,
    }
}

columns! {
    Server, |it| {
        "users": f64::from(it.users),
        "agents": f64::from(it.agents),
        "ios": it.ios(),
        "cpuMs": 1e3 * it.cpu_s,
        "stallMs": 1e3 * it.stall_s,
        "uncountedMs": 1e3 * (it.stretch - 1.0) * it.stall_s,
    }
}

columns! {
    Outcome, |it| {
        "rate": it.rate,
        "response": it.response_s(),
        "lock": it.lock_s(),
        "blockIo": it.block_io_s(),
        "other": it.response_s() - it.lock_s() - it.block_io_s() - it.parts[ResponseComponent::Cpu as usize],
        "active": it.active,
        "cpu": it.cpu,
        "stall": it.stall,
        "uncounted": it.uncounted,
        "checkpoint": it.checkpoint,
    }
}
