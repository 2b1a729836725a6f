//! The closed form: the cost of one KB on a path, component by component.

use super::track::records_per_track;
use super::{Costs, Path, Phase, Scenario};
use pathlength_model::Term;

/// The source of a KB that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DataSource {
    /// From the disk, for this guest alone.
    Disk,
    /// From the disk into the minidisk cache, with the rest of its unit.
    Fill,
    /// From the minidisk cache.
    Cache,
}

/// Page size in bytes: smaller blocks cost more to copy.
const PAGE: f64 = 4096.0;

// The outputs that include a component's time. The processor time of the guest and of CP is also elapsed time, because
// one thread waits for one I/O.
const BY_CLOCK: &[&str] = &["kb_per_s", "elapsed_per_kb"];
const OF_GUEST: &[&str] = &["kb_per_s", "elapsed_per_kb", "total_cpu_per_kb", "virtual_cpu_per_kb"];
const OF_CP: &[&str] = &["kb_per_s", "elapsed_per_kb", "total_cpu_per_kb", "cp_cpu_per_kb"];
const BESIDE: &[&str] = &["total_cpu_per_kb", "cp_cpu_per_kb"];

/// The cost of one KB, by component.
#[derive(Debug, Default)]
pub(super) struct CostBreakdown(Vec<Term>);

impl CostBreakdown {
    fn add(&mut self, title: &str, place: &'static str, part_of: &'static [&'static str], count: f64, cost_us: f64) {
        if count != 0.0 && cost_us != 0.0 {
            self.0.push(Term { title: title.to_owned(), count, cost_us, time_us: count * cost_us, place, part_of });
        }
    }

    fn device(&mut self, title: &str, count: f64, cost_us: f64) {
        self.add(title, "device", BY_CLOCK, count, cost_us);
    }

    fn guest(&mut self, title: &str, count: f64, cost_us: f64) {
        self.add(title, "guest", OF_GUEST, count, cost_us);
    }

    fn cp(&mut self, title: &str, count: f64, cost_us: f64) {
        self.add(title, "CP", OF_CP, count, cost_us);
    }

    fn copy(&mut self, title: &str, count: f64, cost_us: f64) {
        self.add(title, "minidisk cache", OF_CP, count, cost_us);
    }

    /// Returns the sum of the terms of output `name`, in microseconds.
    fn sum(&self, name: &str) -> f64 {
        self.0.iter().filter(|term| term.part_of.contains(&name)).map(|term| term.time_us).sum()
    }
}

/// Returns the cost of one KB in a phase, from `source`. `phase` is not the mix. `source` has no effect on writes,
/// which always go to the disk.
pub(super) fn cost_breakdown(costs: &Costs, scenario: &Scenario, phase: Phase, source: DataSource) -> Vec<Term> {
    let mut breakdown = CostBreakdown::default();
    let reads = phase.reads();
    let source = if reads { source } else { DataSource::Disk };
    if source == DataSource::Cache {
        let small = scenario.path == Path::EmulatedFba || scenario.block_bytes < PAGE;
        breakdown.guest("KB taken from the minidisk cache", 1.0, costs.guest_hit);
        breakdown.copy("copy out of the cache", if small { costs.small_block_copy } else { 1.0 }, costs.cache_copy);
    } else {
        let request = request_kb(costs, scenario, reads);
        device(&mut breakdown, costs, scenario, reads, source, request);
        match phase {
            Phase::Write => breakdown.guest("KB of a new file written", 1.0, costs.guest_write),
            Phase::Rewrite => breakdown.guest("KB rewritten", 1.0, costs.guest_rewrite),
            _ => breakdown.guest("KB read", 1.0, costs.guest_read),
        }
        breakdown.guest("I/O request", 1.0 / request, costs.guest_request);
        match scenario.path {
            Path::Eckd => breakdown.cp("KB by translated channel programs", 1.0, costs.cp_eckd),
            Path::Diagnose => {
                breakdown.cp("block of Diagnose X'250'", 1024.0 / scenario.block_bytes, costs.cp_diagnose_block);
                breakdown.cp("KB by Diagnose X'250'", 1.0, costs.cp_diagnose);
            }
            Path::EmulatedFba => breakdown.cp("KB of emulated FBA", scenario.fba_cost, costs.cp_fba),
            Path::Fcp => breakdown.cp("KB through QDIO queues", 1.0, costs.cp_fcp),
        }
        if source == DataSource::Fill {
            breakdown.copy("copy into the cache", 1.0, costs.cache_copy);
            breakdown.copy("copy to the guest", 1.0, costs.cache_copy);
        }
    }
    if !reads {
        writes(&mut breakdown, costs, scenario, phase);
    }
    breakdown.add("background work of CP", "CP", BESIDE, breakdown.sum("elapsed_per_kb"), costs.background);
    breakdown.0
}

/// Returns the maximum request size that reaches the device, in KB.
pub(super) fn request_kb(costs: &Costs, scenario: &Scenario, reads: bool) -> f64 {
    let asked = scenario.request_kb;
    match scenario.path {
        // The driver's limit applies to every request size.
        Path::EmulatedFba => asked.unwrap_or(costs.fba_request_kb).min(costs.fba_request_kb),
        Path::Fcp if !reads => asked.unwrap_or(costs.fcp_write_request_kb),
        _ => asked.unwrap_or(costs.request_kb),
    }
}

/// Adds the time of the channel and the storage server for a KB.
fn device(
    breakdown: &mut CostBreakdown,
    costs: &Costs,
    scenario: &Scenario,
    reads: bool,
    source: DataSource,
    request: f64,
) {
    let fill = source == DataSource::Fill;
    let payload = |rate: Option<f64>, otherwise: f64| rate.map_or(otherwise, |rate| 1000.0 / rate);
    match scenario.path {
        Path::Eckd | Path::Diagnose => {
            let per_kb = 1024.0 / scenario.block_bytes;
            let program = if fill { 1.0 / track_kb(scenario.block_bytes) } else { 1.0 / request };
            breakdown.device("channel program", program, channel_program(costs));
            if fill {
                breakdown.device("record read with its track", per_kb, costs.fill_records * costs.record_read);
            } else if reads {
                breakdown.device("record read", per_kb, costs.record_read);
            } else {
                breakdown.device("record written", per_kb, costs.record_write);
            }
            let rate = scenario.channel_mb_s.unwrap_or(costs.channel_mb_s);
            breakdown.device("KB on the FICON channel", 1.0, payload(Some(rate), 0.0));
        }
        Path::EmulatedFba | Path::Fcp => {
            breakdown.device("SCSI command", 1.0 / if fill { costs.fba_fill_kb } else { request }, costs.scsi_command);
            breakdown.device("KB on the Fibre Channel", 1.0, payload(scenario.channel_mb_s, costs.fcp_payload));
        }
    }
}

/// Adds the time that a write waits in addition to its own I/O time.
fn writes(breakdown: &mut CostBreakdown, costs: &Costs, scenario: &Scenario, phase: Phase) {
    // The guest and the storage server work at the same time, and each sometimes waits for the other. So the write
    // takes at least the longer of the two times, and at most their sum.
    let alone = breakdown.sum("elapsed_per_kb");
    let overlap = costs.write_overlap;
    let together = libm::pow(libm::pow(alone, overlap) + libm::pow(costs.back_end, overlap), 1.0 / overlap);
    breakdown.device("wait for the storage server's back end", 1.0, together - alone);
    if scenario.first_write_stall && phase == Phase::Write && scenario.path == Path::Diagnose && !scenario.mdc {
        breakdown.device("track stall, unexplained", 1.0 / track_kb(scenario.block_bytes), costs.first_write_stall);
    }
    if scenario.slow_dedicated_write && scenario.path == Path::Eckd && scenario.dedicated {
        let all = breakdown.sum("elapsed_per_kb");
        breakdown.device("slower dedicated write, unexplained", 1.0, all * (costs.dedicated_write - 1.0).max(0.0));
    }
}

/// Returns the KB of data on a track.
fn track_kb(block_bytes: f64) -> f64 {
    f64::from(records_per_track(block_bytes as u32)) * block_bytes / 1024.0
}

/// Returns the fixed time of an ECKD channel program: the time of a dedicated ECKD request, at the rate that sets the
/// model's scale, minus all other costs. Returns 0 if nothing remains.
fn channel_program(costs: &Costs) -> f64 {
    let per_kb = 1000.0 / costs.channel_mb_s + costs.record_read * 1024.0 / PAGE + costs.guest_read + costs.cp_eckd;
    let left = (1e6 / costs.eckd_read_rate - per_kb) * costs.request_kb - costs.guest_request;
    left.max(0.0)
}
