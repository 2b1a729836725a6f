//! The project's accuracy goals for zfs-directories.

use crate::run::{feed, run};
use serde_json::{Value, json};
use std::sync::LazyLock;

/// The lab's report, computed once.
static REPORT: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(&run(&["reproduce", "zfs-directories", "--format", "json"]).fine()).expect("JSON")
});

/// Returns the tables of published values, without the table that contains a claim.
fn tables() -> impl Iterator<Item = &'static Value> {
    REPORT["tables"].as_array().expect("a list").iter().filter(|table| text(table, "id").starts_with("v2r"))
}

/// Returns the cells of the tables whose names begin with `group`.
fn cells(group: &str) -> impl Iterator<Item = &'static Value> {
    tables().filter(move |table| text(table, "id").starts_with(group)).flat_map(|table| list(table, "cells"))
}

fn list<'a>(value: &'a Value, name: &str) -> &'a Vec<Value> {
    value[name].as_array().expect("a list")
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().expect("a string")
}

/// Returns the errors of independent cells.
fn errors(cells: impl Iterator<Item = &'static Value>) -> Vec<f64> {
    let independent = cells.filter(|cell| matches!(text(cell, "role"), "fit" | "held_out"));
    let mut errors: Vec<_> = independent.filter_map(|cell| cell["error"].as_f64()).map(f64::abs).collect();
    errors.sort_by(f64::total_cmp);
    errors
}

/// Returns the median, or the larger of two middle values, so that no goal is met by averaging them.
fn median(sorted: &[f64]) -> f64 {
    sorted[sorted.len() / 2]
}

#[test]
fn v2r1_tables_are_reproduced() {
    let errors = errors(cells("v2r1-"));
    assert_eq!(errors.len(), 89);
    assert!(median(&errors) <= 0.03, "median error {}", median(&errors));
    assert!(errors[88] <= 0.12, "worst cell {}", errors[88]);
}

#[test]
fn rows_kept_out_of_every_fit_are_predicted() {
    // On the z9, parameters were chosen with knowledge of the rows for 20,000 names, so these rows are in the fit; on
    // the z196, they are held out.
    for cell in cells("").filter(|cell| matches!(text(cell, "role"), "fit" | "held_out")) {
        let is_kept_out = cell["row"] == 20_000.0 && cells("v2r2-").any(|other| std::ptr::eq(other, cell));
        assert_eq!(cell["role"] == "held_out", is_kept_out, "{cell}");
    }
    let independent = errors(cells("v2r2-").filter(|cell| cell["role"] == "held_out"));
    assert_eq!(independent.len(), 14);
    assert!(median(&independent) <= 0.043, "median error of held-out cells {}", median(&independent));
}

#[test]
fn z9_rows_of_20_000_names_are_reproduced() {
    let independent = errors(cells("v2r1-").filter(|cell| cell["row"] == 20_000.0));
    assert_eq!(independent.len(), 30);
    assert!(median(&independent) <= 0.043, "median error {}", median(&independent));
    // Six more cells repeat another cell's value, so they do not count; their errors are small.
    let mut printed: Vec<_> = cells("v2r1-")
        .filter(|cell| cell["row"] == 20_000.0)
        .filter_map(|cell| cell["error"].as_f64().map(f64::abs))
        .collect();
    printed.sort_by(f64::total_cmp);
    assert_eq!(printed.len(), 36);
    assert!(median(&printed) <= 0.04, "median error of all cells in these rows {}", median(&printed));
}

/// Nothing was measured beyond 50,000 names. A steeper decline there would come from the model's assumptions alone.
#[test]
fn v5_lookups_past_published_sizes_fall_no_faster() {
    for plex in ["monoplex", "client"] {
        let [small, large, beyond] = [20_000, 50_000, 65_000].map(|names| {
            let scenario = json!({ "workload": "ptestDL2", "machine": "z9", "release": "V2R1", "format": "v5",
                "plex": plex, "names": names });
            let answer = feed(&["run", "zfs-directories", "-"], scenario.to_string().as_bytes()).fine();
            let answer: Value = serde_json::from_str(&answer).expect("JSON");
            answer["outputs"]["external_throughput"].as_f64().expect("a number")
        });
        assert!(beyond / large >= large / small, "{plex}: {small}, {large}, {beyond} lookups/s");
    }
}

#[test]
fn r13_client_directory_read_collapse_is_reproduced() {
    let table = tables().find(|table| table["id"] == "v2r1-ptestdl").expect("the table");
    let cells = list(table, "cells").iter().filter(|cell| text(cell, "column").starts_with("client_r13"));
    assert_eq!(cells.clone().count(), 6);
    for cell in cells {
        assert!(cell["error"].as_f64().expect("a number").abs() <= 0.15, "{cell}");
    }
}

#[test]
fn parameters_are_few_beside_the_cells_they_explain() {
    // Both machines share one set of parameters.
    let fitted = tables().filter_map(|table| table["summary"]["fitted_parameters"].as_u64()).max().expect("a table");
    let cells = errors(cells("")).len() as u64;
    assert!(fitted > 0 && 4 * fitted <= cells, "{fitted} parameters for {cells} cells");
}

/// The goals for a model of both machines: the errors in all tables, and the largest error of a single cell.
#[test]
fn all_tables_are_reproduced() {
    let errors = errors(cells(""));
    assert_eq!(errors.len(), 131);
    assert!(median(&errors) <= 0.03, "median error {}", median(&errors));
    assert!(errors[130] <= 0.16, "worst cell {}", errors[130]);
}

#[test]
fn every_published_value_is_there_and_no_gap_is_filled() {
    let count = |role: &str| cells("").filter(|cell| cell["role"] == role).count();
    let missing: Vec<_> = cells("")
        .filter(|cell| cell["role"] == "missing")
        .map(|cell| (cell["row"].as_f64().expect("a number"), text(cell, "column")))
        .collect();
    let gaps = [(2000.0, "monoplex_v2r1_v5_i"), (50_000.0, "monoplex_v2r1_v5_i"), (50_000.0, "client_v2r1_v5_i")];
    assert_eq!(missing, gaps);
    // The six tables contain 177 printed values. Of these, 24 are under a wrong title, and 22 repeat another cell's
    // value.
    assert_eq!(cells("").count(), 177 + 3);
    assert_eq!(cells("").filter(|cell| !cell["published"].is_null()).count(), 177);
    assert_eq!((count("fit") + count("held_out"), count("damaged"), count("identity")), (177 - 24 - 22, 24, 22));
}

#[test]
fn cell_without_published_value_has_no_error() {
    for cell in cells("") {
        let compared = matches!(text(cell, "role"), "fit" | "held_out" | "identity");
        assert_eq!(compared || cell["role"] == "damaged", cell["published"].is_number(), "{cell}");
        assert_eq!(compared, cell["error"].is_number(), "{cell}");
        assert!(cell["model"].as_f64().is_some_and(|model| model > 0.0), "{cell}");
    }
}

#[test]
fn errors_and_summaries_follow_from_the_values() {
    for table in tables() {
        let (mut all, mut independent) = (0, Vec::new());
        for cell in list(table, "cells") {
            if let Some(published) = cell["published"].as_f64().filter(|_| cell["role"] != "damaged") {
                let error = cell["model"].as_f64().expect("a number") / published - 1.0;
                assert_eq!(cell["error"].as_f64(), Some(error), "{cell}");
                all += 1;
                if cell["role"] != "identity" {
                    independent.push(error.abs());
                }
            }
        }
        let summary = &table["summary"];
        assert_eq!(summary["cells"].as_u64(), Some(all));
        assert_eq!(summary["independent_cells"].as_u64(), Some(independent.len() as u64));
        assert_eq!(summary["max_error"].as_f64(), independent.into_iter().reduce(f64::max));
    }
}
