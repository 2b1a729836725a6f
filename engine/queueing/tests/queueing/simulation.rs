//! Whole networks: confidence intervals have their nominal coverage, and events allocate no memory.

use pathlength_queueing::network::Network;
use pathlength_queueing::simulate::{Options, Report, Simulation, simulate};
use serde_json::{Value, json};

fn network(value: Value) -> Network {
    serde_json::from_value(value).expect("a network")
}

/// One queue with Poisson arrivals of a rate per second, a service time, and further fields of the station.
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

/// Returns for each interval in how many of 1000 seeded runs it covers the true value.
fn covered<const N: usize>(network: &Network, time_s: f64, of: impl Fn(&Report) -> [(f64, f64, f64); N]) -> [u32; N] {
    let mut covered = [0; N];
    for seed in 0..1000 {
        let options = Options { seed, runs: 1, time_s, warm_up_s: Some(time_s / 10.0) };
        let report = simulate(network, options).expect("it can be simulated");
        for (count, (mean, half_width, value)) in covered.iter_mut().zip(of(&report)) {
            *count += u32::from((mean - value).abs() <= half_width);
        }
    }
    covered
}

/// Checks the coverage of the 95 % intervals for the response time of the first class and the number in system at the first
/// station.
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
    // Erlang's formula for four servers and 1.6 of work.
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
    // Only the mean matters: here half of the requests take nearly nothing.
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

/// Users who think for 5 s, and two stations; the second has a visit count of 0.5.
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
    let options = Options { seed: 3, runs: 40, time_s: 20_000.0, warm_up_s: None };
    let report = simulate(&one_queue(0.8, &exponential(1.0), &json!({})), options).expect("it can be simulated");
    let response = report.classes[0].response_s;
    assert!(response.half_width < 0.2 && (response.mean - 5.0).abs() < 2.0 * response.half_width, "{response:?}");
    assert!(report.runs == 40 && (report.discarded_s - 2000.0).abs() < 1e-6);
    let utilization = report.stations[0].utilization.expect("it is a queue");
    assert!((utilization.mean - 0.8).abs() < 2.0 * utilization.half_width, "{utilization:?}");
}

/// At the options' defaults and the command's number of runs.
#[test]
fn interval_default_warm_up_at_90_percent_covers_theory() {
    let network = one_queue(0.9, &exponential(1.0), &json!({}));
    let mut covered = [0; 2];
    for seed in 0..200 {
        let options = Options { seed, runs: 10, time_s: 10_000.0, warm_up_s: None };
        let class = &simulate(&network, options).expect("it can be simulated").classes[0];
        // M/M/1: R = 1 / (1 - 0.9), N = 0.9 R.
        covered[0] += u32::from(class.response_s.covers(10.0));
        covered[1] += u32::from(class.mean_in_system.covers(9.0));
    }
    assert!(
        covered.iter().all(|count| (180..=198).contains(count)),
        "of 200 intervals of R and N, {covered:?} cover the true value"
    );
}

#[test]
fn warm_up_explicit_precedes_the_measured_time() {
    let network = one_queue(0.5, &exponential(1.0), &json!({}));
    let [default, explicit] = [None, Some(100.0)].map(|warm_up_s| {
        let time_s = if warm_up_s.is_some() { 900.0 } else { 1000.0 };
        simulate(&network, Options { seed: 5, runs: 4, time_s, warm_up_s }).expect("it can be simulated")
    });
    assert!((default.discarded_s - 100.0).abs() < 1e-9 && explicit.discarded_s == 0.0, "{default:?}");
    // Both simulate the same events and measure the same part of them.
    assert_eq!(default.events, explicit.events);
    let close = |a: f64, b: f64| (a - b).abs() < 1e-9 * b;
    assert!(close(default.classes[0].response_s.mean, explicit.classes[0].response_s.mean));
    assert!(close(default.classes[0].mean_in_system.half_width, explicit.classes[0].mean_in_system.half_width));
}

#[test]
fn simulation_sliced_run_equals_whole_run() {
    let options = Options { seed: 9, runs: 3, time_s: 500.0, warm_up_s: None };
    let network = closed(5);
    let whole = simulate(&network, options).expect("it can be simulated");
    let mut sliced = Simulation::new(&network, options).expect("it can be simulated");
    let mut progress = 0.0;
    while !sliced.step(137).expect("it goes on") {
        assert!((progress..=1.0).contains(&sliced.progress()));
        progress = sliced.progress();
    }
    assert!((sliced.progress() - 1.0).abs() < 1e-12);
    assert_eq!(sliced.report(&network), whole);
}

#[test]
fn simulation_events_allocate_no_memory() {
    for network in [closed(200), one_queue(0.5, &exponential(1.0), &json!({ "discipline": "ps", "servers": 2 }))] {
        let options = Options { seed: 1, runs: 1, time_s: 1e6, warm_up_s: None };
        let mut simulation = Simulation::new(&network, options).expect("it can be simulated");
        simulation.step(200_000).expect("it goes on");
        let measured = allocation_counter::measure(|| {
            simulation.step(20_000).expect("it goes on");
        });
        // Only a row per interval of the run, and these events span few intervals.
        assert!(measured.count_total < 20, "{measured:?}");
    }
}

#[test]
fn simulate_rejects_invalid_input_with_a_fix() {
    let options = Options { seed: 1, runs: 1, time_s: 1e9, warm_up_s: None };
    let busy = one_queue(2.0, &exponential(1.0), &json!({}));
    let error = simulate(&busy, options).expect_err("the station is saturated").to_string();
    assert!(error.contains("station is saturated"), "{error}");
    let quick = one_queue(0.5, &exponential(1e-9), &json!({}));
    let error = simulate(&quick, options).expect_err("the clock is too coarse").to_string();
    assert!(error.contains("nanoseconds"), "{error}");
    let fine = one_queue(0.5, &exponential(1.0), &json!({}));
    for (options, word) in [
        (Options { runs: 0, ..options }, "runs"),
        (Options { time_s: f64::NAN, ..options }, "time"),
        (Options { time_s: 1e10, ..options }, "time"),
        (Options { warm_up_s: Some(-1.0), ..options }, "warm-up"),
    ] {
        let error = simulate(&fine, options).expect_err("out of range").to_string();
        assert!(error.contains(word), "{error}");
    }
}
