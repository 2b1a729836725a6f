//! Fits that the labs' texts quote together with their commands: readers can run these commands, and this test does so.

use crate::run::{repository, run};
use serde_json::Value;
use std::fs::read_to_string;

/// A number in a quoted fit.
#[derive(Clone, Copy)]
enum Number {
    /// A fitted parameter.
    Parameter(&'static str),
    /// An upper bound on a fitted parameter.
    ParameterBelow(&'static str),
    /// The error of all fitted cells, in percent: the root mean square of the logarithms of model over published value.
    Error,
    /// The largest error of a fitted cell, in percent.
    LargestError,
    /// The error, computed like `Error`, of all cells, each predicted by a fit without its configuration.
    LeftOutError,
    /// An end of a parameter's 95 % interval: 0 is the lower end.
    IntervalEnd(&'static str, usize),
    /// The largest error, in percent, of a table column's cells in these rows, predicted by a fit without the column.
    LeftOut(&'static str, &'static str, &'static [&'static str]),
}

/// Arguments of `pathlength calibrate`, the resulting number, and its printed form in the lab.
const FITS: &[(&str, Number, &str)] = &[
    ("disk-paths --free fill_records", Number::Parameter("fill_records"), "1.97"),
    (
        "disk-paths --cross-validate column",
        Number::LeftOut("initial-read", "kb_per_sec", &["EMD1", "D241", "D221", "D211", "FMD1"]),
        "6 %",
    ),
    ("disk-paths --free small_block_copy --bootstrap 100", Number::IntervalEnd("small_block_copy", 0), "1.93"),
    ("disk-paths --free small_block_copy --bootstrap 100", Number::IntervalEnd("small_block_copy", 1), "2.46"),
    ("disk-paths --cross-validate configuration", Number::LeftOutError, "5.9 %"),
    ("disk-paths --free small_block_copy --cross-validate configuration", Number::LeftOutError, "6.0 %"),
    ("disk-paths --fix eckd_read_rate=34000", Number::Error, "5 %"),
    ("disk-paths --fix eckd_read_rate=46000", Number::Error, "5 %"),
    ("disk-paths --fix request_kb=64", Number::Error, "6 %"),
    ("disk-paths --free fcp_write_request_kb", Number::ParameterBelow("fcp_write_request_kb"), "200 KB"),
    ("disk-paths --fix write_overlap=20", Number::Error, "6 %"),
    ("disk-paths --fix write_overlap=3", Number::Error, "5 %"),
    ("zfs-directories --fix v5_processor_cache=128", Number::Parameter("v5_page_fetch"), "6 µs"),
    ("zfs-directories", Number::Error, "4.1 %"),
    ("zfs-directories --fix v2r2_read=1", Number::Error, "4.9 %"),
    ("zfs-directories --fix z196_client=1", Number::Error, "4.5 %"),
    ("zfs-directories --fix v2r2_client=0.8516", Number::Error, "4.5 %"),
    (
        "zfs-directories --fix list_name_memory=0.02 --free list_name_memory",
        Number::Parameter("list_name_memory"),
        "0.016 µs",
    ),
    ("zfs-directories --fix list_name_memory=0.02 --free list_name_memory", Number::Error, "4.1 %"),
    ("zfs-directories --fix client_refetch=8 --free client_refetch", Number::Parameter("client_refetch"), "8.3 µs"),
    (
        "zfs-directories --fix client_refetch=8 --free client_refetch --role v2r2-ptestdu:20000:*=fit",
        Number::LargestError,
        "16.4 %",
    ),
    ("zfs-directories --fix name_bytes=52", Number::Error, "4.2 %"),
    ("zfs-directories --fix name_bytes=16", Number::Error, "4.2 %"),
];

/// Returns each line of the labs' texts, joined to the line before it.
fn lines() -> Vec<String> {
    let mut lines = Vec::new();
    for lab in std::fs::read_dir(repository().join("labs")).expect("the labs").flatten() {
        for file in ["lab.md", "parameters.toml", "notes.teacher.md"] {
            let text = read_to_string(lab.path().join(file)).unwrap_or_default();
            let own: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
            // A sentence may continue on the next line.
            let before = std::iter::once("").chain(own.iter().copied());
            lines.extend(before.zip(&own).map(|(before, line)| format!("{before} {line}")));
        }
    }
    lines
}

fn evaluate(options: &str, number: Number) -> f64 {
    let mut arguments = vec!["calibrate"];
    arguments.extend(options.split(' '));
    arguments.extend(["--format", "json"]);
    let report: Value = serde_json::from_str(&run(&arguments).fine()).expect("JSON");
    let of = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("{options}: no number in {report}"));
    match number {
        Number::Parameter(name) | Number::ParameterBelow(name) => of(&report["parameters"][name]["fitted"]),
        Number::Error => 100.0 * of(&report["groups"][0]["rms_log_error"]),
        Number::LargestError => 100.0 * of(&report["groups"][0]["max_error"]),
        Number::LeftOutError => {
            let cells = report["cross_validation"].as_array().expect("cells").iter();
            let errors: Vec<f64> = cells.filter_map(|cell| cell["error"].as_f64()).map(libm::log1p).collect();
            assert!(errors.len() > 100);
            100.0 * (errors.iter().map(|error| error * error).sum::<f64>() / errors.len() as f64).sqrt()
        }
        Number::IntervalEnd(name, end) => of(&report["parameters"][name]["interval"][end]),
        Number::LeftOut(table, column, rows) => {
            let cells = report["cross_validation"].as_array().expect("cells");
            let cells = cells.iter().filter(|cell| cell["table"] == table && cell["column"] == column);
            let cells: Vec<_> = cells.filter(|cell| rows.iter().any(|row| cell["row"] == *row)).collect();
            assert_eq!(cells.len(), rows.len());
            100.0 * cells.iter().map(|cell| of(&cell["error"]).abs()).fold(0.0, f64::max)
        }
    }
}

#[test]
fn quoted_fit_gives_the_number_beside_it() {
    let lines = lines();
    for &(options, number, printed) in FITS {
        let command = format!("`pathlength calibrate {options}`");
        let quoted =
            lines.iter().find(|line| line.contains(&command)).unwrap_or_else(|| panic!("no lab has {command}"));
        assert!(quoted.contains(printed), "{printed} is not beside {command}");
        let digits = printed.split(' ').next().expect("a number");
        let value = evaluate(options, number);
        if let Number::ParameterBelow(_) = number {
            assert!(value < digits.parse().expect("a number"), "{command}: {value}");
        } else {
            let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
            assert_eq!(format!("{value:.decimals$}"), digits, "{command}");
        }
    }
}

#[test]
fn quoted_fits_of_all_labs_are_run_here() {
    for line in lines() {
        for quoted in line.split("`pathlength calibrate ").skip(1) {
            let options = quoted.split('`').next().expect("the rest of the line");
            assert!(FITS.iter().any(|(known, ..)| *known == options), "nothing runs `pathlength calibrate {options}`");
        }
    }
}

#[test]
fn text_about_a_trial_names_how_to_repeat_it() {
    for line in lines() {
        for phrase in ["tried once", "checked once", "fitted once", "we tried", "assumed:tried"] {
            assert!(!line.contains(phrase), "\"{phrase}\" in: {line}");
        }
    }
}
