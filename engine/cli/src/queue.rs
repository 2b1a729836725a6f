//! `pathlength queue`: any queueing network, solved or simulated.

use super::output::{print, read};
use super::report::short;
use super::{Failure, Format};
use clap::{Args, Subcommand};
use pathlength_queueing::Estimate;
use pathlength_queueing::bounds::Range;
use pathlength_queueing::laws;
use pathlength_queueing::network::{Kind, Network};
use pathlength_queueing::simulate::{Options, Report, simulate};
use pathlength_queueing::solve::{ClassMetrics, NetworkSolution, StationMetrics, solve};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The largest network has 20 classes with 200 visits and 200 ways each; a longer file is a mistake.
const MOST_BYTES: u64 = 64 << 20;

/// How many visits a run simulates if nobody says how long it is.
const VISITS: f64 = 1e5;

/// What a network looks like, for those who ask for help.
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

Stations: a delay makes nobody wait. A queue may have servers (1), a discipline (fifo; ps shares the
servers out evenly; priority takes the class with the highest priority next) and a capacity, beyond
which arrivals are lost.
Classes: a closed class has a population, an open one arrivals (the time between two) and visits that
end "out". start is where users think, or where arrivals come in. priority is 0 if left out.
Times: {"exponential": {"mean_s": 1}}, {"deterministic": {"value_s": 1}},
{"erlang": {"mean_s": 1, "phases": 4}}, {"hyperexponential": {"branches": [{"probability": 0.9,
"mean_s": 1}, {"probability": 0.1, "mean_s": 9}]}}, {"empirical": {"values_s": [1, 2, 5]}}.
A network that makes no sense, or has more work than it can do, ends with exit code 2 and what to do."#;

/// A question to a queueing network.
#[derive(Debug, Subcommand)]
pub(crate) enum Question {
    /// Solve it: exactly where that is possible, and it says so where it is not.
    #[command(after_help = SHAPE)]
    Solve(Asked),
    /// Simulate it: every request, with 95 % confidence intervals.
    ///
    /// Each run has random numbers of its own; the same seed gives the same answer.
    #[command(after_help = SHAPE)]
    Simulate {
        #[command(flatten)]
        asked: Asked,
        /// Chooses the random numbers.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Simulated seconds of each run [default: what about 100000 visits take].
        #[arg(long, value_name = "S")]
        time: Option<f64>,
        /// Independent runs; one alone is cut into batches.
        #[arg(long, default_value_t = 10)]
        runs: u32,
        /// Simulated seconds before each run's time that are left out [default: the first tenth of the time].
        #[arg(long, value_name = "S")]
        warm_up: Option<f64>,
    },
}

/// Which network, and how to answer.
#[derive(Debug, Args)]
pub(crate) struct Asked {
    /// A JSON file with the network; `-` for standard input.
    network: PathBuf,
    /// How to print: json or text.
    #[arg(long, value_enum, default_value_t = Format::Json)]
    format: Format,
}

/// `pathlength queue`
pub(crate) fn answer(question: &Question) -> Result<(), Failure> {
    match question {
        Question::Solve(asked) => {
            let solved = solve(&network(&asked.network)?).map_err(|error| wrong(&asked.network, &error))?;
            printed(asked.format, &solved, || as_text(&solved))
        }
        Question::Simulate { asked, seed, time, runs, warm_up } => {
            let network = network(&asked.network)?;
            network.check().map_err(|error| wrong(&asked.network, &error))?;
            let time_s = time.unwrap_or_else(|| default_time_s(&network));
            let options = Options { seed: *seed, runs: *runs, time_s, warm_up_s: *warm_up };
            let report = simulate(&network, options).map_err(|error| wrong(&asked.network, &error))?;
            printed(asked.format, &report, || simulated(&report, time_s))
        }
    }
}

/// What about [`VISITS`] take at best: a closed class goes round no faster than its requests do alone, nor than its
/// slowest station lets them.
fn default_time_s(network: &Network) -> f64 {
    let demands = laws::demands(network);
    let rates = network.classes.iter().zip(&demands).map(|(class, demands)| {
        let visits: f64 = demands.iter().map(|demand| demand.visits).sum();
        let Some(population) = class.population else { return class.arrival_rate() * visits };
        let queues = network.stations.iter().zip(demands).filter(|(station, _)| station.kind == Kind::Queue);
        let slowest = queues.map(|(station, demand)| demand.demand_s / f64::from(station.servers)).fold(0.0, f64::max);
        let alone: f64 = demands.iter().map(|demand| demand.demand_s).sum();
        visits * (f64::from(population) / alone).min(1.0 / slowest)
    });
    (VISITS / rates.sum::<f64>()).min(Options::MAX_TIME_S)
}

fn wrong(path: &Path, error: &dyn std::error::Error) -> Failure {
    Failure::Input(format!("{}: {error}", path.display()))
}

fn network(path: &Path) -> Result<Network, Failure> {
    serde_json::from_slice(&read(path, MOST_BYTES)?)
        .map_err(|error| Failure::Input(format!("{}:{}: {error}", path.display(), error.line())))
}

fn printed<T: Serialize>(
    format: Format,
    answer: &T,
    as_text: impl FnOnce() -> Result<String, std::fmt::Error>,
) -> Result<(), Failure> {
    match format {
        Format::Json => print(&(serde_json::to_string_pretty(answer)? + "\n")),
        Format::Text => print(&as_text()?),
        Format::Csv => Err(Failure::Input("a network is no table; choose --format json or --format text".to_owned())),
    }
}

fn as_text(answer: &NetworkSolution) -> Result<String, std::fmt::Error> {
    let mut out = String::new();
    writeln!(out, "{} ({})", answer.method_reason, if answer.exact { "exact" } else { "approximate" })?;
    for note in &answer.notes {
        writeln!(out, "  {note}")?;
    }
    if let Some(bottleneck) = &answer.bottleneck {
        writeln!(out, "The servers of {bottleneck} work most.")?;
    }
    classes(&mut out, &answer.classes)?;
    stations(&mut out, &answer.stations)?;
    Ok(out)
}

fn width<'a>(least: usize, names: impl Iterator<Item = &'a String>) -> usize {
    names.map(|name| name.chars().count()).fold(least, usize::max)
}

fn classes(out: &mut String, classes: &[ClassMetrics]) -> std::fmt::Result {
    let wide = width(5, classes.iter().map(|class| &class.name));
    writeln!(out, "\n{:wide$}  requests/s  response s  unanswered  lost %", "class")?;
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
    for bounds in classes.iter().filter_map(|class| class.bounds) {
        let range = |range: Range| format!("{} to {}", short(range.min), short(range.max));
        let both = |bounds: pathlength_queueing::bounds::Bounds| {
            format!("{} requests/s, response {} s", range(bounds.throughput), range(bounds.response_s))
        };
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
    writeln!(out, "\n{:wide$}  busy %    visits/s    there  a visit s", "station")?;
    for station in stations {
        let busy = station.utilization.map_or_else(|| "-".to_owned(), |share| format!("{:.1}", share * 100.0));
        let numbers = [station.throughput, station.mean_in_system, station.response_s].map(short);
        let name = &station.name;
        writeln!(out, "{name:wide$}  {busy:>6}  {:>10}  {:>7}  {:>9}", numbers[0], numbers[1], numbers[2])?;
    }
    Ok(())
}

fn simulated(report: &Report, time_s: f64) -> Result<String, std::fmt::Error> {
    let mut out = String::new();
    let Report { runs, events, discarded_s, .. } = report;
    let (time_s, discarded_s) = (short(time_s), short(*discarded_s));
    writeln!(out, "{runs} runs of {time_s} s, {events} events; {discarded_s} s left out at the beginning of each")?;
    writeln!(out, "± is half of the 95 % confidence interval.")?;
    let wide = width(5, report.classes.iter().map(|class| &class.name));
    writeln!(
        out,
        "\n{:wide$}  {:>20}  {:>20}  {:>20}  {:>16}",
        "class", "requests/s", "response s", "unanswered", "lost %"
    )?;
    for class in &report.classes {
        let numbers = [class.throughput, class.response_s, class.mean_in_system].map(|number| scattered(number, 1.0));
        let (name, lost) = (&class.name, scattered(class.loss_probability, 100.0));
        writeln!(out, "{name:wide$}  {:>20}  {:>20}  {:>20}  {lost:>16}", numbers[0], numbers[1], numbers[2])?;
    }
    let wide = width(7, report.stations.iter().map(|station| &station.name));
    writeln!(out, "\n{:wide$}  {:>16}  {:>20}  {:>20}  {:>20}", "station", "busy %", "visits/s", "there", "a visit s")?;
    for station in &report.stations {
        let numbers =
            [station.throughput, station.mean_in_system, station.response_s].map(|number| scattered(number, 1.0));
        let busy = station.utilization.map_or_else(|| "-".to_owned(), |share| scattered(share, 100.0));
        let name = &station.name;
        writeln!(out, "{name:wide$}  {busy:>16}  {:>20}  {:>20}  {:>20}", numbers[0], numbers[1], numbers[2])?;
    }
    Ok(out)
}

/// A number and how far it may be off, or only the number if too little was seen to say.
fn scattered(number: Estimate, unit: f64) -> String {
    let mean = short(number.mean * unit);
    if number.half_width.is_finite() { format!("{mean} ± {}", short(number.half_width * unit)) } else { mean }
}
