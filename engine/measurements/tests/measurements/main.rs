//! Real output of fio and sysstat, numbers that break a law, forecasts compared with formulas, and hostile input.

mod devices;
mod directories;
mod hostile;
mod jobs;
mod laws;
mod mapped;

use pathlength_measurements::explain::{Explanation, Finding, Forecast, Kind, Options, explain};
use pathlength_measurements::read;
use serde_json::Value;
use std::path::Path;

/// Returns a sample.
fn sample(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples").join(name);
    std::fs::read_to_string(path).expect("a sample")
}

/// Returns the JSON in a sample; skips the lines before the JSON.
fn json(name: &str) -> Value {
    let text = sample(name);
    serde_json::from_str(&text[text.find("\n{").map_or(0, |at| at + 1)..]).expect("JSON")
}

/// Reads and explains a tool's output.
fn explained(text: &str) -> Explanation {
    let measurements = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    explain(measurements, Options::default())
}

/// Returns the conclusion about a tool's output.
fn conclusion(text: &str) -> Finding {
    explained(text).conclusion.unwrap_or_else(|| panic!("no conclusion about {text}"))
}

/// Returns the conclusion about a tool's output, and the conclusion's forecast.
fn forecast(text: &str, kind: Kind) -> (Finding, Forecast) {
    let finding = conclusion(text);
    assert_eq!(finding.kind, kind, "{}", finding.text);
    let forecast = finding.forecast.clone().expect("a forecast");
    (finding, forecast)
}

/// Returns the error from reading a tool's output.
fn refused(bytes: &[u8]) -> String {
    read(bytes).map_or_else(|error| error.to_string(), |read| panic!("read as {}", read.format))
}

/// Checks that two numbers differ by at most one part in a million.
#[track_caller]
fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-6 * expected.abs(), "{found} instead of {expected}");
}
