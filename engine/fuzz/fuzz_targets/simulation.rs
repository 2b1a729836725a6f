//! Any network is rejected or simulated, and every request of a closed class stays in it.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use pathlength_queueing::network::{Class, Discipline, Kind, Network, OUT, Station, Step, Visit, WhenFull};
use pathlength_queueing::simulate::{Options, RunLength, Simulation};
use pathlength_queueing::{Branch, Distribution};

#[derive(Arbitrary, Debug)]
struct Input {
    stations: Vec<StationInput>,
    classes: Vec<ClassInput>,
    seed: u64,
    /// A target precision in 255ths, used instead of a time.
    precision: Option<u8>,
    time_s: f64,
    warm_up_s: Option<f64>,
}

#[derive(Arbitrary, Debug)]
struct StationInput {
    delay: bool,
    servers: u8,
    discipline: u8,
    capacity: Option<u8>,
}

#[derive(Arbitrary, Debug)]
struct ClassInput {
    population: Option<u8>,
    arrivals: Times,
    start: u8,
    priority: u8,
    /// For each visited station, its service and at most two next stations.
    visits: Vec<(Times, u8, u8, u8)>,
}

#[derive(Arbitrary, Debug)]
enum Times {
    Exponential(f64),
    /// A constant time in milliseconds, so that many values are valid.
    Steady(u16),
    Erlang(u16, u8),
    Either(u16, u16),
    Values(Vec<u16>),
}

impl Times {
    fn distribution(&self) -> Distribution {
        let seconds = |milliseconds: u16| f64::from(milliseconds) / 1000.0;
        match self {
            Self::Exponential(mean_s) => Distribution::Exponential { mean_s: *mean_s },
            Self::Steady(value) => Distribution::Deterministic { value_s: seconds(*value) },
            Self::Erlang(mean, phases) => Distribution::Erlang { mean_s: seconds(*mean), phases: u32::from(*phases) },
            Self::Either(one, other) => Distribution::Hyperexponential {
                branches: [one, other].map(|mean| Branch { probability: 0.5, mean_s: seconds(*mean) }).to_vec(),
            },
            Self::Values(values) => Distribution::Empirical {
                values_s: values.iter().map(|value| seconds(*value)).collect(),
                weights: Vec::new(),
            },
        }
    }
}

/// Builds a network; the stations are numbered so that most networks are valid.
fn network(input: &Input) -> Network {
    let count = input.stations.len().min(6);
    let stations = input.stations[..count].iter().enumerate().map(|(at, place)| Station {
        name: at.to_string(),
        kind: if place.delay { Kind::Delay } else { Kind::Queue },
        servers: if place.delay { 1 } else { u32::from(place.servers % 8) },
        discipline: match place.discipline % 4 {
            1 if !place.delay => Discipline::Ps,
            2 if !place.delay => Discipline::Priority,
            3 if !place.delay => Discipline::Preemptive,
            _ => Discipline::Fifo,
        },
        capacity: place.capacity.filter(|_| !place.delay).map(u32::from),
        when_full: if place.discipline >= 128 && !place.delay && place.capacity.is_some() {
            WhenFull::Block
        } else {
            WhenFull::Lose
        },
    });
    let name = |number: u8, open: bool, visits: usize| match usize::from(number) % (visits + usize::from(open)).max(1) {
        station if station < visits => station.to_string(),
        _ => OUT.to_owned(),
    };
    let classes = input.classes.iter().take(4).enumerate().map(|(at, kin)| {
        let open = kin.population.is_none();
        let length = kin.visits.len().min(count);
        let visits = kin.visits[..length].iter().enumerate().map(|(station, (service, one, other, share))| {
            let (one, other) = (name(*one, open, length), name(*other, open, length));
            let share = f64::from(*share) / 256.0;
            let next = if one == other {
                vec![Step { station: one, probability: 1.0 }]
            } else {
                vec![Step { station: one, probability: share }, Step { station: other, probability: 1.0 - share }]
            };
            Visit { station: station.to_string(), service: service.distribution(), next }
        });
        Class {
            name: format!("class {at}"),
            population: kin.population.map(u32::from),
            arrivals: open.then(|| kin.arrivals.distribution()),
            start: (usize::from(kin.start) % length.max(1)).to_string(),
            priority: u32::from(kin.priority),
            visits: visits.collect(),
        }
    });
    Network { stations: stations.collect(), classes: classes.collect() }
}

fuzz_target!(|input: Input| {
    let network = network(&input);
    let length = match input.precision {
        Some(precision) => RunLength::Precision { relative: f64::from(precision) / 255.0, max_events: 10_000 },
        None => RunLength::Time { time_s: input.time_s, warm_up_s: input.warm_up_s },
    };
    let options = Options { seed: input.seed, runs: 2, length };
    let Ok(mut simulation) = Simulation::new(&network, options) else { return };
    for _ in 0..20 {
        match simulation.step(1000) {
            Ok(false) => {}
            Ok(true) => break,
            Err(_) => return,
        }
    }
    assert!((0.0..=1.0 + 1e-9).contains(&simulation.progress()));
    let report = simulation.report(&network);
    if report.runs == 0 {
        return;
    }
    for station in &report.stations {
        let busy = station.utilization.map_or(0.0, |busy| busy.mean);
        assert!((-1e-6..=1.0 + 1e-6).contains(&busy), "{station:?}");
    }
    for class in network.classes.iter().filter(|class| class.population.is_some()) {
        let visits = report.stations.iter().flat_map(|station| &station.classes);
        let there: f64 = visits.filter(|visit| visit.class == class.name).map(|visit| visit.mean_in_system.mean).sum();
        let population = f64::from(class.population.unwrap_or_default());
        assert!((there - population).abs() < 1e-6 * population, "{there} of {population}: {report:?}");
    }
});
