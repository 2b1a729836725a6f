//! What comes of a scenario, whichever engine answers: a rate, where a request's time goes, and how busy the server is.

use super::scenario::Server;
use crate::lab::{OutputDescription, Term};

/// A part of the time of a request. Together they are all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The server's processor works for it.
    Cpu,
    /// The server waits for a page of it, and that is counted.
    Stall,
    /// The server waits for a page of it, and that is not counted.
    Uncounted,
    /// It waits for another request's lock.
    Lock,
    /// It waits for an agent.
    Agent,
    /// It waits for a checkpoint.
    Checkpoint,
    /// It waits for the server for the first time.
    First,
    /// It waits for the server after an I/O.
    Again,
    /// It waits for a disk.
    Disk,
}

/// Seconds of a request by [`Part`].
pub type Parts = [f64; 9];

/// What comes of a scenario in the long run, or of one run of a simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Requests that end in a second.
    pub rate: f64,
    /// Where the time of a request goes.
    pub parts: Parts,
    /// Mean number of requests that have come and not ended.
    pub active: f64,
    /// Share of the time in which the server's processor works.
    pub cpu: f64,
    /// Share of the time in which the server waits for pages, as counted.
    pub stall: f64,
    /// Share of the time in which the server waits without being counted.
    pub uncounted: f64,
    /// Share of the time of checkpoints.
    pub checkpoint: f64,
}

/// How parts are called, where they go on, and the output that has them, as the source books them: the wait for the
/// first dispatch in Other, those after an I/O in Block I/O.
const WORDS: [(&str, &str, &[&str]); 9] = [
    ("CPU time", "server", &["response_s", "cpu_s"]),
    ("Page stall, counted", "server", &["response_s", "other_s"]),
    ("Page stall, not counted", "server", &["response_s", "other_s"]),
    ("Wait for a lock", "waiting", &["response_s", "lock_s"]),
    ("Wait for an agent", "waiting", &["response_s", "other_s"]),
    ("Wait for a checkpoint", "waiting", &["response_s", "other_s"]),
    ("Wait for the server, at first", "waiting", &["response_s", "other_s"]),
    ("Wait for the server, after an I/O", "waiting", &["response_s", "block_io_s"]),
    ("Disk", "disk", &["response_s", "block_io_s"]),
];

impl Outcome {
    /// The time of a request, in seconds.
    pub fn response_s(&self) -> f64 {
        self.parts.iter().sum()
    }

    /// The values of [`OUTPUTS`] with a half-width, in their order. `pools` is users of all servers over those of this
    /// one.
    pub(super) fn values(&self, server: &Server, pools: f64) -> [f64; MEASURED] {
        let parts = |output: &str| {
            let of = |(part, words): (&f64, &(_, _, &[&str]))| if words.2.contains(&output) { *part } else { 0.0 };
            self.parts.iter().zip(&WORDS).map(of).sum::<f64>()
        };
        [
            self.rate,
            self.rate * pools,
            self.response_s(),
            parts("cpu_s"),
            parts("lock_s"),
            parts("block_io_s"),
            parts("other_s"),
            100.0 * (self.cpu + self.stall + self.checkpoint),
            100.0 * self.cpu,
            100.0 * self.stall,
            100.0 * self.checkpoint,
            100.0 * self.uncounted,
            self.active,
            self.active + self.rate * server.held_idle_s,
        ]
    }

    /// The parts that take any time, as summands.
    pub(super) fn terms(&self, server: &Server) -> Vec<Term> {
        let terms = self.parts.iter().zip(WORDS).enumerate().map(|(at, (&seconds, (title, place, part_of)))| {
            let each = at == Part::Again as usize || at == Part::Disk as usize;
            let count = if each { server.ios() } else { 1.0 };
            let time_us = seconds * 1e6;
            Term { title: title.to_owned(), count, cost_us: time_us / count, time_us, place, part_of }
        });
        terms.filter(|term| term.time_us > 0.0).collect()
    }
}

/// Outputs that a simulation measures: the first ones.
pub(super) const MEASURED: usize = 14;

const fn output(name: &'static str, title: &'static str, unit: &'static str, terms: &'static str) -> OutputDescription {
    OutputDescription { name, title, unit, terms }
}

/// What the model answers. The half-widths follow in the order of what they belong to.
pub(super) const OUTPUTS: [OutputDescription; 2 * MEASURED + 1] = [
    output("rate", "Requests a second", "requests/s", ""),
    output("total_rate", "Requests a second, all file pools", "requests/s", ""),
    output("response_s", "Time of a request", "s", "the time of a request"),
    output("cpu_s", "CPU time of a request", "s", ""),
    output("lock_s", "Lock wait of a request", "s", ""),
    output("block_io_s", "Block I/O of a request", "s", "the block I/O time of a request"),
    output("other_s", "Other time of a request", "s", "the other time of a request"),
    output("utilization", "Server utilization, as counted", "%", ""),
    output("utilization_cpu", "Server utilization: CPU", "%", ""),
    output("utilization_page", "Server utilization: page read", "%", ""),
    output("utilization_checkpoint", "Server utilization: checkpoint", "%", ""),
    output("uncounted", "Blocked and not counted", "%", ""),
    output("active", "Active agents", "agents", ""),
    output("held", "Held agents", "agents", ""),
    output("rate_half_width", "Requests a second: half of the interval", "requests/s", ""),
    output("total_rate_half_width", "Requests a second, all file pools: half of the interval", "requests/s", ""),
    output("response_s_half_width", "Time of a request: half of the interval", "s", ""),
    output("cpu_s_half_width", "CPU time: half of the interval", "s", ""),
    output("lock_s_half_width", "Lock wait: half of the interval", "s", ""),
    output("block_io_s_half_width", "Block I/O: half of the interval", "s", ""),
    output("other_s_half_width", "Other time: half of the interval", "s", ""),
    output("utilization_half_width", "Server utilization: half of the interval", "%", ""),
    output("utilization_cpu_half_width", "CPU utilization: half of the interval", "%", ""),
    output("utilization_page_half_width", "Page read: half of the interval", "%", ""),
    output("utilization_checkpoint_half_width", "Checkpoint: half of the interval", "%", ""),
    output("uncounted_half_width", "Not counted: half of the interval", "%", ""),
    output("active_half_width", "Active agents: half of the interval", "agents", ""),
    output("held_half_width", "Held agents: half of the interval", "agents", ""),
    output("limit_rate", "Most requests a second", "requests/s", ""),
];
