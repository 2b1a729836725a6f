//! What comes of a scenario, whichever engine answers: a rate, where a request's time goes, and how busy the server is.

use super::scenario::Server;
use pathlength_model::{OutputDescription, Term};

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

/// An output that is measured, and the one that has its half-width.
const fn measured(
    name: &'static str,
    half_width: &'static str,
    title: &'static str,
    unit: &'static str,
    terms: &'static str,
) -> OutputDescription {
    OutputDescription { name, title, unit, terms, half_width }
}

/// Half of the 95 % confidence interval of another output.
const fn half(name: &'static str, unit: &'static str) -> OutputDescription {
    OutputDescription { name, title: "Half of the 95 % confidence interval", unit, terms: "", half_width: "" }
}

/// What the model answers. The half-widths follow in the order of what they belong to.
pub(super) const OUTPUTS: [OutputDescription; 2 * MEASURED + 1] = [
    measured("rate", "rate_half_width", "Requests a second", "requests/s", ""),
    measured("total_rate", "total_rate_half_width", "Requests a second, all file pools", "requests/s", ""),
    measured("response_s", "response_s_half_width", "Time of a request", "s", "the time of a request"),
    measured("cpu_s", "cpu_s_half_width", "CPU time of a request", "s", ""),
    measured("lock_s", "lock_s_half_width", "Lock wait of a request", "s", ""),
    measured("block_io_s", "block_io_s_half_width", "Block I/O of a request", "s", "the block I/O time of a request"),
    measured("other_s", "other_s_half_width", "Other time of a request", "s", "the other time of a request"),
    measured("utilization", "utilization_half_width", "Server utilization, as counted", "%", ""),
    measured("utilization_cpu", "utilization_cpu_half_width", "Server utilization: CPU", "%", ""),
    measured("utilization_page", "utilization_page_half_width", "Server utilization: page read", "%", ""),
    measured("utilization_checkpoint", "utilization_checkpoint_half_width", "Server utilization: checkpoint", "%", ""),
    measured("uncounted", "uncounted_half_width", "Blocked and not counted", "%", ""),
    measured("active", "active_half_width", "Active agents", "agents", ""),
    measured("held", "held_half_width", "Held agents", "agents", ""),
    half("rate_half_width", "requests/s"),
    half("total_rate_half_width", "requests/s"),
    half("response_s_half_width", "s"),
    half("cpu_s_half_width", "s"),
    half("lock_s_half_width", "s"),
    half("block_io_s_half_width", "s"),
    half("other_s_half_width", "s"),
    half("utilization_half_width", "%"),
    half("utilization_cpu_half_width", "%"),
    half("utilization_page_half_width", "%"),
    half("utilization_checkpoint_half_width", "%"),
    half("uncounted_half_width", "%"),
    half("active_half_width", "agents"),
    half("held_half_width", "agents"),
    measured("limit_rate", "", "Most requests a second", "requests/s", ""),
];
