//! Analysis of an application from the counters of its server.

use super::super::planning::Rules;
use super::super::report::{Counter, Counters, MeasurementError, Unit};
use super::plausible::impossible;
use super::words::{number, percent};
use super::{CureForecast, Finding, Symptom, bare_heading, rows_of};
use serde::Serialize;

/// A counter, with its values before and after the application ran.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct CounterRow {
    /// Name as printed.
    pub name: String,
    /// Unit as printed.
    pub unit: String,
    /// Value before the application ran.
    pub initial: f64,
    /// Value after the application ran, if it is in the text.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub last: Option<f64>,
    /// Difference between the two values; none if it is not known.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub delta: Option<f64>,
}

/// A figure derived from counters.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ApplicationFigure {
    /// Name.
    pub name: &'static str,
    /// Title.
    pub title: &'static str,
    /// Value.
    pub value: f64,
    /// Unit.
    pub unit: &'static str,
}

/// The analysis of an application from counters.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Application {
    /// All counters, in the order of the text.
    pub counters: Vec<CounterRow>,
    /// Derived figures.
    pub figures: Vec<ApplicationFigure>,
    /// The first action and the number on which it is based, as sentences.
    pub conclusion: String,
    /// The reason why the remedy's effect is not forecast; none if the conclusion has no remedy.
    #[cfg_attr(feature = "typescript", tsify(type = "CureForecast | null"))]
    pub forecast: Option<CureForecast>,
    /// Doubtful counters and missing information.
    pub notes: Vec<String>,
    /// Symptoms; the symptom of the conclusion is first.
    pub findings: Vec<Finding>,
}

/// Names of the counters that the analysis uses, in lowercase, without spaces or punctuation.
const REQUEST_TIME: [&str; 2] = ["filepoolrequestservicetime", "filepoolrequesttime"];
const REQUESTS: [&str; 1] = ["totalfilepoolrequests"];
const IO_TIME: [&str; 1] = ["totalbiorequesttime"];
const IOS: [&str; 1] = ["totaliorequests"];
const AGENTS: [&str; 1] = ["totalnumberofagents"];
const ACTIVE: [&str; 1] = ["activeagentshighestvalue"];

/// Checks and analyzes counters. An elapsed time in the request overrides the elapsed time in the text.
pub(super) fn look(
    counters: &Counters,
    elapsed_s: Option<f64>,
    symptoms: &[Symptom],
    rules: &Rules,
) -> Result<Application, MeasurementError> {
    let elapsed = elapsed_s.or(counters.elapsed_s);
    let figures = figures(counters, elapsed);
    check(counters, &figures, rules)?;
    let mut findings = Vec::new();
    let mut overloaded = false;
    // Only this finding is supported by a published rule, so it comes first.
    if let Some([active, agents]) = agents(counters)
        && last(active) >= last(agents)
    {
        overloaded = true;
        let because = format!("All agents ({}) were active at once: the server is overloaded.", last(agents));
        push(&mut findings, "other", because, None, symptoms);
    }
    if let Some(share) = value_of(&figures, "io_share").filter(|share| *share > 0.0) {
        let because = format!("BIO time is {} of the file pool request time.", percent(share / 100.0));
        push(&mut findings, "block_io", because, Some(share / 100.0), symptoms);
    }
    let row = |counter: &Counter| CounterRow {
        name: counter.name.clone(),
        unit: counter.unit.clone(),
        initial: counter.initial,
        last: counter.last,
        delta: counter.delta(),
    };
    Ok(Application {
        counters: counters.list.iter().map(row).collect(),
        conclusion: conclusion(&figures, &findings, overloaded),
        forecast: overloaded.then(|| CureForecast::none("an application’s counters do not contain the model’s inputs")),
        notes: notes(counters, elapsed, &figures),
        figures,
        findings,
    })
}

/// Returns the value after the application ran, or the only value.
fn last(counter: &Counter) -> f64 {
    counter.last.unwrap_or(counter.initial)
}

/// Returns the counters for the highest number of active agents and for the total number of agents; `None` if one is
/// missing.
fn agents(counters: &Counters) -> Option<[&Counter; 2]> {
    find(counters, &ACTIVE).zip(find(counters, &AGENTS)).map(<[_; 2]>::from)
}

/// Refuses counters that contradict each other or yield an impossible number.
fn check(counters: &Counters, figures: &[ApplicationFigure], rules: &Rules) -> Result<(), MeasurementError> {
    for counter in &counters.list {
        if let (Some(printed), Some(delta)) = (counter.printed_delta, counter.delta())
            && (printed - delta).abs() > 0.5
        {
            let what = format!(
                "“{}” grew by {delta}, but the printed difference is {printed}: correct the values or the difference",
                counter.name
            );
            return impossible(counter.line, &what);
        }
    }
    for (times, counts) in [(&REQUEST_TIME[..], &REQUESTS[..]), (&IO_TIME[..], &IOS[..])] {
        if let (Some(time), Some(count)) = (find(counters, times), find(counters, counts))
            && time.delta() > Some(0.0)
            && count.delta() == Some(0.0)
        {
            let what = format!(
                "“{}” grew by {}, but “{}” (line {}) by 0: correct one of these numbers",
                time.name,
                time.delta().unwrap_or_default(),
                count.name,
                count.line
            );
            return impossible(time.line, &what);
        }
    }
    if let (Some(each), Some(time), Some(count)) =
        (value_of(figures, "time_per_io"), find(counters, &IO_TIME), find(counters, &IOS))
        && each > rules.longest_io_ms
    {
        let what = format!(
            "“{}” divided by “{}” (line {}) is {} ms per I/O, but a disk takes at most {} ms: correct one of these \
             numbers",
            time.name,
            count.name,
            count.line,
            number(each),
            number(rules.longest_io_ms)
        );
        return impossible(time.line, &what);
    }
    match agents(counters) {
        Some([active, all]) if last(active) > last(all) => {
            let what = format!(
                "“{}” is {}, more than the {} of “{}” (line {}): correct one of these numbers",
                active.name,
                last(active),
                last(all),
                all.name,
                all.line
            );
            impossible(active.line, &what)
        }
        _ => Ok(()),
    }
}

/// Returns the first action and the number on which it is based.
fn conclusion(figures: &[ApplicationFigure], findings: &[Finding], overloaded: bool) -> String {
    let Some(first) = findings.first() else {
        return "No value is too high: these counters indicate no symptom.".to_owned();
    };
    let each = value_of(figures, "time_per_io").map(|each| format!(" One I/O takes {} ms on average.", number(each)));
    // The published rule about agents contains the remedy.
    match first.rows.first().filter(|_| overloaded) {
        Some(row) => format!("{} Start with {}.", first.because, row.advice()),
        None => {
            format!("{} No source gives a limit for this share.{}", first.because, each.unwrap_or_default())
        }
    }
}

/// Returns the value of a figure; `None` if the figure is missing.
pub(super) fn value_of(figures: &[ApplicationFigure], name: &str) -> Option<f64> {
    figures.iter().find(|figure| figure.name == name).map(|figure| figure.value)
}

fn push(findings: &mut Vec<Finding>, component: &str, because: String, share: Option<f64>, symptoms: &[Symptom]) {
    let rows = rows_of(component, symptoms);
    if let Some(row) = rows.first() {
        let symptom = row.symptom.clone();
        findings.push(Finding { symptom, because, first: true, share, bare: bare_heading(&rows), rows });
    }
}

/// Returns the counter with the first of these names that occurs; `None` if no name occurs.
fn find<'a>(counters: &'a Counters, names: &[&str]) -> Option<&'a Counter> {
    names.iter().find_map(|name| counters.list.iter().find(|counter| counter.key() == *name))
}

/// Returns the increase of a time counter in milliseconds; `None` if it is not known. A counter without a unit is
/// assumed to be in milliseconds.
fn milliseconds(counters: &Counters, names: &[&str]) -> Option<f64> {
    let counter = find(counters, names)?;
    let factor = if counter.time_unit() == Some(Unit::Seconds) { 1000.0 } else { 1.0 };
    counter.delta().map(|delta| factor * delta)
}

fn figures(counters: &Counters, elapsed: Option<f64>) -> Vec<ApplicationFigure> {
    let count = |names: &[&str]| find(counters, names).and_then(Counter::delta);
    let [request_ms, io_ms] = [milliseconds(counters, &REQUEST_TIME), milliseconds(counters, &IO_TIME)];
    let [requests, ios] = [count(&REQUESTS), count(&IOS)];
    let ratio = |above: Option<f64>, below: Option<f64>| match (above, below) {
        (Some(above), Some(below)) if below > 0.0 => Some(above / below),
        _ => None,
    };
    let percent = |share: Option<f64>| share.map(|share| 100.0 * share);
    let all = [
        ("request_time", "Total file pool request time", request_ms, "ms"),
        ("requests", "File pool requests", requests, "requests"),
        ("service_time", "Service time per request", ratio(request_ms, requests), "ms"),
        ("io_time", "BIO time", io_ms, "ms"),
        ("ios", "I/O requests", ios, "I/Os"),
        ("time_per_io", "Time per I/O", ratio(io_ms, ios), "ms"),
        ("io_share", "BIO time as a share of request time", percent(ratio(io_ms, request_ms)), "%"),
        ("elapsed", "Application elapsed time", elapsed.map(|seconds| 1000.0 * seconds), "ms"),
        (
            "share",
            "Request time as a share of elapsed time",
            percent(ratio(request_ms, elapsed.map(|seconds| 1000.0 * seconds))),
            "%",
        ),
    ];
    let known = |(name, title, value, unit): (_, _, Option<f64>, _)| {
        value.map(|value| ApplicationFigure { name, title, value, unit })
    };
    all.into_iter().filter_map(known).collect()
}

fn notes(counters: &Counters, elapsed: Option<f64>, figures: &[ApplicationFigure]) -> Vec<String> {
    let mut notes = Vec::new();
    let fell: Vec<_> = counters.list.iter().filter(|counter| counter.fell()).collect();
    if let Some(first) = fell.first() {
        let more = if fell.len() > 1 { format!(", as did {} more", fell.len() - 1) } else { String::new() };
        notes.push(format!(
            "“{}” (line {}) fell from {} to {}{more}: the server was restarted in between, or the counters are \
             from two servers. Measure again without a restart; differences of such counters are left out.",
            first.name,
            first.line,
            first.initial,
            first.last.unwrap_or_default()
        ));
    }
    if value_of(figures, "request_time").is_none() {
        notes.push(
            "There is no File Pool Request Service Time or File Pool Request Time: the request time is unknown."
                .to_owned(),
        );
    } else if value_of(figures, "service_time").is_none() {
        notes.push("Add Total File Pool Requests to get the service time per request.".to_owned());
    }
    if let Some(share) = value_of(figures, "share").filter(|share| *share > 100.0) {
        notes.push(format!(
            "Requests took {} of the elapsed time, so several were in the server at once: the share does not belong to a \
             single program.",
            percent(share / 100.0)
        ));
    }
    if elapsed.is_none() {
        notes.push("Add the application's elapsed time to get SFS's share of it.".to_owned());
    }
    if value_of(figures, "io_share").is_some() {
        notes.push(
            "BIO time is not part of the request time: I/Os overlap, and some are done outside requests.".to_owned(),
        );
    }
    notes
}
