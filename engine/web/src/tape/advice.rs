//! Advice on the codec for a workload.

use crate::boundary::js_error;
use crate::read::{Words, words};
use js_sys::Error;
use pathlength_tape::advice::{AdviceRules, CodecChoice};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// An advisor that recommends a codec by the rules of a lab's table.
#[wasm_bindgen]
#[derive(Debug)]
pub struct CodecAdvisor(AdviceRules);

#[wasm_bindgen]
impl CodecAdvisor {
    /// Creates an advisor from the table's column names and its cells, row by row.
    ///
    /// # Errors
    /// Throws if a column, an answer, or a recommendation is unknown, and if there is no column of recommendations.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::needless_pass_by_value)] // wasm-bindgen passes owned values
    pub fn new(columns: Vec<String>, cells: Vec<String>) -> Result<CodecAdvisor, Error> {
        let rows: Vec<_> = cells.chunks(columns.len().max(1)).map(<[String]>::to_vec).collect();
        AdviceRules::new(&columns, &rows).map(Self).map_err(js_error)
    }

    /// Returns the questions, the advice, and all rules for the given answers.
    ///
    /// # Errors
    /// Throws if one of the answers is unknown.
    pub fn choose(&self, answers: Words) -> Result<Ts<CodecChoice>, Error> {
        self.0.choose(&words(answers, "answers")?).map_err(js_error)?.into_ts().map_err(js_error)
    }
}
