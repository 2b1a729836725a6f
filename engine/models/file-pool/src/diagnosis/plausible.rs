//! Plausibility checks of a server's row.

use super::super::report::{MeasurementError, PrintedNumber, Server};
use super::words::number;

/// The capacity of the server's only thread, in percent.
const WHOLE: f64 = 100.0;

/// Returns an error about line number `line`.
pub(super) fn impossible<T>(line: u32, what: &str) -> Result<T, MeasurementError> {
    Err(MeasurementError::Impossible(format!("line {line}: {what}")))
}

/// Returns whether `part` is larger than `whole` by more than the rounding of both.
fn exceeds(part: PrintedNumber, whole: PrintedNumber) -> bool {
    part.value - part.half > whole.value + whole.half
}

/// Refuses a row of a report with an impossible number.
pub(super) fn server(server: &Server) -> Result<(), MeasurementError> {
    let (times, name) = (server.times, &server.name);
    let parts = [
        ("CPU", times.cpu),
        ("lock", times.lock),
        ("block I/O", times.block_io),
        ("ESM", times.esm),
        ("other", times.other),
    ];
    for (title, part) in parts {
        if exceeds(part, times.total) {
            let (part, total) = (number(part.value), number(times.total.value));
            let what = format!(
                "the {title} time of {name}, {part} s, is larger than the {total} s of a whole request: correct one of them"
            );
            return impossible(server.line, &what);
        }
    }
    // A rate that is printed as 0.000 may result from a few requests.
    let is_zero = |number: PrintedNumber| number.value + number.half == 0.0;
    let idle = is_zero(times.rate) || is_zero(times.count);
    if idle && times.total.value > 0.0 {
        let what = format!(
            "{name} has 0 requests, which cannot take {} s each: correct FPR Count and FPR Rate or the times",
            number(times.total.value)
        );
        return impossible(server.line, &what);
    }
    let Some(busy) = server.utilizations else { return Ok(()) };
    let parts = [("CPU", busy.cpu), ("page reads", busy.page), ("checkpoints", busy.checkpoint), ("QSAM", busy.qsam)];
    for (title, part) in [("total", busy.total)].into_iter().chain(parts) {
        if exceeds(part, PrintedNumber { value: WHOLE, half: 0.0 }) {
            let what = format!(
                "the utilization of {name} ({title}) is {} %, but its one thread cannot be busy for more than {WHOLE} % \
                 of the time: correct the utilization",
                number(part.value)
            );
            return impossible(server.line, &what);
        }
    }
    for (title, part) in parts {
        if exceeds(part, busy.total) {
            let (part, total) = (number(part.value), number(busy.total.value));
            let what = format!(
                "the utilization of {name} ({title}), {part} %, is larger than the total, {total} %: correct one of them"
            );
            return impossible(server.line, &what);
        }
    }
    if idle && busy.total.value > 0.0 {
        let what = format!(
            "{name} has 0 requests, which cannot keep it {} % busy: correct FPR Count and FPR Rate or the utilization",
            number(busy.total.value)
        );
        return impossible(server.line, &what);
    }
    Ok(())
}
