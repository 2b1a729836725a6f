//! Networks that make no sense are told apart from those that do.

use pathlength_queueing::network::Network;
use serde_json::{Value, json};

/// Users who think, then use the CPU and, in one of five cases, the disk; and batch work from outside.
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

/// The example with the value at a JSON pointer replaced; `null` takes it away.
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
fn the_example_is_fine_and_comes_back_as_it_was() {
    let network = parsed(example());
    network.check().expect("a good network");
    let text = serde_json::to_string(&network).expect("JSON");
    assert_eq!(serde_json::from_str::<Network>(&text).expect("a network"), network);
}

#[test]
fn what_makes_no_sense_is_told_with_its_place_and_what_to_do() {
    let exponential = |mean_s: f64| json!({ "exponential": { "mean_s": mean_s } });
    let queue = |name: &str| json!({ "name": name, "kind": "queue" });
    let cases = [
        ("/stations", json!([]), "the network has no station; give at least one"),
        ("/classes", json!([]), "the network has no class; give at least one"),
        ("/stations/1/name", json!(""), "a station has an empty name"),
        ("/stations/1/name", json!("out"), "a station is called \"out\", which means the outside"),
        ("/stations/1/name", json!("disk"), "two of kind station are called disk"),
        ("/classes/1/name", json!("users"), "two of kind class are called users"),
        ("/stations/3", queue("tape"), "station tape: no class visits it; leave it out"),
        ("/stations/0/servers", json!(2), "station terminals: nobody waits at a delay; leave out servers"),
        ("/stations/0/discipline", json!("ps"), "station terminals: nobody waits at a delay"),
        ("/stations/0/capacity", json!(5), "station terminals: nobody waits at a delay"),
        ("/stations/1/servers", json!(0), "station cpu: servers is 0; give a number from 1"),
        ("/stations/1/servers", json!(1_000_000_000), "station cpu: servers is 1000000000; give a number from 1 to"),
        ("/stations/2/capacity", json!(1), "station disk: capacity is 1, which is less than the 2 servers"),
        ("/stations/1/capacity", json!(2_000_000), "station cpu: capacity is 2000000; give at most 1000000"),
        ("/stations/1/capacity", json!(9), "class users: visit to cpu: a closed class would lose its requests"),
        ("/classes/0/population", json!(0), "class users: population is 0; give a number from 1"),
        (
            "/classes/0/population",
            json!(1_000_000_000),
            "class users: population is 1000000000; give a number from 1 to",
        ),
        ("/classes/0/population", Value::Null, "class users: give either a population, if it is closed, or arrivals"),
        ("/classes/0/arrivals", exponential(1.0), "class users: give either a population"),
        ("/classes/1/arrivals", exponential(0.0), "class batch: arrivals: the mean is 0 s; give more"),
        ("/classes/1/arrivals", exponential(-1.0), "class batch: arrivals: the mean must be"),
        ("/classes/0/start", json!("tape"), "class users: start is tape, which is not among its visits"),
        (
            "/classes/0/visits/0/station",
            json!("tape"),
            "there is no such station; the stations are terminals, cpu, disk",
        ),
        ("/classes/0/visits/0/station", json!("cpu"), "class users: it visits station cpu twice in its list"),
        (
            "/classes/0/visits/0/service",
            exponential(-5.0),
            "class users: visit to terminals: service: the mean must be",
        ),
        ("/classes/0/visits/0/service", exponential(1e10), "service: the mean is 10000000000 s; give at most 10^9 s"),
        ("/classes/1/visits/0/service", exponential(0.0), "class batch: no service takes any time"),
        ("/classes/0/visits/0/next", json!([]), "visit to terminals: the probabilities in next add up to 0; make it 1"),
        (
            "/classes/0/visits/1/next/0/probability",
            json!(0.7),
            "the probabilities in next add up to 0.8999999999999999; make",
        ),
        (
            "/classes/0/visits/1/next/0/probability",
            json!(-0.8),
            "the probability of disk is -0.8; give a number from 0",
        ),
        ("/classes/0/visits/1/next/0/station", json!("terminals"), "terminals is twice in next"),
        ("/classes/0/visits/1/next/1/station", json!("out"), "a closed class cannot go out; send it to a station"),
        ("/classes/1/visits/0/next/0/station", json!("disk"), "next is disk, which the class does not visit"),
    ];
    for (pointer, value, message) in cases {
        let found = parsed(with(pointer, value)).check().expect_err(message).to_string();
        assert!(found.contains(message), "{pointer}: {found}");
    }
    // Ways that lead nowhere.
    let only_disk = with("/classes/0/visits/0/next/0/station", json!("disk"));
    let mut cycle = only_disk.clone();
    cycle["classes"][0]["visits"][2]["next"] = json!([{ "station": "terminals", "probability": 1 }]);
    let found = parsed(cycle).check().expect_err("nobody at the CPU").to_string();
    assert_eq!(found, "class users: visit to cpu: no request ever comes here; leave the visit out");
    let mut trap = example();
    trap["classes"][0]["visits"][2]["next"] = json!([{ "station": "disk", "probability": 1 }]);
    let found = parsed(trap).check().expect_err("nobody leaves the disk").to_string();
    assert_eq!(found, "class users: visit to disk: no way leads from here to terminals; give one a probability");
    let mut trap = example();
    trap["classes"][1]["visits"][0]["next"] = json!([{ "station": "cpu", "probability": 1 }]);
    let found = parsed(trap).check().expect_err("nobody leaves").to_string();
    assert_eq!(found, "class batch: visit to cpu: no way leads from here to out; give one a probability");
}

#[test]
fn what_is_no_network_is_refused() {
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
