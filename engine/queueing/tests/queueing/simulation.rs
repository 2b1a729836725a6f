//! Whole networks: confidence intervals have their nominal coverage, and events allocate no memory.

use super::network;
use pathlength_queueing::closed_form::{self, PriorityClass};
use pathlength_queueing::network::Network;
use pathlength_queueing::simulate::{Options, Report, RunLength, Simulation, simulate};
use pathlength_queueing::solve::{Method, solve};
use serde_json::{Value, json};

/// Returns one queue with Poisson arrivals at a rate per second, a service time, and additional fields of the station.
fn one_queue(arrivals: f64, service: &Value, more: &Value) -> Network {
    let mut station = json!({ "name": "desk", "kind": "queue" });
    station.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    network(json!({
        "stations": [station],
        "classes": [{
            "name": "all", "start": "desk", "arrivals": { "exponential": { "mean_s": 1.0 / arrivals } },
            "visits": [{ "station": "desk", "service": service, "next": [{ "station": "out", "probability": 1 }] }],
        }],
    }))
}

fn exponential(mean_s: f64) -> Value {
    json!({ "exponential": { "mean_s": mean_s } })
}

// Coverage is tested with a single run: loads are moderate, and runs are long enough for uncorrelated batches.

/// Returns, for each interval, in how many of 1,000 runs with different seeds it covers the true value.
fn covered<const N: usize>(network: &Network, time_s: f64, of: impl Fn(&Report) -> [(f64, f64, f64); N]) -> [u32; N] {
    let mut covered = [0; N];
    for seed in 0..1000 {
        let options = Options { seed, runs: 1, length: RunLength::Time { time_s, warm_up_s: Some(time_s / 10.0) } };
        let report = simulate(network, options).expect("it can be simulated");
        for (count, (mean, half_width, value)) in covered.iter_mut().zip(of(&report)) {
            *count += u32::from((mean - value).abs() <= half_width);
        }
    }
    covered
}

/// Checks the coverage of the 95 % intervals for the response time of the first class and the number in system at the
/// first station.
#[track_caller]
fn check(network: &Network, time_s: f64, response_s: f64, number: f64) {
    let counts = covered(network, time_s, |report| {
        let (response, present) = (report.classes[0].response_s, report.stations[0].mean_in_system);
        [(response.mean, response.half_width, response_s), (present.mean, present.half_width, number)]
    });
    assert!(
        counts.iter().all(|count| (930..=975).contains(count)),
        "of 1000 intervals, {counts:?} cover the true value"
    );
}

#[test]
fn interval_mm1_covers_theory() {
    check(&one_queue(0.5, &exponential(1.0), &json!({})), 6000.0, 2.0, 1.0);
}

#[test]
fn interval_mm4_covers_theory() {
    // Erlang's formula for four servers and an offered load of 1.6.
    let work: f64 = 1.6;
    let terms: Vec<f64> = (1..=4)
        .scan(1.0, |term, n| {
            *term *= work / f64::from(n);
            Some(*term)
        })
        .collect();
    let waiting = terms[3] / (1.0 - work / 4.0);
    let waits = waiting / (1.0 + terms[0] + terms[1] + terms[2] + waiting);
    let response_s = 1.0 + waits / (4.0 - work);
    check(&one_queue(work, &exponential(1.0), &json!({ "servers": 4 })), 2000.0, response_s, work * response_s);
}

#[test]
fn interval_md1_covers_theory() {
    let load = 0.4;
    let response_s = 1.0 + load / (2.0 * (1.0 - load));
    let service = json!({ "deterministic": { "value_s": 1 } });
    check(&one_queue(load, &service, &json!({})), 14_000.0, response_s, load * response_s);
}

#[test]
fn interval_mm1k_covers_theory() {
    let load: f64 = 0.9;
    let weights = [1.0, load, load * load, load * load * load];
    let all: f64 = weights.iter().sum();
    let number = (weights[1] + 2.0 * weights[2] + 3.0 * weights[3]) / all;
    let response_s = number / (load * (1.0 - weights[3] / all));
    let network = one_queue(load, &exponential(1.0), &json!({ "capacity": 3 }));
    check(&network, 3000.0, response_s, number);
    let lost = weights[3] / all;
    let [count] = covered(&network, 3000.0, |report| {
        [(report.classes[0].loss_probability.mean, report.classes[0].loss_probability.half_width, lost)]
    });
    assert!((930..=975).contains(&count), "{count}");
}

#[test]
fn interval_processor_sharing_any_service_covers_theory() {
    // With processor sharing, only the mean service time matters: here, half of the requests take almost no time.
    let service = json!({ "empirical": { "values_s": [0.1, 1.9] } });
    check(&one_queue(0.5, &service, &json!({ "discipline": "ps" })), 6000.0, 2.0, 1.0);
}

#[test]
fn interval_priorities_cover_theory() {
    let class = |name: &str, priority: u32, rate: f64| {
        json!({
            "name": name, "priority": priority, "start": "desk", "arrivals": exponential(1.0 / rate),
            "visits": [{ "station": "desk", "service": exponential(1.0), "next": [{ "station": "out", "probability": 1 }] }],
        })
    };
    let network = network(json!({
        "stations": [{ "name": "desk", "kind": "queue", "discipline": "priority" }],
        "classes": [class("low", 1, 0.25), class("high", 7, 0.15)],
    }));
    // Cobham: an arrival waits for the residual service, 0.4 s on average, and for the requests before it.
    let [low_s, high_s] = [1.0 + 0.4 / (1.0 - 0.15) / (1.0 - 0.4), 1.0 + 0.4 / (1.0 - 0.15)];
    let counts = covered(&network, 14_000.0, |report| {
        let [low, high] = [0, 1].map(|class| report.classes[class].response_s);
        [(low.mean, low.half_width, low_s), (high.mean, high.half_width, high_s)]
    });
    assert!(counts.iter().all(|count| (930..=975).contains(count)), "{counts:?}");
}

/// Returns four classes at one station, the highest priority last.
fn four_classes(discipline: &str) -> (Network, Vec<PriorityClass>) {
    let classes = [(0.1, 1.5), (0.2, 0.5), (0.15, 1.0), (0.05, 2.0)];
    let class = |at: usize| {
        let (rate, mean_s) = classes[at];
        json!({
            "name": format!("class {at}"), "priority": 3 * at, "start": "desk", "arrivals": exponential(1.0 / rate),
            "visits": [{ "station": "desk", "service": exponential(mean_s), "next": [{ "station": "out", "probability": 1 }] }],
        })
    };
    let network = network(json!({
        "stations": [{ "name": "desk", "kind": "queue", "discipline": discipline }],
        "classes": (0..4).map(class).collect::<Vec<_>>(),
    }));
    let highest_first = classes.iter().rev().map(|&(rate, mean_s)| PriorityClass { rate, mean_s, scv: 1.0 });
    (network, highest_first.collect())
}

#[test]
fn interval_four_priorities_cover_theory() {
    for (discipline, formula) in
        [("priority", closed_form::priority as fn(&[_]) -> _), ("preemptive", closed_form::preemptive_priority)]
    {
        let (network, classes) = four_classes(discipline);
        let right = formula(&classes).expect("a steady state");
        // With interruptions, the times of the lowest class stay correlated for longer.
        let counts = covered(&network, 40_000.0, |report| {
            [0, 1, 2, 3].map(|class| {
                let found = &report.classes[class].response_s;
                (found.mean, found.half_width, right[3 - class].response_s)
            })
        });
        assert!(counts.iter().all(|count| (930..=975).contains(count)), "{discipline}: {counts:?}");
    }
}

#[test]
fn interval_blocking_covers_the_balance_equations() {
    let to = |station: &str| json!([{ "station": station, "probability": 1 }]);
    let network = network(json!({
        "stations": [
            { "name": "users", "kind": "delay" },
            { "name": "desk", "kind": "queue", "servers": 2 },
            { "name": "room", "kind": "queue", "capacity": 2, "when_full": "block" },
            { "name": "exit", "kind": "queue", "capacity": 1, "when_full": "block" },
        ],
        "classes": [{ "name": "all", "population": 7, "start": "users", "visits": [
            { "station": "users", "service": exponential(2.0), "next": to("desk") },
            { "station": "desk", "service": exponential(1.0), "next": to("room") },
            { "station": "room", "service": exponential(0.6), "next": to("exit") },
            { "station": "exit", "service": exponential(0.7), "next": to("users") },
        ] }],
    }));
    let right = solve(&network).expect("few states");
    assert_eq!(right.method, Method::MarkovChain);
    let counts = covered(&network, 2000.0, |report| {
        let (all, room, desk) =
            (&report.classes[0], &report.stations[2].mean_in_system, &report.stations[1].utilization);
        let desk = desk.as_ref().expect("servers");
        [
            (all.throughput.mean, all.throughput.half_width, right.classes[0].throughput),
            (all.response_s.mean, all.response_s.half_width, right.classes[0].response_s),
            (room.mean, room.half_width, right.stations[2].mean_in_system),
            (desk.mean, desk.half_width, right.stations[1].utilization.expect("servers")),
        ]
    });
    assert!(counts.iter().all(|count| (930..=975).contains(count)), "{counts:?}");
}

/// Returns a network with users who think for 5 s, and two stations; the second station has a visit count of 0.5.
fn closed(users: u32) -> Network {
    network(json!({
        "stations": [{ "name": "cpu", "kind": "queue" }, { "name": "disk", "kind": "queue" }, { "name": "desks", "kind": "delay" }],
        "classes": [{
            "name": "users", "population": users, "start": "desks",
            "visits": [
                { "station": "desks", "service": exponential(5.0), "next": [{ "station": "cpu", "probability": 1 }] },
                { "station": "cpu", "service": exponential(0.5), "next": [
                    { "station": "disk", "probability": 0.5 }, { "station": "desks", "probability": 0.5 },
                ] },
                { "station": "disk", "service": exponential(0.4), "next": [{ "station": "desks", "probability": 1 }] },
            ],
        }],
    }))
}

#[test]
fn interval_closed_network_covers_theory() {
    let demands = [0.5, 0.2];
    let mut queues = [0.0; 2];
    let mut response_s = 0.0;
    for users in 1..=8 {
        let residences = [0, 1].map(|at| demands[at] * (1.0 + queues[at]));
        response_s = residences.iter().sum();
        let throughput = f64::from(users) / (5.0 + response_s);
        queues = residences.map(|residence| throughput * residence);
    }
    check(&closed(8), 2000.0, response_s, queues[0]);
    let throughput = 8.0 / (5.0 + response_s);
    let counts = covered(&closed(8), 2000.0, |report| {
        let (rate, disk) = (report.classes[0].throughput, &report.stations[1]);
        let busy = disk.utilization.expect("it is a queue");
        let number = report.classes[0].mean_in_system;
        [
            (rate.mean, rate.half_width, throughput),
            (busy.mean, busy.half_width, throughput * 0.2),
            (number.mean, number.half_width, throughput * response_s),
        ]
    });
    assert!(counts.iter().all(|count| (930..=975).contains(count)), "{counts:?}");
}

#[test]
fn simulate_40_runs_with_default_warm_up_agrees_with_theory() {
    let options = Options { seed: 3, runs: 40, length: RunLength::Time { time_s: 20_000.0, warm_up_s: None } };
    let report = simulate(&one_queue(0.8, &exponential(1.0), &json!({})), options).expect("it can be simulated");
    let response = report.classes[0].response_s;
    assert!(response.half_width < 0.2 && (response.mean - 5.0).abs() < 2.0 * response.half_width, "{response:?}");
    assert!(report.runs == 40 && (report.warm_up_s - 2000.0).abs() < 1e-6);
    let utilization = report.stations[0].utilization.expect("it is a queue");
    assert!((utilization.mean - 0.8).abs() < 2.0 * utilization.half_width, "{utilization:?}");
}

/// The defaults promise a coverage of 95 % at any utilization. `pathlength queue coverage` measures the coverage
/// for more networks and seeds.
#[test]
fn interval_default_length_at_90_percent_covers_theory() {
    let network = one_queue(0.9, &exponential(1.0), &json!({}));
    let (mut covered, mut error) = ([0; 2], 0.0);
    for seed in 0..40 {
        let report = simulate(&network, Options { seed, ..Options::default() }).expect("it can be simulated");
        let class = &report.classes[0];
        // M/M/1: R = 1 / (1 - 0.9), N = 0.9 R.
        covered[0] += u32::from(class.response_s.covers(10.0));
        covered[1] += u32::from(class.mean_in_system.covers(9.0));
        error += (class.response_s.mean / 10.0 - 1.0) / 40.0;
        let widest = [class.response_s, class.mean_in_system].map(|estimate| estimate.half_width / estimate.mean);
        assert!((report.relative_half_width - widest[0].max(widest[1])).abs() < 1e-12, "{report:?}");
        assert!(report.relative_half_width <= 0.05, "{report:?}");
    }
    // With a true coverage of 95 %, the probability that fewer than 34 of 40 intervals cover the value is 0.3 %.
    assert!(
        covered.iter().all(|count| (34..=40).contains(count)),
        "of 40 intervals of R and N, {covered:?} cover the true value"
    );
    // The standard error of 40 means is 0.3 %.
    assert!(error.abs() < 0.01, "mean error {error}");
}

#[test]
fn simulation_event_limit_ends_with_a_warning() {
    let network = one_queue(0.95, &exponential(1.0), &json!({}));
    let length = RunLength::Precision { relative: 0.001, max_events: 2_000_000 };
    let report = simulate(&network, Options { length, ..Options::default() }).expect("it can be simulated");
    assert!((1_000_000..=2_100_000).contains(&report.events), "{}", report.events);
    let warning = &report.warnings[0];
    assert!(warning.starts_with(&format!("the precision of ±0.1 % was not reached within {} events", report.events)));
    assert!(warning.contains("the widest interval is ±") && warning.contains("allow more events"), "{warning}");
}

#[test]
fn simulation_class_without_completions_is_not_precise() {
    // The second class has a request every 10^7 s, and the first class has a thousand requests per second.
    let class = |name: &str, mean_s: f64| {
        json!({ "name": name, "start": "desk", "arrivals": { "exponential": { "mean_s": mean_s } },
                "visits": [{ "station": "desk", "service": exponential(1e-4), "next": [{ "station": "out", "probability": 1 }] }] })
    };
    let network = network(json!({
        "stations": [{ "name": "desk", "kind": "queue" }], "classes": [class("often", 1e-3), class("rarely", 1e7)],
    }));
    let length = RunLength::Precision { relative: 0.05, max_events: 400_000 };
    let report = simulate(&network, Options { length, ..Options::default() }).expect("it can be simulated");
    assert!(report.events < 500_000 && report.relative_half_width.is_infinite(), "{report:?}");
    assert!(
        report.warnings[0].contains("a class completes too few requests for a confidence interval"),
        "{:?}",
        report.warnings
    );
}

#[test]
fn simulation_short_runs_warn_with_the_length_they_need() {
    let network = one_queue(0.95, &exponential(1.0), &json!({}));
    let warnings = |time_s| {
        let length = RunLength::Time { time_s, warm_up_s: None };
        simulate(&network, Options { seed: 1, runs: 10, length }).expect("it can be simulated").warnings
    };
    let short = warnings(500.0);
    let warning =
        short.iter().find(|text| text.starts_with("450 s of measured time per run is short for station \"desk\""));
    let needed =
        warning.and_then(|text| text.split("measure at least ").nth(1)?.split(' ').next()?.parse::<f64>().ok());
    // 30 relaxation times of 1 / (1 - √0.95)² = 1,560 s.
    assert_eq!(needed, Some(46_800.0), "{short:?}");
    assert_eq!(warnings(200_000.0), Vec::<String>::new());
    let coarse = RunLength::Precision { relative: 0.3, max_events: RunLength::MAX_EVENTS };
    let report = simulate(&network, Options { length: coarse, ..Options::default() }).expect("it can be simulated");
    assert!(report.measured_s > 46_700.0 && report.warnings.is_empty(), "{report:?}");
    // The pilot run is just as long, because it forecasts the run length from the same rare long queues.
    assert!(report.warm_up_s > 46_700.0, "{report:?}");
}

#[test]
fn simulation_initial_transient_warns() {
    // The station starts empty and needs some 1,600 s to fill; many short runs reveal this transient.
    let network = one_queue(0.95, &exponential(1.0), &json!({}));
    let length = RunLength::Time { time_s: 500.0, warm_up_s: Some(0.0) };
    let warnings = simulate(&network, Options { seed: 1, runs: 200, length }).expect("it can be simulated").warnings;
    assert!(
        warnings.iter().any(|text| text.starts_with("class \"all\" has ")
            && text.contains(" fewer requests in the system on average in the first quarter of the measured time")
            && text.contains("lengthen the warm-up of 0 s")),
        "{warnings:?}"
    );
}

#[test]
fn simulation_kept_runs_have_a_total_limit_of_requests() {
    let options = |runs| Options { seed: 1, runs, length: RunLength::default() };
    let error = Simulation::new(&closed(500_000), options(40)).expect_err("it is too much to keep").to_string();
    assert!(error.contains("40 runs of 500000 requests") && error.contains("give at most 8 runs"), "{error}");
    Simulation::new(&closed(500_000), options(8)).expect("it fits");
    let time = RunLength::Time { time_s: 1.0, warm_up_s: None };
    Simulation::new(&closed(500_000), Options { length: time, ..options(40) }).expect("one run at a time fits");
}

#[test]
fn simulation_rare_long_services_are_sampled() {
    // One service in 10,000 takes 2,000 s on average: a simulation without such a service would look precise but be
    // wrong.
    let rare = json!({ "hyperexponential": { "branches": [
        { "probability": 0.9999, "mean_s": 0.5 }, { "probability": 0.0001, "mean_s": 2000.0 },
    ] } });
    // M/G/1 with processor sharing: R = S / (1 - U), whatever the distribution.
    let service_s = 0.9999 * 0.5 + 0.2;
    let network = one_queue(0.3, &rare, &json!({ "discipline": "ps" }));
    let report = simulate(&network, Options::default()).expect("it can be simulated");
    let response = report.classes[0].response_s;
    assert!((response.mean / (service_s / (1.0 - 0.3 * service_s)) - 1.0).abs() < 0.1, "{response:?}");
}

#[test]
fn warm_up_explicit_precedes_the_measured_time() {
    let network = one_queue(0.5, &exponential(1.0), &json!({}));
    let [default, explicit] = [None, Some(100.0)].map(|warm_up_s| {
        let time_s = if warm_up_s.is_some() { 900.0 } else { 1000.0 };
        simulate(&network, Options { seed: 5, runs: 4, length: RunLength::Time { time_s, warm_up_s } })
            .expect("it can be simulated")
    });
    assert!([&default, &explicit].iter().all(|report| (report.warm_up_s - 100.0).abs() < 1e-9), "{default:?}");
    // Both runs simulate the same events and measure the same part of them.
    assert_eq!(default.events, explicit.events);
    let close = |a: f64, b: f64| (a - b).abs() < 1e-9 * b;
    assert!(close(default.classes[0].response_s.mean, explicit.classes[0].response_s.mean));
    assert!(close(default.classes[0].mean_in_system.half_width, explicit.classes[0].mean_in_system.half_width));
}

#[test]
fn simulation_sliced_run_equals_whole_run() {
    let options = Options { seed: 9, runs: 3, length: RunLength::Time { time_s: 500.0, warm_up_s: None } };
    let network = closed(5);
    let whole = simulate(&network, options).expect("it can be simulated");
    let mut sliced = Simulation::new(&network, options).expect("it can be simulated");
    let mut progress = 0.0;
    while !sliced.step(137).expect("it continues") {
        assert!((progress..=1.0).contains(&sliced.progress()));
        progress = sliced.progress();
    }
    assert!((sliced.progress() - 1.0).abs() < 1e-12);
    assert_eq!(sliced.report(&network), whole);
}

#[test]
fn simulation_events_allocate_no_memory() {
    for network in [closed(200), one_queue(0.5, &exponential(1.0), &json!({ "discipline": "ps", "servers": 2 }))] {
        let options = Options { seed: 1, runs: 1, length: RunLength::Time { time_s: 1e6, warm_up_s: None } };
        let mut simulation = Simulation::new(&network, options).expect("it can be simulated");
        simulation.step(200_000).expect("it continues");
        let measured = allocation_counter::measure(|| {
            simulation.step(20_000).expect("it continues");
        });
        // Only the row for each interval of the run is allocated, and these events span few intervals.
        assert!(measured.count_total < 20, "{measured:?}");
    }
}

#[test]
fn simulate_rejects_invalid_input_with_a_fix() {
    let options = Options { seed: 1, runs: 1, length: RunLength::Time { time_s: 1e9, warm_up_s: None } };
    let busy = one_queue(2.0, &exponential(1.0), &json!({}));
    for length in [options.length, RunLength::default()] {
        let error = simulate(&busy, Options { length, ..options }).expect_err("the station is saturated").to_string();
        assert!(error.contains("station \"desk\" is saturated (utilization 2.000)"), "{error}");
    }
    let quick = one_queue(0.5, &exponential(1e-9), &json!({}));
    let error = simulate(&quick, options).expect_err("the clock is too coarse").to_string();
    assert!(error.contains("nanosecond clock"), "{error}");
    let fine = one_queue(0.5, &exponential(1.0), &json!({}));
    let time = |time_s, warm_up_s| Options { length: RunLength::Time { time_s, warm_up_s }, ..options };
    let precision = |relative| RunLength::Precision { relative, max_events: 1000 };
    for (options, word) in [
        (Options { runs: 0, ..options }, "runs"),
        (Options { runs: 101, length: precision(0.05), ..options }, "give 1 to 100"),
        (
            Options { length: RunLength::Precision { relative: 0.05, max_events: 999 }, ..options },
            "events is 999: give at least",
        ),
        (Options { length: precision(0.0), ..options }, "precision"),
        (Options { length: precision(f64::NAN), ..options }, "precision"),
        (time(f64::NAN, None), "time"),
        (time(1e10, None), "time"),
        (time(1.0, Some(-1.0)), "warm-up"),
    ] {
        let error = simulate(&fine, options).expect_err("out of range").to_string();
        assert!(error.contains(word), "{error}");
    }
}
