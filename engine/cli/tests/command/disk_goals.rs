//! How well the disk paths meet what was published: the goals the project has set itself.

use crate::run::run;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The lab's report, computed once.
static REPORT: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(&run(&["reproduce", "disk-paths", "--format", "json"]).fine()).expect("JSON")
});

const PHASES: [&str; 4] = ["initial-write", "rewrite", "initial-read", "reread"];

fn cells(table: &str) -> impl Iterator<Item = &'static Value> {
    let tables = REPORT["tables"].as_array().expect("a list").iter();
    let cells = tables.filter(move |known| known["id"] == table).filter_map(|table| table["cells"].as_array());
    cells.flatten()
}

/// The sizes of a metric's errors in `tables`, ascending, in tenths of a percent as they are printed.
fn errors(tables: &[&str], metric: &str) -> Vec<f64> {
    let cells = tables.iter().flat_map(|table| cells(table)).filter(|cell| cell["metric"] == metric);
    let mut errors: Vec<_> = cells.filter_map(|cell| cell["error"].as_f64()).map(f64::abs).collect();
    errors.sort_by(f64::total_cmp);
    errors
}

fn printed(error: f64) -> f64 {
    (error * 1000.0).round() / 10.0
}

fn median(sorted: &[f64]) -> f64 {
    f64::midpoint(sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2])
}

#[test]
fn the_four_phases_are_met() {
    for (metric, middle, worst) in [
        ("kb_per_s", 1.7, 11.7),
        ("total_cpu_per_kb", 2.8, 11.8),
        ("cp_cpu_per_kb", 2.9, 23.0),
        ("virtual_cpu_per_kb", 2.4, 18.3),
    ] {
        let errors = errors(&PHASES, metric);
        assert_eq!(errors.len(), 48);
        assert!(printed(median(&errors)) <= middle, "{metric}: median {}", median(&errors));
        assert!(printed(errors[47]) <= worst, "{metric}: worst {}", errors[47]);
    }
}

#[test]
fn the_overall_table_is_predicted() {
    assert!(cells("overall").all(|cell| cell["role"] == "held_out" || cell["row"] == "EDED"));
    for metric in ["kb_per_s", "total_cpu_per_kb", "cp_cpu_per_kb", "virtual_cpu_per_kb"] {
        let errors = errors(&["overall"], metric);
        assert_eq!(errors.len(), 12);
        assert!(printed(median(&errors)) <= 1.6, "{metric}: median {}", median(&errors));
        assert!(printed(errors[11]) <= 9.5, "{metric}: worst {}", errors[11]);
    }
}

#[test]
fn all_values_are_there_and_few_parameters_explain_them() {
    let published =
        PHASES.iter().chain(&["overall"]).flat_map(|table| cells(table)).filter(|cell| cell["published"].is_f64());
    assert_eq!(published.count(), 260);
    let tables = REPORT["tables"].as_array().expect("a list");
    let fitted = tables.iter().filter_map(|table| table["summary"]["fitted_parameters"].as_u64()).max();
    assert!(fitted.is_some_and(|fitted| (1..=19).contains(&fitted)), "{fitted:?} fitted parameters");
    // Half of the cells of the dedicated device are ratios to themselves: met by definition, so they are no evidence.
    for cell in PHASES.iter().flat_map(|table| cells(table)).filter(|cell| cell["row"] == "EDED") {
        assert!(cell["error"].is_null() && cell["role"] == "baseline", "{cell}");
    }
}

/// The published value of a cell.
fn value(table: &str, row: &str, column: &str) -> f64 {
    let mut cells = cells(table).filter(|cell| cell["row"] == row && cell["column"] == column);
    cells.next().and_then(|cell| cell["published"].as_f64()).expect("a published value")
}

#[test]
fn the_overall_table_is_a_ratio_of_totals() {
    let rows: Vec<_> = cells("overall").filter_map(|cell| cell["row"].as_str()).collect();
    for (weights, column) in [("elapsed_per_kb", "kb_per_sec"), ("total_cpu_per_kb", "total_cpu_per_kb")] {
        // The dedicated device's phases in proportion to its first read. Both reads take the same.
        let of = |phase: &str| if phase == "reread" { 1.0 } else { value("eded", phase, weights) };
        let weights: BTreeMap<_, _> = PHASES.iter().zip(["write", "rewrite", "read", "reread"].map(of)).collect();
        let all: f64 = weights.values().sum();
        for row in rows.iter().filter(|row| **row != "EDED") {
            // Throughputs are inverted into times before they are added up.
            let time = |ratio: f64| if column == "kb_per_sec" { 1.0 / ratio } else { ratio };
            let total: f64 = PHASES.iter().map(|table| weights[table] / all * time(value(table, row, column))).sum();
            let overall = value("overall", row, column);
            assert!((time(total) / overall - 1.0).abs() < 0.01, "{row}, {column}: {} for {overall}", time(total));
        }
    }
}

#[test]
fn cps_share_is_in_the_three_columns_of_processor_time() {
    for (table, phase) in PHASES.iter().zip(["write", "rewrite", "read", "reread"]) {
        let share = value("eded", phase, "cp_share");
        for row in cells(table).filter_map(|cell| cell["row"].as_str()) {
            let column = |name: &str| value(table, row, name);
            let total = share * column("cp_cpu_per_kb") + (1.0 - share) * column("virtual_cpu_per_kb");
            assert!((total - column("total_cpu_per_kb")).abs() < 0.011, "{table}, {row}: {total}");
        }
    }
}

#[test]
fn each_configuration_is_predicted_from_the_others() {
    let report = run(&["calibrate", "disk-paths", "--check"]).fine();
    let line = report.lines().find(|line| line.starts_with("kb_per_s")).expect("a line");
    let number = |after: &str| {
        let rest = line.split_once(after).expect("what is looked for").1;
        rest.split_once(" %").and_then(|(number, _)| number.trim().parse::<f64>().ok()).expect("a number")
    };
    assert!(line.contains("44 cells"), "{line}");
    assert!(number("median error") <= 3.0, "{line}");
    assert!(number("largest") <= 13.5, "{line}");
}
