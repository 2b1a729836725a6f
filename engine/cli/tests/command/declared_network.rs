//! A lab that declares a queueing network works with every command that runs models.

use crate::declared::Labs;
use crate::run::{feed, run};
use serde_json::Value;
use std::fs;

const LAB: &str = "central-server";

fn labs() -> Labs {
    Labs::of(LAB)
}

fn answer(labs: &Labs, scenario: &str) -> Value {
    let answer = feed(&["run", "--labs", labs.path(), LAB, "-"], scenario.as_bytes()).fine();
    serde_json::from_str(&answer).expect("JSON")
}

#[test]
fn declared_network_reproduces_a_table() {
    let labs = labs();
    let report = run(&["reproduce", "--labs", labs.path(), LAB, "--format", "json"]).fine();
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let cells = report["tables"][0]["cells"].as_array().expect("cells");
    assert_eq!(cells.len(), 12);
    // The expected values come from a convolution in Python, in units of 100 ms. It begins with g[n] = 3 ** n /
    // factorial(n). Its loop is: for n in range(1, N + 1): for demand in (0.12, 0.15): g[n] += demand * g[n - 1]. The
    // throughput is 10 * g[N - 1] / g[N].
    for (users, metric, expected) in [
        (1, "response", 27.000_000_000_000_025),
        (10, "response", 41.246_671_619_420_64),
        (20, "rate", 52.799_623_282_962_23),
        (40, "response", 302.409_987_754_070_64),
        (40, "busy", 99.599_942_264_727_44),
    ] {
        let is_it = |cell: &&Value| cell["row"] == f64::from(users) && cell["metric"] == metric;
        let cell = cells.iter().find(is_it).unwrap_or_else(|| panic!("{users} {metric} in {cells:?}"));
        let model = cell["model"].as_f64().expect("a number");
        assert!((model / expected - 1.0).abs() < 1e-12, "{model} and {expected}");
    }
}

#[test]
fn declared_network_is_fitted() {
    let labs = labs().change("parameters.toml", "value = 4", "value = 7");
    let fit = run(&["calibrate", "--labs", labs.path(), LAB, "--format", "json"]).fine();
    let at = fit.find("\"cpu_time\"").expect("the parameter");
    assert!(fit[at..].contains("3.99") || fit[at..].contains("4.0"), "{fit}");
}

#[test]
fn declared_network_is_solved_by_each_method() {
    let labs = labs();
    let exact = answer(&labs, r#"{ "users": 20 }"#);
    let titles: Vec<_> = exact["terms"].as_array().expect("terms").iter().map(|term| &term["title"]).collect();
    assert_eq!(titles, ["At the processor", "At the disk"]);
    let number = |answer: &Value, name: &str| answer["outputs"][name].as_f64().expect("a number");
    let bounds = answer(&labs, r#"{ "users": 20, "method": "bounds" }"#);
    assert!((number(&bounds, "response") - 27.0).abs() < 1e-9);
    let simulated = answer(&labs, r#"{ "users": 20, "method": "simulation" }"#);
    let (mean, half) = (number(&simulated, "response"), number(&simulated, "response_half"));
    assert!((mean - number(&exact, "response")).abs() < 2.0 * half && half < 0.06 * mean, "{mean} ± {half}");
    assert_eq!(simulated, answer(&labs, r#"{ "users": 20, "method": "simulation" }"#));
    let grid = labs.folder().join("grid.toml");
    let text = "lab = \"central-server\"\noutputs = [\"response\"]\n[settings]\n[[axis]]\nsetting = \"users\"\nvalues = [1, 40]\n";
    fs::write(&grid, text).expect("a file");
    let rows = run(&["sweep", grid.to_str().expect("a path"), "--labs", labs.path(), "--format", "csv"]).fine();
    assert!(rows.lines().nth(2).is_some_and(|row| row.contains("40,302.4")), "{rows}");
}

#[test]
fn mistakes_in_a_network_have_file_and_line() {
    for (old, new, place, parts) in [
        ("servers = \"cpus\"", "servers = \"cpu\"", "model.toml:39", &["cpu is a part of the network"][..]),
        ("servers = \"cpus\"", "servers = \"at_cpu\"", "model.toml:72", &["in a cycle", "break the cycle"]),
        ("service = \"cpu_time\"", "service = \"users\"", "model.toml:55", &["give a time, as in ms"]),
        (
            "station = \"cpu\"",
            "station = \"cup\"",
            "model.toml:54",
            &["there is no station \"cup\": use one of cpu, disk"],
        ),
        ("method = \"method\"", "method = \"seed\"", "model.toml:65", &["\"seed\" is not a choice setting"]),
        ("\"bounds\"", "\"guess\"", "model.toml:65", &["\"guess\" is not a method: use one or more of exact"]),
        (
            "residence(people, cpu)",
            "residence(people)",
            "model.toml:72",
            &["residence has the wrong arguments: write residence(class, station)"],
        ),
        ("kind = \"queue\"", "kind = \"line\"", "model.toml:38", &["line", "queue"]),
    ] {
        labs().change("model.toml", old, new).refused(place, parts);
    }
    labs()
        .change("lab.md", "model: network", "model: formula")
        .refused("model.toml:36", &["a formula has no network: write `model: network`"]);
    Labs::of("waiting-line")
        .change("lab.md", "model: formula", "model: network")
        .refused("model.toml:1", &["the network has no stations: add [[stations]]"]);
}
