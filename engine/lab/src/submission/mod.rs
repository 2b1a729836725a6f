//! What a reader hands in, and what it is worth: a classroom without a server.
//!
//! A teacher makes an [`Assignment`], which is plain data in a link. The page logs what a reader does, and seals it into
//! a [`Submission`], a file. [`replay`] judges every answer of that file anew and computes every logged run again:
//! points come from there and never from the file. [`compare`] looks for what files of a class have in common.
//!
//! The log is a chain of hashes, so damage and edits by hand are found, and a [`receipt`] can be told by hand. None of
//! this stops somebody who runs changed code: whoever has a lab can compute its answers.

mod class;
mod flag;
mod grade;
mod hash;
mod replay;
mod seal;

pub use class::compare;
pub use flag::Flag;
pub use grade::{Grade, Replay};
pub use hash::{Hash, canonical, sha256};
pub use replay::{OpenedLab, replay, replay_for};
pub use seal::{Broken, Sealed, assignment_id, chain, receipt, seal, seed_of};

use super::Given;
use pathlength_model::{Setting, Settings};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The name and version of the format.
pub const FORMAT: &str = "pathlength-submission/1";

/// What a teacher asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assignment {
    /// The lab's id.
    pub lab: String,
    /// The hash of the compiled lab.
    pub lab_hash: String,
    /// The engine's version.
    pub engine: String,
    /// The questions that count, and the predictions that must be made.
    pub questions: Vec<String>,
    /// Settings that stay as they are.
    #[serde(default)]
    pub locked: Settings,
    /// Whether what follows a prediction may be shown without one; it may if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skip: Option<bool>,
    /// Where drawn numbers come from.
    pub seed: SeedRule,
    /// What the teacher calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The share of the points that is enough: 0.6 is 60 %.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<f64>,
}

/// Where drawn numbers come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeedRule {
    /// From the assignment: the same for all.
    Same,
    /// From the assignment and the student's id.
    Student,
}

/// Who hands in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Student {
    /// The id that the teacher knows.
    pub id: String,
    /// The name.
    pub name: String,
}

/// What is handed in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// "pathlength-submission/1".
    pub format: String,
    /// What was asked for.
    pub assignment: Assignment,
    /// Who did it.
    pub student: Student,
    /// What draws of questions came from: [`seed_of`].
    pub seed: String,
    /// When it was begun, by the reader's clock.
    pub started: String,
    /// When it was sealed, by the reader's clock.
    pub ended: String,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// What the page made of it.
    pub claimed: Claimed,
    /// Four hexadecimal digits of the chain for every event: they tell where it broke.
    pub links: String,
    /// The last hash of the chain.
    pub chain: String,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Map<String, Value>")]
pub struct Event {
    /// When, in milliseconds since the lab was opened.
    pub t: f64,
    /// What.
    #[serde(flatten)]
    pub what: Happening,
}

impl TryFrom<Map<String, Value>> for Event {
    type Error = String;

    /// By hand, so that nothing unknown is let in: serde's own way to flatten would.
    fn try_from(mut parts: Map<String, Value>) -> Result<Self, String> {
        let t = parts.remove("t").and_then(|t| t.as_f64()).ok_or("an event has no time `t`")?;
        let what = Happening::deserialize(Value::Object(parts)).map_err(|error| format!("event at {t} ms: {error}"))?;
        Ok(Self { t, what })
    }
}

/// What can happen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case", deny_unknown_fields)]
pub enum Happening {
    /// The lab was opened.
    #[allow(clippy::empty_enum_variants_with_brackets)] // without them serde would let unknown fields in
    Open {},
    /// A setting was changed.
    Set {
        /// Its name.
        setting: String,
        /// Its value.
        value: Setting,
    },
    /// The model was run for a block, and said this.
    Run {
        /// The block's id.
        block: String,
        /// The scenario.
        scenario: Settings,
        /// The output.
        output: String,
        /// Its value.
        value: f64,
    },
    /// A prediction was committed.
    Predict {
        /// The prediction's id.
        block: String,
        /// What was predicted.
        prediction: Prediction,
    },
    /// What follows a prediction was shown after it.
    Reveal {
        /// The prediction's id.
        block: String,
    },
    /// What follows a prediction was shown without one.
    Skip {
        /// The prediction's id.
        block: String,
    },
    /// A hint was shown.
    Hint {
        /// The question's or prediction's id.
        block: String,
        /// How many were shown by then.
        n: u32,
    },
    /// An answer was checked.
    Answer {
        /// The question's id.
        question: String,
        /// What was answered.
        given: Given,
    },
    /// A step, or the whole lab, was begun anew.
    Reset {
        /// The step's id.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        step: Option<String>,
    },
}

/// What a reader expected before it was shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Prediction {
    /// One of several.
    Choice {
        /// The choice's id.
        id: String,
    },
    /// A number.
    Number {
        /// In the unit that was asked for.
        value: f64,
        /// As it was written.
        text: String,
    },
    /// A curve.
    Curve {
        /// The y values at the points that were asked for.
        values: Vec<f64>,
    },
}

/// What the page made of it: nothing that points are given for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claimed {
    /// Points over all points there are; 0 where there are none.
    pub score: f64,
    /// Points.
    pub points: f64,
    /// By question.
    pub questions: BTreeMap<String, ClaimedQuestion>,
}

/// What the page made of a question.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimedQuestion {
    /// Whether any answer to it was right.
    pub right: bool,
    /// Points.
    pub points: f64,
}

/// An assignment as its teacher has it: as it was written, which is what its code and drawn numbers come from, and what
/// that means.
#[derive(Clone, Debug, PartialEq)]
pub struct SetAssignment {
    pub(super) value: Value,
    /// What it asks for.
    pub assignment: Assignment,
}

impl SetAssignment {
    /// Reads an assignment.
    ///
    /// # Errors
    /// Returns why `value` is not one, in a sentence without a full stop.
    pub fn read(value: Value) -> Result<Self, String> {
        let assignment = Assignment::deserialize(&value).map_err(|error| format!("not an assignment: {error}"))?;
        Ok(Self { value, assignment })
    }

    /// A short name of it: equal for equal ones.
    pub fn id(&self) -> String {
        assignment_id(&self.value)
    }
}

/// A file that was handed in, read: as it was written, which is what was sealed, and what that means.
#[derive(Clone, Debug, PartialEq)]
pub struct HandedIn {
    pub(super) value: Value,
    /// What it says.
    pub submission: Submission,
}

impl HandedIn {
    /// Reads a file.
    ///
    /// # Errors
    /// Why it is no submission, in a sentence without a full stop.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        // What is nested deeper than 128 levels is refused here.
        let value: Value = serde_json::from_slice(bytes).map_err(|error| format!("this is no JSON: {error}"))?;
        match value.get("format").and_then(Value::as_str) {
            Some(FORMAT) => {}
            Some(other) if other.starts_with("pathlength-submission/") => {
                return Err("it has another version of the format; this engine reads version 1".to_owned());
            }
            _ => return Err("it is no submission: `format` says something else".to_owned()),
        }
        let submission = Submission::deserialize(&value).map_err(|error| error.to_string())?;
        Ok(Self { value, submission })
    }

    /// The assignment that the file says it is for.
    pub fn assignment(&self) -> SetAssignment {
        SetAssignment { value: self.value["assignment"].clone(), assignment: self.submission.assignment.clone() }
    }
}
