//! Declared models: their results compared with independent values, and their authors' mistakes.

#[cfg(any(feature = "network", feature = "trace"))]
mod dice;
mod hostile;
#[cfg(feature = "network")]
mod hostile_networks;
#[cfg(feature = "trace")]
mod hostile_traces;
#[cfg(feature = "network")]
mod network;
#[cfg(feature = "network")]
mod network_bounds;
mod queues;
mod raid;
mod refusals;
#[cfg(feature = "trace")]
mod trace;

use pathlength_declared::{Declaration, Model};
use pathlength_model::{Evaluation, Model as _, ModelError, Setting, Settings};
use serde_json::Value;

/// Parameters: name, unit, and value.
type Parameters<'a> = &'a [(&'a str, &'a str, f64)];

fn opened(declaration: &Value, parameters: Parameters<'_>) -> Result<Model, ModelError> {
    let declaration: Declaration = serde_json::from_value(declaration.clone()).expect("a declaration");
    let units: Vec<_> = parameters.iter().map(|(name, unit, _)| ((*name).to_owned(), (*unit).to_owned())).collect();
    let value = |wanted: &str| parameters.iter().find(|(name, ..)| *name == wanted).map(|(.., value)| *value);
    Model::open(&declaration, &units, &value)
}

fn scenario(settings: &Value) -> Settings {
    serde_json::from_value(settings.clone()).expect("settings")
}

fn evaluate(model: &mut Model, settings: &Value) -> Result<Evaluation, ModelError> {
    model.evaluate(&scenario(settings))
}

/// Returns the value of an output in a scenario.
fn output(model: &mut Model, name: &str, settings: &Value) -> f64 {
    evaluate(model, settings).and_then(|evaluation| evaluation.output(name)).expect("an output")
}

fn number(value: f64) -> Setting {
    Setting::Number(value)
}

/// Fails unless two values agree to 12 digits.
fn same(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-12 * expected.abs(), "{found} and {expected}");
}
