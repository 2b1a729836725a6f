//! Shared by all modules: passes panics and errors to JavaScript.

use js_sys::Error;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Reports a panic; the worker sets this function before a module starts.
    #[wasm_bindgen(js_name = reportPanic)]
    fn report_panic(message: &str);
}

#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| report_panic(&panic.to_string())));
}

/// Converts an error to a JavaScript `Error` with the engine's own message.
pub(crate) fn js_error(error: impl std::fmt::Display) -> Error {
    Error::new(&error.to_string())
}

/// Creates an object that is passed to JavaScript with its TypeScript type.
#[cfg(feature = "rest")]
pub(crate) fn to_js<T: tsify::Tsify + serde::Serialize>(value: &T) -> Result<tsify::Ts<T>, Error> {
    value.into_ts().map_err(js_error)
}

/// Returns the value that a word names; `kind` describes the word in error messages.
#[cfg(any(feature = "first", feature = "rest"))]
pub(crate) fn parse_word<T: pathlength_model::Word>(word: &str, kind: &str) -> Result<T, Error> {
    T::from_word(word).ok_or_else(|| {
        Error::new(&["unknown ", kind, " \"", word, "\": choose one of ", &T::WORDS.join(", ")].concat())
    })
}
