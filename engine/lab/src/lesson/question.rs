//! Predictions and questions.

use super::{Block, Inline, Scale};
use pathlength_model::Settings;
use serde::{Deserialize, Serialize};

/// A prediction that the reader makes before the result is shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Predict {
    /// Id, unique in the lab.
    pub id: String,
    /// Prompt.
    pub ask: Vec<Block>,
    /// Kind of prediction.
    pub guess: Guess,
    /// Feedback on the prediction; the first that applies is shown. Predictions have no points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub feedback: Vec<Feedback>,
    /// Hints, one at a time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub hints: Vec<Vec<Block>>,
}

/// The kind of a prediction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Guess {
    /// One of several choices.
    Choice {
        /// The choices.
        choices: Vec<Choice>,
    },
    /// A number.
    Number {
        /// Unit.
        unit: String,
        /// Expression for the right number.
        answer: String,
        /// Expression for the tolerance within which a number gets the feedback for a right number; absent without
        /// feedback.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", tsify(optional))]
        tolerance: Option<String>,
    },
    /// A curve of an output over a setting.
    Curve(Curve),
}

/// A curve that the reader draws.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Curve {
    /// The setting along the x axis.
    pub x: String,
    /// The model's output along the y axis.
    pub y: String,
    /// Values of x at which the reader draws the curve, ascending.
    pub points: Vec<f64>,
    /// Minimum and maximum of the y axis.
    pub range: [f64; 2],
    /// Scale of the x axis.
    pub x_scale: Scale,
    /// Scale of the y axis.
    pub y_scale: Scale,
    /// Expression for the y value at the first point, if the page shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub given: Option<String>,
    /// Settings of the scenario, which override the lab's initial settings.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, Setting>"))]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, pathlength_model::Setting>"))]
    pub scenario: Settings,
}

/// A question with an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Id, unique in the lab.
    pub id: String,
    /// Prompt.
    pub ask: Vec<Block>,
    /// The right answer.
    pub answer: Answer,
    /// Points for the right answer.
    pub points: u32,
    /// Numbers that differ from reader to reader.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub draws: Vec<Draw>,
    /// Id of the block whose run the question is about. An answer given before any run of this block is flagged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub after: Option<String>,
    /// Feedback on answers; the first that applies is shown.
    pub feedback: Vec<Feedback>,
    /// Hints, one at a time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub hints: Vec<Vec<Block>>,
}

/// The right answer to a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// A number.
    Number {
        /// Expression for the right number.
        value: String,
        /// Unit of the answer; a reader can use another unit of the same dimension.
        unit: String,
        /// Expression for the tolerance: a share of the right number, such as `5 %`, or an amount with a unit. With
        /// `3 significant figures` instead, the number must be right to three figures and written with at least three.
        tolerance: String,
    },
    /// The right choice, or all right choices if several can be selected.
    Choice {
        /// The choices.
        choices: Vec<Choice>,
        /// Whether several choices can be selected.
        many: bool,
    },
}

/// An answer choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Id, unique among the choices.
    pub id: String,
    /// Text.
    pub text: Vec<Inline>,
    /// Whether the choice is right.
    pub right: bool,
}

/// A random number drawn with the reader's seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// Name in expressions and in the text.
    pub name: String,
    /// Possible values; without a seed, the first one is used.
    pub values: Vec<f64>,
    /// Unit; empty for a plain number.
    pub unit: String,
}

/// Feedback on an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Feedback {
    /// The answers that get this feedback.
    pub to: FeedbackTo,
    /// Content.
    pub blocks: Vec<Block>,
}

/// The answers to which a feedback text applies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum FeedbackTo {
    /// The right answer.
    Right,
    /// Any wrong answer.
    Wrong,
    /// One choice.
    Choice {
        /// Id of the choice.
        id: String,
    },
    /// A wrong number that satisfies a condition such as `near(…, 5 %)`.
    When {
        /// The condition.
        condition: String,
    },
}
