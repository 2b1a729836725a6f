//! Repetition of a run that a page saved.

use crate::run::{feed, repository};
use pathlength_lab::submission::OpenedLab;
use serde_json::{Value, json};
use std::fs;

const LAB: &str = "tests/submissions/lab.json";

/// Returns a saved run of the lab; `what` is the element that was run, such as a chart, with its name.
fn saved(what: (&str, Value)) -> Value {
    let lab = OpenedLab::read(&fs::read(repository().join(LAB)).expect("a lab")).expect("a lab");
    let version = json!({ "id": lab.lab.id, "hash": lab.hash().to_string() });
    let mut run =
        json!({ "format": "pathlength-run", "version": 1, "engine": env!("CARGO_PKG_VERSION"), "lab": version });
    run[what.0] = what.1;
    run
}

fn rerun(run: &Value) -> crate::run::Run {
    feed(&["rerun", "-", "--lab", LAB], run.to_string().as_bytes())
}

/// Returns a chart of one series with two x values, and one row per kind of cell.
fn chart() -> Value {
    let scenario = json!({
        "machine": "z9", "release": "R13", "format": "v4", "workload": "ptestDL2", "plex": "monoplex"
    });
    json!({
        "id": "c", "x": "names", "y": "external_throughput", "places": [10, 2000], "sides": [[scenario]],
        "columns": ["Names", "a, b", "Value"],
        "rows": [
            [10, "one", { "model": [0, 0, 0] }],
            [2000, "say \"two\"", { "model": [0, 0, 1] }],
            [1e21, "", { "half": [0, 0, 0] }],
            [1e-7, "far", { "error": [0, 0, 1], "published": 2.5 }],
        ],
    })
}

#[test]
fn chart_has_the_values_of_the_model() {
    let text = rerun(&saved(("chart", chart()))).fine();
    let mut rows = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let rows: Vec<Vec<String>> =
        rows.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect()).collect();
    assert_eq!(rows[0], ["Names", "a, b", "Value"]);
    let number = |at: usize| rows[at][2].parse::<f64>().expect("a number");
    assert!(number(1) > number(2), "{text}");
    assert_eq!((rows[2][1].as_str(), rows[3].as_slice()), ("say \"two\"", &["1e+21", "", ""].map(str::to_owned)[..]));
    assert_eq!(rows[4][0], "1e-7");
    assert!((number(4) - (number(2) / 2.5 - 1.0) * 100.0).abs() < 1e-9 * number(4).abs(), "{text}");
}

#[test]
fn chart_has_the_intervals_of_its_lab() {
    let site = tempfile::tempdir().expect("a folder");
    let path = site.path().join("lab.json");
    let mut lab: Value = serde_json::from_slice(&fs::read(repository().join(LAB)).expect("a lab")).expect("JSON");
    let search = lab["parameters"]["v4_search"]["value"].as_f64().expect("a number");
    let draws: Vec<Value> = [0.9, 1.0, 1.1].iter().map(|share| json!([share * search])).collect();
    lab["fit"] = json!({
        "lab": lab["id"], "engine": "0.1.0", "bootstrap": 3, "groups": [], "parameters": {}, "values": {},
        "draws": { "names": ["v4_search"], "values": draws },
    });
    fs::write(&path, lab.to_string()).expect("a file");
    let hash = OpenedLab::read(lab.to_string().as_bytes()).expect("a lab").hash().to_string();
    let rerun = |deviation: f64| {
        let mut chart = chart();
        chart["rows"] = json!([[{ "model": [0, 0, 1] }, { "low": [0, 0, 1] }, { "high": [0, 0, 1] }]]);
        chart["scatter"] = json!([[{ "deviation": deviation, "freedom": 1_000_000 }]]);
        let mut run = saved(("chart", chart));
        run["lab"]["hash"] = json!(hash);
        let text = feed(&["rerun", "-", "--lab", path.to_str().expect("a path")], run.to_string().as_bytes()).fine();
        let numbers = text.lines().nth(1).expect("a row").split(',').map(|cell| cell.parse::<f64>().expect("a number"));
        <[f64; 3]>::try_from(numbers.collect::<Vec<_>>()).expect("three numbers")
    };
    // A lookup in a directory of one page spends nearly all its time on the search, so a 10 % longer search reduces the
    // lookups by less than 10 %.
    let [value, low, high] = rerun(0.0);
    assert!(low < value && value < high && (low * high / (value * value) - 1.0).abs() < 1e-9, "{low} {value} {high}");
    assert!(high / value < 1.0 + 1.96 * 0.1, "{value} to {high}");
    let [_, wide, _] = rerun(0.2);
    assert!((wide / low) < 0.8, "{wide} {low}");
}

#[test]
fn rerun_of_a_foreign_file_is_refused_with_the_fix() {
    feed(&["rerun", "-", "--lab", LAB], b"{").refused(&["not a saved run"]);
    let mut run = saved(("chart", chart()));
    run["version"] = 2.into();
    rerun(&run).refused(&["format pathlength-run, version 1"]);
    let mut run = saved(("chart", chart()));
    run["lab"]["hash"] = "sha256-0".into();
    rerun(&run).refused(&["another version of the lab", "--lab"]);
    let mut run = saved(("chart", chart()));
    run["lab"]["id"] = "unknown".into();
    rerun(&run).refused(&["no compiled lab \"unknown\""]);
    let mut run = saved(("chart", chart()));
    run["chart"]["rows"][1][2]["model"] = json!([0, 9, 0]);
    rerun(&run).refused(&["row 2", "no scenario [0, 9, 0]"]);
    let mut run = saved(("chart", chart()));
    run["chart"]["y"] = "speed".into();
    rerun(&run).refused(&["row 1", "no output \"speed\""]);
    rerun(&saved(("table", "nothing".into()))).refused(&["nothing"]);
    rerun(&saved(("neither", Value::Null))).refused(&["one table, chart, or fit"]);
}
