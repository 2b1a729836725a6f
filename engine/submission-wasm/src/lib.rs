//! Thin JavaScript bindings of what a page needs to hand in: the reader's seed, and the seal on what was logged. A module
//! of its own, for the few readers who work on an assignment.

use js_sys::{Error, JSON};
use pathlength_bindings::js_error;
use pathlength_lab::submission::{self, Hash};
use serde_json::Value;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const DECLARATIONS: &str = "/** Something that happened, and when: in milliseconds since the lab was opened. */\nexport type LogEvent = { t: number } & Happening;";

/// A sealed submission.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Sealed(submission::Sealed);

#[wasm_bindgen]
impl Sealed {
    /// The file.
    #[wasm_bindgen(getter)]
    pub fn text(&self) -> String {
        self.0.text.clone()
    }

    /// The code to be told by hand.
    #[wasm_bindgen(getter)]
    pub fn receipt(&self) -> String {
        self.0.receipt.clone()
    }
}

/// What draws come from when `student` works on an assignment.
///
/// # Errors
/// If the assignment does not say whose seed it wants.
#[wasm_bindgen(js_name = seedOf)]
pub fn seed_of(
    #[wasm_bindgen(unchecked_param_type = "Assignment")] assignment: &JsValue,
    student: &str,
) -> Result<String, Error> {
    submission::seed_of(&data(assignment, "assignment")?, student).map_err(js_error)
}

/// A short name of an assignment: equal for equal ones.
///
/// # Errors
/// If it is no data.
#[wasm_bindgen(js_name = assignmentId)]
pub fn assignment_id(
    #[wasm_bindgen(unchecked_param_type = "Assignment")] assignment: &JsValue,
) -> Result<String, Error> {
    Ok(submission::assignment_id(&data(assignment, "assignment")?))
}

/// The hash of the chain after an event.
///
/// # Errors
/// If `previous` is no hash.
#[wasm_bindgen]
pub fn chain(
    previous: &str,
    #[wasm_bindgen(unchecked_param_type = "LogEvent")] event: &JsValue,
) -> Result<String, Error> {
    let previous: Hash = previous.parse().map_err(js_error)?;
    Ok(submission::chain(&previous, &data(event, "event")?).to_string())
}

/// Seals a submission that has everything but `links` and `chain`.
///
/// # Errors
/// If it lacks a part.
#[wasm_bindgen]
pub fn seal(
    #[wasm_bindgen(unchecked_param_type = "Omit<Submission, 'links' | 'chain'>")] unsealed: &JsValue,
) -> Result<Sealed, Error> {
    submission::seal(data(unsealed, "submission")?).map(Sealed).map_err(js_error)
}

/// The hash of a text, such as a canonical one.
#[wasm_bindgen]
pub fn sha256(text: &str) -> String {
    submission::sha256(text).to_string()
}

/// The canonical form (RFC 8785) of a JSON text: the same whatever the order of its keys and the spaces in it.
///
/// # Errors
/// If it is no JSON.
#[wasm_bindgen]
pub fn canonical(text: &str) -> Result<String, Error> {
    let value: Value = serde_json::from_str(text).map_err(|error| Error::new(&format!("this is no JSON: {error}")))?;
    Ok(submission::canonical(&value))
}

/// An object as the file will have it: what is undefined is left out, and what refers to itself is refused.
fn data(value: &JsValue, name: &str) -> Result<Value, Error> {
    let text = JSON::stringify(value).ok().and_then(|text| text.as_string());
    text.and_then(|text| serde_json::from_str(&text).ok())
        .ok_or_else(|| Error::new(&format!("the {name} must be plain data")))
}
