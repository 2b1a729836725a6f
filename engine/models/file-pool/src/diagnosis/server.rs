//! What one row of a report says: whether it agrees with itself, what a request costs, and where its time goes.

use super::super::planning::Rules;
use super::super::report::{MeasurementError, PrintedNumber, Server, Times};
use super::words::{number, percent};
use super::{Finding, Symptom, plausible, rows_of};
use serde::Serialize;

/// A part of a whole.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Part {
    /// Its name in the table of symptoms.
    pub name: &'static str,
    /// Title.
    pub title: &'static str,
    /// How large it is, in the unit of the whole.
    pub value: f64,
    /// Of the whole: 0.5 is half.
    pub share: f64,
    /// Time of one request, in milliseconds; 0 where a part is a time itself.
    pub demand_ms: f64,
}

/// Two numbers that must be the same but for rounding, and are.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Check {
    /// Title of the comparison.
    pub title: &'static str,
    /// As computed from other columns.
    pub computed: f64,
    /// As printed.
    pub printed: f64,
    /// Unit of both.
    pub unit: &'static str,
}

/// A server in an interval.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ServerMeasurement {
    /// Its user id.
    pub name: String,
    /// When it was measured, as far as the text says.
    pub interval: String,
    /// What to do first and the number it rests on, as sentences.
    pub conclusion: String,
    /// Requests a second.
    pub rate: f64,
    /// Time of a request, in seconds.
    pub total_s: f64,
    /// Its parts, the largest first.
    pub times: Vec<Part>,
    /// Total utilization in percent; none if the text has no such part.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub utilization: Option<f64>,
    /// Its parts, the largest first, each with the time of one request that follows from it.
    pub utilizations: Vec<Part>,
    /// Agents at work on average.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub active: Option<f64>,
    /// Agents held on average.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub held: Option<f64>,
    /// Deadlocks with rollback.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub deadlocks: Option<f64>,
    /// Which numbers agree with each other.
    pub checks: Vec<Check>,
    /// Which symptoms the parts point to: the one of the conclusion first, then those of the largest parts. Empty for an
    /// idle server.
    pub findings: Vec<Finding>,
}

/// Looks at a row, if its numbers are possible and agree with each other.
pub(super) fn look(
    server: &Server,
    symptoms: &[Symptom],
    rules: &Rules,
) -> Result<ServerMeasurement, MeasurementError> {
    plausible::server(server)?;
    let Times { rate, total, cpu, lock, block_io, esm, unnamed, other, .. } = server.times;
    let times = ranked([
        ("cpu", "CPU", cpu),
        ("lock", "lock", lock),
        ("block_io", "block I/O", block_io),
        ("esm", "ESM", esm),
        ("unnamed", "column between ESM and Other", unnamed),
        ("other", "other", other),
    ]);
    let busy = server.utilizations;
    let mut utilizations = busy.map_or_else(Vec::new, |busy| {
        ranked([
            ("cpu", "CPU", busy.cpu),
            ("page", "page reads", busy.page),
            ("checkpoint", "checkpoints", busy.checkpoint),
            ("qsam", "QSAM", busy.qsam),
        ])
    });
    for part in &mut utilizations {
        // Utilization law: D = U / X.
        part.demand_ms = if rate.value > 0.0 { 10.0 * part.value / rate.value } else { 0.0 };
    }
    let mut measurement = ServerMeasurement {
        name: server.name.clone(),
        interval: if server.from.is_empty() { String::new() } else { format!("{}–{}", server.from, server.to) },
        rate: rate.value,
        total_s: total.value,
        times,
        utilization: busy.map(|busy| busy.total.value),
        utilizations,
        active: busy.map(|busy| busy.active.value),
        held: busy.map(|busy| busy.held.value),
        deadlocks: busy.map(|busy| busy.deadlocks.value),
        checks: checks(server)?,
        conclusion: String::new(),
        findings: Vec::new(),
    };
    // Little's law: the requests that are in the server at a time.
    let present = rate.value * total.value;
    let busy = busy_with(&measurement, symptoms, rules);
    if present >= rules.idle_requests {
        measurement.findings = findings(&measurement, busy.as_ref(), symptoms, rules);
    }
    measurement.conclusion = conclusion(&measurement, present, busy.as_ref(), rules);
    Ok(measurement)
}

/// The parts, the largest first; those that are 0 are left out.
fn ranked<const N: usize>(parts: [(&'static str, &'static str, PrintedNumber); N]) -> Vec<Part> {
    let whole: f64 = parts.iter().map(|(_, _, part)| part.value).sum();
    let part = |(name, title, printed): (_, _, PrintedNumber)| {
        let share = if whole > 0.0 { printed.value / whole } else { 0.0 };
        Part { name, title, value: printed.value, share, demand_ms: 0.0 }
    };
    let mut parts: Vec<_> = parts.into_iter().map(part).filter(|part| part.value > 0.0).collect();
    parts.sort_by(|a, b| b.value.total_cmp(&a.value));
    parts
}

/// What a row must fulfil, whatever was measured.
fn checks(server: &Server) -> Result<Vec<Check>, MeasurementError> {
    let Times { count, rate, total, cpu, lock, block_io, esm, unnamed, other } = server.times;
    let parts = sum(&[cpu, lock, block_io, esm, unnamed, other]);
    let check = |title, computed, printed, unit| check(server, title, computed, printed, unit);
    let mut checks = vec![check("The parts of the time of a request add up to its total", parts, total, "s")?];
    if let (Some(interval), Some(computed)) = (server.interval_s(), quotient(count, rate, 1.0)) {
        checks.push(check("FPR count ÷ FPR rate is the interval", computed, interval, "s")?);
    }
    if let Some(busy) = server.utilizations {
        let parts = sum(&[busy.cpu, busy.page, busy.checkpoint, busy.qsam]);
        checks.push(check("The parts of the utilization add up to its total", parts, busy.total, "%")?);
        let half = rate.value * total.half + total.value * rate.half + rate.half * total.half;
        let product = PrintedNumber { value: rate.value * total.value, half };
        checks.push(check("Active agents are FPR rate × total time (Little’s law)", product, busy.active, "agents")?);
        if let Some(computed) = quotient(busy.cpu, rate, 0.01) {
            checks.push(check("CPU time of a request is CPU utilization ÷ FPR rate", computed, cpu, "s")?);
        }
    }
    Ok(checks)
}

/// `factor` times `above` ÷ `below`, and how far rounding of both can move it; none if `below` may be 0.
fn quotient(above: PrintedNumber, below: PrintedNumber, factor: f64) -> Option<PrintedNumber> {
    if below.value <= below.half {
        return None;
    }
    let value = factor * above.value / below.value;
    let max = factor * (above.value + above.half) / (below.value - below.half);
    Some(PrintedNumber { value, half: max - value })
}

fn sum(parts: &[PrintedNumber]) -> PrintedNumber {
    PrintedNumber { value: parts.iter().map(|part| part.value).sum(), half: parts.iter().map(|part| part.half).sum() }
}

fn check(
    server: &Server,
    title: &'static str,
    computed: PrintedNumber,
    printed: PrintedNumber,
    unit: &'static str,
) -> Result<Check, MeasurementError> {
    let apart = (computed.value - printed.value).abs() - computed.half - printed.half;
    // The sums themselves are rounded to bits.
    let noise = 1e-9 * (1.0 + printed.value.abs());
    if apart > noise {
        return Err(MeasurementError::Impossible(format!(
            "line {}: the numbers of {} contradict each other. {title}, but {} {unit} are computed and {} {unit} are \
             printed, {} {unit} more than rounding explains: correct the row or take a report that agrees with itself",
            server.line,
            server.name,
            number(computed.value),
            number(printed.value),
            number(apart)
        )));
    }
    Ok(Check { title, computed: computed.value, printed: printed.value, unit })
}

/// What keeps the one thread busy beyond what is harmless: the largest part, and the row about it.
struct Busy<'s> {
    /// Of the utilization, in percent.
    total: f64,
    part: Part,
    row: &'s Symptom,
}

/// The symptoms of the parts: first the one that explains the utilization, then those of the largest parts.
fn findings(server: &ServerMeasurement, busy: Option<&Busy<'_>>, symptoms: &[Symptom], rules: &Rules) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, part) in server.times.iter().enumerate() {
        let mut rows = rows_of(part.name, symptoms);
        let Some(row) = rows.first() else { continue };
        let symptom = row.symptom.clone();
        let rank = if at == 0 { "is the largest part" } else { "is a part" };
        let mut because = format!(
            "{} {rank} of the time of a request: {} of {} s ({}).",
            capital(part.title),
            number(part.value),
            number(server.total_s),
            percent(part.share)
        );
        // What keeps the one thread busy makes all others wait, which is counted as other time.
        let explains = busy.filter(|busy| busy.row.component == part.name);
        if let Some(busy) = explains {
            because = format!("{because} {}: see “{}”.", busy.sentence(rules), busy.row.cause);
            rows.sort_by_key(|row| row.id != busy.row.id);
        }
        // Without a utilization, the largest part is all there is to go by.
        let first = explains.is_some() || at == 0 && server.utilization.is_none();
        findings.push(Finding { symptom, because, first, rows });
    }
    findings.sort_by_key(|finding| !finding.first);
    findings
}

impl Busy<'_> {
    fn sentence(&self, rules: &Rules) -> String {
        format!(
            "The one thread of the server is {} % busy, not below {} %, and {} of that is {} ({} %)",
            number(self.total),
            rules.harmless_utilization,
            percent(self.part.share),
            self.part.title,
            number(self.part.value)
        )
    }
}

/// What the utilization points to. Nothing if it is harmless.
fn busy_with<'s>(server: &ServerMeasurement, symptoms: &'s [Symptom], rules: &Rules) -> Option<Busy<'s>> {
    let total = server.utilization.filter(|total| *total >= rules.harmless_utilization)?;
    let part = server.utilizations.first()?.clone();
    // The row about pages if pages are the main part, else the one about the utilization as a whole.
    let row = symptoms.iter().find(|row| row.aims_at == part.name && row.component != part.name);
    let row = row.or_else(|| symptoms.iter().find(|row| row.aims_at == "utilization"))?;
    Some(Busy { total, part, row })
}

/// What to do first, and the number it rests on.
fn conclusion(server: &ServerMeasurement, present: f64, busy: Option<&Busy<'_>>, rules: &Rules) -> String {
    if present < rules.idle_requests {
        let utilization = server.utilization.map_or_else(String::new, |total| format!(", {} % busy", number(total)));
        return format!(
            "Nothing is too high: the server is idle{utilization}, with fewer than {} requests in it on average.",
            rules.idle_requests
        );
    }
    if let Some(busy) = busy {
        return format!("{}. Start with {}.", busy.sentence(rules), busy.row.advice());
    }
    let Some(part) = server.times.first() else { return "The report has no time of a request.".to_owned() };
    let largest = format!(
        "the largest part of the time of a request is {}, {} of {} s ({})",
        part.title,
        number(part.value),
        number(server.total_s),
        percent(part.share)
    );
    match server.utilization {
        Some(total) => format!(
            "Nothing is too high by the rule of the source: the server is {} % busy, below {} %. If requests still take \
             too long, {largest}.",
            number(total),
            rules.harmless_utilization
        ),
        None => format!(
            "{}. That it is the largest does not mean that it is too large; without the utilization of the server, \
             server paging cannot be ruled out.",
            capital(&largest)
        ),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
