//! Analysis of one row of a report: consistency, service demands, and response-time breakdown.

use super::super::planning::Rules;
use super::super::report::{MeasurementError, PrintedNumber, Server, Times};
use super::words::{number, percent};
use super::{CureForecast, Finding, Forecaster, Symptom, bare_heading, plausible, rows_of};
use serde::Serialize;

/// A component of a request time or of a utilization.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Part {
    /// Name in the table of symptoms.
    pub name: &'static str,
    /// Title.
    pub title: &'static str,
    /// Value, in the unit of the total.
    pub value: f64,
    /// Share of the total, 0 to 1.
    pub share: f64,
    /// Service demand in milliseconds; 0 for a component of the request time.
    pub demand_ms: f64,
}

/// Two numbers that agree up to rounding.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Check {
    /// Title of the comparison.
    pub title: &'static str,
    /// Value computed from other columns.
    pub computed: f64,
    /// Printed value.
    pub printed: f64,
    /// Unit of both values.
    pub unit: &'static str,
}

/// The measurement of a server in an interval.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ServerMeasurement {
    /// User id of the server.
    pub name: String,
    /// The interval, if it is in the text.
    pub interval: String,
    /// The first action and the number on which it is based, as sentences.
    pub conclusion: String,
    /// Requests per second.
    pub rate: f64,
    /// Request time in seconds.
    pub total_s: f64,
    /// Components of `total_s`, the largest first.
    pub times: Vec<Part>,
    /// Total utilization in percent; none if the text does not contain the utilizations.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub utilization: Option<f64>,
    /// Components of `utilization`, the largest first, each with its service demand.
    pub utilizations: Vec<Part>,
    /// Mean number of active agents.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub active: Option<f64>,
    /// Mean number of held agents.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub held: Option<f64>,
    /// Deadlocks with rollback.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub deadlocks: Option<f64>,
    /// The consistency checks.
    pub checks: Vec<Check>,
    /// The effect of the conclusion's remedy; none if there is no remedy or no forecaster.
    #[cfg_attr(feature = "typescript", tsify(type = "CureForecast | null"))]
    pub forecast: Option<CureForecast>,
    /// Symptoms: first the conclusion's, then the symptoms of the largest components. Empty for an idle server.
    pub findings: Vec<Finding>,
}

/// Checks and analyzes a row.
pub(super) fn look(
    server: &Server,
    symptoms: &[Symptom],
    rules: &Rules,
    forecaster: Option<&Forecaster>,
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
        forecast: None,
        findings: Vec::new(),
    };
    // Little's law: the mean number of requests in the server.
    let present = rate.value * total.value;
    let busy = busy_with(&measurement, symptoms, rules);
    if present >= rules.idle_requests {
        let cure = busy.as_ref().zip(forecaster);
        measurement.forecast = cure.map(|(busy, forecaster)| forecaster.forecast(&measurement, busy.row));
        measurement.findings = findings(&measurement, busy.as_ref(), symptoms, rules);
    }
    measurement.conclusion = conclusion(&measurement, present, busy.as_ref(), rules);
    Ok(measurement)
}

/// Returns the nonzero components, the largest first.
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

/// Checks that the components of a row add up to their totals, and that the row satisfies the operational laws.
fn checks(server: &Server) -> Result<Vec<Check>, MeasurementError> {
    let Times { count, rate, total, cpu, lock, block_io, esm, unnamed, other } = server.times;
    let parts = sum(&[cpu, lock, block_io, esm, unnamed, other]);
    let check = |title, computed, printed, unit| check(server, title, computed, printed, unit);
    let mut checks = vec![check("The components of the request time add up to its total", parts, total, "s")?];
    if let (Some(interval), Some(computed)) = (server.interval_s(), quotient(count, rate, 1.0)) {
        checks.push(check("FPR count ÷ FPR rate is the interval", computed, interval, "s")?);
    }
    if let Some(busy) = server.utilizations {
        let parts = sum(&[busy.cpu, busy.page, busy.checkpoint, busy.qsam]);
        checks.push(check("The components of the utilization add up to its total", parts, busy.total, "%")?);
        let half = rate.value * total.half + total.value * rate.half + rate.half * total.half;
        let product = PrintedNumber { value: rate.value * total.value, half };
        checks.push(check("Active agents are FPR rate × total time (Little’s law)", product, busy.active, "agents")?);
        if let Some(computed) = quotient(busy.cpu, rate, 0.01) {
            checks.push(check("CPU time per request is CPU utilization ÷ FPR rate", computed, cpu, "s")?);
        }
    }
    Ok(checks)
}

/// Returns `factor` times `above` ÷ `below` with its rounding error; `None` if `below` can be 0.
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
    // Tolerance for the rounding of the sums.
    let noise = 1e-9 * (1.0 + printed.value.abs());
    if apart > noise {
        return Err(MeasurementError::Impossible(format!(
            "line {}: the numbers of {} contradict each other. {title}, but the computed value is {} {unit} and the \
             printed value is {} {unit}. The difference is {} {unit} more than rounding explains: correct the row, or \
             use another report",
            server.line,
            server.name,
            number(computed.value),
            number(printed.value),
            number(apart)
        )));
    }
    Ok(Check { title, computed: computed.value, printed: printed.value, unit })
}

/// A utilization at or above the published limit, with its largest component and the row of the table of symptoms that
/// explains it.
struct Busy<'s> {
    /// Total utilization in percent.
    total: f64,
    part: Part,
    row: &'s Symptom,
}

/// Returns the symptoms: first the symptom that explains the utilization, then the symptoms of the largest components.
fn findings(server: &ServerMeasurement, busy: Option<&Busy<'_>>, symptoms: &[Symptom], rules: &Rules) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, part) in server.times.iter().enumerate() {
        let mut rows = rows_of(part.name, symptoms);
        let Some(row) = rows.first() else { continue };
        let symptom = row.symptom.clone();
        let rank = if at == 0 { "Largest component" } else { "Component" };
        let mut because = format!(
            "{rank} of the request time: {}, {} of {} s ({}).",
            part.title,
            number(part.value),
            number(server.total_s),
            percent(part.share)
        );
        // While the thread is busy, all other requests wait, and their waits count as other time.
        let explains = busy.filter(|busy| busy.row.component == part.name);
        if let Some(busy) = explains {
            because = format!("{because} {}: see “{}”.", busy.sentence(rules), busy.row.cause);
            rows.sort_by_key(|row| row.id != busy.row.id);
        }
        // Without a utilization, the largest component is the first finding.
        let first = explains.is_some() || at == 0 && server.utilization.is_none();
        findings.push(Finding { symptom, because, first, share: Some(part.share), bare: bare_heading(&rows), rows });
    }
    // The sort is stable, and the components have already been ranked.
    findings.sort_by_key(|finding| !finding.first);
    findings
}

impl Busy<'_> {
    fn sentence(&self, rules: &Rules) -> String {
        format!(
            "The single thread of the server is {} % busy, at or above the limit of {} %, and {} of that is {} ({} %)",
            number(self.total),
            rules.harmless_utilization,
            percent(self.part.share),
            self.part.title,
            number(self.part.value)
        )
    }
}

/// Returns the explanation of a utilization at or above the published limit; `None` if the utilization is below the
/// limit, or if no row explains it.
fn busy_with<'s>(server: &ServerMeasurement, symptoms: &'s [Symptom], rules: &Rules) -> Option<Busy<'s>> {
    let total = server.utilization.filter(|total| *total >= rules.harmless_utilization)?;
    let part = server.utilizations.first()?.clone();
    // Use the row about pages if pages are the main component; otherwise, use the row about the total utilization.
    let row = symptoms.iter().find(|row| row.aims_at == part.name && row.component != part.name);
    let row = row.or_else(|| symptoms.iter().find(|row| row.aims_at == "utilization"))?;
    Some(Busy { total, part, row })
}

/// Returns the first action and the number on which it is based.
fn conclusion(server: &ServerMeasurement, present: f64, busy: Option<&Busy<'_>>, rules: &Rules) -> String {
    if present < rules.idle_requests {
        let utilization = server.utilization.map_or_else(String::new, |total| format!(", {} % busy", number(total)));
        return format!(
            "No component is too high: the server is idle{utilization}, with fewer than {} requests in it on average.",
            rules.idle_requests
        );
    }
    if let Some(busy) = busy {
        return format!("{}. Start with {}.", busy.sentence(rules), busy.row.advice());
    }
    let Some(part) = server.times.first() else { return "The report has no request time.".to_owned() };
    let largest = format!(
        "the largest component of the request time is {}, {} of {} s ({})",
        part.title,
        number(part.value),
        number(server.total_s),
        percent(part.share)
    );
    match server.utilization {
        Some(total) => format!(
            "No component is too high according to the source: the server is {} % busy, below the limit of {} %. If \
             requests still take too long, {largest}.",
            number(total),
            rules.harmless_utilization
        ),
        None => format!(
            "{}. The largest component is not necessarily too large. To rule out server paging, add the server's \
             utilization.",
            capital(&largest)
        ),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
