//! What one row of a report says: whether it agrees with itself, what a request costs, and where its time goes.

use super::super::planning::Rules;
use super::super::report::{Printed, Server, Times};
use super::words::{number, percent};
use super::{Finding, Symptom, rows_of};
use serde::Serialize;

/// A part of a whole.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Part {
    /// Its name in the table of symptoms.
    pub name: &'static str,
    /// What it is.
    pub title: &'static str,
    /// How large it is, in the unit of the whole.
    pub value: f64,
    /// Of the whole: 0.5 is half.
    pub share: f64,
    /// Time of one request, in milliseconds; 0 where a part is a time itself.
    pub demand_ms: f64,
}

/// Whether two numbers agree that must be the same but for rounding.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Check {
    /// What is compared.
    pub title: &'static str,
    /// As computed from other columns.
    pub computed: f64,
    /// As printed.
    pub printed: f64,
    /// Unit of both.
    pub unit: &'static str,
    /// How far they are apart beyond what rounding explains; 0 if they agree.
    pub beyond_rounding: f64,
}

/// A server in an interval.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ServerMeasurement {
    /// Its user id.
    pub name: String,
    /// When it was measured, as far as the text says.
    pub interval: String,
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
    /// Whether the numbers agree with each other.
    pub checks: Vec<Check>,
    /// Which symptoms the parts point to, the largest first.
    pub findings: Vec<Finding>,
}

/// Looks at a row.
pub(super) fn look(server: &Server, symptoms: &[Symptom], rules: &Rules) -> ServerMeasurement {
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
        // So many percent of a second, shared by the requests of a second.
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
        checks: checks(server),
        findings: Vec::new(),
    };
    measurement.findings = findings(&measurement, symptoms, rules);
    measurement
}

/// The parts, the largest first; those that are 0 are left out.
fn ranked<const N: usize>(parts: [(&'static str, &'static str, Printed); N]) -> Vec<Part> {
    let whole: f64 = parts.iter().map(|(_, _, part)| part.value).sum();
    let part = |(name, title, printed): (_, _, Printed)| {
        let share = if whole > 0.0 { printed.value / whole } else { 0.0 };
        Part { name, title, value: printed.value, share, demand_ms: 0.0 }
    };
    let mut parts: Vec<_> = parts.into_iter().map(part).filter(|part| part.value > 0.0).collect();
    parts.sort_by(|a, b| b.value.total_cmp(&a.value));
    parts
}

/// What a row must fulfil, whatever was measured.
fn checks(server: &Server) -> Vec<Check> {
    let Times { count, rate, total, cpu, lock, block_io, esm, unnamed, other } = server.times;
    let parts = sum(&[cpu, lock, block_io, esm, unnamed, other]);
    let mut checks = vec![check("The parts of the time of a request add up to its total", parts, total, "s")];
    if let (Some(interval), Some(computed)) = (server.interval_s(), quotient(count, rate, 1.0)) {
        checks.push(check("FPR count ÷ FPR rate is the interval", computed, interval, "s"));
    }
    if let Some(busy) = server.utilizations {
        let parts = sum(&[busy.cpu, busy.page, busy.checkpoint, busy.qsam]);
        checks.push(check("The parts of the utilization add up to its total", parts, busy.total, "%"));
        let half = rate.value * total.half + total.value * rate.half + rate.half * total.half;
        let product = Printed { value: rate.value * total.value, half };
        checks.push(check("Active agents are FPR rate × total time (Little’s law)", product, busy.active, "agents"));
        if let Some(computed) = quotient(busy.cpu, rate, 0.01) {
            checks.push(check("CPU time of a request is CPU utilization ÷ FPR rate", computed, cpu, "s"));
        }
    }
    checks
}

/// `factor` times `above` ÷ `below`, and how far rounding of both can move it; none if `below` may be 0.
fn quotient(above: Printed, below: Printed, factor: f64) -> Option<Printed> {
    if below.value <= below.half {
        return None;
    }
    let value = factor * above.value / below.value;
    let most = factor * (above.value + above.half) / (below.value - below.half);
    Some(Printed { value, half: most - value })
}

fn sum(parts: &[Printed]) -> Printed {
    Printed { value: parts.iter().map(|part| part.value).sum(), half: parts.iter().map(|part| part.half).sum() }
}

fn check(title: &'static str, computed: Printed, printed: Printed, unit: &'static str) -> Check {
    let apart = (computed.value - printed.value).abs() - computed.half - printed.half;
    // The sums themselves are rounded to bits.
    let noise = 1e-9 * (1.0 + printed.value.abs());
    Check {
        title,
        computed: computed.value,
        printed: printed.value,
        unit,
        beyond_rounding: if apart > noise { apart } else { 0.0 },
    }
}

/// The symptoms of the parts, and first those that the largest parts point to.
fn findings(server: &ServerMeasurement, symptoms: &[Symptom], rules: &Rules) -> Vec<Finding> {
    let busy = busy_with(server, symptoms, rules);
    let mut findings = Vec::new();
    for (at, part) in server.times.iter().enumerate() {
        let rows = rows_of(part.name, symptoms);
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
        let told = busy.as_ref().filter(|(component, _)| component == part.name);
        if let Some((_, told)) = told {
            because = format!("{because} {told}");
        }
        findings.push(Finding { symptom, because, first: at == 0 || told.is_some(), rows });
    }
    findings.sort_by_key(|finding| !finding.first);
    findings
}

/// What the utilization points to: the part whose symptom it explains, and why. Nothing if it is harmless.
fn busy_with(server: &ServerMeasurement, symptoms: &[Symptom], rules: &Rules) -> Option<(String, String)> {
    let total = server.utilization.filter(|total| *total >= rules.harmless_utilization)?;
    let part = server.utilizations.first()?;
    // The row about pages if pages are the main part, else the one about the utilization as a whole.
    let row = symptoms.iter().find(|row| row.aims_at == part.name && row.component != part.name);
    let row = row.or_else(|| symptoms.iter().find(|row| row.aims_at == "utilization"))?;
    let told = format!(
        "The server is {} % busy, not below {} %, and the largest part of that is {} ({} %): see “{}”.",
        number(total),
        rules.harmless_utilization,
        part.title,
        number(part.value),
        row.cause
    );
    Some((row.component.clone(), told))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
