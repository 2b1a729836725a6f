//! Real outputs of fio and sysstat, numbers that break a law, forecasts compared with formulas, and hostile input.

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

/// Returns the JSON of a sample, without the lines before it.
fn json(name: &str) -> Value {
    let text = sample(name);
    serde_json::from_str(&text[text.find("\n{").map_or(0, |at| at + 1)..]).expect("JSON")
}

/// Reads and explains an output.
fn explained(text: &str) -> Explanation {
    let measurements = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    explain(measurements, Options::default())
}

/// Returns the conclusion about an output.
fn conclusion(text: &str) -> Finding {
    explained(text).conclusion.unwrap_or_else(|| panic!("no conclusion about {text}"))
}

/// Returns the conclusion about an output and its forecast.
fn forecast(text: &str, kind: Kind) -> (Finding, Forecast) {
    let finding = conclusion(text);
    assert_eq!(finding.kind, kind, "{}", finding.text);
    let forecast = finding.forecast.clone().expect("a forecast");
    (finding, forecast)
}

/// Returns the error about an output.
fn refused(bytes: &[u8]) -> String {
    read(bytes).map_or_else(|error| error.to_string(), |read| panic!("read as {}", read.format))
}

/// Checks that two numbers are equal to six digits.
#[track_caller]
fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-6 * expected.abs(), "{found} instead of {expected}");
}
