//! Plain data crosses as JSON: the depth of what comes in is bounded, and an error says where it is.

use js_sys::{Error, JSON};
use pathlength_bindings::js_error;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

/// Reads an object; `name` is what errors call it.
pub(super) fn read<T: DeserializeOwned>(value: &JsValue, name: &str) -> Result<T, Error> {
    // What refers to itself, or is no data at all, has no text.
    let text = JSON::stringify(value).ok().and_then(|text| text.as_string());
    let text = text.ok_or_else(|| Error::new(&format!("the {name} must be plain data")))?;
    serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_str(&text)).map_err(|error| {
        let place = error.path().to_string();
        let what = error.inner().to_string();
        // Lines and columns are those of a text that nobody has seen.
        let what = what.rsplit_once(" at line ").map_or(what.as_str(), |(what, _)| what);
        let place = if place == "." { String::new() } else { format!(", {place}") };
        Error::new(&format!("the {name}{place}: {what}"))
    })
}

/// Makes an object.
pub(super) fn write(value: &impl Serialize) -> Result<JsValue, Error> {
    let text = serde_json::to_string(value).map_err(js_error)?;
    JSON::parse(&text).map_err(|_| Error::new("the answer is no data"))
}
