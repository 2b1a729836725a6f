//! Reader of `fio --output-format=json`.
//!
//! Fields of fio 3 (`HOWTO`, section “JSON output”): rates are per second of the job's run time, and `bw_bytes` is
//! bytes per second. The names of times contain their units, and options are text.

use super::json::{Document, List};
use super::notes::Notes;
use super::{Clients, Flow, FlowKind, Format, Measurements, Observation, PrintedNumber, ReadError, words};
use serde::Deserialize;
use std::collections::HashMap;

/// Maximum number of jobs in a file.
const MAX_JOBS: usize = 10_000;
/// Nanoseconds per second.
const NS: f64 = 1e9;
/// I/O engines that wait for each request, so that a process never has more than one in flight. For these engines, fio
/// caps the depth at 1 and reports this in a note.
const SYNCHRONOUS_ENGINES: [&str; 6] = ["sync", "psync", "vsync", "pvsync", "pvsync2", "mmap"];
/// The engine of jobs without the option `ioengine` on Linux.
const DEFAULT_ENGINE: &str = "psync";

#[derive(Deserialize)]
struct FioOutput {
    #[serde(rename = "fio version")]
    version: Option<String>,
    #[serde(rename = "global options", default)]
    options: JobOptions,
    jobs: Option<List<Job, MAX_JOBS>>,
}

/// Options of a job that determine how many requests can be in flight.
#[derive(Clone, Debug, Default, Deserialize)]
struct JobOptions {
    rw: Option<String>,
    bs: Option<String>,
    ioengine: Option<String>,
    iodepth: Option<String>,
    numjobs: Option<String>,
    rate: Option<String>,
    rate_iops: Option<String>,
    thinktime: Option<String>,
    rwmixread: Option<String>,
    direct: Option<String>,
}

impl JobOptions {
    /// Returns the options of a job, with the options from `global` that the job does not set.
    fn or(self, global: &Self) -> Self {
        let or = |own: Option<String>, global: &Option<String>| own.or_else(|| global.clone());
        Self {
            rw: or(self.rw, &global.rw),
            bs: or(self.bs, &global.bs),
            ioengine: or(self.ioengine, &global.ioengine),
            iodepth: or(self.iodepth, &global.iodepth),
            numjobs: or(self.numjobs, &global.numjobs),
            rate: or(self.rate, &global.rate),
            rate_iops: or(self.rate_iops, &global.rate_iops),
            thinktime: or(self.thinktime, &global.thinktime),
            rwmixread: or(self.rwmixread, &global.rwmixread),
            direct: or(self.direct, &global.direct),
        }
    }
}

#[derive(Deserialize)]
struct Job {
    jobname: Option<String>,
    groupid: Option<u32>,
    error: Option<f64>,
    #[serde(rename = "job options", default)]
    options: JobOptions,
    read: Option<Direction>,
    write: Option<Direction>,
    trim: Option<Direction>,
}

#[derive(Deserialize)]
struct Direction {
    iops: Option<f64>,
    bw_bytes: Option<f64>,
    total_ios: Option<f64>,
    lat_ns: Option<Latency>,
    clat_ns: Option<Latency>,
}

#[derive(Deserialize)]
struct Latency {
    mean: Option<f64>,
    percentile: Option<Percentiles>,
}

#[derive(Deserialize)]
struct Percentiles {
    #[serde(rename = "99.000000")]
    p99: Option<f64>,
}

/// Reads the output of fio.
pub(crate) fn read(document: &Document<'_>) -> Result<Measurements, ReadError> {
    let output: FioOutput = document.parse()?;
    let mut notes = Notes::default();
    if document.skipped_lines > 0 {
        notes.push(format!("Skipped: {} before the JSON.", words::count(document.skipped_lines, "line")));
    }
    let jobs = output.jobs.map(|jobs| jobs.0).unwrap_or_default();
    if jobs.is_empty() {
        return Err(ReadError::new("the fio output has no jobs: give the output of a complete run"));
    }
    let mut entries: HashMap<_, usize> = HashMap::new();
    for job in &jobs {
        *entries.entry((job.jobname.clone(), job.groupid)).or_default() += 1;
    }
    let mut observations = Vec::new();
    for (n, job) in jobs.into_iter().enumerate() {
        let subject = job.jobname.as_deref().map_or_else(|| format!("job {}", n + 1), words::name);
        if let Some(error) = job.error.filter(|error| *error != 0.0) {
            notes.push(format!("{subject} ended with error {}.", words::number(error)));
        }
        let same = entries.get(&(job.jobname.clone(), job.groupid)).copied().unwrap_or(1);
        let options = job.options.or(&output.options);
        let sizes = block_sizes(options.bs.as_deref());
        let directions = [(FlowKind::Read, job.read), (FlowKind::Write, job.write), (FlowKind::Discard, job.trim)];
        let mut flows = Vec::new();
        for ((kind, direction), size) in directions.into_iter().zip(sizes) {
            let Some(direction) = direction.filter(|direction| direction.total_ios != Some(0.0)) else { continue };
            flows.extend(flow(&subject, kind, &direction, size, &mut notes)?);
        }
        if flows.is_empty() {
            notes.push(format!("{subject} has no requests and is left out."));
            continue;
        }
        if sizes.iter().all(Option::is_none) {
            notes.push(format!(
                "The options of {subject} have no single block size (bs), so its bandwidth is not checked."
            ));
        }
        let clients = Some(clients(&subject, &options, job.groupid, same, &mut notes)?);
        observations.push(Observation { subject, flows, clients, ..Observation::default() });
    }
    let notes = notes.into_sentences();
    if observations.is_empty() {
        return Err(ReadError::new(format!("no fio job has requests: {}", notes.join(" "))));
    }
    Ok(Measurements { format: Format::Fio, program: output.version, taken: taken(), notes, observations })
}

/// Returns the meaning and unit of each field that is used.
fn taken() -> Vec<String> {
    [
        "iops of read, write, and trim: completed requests per second.",
        "lat_ns mean: response time in nanoseconds, from submission to completion; clat_ns mean if lat_ns is missing.",
        "clat_ns percentile 99: 99 % of the requests completed within this time.",
        "bw_bytes: bytes per second; bs: bytes per request, with k = 1,024 bytes.",
        "iodepth (1 if missing) × processes: the maximum number of requests in flight. Synchronous engines have a \
         depth of 1; a job with numjobs processes has one entry for all of them or one for each.",
        "Jobs with the same groupid run at the same time; groups run one after another (stonewall).",
    ]
    .map(str::to_owned)
    .into()
}

/// Returns the requests of a direction; `None` for a direction without requests or, with a note, if `iops` is missing.
fn flow(
    subject: &str,
    kind: FlowKind,
    direction: &Direction,
    size: Option<f64>,
    notes: &mut Notes,
) -> Result<Option<Flow>, ReadError> {
    let positive = |field: &str, value: Option<f64>| match value {
        Some(value) if value < 0.0 => Err(ReadError::new(format!(
            "{field} of {subject} is {value}, which is negative: give the output as fio wrote it"
        ))),
        value => Ok(value),
    };
    let total = direction.lat_ns.as_ref().and_then(|latency| latency.mean);
    let completion = direction.clat_ns.as_ref().and_then(|latency| latency.mean);
    let p99 = direction.clat_ns.as_ref().and_then(|latency| latency.percentile.as_ref()?.p99);
    let Some(rate) = positive("iops", direction.iops)? else {
        notes.push(format!("iops of {subject} is missing, so its requests are left out."));
        return Ok(None);
    };
    let latency = positive("lat_ns mean", total.or(completion))?;
    if total.is_none() {
        let instead = if completion.is_some() { "clat_ns mean is used" } else { "its response time is unknown" };
        notes.push(format!("lat_ns mean of {subject} is missing: {instead}."));
    }
    let bytes_per_s = positive("bw_bytes", direction.bw_bytes)?.map(PrintedNumber::exact);
    Ok((rate > 0.0).then(|| Flow {
        kind,
        rate: PrintedNumber::exact(rate),
        response_s: latency.map(|ns| PrintedNumber::exact(ns / NS)),
        bytes_per_s,
        request_bytes: size.map(PrintedNumber::exact),
        p99_s: p99.filter(|ns| *ns > 0.0).map(|ns| ns / NS),
    }))
}

/// Returns the population of a job that has `entries` entries in the output. With the option `group_reporting`, which
/// the output does not contain, one entry covers all processes; otherwise, each process has an entry.
fn clients(
    subject: &str,
    options: &JobOptions,
    group: Option<u32>,
    entries: usize,
    notes: &mut Notes,
) -> Result<Clients, ReadError> {
    let whole = |field: &str, text: Option<&String>| -> Result<u32, ReadError> {
        let Some(text) = text else { return Ok(1) };
        text.trim().parse().ok().filter(|number| *number > 0).ok_or_else(|| {
            let text = words::name(text);
            ReadError::new(format!(
                "{field} of {subject} is “{text}”: give the output as fio wrote it, with a whole number"
            ))
        })
    };
    let requested = whole("iodepth", options.iodepth.as_ref())?;
    let numjobs = whole("numjobs", options.numjobs.as_ref())?;
    let processes = if entries == 1 { numjobs } else { 1 };
    if numjobs > 1 {
        let meaning =
            if entries == 1 { "one entry for all processes (group_reporting)" } else { "one entry for each process" };
        let note = format!("{subject} has numjobs={numjobs} and {}: {meaning}.", words::entries(entries));
        notes.push(note);
    }
    let engine = options.ioengine.as_deref().unwrap_or(DEFAULT_ENGINE);
    if options.ioengine.is_none() {
        notes.push(format!(
            "The options of {subject} have no ioengine: {DEFAULT_ENGINE}, the default on Linux, is assumed."
        ));
    }
    let is_synchronous = SYNCHRONOUS_ENGINES.contains(&engine);
    let name = |option: &Option<String>| words::name(option.as_deref().unwrap_or("?"));
    let (rw, bs, mix, direct) = (name(&options.rw), name(&options.bs), name(&options.rwmixread), name(&options.direct));
    Ok(Clients {
        depth: if is_synchronous { 1 } else { requested },
        processes,
        ignored_depth: (is_synchronous && requested > 1).then(|| (requested, words::name(engine))),
        paced: options.rate.is_some() || options.rate_iops.is_some() || options.thinktime.is_some(),
        series: format!("{rw} {bs} {mix} {direct}"),
        group,
    })
}

/// Returns the block sizes in bytes of reads, writes, and trims; the option can contain a size for each.
fn block_sizes(bs: Option<&str>) -> [Option<f64>; 3] {
    let Some(bs) = bs else { return [None; 3] };
    let mut sizes = [None; 3];
    let mut last = None;
    let mut parts = bs.split(',');
    for size in &mut sizes {
        // A missing size repeats the size before it.
        if let Some(part) = parts.next().filter(|part| !part.trim().is_empty()) {
            last = block_size(part.trim());
        }
        *size = last;
    }
    sizes
}

/// Returns a size in bytes; `None` for units that depend on the option `kb_base`.
fn block_size(text: &str) -> Option<f64> {
    let lower = text.to_ascii_lowercase();
    let digits = lower.bytes().take_while(u8::is_ascii_digit).count();
    let number: f64 = lower[..digits].parse().ok()?;
    let unit = match &lower[digits..] {
        "" | "b" => 1.0,
        "k" | "kb" => 1024.0,
        "m" | "mb" => 1024.0 * 1024.0,
        _ => return None,
    };
    Some(number * unit).filter(|size| *size > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn block_sizes_follow_the_option() {
        assert_eq!(block_sizes(Some("4k")), [Some(4096.0); 3]);
        assert_eq!(block_sizes(Some("4k,1m,")), [Some(4096.0), Some(1_048_576.0), Some(1_048_576.0)]);
        assert_eq!(block_sizes(Some(",512")), [None, Some(512.0), Some(512.0)]);
        assert_eq!(block_sizes(Some("4ki")), [None; 3]);
        assert_eq!(block_sizes(Some("-1k")), [None; 3]);
        assert_eq!(block_sizes(None), [None; 3]);
    }
}
