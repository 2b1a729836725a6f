//! Whether an answer is right, and what is said to it.

use serde::{Deserialize, Serialize};

/// What a reader answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Given {
    /// A number, as it was written: "12.5k", "1.2 ms", "1,200".
    Number {
        /// The text.
        text: String,
    },
    /// What was chosen.
    Choice {
        /// The ids of the choices.
        ids: Vec<String>,
    },
}

/// What becomes of an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Verdict {
    /// Whether it is right.
    pub right: bool,
    /// What is said to it, as a place in the question's `feedback`.
    pub feedback: Option<u32>,
    /// The reader's number in the unit that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub value: Option<f64>,
    /// Why it is no answer at all, such as a text that is no number; then it counts as no attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub problem: Option<String>,
}
