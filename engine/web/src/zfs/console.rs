//! The console for zFS commands.

use crate::boundary::to_js;
use js_sys::Error;
use pathlength_zfs::aggregate::console::{Console, Line};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// A console with a few simulated aggregates.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ConsoleView(Console);

/// A line of output.
#[derive(Debug, Serialize, Tsify)]
pub struct AnswerLine {
    /// The kind of line: message, report, done, refused, or remark.
    pub kind: &'static str,
    /// The text of the line.
    pub text: String,
}

#[wasm_bindgen]
impl ConsoleView {
    /// Creates a console in its initial state.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)] // JavaScript has no `Default`
    pub fn new() -> Self {
        Self(Console::new())
    }

    /// Executes a line and returns the output.
    ///
    /// # Errors
    /// Never throws in practice: the result is plain data.
    pub fn answer(&mut self, line: &str) -> Result<Vec<Ts<AnswerLine>>, Error> {
        let lines = self.0.answer(line);
        lines.into_iter().map(|Line { kind, text }| to_js(&AnswerLine { kind: kind.word(), text })).collect()
    }
}
