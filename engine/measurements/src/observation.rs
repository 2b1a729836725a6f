//! Measured quantities, the same for all tools.

use serde::Serialize;
use std::fmt;

/// The format of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// `fio --output-format=json`.
    Fio,
    /// `iostat -o JSON -x`.
    Iostat,
    /// `sadf -j FILE -- -d`.
    Sadf,
    /// The output of `iozone`.
    Iozone,
    /// A CSV file with a mapping of its columns.
    MappedCsv,
}

impl Format {
    /// All formats, with the commands that write them.
    pub const ALL: [(Self, &str); 5] = [
        (Self::Fio, "fio --output-format=json"),
        (Self::Iostat, "iostat -o JSON -x 1 60"),
        (Self::Sadf, "sadf -j FILE -- -d"),
        (Self::Iozone, "iozone"),
        (Self::MappedCsv, "with --mapping FILE"),
    ];
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fio => "fio JSON",
            Self::Iostat => "iostat JSON",
            Self::Sadf => "sadf JSON",
            Self::Iozone => "IOzone output",
            Self::MappedCsv => "CSV",
        })
    }
}

/// A number as printed: the true value differs from it by at most `half`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct PrintedNumber {
    /// The printed value.
    pub value: f64,
    /// Half a unit in the last printed place.
    pub half: f64,
}

impl PrintedNumber {
    /// Returns a number whose rounding does not matter.
    pub fn exact(value: f64) -> Self {
        Self { value, half: 0.0 }
    }

    /// Returns the product, with the largest error that both roundings can cause.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        let half = self.half * other.value + other.half * self.value + self.half * other.half;
        Self { value: self.value * other.value, half }
    }

    /// Returns the sum, with the largest error that both roundings can cause.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { value: self.value + other.value, half: self.half + other.half }
    }

    /// Returns the number in another unit.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        Self { value: self.value * factor, half: self.half * factor }
    }
}

/// The kind of requests in a [`Flow`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FlowKind {
    /// Reads.
    Read,
    /// Writes.
    Write,
    /// Trims or discards.
    Discard,
    /// Cache flushes.
    Flush,
    /// All requests, if the tool does not separate them.
    All,
}

/// The requests of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Flow {
    /// Their kind.
    pub kind: FlowKind,
    /// Completed requests per second.
    pub rate: PrintedNumber,
    /// Mean response time in seconds: from the arrival at the queue to the completion.
    pub response_s: Option<PrintedNumber>,
    /// Bytes per second.
    pub bytes_per_s: Option<PrintedNumber>,
    /// Bytes per request, if the tool reports them independently of the two rates.
    pub request_bytes: Option<PrintedNumber>,
    /// Response time in seconds that 99 % of the requests do not exceed.
    pub p99_s: Option<f64>,
}

/// The requests that a closed workload keeps in flight.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Clients {
    /// Maximum number of requests in flight per process.
    pub depth: u32,
    /// Number of processes.
    pub processes: u32,
    /// The depth that was requested but has no effect, with the name of the engine.
    pub ignored_depth: Option<(u32, String)>,
    /// Whether a rate limit or a think time delays requests.
    pub paced: bool,
    /// Identifier of workloads that differ only in depth and processes.
    pub series: String,
    /// Number of the group whose jobs run at the same time; missing if the tool reports no group.
    pub group: Option<u32>,
}

impl Clients {
    /// Returns the population N of the closed network: the maximum number of requests in flight.
    pub fn population(&self) -> f64 {
        f64::from(self.depth) * f64::from(self.processes)
    }
}

/// A device in an interval, or a job.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Observation {
    /// Name of the device or job.
    pub subject: String,
    /// Number of the report in the file, counted from 1; missing for jobs.
    pub report: Option<usize>,
    /// Time of the report, as the tool wrote it.
    pub time: Option<String>,
    /// The requests, by kind.
    pub flows: Vec<Flow>,
    /// Mean number of requests in system, waiting and in service, as the tool reports it.
    pub in_system: Option<PrintedNumber>,
    /// Share of the time with at least one request in the device, as the tool reports it; 1 means all of the time.
    pub utilization: Option<PrintedNumber>,
    /// The population, if the workload is closed.
    pub clients: Option<Clients>,
}

impl Observation {
    /// Returns the report with its time, as in `report 3 (11:29:45)`; `None` for jobs.
    pub(crate) fn report_text(&self) -> Option<String> {
        let report = self.report?;
        Some(self.time.as_ref().map_or_else(|| format!("report {report}"), |time| format!("report {report} ({time})")))
    }

    /// Returns the throughput X of all kinds, in requests per second.
    pub fn rate(&self) -> f64 {
        self.flows.iter().map(|flow| flow.rate.value).sum()
    }

    /// Returns the bytes per second of all kinds; `None` if the tool does not report them for any kind.
    pub fn bytes_per_s(&self) -> Option<f64> {
        self.flows.iter().filter_map(|flow| flow.bytes_per_s).map(|bytes| bytes.value).reduce(|sum, bytes| sum + bytes)
    }

    /// Returns the mean number in system by Little's law, the sum of X R over the kinds; `None` without a response time
    /// of a kind that has requests.
    pub fn rate_times_response(&self) -> Option<PrintedNumber> {
        let mut sum = PrintedNumber::default();
        for flow in &self.flows {
            match flow.response_s {
                Some(response_s) => sum = sum.plus(flow.rate.times(response_s)),
                None if flow.rate.value > 0.0 => return None,
                None => {}
            }
        }
        Some(sum)
    }

    /// Returns the mean number in system Q: as the tool reports it or, if it does not, by Little's law.
    pub fn mean_in_system(&self) -> Option<f64> {
        self.in_system.or_else(|| self.rate_times_response()).map(|number| number.value)
    }

    /// Returns the mean response time R of all kinds in seconds; `None` without requests or without their times.
    pub fn response_s(&self) -> Option<f64> {
        let rate = self.rate();
        self.rate_times_response().filter(|_| rate > 0.0).map(|number| number.value / rate)
    }
}

/// The content of an output.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurements {
    /// The recognized format.
    pub format: Format,
    /// Program and version, if the output contains them.
    pub program: Option<String>,
    /// Sentences with the meaning and unit of each field that is used.
    pub taken: Vec<String>,
    /// Sentences about missing, skipped, and assumed data.
    pub notes: Vec<String>,
    /// The observations, in the order of the file.
    pub observations: Vec<Observation>,
}
