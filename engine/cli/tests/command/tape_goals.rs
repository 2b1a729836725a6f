//! The project's accuracy goals for the tape server model.

use crate::run::{feed, run};
use pathlength_codecs::CODECS;
use serde_json::Value;
use std::sync::LazyLock;

/// The lab's report, computed once.
static REPORT: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(&run(&["reproduce", "tape-compression", "--format", "json"]).fine()).expect("JSON")
});

fn table(id: &str) -> &'static Value {
    REPORT["tables"].as_array().expect("a list").iter().find(|table| table["id"] == id).expect("a table")
}

fn cells(id: &str) -> impl Iterator<Item = &'static Value> {
    table(id)["cells"].as_array().expect("a list").iter()
}

fn cell(id: &str, row: &str, column: &str) -> &'static Value {
    cells(id).find(|cell| cell["row"] == row && cell["column"] == column).expect("a cell")
}

fn number(cell: &Value, name: &str) -> f64 {
    cell[name].as_f64().unwrap_or_else(|| panic!("{cell} has no {name}"))
}

/// Seventeen of nineteen bounds are satisfied; the two misses are known and shown.
#[test]
fn throughput_bounds_reproduced_all_but_two_are_met() {
    let summary = &table("rates")["summary"];
    assert_eq!((summary["bounds"].as_u64(), summary["bounds_met"].as_u64()), (Some(19), Some(17)), "{summary}");
    let missed: Vec<_> = cells("rates").filter(|cell| cell["met"] == false).map(|cell| &cell["row"]).collect();
    assert_eq!(missed, ["lz4-single", "ts7740-read"]);
}

/// A gain of 1.07 does not satisfy "up to two times", and a narrow margin is reported as narrow.
#[test]
fn throughput_bounds_reproduced_report_their_margins() {
    for (row, column, least) in [("ficon-16-high", "rate", 3600.0), ("lz4-single", "order", 1.9)] {
        let cell = cell("rates", row, column);
        let margin = number(cell, "model") / least - 1.0;
        assert!((number(cell, "margin") - margin).abs() < 1e-12, "{row}: {cell}");
    }
    assert!(number(cell("rates", "ficon-16-high", "rate"), "margin") < 0.01);
    assert!(number(cell("rates", "lz4-single", "order"), "margin") < -0.4);
}

/// The documents state the report's numbers of bounds.
#[test]
fn documents_bound_counts_equal_the_report() {
    let summary = &table("rates")["summary"];
    let counts = format!("{} of {}", summary["bounds_met"], summary["bounds"]);
    for document in ["README.md", "CHANGELOG.md"] {
        let path = format!("{}/../../{document}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(text.split_whitespace().collect::<Vec<_>>().join(" ").contains(&counts), "{document}: {counts}");
    }
}

/// Step 8 asks which codec finishes four jobs first in its chart, and why the source names FICON along with LZ4.
#[test]
fn four_jobs_right_answer_is_the_fastest_codec() {
    let lab = std::fs::read_to_string(format!("{}/../../labs/tape-compression/lab.md", env!("CARGO_MANIFEST_DIR")));
    let lab = lab.expect("the lab's text");
    let question =
        lab.split("::::question{#q-window ").nth(1).and_then(|rest| rest.split("\n::::\n").next()).expect("a question");
    let rate =
        |codec| number(&answer(&format!(r#""codec": "{codec}", "data": "RECS4", "drawers": 10, "jobs": 4"#)), "rate");
    let fastest = [("ficon", "aldc"), ("lz4", "lz4"), ("zstd", "zstd")].map(|(choice, codec)| (choice, rate(codec)));
    for (choice, reached) in fastest {
        let right = fastest.iter().all(|(_, other)| *other <= reached);
        assert_eq!(question.contains(&format!(":::choice{{#{choice} right}}")), right, "{choice}: {reached} MB/s");
        assert!(right || question.contains(&format!(":::choice{{#{choice}}}")), "{choice} is not offered");
    }
}

/// Both fitted values are reproduced as printed.
#[test]
fn fitted_values_are_reproduced() {
    for (row, column) in [("ficon-8", "rate"), ("ficon-single", "order")] {
        assert!(number(cell("rates", row, column), "error").abs() < 0.001, "{row}");
    }
    let told = run(&["calibrate", "tape-compression", "--check"]).fine();
    assert!(["adapter_8", "zstd_share"].iter().all(|name| told.contains(name)), "{told}");
}

/// The tolerances are in percentage points. The mean at level 3 of ZSTD is not checked: it is well above the published
/// mean.
#[test]
fn patterns_have_statistics_of_the_published_data_sets() {
    for (row, column, points) in [
        ("lz4", "gain_mean", 5.0),
        ("lz4", "gain_least", 5.0),
        ("lz4", "gain_most", 10.0),
        ("lz4", "gain_count", 0.0),
        ("zstd", "gain_mean", 5.0),
        ("zstd", "gain_least", 10.0),
        ("zstd", "gain_most", 15.0),
        ("zstd", "gain_count", 0.0),
        ("zstd-3", "gain_count", 0.0),
    ] {
        let cell = cell("gains", row, column);
        let off = number(cell, "model") - number(cell, "published");
        assert!(off.abs() <= points, "{row}, {column}: {off:+.1} of {points}");
    }
}

/// For random data, stored data have the ratio 1, and a history of 512 bytes gives the printed value after rounding.
#[test]
fn random_data_grow_as_published() {
    let ficon = number(cell("a00", "aldc", "ratio"), "model");
    assert!(((100.0 * ficon).round() / 100.0 - 0.89).abs() < 1e-9, "{ficon}");
    for row in ["lz4", "zstd"] {
        assert!((number(cell("a00", row, "ratio"), "model") - 1.0).abs() < 1e-12, "{row}");
    }
}

/// The compression ratio of the mixture is near the average of its components, as the source states for its own
/// mixture.
#[test]
fn mixture_is_near_the_average() {
    for codec in ["aldc", "lz4", "zstd", "deflate"] {
        let [mixture, all] = ["recs4", "all"].map(|column| number(cell("recs4", codec, column), "model"));
        assert!((mixture / all - 1.0).abs() < 0.1, "{codec}: {mixture}, {all}");
    }
}

/// Evaluates one scenario with the command and returns the outputs by name.
fn answer(settings: &str) -> Value {
    let told = feed(&["run", "tape-compression", "-"], format!("{{{settings}}}").as_bytes()).fine();
    serde_json::from_str::<Value>(&told).expect("JSON")["outputs"].clone()
}

const PATTERNS: [&str; 18] = [
    "DB2IX", "LOADLIB", "DB2PAGE", "VSAMKSDS", "DSSDUMP", "SMF70", "CICSJRN", "DB2UNLD", "OPERLOG", "JSON", "REPORT",
    "SMF30", "COBOL", "DUMP", "IMSLOG", "CUSTMAST", "XML", "LISTING",
];

/// The statement about data sets above and below a ratio holds for every pattern; the table shows the patterns nearest
/// to the ratio.
#[test]
fn patterns_above_a_ratio_are_fast_and_those_below_are_not() {
    for (codec, knee, rate, rows) in
        [("aldc", 1.5, 3600.0, ["ficon-16-high", "ficon-16-low"]), ("lz4", 2.0, 4000.0, ["lz4-16-high", "lz4-16-low"])]
    {
        let told: Vec<_> = PATTERNS
            .iter()
            .map(|data| answer(&format!(r#""codec": "{codec}", "data": "{data}""#)))
            .map(|told| (number(&told, "ratio"), number(&told, "rate")))
            .collect();
        for (ratio, reached) in &told {
            assert_eq!(*ratio >= knee, *reached > rate, "{codec}: {ratio}, {reached} MB/s");
        }
        let high = told.iter().filter(|(ratio, _)| *ratio >= knee).map(|(ratio, _)| *ratio).fold(f64::MAX, f64::min);
        let low = told.iter().filter(|(ratio, _)| *ratio < knee).map(|(ratio, _)| *ratio).fold(0.0, f64::max);
        for (row, nearest) in rows.into_iter().zip([high, low]) {
            let shown = number(cell("rates", row, "rate"), "model");
            let (_, reached) = told.iter().find(|(ratio, _)| (ratio - nearest).abs() < 1e-12).expect("a pattern");
            assert!((shown - reached).abs() < 1e-9, "{row} is not about the pattern with a ratio of {nearest}");
        }
    }
}

#[test]
fn impossible_scenario_is_refused_with_reason() {
    for (settings, sentence) in [
        (r#""codec": "zstd", "drawers": 0"#, "setting drawers must be a whole number from 1 to 10"),
        (r#""codec": "zstd", "jobs": 1e9"#, "setting jobs must be a whole number from 1 to 1024"),
        (r#""codec": "zstd", "jobs": 1.5"#, "setting jobs must be a whole number"),
        (r#""codec": "zstd", "link_gb": 10"#, "setting link_gb must be one of 8, 16"),
        (r#""codec": "zip""#, &format!("setting codec must be one of {}", CODECS.map(|codec| codec.name).join(", "))),
        (r#""data": "RECS4""#, "setting codec must be one of"),
        (r#""codec": "zstd", "ratio": 0.01"#, "setting ratio must be at least 0.1"),
        (r#""codec": "zstd", "field_entropy": 0"#, "field_entropy must be greater than 0"),
        (r#""codec": "zstd", "work": "sustained_write""#, "choose machine ts7760t"),
        (r#""codec": "zstd", "level": 30"#, "setting level must be a whole number from 1 to 9"),
        (r#""codec": "zstd", "tapes": 3"#, "the model has no setting \"tapes\""),
    ] {
        feed(&["run", "tape-compression", "-"], format!("{{{settings}}}").as_bytes()).refused(&[sentence]);
    }
}
