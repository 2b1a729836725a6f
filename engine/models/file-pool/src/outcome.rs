//! The result of a scenario from either engine: throughput, response-time breakdown, and utilization.

use super::scenario::Server;
use pathlength_model::{Output, Term};

/// A component of the response time. The components add up to the response time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResponseComponent {
    /// CPU time.
    Cpu,
    /// Counted page stall of the server.
    CountedStall,
    /// Uncounted page stall of the server.
    UncountedStall,
    /// Wait for a lock of another request.
    LockWait,
    /// Wait for an agent.
    AgentWait,
    /// Wait for a checkpoint.
    CheckpointWait,
    /// Wait for the first dispatch.
    FirstDispatchWait,
    /// Waits for redispatch after I/Os.
    RedispatchWait,
    /// Disk I/O.
    Disk,
}

/// Mean seconds per request by [`ResponseComponent`].
pub type ComponentTimes = [f64; 9];

/// The steady state of a scenario, or the statistics of a simulation run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Throughput: completed requests per second.
    pub rate: f64,
    /// Response-time breakdown.
    pub parts: ComponentTimes,
    /// Mean number of requests in the system.
    pub active: f64,
    /// CPU utilization of the server.
    pub cpu: f64,
    /// Share of time in which the server waits for pages and the wait is counted.
    pub stall: f64,
    /// Share of time in which the server waits for pages and the wait is not counted.
    pub uncounted: f64,
    /// Share of time in checkpoints.
    pub checkpoint: f64,
}

/// Title, location, and outputs of each component. The source counts the wait for the first dispatch as Other, and the
/// waits after an I/O as Block I/O.
const WORDS: [(&str, &str, &[&str]); 9] = [
    ("CPU time", "server", &["response_s", "cpu_s"]),
    ("Page stall, counted", "server", &["response_s", "other_s"]),
    ("Page stall, not counted", "server", &["response_s", "other_s"]),
    ("Wait for a lock", "waiting", &["response_s", "lock_s"]),
    ("Wait for an agent", "waiting", &["response_s", "other_s"]),
    ("Wait for a checkpoint", "waiting", &["response_s", "other_s"]),
    ("Wait for the server, first time", "waiting", &["response_s", "other_s"]),
    ("Wait for the server, after an I/O", "waiting", &["response_s", "block_io_s"]),
    ("Disk", "disk", &["response_s", "block_io_s"]),
];

impl Outcome {
    /// Returns the outcome of a server that is in state `one` for a `share` of the time, and in state `other` for the
    /// rest.
    pub(super) fn mixture(one: &Self, other: &Self, share: f64) -> Self {
        let mix = |of: fn(&Self) -> f64| share * of(one) + (1.0 - share) * of(other);
        let rate = mix(|outcome| outcome.rate);
        // Response times are means over requests; all other values are means over time.
        let requests = share * one.rate / rate;
        let mut parts = one.parts;
        for (part, other) in parts.iter_mut().zip(other.parts) {
            *part = requests * *part + (1.0 - requests) * other;
        }
        Self {
            rate,
            parts,
            active: mix(|outcome| outcome.active),
            cpu: mix(|outcome| outcome.cpu),
            stall: mix(|outcome| outcome.stall),
            uncounted: mix(|outcome| outcome.uncounted),
            checkpoint: mix(|outcome| outcome.checkpoint),
        }
    }

    /// Returns the mean response time in seconds.
    pub fn response_s(&self) -> f64 {
        self.parts.iter().sum()
    }

    /// Returns the mean wait for locks in seconds.
    pub fn lock_s(&self) -> f64 {
        self.parts[ResponseComponent::LockWait as usize]
    }

    /// Returns the mean time of block I/Os in seconds, including the waits for redispatch after the I/Os.
    pub fn block_io_s(&self) -> f64 {
        self.parts[ResponseComponent::RedispatchWait as usize] + self.parts[ResponseComponent::Disk as usize]
    }

    /// Returns the values of the [`OUTPUTS`] that have a half-width, in the same order. `pools` is the ratio of all
    /// servers' users to the users of this server.
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

    /// Returns the nonzero components as terms.
    pub(super) fn terms(&self, server: &Server) -> Vec<Term> {
        let terms = self.parts.iter().zip(WORDS).enumerate().map(|(at, (&seconds, (title, place, part_of)))| {
            let each = at == ResponseComponent::RedispatchWait as usize || at == ResponseComponent::Disk as usize;
            let count = if each { server.ios() } else { 1.0 };
            let time_us = seconds * 1e6;
            Term { title: title.to_owned(), count, cost_us: time_us / count, time_us, place, part_of }
        });
        terms.filter(|term| term.time_us > 0.0).collect()
    }
}

/// Number of outputs with a half-width; these outputs come first.
pub(super) const MEASURED: usize = 14;

/// Returns an output, with the name of the output that contains its half-width.
const fn measured(
    name: &'static str,
    half_width: &'static str,
    title: &'static str,
    unit: &'static str,
    terms: &'static str,
) -> Output {
    Output { name, title, unit, terms, half_width }
}

/// Returns the output with the half-width of another output's 95 % confidence interval.
const fn half(name: &'static str, unit: &'static str) -> Output {
    Output { name, title: "Half-width of the 95 % confidence interval", unit, terms: "", half_width: "" }
}

/// The outputs of the model. The half-widths follow in the same order as their outputs.
pub(super) const OUTPUTS: [Output; 2 * MEASURED + 3] = [
    measured("rate", "rate_half_width", "Request rate", "requests/s", ""),
    measured("total_rate", "total_rate_half_width", "Request rate, all file pools", "requests/s", ""),
    measured("response_s", "response_s_half_width", "Request time", "s", "the request time"),
    measured("cpu_s", "cpu_s_half_width", "CPU time per request", "s", ""),
    measured("lock_s", "lock_s_half_width", "Lock wait time per request", "s", ""),
    measured(
        "block_io_s",
        "block_io_s_half_width",
        "Block I/O time per request",
        "s",
        "the block I/O time per request",
    ),
    measured("other_s", "other_s_half_width", "Other time per request", "s", "the other time per request"),
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
    measured("limit_rate", "", "Maximum request rate", "requests/s", ""),
    measured("saturation_users", "", "Users at saturation", "users", ""),
    measured("transaction_s", "", "File pool request time per non-trivial transaction", "s", ""),
];
