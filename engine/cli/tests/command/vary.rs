//! Sensitivity of satisfied bounds: the study in the lab tape-compression equals the command's result.

use crate::run::run;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::PathBuf;

fn data(file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../labs/tape-compression/data").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn recorded_study_is_what_the_command_computes() {
    let output = run(&["vary", "tape-compression", "rates", "--format", "csv"]).fine();
    assert_eq!(output, data("choice.csv"));
}

#[test]
fn recorded_counts_are_those_of_the_same_draws() {
    let output = run(&["vary", "tape-compression", "rates", "--format", "json"]).fine();
    let studies: Vec<Value> = serde_json::from_str(&output).expect("JSON");
    let mut table = String::from("within,least,lower_quarter,median,upper_quarter,most\n");
    for study in &studies {
        let satisfied: Vec<u64> = serde_json::from_value(study["satisfied"].clone()).expect("a list");
        assert!(satisfied.is_sorted() && satisfied.len() == 400);
        let [least, lower, median, upper, most] = [0, 100, 199, 299, 399].map(|at: usize| satisfied[at]);
        assert_eq!(median, satisfied[200], "the middle of an even number of draws");
        let within = 100.0 * study["within"].as_f64().expect("a number");
        writeln!(table, "{within},{least},{lower},{median},{upper},{most}").expect("a string takes all");
        let shares =
            study["bounds"].as_array().expect("a list").iter().map(|bound| bound["share"].as_f64().expect("one"));
        let mean = satisfied.iter().sum::<u64>() as f64 / 400.0;
        assert!((shares.sum::<f64>() - mean).abs() < 1e-9, "both count the same draws");
    }
    assert_eq!(table, data("choice-counts.csv"));
}

/// The lab states how many bounds every draw satisfies.
#[test]
fn text_counts_the_bounds_that_always_hold() {
    let always = data("choice.csv").lines().filter(|line| line.split(',').nth(1) == Some("100")).count();
    assert_eq!(always, 6);
    assert!(data("../lab.md").contains("Six are not: every draw satisfies them"));
}

#[test]
fn narrower_draws_keep_what_the_lab_satisfies() {
    let output =
        run(&["vary", "tape-compression", "rates", "--within", "1", "--draws", "50", "--format", "json"]).fine();
    let studies: Vec<Value> = serde_json::from_str(&output).expect("JSON");
    let bounds = studies[0]["bounds"].as_array().expect("a list");
    let of = |stored: bool| {
        bounds.iter().filter(move |bound| bound["stored"] == stored).map(|bound| bound["share"].as_f64())
    };
    assert_eq!(of(true).count(), 17);
    assert!(of(false).all(|share| share == Some(0.0)), "a miss by 10 % is one in the neighborhood, too");
}

#[test]
fn table_without_bounds_or_choices_is_refused() {
    run(&["vary", "tape-compression", "recs4"])
        .refused(&["no parameter was fitted to table recs4, or chosen with knowledge of its values"]);
    run(&["vary", "disk-paths", "rewrite"]).refused(&["table rewrite has no bounds"]);
}
