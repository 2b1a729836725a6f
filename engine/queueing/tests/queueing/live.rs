//! Live simulations: no request is lost, slices make no difference, and means over a long time equal the exact ones.

use super::network;
use pathlength_queueing::network::Network;
use pathlength_queueing::simulate::LiveSimulation;
use pathlength_queueing::solve::solve;
use serde_json::json;

/// Returns a network of twenty users who think, and then visit a processor and one of two disks.
fn users() -> Network {
    let exponential = |mean_s: f64| json!({ "exponential": { "mean_s": mean_s } });
    network(json!({
        "stations": [
            { "name": "think", "kind": "delay" },
            { "name": "cpu", "kind": "queue" },
            { "name": "disk", "kind": "queue", "servers": 2 },
        ],
        "classes": [{
            "name": "users", "population": 20, "start": "think",
            "visits": [
                { "station": "think", "service": exponential(0.5), "next": [{ "station": "cpu", "probability": 1 }] },
                { "station": "cpu", "service": exponential(0.015), "next": [{ "station": "disk", "probability": 1 }] },
                { "station": "disk", "service": exponential(0.04), "next": [{ "station": "think", "probability": 1 }] },
            ],
        }],
    }))
}

fn advance(live: &mut LiveSimulation, until_s: f64, events: u32) {
    while !live.advance(until_s, events).expect("few requests") {}
}

#[test]
fn live_run_keeps_all_users_at_any_time() {
    let mut live = LiveSimulation::new(&users(), 3).unwrap();
    for step in 0..2000 {
        advance(&mut live, 0.01 * f64::from(step), 5);
        let present: Vec<u64> = (0..3).map(|station| live.present(station, 0)).collect();
        assert_eq!(present.iter().sum::<u64>(), 20, "{present:?}");
        // A server is idle only if no request waits for it.
        assert_eq!(live.station(1).busy, present[1].min(1));
        assert_eq!(live.station(2).busy, present[2].min(2));
        assert_eq!(live.station(0).busy, 0);
    }
}

#[test]
fn slices_make_no_difference() {
    let state = |pieces: u32, events: u32| {
        let mut live = LiveSimulation::new(&users(), 7).unwrap();
        for piece in 1..=pieces {
            advance(&mut live, 100.0 * f64::from(piece) / f64::from(pieces), events);
        }
        let stations: Vec<_> = (0..3).map(|at| (live.present(at, 0), live.station(at))).collect();
        (live.now_s(), stations, live.completions(0), live.mean_response_s(0))
    };
    let whole = state(1, u32::MAX);
    assert!((whole.0 - 100.0).abs() < 1e-12);
    assert_eq!(state(1000, 1), whole);
    assert_eq!(state(7, 13), whole);
}

#[test]
fn long_means_are_exact_ones() {
    let network = users();
    let exact = solve(&network).unwrap();
    let mut live = LiveSimulation::new(&network, 1).unwrap();
    assert_eq!((live.mean_response_s(0), live.completions(0)), (None, 0));
    advance(&mut live, 50_000.0, u32::MAX);
    // More than a million requests: their means have a standard error far below half a percent.
    let near = |found: f64, expected: f64| assert!((found / expected - 1.0).abs() < 0.01, "{found} and {expected}");
    near(live.mean_response_s(0).unwrap(), exact.classes[0].response_s);
    near(live.completions(0) as f64 / live.now_s(), exact.classes[0].throughput);
    for (at, station) in exact.stations.iter().enumerate() {
        near(live.station(at).mean_in_system, station.mean_in_system);
    }
    near(live.station(2).mean_busy, 2.0 * exact.stations[2].utilization.unwrap());
}

#[test]
fn saturated_open_network_is_refused() {
    let network = network(json!({
        "stations": [{ "name": "disk", "kind": "queue" }],
        "classes": [{
            "name": "reads", "start": "disk", "arrivals": { "exponential": { "mean_s": 1 } },
            "visits": [{
                "station": "disk", "service": { "exponential": { "mean_s": 2 } },
                "next": [{ "station": "out", "probability": 1 }],
            }],
        }],
    }));
    let error = LiveSimulation::new(&network, 1).unwrap_err().to_string();
    assert!(error.contains("disk"), "{error}");
}
