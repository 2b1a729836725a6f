//! Reader of JSON output from iostat and sadf (sysstat 12).
//!
//! iostat(1): `r/s` and `w/s` are completed requests per second after merges. `r_await` and `w_await` are mean
//! milliseconds from queue entry to completion. `aqu-sz` is the mean number of requests in system, and `util` the
//! share of the time in which the device had requests. For all requests together, sadf has the fields of sar -d.

use super::json::{Document, List};
use super::{Flow, FlowKind, Format, Measurements, Observation, PrintedNumber, ReadError, words};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// Maximum number of hosts, reports, and devices in one list; the maximum number of objects bounds all lists together.
const MAX_LIST: usize = 200_000;
/// Bytes per kB in sysstat.
const KB: f64 = 1024.0;
/// Milliseconds per second.
const MS: f64 = 1000.0;
/// The whole as a percentage.
const PERCENT: f64 = 100.0;
/// Maximum number of decimals to look for: `--dec` takes 0 to 2.
const MAX_DECIMALS: i32 = 2;

#[derive(Deserialize)]
struct SysstatOutput {
    sysstat: Sysstat,
}

#[derive(Deserialize)]
struct Sysstat {
    #[serde(default)]
    hosts: List<Host, MAX_LIST>,
}

#[derive(Deserialize)]
struct Host {
    #[serde(default)]
    statistics: List<Report, MAX_LIST>,
}

#[derive(Deserialize)]
struct Report {
    timestamp: Option<Timestamp>,
    disk: Option<List<Device, MAX_LIST>>,
}

/// The time of a report: an object of sadf, or the text of iostat -t.
#[derive(Deserialize)]
#[serde(untagged)]
enum Timestamp {
    Parts { date: Option<String>, time: Option<String> },
    Text(String),
    Other(IgnoredAny),
}

impl Timestamp {
    /// Returns the time, with the date where the tool writes both as one text; `None` if the report has neither.
    fn time(&self) -> Option<String> {
        match self {
            Self::Parts { time: Some(time), .. } => Some(words::name(time)),
            Self::Parts { date: Some(date), .. } => Some(words::name(date)),
            Self::Text(text) => Some(words::name(text)),
            Self::Parts { .. } | Self::Other(_) => None,
        }
    }
}

/// A device in a report, with the fields of iostat -x, iostat -x -s, and sadf.
#[derive(Deserialize)]
struct Device {
    #[serde(rename = "disk_device")]
    iostat_name: Option<String>,
    #[serde(rename = "disk-device")]
    sadf_name: Option<String>,
    #[serde(rename = "r/s")]
    reads: Option<f64>,
    #[serde(rename = "w/s")]
    writes: Option<f64>,
    #[serde(rename = "d/s")]
    discards: Option<f64>,
    #[serde(rename = "f/s")]
    flushes: Option<f64>,
    #[serde(rename = "rkB/s")]
    read_kb: Option<f64>,
    #[serde(rename = "wkB/s")]
    write_kb: Option<f64>,
    #[serde(rename = "dkB/s")]
    discard_kb: Option<f64>,
    #[serde(rename = "rMB/s")]
    read_mb: Option<f64>,
    #[serde(rename = "wMB/s")]
    write_mb: Option<f64>,
    #[serde(rename = "dMB/s")]
    discard_mb: Option<f64>,
    r_await: Option<f64>,
    w_await: Option<f64>,
    d_await: Option<f64>,
    f_await: Option<f64>,
    #[serde(rename = "rareq-sz")]
    read_size_kb: Option<f64>,
    #[serde(rename = "wareq-sz")]
    write_size_kb: Option<f64>,
    #[serde(rename = "dareq-sz")]
    discard_size_kb: Option<f64>,
    tps: Option<f64>,
    #[serde(rename = "await")]
    all_await: Option<f64>,
    #[serde(rename = "areq-sz")]
    all_size_kb: Option<f64>,
    #[serde(rename = "kB/s")]
    all_kb: Option<f64>,
    #[serde(rename = "rkB")]
    sadf_read_kb: Option<f64>,
    #[serde(rename = "wkB")]
    sadf_write_kb: Option<f64>,
    #[serde(rename = "dkB")]
    sadf_discard_kb: Option<f64>,
    #[serde(rename = "aqu-sz")]
    in_system: Option<f64>,
    // Versions before 12 use only this name; version 12 and later versions use both names.
    #[serde(rename = "avgqu-sz")]
    old_in_system: Option<f64>,
    util: Option<f64>,
    #[serde(rename = "util-percent")]
    sadf_util: Option<f64>,
}

impl Device {
    fn name(&self) -> Option<&String> {
        self.iostat_name.as_ref().or(self.sadf_name.as_ref())
    }

    /// Returns the numbers that are used.
    fn numbers(&self) -> [Option<f64>; 28] {
        [
            self.reads,
            self.writes,
            self.discards,
            self.flushes,
            self.read_kb,
            self.write_kb,
            self.discard_kb,
            self.read_mb,
            self.write_mb,
            self.discard_mb,
            self.r_await,
            self.w_await,
            self.d_await,
            self.f_await,
            self.read_size_kb,
            self.write_size_kb,
            self.discard_size_kb,
            self.tps,
            self.all_await,
            self.all_size_kb,
            self.all_kb,
            self.sadf_read_kb,
            self.sadf_write_kb,
            self.sadf_discard_kb,
            self.in_system,
            self.old_in_system,
            self.util,
            self.sadf_util,
        ]
    }

    /// Returns the requests by kind; empty without the fields of an extended report.
    fn flows(&self, half: f64) -> Vec<Flow> {
        let printed = |value: f64| PrintedNumber { value, half };
        let bytes = |kb: Option<f64>, mb: Option<f64>| {
            let mb = mb.map(|mb| printed(mb).scaled(KB * KB));
            kb.map(|kb| printed(kb).scaled(KB)).or(mb)
        };
        let flow = |kind, rate: Option<f64>, wait_ms: Option<f64>, bytes_per_s, size_kb: Option<f64>| {
            Some(Flow {
                kind,
                rate: printed(rate?),
                response_s: wait_ms.map(|wait_ms| printed(wait_ms).scaled(1.0 / MS)),
                bytes_per_s,
                request_bytes: size_kb.map(|size_kb| printed(size_kb).scaled(KB)),
                p99_s: None,
            })
        };
        if self.reads.is_some() || self.writes.is_some() {
            let (read, write) = (bytes(self.read_kb, self.read_mb), bytes(self.write_kb, self.write_mb));
            let discard = bytes(self.discard_kb, self.discard_mb);
            let flows = [
                flow(FlowKind::Read, self.reads, self.r_await, read, self.read_size_kb),
                flow(FlowKind::Write, self.writes, self.w_await, write, self.write_size_kb),
                flow(FlowKind::Discard, self.discards, self.d_await, discard, self.discard_size_kb),
                flow(FlowKind::Flush, self.flushes, self.f_await, None, None),
            ];
            return flows.into_iter().flatten().collect();
        }
        let parts = [self.sadf_read_kb, self.sadf_write_kb, self.sadf_discard_kb].into_iter().flatten();
        let sum = parts.map(|kb| printed(kb).scaled(KB)).reduce(PrintedNumber::plus);
        let all = flow(FlowKind::All, self.tps, self.all_await, bytes(self.all_kb, None).or(sum), self.all_size_kb);
        all.into_iter().collect()
    }
}

/// Reads the output of iostat or sadf.
pub(crate) fn read(document: &Document<'_>) -> Result<Measurements, ReadError> {
    let output: SysstatOutput = document.parse()?;
    let reports: Vec<Report> = output.sysstat.hosts.0.into_iter().flat_map(|host| host.statistics.0).collect();
    let devices = || reports.iter().filter_map(|report| report.disk.as_ref()).flat_map(|disk| &disk.0);
    let Some(first) = devices().next() else {
        return Err(ReadError::new(
            "the sysstat JSON has no disk statistics: run iostat -o JSON -x, or sadf -j FILE -- -d for a sar -d file",
        ));
    };
    let format = if first.sadf_name.is_some() { Format::Sadf } else { Format::Iostat };
    for device in devices() {
        if let Some(number) = device.numbers().into_iter().flatten().find(|number| *number < 0.0) {
            let name = device.name().map_or_else(|| "a device".to_owned(), |name| words::name(name));
            return Err(ReadError::new(format!(
                "{name} contains {number}, which is negative: give the file as the tool wrote it"
            )));
        }
    }
    let half = half_unit(&devices().flat_map(Device::numbers).flatten());
    let mut notes = Vec::new();
    if document.skipped_lines > 0 {
        notes.push(format!("Skipped: {} before the JSON.", words::count(document.skipped_lines, "line")));
    }
    let (mut observations, mut unnamed, mut short) = (Vec::new(), 0, 0);
    for (n, report) in reports.iter().enumerate() {
        for device in report.disk.iter().flat_map(|disk| &disk.0) {
            let Some(name) = device.name() else {
                unnamed += 1;
                continue;
            };
            let flows = device.flows(half);
            if flows.is_empty() || flows.iter().all(|flow| flow.response_s.is_none()) {
                short += 1;
                continue;
            }
            let printed = |value: f64| PrintedNumber { value, half };
            observations.push(Observation {
                subject: words::name(name),
                report: Some(n + 1),
                time: report.timestamp.as_ref().and_then(Timestamp::time),
                flows,
                in_system: device.in_system.or(device.old_in_system).map(printed),
                utilization: device.util.or(device.sadf_util).map(|util| printed(util).scaled(1.0 / PERCENT)),
                clients: None,
            });
        }
    }
    if unnamed > 0 {
        notes.push(format!("Left out: {} without a name.", words::count(unnamed, "device")));
    }
    if short > 0 {
        notes.push(format!(
            "Left out: {} without rates or times, which iostat writes with -x.",
            words::count(short, "device row")
        ));
    }
    if observations.is_empty() {
        return Err(ReadError::new("no device has rates and times (r/s, r_await, …): run iostat with -x"));
    }
    missing(&observations, &mut notes);
    Ok(Measurements { format, program: None, taken: taken(format, half), notes, observations })
}

/// Adds a sentence for each quantity that no device has.
fn missing(observations: &[Observation], notes: &mut Vec<String>) {
    if observations.iter().all(|one| one.in_system.is_none()) {
        notes.push(
            "aqu-sz is missing: the number in system is computed with Little's law, so the law cannot be checked."
                .to_owned(),
        );
    }
    if observations.iter().all(|one| one.utilization.is_none()) {
        notes.push("util is missing: saturation of a device cannot be detected.".to_owned());
    }
}

/// Returns half a unit in the last decimal place of the numbers.
fn half_unit<I: Iterator<Item = f64> + Clone>(numbers: &I) -> f64 {
    let mut unit = 1.0;
    for _ in 0..MAX_DECIMALS {
        if numbers.clone().all(|number| is_multiple(number, unit)) {
            break;
        }
        unit /= 10.0;
    }
    unit / 2.0
}

fn is_multiple(number: f64, unit: f64) -> bool {
    let steps = number / unit;
    (steps - steps.round()).abs() < 1e-6 * steps.abs().max(1.0)
}

/// Returns the meaning and unit of each field that is used.
fn taken(format: Format, half: f64) -> Vec<String> {
    let mut taken: Vec<String> = match format {
        Format::Sadf => [
            "tps: completed requests of all kinds per second.",
            "await: response time in milliseconds, from queue entry to completion.",
            "rkB, wkB, dkB: kB per second, and areq-sz: kB per request, with kB = 1,024 bytes.",
            "util-percent: percentage of the time in which the device had requests. A device that serves several \
             requests at once is not necessarily saturated at 100 %.",
        ]
        .map(str::to_owned)
        .into(),
        _ => [
            "r/s, w/s, d/s, f/s: completed reads, writes, discards, and flushes per second, after merges.",
            "r_await, w_await, d_await, f_await: response times in milliseconds, from queue entry to completion.",
            "rkB/s, wkB/s, dkB/s: kB per second, and rareq-sz, wareq-sz, dareq-sz: kB per request, with kB = 1,024 bytes.",
            "util: percentage of the time in which the device had requests. A device that serves several requests at \
             once is not necessarily saturated at 100 %.",
        ]
        .map(str::to_owned)
        .into(),
    };
    taken.push("aqu-sz: mean number of requests in system, waiting and in service.".to_owned());
    taken.push("All reports have the same weight in means.".to_owned());
    taken.push(format!("Numbers are rounded: true values differ by {half} or less."));
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_unit_follows_the_decimals() {
        let half = |numbers: &[f64]| half_unit(&numbers.iter().copied());
        assert!((half(&[12.0, 3.0]) - 0.5).abs() < 1e-12);
        assert!((half(&[12.5, 3.0]) - 0.05).abs() < 1e-12);
        assert!((half(&[85_862.01, 0.27]) - 0.005).abs() < 1e-12);
        assert!((half(&[]) - 0.5).abs() < 1e-12);
    }
}
