//! Valid and invalid networks.

use pathlength_queueing::network::Network;
use serde_json::{Value, json};

/// Returns a network with batch work from outside, and with users who think, then use the CPU and, in one of five
/// cases, the disk.
pub(crate) fn example() -> Value {
    json!({
        "stations": [
            { "name": "terminals", "kind": "delay" },
            { "name": "cpu", "kind": "queue" },
            { "name": "disk", "kind": "queue", "servers": 2 }
        ],
        "classes": [
            { "name": "users", "population": 50, "start": "terminals", "visits": [
                { "station": "terminals", "service": { "exponential": { "mean_s": 5 } },
                  "next": [{ "station": "cpu", "probability": 1 }] },
                { "station": "cpu", "service": { "exponential": { "mean_s": 0.02 } },
                  "next": [{ "station": "disk", "probability": 0.8 }, { "station": "terminals", "probability": 0.2 }] },
                { "station": "disk", "service": { "exponential": { "mean_s": 0.03 } },
                  "next": [{ "station": "cpu", "probability": 1 }] }
            ] },
            { "name": "batch", "arrivals": { "exponential": { "mean_s": 1 } }, "start": "cpu", "visits": [
                { "station": "cpu", "service": { "exponential": { "mean_s": 0.02 } },
                  "next": [{ "station": "out", "probability": 1 }] }
            ] }
        ]
    })
}

/// Returns the example with the value at a JSON pointer replaced; `null` removes it.
fn with(pointer: &str, value: Value) -> Value {
    let mut network = example();
    let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
    match network.pointer_mut(parent).expect("a place") {
        Value::Object(fields) if value.is_null() => drop(fields.remove(name)),
        Value::Object(fields) => drop(fields.insert(name.to_owned(), value)),
        Value::Array(items) => match name.parse::<usize>().expect("a number") {
            at if value.is_null() => drop(items.remove(at)),
            at if at == items.len() => items.push(value),
            at => items[at] = value,
        },
        _ => panic!("{parent} has no parts"),
    }
    network
}

fn parsed(network: Value) -> Network {
    serde_json::from_value(network).expect("the shape of a network")
}

#[test]
fn network_example_is_valid_and_json_round_trip_is_identity() {
    let network = parsed(example());
    network.check().expect("a good network");
    let text = serde_json::to_string(&network).expect("JSON");
    assert_eq!(serde_json::from_str::<Network>(&text).expect("a network"), network);
}

#[test]
fn network_check_rejects_invalid_networks_with_location_and_fix() {
    let exponential = |mean_s: f64| json!({ "exponential": { "mean_s": mean_s } });
    let queue = |name: &str| json!({ "name": name, "kind": "queue" });
    let cases = [
        ("/stations", json!([]), "the network has no stations: give at least one"),
        ("/classes", json!([]), "the network has no classes: give at least one"),
        ("/stations/1/name", json!(""), "a station has an empty name"),
        ("/stations/1/name", json!("out"), "a station has the reserved name \"out\""),
        ("/stations/1/name", json!("disk"), "the station name \"disk\" is not unique: rename"),
        ("/classes/1/name", json!("users"), "the class name \"users\" is not unique: rename"),
        ("/stations/3", queue("tape"), "no class visits station \"tape\": remove the station"),
        ("/stations/0/servers", json!(2), "station \"terminals\": a delay center has no queue: remove servers"),
        ("/stations/0/discipline", json!("ps"), "station \"terminals\": a delay center has no queue"),
        ("/stations/0/capacity", json!(5), "station \"terminals\": a delay center has no queue"),
        ("/stations/1/servers", json!(0), "station \"cpu\": servers is 0: give 1 to 10000"),
        ("/stations/1/servers", json!(1_000_000_000), "station \"cpu\": servers is 1000000000: give 1 to 10000"),
        ("/stations/2/capacity", json!(1), "station \"disk\": capacity 1 is less than the 2 servers"),
        ("/stations/1/capacity", json!(2_000_000), "station \"cpu\": capacity is 2000000: give at most 1000000"),
        ("/stations/1/capacity", json!(9), "class \"users\": visit to \"cpu\": a closed class would lose requests"),
        ("/classes/0/population", json!(0), "class \"users\": population is 0: give 1 to 1000000"),
        ("/classes/0/population", json!(1_000_000_000), "class \"users\": population is 1000000000: give 1 to 1000000"),
        (
            "/classes/0/population",
            Value::Null,
            "class \"users\": the class needs either a population or arrivals, not both: give one of them",
        ),
        ("/classes/0/arrivals", exponential(1.0), "class \"users\": the class needs either a population or arrivals"),
        ("/classes/1/arrivals", exponential(0.0), "class \"batch\": the mean time between arrivals is 0 s: give"),
        ("/classes/1/arrivals", exponential(-1.0), "class \"batch\": arrivals: the mean is -1 s: give"),
        ("/classes/0/start", json!("tape"), "class \"users\": start \"tape\" is not among the visits"),
        (
            "/classes/0/visits/0/station",
            json!("tape"),
            "visit to \"tape\": unknown station: choose one of terminals, cpu, disk",
        ),
        ("/classes/0/visits/0/station", json!("cpu"), "class \"users\": station \"cpu\" has two visits"),
        (
            "/classes/0/visits/0/service",
            exponential(-5.0),
            "class \"users\": visit to \"terminals\": service: the mean is -5 s: give",
        ),
        ("/classes/0/visits/0/service", exponential(1e10), "service: the mean is 10000000000 s: give at most 10^9 s"),
        ("/classes/1/visits/0/service", exponential(0.0), "class \"batch\": all service times are 0"),
        ("/classes/0/visits/0/next", json!([]), "visit to \"terminals\": the probabilities in next sum to 0, not 1"),
        (
            "/classes/0/visits/1/next/0/probability",
            json!(0.7),
            "the probabilities in next sum to 0.8999999999999999, not 1: change them",
        ),
        ("/classes/0/visits/1/next/0/probability", json!(-0.8), "the probability of \"disk\" is -0.8: give 0 to 1"),
        ("/classes/0/visits/1/next/0/station", json!("terminals"), "\"terminals\" occurs twice in next"),
        ("/classes/0/visits/1/next/1/station", json!("out"), "a closed class cannot leave the network (\"out\")"),
        ("/classes/1/visits/0/next/0/station", json!("disk"), "\"disk\" in next is not visited by the class"),
    ];
    for (pointer, value, message) in cases {
        let found = parsed(with(pointer, value)).check().expect_err(message).to_string();
        assert!(found.contains(message), "{pointer}: {found}");
    }
    // Visits that are unreachable or cannot be left.
    let only_disk = with("/classes/0/visits/0/next/0/station", json!("disk"));
    let mut cycle = only_disk.clone();
    cycle["classes"][0]["visits"][2]["next"] = json!([{ "station": "terminals", "probability": 1 }]);
    let found = parsed(cycle).check().expect_err("an unreachable visit").to_string();
    assert_eq!(
        found,
        "class \"users\": visit to \"cpu\" is unreachable from the start: remove it or give a route to it a probability \
         above 0"
    );
    let mut trap = example();
    trap["classes"][0]["visits"][2]["next"] = json!([{ "station": "disk", "probability": 1 }]);
    let found = parsed(trap).check().expect_err("a visit without a path to the start").to_string();
    assert_eq!(
        found,
        "class \"users\": visit to \"disk\" has no path to \"terminals\": give a path a probability above 0"
    );
    let mut trap = example();
    trap["classes"][1]["visits"][0]["next"] = json!([{ "station": "cpu", "probability": 1 }]);
    let found = parsed(trap).check().expect_err("a visit without a path out").to_string();
    assert_eq!(found, "class \"batch\": visit to \"cpu\" has no path to \"out\": give a path a probability above 0");
}

#[test]
fn network_json_rejects_unknown_fields_and_values() {
    for (pointer, value) in [
        ("/stations/0/kind", json!("wire")),
        ("/stations/1/discipline", json!("lifo")),
        ("/stations/1/speed", json!(2)),
        ("/classes/0/think", json!(5)),
        ("/classes/0/population", json!(-1)),
        ("/classes/0/population", json!(1.5)),
        ("/classes/0/visits/0/next/0/weight", json!(1)),
        ("/classes/0/visits/0/service", json!({ "normal": { "mean_s": 1 } })),
    ] {
        assert!(serde_json::from_value::<Network>(with(pointer, value)).is_err(), "{pointer}");
    }
}
