//! `IOzone` throughputs as observations, from the reader in the disk-path crate.

use super::{Clients, Flow, FlowKind, Format, Measurements, Observation, PrintedNumber, ReadError, words};
pub(crate) use pathlength_disk_path::iozone_output::is_iozone;
use pathlength_disk_path::iozone_output::{IozonePhase, IozoneReading, read_iozone};

/// Bytes per KB in `IOzone`.
const KB: f64 = 1024.0;

/// Re-reads with at least this multiple of the first reads' throughput indicate a cache. A device reads the same blocks
/// again at about the same rate; if half of the blocks are found in memory, the ratio is 2.
const CACHED_RATIO: f64 = 2.0;

/// Reads the output of `IOzone`.
pub(crate) fn read(text: &str) -> Result<Measurements, ReadError> {
    let output = read_iozone(text).map_err(|error| ReadError::new(error.to_string()))?;
    let mut notes: Vec<String> = Some(output.notes).filter(|notes| !notes.is_empty()).into_iter().collect();
    let total = output.readings.len();
    let observations: Vec<_> = output.readings.iter().filter_map(observation).collect();
    if observations.is_empty() {
        return Err(ReadError::new(
            "no IOzone throughput has a record size: give the whole output, including its command line",
        ));
    }
    if observations.len() < total {
        let left_out = words::count(total - observations.len(), "throughput");
        notes.push(format!("Left out: {left_out} without a record size or a number of processes."));
    }
    notes.extend(cached_file(&output.readings));
    Ok(Measurements {
        format: Format::Iozone,
        program: None,
        taken: [
            "Throughputs: KB/s of all processes, with KB = 1,024 bytes.",
            "Record size: bytes per request, so requests per second are throughput divided by record size.",
            "Processes: each has one request in flight, so the response time follows from Little's law, R = N/X. The \
             response time includes the program's own time between two requests.",
        ]
        .map(str::to_owned)
        .into(),
        notes,
        observations,
    })
}

/// Returns a sentence about the pair of read and re-read with the largest ratio, if the ratio indicates a cache.
fn cached_file(readings: &[IozoneReading]) -> Option<String> {
    let key = |reading: &IozoneReading| (reading.file_kb, reading.record_kb, reading.processes);
    let of = |phase: IozonePhase| readings.iter().filter(move |reading| reading.phase == phase);
    let pairs = of(IozonePhase::Reread).filter_map(|second| {
        let first = of(IozonePhase::Read).find(|first| key(first) == key(second))?;
        Some(second.kb_per_s / first.kb_per_s)
    });
    let ratio = pairs.reduce(f64::max).filter(|ratio| *ratio >= CACHED_RATIO)?;
    Some(format!(
        "Re-reads are up to {} times as fast as first reads: the file is in a cache by then, and re-reads measure the cache. \
         Use a file larger than memory, or -I.",
        words::number(ratio)
    ))
}

fn observation(reading: &IozoneReading) -> Option<Observation> {
    let record_kb = reading.record_kb.filter(|record_kb| *record_kb > 0.0)?;
    let processes = reading.processes.filter(|processes| (1.0..=f64::from(u32::MAX)).contains(processes))?;
    let (phase, kind) = match reading.phase {
        IozonePhase::Write => ("write", FlowKind::Write),
        IozonePhase::Rewrite => ("rewrite", FlowKind::Write),
        IozonePhase::Read => ("read", FlowKind::Read),
        IozonePhase::Reread => ("re-read", FlowKind::Read),
    };
    let rate = reading.kb_per_s / record_kb;
    let series = format!("{phase}, records of {} KB", words::number(record_kb));
    let file = reading.file_kb.map_or_else(String::new, |file_kb| format!(", file of {} KB", words::number(file_kb)));
    Some(Observation {
        subject: format!("{series}{file}"),
        flows: vec![Flow {
            kind,
            rate: PrintedNumber::exact(rate),
            response_s: Some(PrintedNumber::exact(processes / rate)),
            bytes_per_s: Some(PrintedNumber::exact(reading.kb_per_s * KB)),
            request_bytes: None,
            p99_s: None,
        }],
        clients: Some(Clients {
            depth: 1,
            processes: processes as u32,
            ignored_depth: None,
            paced: false,
            series: format!("{series}{file}"),
            group: None,
        }),
        ..Observation::default()
    })
}
