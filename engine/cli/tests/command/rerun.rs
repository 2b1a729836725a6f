//! What a page has saved as a run is computed again.

use crate::run::{feed, repository};
use pathlength_lab::submission::OpenedLab;
use serde_json::{Value, json};
use std::fs;

const LAB: &str = "tests/submissions/lab.json";

/// A run of the lab, with `what` was run.
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

/// A chart of one series at two places, with one row a kind of cell.
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
    rerun(&saved(("neither", Value::Null))).refused(&["either a table or a chart"]);
}
