//! Queues compared with independently computed values: sums over states and fractions, both written out here.

use super::{opened, output, same};
use pathlength_declared::Model;
use serde_json::json;

fn station() -> Model {
    let declaration = json!({
        "settings": [
            { "name": "rate", "title": "Arrival rate", "kind": "number", "unit": "requests/s", "min": 0, "max": 1000 },
            { "name": "servers", "title": "Servers", "kind": "number", "min": 1, "max": 500, "whole": true, "default": 1 },
            { "name": "users", "title": "Users", "kind": "number", "unit": "users", "min": 1, "max": 100, "default": 1 },
        ],
        "terms": [
            { "name": "load", "title": "Load", "unit": "requests", "is": "rate * service" },
        ],
        "outputs": [
            { "name": "one", "title": "M/M/1", "unit": "ms", "is": "if(load < 1 request, mm1_response(rate, service), 0 ms)" },
            { "name": "several", "title": "M/M/c", "unit": "s", "is": "mmc_response(rate, service, servers)" },
            { "name": "constant", "title": "M/D/1", "unit": "ms", "is": "if(load < 1 request, mg1_response(rate, service, 0), 0 ms)" },
            { "name": "waits", "title": "Erlang C", "unit": "%", "is": "erlang_c(load / 1 request, servers)" },
            { "name": "lost", "title": "Erlang B", "unit": "1", "is": "erlang_b(load / 1 request, servers)" },
            { "name": "throughput", "title": "Closed", "unit": "1/s", "is": "closed_throughput(users, think, service, disk)" },
            { "name": "response", "title": "Closed", "unit": "ms", "is": "closed_response(users, think, service, disk)" },
            { "name": "most", "title": "Bound", "unit": "1/s", "is": "closed_throughput_bound(users, think, service, disk)" },
            { "name": "least", "title": "Bound", "unit": "ms", "is": "closed_response_bound(users, think, service, disk)" },
        ],
    });
    let parameters = [("service", "ms", 10.0), ("disk", "ms", 20.0), ("think", "s", 1.0)];
    opened(&declaration, &parameters).expect("a model")
}

#[test]
fn one_server_has_the_response_time_of_the_textbook() {
    let mut model = station();
    // R = S / (1 - U) with S = 10 ms.
    for (rate, expected) in [(0.0, 10.0), (50.0, 20.0), (75.0, 40.0), (99.0, 1000.0)] {
        same(output(&mut model, "one", &json!({ "rate": rate, "servers": 2 })), expected);
    }
    // Pollaczek–Khinchine formula with constant service times: S + U S / (2 (1 - U)).
    same(output(&mut model, "constant", &json!({ "rate": 50, "servers": 2 })), 15.0);
}

/// Returns the wait probability, the loss probability, and the response time relative to the service time, from sums
/// over the states of M/M/c and without Erlang's recursion.
fn states(load: f64, servers: u32) -> (f64, f64, f64) {
    let mut weight = 1.0;
    let mut few = 0.0;
    for busy in 0..servers {
        few += weight;
        weight *= load / f64::from(busy + 1);
    }
    let all_busy = weight / (1.0 - load / f64::from(servers));
    let waits = all_busy / (few + all_busy);
    let lost = weight / (few + weight);
    (waits, lost, 1.0 + waits / (f64::from(servers) - load))
}

#[test]
fn several_servers_agree_with_the_sum_over_states() {
    let mut model = station();
    for (rate, servers) in [(50.0, 1), (120.0, 2), (350.0, 4), (900.0, 10), (990.0, 12)] {
        let (waits, lost, stretch) = states(rate * 0.01, servers);
        let settings = json!({ "rate": rate, "servers": servers });
        same(output(&mut model, "several", &settings), 0.01 * stretch);
        same(output(&mut model, "waits", &settings), 100.0 * waits);
        same(output(&mut model, "lost", &settings), lost);
    }
}

#[test]
fn closed_network_agrees_with_mean_value_analysis() {
    let mut model = station();
    let (mut queues, mut throughput, mut response) = ([0.0, 0.0], 0.0, 0.0);
    for users in 1..=60 {
        // Reiser and Lavenberg: a request finds the queues of a network with one fewer user.
        let residence = [0.01 * (1.0 + queues[0]), 0.02 * (1.0 + queues[1])];
        response = residence[0] + residence[1];
        throughput = f64::from(users) / (1.0 + response);
        queues = residence.map(|time| throughput * time);
    }
    let settings = json!({ "rate": 0, "users": 60 });
    assert!((output(&mut model, "throughput", &settings) / throughput - 1.0).abs() < 1e-11);
    assert!((output(&mut model, "response", &settings) / (1e3 * response) - 1.0).abs() < 1e-11);
    // min(N / (D + Z), 1 / Dmax) and max(D, N Dmax - Z).
    same(output(&mut model, "most", &settings), 50.0);
    same(output(&mut model, "least", &settings), 200.0);
    same(output(&mut model, "most", &json!({ "rate": 0, "users": 2 })), 2.0 / 1.03);
}
