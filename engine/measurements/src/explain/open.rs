//! Devices: a rate, a response time, and a utilization in each report; the population is unknown.

use super::forecast::{Forecast, Forecasted};
use super::{Finding, Kind, MAX_MODEL_ERROR, MAX_POPULATION, Quantity, Row};
use crate::words::{count, milliseconds, number, percent, with_unit};
use crate::{FlowKind, Format, Measurements, Observation};
use pathlength_queueing::bounds::asymptotic;
use pathlength_queueing::closed_form::mm1;
use pathlength_queueing::mva::solve_exact;

/// Utilization from which a device is near its limit. By the utilization law, a device that serves one request at a
/// time can raise its rate by at most a share of 1/U − 1, here a quarter.
const HIGH_UTILIZATION: f64 = 0.8;
/// Number of requests in a busy device from which most of the response time is waiting. With L requests in the device,
/// of which one is served, the share of waiting is 1 − 1/L, here a half.
const WAITING_LENGTH: f64 = 2.0;
/// Utilization below which a device counts as idle: whatever it does takes less than 1 % of the time.
const IDLE_UTILIZATION: f64 = 0.01;
/// Amount by which a utilization may exceed the number in system, beyond rounding, before a note reports it. It allows
/// for the resolution of the kernel's clock in short intervals.
const CLOCK_TOLERANCE: f64 = 0.02;
/// Maximum relative difference in request sizes, and maximum difference in the shares of reads, between reports whose
/// service times are compared.
const SAME_MIX: f64 = 0.1;
/// Minimum number of requests in service at once that a finding reports: a smaller number can result from differences
/// between the requests.
const MIN_PARALLEL: f64 = 2.0;

/// The operational quantities of a device in a report.
#[derive(Clone, Copy, Debug)]
struct Load {
    /// X, requests per second.
    rate: f64,
    /// R, seconds.
    response_s: f64,
    /// Q.
    in_system: f64,
    /// Share of the time with requests: never above Q, because at least one request is present during that time.
    busy: Option<f64>,
}

impl Load {
    /// Returns the quantities; `None` for a device without requests, or with numbers that are out of range.
    fn of(one: &Observation) -> Option<Self> {
        let (rate, response_s, in_system) = (one.rate(), one.response_s()?, one.mean_in_system()?);
        let busy = one.utilization.map(|share| share.value.min(in_system).min(1.0)).filter(|busy| *busy > 0.0);
        let is_valid = [rate, response_s, in_system].iter().all(|value| value.is_finite() && *value > 0.0);
        is_valid.then_some(Self { rate, response_s, in_system, busy })
    }

    /// Returns the service time of a device that serves one request at a time, by the utilization law: S = U/X. This
    /// time is a lower bound for any device, because a device that serves several requests at once is busy for less
    /// time. `None` if the utilization is unknown.
    fn service_s(&self) -> Option<f64> {
        self.busy.map(|busy| (busy / self.rate).min(self.response_s))
    }

    /// Returns the mean number of requests while the device has any.
    fn busy_length(&self) -> f64 {
        self.busy.map_or(self.in_system, |busy| self.in_system / busy).max(1.0)
    }

    fn kind(&self) -> Kind {
        let waits = self.busy_length() >= WAITING_LENGTH;
        match self.busy {
            Some(busy) if busy >= HIGH_UTILIZATION && waits => Kind::Saturated,
            Some(busy) if busy >= HIGH_UTILIZATION => Kind::DepthBound,
            Some(busy) if busy < IDLE_UTILIZATION => Kind::Idle,
            _ if waits => Kind::Queueing,
            _ => Kind::Light,
        }
    }
}

/// Returns a finding about each device, and rows with each device's mean and worst report.
pub(super) fn findings(measurements: &Measurements, notes: &mut Vec<String>) -> (Vec<Finding>, Vec<Row>) {
    let mut devices: Vec<(&str, Vec<&Observation>)> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for one in &measurements.observations {
        let place = *places.entry(one.subject.as_str()).or_insert(devices.len());
        if place == devices.len() {
            devices.push((&one.subject, Vec::new()));
        }
        devices[place].1.push(one);
    }
    let (mut findings, mut rows) = (Vec::new(), Vec::new());
    let mut unclear = Vec::new();
    for (_, reports) in &devices {
        let worst = worst(reports);
        if reports.len() > 1 {
            rows.push(Row::new(&mean(reports), format!("mean of {} reports", reports.len())));
            rows.push(Row::new(worst, format!("{}, the worst", report_text(worst))));
        } else {
            rows.push(Row::new(worst, report_text(worst)));
        }
        if reports.iter().any(|one| has_clock_error(one)) {
            unclear.push(worst.subject.as_str());
        }
        findings.push(finding(reports, worst));
    }
    if !unclear.is_empty() {
        let cause = if measurements.format == Format::MappedCsv {
            "the quantity or the unit of a column differs from the mapping"
        } else {
            "the kernel counts the clock ticks in which a request began or ended, so the reported \
             utilization is too high for short requests"
        };
        notes.push(format!(
            "The utilization exceeds the number in system for {}, which is impossible: {cause}. The number in system \
             is used instead.",
            unclear.iter().take(5).copied().collect::<Vec<_>>().join(", ")
        ));
    }
    (findings, rows)
}

/// Returns whether the utilization exceeds the number in system by more than rounding and the clock's resolution.
fn has_clock_error(one: &Observation) -> bool {
    let both = one.utilization.zip(one.in_system);
    both.is_some_and(|(busy, number)| busy.value - number.value > busy.half + number.half + CLOCK_TOLERANCE)
}

/// Returns the report with the highest rank and, among equals, the one with the most requests in system.
fn worst<'a>(reports: &[&'a Observation]) -> &'a Observation {
    let rank = |one: &Observation| Load::of(one).map_or((Kind::Idle, 0.0), |load| (load.kind(), load.in_system));
    let by_rank = |a: &&'a Observation, b: &&'a Observation| {
        let (a, b) = (rank(a), rank(b));
        // Kinds are ordered from the highest rank to the lowest.
        b.0.cmp(&a.0).then(a.1.total_cmp(&b.1))
    };
    reports.iter().copied().max_by(|a, b| by_rank(a, b)).unwrap_or(reports[0])
}

/// Returns the mean of reports of equal length: times are means over requests; the other quantities are means over
/// time.
fn mean(reports: &[&Observation]) -> Observation {
    let share = 1.0 / reports.len() as f64;
    let mut flows = Vec::new();
    for kind in [FlowKind::Read, FlowKind::Write, FlowKind::Discard, FlowKind::Flush, FlowKind::All] {
        let of_kind = || reports.iter().flat_map(|one| &one.flows).filter(move |flow| flow.kind == kind);
        let Some(first) = of_kind().next() else { continue };
        let rate = of_kind().map(|flow| flow.rate.value).sum::<f64>();
        let times = of_kind().map(|flow| flow.response_s.map(|time| time.value * flow.rate.value)).sum::<Option<f64>>();
        let bytes = of_kind().map(|flow| flow.bytes_per_s.map(|bytes| bytes.value)).sum::<Option<f64>>();
        let printed = crate::PrintedNumber::exact;
        flows.push(crate::Flow {
            rate: printed(rate * share),
            response_s: times.map(|times| printed(if rate > 0.0 { times / rate } else { 0.0 })),
            bytes_per_s: bytes.map(|bytes| printed(bytes * share)),
            request_bytes: None,
            ..*first
        });
    }
    let over_time = |value: fn(&Observation) -> Option<crate::PrintedNumber>| {
        let sum = reports.iter().map(|one| value(one).map(|printed| printed.value)).sum::<Option<f64>>();
        sum.map(|sum| crate::PrintedNumber::exact(sum * share))
    };
    Observation {
        subject: reports[0].subject.clone(),
        report: None,
        time: None,
        flows,
        in_system: over_time(|one| one.in_system),
        utilization: over_time(|one| one.utilization),
        clients: None,
    }
}

fn finding(reports: &[&Observation], worst: &Observation) -> Finding {
    let subject = &worst.subject;
    let Some(load) = Load::of(worst) else {
        let has_times = worst.rate_times_response().is_some();
        return idle(
            worst,
            match worst.rate() {
                0.0 => "has no requests: nothing waits for it",
                _ if has_times => "has requests that take no measurable time: nothing waits for it",
                _ => "has requests without response times: it cannot be explained",
            },
        );
    };
    let kind = load.kind();
    if kind == Kind::Idle {
        let busy = percent(load.busy.unwrap_or_default());
        return idle(worst, &format!("is busy for {busy} of the time: nothing waits for it"));
    }
    let during = if reports.len() > 1 {
        let same = reports.iter().filter(|one| Load::of(one).is_some_and(|load| load.kind() == kind)).count();
        let place = report_text(worst);
        format!(
            " in {place}, the worst of {} ({} with the same finding)",
            count(reports.len(), "report"),
            number(same as f64)
        )
    } else {
        String::new()
    };
    let busy = format!("{} busy", percent(load.busy.unwrap_or_default()));
    let waiting = load.busy_length() - 1.0;
    let (text, rests_on) = match kind {
        Kind::Queueing | Kind::Light if load.busy.is_none() => {
            (without_utilization(subject, kind, &during, &load), in_system(&load))
        }
        Kind::Saturated => {
            let text = format!(
                "{subject} is saturated{during}, if it serves one request at a time: it is {busy}, with {} requests in \
                 it while it works, {} of them waiting.",
                number(load.busy_length()),
                number(waiting)
            );
            (text, utilization(&load))
        }
        Kind::DepthBound => {
            let text = format!(
                "Latency and queue depth bound the rate of {subject}{during}: it is {busy}, but has only {} while it \
                 works, each for {}.",
                with_unit(load.busy_length(), "requests"),
                milliseconds(load.response_s)
            );
            (text, busy_length(&load))
        }
        Kind::Queueing => {
            let text = format!(
                "Requests to {subject} wait{during}, although the device is idle for part of the time: it is {busy}, \
                 but has {} requests while it works. They come in bursts, or the device serves several at once; if it \
                 serves one at a time, waiting is {} of the response time of {}.",
                number(load.busy_length()),
                percent(waiting / load.busy_length()),
                milliseconds(load.response_s)
            );
            (text, busy_length(&load))
        }
        _ => {
            let text = format!(
                "{subject} is not the main cause of waiting{during}: it is {busy}, with {} while it works; of the \
                 response time of {}, at most {} is waiting.",
                with_unit(load.busy_length(), "requests"),
                milliseconds(load.response_s),
                milliseconds(load.response_s - load.service_s().unwrap_or(0.0))
            );
            (text, utilization(&load))
        }
    };
    let parallel = parallel(reports, worst, &load).map_or_else(String::new, |(servers, report)| {
        format!(
            " However, it serves about {} requests at once, according to report {report}, if the requests are alike.",
            number(servers)
        )
    });
    Finding {
        kind,
        subject: subject.clone(),
        report: worst.report,
        text: text + &parallel,
        rests_on,
        in_system: load.in_system,
        forecast: forecast(kind, &load),
    }
}

/// Describes the waiting at a device whose utilization is unknown.
fn without_utilization(subject: &str, kind: Kind, during: &str, load: &Load) -> String {
    let likely = if kind == Kind::Queueing { "probably wait" } else { "probably wait little" };
    format!(
        "Requests to {subject} {likely}{during}: on average, it has {} at once, each for {}. Without a utilization, \
         the waiting time cannot be separated from the service time.",
        with_unit(load.in_system, "requests"),
        milliseconds(load.response_s)
    )
}

fn report_text(one: &Observation) -> String {
    one.report_text().unwrap_or_default()
}

fn idle(one: &Observation, how: &str) -> Finding {
    Finding {
        kind: Kind::Idle,
        subject: one.subject.clone(),
        report: one.report,
        text: format!("{} {how}.", one.subject),
        rests_on: Quantity { name: "requests per second", value: one.rate(), unit: "requests/s" },
        in_system: 0.0,
        forecast: None,
    }
}

fn utilization(load: &Load) -> Quantity {
    Quantity { name: "utilization", value: 100.0 * load.busy.unwrap_or(f64::NAN), unit: "%" }
}

fn in_system(load: &Load) -> Quantity {
    Quantity { name: "mean number of requests", value: load.in_system, unit: "requests" }
}

fn busy_length(load: &Load) -> Quantity {
    Quantity { name: "requests while the device works", value: load.busy_length(), unit: "requests" }
}

/// Returns a lower bound on the number of requests that the device serves at once, with the report that shows the
/// bound; `None` below [`MIN_PARALLEL`]. In a report with about the same requests as the worst report, a request takes
/// at least U/X. The servers must spend this time on each request in the worst report.
fn parallel(reports: &[&Observation], worst: &Observation, load: &Load) -> Option<(f64, usize)> {
    let comparable = reports.iter().filter(|one| one.report != worst.report && is_same_mix(one, worst));
    let servers = comparable.filter_map(|one| Some((load.rate * Load::of(one)?.service_s()?, one.report?)));
    servers
        .reduce(|most, next| if next.0 > most.0 { next } else { most })
        .filter(|(servers, _)| *servers >= MIN_PARALLEL)
}

/// Returns whether two reports have similar requests.
fn is_same_mix(a: &Observation, b: &Observation) -> bool {
    let size = |one: &Observation| one.bytes_per_s().unwrap_or(f64::NAN) / one.rate();
    let reads = |one: &Observation| {
        one.flows.iter().filter(|flow| flow.kind == FlowKind::Read).map(|flow| flow.rate.value).sum::<f64>()
            / one.rate()
    };
    (size(a) / size(b) - 1.0).abs() <= SAME_MIX && (reads(a) - reads(b)).abs() <= SAME_MIX
}

/// Returns the forecast for the first remedy of a finding; `None` if the utilization is unknown, or if no remedy is
/// needed.
fn forecast(kind: Kind, load: &Load) -> Option<Forecast> {
    let service_s = load.service_s()?;
    match kind {
        Kind::Saturated => second_device(load, service_s),
        Kind::DepthBound => Some(more_depth(load)),
        Kind::Queueing => Some(half_load(load, service_s)),
        Kind::Light => Some(double_load(load, service_s)),
        _ => None,
    }
}

/// Returns the forecast for the load spread over two identical devices: a closed network with as many requests as the
/// device has now. `None` if the network has no solution.
fn second_device(load: &Load, service_s: f64) -> Option<Forecast> {
    let population = load.in_system.round().clamp(1.0, MAX_POPULATION);
    let clients = population as u32;
    let high = asymptotic(&[(service_s / 2.0, 1), (service_s / 2.0, 1)], 0.0, clients).throughput.max.max(load.rate);
    let value = solve_exact(&[service_s / 2.0, service_s / 2.0], 0.0, clients).ok()?.throughput;
    let rate_per_s = Forecasted::bounds(load.rate, load.rate, high).with_model(value, None);
    Some(Forecast {
        remedy: "With a second, identical device and half of the requests on each".to_owned(),
        response_s: rate_per_s.response_of(population, load.response_s),
        rate_per_s,
        model: format!(
            "closed network of {} and two devices, each with a service time of {} (U/X), solved by mean value \
             analysis; asymptotic bounds",
            count(population as usize, "request"),
            milliseconds(service_s)
        ),
        assumes:
            "The model assumes that each device serves one request at a time, with exponential service times, and \
                  that the number of requests in the devices stays the same. If a device serves several requests at \
                  once, only the lower bound of the rate holds."
                .to_owned(),
    })
}

/// Returns the forecast for twice as many requests in flight.
fn more_depth(load: &Load) -> Forecast {
    let rate_per_s = Forecasted::bounds(load.rate, load.rate, 2.0 * load.rate);
    Forecast {
        remedy: "With twice as many requests in flight".to_owned(),
        response_s: rate_per_s.response_of(2.0 * load.in_system, load.response_s),
        rate_per_s,
        model: "bounds of a closed network".to_owned(),
        assumes: "The lower bound of the rate is for a device that serves one request at a time, and the upper bound \
                  for one that serves all at once. Only a measurement at another depth shows which bound holds."
            .to_owned(),
    }
}

/// Returns the forecast for half as many requests per second.
fn half_load(load: &Load, service_s: f64) -> Forecast {
    let change = RateChange {
        remedy: "With half as many requests per second",
        factor: 0.5,
        bounds: "bounds from the service time U/X, without waiting, to the present response time",
        assumes: "less load does not make a request slower",
    };
    change.forecast(load, service_s, Forecasted::bounds(load.response_s, service_s, load.response_s))
}

/// Returns the forecast for twice as many requests per second.
fn double_load(load: &Load, service_s: f64) -> Forecast {
    let change = RateChange {
        remedy: "With twice as many requests per second",
        factor: 2.0,
        bounds: "the present response time as a lower bound",
        assumes: "more load does not make a request faster",
    };
    change.forecast(load, service_s, Forecasted::bounds(load.response_s, load.response_s, f64::INFINITY))
}

/// A change in the number of requests per second.
struct RateChange {
    remedy: &'static str,
    /// The rate relative to the current one.
    factor: f64,
    /// Description of the bounds on the response time.
    bounds: &'static str,
    /// The assumption behind the bounds.
    assumes: &'static str,
}

impl RateChange {
    /// Returns the forecast with bounds on the response time, and with the value of M/M/1 if that model fits the
    /// current response time.
    fn forecast(&self, load: &Load, service_s: f64, bounds: Forecasted) -> Forecast {
        let rate = self.factor * load.rate;
        let (response_s, model) = match open_model(load, service_s, rate) {
            (Some(value), true) => (bounds.with_model(value, None), "M/M/1".to_owned()),
            (None, true) => (bounds, "M/M/1, in which one server cannot reach that rate".to_owned()),
            (_, false) => (bounds, format!("{} (M/M/1 does not fit the present response time)", self.bounds)),
        };
        Forecast {
            remedy: self.remedy.to_owned(),
            rate_per_s: Forecasted { present: load.rate, low: rate, high: rate, model: None, interval: None },
            response_s,
            model,
            assumes: format!(
                "The model assumes that {}; M/M/1 also assumes Poisson arrivals, exponential service times, and one \
                 request in service at a time.",
                self.assumes
            ),
        }
    }
}

/// Returns the response time of M/M/1 at another rate, and whether M/M/1 gives about the current response time.
fn open_model(load: &Load, service_s: f64, rate: f64) -> (Option<f64>, bool) {
    let present = mm1(load.rate, service_s).map(|metrics| metrics.response_s);
    let fits = present.is_some_and(|present| (present / load.response_s - 1.0).abs() <= MAX_MODEL_ERROR);
    (mm1(rate, service_s).map(|metrics| metrics.response_s), fits)
}
