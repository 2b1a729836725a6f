//! The results of one scenario as JSON.

use crate::{ENGINE, LabError};
use pathlength_model::{Description, Evaluation, Settings, Term};
use serde::Serialize;
use std::collections::BTreeMap;

/// The JSON of a run, with everything needed to repeat it.
#[derive(Serialize)]
struct Answer<'a> {
    lab: &'a str,
    lab_hash: &'a str,
    engine: &'static str,
    scenario: &'a Settings,
    outputs: BTreeMap<&'static str, f64>,
    units: BTreeMap<&'a str, &'a str>,
    terms: &'a [Term],
}

/// Returns the results of a lab for a scenario, with the lab's id and hash.
///
/// # Errors
/// Returns no error: the results are plain data.
pub fn run_json(
    (lab, lab_hash): (&str, &str),
    description: &Description,
    scenario: &Settings,
    evaluation: &Evaluation,
) -> Result<String, LabError> {
    let of = |output: &str| description.outputs.iter().find(|known| known.name == output);
    let units = evaluation.outputs.iter().filter_map(|(name, _)| of(name));
    let answer = Answer {
        lab,
        lab_hash,
        engine: ENGINE,
        scenario,
        outputs: evaluation.outputs.iter().copied().collect(),
        units: units.map(|output| (output.name.as_str(), output.unit.as_str())).collect(),
        terms: &evaluation.terms,
    };
    Ok(serde_json::to_string_pretty(&answer)? + "\n")
}
