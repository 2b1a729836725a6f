//! A lab that declares request streams and a cache works with every command that runs models.

use crate::declared::Labs;
use crate::run::{feed, run};
use serde_json::Value;
use std::fs;

const LAB: &str = "buffer-pool";

fn answer(labs: &Labs, scenario: &str) -> Value {
    let answer = feed(&["run", "--labs", labs.path(), LAB, "-"], scenario.as_bytes()).fine();
    serde_json::from_str(&answer).expect("JSON")
}

#[test]
fn declared_trace_reproduces_a_table() {
    let labs = Labs::of(LAB);
    let report = run(&["reproduce", "--labs", labs.path(), LAB, "--format", "json"]).fine();
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let cells = report["tables"][0]["cells"].as_array().expect("cells");
    assert_eq!(cells.len(), 8);
    // Both values have sampling errors: the model simulates 20,000 requests, and the table is based on 300,000.
    for cell in cells {
        let error = cell["error"].as_f64().expect("an error");
        assert!(error.abs() < 0.03, "{cell}");
    }
}

#[test]
fn declared_trace_is_fitted() {
    let labs = Labs::of(LAB).change("parameters.toml", "value = 4", "value = 9");
    let fit = run(&["calibrate", "--labs", labs.path(), LAB, "--format", "json"]).fine();
    let at = fit.find("\"disk_time\"").expect("the parameter");
    assert!(fit[at..].contains("3.98"), "{fit}");
}

#[test]
fn declared_trace_runs_each_policy() {
    let labs = Labs::of(LAB);
    let number = |answer: &Value, name: &str| answer["outputs"][name].as_f64().expect("a number");
    let of = |policy: &str| answer(&labs, &format!(r#"{{ "blocks": 500, "policy": "{policy}", "scans": 40 }}"#));
    let optimal = of("optimal");
    for policy in ["lru", "fifo", "clock", "twoq"] {
        let found = of(policy);
        assert!(number(&found, "all_hit") < number(&optimal, "all_hit"), "{policy}: {found}");
        let (time, hit) = (number(&found, "time"), number(&found, "hit"));
        assert!((time - (2.0 + 4000.0 * (1.0 - hit / 100.0))).abs() < 1e-6, "{policy}: {found}");
    }
    assert!(number(&of("twoq"), "hit") > number(&of("lru"), "hit") + 2.0);
    let one = answer(&labs, r#"{ "blocks": 500, "scans": 0, "seed": 1 }"#);
    let other = answer(&labs, r#"{ "blocks": 500, "scans": 0, "seed": 2 }"#);
    assert_ne!(one["outputs"]["hit"], other["outputs"]["hit"]);
    assert_eq!(one["terms"].as_array().expect("terms").len(), 2);
    let grid = labs.folder().join("grid.toml");
    let text = "lab = \"buffer-pool\"\noutputs = [\"hit\"]\n[settings]\nscans = 0\n[[axis]]\nsetting = \"blocks\"\nvalues = [0, 500]\n";
    fs::write(&grid, text).expect("a file");
    let rows = run(&["sweep", grid.to_str().expect("a path"), "--labs", labs.path(), "--format", "csv"]).fine();
    let expected = format!("500,0,{}", one["outputs"]["hit"]);
    assert!(rows.lines().nth(2).is_some_and(|row| row.contains(&expected)), "{rows} and {expected}");
}

#[test]
fn mistakes_in_a_trace_have_file_and_line() {
    for (old, new, place, parts) in [
        ("skew = \"0.8\"", "skew = \"blocks\"", "model.toml:40", &["the value is \"blocks\": give a plain number"][..]),
        ("kind = \"scan\"", "kind = \"stream\"", "model.toml:46", &["stream", "scan"]),
        ("policy = \"policy\"", "policy = \"mru\"", "model.toml:59", &["\"mru\" is not a policy: use one of lru"]),
        ("requests = \"30000 requests\"\n", "", "model.toml:56", &["requests"]),
        (
            "unit = \"4\"",
            "unit = \"4 ms\"",
            "model.toml:61",
            &["give a number, for example of users, servers, or blocks"],
        ),
    ] {
        Labs::of(LAB).change("model.toml", old, new).refused(place, parts);
    }
    Labs::of(LAB)
        .change("lab.md", "model: trace", "model: network")
        .refused("model.toml:36", &["only a trace has streams, ranges, and a cache: write `model: trace`"]);
    Labs::of("waiting-line")
        .change("lab.md", "model: formula", "model: trace")
        .refused("model.toml:1", &["the trace has no streams: add [[streams]] and [cache]"]);
}
