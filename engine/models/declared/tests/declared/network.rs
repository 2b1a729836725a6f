//! Networks compared with independently computed values, and the coverage of confidence intervals.

use super::{evaluate, opened, output, scenario};
use pathlength_declared::Model;
use pathlength_model::Model as _;
use serde_json::{Value, json};

/// Fails unless two values agree to 12 digits.
pub(super) fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1e-3), "{found} and {expected}");
}

fn method() -> Value {
    json!({ "name": "method", "title": "Method", "kind": "choice", "words": ["exact", "bounds", "simulation"],
            "default": "exact" })
}

/// Returns a model of one station with `servers` servers and a service time of 10 ms.
fn line() -> Model {
    opened(
        &json!({
            "settings": [
                { "name": "rate", "title": "Rate", "kind": "number", "unit": "requests/s", "min": 0, "max": 2000 },
                { "name": "servers", "title": "Servers", "kind": "number", "min": 1, "max": 16, "whole": true, "default": 1 },
                { "name": "seed", "title": "Seed", "kind": "number", "min": 0, "max": 1000, "whole": true, "default": 1 },
                method(),
            ],
            "stations": [{ "name": "disk", "title": "Disk", "kind": "queue", "servers": "servers" }],
            "classes": [{ "name": "reads", "title": "Reads", "rate": "rate" }],
            "demands": [{ "class": "reads", "station": "disk", "service": "service" }],
            "solution": { "method": "method", "seed": "seed" },
            "terms": [
                { "name": "at_disk", "title": "At the disk", "unit": "us", "is": "residence(reads, disk)",
                  "part_of": ["response_time"], "place": "disk", "count": "visits(reads, disk)" },
            ],
            "outputs": [
                { "name": "response_time", "title": "Response time", "unit": "ms", "terms": "the response time",
                  "half_width": "half" },
                { "name": "half", "title": "Half-width", "unit": "ms", "is": "response_half_width(reads)" },
                { "name": "busy", "title": "Busy", "unit": "%", "is": "utilization(disk)" },
                { "name": "waiting", "title": "Requests", "unit": "requests", "is": "queue_length(disk) * 1 request" },
                { "name": "flow", "title": "Flow", "unit": "requests/s", "is": "throughput(reads) * 1 request" },
                { "name": "visit", "title": "A visit", "unit": "ms", "is": "response(disk)" },
            ],
        }),
        &[("service", "ms", 10.0)],
    )
    .expect("a model")
}

#[test]
fn open_station_is_mm1() {
    let mut model = line();
    for (rate, response) in [(1.0, 10.0 / 0.99), (50.0, 20.0), (75.0, 40.0), (99.0, 1000.0)] {
        let settings = json!({ "rate": rate });
        close(output(&mut model, "response_time", &settings), response);
        close(output(&mut model, "visit", &settings), response);
        close(output(&mut model, "busy", &settings), rate);
        close(output(&mut model, "waiting", &settings), rate * response / 1000.0);
        close(output(&mut model, "flow", &settings), rate);
        assert!(output(&mut model, "half", &settings).abs() < f64::MIN_POSITIVE);
    }
}

/// Returns the response time of M/M/c divided by its service time, from the balance equations of its states.
fn mmc_stretch(load: f64, servers: u32) -> f64 {
    let (mut weight, mut few) = (1.0, 0.0);
    for busy in 0..servers {
        few += weight;
        weight *= load / f64::from(busy + 1);
    }
    let all_busy = weight / (1.0 - load / f64::from(servers));
    1.0 + all_busy / (few + all_busy) / (f64::from(servers) - load)
}

#[test]
fn open_station_is_mmc() {
    let mut model = line();
    for (rate, servers) in [(120.0, 2), (350.0, 4), (900.0, 10), (1500.0, 16)] {
        let settings = json!({ "rate": rate, "servers": servers });
        close(output(&mut model, "response_time", &settings), 10.0 * mmc_stretch(rate * 0.01, servers));
    }
}

#[test]
fn terms_are_residence_times() {
    let mut model = line();
    let terms = evaluate(&mut model, &json!({ "rate": 50 })).and_then(|found| found.terms_of("response_time"));
    let terms = terms.expect("terms");
    assert_eq!((terms.len(), terms[0].place, terms[0].count), (1, "disk", 1.0));
    close(terms[0].time_us, 20_000.0);
}

/// Returns a network of users who think, and then use a processor, a disk, and a wire.
pub(super) fn closed(order: &str) -> Value {
    json!({
        "settings": [
            { "name": "users", "title": "Users", "kind": "number", "unit": "users", "min": 1, "max": 200, "whole": true },
            { "name": "jobs", "title": "Jobs", "kind": "number", "unit": "jobs", "min": 1, "max": 50, "whole": true, "default": 1 },
            { "name": "cpus", "title": "Processors", "kind": "number", "min": 1, "max": 8, "whole": true, "default": 1 },
            { "name": "seed", "title": "Seed", "kind": "number", "min": 0, "max": 1000, "whole": true, "default": 1 },
            method(),
        ],
        "stations": [
            { "name": "cpu", "title": "Processor", "kind": "queue", "servers": "cpus", "discipline": order },
            { "name": "disk", "title": "Disk", "kind": "queue", "discipline": order },
            { "name": "wire", "title": "Wire", "kind": "delay" },
        ],
        "classes": [{ "name": "people", "title": "People", "population": "users", "think_time": "think" }],
        "demands": [
            { "class": "people", "station": "cpu", "service": "cpu_time", "visits": "3" },
            { "class": "people", "station": "disk", "service": "disk_time", "visits": "0.5" },
            { "class": "people", "station": "wire", "service": "4 ms" },
        ],
        "solution": { "method": "method", "seed": "seed" },
        "terms": [],
        "outputs": [
            { "name": "flow", "title": "Throughput", "unit": "1/s", "is": "throughput(people)" },
            { "name": "time", "title": "Response time", "unit": "ms", "is": "response(people)" },
            { "name": "time_half", "title": "Half-width", "unit": "ms", "is": "response_half_width(people)" },
            { "name": "flow_half", "title": "Half-width", "unit": "1/s", "is": "throughput_half_width(people)" },
            { "name": "busy", "title": "Busy", "unit": "1", "is": "utilization(cpu)" },
            { "name": "at_cpu", "title": "At the processor", "unit": "ms", "is": "residence(people, cpu)" },
            { "name": "at_disk", "title": "At the disk", "unit": "ms", "is": "residence(people, disk)" },
            { "name": "line", "title": "At the disk", "unit": "1", "is": "queue_length(disk)" },
            { "name": "accesses", "title": "Disk accesses", "unit": "1/s", "is": "throughput(disk)" },
            { "name": "most", "title": "Bound", "unit": "1/s", "is": "max_throughput(people)" },
            { "name": "fewest", "title": "Bound", "unit": "1/s", "is": "min_throughput(people)" },
            { "name": "least", "title": "Bound", "unit": "ms", "is": "min_response(people)" },
            { "name": "longest", "title": "Bound", "unit": "ms", "is": "max_response(people)" },
            { "name": "knee", "title": "Saturation", "unit": "users", "is": "saturation(people) * 1 user" },
            { "name": "jobs_too", "title": "Jobs", "unit": "jobs", "is": "jobs" },
        ],
    })
}

pub(super) const DEMANDS: [(&str, &str, f64); 3] =
    [("think", "s", 0.3), ("cpu_time", "ms", 4.0), ("disk_time", "ms", 30.0)];

pub(super) fn people() -> Model {
    opened(&closed("fifo"), &DEMANDS).expect("a model")
}

/// Returns the normalization constants G(0), G(1), … of one class by Buzen's convolution: `factors` contains a function
/// for each station, the weight of n requests at the station.
fn convolution(population: usize, factors: &[&dyn Fn(usize) -> f64]) -> Vec<f64> {
    let mut sums = vec![0.0; population + 1];
    sums[0] = 1.0;
    for factor in factors {
        sums = (0..=population).map(|n| (0..=n).map(|k| factor(k) * sums[n - k]).sum()).collect();
    }
    sums
}

/// Returns the weight of n requests at a delay center, D^n / n!, and at a queue with several servers, D^n / (1 · 2 … c
/// · c …).
fn weight(demand: f64, servers: usize, requests: usize) -> f64 {
    (1..=requests).map(|k| demand / k.min(servers) as f64).product()
}

#[test]
fn closed_network_agrees_with_convolution() {
    let mut model = people();
    // Demands in units of 100 ms: think time and wire 3.04, processor 3 · 0.04, disk 0.5 · 0.3.
    let (delay, cpu, disk) = (3.04, 0.12, 0.15);
    for (users, cpus) in [(1, 1), (5, 1), (30, 1), (60, 1), (20, 2), (40, 4)] {
        let think = |n: usize| weight(delay, usize::MAX, n);
        let (at_cpu, at_disk) = (|n: usize| weight(cpu, cpus, n), |n: usize| weight(disk, 1, n));
        let sums = convolution(users, &[&think, &at_cpu, &at_disk]);
        let others = convolution(users, &[&think, &at_cpu]);
        let throughput = 10.0 * sums[users - 1] / sums[users];
        // Mean number of requests at the disk: the sum of n f(n) g(N − n) / G(N).
        let number: f64 = (1..=users).map(|n| n as f64 * at_disk(n) * others[users - n]).sum::<f64>() / sums[users];
        let settings = json!({ "users": users, "cpus": cpus });
        close(output(&mut model, "flow", &settings), throughput);
        close(output(&mut model, "time", &settings), 1000.0 * (users as f64 / throughput - 0.3));
        close(output(&mut model, "line", &settings), number);
        close(output(&mut model, "at_disk", &settings), 1000.0 * number / throughput);
        close(output(&mut model, "accesses", &settings), throughput / 2.0);
        close(output(&mut model, "busy", &settings), throughput * 0.012 / cpus as f64);
    }
}

/// Returns `closed` with a second class: batch jobs without think time, which use the same processor and disk.
pub(super) fn two_classes() -> Value {
    let mut declaration = closed("ps");
    let add = |list: &mut Value, entry: Value| list.as_array_mut().expect("a list").push(entry);
    add(&mut declaration["classes"], json!({ "name": "batch", "title": "Batch", "population": "jobs" }));
    for (station, service) in [("cpu", "10 ms"), ("disk", "80 ms")] {
        add(&mut declaration["demands"], json!({ "class": "batch", "station": station, "service": service }));
    }
    add(
        &mut declaration["outputs"],
        json!({ "name": "done", "title": "Jobs", "unit": "1/s", "is": "throughput(batch)" }),
    );
    add(&mut declaration["outputs"], json!({ "name": "job", "title": "A job", "unit": "ms", "is": "response(batch)" }));
    add(
        &mut declaration["outputs"],
        json!({ "name": "share", "title": "Disk", "unit": "%", "is": "utilization(batch, disk)" }),
    );
    declaration
}

#[test]
fn two_classes_agree_with_convolution() {
    let mut model = opened(&two_classes(), &DEMANDS).expect("a model");
    // Demands in units of 100 ms, by class: think time with the wire, processor, disk.
    let demands = [[3.04, 0.12, 0.15], [0.0, 0.1, 0.8]];
    let power = |base: f64, times: usize| std::iter::repeat_n(base, times).product::<f64>();
    let choose = |n: usize, k: usize| (1..=k).map(|at| (n - k + at) as f64 / at as f64).product::<f64>();
    for (users, jobs) in [(1, 1), (4, 2), (10, 3), (25, 5)] {
        // G(n) by sums over the populations of both classes; the weight of a queue is (n1 + n2)! / (n1! n2!) D1^n1
        // D2^n2.
        let constant = |users: usize, jobs: usize| {
            let mut sums = vec![vec![0.0; jobs + 1]; users + 1];
            for (n, row) in sums.iter_mut().enumerate() {
                row[0] = weight(demands[0][0], usize::MAX, n);
            }
            for k in [1, 2] {
                let factor = |one: usize, other: usize| {
                    choose(one + other, one) * power(demands[0][k], one) * power(demands[1][k], other)
                };
                let mut next = vec![vec![0.0; jobs + 1]; users + 1];
                for (n, row) in next.iter_mut().enumerate() {
                    for (m, sum) in row.iter_mut().enumerate() {
                        for one in 0..=n {
                            for other in 0..=m {
                                *sum += factor(one, other) * sums[n - one][m - other];
                            }
                        }
                    }
                }
                sums = next;
            }
            sums[users][jobs]
        };
        let all = constant(users, jobs);
        let throughputs = [10.0 * constant(users - 1, jobs) / all, 10.0 * constant(users, jobs - 1) / all];
        let settings = json!({ "users": users, "jobs": jobs });
        close(output(&mut model, "flow", &settings), throughputs[0]);
        close(output(&mut model, "done", &settings), throughputs[1]);
        close(output(&mut model, "time", &settings), 1000.0 * (users as f64 / throughputs[0] - 0.3));
        close(output(&mut model, "job", &settings), 1000.0 * jobs as f64 / throughputs[1]);
        close(output(&mut model, "share", &settings), 100.0 * 0.08 * throughputs[1]);
    }
}

#[test]
fn simulation_covers_the_exact_value() {
    let (mut model, mut missed, mut looked) = (people(), 0, 0);
    for (users, cpus) in [(5, 1), (30, 2), (60, 1)] {
        for seed in 1..=8 {
            let exact = json!({ "users": users, "cpus": cpus });
            let simulated = json!({ "users": users, "cpus": cpus, "method": "simulation", "seed": seed });
            for (name, half) in [("time", "time_half"), ("flow", "flow_half")] {
                let (mean, half) = (output(&mut model, name, &simulated), output(&mut model, half, &simulated));
                assert!(half > 0.0 && half <= 0.06 * mean, "{name} of {users}: {mean} ± {half}");
                looked += 1;
                missed += u32::from((mean - output(&mut model, name, &exact)).abs() > half);
            }
        }
    }
    // With 95 % intervals, more than 7 of 48 miss the true value in only about one of 400 series.
    assert!(missed <= 7, "{missed} of {looked} intervals miss");
}

#[test]
fn simulation_of_an_open_station_covers_the_exact_value() {
    let (mut model, mut missed) = (line(), 0);
    assert_eq!(model.half_width("response_time"), Some("half"));
    for seed in 1..=20 {
        let settings = json!({ "rate": 80, "method": "simulation", "seed": seed });
        let (mean, half) = (output(&mut model, "response_time", &settings), output(&mut model, "half", &settings));
        assert!(half > 0.0 && half < 5.0, "{mean} ± {half}");
        missed += u32::from((mean - 50.0).abs() > half);
    }
    // With 95 % intervals, more than 4 of 20 miss the true value in only about one of 400 series.
    assert!(missed <= 4, "{missed} of 20 intervals miss");
}

#[test]
fn simulation_is_prepared_in_slices() {
    let settings = scenario(&json!({ "users": 20, "method": "simulation" }));
    let (mut model, mut slices) = (people(), 1);
    while !model.prepare(&settings).expect("a scenario") {
        slices += 1;
    }
    assert!(slices > 3, "{slices}");
    let prepared = model.evaluate(&settings).expect("an evaluation");
    let at_once = people().evaluate(&settings).expect("an evaluation");
    assert_eq!(prepared.outputs, at_once.outputs);
    let parts: f64 = ["at_cpu", "at_disk"].iter().map(|name| prepared.output(name).expect("an output")).sum();
    // The rest is the wire, 4 ms on average.
    assert!((prepared.output("time").expect("an output") - parts - 4.0).abs() < 0.2);
}

#[test]
fn simulations_in_turns_take_no_more_slices() {
    let settings = |users: u32| scenario(&json!({ "users": users, "method": "simulation" }));
    let populations = [10, 15, 20];
    let mut model = people();
    let mut apart = 0;
    for users in populations {
        while !model.prepare(&settings(users)).expect("a scenario") {
            apart += 1;
        }
    }
    let (mut model, mut in_turns) = (people(), 0);
    let mut waiting = populations.to_vec();
    while !waiting.is_empty() {
        waiting.retain(|users| !model.prepare(&settings(*users)).expect("a scenario"));
        in_turns += waiting.len();
        assert!(in_turns <= apart, "simulations that take turns never end");
    }
    assert_eq!(in_turns, apart);
}

#[test]
fn general_service_times_have_the_variance_that_is_declared() {
    // Pollaczek–Khinchine formula: R = S + U S (1 + v) / (2 (1 - U)), with S = 10 ms and U = 0.5.
    let mut missed = 0;
    for (variation, expected) in [("0", 15.0), ("1", 20.0), ("1 / 4", 16.25), ("5", 40.0)] {
        let mut model = opened(
            &json!({
                "settings": [
                    { "name": "seed", "title": "Seed", "kind": "number", "min": 0, "max": 1000, "default": 1 },
                    method(),
                ],
                "stations": [{ "name": "disk", "title": "Disk", "kind": "queue" }],
                "classes": [{ "name": "reads", "title": "Reads", "rate": "50 reads/s" }],
                "demands": [{ "class": "reads", "station": "disk", "service": "10 ms", "variation": variation }],
                "solution": { "method": "method", "seed": "seed" },
                "outputs": [
                    { "name": "time", "title": "Time", "unit": "ms", "is": "response(reads)" },
                    { "name": "half", "title": "Half-width", "unit": "ms", "is": "response_half_width(reads)" },
                ],
            }),
            &[],
        )
        .expect("a model");
        close(output(&mut model, "time", &json!({})), expected);
        for seed in 1..=6 {
            let settings = json!({ "method": "simulation", "seed": seed });
            let (mean, half) = (output(&mut model, "time", &settings), output(&mut model, "half", &settings));
            assert!(half > 0.0 && half < 0.1 * mean, "{variation}: {mean} ± {half}");
            missed += u32::from((mean - expected).abs() > half);
        }
    }
    // With 95 % intervals, more than 4 of 24 miss the true value in only about one of 160 series.
    assert!(missed <= 4, "{missed} of 24 intervals miss");
}

#[test]
fn live_network_keeps_all_users_and_tends_to_the_exact_solution() {
    let mut model = people();
    for (method, cpus) in [("exact", 1), ("simulation", 2)] {
        // The solution method has no effect on a live network.
        let settings = json!({ "users": 20, "cpus": cpus, "method": method });
        let mut live = model.live_network(&scenario(&settings)).expect("a network");
        assert_eq!(live.servers(), [cpus, 1, 0]);
        for step in 0..200 {
            while !live.advance(0.05 * f64::from(step), 7).expect("few requests") {}
            assert_eq!(live.present().sum::<u64>() + live.thinking().sum::<u64>(), 20);
        }
        while !live.advance(20_000.0, u32::MAX).expect("few requests") {}
        let near = |found: f64, expected: f64| assert!((found / expected - 1.0).abs() < 0.02, "{found} and {expected}");
        let exact: Vec<(f64, f64)> = live.exact_stations().expect("an exact solution").collect();
        for (station, (busy, number)) in live.stations().zip(&exact) {
            near(station.mean_in_system, *number);
            assert!(*busy == 0.0 && station.mean_busy == 0.0 || (station.mean_busy / busy - 1.0).abs() < 0.02);
        }
        let (completions, response_s) = live.classes().next().expect("a class");
        let (throughput, exact_response_s) = live.exact_classes().expect("an exact solution").next().expect("a class");
        near(completions as f64 / live.now_s(), throughput);
        near(response_s, exact_response_s);
        let settings = json!({ "users": 20, "cpus": cpus });
        close(throughput, output(&mut model, "flow", &settings));
        close(1000.0 * exact_response_s, output(&mut model, "time", &settings));
        close(exact[0].0, output(&mut model, "busy", &settings) * f64::from(cpus));
        close(exact[1].1, output(&mut model, "line", &settings));
    }
}

#[test]
fn live_network_of_open_class_has_no_thinking_users() {
    let live = |rate: f64| line().live_network(&scenario(&json!({ "rate": rate, "servers": 2 })));
    let mut quiet = live(50.0).expect("a network");
    while !quiet.advance(10.0, 1000).expect("few requests") {}
    assert_eq!(quiet.thinking().collect::<Vec<_>>(), [0]);
    assert!(quiet.classes().next().expect("a class").0 > 300);
    let message = live(500.0).expect_err("saturated").to_string();
    assert!(message.contains("disk"), "{message}");
}

#[test]
fn live_network_of_model_without_one_is_refused() {
    let declaration = json!({ "settings": [], "outputs": [{ "name": "one", "title": "One", "unit": "1", "is": "1" }] });
    let model = opened(&declaration, &[]).expect("a model");
    let message = model.live_network(&scenario(&json!({}))).expect_err("no network").to_string();
    assert!(message.contains("no network"), "{message}");
}
