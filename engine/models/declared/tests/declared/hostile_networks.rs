//! Hostile networks: each is refused with a message, or solved within limits.

use super::dice::Dice;
use super::scenario;
use pathlength_declared::{Declaration, MAX_CLASSES, MAX_DEMANDS, MAX_STATIONS, Model};
use pathlength_model::Model as _;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Returns a valid network, to which mistakes are added.
fn base() -> Value {
    json!({
        "settings": [
            { "name": "users", "title": "Users", "kind": "number", "min": 1, "max": 100, "default": 10 },
            { "name": "method", "title": "Method", "kind": "choice", "words": ["exact", "bounds", "simulation"],
              "default": "exact" },
        ],
        "stations": [
            { "name": "cpu", "title": "Processor", "kind": "queue", "servers": "2" },
            { "name": "disk", "title": "Disk", "kind": "queue", "discipline": "ps" },
            { "name": "wire", "title": "Wire", "kind": "delay" },
        ],
        "classes": [
            { "name": "people", "title": "People", "population": "users", "think_time": "1 s" },
            { "name": "batch", "title": "Batch", "population": "3" },
        ],
        "demands": [
            { "class": "people", "station": "cpu", "service": "service", "visits": "1.5" },
            { "class": "people", "station": "disk", "service": "service" },
            { "class": "people", "station": "wire", "service": "1 ms" },
            { "class": "batch", "station": "disk", "service": "9 ms", "variation": "1" },
        ],
        "solution": { "method": "method", "precision": "50 %", "runs": "10", "seed": "1" },
        "terms": [
            { "name": "service", "title": "Service", "unit": "ms", "is": "5 ms" },
            { "name": "at_cpu", "title": "Processor", "unit": "ms", "is": "residence(people, cpu)" },
        ],
        "outputs": [
            { "name": "flow", "title": "Flow", "unit": "1/s", "is": "throughput(people)" },
            { "name": "wait", "title": "Wait", "unit": "ms", "is": "at_cpu - service", "half_width": "half" },
            { "name": "half", "title": "Half", "unit": "ms", "is": "response_half_width(people)" },
            { "name": "busy", "title": "Busy", "unit": "%", "is": "utilization(disk)" },
        ],
    })
}

/// Expressions that are wrong, huge, tiny, or deeply nested, and values that are valid nowhere.
const TEXTS: [&str; 34] = [
    "",
    "0",
    "-1",
    "1e308",
    "1e-300",
    "1e300 s",
    "1e-12 s",
    "0 s",
    "1 s",
    "10000",
    "100000",
    "100",
    "2.5",
    "1/0",
    "flow",
    "throughput(people)",
    "utilization(wire)",
    "residence(batch, cpu)",
    "residence(cpu, people)",
    "response()",
    "queue_length(people)",
    "saturation(people)",
    "users",
    "method",
    "cpu",
    "people",
    "out",
    "wire",
    "5 requests/s",
    "1e9 requests/s",
    "50 requests/s",
    "é",
    "ps",
    "simulation",
];

/// Makes one random change to a declaration.
fn mutate(value: &mut Value, dice: &mut Dice) {
    match value {
        Value::Array(list) if !list.is_empty() => match dice.roll(8) {
            0 => drop(list.remove(dice.roll(list.len()))),
            1 => {
                let copy = list[dice.roll(list.len())].clone();
                list.extend(vec![copy; dice.pick(&[1, 3, 40, 3000])]);
            }
            2 => {
                let (one, other) = (dice.roll(list.len()), dice.roll(list.len()));
                list.swap(one, other);
            }
            _ => {
                let at = dice.roll(list.len());
                mutate(&mut list[at], dice);
            }
        },
        Value::Object(map) if !map.is_empty() => {
            let key = map.keys().nth(dice.roll(map.len())).cloned().unwrap_or_default();
            match dice.roll(12) {
                0 => drop(map.remove(&key)),
                1 => {
                    let fields = ["rate", "population", "think_time", "servers", "visits", "variation", "discipline"];
                    map.insert(dice.pick(&fields).to_owned(), json!(dice.pick(&TEXTS)));
                }
                _ => mutate(map.get_mut(&key).expect("the key"), dice),
            }
        }
        Value::Number(_) => *value = json!(dice.pick(&[0.0, -1.0, 1e308, 1e6, 2.5])),
        _ => {
            *value = match dice.roll(10) {
                0 => json!("(".repeat(3000)),
                1 => json!("1+".repeat(1900) + "1"),
                _ => json!(dice.pick(&TEXTS)),
            }
        }
    }
}

#[test]
fn mutated_networks_are_refused_or_end_within_limits() {
    let (mut dice, mut sound, mut refused) = (Dice::new(), 0, 0);
    for round in 0..2000 {
        let mut declared = base();
        for _ in 0..=dice.roll(3) {
            mutate(&mut declared, &mut dice);
        }
        // Unknown fields of a declaration are refused when the declaration is read.
        let Ok(declaration) = serde_json::from_value::<Declaration>(declared.clone()) else { continue };
        let start = Instant::now();
        match Model::open(&declaration, &[], &|_| None) {
            Err(refusal) => {
                refused += 1;
                let refusal = refusal.to_string();
                assert!(refusal.starts_with("model.toml, ") && refusal.len() < 2000, "{round}: {refusal}");
            }
            Ok(mut model) => {
                for method in ["exact", "bounds", "simulation"] {
                    match model.evaluate(&scenario(&json!({ "method": method }))) {
                        Ok(found) => {
                            sound += 1;
                            assert!(found.outputs.iter().all(|(_, value)| value.is_finite()), "{round}: {declared}");
                        }
                        Err(refusal) => assert!(refusal.to_string().len() < 4000, "{round}: {refusal}"),
                    }
                }
                match model.live_network(&scenario(&json!({}))) {
                    // The caller decides how many events to wait for.
                    Ok(mut live) => {
                        let _ = live.advance(f64::MAX, 10_000);
                        assert!(live.now_s() >= 0.0 && live.stations().all(|station| station.mean_in_system >= 0.0));
                    }
                    Err(refusal) => assert!(refusal.to_string().len() < 4000, "{round}: {refusal}"),
                }
            }
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{round}: {declared}");
    }
    assert!(sound > 100 && refused > 300, "{sound} sound, {refused} refused");
}

/// Changes the value at a path in the base, evaluates the model, and returns the error message.
fn refusal(path: &str, value: &str, method: &str) -> String {
    let mut declared = base();
    *declared.pointer_mut(path).unwrap_or_else(|| panic!("{path}")) = json!(value);
    let declaration: Declaration = serde_json::from_value(declared).expect("a declaration");
    let mut model = Model::open(&declaration, &[], &|_| None).unwrap_or_else(|error| panic!("{path}: {error}"));
    model.evaluate(&scenario(&json!({ "method": method }))).expect_err(path).to_string()
}

#[test]
fn costly_networks_are_refused() {
    for (path, value, method, message) in [
        ("/classes/1/population", "users * 10000", "exact", "takes more than 20000000 steps: lower the populations"),
        ("/classes/1/population", "users * 3000", "simulation", "too many to simulate: lower the population"),
        (
            "/classes/1/population",
            "2.5",
            "exact",
            "class batch: population is 2.5: give a whole number from 1 to 100000",
        ),
        (
            "/stations/0/servers",
            "20000",
            "bounds",
            "station cpu: servers is 20000: give a whole number from 1 to 10000",
        ),
        ("/demands/0/visits", "100000", "exact", "class people visits cpu 100000 times: give at most 10000"),
        ("/demands/0/service", "0.1 ns", "simulation", "too short for a nanosecond clock"),
        ("/demands/3/variation", "0.3", "exact", "the variation is 0.3: give 0, 1/2, 1/3"),
        ("/solution/precision", "0", "simulation", "the precision is ±0 %"),
        ("/solution/runs", "1000", "simulation", "runs is 1000: give a whole number from 1 to 100"),
        ("/demands/0/service", "0 s - 1 s", "exact", "[[demands]] 1, service: expected 0 or more"),
    ] {
        let found = refusal(path, value, method);
        assert!(found.contains(message) && found.starts_with("cannot compute "), "{path} = {value}: {found}");
    }
}

#[test]
fn networks_without_an_exact_solution_are_refused() {
    let mut declared = base();
    declared["stations"][1]["discipline"] = json!("fifo");
    let declaration: Declaration = serde_json::from_value(declared).expect("a declaration");
    let mut model = Model::open(&declaration, &[], &|_| None).expect("a model");
    let found = model.evaluate(&scenario(&json!({}))).expect_err("two service times").to_string();
    assert!(found.contains("no exact solution (station disk serves first come, first served"), "{found}");
    model.evaluate(&scenario(&json!({ "method": "simulation" }))).expect("a simulation");
}

#[test]
fn long_lists_are_refused() {
    for (list, max) in [("stations", MAX_STATIONS), ("classes", MAX_CLASSES), ("demands", MAX_DEMANDS)] {
        let mut declared = base();
        let copy = declared[list][0].clone();
        declared[list] = Value::Array(vec![copy; max + 1]);
        let declaration: Declaration = serde_json::from_value(declared).expect("a declaration");
        let error = Model::new(&declaration, &[]).expect_err(list);
        assert_eq!(error.message, format!("there are more than {max} {list}: remove some"));
    }
}
