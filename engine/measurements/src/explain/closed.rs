//! Closed workloads: a known number of requests in flight, each followed by the next.

use super::balanced::{CheckedFit, Prediction};
use super::forecast::{Forecast, Forecasted};
use super::{Finding, Kind, MAX_MODEL_ERROR, MAX_POPULATION, Quantity, Row, factor};
use crate::words::{count, milliseconds, number, percent, with_unit};
use crate::{Clients, Observation};

/// Share of the population in flight below which the workload bounds the rate. If less than half of the population is
/// in flight on average, response time is the smaller part of a cycle (interactive response time law, R/(R + Z) < 1/2).
const MIN_USED_SHARE: f64 = 0.5;
/// Elasticity of the rate with respect to the depth. Below this elasticity, a greater depth adds waiting rather than
/// throughput. At an elasticity of ½, doubling the depth multiplies the rate and the response time by √2 each.
const SATURATED_ELASTICITY: f64 = 0.5;

/// Minimum deviation of measured rates from the assumed shape that the assumptions mention: a smaller deviation does
/// not show in three digits.
const MIN_SHAPE_DEVIATION: f64 = 0.01;
/// Length from which the name of a series of joined jobs is no longer extended, because thousands of jobs may run at
/// the same time.
const MAX_SERIES_BYTES: usize = 1000;

/// Assumptions of the bounds.
const ASSUMPTIONS: &str = "The bounds assume that an additional request in flight never lowers the rate, and raises \
                           it by at most as much as the request before it, as in product-form networks.";

/// Jobs that run at the same time.
#[derive(Debug)]
struct Group {
    observation: Observation,
    clients: Clients,
    rate: f64,
    response_s: f64,
}

impl Group {
    fn population(&self) -> f64 {
        self.clients.population()
    }

    fn in_flight(&self) -> f64 {
        self.rate * self.response_s
    }
}

/// Returns the findings about closed workloads, and the rows of measured values.
pub(super) fn findings(observations: &[Observation], notes: &mut Vec<String>) -> (Vec<Finding>, Vec<Row>) {
    let rows = observations.iter().map(|one| Row::new(one, population_text(one))).collect();
    let groups = groups(observations, notes);
    let mut findings = Vec::new();
    let mut series: Vec<Vec<&Group>> = Vec::new();
    for group in &groups {
        match series.iter_mut().find(|series| series[0].clients.series == group.clients.series) {
            Some(series) => series.push(group),
            None => series.push(vec![group]),
        }
    }
    for mut series in series {
        series.sort_by(|a, b| a.population().total_cmp(&b.population()));
        findings.extend(finding(&series));
    }
    (findings, rows)
}

fn population_text(one: &Observation) -> String {
    let clients = one.clients.as_ref();
    clients.map_or_else(String::new, |clients| match (clients.depth, clients.processes) {
        (depth, 1) => format!("depth {depth}"),
        (1, processes) => format!("{processes} processes"),
        (depth, processes) => format!("depth {depth} × {processes} processes"),
    })
}

/// Joins the jobs that run at the same time.
fn groups(observations: &[Observation], notes: &mut Vec<String>) -> Vec<Group> {
    let mut groups: Vec<(Observation, Clients, usize)> = Vec::new();
    for one in observations {
        let Some(clients) = &one.clients else { continue };
        let same = groups.iter_mut().find(|(_, other, _)| clients.group.is_some() && other.group == clients.group);
        if let Some((joined, all, jobs)) = same {
            joined.flows.extend(one.flows.iter().copied());
            all.depth = (all.population() + clients.population()).min(f64::from(u32::MAX)) as u32;
            all.processes = 1;
            all.paced |= clients.paced;
            if all.ignored_depth.is_none() {
                all.ignored_depth.clone_from(&clients.ignored_depth);
            }
            if all.series.len() < MAX_SERIES_BYTES && !all.series.split(" + ").any(|series| series == clients.series) {
                all.series = format!("{} + {}", all.series, clients.series);
            }
            *jobs += 1;
        } else {
            groups.push((one.clone(), clients.clone(), 1));
        }
    }
    let mut unknown = 0;
    let complete = groups.into_iter().filter_map(|(mut observation, clients, jobs)| {
        if jobs > 1 {
            observation.subject =
                format!("{} and {} at the same time", observation.subject, count(jobs - 1, "other job"));
        }
        let (rate, response_s) = (observation.rate(), observation.response_s());
        unknown += usize::from(response_s.is_none());
        let response_s =
            response_s.filter(|response_s| *response_s > 0.0 && response_s.is_finite() && rate.is_finite())?;
        Some(Group { observation, clients, rate, response_s })
    });
    let complete = complete.collect();
    if unknown > 0 {
        notes.push(format!("{} without response times cannot be explained.", count(unknown, "job")));
    }
    complete
}

/// Returns the finding about a series: workloads that differ in their population, the smallest first. `None` without
/// workloads.
fn finding(series: &[&Group]) -> Option<Finding> {
    let last = series.last()?;
    if let Some(ignored) = series.iter().rev().find(|group| group.clients.ignored_depth.is_some()) {
        return ignored_depth(ignored);
    }
    if last.in_flight() < MIN_USED_SHARE * last.population() {
        return Some(workload_bound(last));
    }
    let before = series.iter().rev().find(|group| group.population() < last.population());
    let saturated = before.filter(|before| elasticity(before, last) < SATURATED_ELASTICITY);
    Some(match saturated {
        Some(before) => self::saturated(series, before, last),
        None => depth_bound(series, last),
    })
}

/// Returns the elasticity of the rate with respect to the population: the ratio of the changes of their logarithms.
fn elasticity(before: &Group, after: &Group) -> f64 {
    libm::log(after.rate / before.rate) / libm::log(after.population() / before.population())
}

fn ignored_depth(group: &Group) -> Option<Finding> {
    let (requested, engine) = group.clients.ignored_depth.as_ref()?;
    let (rate, response_s) = (group.rate, group.response_s);
    let subject = group.observation.subject.clone();
    let text = format!(
        "iodepth={requested} of “{subject}” has no effect: the {engine} engine waits for each request. On average, {} \
         in flight, and the rate is {} / {} = {} requests/s.",
        is_are(group.in_flight()),
        number(group.in_flight()),
        milliseconds(response_s),
        number(rate)
    );
    let wanted = group.population() * f64::from(*requested);
    let bounds = Forecasted::bounds(rate, rate, rate * f64::from(*requested));
    Some(Finding {
        forecast: Some(Forecast {
            remedy: format!(
                "With ioengine=libaio or io_uring and direct=1, so that {} requests are in flight",
                number(wanted)
            ),
            rate_per_s: bounds,
            response_s: bounds.response_of(wanted, response_s),
            model: "bounds of a closed network (no model, because only one depth was measured)".to_owned(),
            assumes: ASSUMPTIONS.to_owned(),
        }),
        ..new(Kind::IgnoredDepth, group, text, in_flight(group))
    })
}

fn workload_bound(group: &Group) -> Finding {
    let (rate, response_s, population) = (group.rate, group.response_s, group.population());
    let subject = &group.observation.subject;
    let why = if group.clients.paced {
        "The job has a rate limit or a think time."
    } else {
        "The rest of the time passes outside of requests, for example in the program itself."
    };
    let text = format!(
        "The workload “{subject}”, not the device, bounds the rate: of {} that can be in flight, {} in flight \
         on average ({} requests/s × {}). {why}",
        count_of(population),
        is_are(group.in_flight()),
        number(rate),
        milliseconds(response_s)
    );
    let bounds = Forecasted::bounds(rate, rate, population / response_s);
    let forecast = Forecast {
        remedy: "Without the time between requests".to_owned(),
        rate_per_s: bounds,
        response_s: bounds.response_of(population, response_s),
        model: "bounds of a closed network: X ≤ N/R, where R is at least the present response time".to_owned(),
        assumes: ASSUMPTIONS.to_owned(),
    };
    // At the current rate, most of the population is not in flight: N/X includes the time between requests.
    let response_s = Forecasted { high: f64::INFINITY, low: response_s, ..forecast.response_s };
    Finding {
        forecast: Some(Forecast { response_s, ..forecast }),
        ..new(Kind::WorkloadBound, group, text, in_flight(group))
    }
}

fn depth_bound(series: &[&Group], last: &Group) -> Finding {
    let (rate, response_s, population) = (last.rate, last.response_s, last.population());
    let text = format!(
        "Latency and queue depth bound the rate of “{}”: with {} in flight and {} each, the rate is {} / {} = {} requests/s.",
        last.observation.subject,
        count_of(last.in_flight()),
        milliseconds(response_s),
        number(last.in_flight()),
        milliseconds(response_s),
        number(rate)
    );
    // The rate is a concave function of the depth, so it never grows faster than before.
    let before = series.iter().rev().find(|group| group.population() < population);
    let slope = before.map_or(rate / population, |before| {
        ((rate - before.rate) / (population - before.population())).clamp(0.0, rate / population)
    });
    let bounds = Forecasted::bounds(rate, rate, rate + slope * population);
    forecast_depth(series, last, 2.0 * population, bounds, "twice the depth", text, Kind::DepthBound)
}

fn saturated(series: &[&Group], before: &Group, last: &Group) -> Finding {
    let (rate, population) = (last.rate, last.population());
    let smallest = series[0];
    // Estimates N* = D / D_max, with R at the smallest population for D, and the largest rate for 1/D_max.
    let max_rate = series.iter().map(|group| group.rate).fold(0.0, f64::max);
    let saturation = (max_rate * smallest.response_s).max(smallest.population());
    let text = format!(
        "A greater depth hardly raises the rate of “{}”: from {} to {} requests in flight, the rate becomes {} as large \
         ({} requests/s), and the response time {} as long ({}). The saturation point is about {} in flight; \
         beyond it, requests mostly wait.",
        last.observation.subject,
        number(before.population()),
        number(population),
        factor(before.rate, rate),
        number(rate),
        factor(before.response_s, last.response_s),
        milliseconds(last.response_s),
        count_of(saturation)
    );
    let half = (population / 2.0).floor().max(1.0);
    // The rate is monotone and concave: at least on the line between two measured depths, and at most the rate at any
    // greater depth.
    let points = points(series);
    let high = points.iter().filter(|(depth, _)| *depth >= half).map(|(_, rate)| *rate).fold(f64::INFINITY, f64::min);
    let bounds = Forecasted::bounds(rate, interpolate(&points, half).min(high), high);
    forecast_depth(series, last, half, bounds, "half the depth", text, Kind::Saturated)
}

/// Returns the pairs of population and rate.
fn points(series: &[&Group]) -> Vec<(f64, f64)> {
    series.iter().map(|group| (group.population(), group.rate)).collect()
}

/// Describes how well the measured rates fit the shape that the bounds assume.
fn shape_text(points: &[(f64, f64)]) -> String {
    let deviation = shape_deviation(points);
    if deviation < MIN_SHAPE_DEVIATION {
        return "All depths must be measured on the same device in the same state.".to_owned();
    }
    format!(
        "The measured rates deviate from this assumption by up to {}, because of noise or a change in the device, so \
         the bounds can be wrong by that much.",
        percent(deviation)
    )
}

/// Returns the deviation of the rates from a rising and concave function of the population. The deviation is the
/// largest share by which a rate is below an earlier one, or above the line through the two rates before it.
fn shape_deviation(points: &[(f64, f64)]) -> f64 {
    let falls = points.windows(2).map(|pair| pair[0].1 / pair[1].1 - 1.0);
    let bends = points.windows(3).filter(|three| three[0].0 < three[1].0).map(|three| {
        let slope = ((three[1].1 - three[0].1) / (three[1].0 - three[0].0)).max(0.0);
        three[2].1 / (three[1].1 + slope * (three[2].0 - three[1].0)) - 1.0
    });
    falls.chain(bends).fold(0.0, f64::max)
}

/// Returns the rate at a population, interpolated linearly between the origin and measured rates.
fn interpolate(points: &[(f64, f64)], population: f64) -> f64 {
    let mut from = (0.0, 0.0);
    for &(depth, rate) in points {
        if depth >= population {
            return from.1 + (rate - from.1) * (population - from.0) / (depth - from.0);
        }
        from = (depth, rate);
    }
    from.1
}

/// Returns a finding with a forecast for another population.
fn forecast_depth(
    series: &[&Group],
    last: &Group,
    population: f64,
    bounds: Forecasted,
    remedy: &str,
    text: String,
    kind: Kind,
) -> Finding {
    let (prediction, predicted) = if population > last.population() {
        (Prediction::FromSmaller, "each depth from the third onward predicted from the smaller depths")
    } else {
        (Prediction::FromOthers, "each depth predicted from the other depths")
    };
    let fit = CheckedFit::new(&points(series), prediction).filter(|_| population <= MAX_POPULATION);
    let (mut rate_per_s, mut model) =
        (bounds, "bounds of a closed network (no model, which needs three depths of one workload)".to_owned());
    if let Some(CheckedFit { network, points, max_error, log_bound }) = fit {
        let described = format!(
            "closed network of {} with a total demand of {}, fitted to {points} depths; {predicted}, to within {}",
            if network.stations == 1 {
                "1 station".to_owned()
            } else {
                count(network.stations as usize, "identical station")
            },
            milliseconds(network.demand_s),
            percent(max_error)
        );
        match network.throughput(population as u32).filter(|_| max_error <= MAX_MODEL_ERROR) {
            Some(value) => {
                let spread = libm::exp(log_bound);
                rate_per_s = bounds.with_model(value, Some([value / spread, value * spread]));
                model = described;
            }
            None => model = format!("bounds of a closed network (the model does not fit: {described})"),
        }
    }
    let forecast = Forecast {
        remedy: format!("With {remedy}, {} in flight", count_of(population)),
        response_s: rate_per_s.response_of(population, last.response_s),
        rate_per_s,
        model,
        assumes: format!("{ASSUMPTIONS} {}", shape_text(&points(series))),
    };
    Finding { forecast: Some(forecast), ..new(kind, last, text, in_flight(last)) }
}

fn in_flight(group: &Group) -> Quantity {
    Quantity { name: "requests in flight (rate × response time)", value: group.in_flight(), unit: "requests" }
}

fn new(kind: Kind, group: &Group, text: String, rests_on: Quantity) -> Finding {
    Finding {
        kind,
        subject: group.observation.subject.clone(),
        report: None,
        text,
        rests_on,
        in_system: group.in_flight(),
        forecast: None,
    }
}

/// Returns a number of requests, followed by “request” or “requests”.
fn count_of(requests: f64) -> String {
    with_unit(requests, "requests")
}

/// Returns a number of requests with its noun, followed by “is” or “are”.
fn is_are(requests: f64) -> String {
    let requests = count_of(requests);
    let verb = if requests.ends_with('s') { "are" } else { "is" };
    format!("{requests} {verb}")
}
