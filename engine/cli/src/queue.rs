//! `pathlength queue`: any queueing network, solved or simulated.

mod coverage;

use super::output::read;
use super::report::{counted, short};
use super::{Failure, Format, OutputOption, one_of};
use clap::{Args, Subcommand, ValueEnum};
use coverage::CoverageArgs;
use pathlength_queueing::Estimate;
use pathlength_queueing::bounds::Range;
use pathlength_queueing::network::Network;
use pathlength_queueing::simulate::{Options, Report, RunLength, simulate};
use pathlength_queueing::solve::{
    Approximation, ClassMetrics, NetworkSolution, StationMetrics, solve, solve_approximately,
};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Maximum size of a file: the largest network has 20 classes with 200 visits and 200 routes each.
const MAX_BYTES: u64 = 64 << 20;

/// The format of a network, for `--help`.
const SHAPE: &str = r#"A network is a JSON file of stations and classes:

{ "stations": [
    { "name": "terminals", "kind": "delay" },
    { "name": "cpu", "kind": "queue", "servers": 2, "discipline": "fifo" } ],
  "classes": [
    { "name": "users", "population": 50, "start": "terminals", "visits": [
      { "station": "terminals", "service": { "exponential": { "mean_s": 5 } },
        "next": [{ "station": "cpu", "probability": 1 }] },
      { "station": "cpu", "service": { "erlang": { "mean_s": 0.1, "phases": 4 } },
        "next": [{ "station": "terminals", "probability": 1 }] } ] } ] }

Stations: a delay center has no queue. A queue can have servers (default 1), a discipline, and a
capacity. Disciplines: fifo; ps (processor sharing); priority (the class with the highest priority
is next); preemptive (a higher priority also interrupts a lower one). A full station loses arrivals;
with "when_full": "block", a request from another station stays there, and blocks its server, until
there is space.
Classes: a closed class has a population; an open class has arrivals (the interarrival time) and visits
that end "out". start is the station where users think, or where requests arrive. priority is 0 by
default.
Times: {"exponential": {"mean_s": 1}}, {"deterministic": {"value_s": 1}},
{"erlang": {"mean_s": 1, "phases": 4}}, {"hyperexponential": {"branches": [{"probability": 0.9,
"mean_s": 1}, {"probability": 0.1, "mean_s": 9}]}}, {"empirical": {"values_s": [1, 2, 5]}}.
For an invalid or saturated network, the exit status is 2, and a message names the fix."#;

/// A subcommand of `pathlength queue`.
#[derive(Debug, Subcommand)]
pub(crate) enum Question {
    /// Solve the network, exactly where possible.
    ///
    /// Otherwise, the result is an approximation, which the output names.
    #[command(after_help = SHAPE)]
    Solve {
        #[command(flatten)]
        arguments: NetworkArgs,
        /// Approximation for closed classes, instead of an exact solution.
        #[arg(long, value_enum)]
        approximate: Option<ApproximationName>,
    },
    /// Simulate the network, with 95 % confidence intervals.
    ///
    /// A pilot run, which is also the warm-up, determines how long the runs must be for the precision. Each run has a separate
    /// random-number stream; the same seed gives the same output.
    #[command(after_help = SHAPE)]
    Simulate {
        #[command(flatten)]
        arguments: NetworkArgs,
        /// Seed of the random numbers.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Independent replications; a single run uses batch means.
        #[arg(long, default_value_t = Options::default().runs)]
        runs: u32,
        /// Maximum half-width of the intervals for each class's response time and number in system, in percent.
        #[arg(long, value_name = "PERCENT", default_value_t = 5.0, conflicts_with_all = ["time", "warm_up"])]
        precision: f64,
        /// Maximum number of events; the output contains a warning if the precision is not reached.
        #[arg(long, value_name = "EVENTS", default_value_t = RunLength::MAX_EVENTS, conflicts_with_all = ["time", "warm_up"])]
        max_events: u64,
        /// Simulated seconds of each run, instead of --precision.
        #[arg(long, value_name = "S")]
        time: Option<f64>,
        /// Simulated seconds of warm-up before --time [default: the first tenth of --time].
        #[arg(long, value_name = "S", requires = "time")]
        warm_up: Option<f64>,
    },
    /// Measure how often 95 % intervals contain the true value.
    ///
    /// Each network with a known solution is simulated with many seeds, on all processors. Simulating all networks
    /// takes hours: --only selects some of them.
    Coverage(CoverageArgs),
}

/// An approximation.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ApproximationName {
    /// By Chandy and Neuse.
    Linearizer,
    /// By Bard and Schweitzer: faster, but less accurate.
    Schweitzer,
}

/// The network and the output format.
#[derive(Debug, Args)]
pub(crate) struct NetworkArgs {
    /// JSON file with the network; `-` for standard input
    #[arg(value_name = "FILE")]
    network: PathBuf,
    /// Output format [default: text on a terminal, otherwise json]
    #[arg(long, value_parser = one_of([Format::Text, Format::Json]))]
    format: Option<Format>,
    #[command(flatten)]
    output: OutputOption,
}

/// Runs `pathlength queue`.
pub(crate) fn answer(question: &Question) -> Result<(), Failure> {
    match question {
        Question::Coverage(arguments) => coverage::answer(arguments),
        Question::Solve { arguments, approximate } => {
            let network = network(&arguments.network)?;
            let solved = match approximate {
                None => solve(&network),
                Some(ApproximationName::Linearizer) => solve_approximately(&network, Approximation::Linearizer),
                Some(ApproximationName::Schweitzer) => solve_approximately(&network, Approximation::Schweitzer),
            };
            let solved = solved.map_err(|error| wrong(&arguments.network, &error))?;
            print_as(arguments, &solved, || as_text(&solved))
        }
        Question::Simulate { arguments, seed, runs, precision, max_events, time, warm_up } => {
            let network = network(&arguments.network)?;
            let length = time
                .map_or(RunLength::Precision { relative: precision / 100.0, max_events: *max_events }, |time_s| {
                    RunLength::Time { time_s, warm_up_s: *warm_up }
                });
            let options = Options { seed: *seed, runs: *runs, length };
            let report = simulate(&network, options).map_err(|error| wrong(&arguments.network, &error))?;
            print_as(arguments, &report, || simulation_text(&report))
        }
    }
}

fn wrong(path: &Path, error: &dyn std::error::Error) -> Failure {
    Failure::Input(format!("{}: {error}", path.display()))
}

fn network(path: &Path) -> Result<Network, Failure> {
    serde_json::from_slice(&read(path, MAX_BYTES)?)
        .map_err(|error| Failure::Input(format!("{}:{}: {error}", path.display(), error.line())))
}

fn print_as<T: Serialize>(
    arguments: &NetworkArgs,
    answer: &T,
    as_text: impl FnOnce() -> Result<String, std::fmt::Error>,
) -> Result<(), Failure> {
    let NetworkArgs { format, output, .. } = arguments;
    match output.format(*format, Format::Json) {
        Format::Json => output.print(&(serde_json::to_string_pretty(answer)? + "\n")),
        _ => output.print(&as_text()?),
    }
}

fn as_text(answer: &NetworkSolution) -> Result<String, std::fmt::Error> {
    let mut out = String::new();
    writeln!(out, "{} ({})", answer.method_reason, if answer.exact { "exact" } else { "approximate" })?;
    for note in &answer.notes {
        writeln!(out, "  {note}")?;
    }
    if let Some(bottleneck) = &answer.bottleneck {
        writeln!(out, "bottleneck: {bottleneck}")?;
    }
    classes(&mut out, &answer.classes)?;
    stations(&mut out, &answer.stations)?;
    Ok(out)
}

fn width<'a>(min: usize, names: impl Iterator<Item = &'a String>) -> usize {
    names.map(|name| name.chars().count()).fold(min, usize::max)
}

fn classes(out: &mut String, classes: &[ClassMetrics]) -> std::fmt::Result {
    let wide = width(5, classes.iter().map(|class| &class.name));
    writeln!(out, "\n{:wide$}  requests/s  response s   in system  lost %", "class")?;
    for class in classes {
        let ClassMetrics { name, throughput, response_s, mean_in_system, loss_probability, .. } = class;
        let numbers = [*throughput, *response_s, *mean_in_system].map(short);
        writeln!(
            out,
            "{name:wide$}  {:>10}  {:>10}  {:>10}  {:>6}",
            numbers[0],
            numbers[1],
            numbers[2],
            short(loss_probability * 100.0)
        )?;
    }
    for class in classes {
        let Some(bounds) = class.bounds else { continue };
        let range = |range: Range| format!("{} to {}", short(range.min), short(range.max));
        let both = |bounds: pathlength_queueing::bounds::Bounds| {
            format!("{} requests/s, response {} s", range(bounds.throughput), range(bounds.response_s))
        };
        if classes.len() > 1 {
            write!(out, "\nclass {}", class.name)?;
        }
        writeln!(out, "\nasymptotic bounds    {}", both(bounds.asymptotic))?;
        if let Some(balanced) = bounds.balanced {
            writeln!(out, "balanced job bounds  {}", both(balanced))?;
        }
        writeln!(out, "saturation           {} requests", short(bounds.saturation))?;
    }
    Ok(())
}

fn stations(out: &mut String, stations: &[StationMetrics]) -> std::fmt::Result {
    let wide = width(7, stations.iter().map(|station| &station.name));
    writeln!(out, "\n{:wide$}  busy %    visits/s  in system    s/visit", "station")?;
    for station in stations {
        let busy = station.utilization.map_or_else(|| "-".to_owned(), |share| format!("{:.1}", share * 100.0));
        let numbers = [station.throughput, station.mean_in_system, station.response_s].map(short);
        let name = &station.name;
        writeln!(out, "{name:wide$}  {busy:>6}  {:>10}  {:>9}  {:>9}", numbers[0], numbers[1], numbers[2])?;
    }
    Ok(())
}

fn simulation_text(report: &Report) -> Result<String, std::fmt::Error> {
    let mut out = String::new();
    let Report { runs, events, warm_up_s, measured_s, relative_half_width, .. } = report;
    let (runs, events) = (counted(*runs, "run"), counted(*events, "event"));
    let (warm_up_s, measured_s) = (short(*warm_up_s), short(*measured_s));
    writeln!(out, "{runs} of {measured_s} s after a {warm_up_s} s warm-up, {events} in all")?;
    write!(out, "± is the half-width of the 95 % confidence interval")?;
    if relative_half_width.is_finite() {
        write!(
            out,
            ": at most {} % for each class's response time and number in system",
            short(100.0 * relative_half_width)
        )?;
    }
    writeln!(out, ".")?;
    for warning in &report.warnings {
        writeln!(out, "warning: {warning}")?;
    }
    let wide = width(5, report.classes.iter().map(|class| &class.name));
    writeln!(
        out,
        "\n{:wide$}  {:>20}  {:>20}  {:>20}  {:>16}",
        "class", "requests/s", "response s", "in system", "lost %"
    )?;
    for class in &report.classes {
        let numbers =
            [class.throughput, class.response_s, class.mean_in_system].map(|number| format_estimate(number, 1.0));
        let (name, lost) = (&class.name, format_estimate(class.loss_probability, 100.0));
        writeln!(out, "{name:wide$}  {:>20}  {:>20}  {:>20}  {lost:>16}", numbers[0], numbers[1], numbers[2])?;
    }
    let wide = width(7, report.stations.iter().map(|station| &station.name));
    writeln!(
        out,
        "\n{:wide$}  {:>16}  {:>20}  {:>20}  {:>20}",
        "station", "busy %", "visits/s", "in system", "s/visit"
    )?;
    for station in &report.stations {
        let numbers =
            [station.throughput, station.mean_in_system, station.response_s].map(|number| format_estimate(number, 1.0));
        let busy = station.utilization.map_or_else(|| "-".to_owned(), |share| format_estimate(share, 100.0));
        let name = &station.name;
        writeln!(out, "{name:wide$}  {busy:>16}  {:>20}  {:>20}  {:>20}", numbers[0], numbers[1], numbers[2])?;
    }
    Ok(out)
}

/// Returns an estimate with its half-width, or without it if the runs are too short.
fn format_estimate(number: Estimate, unit: f64) -> String {
    let mean = short(number.mean * unit);
    if number.half_width.is_finite() { format!("{mean} ± {}", short(number.half_width * unit)) } else { mean }
}
