//! Comparison of two measurements by component, and the effect of the change between them.

use super::application::value_of;
use super::words::{mid_sentence, number, relative, went};
use super::{Application, Measurement, Part, ServerMeasurement, Symptom};
use crate::report::MeasurementError;
use pathlength_model::ModelError;
use serde::Serialize;

/// A number that both measurements contain.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Change {
    /// Name in the table of symptoms.
    pub name: &'static str,
    /// Title.
    pub title: &'static str,
    /// Unit of both values.
    pub unit: &'static str,
    /// Value in the first measurement.
    pub before: f64,
    /// Value in the second measurement.
    pub after: f64,
}

/// The comparison of two measurements of one server.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Comparison {
    /// The server's user id; empty for counters.
    pub server: String,
    /// The numbers that both measurements contain.
    pub changes: Vec<Change>,
    /// The verdict on the change, in sentences.
    pub verdict: Vec<String>,
}

/// Compares two measurements of the same kind.
pub(super) fn compare(
    before: &Measurement,
    after: &Measurement,
    changed: Option<&Symptom>,
    response_s: Option<[f64; 2]>,
) -> Result<Vec<Comparison>, MeasurementError> {
    match (&before.application, &after.application) {
        (Some(before), Some(after)) => Ok(vec![applications(before, after, changed, response_s)]),
        (None, None) => servers(&before.servers, &after.servers, changed, response_s),
        _ => Err(ModelError::new(
            "one measurement consists of counters, but the other of report rows: compare two measurements of the same \
             kind",
        )
        .into()),
    }
}

fn servers(
    before: &[ServerMeasurement],
    after: &[ServerMeasurement],
    changed: Option<&Symptom>,
    response_s: Option<[f64; 2]>,
) -> Result<Vec<Comparison>, MeasurementError> {
    let mut comparisons = Vec::new();
    for first in before {
        let Some(second) = after.iter().find(|server| server.name == first.name) else { continue };
        let twice =
            |servers: &[ServerMeasurement]| servers.iter().filter(|server| server.name == first.name).count() > 1;
        if twice(before) || twice(after) {
            return Err(ModelError::new(format!(
                "{} has several intervals: keep one row of this server in each measurement",
                first.name
            ))
            .into());
        }
        let both = changes(first, second);
        let verdict = verdict(&both, "total", changed, response_s);
        comparisons.push(Comparison { server: first.name.clone(), changes: both, verdict });
    }
    if comparisons.is_empty() {
        return Err(ModelError::new("no server is in both measurements: paste rows of the same user id").into());
    }
    Ok(comparisons)
}

fn changes(before: &ServerMeasurement, after: &ServerMeasurement) -> Vec<Change> {
    let part = |parts: &[Part], name: &str| parts.iter().find(|part| part.name == name).map_or(0.0, |part| part.value);
    let demand = |server: &ServerMeasurement, name: &str| {
        let part = server.utilizations.iter().find(|part| part.name == name);
        part.map_or(0.0, |part| part.demand_ms)
    };
    let mut changes = vec![
        Change { name: "rate", title: "Request rate", unit: "/s", before: before.rate, after: after.rate },
        Change { name: "total", title: "Request time", unit: "s", before: before.total_s, after: after.total_s },
    ];
    let times = [
        ("cpu", "of that CPU"),
        ("lock", "of that lock"),
        ("block_io", "of that block I/O"),
        ("esm", "of that ESM"),
        ("other", "of that other"),
    ];
    for (name, title) in times {
        let (before, after) = (part(&before.times, name), part(&after.times, name));
        changes.push(Change { name, title, unit: "s", before, after });
    }
    if let (Some(first), Some(second)) = (before.utilization, after.utilization) {
        changes.push(Change { name: "utilization", title: "Utilization", unit: "%", before: first, after: second });
        let demands = [
            ("cpu_demand", "cpu", "CPU time per request"),
            ("page", "page", "Page-read time per request"),
            ("checkpoint", "checkpoint", "Checkpoint time per request"),
        ];
        for (name, part, title) in demands {
            let (before, after) = (demand(before, part), demand(after, part));
            changes.push(Change { name, title, unit: "ms", before, after });
        }
    }
    let agents =
        [("active", "Active agents", before.active, after.active), ("held", "Held agents", before.held, after.held)];
    for (name, title, before, after) in agents {
        if let (Some(before), Some(after)) = (before, after) {
            changes.push(Change { name, title, unit: "agents", before, after });
        }
    }
    changes.retain(|change| change.before > 0.0 || change.after > 0.0);
    changes
}

fn applications(
    before: &Application,
    after: &Application,
    changed: Option<&Symptom>,
    response_s: Option<[f64; 2]>,
) -> Comparison {
    let mut both = Vec::new();
    for figure in &before.figures {
        if let Some(value) = value_of(&after.figures, figure.name) {
            // Both kinds of measurement use the same name, so that a remedy for block I/O is judged in both.
            let name = if figure.name == "io_time" { "block_io" } else { figure.name };
            both.push(Change { name, title: figure.title, unit: figure.unit, before: figure.value, after: value });
        }
    }
    let service = if both.iter().any(|change| change.name == "service_time") { "service_time" } else { "request_time" };
    let verdict = verdict(&both, service, changed, response_s);
    Comparison { server: String::new(), changes: both, verdict }
}

/// Returns the verdict on the change. `service` is the name of the request time in `both`.
fn verdict(both: &[Change], service: &str, changed: Option<&Symptom>, response_s: Option<[f64; 2]>) -> Vec<String> {
    let find = |name: &str| both.iter().find(|change| change.name == name);
    let mut said = Vec::new();
    let Some(time) = find(service) else {
        return vec!["The request time is not in both measurements, so the change cannot be judged.".to_owned()];
    };
    let went_of = |change: &Change| went(change.before, change.after, change.unit);
    said.push(format!("{} changed {}.", time.title, went_of(time)));
    match changed {
        None => said.push("The change between the measurements was not given.".to_owned()),
        Some(row) => said.push(match find(&row.aims_at) {
            Some(aim) => {
                let title = mid_sentence(aim.title.strip_prefix("of that ").unwrap_or(aim.title));
                let result = if aim.after < aim.before { "fell" } else { "did not fall" };
                format!(
                    "The change was meant to remedy “{}”. The value that it targets, {title}, {result}: it changed {}.",
                    row.cause,
                    went_of(aim)
                )
            }
            None => format!(
                "The change was meant to remedy “{}”. The value that it targets is not in these measurements.",
                row.cause
            ),
        }),
    }
    if let Some(change) = find("rate") {
        said.push(format!(
            "The server served {} requests than before: its rate changed {}.",
            if change.after > change.before { "more" } else { "no more" },
            went_of(change)
        ));
    }
    if time.after >= time.before && changed.is_some() {
        said.push("Requests are not faster. Undo the change before you try another.".to_owned());
    }
    if let Some([before, after]) = response_s {
        said.push(culprit(time, before, after));
    }
    said
}

/// Applies the rule of the source: SFS is the likely culprit if the request time grew by a larger percentage than the
/// response time.
fn culprit(time: &Change, before: f64, after: f64) -> String {
    let responses = went(before, after, "s");
    match (relative(time.before, time.after), relative(before, after)) {
        (Some(server), Some(users)) if server > 0.0 && users < 0.0 => {
            format!("Response times changed {responses} although the request time grew: users notice no slowdown.")
        }
        (Some(server), Some(users)) if server > 0.0 && server > users => format!(
            "Response times changed {responses}; the request time grew by a larger percentage: SFS is the likely culprit."
        ),
        (Some(server), Some(_)) if server > 0.0 => format!(
            "Response times changed {responses}; the request time did not grow by a larger percentage: SFS is not the \
             likely culprit; look at the system as a whole."
        ),
        _ => format!(
            "Response times changed {responses}. The rule that separates SFS from the system applies only if the \
             request time grew. It did not grow: it is now {} {}.",
            number(time.after),
            time.unit
        ),
    }
}
