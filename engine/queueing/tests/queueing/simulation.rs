//! Whole networks: their intervals hold what theory says as often as they claim, and they go on without allocating.

use pathlength_queueing::network::Network;
use pathlength_queueing::simulate::{Options, Report, Simulation, simulate};
use serde_json::{Value, json};

fn network(value: Value) -> Network {
    serde_json::from_value(value).expect("a network")
}

/// One queue with arrivals a second, times of service, and what else there is to say of it.
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

// Of one run alone: loads are moderate and runs long enough for their batches not to resemble each other.

/// In how many of 1000 seeded runs each interval holds the value that it should.
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

/// Intervals of 95 % hold the response time of the first class and the number of requests at its first station.
#[track_caller]
fn check(network: &Network, time_s: f64, response_s: f64, number: f64) {
    let counts = covered(network, time_s, |report| {
        let (response, present) = (report.classes[0].response_s, report.stations[0].number);
        [(response.mean, response.half_width, response_s), (present.mean, present.half_width, number)]
    });
    assert!(counts.iter().all(|count| (930..=975).contains(count)), "of 1000 intervals, {counts:?} hold the truth");
}

#[test]
fn intervals_hold_one_server() {
    check(&one_queue(0.5, &exponential(1.0), &json!({})), 6000.0, 2.0, 1.0);
}

#[test]
fn intervals_hold_four_servers() {
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
fn intervals_hold_constant_service() {
    let load = 0.4;
    let response_s = 1.0 + load / (2.0 * (1.0 - load));
    let service = json!({ "deterministic": { "value_s": 1 } });
    check(&one_queue(load, &service, &json!({})), 14_000.0, response_s, load * response_s);
}

#[test]
fn intervals_hold_a_station_that_loses() {
    let load: f64 = 0.9;
    let weights = [1.0, load, load * load, load * load * load];
    let all: f64 = weights.iter().sum();
    let number = (weights[1] + 2.0 * weights[2] + 3.0 * weights[3]) / all;
    let response_s = number / (load * (1.0 - weights[3] / all));
    let network = one_queue(load, &exponential(1.0), &json!({ "capacity": 3 }));
    check(&network, 3000.0, response_s, number);
    let lost = weights[3] / all;
    let [count] =
        covered(&network, 3000.0, |report| [(report.classes[0].lost.mean, report.classes[0].lost.half_width, lost)]);
    assert!((930..=975).contains(&count), "{count}");
}

#[test]
fn intervals_hold_sharing_whatever_the_service() {
    // Only the mean matters: here half of the requests take nearly nothing.
    let service = json!({ "empirical": { "values_s": [0.1, 1.9] } });
    check(&one_queue(0.5, &service, &json!({ "discipline": "ps" })), 6000.0, 2.0, 1.0);
}

#[test]
fn intervals_hold_priorities() {
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
    // Cobham: who comes waits for the rest of the service that is under way, 0.4 s in the mean, and for those before.
    let [low_s, high_s] = [1.0 + 0.4 / (1.0 - 0.15) / (1.0 - 0.4), 1.0 + 0.4 / (1.0 - 0.15)];
    let counts = covered(&network, 14_000.0, |report| {
        let [low, high] = [0, 1].map(|class| report.classes[class].response_s);
        [(low.mean, low.half_width, low_s), (high.mean, high.half_width, high_s)]
    });
    assert!(counts.iter().all(|count| (930..=975).contains(count)), "{counts:?}");
}

/// Users who think for 5 s, and two stations, of which the second is visited half of the time.
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
fn intervals_hold_a_closed_network() {
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
        let number = report.classes[0].number;
        [
            (rate.mean, rate.half_width, throughput),
            (busy.mean, busy.half_width, throughput * 0.2),
            (number.mean, number.half_width, throughput * response_s),
        ]
    });
    assert!(counts.iter().all(|count| (930..=975).contains(count)), "{counts:?}");
}

#[test]
fn several_runs_that_leave_out_their_beginnings_agree_with_theory() {
    let options = Options { seed: 3, runs: 40, time_s: 20_000.0, warm_up_s: None };
    let report = simulate(&one_queue(0.8, &exponential(1.0), &json!({})), options).expect("it can be simulated");
    let response = report.classes[0].response_s;
    assert!(response.half_width < 0.2 && (response.mean - 5.0).abs() < 2.0 * response.half_width, "{response:?}");
    assert!(report.runs == 40 && (report.left_out_s - 2000.0).abs() < 1e-6);
    let utilization = report.stations[0].utilization.expect("it is a queue");
    assert!((utilization.mean - 0.8).abs() < 2.0 * utilization.half_width, "{utilization:?}");
}

/// At the options' defaults and the command's number of runs.
#[test]
fn intervals_of_default_warm_up_at_high_utilization_hold_the_truth() {
    let network = one_queue(0.9, &exponential(1.0), &json!({}));
    let mut covered = [0; 2];
    for seed in 0..200 {
        let options = Options { seed, runs: 10, time_s: 10_000.0, warm_up_s: None };
        let class = &simulate(&network, options).expect("it can be simulated").classes[0];
        // M/M/1: R = 1 / (1 - 0.9), N = 0.9 R.
        covered[0] += u32::from(class.response_s.covers(10.0));
        covered[1] += u32::from(class.number.covers(9.0));
    }
    assert!(covered.iter().all(|count| (180..=198).contains(count)), "of 200 intervals of R and N hold {covered:?}");
}

#[test]
fn warm_up_asked_for_is_left_out_before_the_time() {
    let network = one_queue(0.5, &exponential(1.0), &json!({}));
    let [default, explicit] = [None, Some(100.0)].map(|warm_up_s| {
        let time_s = if warm_up_s.is_some() { 900.0 } else { 1000.0 };
        simulate(&network, Options { seed: 5, runs: 4, time_s, warm_up_s }).expect("it can be simulated")
    });
    assert!((default.left_out_s - 100.0).abs() < 1e-9 && explicit.left_out_s == 0.0, "{default:?}");
    // The same events, and the same part of them is measured.
    assert_eq!(default.events, explicit.events);
    let close = |a: f64, b: f64| (a - b).abs() < 1e-9 * b;
    assert!(close(default.classes[0].response_s.mean, explicit.classes[0].response_s.mean));
    assert!(close(default.classes[0].number.half_width, explicit.classes[0].number.half_width));
}

#[test]
fn slices_give_what_one_piece_gives() {
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
fn a_run_under_way_allocates_nothing_for_its_events() {
    for network in [closed(200), one_queue(0.5, &exponential(1.0), &json!({ "discipline": "ps", "servers": 2 }))] {
        let options = Options { seed: 1, runs: 1, time_s: 1e6, warm_up_s: None };
        let mut simulation = Simulation::new(&network, options).expect("it can be simulated");
        simulation.step(200_000).expect("it goes on");
        let measured = allocation_counter::measure(|| {
            simulation.step(20_000).expect("it goes on");
        });
        // A row for each interval of the run, of which these events are few.
        assert!(measured.count_total < 20, "{measured:?}");
    }
}

#[test]
fn what_cannot_be_simulated_is_refused_with_what_to_do() {
    let options = Options { seed: 1, runs: 1, time_s: 1e9, warm_up_s: None };
    let busy = one_queue(2.0, &exponential(1.0), &json!({}));
    let error = simulate(&busy, options).expect_err("the queue grows for ever").to_string();
    assert!(error.contains("faster than they are served"), "{error}");
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
