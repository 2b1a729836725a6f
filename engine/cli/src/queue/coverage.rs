//! `pathlength queue coverage`: the share of a simulation's 95 % intervals that contain the true value.

use super::super::output::print;
use super::super::{Failure, Format, one_of};
use clap::Args;
use pathlength_queueing::closed_form::{mg1, mmc};
use pathlength_queueing::mva::solve_exact;
use pathlength_queueing::network::{Class, Discipline, Kind, Network, OUT, Station, Step, Visit, WhenFull};
use pathlength_queueing::simulate::{Options, RunLength, simulate};
use pathlength_queueing::{Branch, Distribution, Error};
use serde::Serialize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// The options of `pathlength queue coverage`.
#[derive(Debug, Args)]
pub(crate) struct CoverageArgs {
    /// Number of seeds with which each network is simulated.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    seeds: u64,
    /// First seed; other seeds show whether low coverage was due to chance.
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    first_seed: u64,
    /// Maximum half-width of the intervals, in percent.
    #[arg(long, value_name = "PERCENT", default_value_t = 5.0)]
    precision: f64,
    /// Independent replications.
    #[arg(long, default_value_t = Options::default().runs)]
    runs: u32,
    /// Text in the names of the networks to simulate; empty for all networks.
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Output format
    #[arg(long, value_parser = one_of([Format::Text, Format::Json]), default_value = "text")]
    format: Format,
}

/// A network with its true mean response time and number in system.
struct KnownNetwork {
    name: String,
    network: Network,
    response_s: f64,
    mean_in_system: f64,
}

/// Coverage and bias of an estimate over all seeds.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Coverage {
    /// Share of intervals that contain the true value.
    covered: f64,
    /// Share of intervals that are below the true value.
    below: f64,
    /// Mean error of the estimate, relative to the true value.
    relative_bias: f64,
    /// Mean half-width of the intervals, relative to the estimate.
    relative_half_width: f64,
}

/// Results for a network.
#[derive(Debug, Serialize)]
struct NetworkCoverage {
    network: String,
    seeds: u64,
    response_s: Coverage,
    mean_in_system: Coverage,
    /// Mean number of events per simulation.
    mean_events: f64,
}

/// Sums over seeds.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    covered: u64,
    below: u64,
    error: f64,
    half_width: f64,
}

impl Sums {
    fn coverage(self, seeds: u64) -> Coverage {
        let mean = |sum: f64| sum / seeds as f64;
        Coverage {
            covered: mean(self.covered as f64),
            below: mean(self.below as f64),
            relative_bias: mean(self.error),
            relative_half_width: mean(self.half_width),
        }
    }
}

/// Runs `pathlength queue coverage`.
pub(crate) fn answer(arguments: &CoverageArgs) -> Result<(), Failure> {
    let networks: Vec<_> = known_networks().into_iter().filter(|known| known.name.contains(&arguments.only)).collect();
    if networks.is_empty() {
        return Err(Failure::Input(format!(
            "no network has \"{}\" in its name: omit --only to simulate all",
            arguments.only
        )));
    }
    let rows = networks
        .iter()
        .map(|known| measure(known, arguments).map_err(|error| Failure::Input(format!("{}: {error}", known.name))));
    if arguments.format == Format::Json {
        return print(&(serde_json::to_string_pretty(&rows.collect::<Result<Vec<_>, _>>()?)? + "\n"));
    }
    // The study takes a long time, so each row is printed as soon as it is known.
    for (at, row) in rows.enumerate() {
        let row = as_text(&row?);
        print(&if at == 0 { HEADER.to_owned() + &row } else { row })?;
    }
    Ok(())
}

/// Simulates a network with each seed, on all processors. The sums do not depend on the number of processors.
fn measure(known: &KnownNetwork, arguments: &CoverageArgs) -> Result<NetworkCoverage, Error> {
    let length = RunLength::Precision { relative: arguments.precision / 100.0, max_events: RunLength::MAX_EVENTS };
    let next = AtomicU64::new(arguments.first_seed);
    let results = Mutex::new(Vec::new());
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= arguments.first_seed + arguments.seeds {
                        break;
                    }
                    let report = simulate(&known.network, Options { seed, runs: arguments.runs, length });
                    if let Ok(mut results) = results.lock() {
                        results.push((seed, report));
                    }
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_by_key(|(seed, _)| *seed);
    let (mut sums, mut events) = ([Sums::default(); 2], 0);
    for (_, report) in results {
        let report = report?;
        events += report.events;
        let class = &report.classes[0];
        let truths = [(class.response_s, known.response_s), (class.mean_in_system, known.mean_in_system)];
        for (sums, (estimate, truth)) in sums.iter_mut().zip(truths) {
            sums.covered += u64::from(estimate.covers(truth));
            sums.below += u64::from(estimate.mean + estimate.half_width < truth);
            sums.error += estimate.mean / truth - 1.0;
            sums.half_width += estimate.half_width / estimate.mean;
        }
    }
    let [response_s, mean_in_system] = sums.map(|sums| sums.coverage(arguments.seeds));
    let mean_events = events as f64 / arguments.seeds as f64;
    let (network, seeds) = (known.name.clone(), arguments.seeds);
    Ok(NetworkCoverage { network, seeds, response_s, mean_in_system, mean_events })
}

/// Column heads of the text output, which is a Markdown table.
const HEADER: &str = "\
| network | seeds | R covered | below | bias | half-width | N covered | below | bias | half-width | events |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
";

fn as_text(row: &NetworkCoverage) -> String {
    let NetworkCoverage { network, seeds, response_s, mean_in_system, mean_events } = row;
    let [response, in_system] = [response_s, mean_in_system].map(|coverage| {
        let Coverage { covered, below, relative_bias, relative_half_width } = coverage;
        let [covered, below, bias, half_width] =
            [covered, below, relative_bias, relative_half_width].map(|share| 100.0 * share);
        format!("{covered:.1} % | {below:.1} % | {bias:+.2} % | ±{half_width:.1} %")
    });
    format!("| {network} | {seeds} | {response} | {in_system} | {:.1} million |\n", mean_events / 1e6)
}

/// Returns the networks of the study: stations at moderate to high load, and two closed networks.
fn known_networks() -> Vec<KnownNetwork> {
    let exponential = Distribution::Exponential { mean_s: 1.0 };
    let services = [
        ("M/M/1", 1, exponential.clone()),
        ("M/M/4", 4, exponential),
        ("M/D/1", 1, Distribution::Deterministic { value_s: 1.0 }),
        ("M/H2/1", 1, hyperexponential(5.5)),
    ];
    let mut networks = Vec::new();
    for (name, servers, service) in services {
        for (discipline, word) in [(Discipline::Fifo, "FCFS"), (Discipline::Ps, "PS")] {
            for utilization in [0.5, 0.8, 0.9, 0.95] {
                let rate = utilization * f64::from(servers);
                let scv = service.scv();
                let metrics = match discipline {
                    // Processor sharing depends only on the mean, like FCFS with exponential service.
                    _ if servers > 1 => mmc(rate, 1.0, servers),
                    Discipline::Ps => mg1(rate, 1.0, 1.0),
                    _ => mg1(rate, 1.0, scv),
                };
                networks.extend(metrics.map(|metrics| KnownNetwork {
                    name: format!("{name} {word}, U = {utilization:.2}"),
                    network: single_station(rate, &service, servers, discipline),
                    response_s: metrics.response_s,
                    mean_in_system: metrics.mean_in_system,
                }));
            }
        }
    }
    for population in [8, 20] {
        if let Ok(solution) = solve_exact(&[0.5, 0.2], 5.0, population) {
            networks.push(KnownNetwork {
                name: format!("closed, {population} users"),
                network: closed(population),
                response_s: solution.response_s,
                mean_in_system: solution.throughput * solution.response_s,
            });
        }
    }
    networks
}

/// Returns a hyperexponential distribution with a mean of 1 s, this squared coefficient of variation, and two branches
/// with equal shares of the work.
fn hyperexponential(scv: f64) -> Distribution {
    let probability = 0.5 * (1.0 + ((scv - 1.0) / (scv + 1.0)).sqrt());
    let branches = [probability, 1.0 - probability];
    Distribution::Hyperexponential {
        branches: branches.map(|probability| Branch { probability, mean_s: 0.5 / probability }).to_vec(),
    }
}

fn visit(station: &str, service: Distribution, next: &[(&str, f64)]) -> Visit {
    let step =
        |(station, probability): &(&str, f64)| Step { station: (*station).to_owned(), probability: *probability };
    Visit { station: station.to_owned(), service, next: next.iter().map(step).collect() }
}

fn station(name: &str, kind: Kind, servers: u32, discipline: Discipline) -> Station {
    Station { name: name.to_owned(), kind, servers, discipline, capacity: None, when_full: WhenFull::Lose }
}

fn single_station(rate: f64, service: &Distribution, servers: u32, discipline: Discipline) -> Network {
    Network {
        stations: vec![station("queue", Kind::Queue, servers, discipline)],
        classes: vec![Class {
            name: "requests".to_owned(),
            population: None,
            arrivals: Some(Distribution::Exponential { mean_s: 1.0 / rate }),
            start: "queue".to_owned(),
            priority: 0,
            visits: vec![visit("queue", service.clone(), &[(OUT, 1.0)])],
        }],
    }
}

/// Returns a network of users who think for 5 s, with service demands of 0.5 s at a CPU and 0.2 s at a disk.
fn closed(population: u32) -> Network {
    let exponential = |mean_s| Distribution::Exponential { mean_s };
    Network {
        stations: vec![
            station("terminals", Kind::Delay, 1, Discipline::Fifo),
            station("cpu", Kind::Queue, 1, Discipline::Fifo),
            station("disk", Kind::Queue, 1, Discipline::Fifo),
        ],
        classes: vec![Class {
            name: "users".to_owned(),
            population: Some(population),
            arrivals: None,
            start: "terminals".to_owned(),
            priority: 0,
            visits: vec![
                visit("terminals", exponential(5.0), &[("cpu", 1.0)]),
                visit("cpu", exponential(0.5), &[("disk", 0.5), ("terminals", 0.5)]),
                visit("disk", exponential(0.4), &[("terminals", 1.0)]),
            ],
        }],
    }
}
