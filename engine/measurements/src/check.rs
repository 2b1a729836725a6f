//! Plausibility: the operational laws, which hold for any system and any distributions.
//!
//! Denning and Buzen (1978): utilization ≤ 1, and Q = X R (Little's law). If a law fails, the numbers do not describe
//! one system in one interval, so no conclusion can rest on them.

use super::words::{count, with_unit};
use super::{Format, Measurements, Observation, PrintedNumber};
use serde::Serialize;

/// Share by which a utilization may exceed 1. Counters are read at the ends of an interval with the resolution of the
/// kernel's clock, at most 10 ms at each end. In an interval of 1 s, the shortest that the tools use, the two ends
/// amount to 2 %.
const UTILIZATION_TOLERANCE: f64 = 0.02;
/// Share by which the two sides of Little's law may differ beyond their rounding. The kernel adds the time of a request
/// when it completes, and the counters of a device are not read at one instant. In short intervals, the difference is a
/// few percent.
const LITTLE_TOLERANCE: f64 = 0.1;
/// Share by which a job may seem to exceed its depth. The mean latencies of fio include requests before and after the
/// run time that the rate counts: at most one depth of requests at each end. Run times are whole milliseconds.
const POPULATION_TOLERANCE: f64 = 0.05;
/// Share by which a bandwidth may differ from the product of rate and size beyond rounding: the last block of a file
/// may be short.
const BANDWIDTH_TOLERANCE: f64 = 0.02;

/// A law.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Law {
    /// A device is busy for at most 100 % of the time.
    Utilization,
    /// Q = X R: the number in system that the tool reports equals the sum of rate × response time.
    LittlesLaw,
    /// X R ≤ N: a closed workload has at most its population in flight.
    Population,
    /// Bytes per second = requests per second × bytes per request.
    Bandwidth,
}

impl Law {
    const ALL: [Self; 4] = [Self::Utilization, Self::LittlesLaw, Self::Population, Self::Bandwidth];

    /// Returns the law's first side, the relation, the second side, and the unit of both sides.
    fn sides(self, format: Format) -> [&'static str; 4] {
        let in_system = if format == Format::MappedCsv { "the mapped in_system" } else { "aqu-sz" };
        match self {
            Self::Utilization => ["utilization", "at most", "its maximum", "%"],
            Self::LittlesLaw => [in_system, "equal to", "the sum of rate × response time (Little's law)", "requests"],
            Self::Population => ["IOPS × latency (Little's law)", "at most", "depth × processes", "requests"],
            Self::Bandwidth => ["bandwidth", "equal to", "rate × size", "bytes/s"],
        }
    }

    /// Returns the advice for numbers that break the law.
    fn fix(self) -> &'static str {
        match self {
            Self::Utilization => "measure again with longer intervals",
            Self::LittlesLaw => {
                "measure again, because the fields come from different devices or intervals, or were changed"
            }
            Self::Population => {
                "if group_reporting joins several job sections, run fio without it; otherwise, give the output of one \
                 run"
            }
            Self::Bandwidth => {
                "give the file as the tool wrote it, because one of the numbers has a different unit or was changed"
            }
        }
    }

    /// Returns the two sides for an observation: one pair, or a pair for each kind of request if the law compares
    /// kinds.
    fn comparisons(self, one: &Observation) -> Vec<(PrintedNumber, PrintedNumber)> {
        let in_flight = one.rate_times_response();
        match self {
            Self::Utilization => {
                let percent = one.utilization.map(|share| share.scaled(100.0));
                percent.map(|percent| (percent, PrintedNumber::exact(100.0))).into_iter().collect()
            }
            Self::LittlesLaw => one.in_system.zip(in_flight).into_iter().collect(),
            Self::Population => {
                let population = one.clients.as_ref().map(|clients| PrintedNumber::exact(clients.population()));
                in_flight.zip(population).into_iter().collect()
            }
            Self::Bandwidth => {
                let sides =
                    one.flows.iter().filter_map(|flow| Some((flow.bytes_per_s?, flow.rate.times(flow.request_bytes?))));
                sides.collect()
            }
        }
    }

    /// Returns the difference between the two sides relative to the tolerance; the law holds up to 1. Negative if the
    /// first side is less than its upper bound.
    fn excess(self, (left, right): (PrintedNumber, PrintedNumber)) -> f64 {
        let rounding = left.half + right.half;
        let (difference, tolerance) = match self {
            Self::Utilization => (left.value - right.value, UTILIZATION_TOLERANCE),
            Self::Population => (left.value - right.value, POPULATION_TOLERANCE),
            Self::LittlesLaw => ((left.value - right.value).abs(), LITTLE_TOLERANCE),
            Self::Bandwidth => ((left.value - right.value).abs(), BANDWIDTH_TOLERANCE),
        };
        let tolerated = rounding + tolerance * left.value.max(right.value);
        // Numbers near 0 can differ by rounding alone; infinite numbers are an error.
        if difference <= 0.0 && right.value.is_finite() {
            difference / right.value.max(f64::MIN_POSITIVE)
        } else if difference.is_finite() && tolerated > 0.0 {
            difference / tolerated
        } else {
            f64::INFINITY
        }
    }
}

/// The two sides of a law for one observation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Device or job.
    pub subject: String,
    /// Number of the report, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<usize>,
    /// The first side.
    pub left: f64,
    /// The second side.
    pub right: f64,
}

/// A law, checked against all observations to which it applies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Check {
    /// The law.
    pub law: Law,
    /// The first side.
    pub left: &'static str,
    /// `equal to` or `at most`.
    pub relation: &'static str,
    /// The second side.
    pub right: &'static str,
    /// Unit of both sides.
    pub unit: &'static str,
    /// Number of comparisons.
    pub comparisons: usize,
    /// Number of comparisons in which the law fails.
    pub failures: usize,
    /// The comparison with the largest difference relative to the tolerance.
    pub worst: Comparison,
    /// The result in a sentence with both numbers.
    pub text: String,
}

impl Check {
    /// Returns whether the law holds in all comparisons.
    pub fn holds(&self) -> bool {
        self.failures == 0
    }
}

/// Checks the laws against all observations; laws for which numbers are missing are left out.
pub fn check(measurements: &Measurements) -> Vec<Check> {
    // The response times of IOzone come from Little's law, so the population law cannot be checked with them.
    let is_derived = measurements.format == Format::Iozone;
    let laws = Law::ALL.into_iter().filter(|law| !(is_derived && *law == Law::Population));
    laws.filter_map(|law| check_law(law, measurements)).collect()
}

fn check_law(law: Law, measurements: &Measurements) -> Option<Check> {
    let (mut comparisons, mut failures) = (0, 0);
    let mut worst: Option<(f64, &Observation, [f64; 2])> = None;
    for one in &measurements.observations {
        for (left, right) in law.comparisons(one) {
            let excess = law.excess((left, right));
            comparisons += 1;
            failures += usize::from(excess > 1.0);
            if worst.is_none_or(|(largest, ..)| excess > largest) {
                worst = Some((excess, one, [left.value, right.value]));
            }
        }
    }
    let (_, one, values) = worst?;
    let [left, relation, right, unit] = law.sides(measurements.format);
    let place = one.report_text().map_or_else(String::new, |report| format!("{report}, "));
    let [left_value, right_value] = values.map(|value| with_unit(value, unit));
    let text = if failures == 0 {
        let place_of = if relation == "at most" { "highest" } else { "furthest apart" };
        format!(
            "{left} is {relation} {right} ({}; {place_of} for {place}{}: {left_value} and {right_value})",
            count(comparisons, "comparison"),
            one.subject
        )
    } else {
        let others = if failures == 1 {
            String::new()
        } else {
            format!(" ({} failed, too)", count(failures - 1, "other comparison"))
        };
        format!(
            "{place}{}: {left} is {left_value}, but must be {relation} {right}, {right_value}{others}: {}",
            one.subject,
            law.fix()
        )
    };
    let worst = Comparison { subject: one.subject.clone(), report: one.report, left: values[0], right: values[1] };
    Some(Check { law, left, relation, right, unit, comparisons, failures, worst, text })
}
