//! Plain data in and out. Of labs and questions only what is computed is read: to read their text, which may be
//! nested without end, would take most of the module.

use js_sys::Error;
use pathlength_bindings::js_error;
use pathlength_lab::{Answer, Choice, Draw, Feedback, FeedbackTo, Lab, Question, Table};
use pathlength_model::{Parameters, Settings};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

/// Reads an object; `name` is what errors call it.
pub(super) fn read<T: DeserializeOwned>(value: &JsValue, name: &str) -> Result<T, Error> {
    serde_wasm_bindgen::from_value(value.clone())
        .map_err(|error| Error::new(&format!("the {name} cannot be read: {error}")))
}

/// Makes an object.
pub(super) fn write(value: &impl Serialize) -> Result<JsValue, Error> {
    value.serialize(&Serializer::json_compatible()).map_err(js_error)
}

/// A lab without its text.
pub(super) fn lab(value: &JsValue) -> Result<Lab, Error> {
    #[derive(Deserialize)]
    struct Computed {
        id: String,
        model: String,
        #[serde(default)]
        start: Settings,
        tables: Vec<Table>,
        parameters: Parameters,
    }
    let Computed { id, model, start, tables, parameters } = read(value, "lab")?;
    Ok(Lab { id, model, start, tables, parameters, ..Lab::default() })
}

/// A question without its text.
pub(super) fn question(value: &JsValue) -> Result<Question, Error> {
    #[derive(Deserialize)]
    struct Judged {
        id: String,
        answer: JudgedAnswer,
        #[serde(default)]
        draws: Vec<Draw>,
        feedback: Vec<JudgedFeedback>,
    }
    #[derive(Deserialize)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum JudgedAnswer {
        Number { value: String, unit: String, tolerance: String },
        Choice { choices: Vec<JudgedChoice>, many: bool },
    }
    #[derive(Deserialize)]
    struct JudgedChoice {
        id: String,
        right: bool,
    }
    #[derive(Deserialize)]
    struct JudgedFeedback {
        to: FeedbackTo,
    }

    let Judged { id, answer, draws, feedback } = read(value, "question")?;
    let choice = |JudgedChoice { id, right }| Choice { id, text: Vec::new(), right };
    Ok(Question {
        id,
        ask: Vec::new(),
        answer: match answer {
            JudgedAnswer::Number { value, unit, tolerance } => Answer::Number { value, unit, tolerance },
            JudgedAnswer::Choice { choices, many } => {
                Answer::Choice { choices: choices.into_iter().map(choice).collect(), many }
            }
        },
        points: 0,
        draws,
        after: None,
        feedback: feedback.into_iter().map(|JudgedFeedback { to }| Feedback { to, blocks: Vec::new() }).collect(),
        hints: Vec::new(),
    })
}
