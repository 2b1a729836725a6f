//! Submissions and their grades: a classroom without a server.
//!
//! A teacher creates an [`Assignment`], which is plain data in a link. The page logs the work of a student and seals
//! the log in a file, a [`Submission`]. [`replay`] grades every answer in that file and repeats every logged run:
//! points come from the replay, never from the file. [`compare`] looks for copies among the files of a class.
//!
//! A chain of hashes covers the log, so damage and manual edits are detected, and a student can copy the verification
//! code ([`receipt`]) by hand. None of this stops a student who runs modified code: every lab contains its answers.

pub mod base64url;
mod class;
mod envelope;
mod flag;
mod grade;
mod gradebook;
mod hash;
#[cfg(feature = "envelope")]
mod hpke;
#[cfg(feature = "envelope")]
mod key;
mod opened;
mod points;
mod replay;
mod seal;

pub use class::compare;
pub use envelope::{ENVELOPE_FORMAT, Envelope, KEY_FORMAT, key_file_name, key_id};
pub use flag::Flag;
pub use grade::{AnswerRecord, Grade, Replay};
pub use gradebook::{
    CourseTable, Gradebook, GradedFile, MAX_SUBMISSION_BYTES, QuestionStatistics, Roster, RosterEntry, SkippedFile,
    WrongAnswer,
};
pub use hash::{Hash, canonical, sha256};
#[cfg(feature = "envelope")]
pub use key::PrivateKey;
pub use opened::{LabModel, OpenedLab};
pub use points::Points;
pub use replay::{replay, replay_for};
pub use seal::{SealError, Sealed, assignment_id, chain, receipt, seal, seed_of};

use super::SubmittedAnswer;
use pathlength_model::{Setting, Settings};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::num::NonZeroU32;

/// Name and version of the format.
pub const FORMAT: &str = "pathlength-submission/1";

/// The task for a class, as the teacher sets it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assignment {
    /// Id of the lab.
    pub lab: String,
    /// Hash of the compiled lab.
    pub lab_hash: String,
    /// Version of the engine.
    pub engine: String,
    /// The questions that count, and the predictions that must be made.
    pub questions: Vec<String>,
    /// Settings that students cannot change.
    #[serde(default)]
    pub locked: Settings,
    /// Whether the content that a prediction hides can be shown without the prediction; by default, it can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skip: Option<bool>,
    /// The rule for the seed of drawn numbers.
    pub seed: SeedRule,
    /// Title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The share of the points that is needed to pass: 0.6 is 60 %.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<f64>,
    /// The time after which a submission is late, as ISO 8601 in UTC. The time is displayed but not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<String>,
    /// Points of questions and predictions, by id. Other questions have the points that the lab gives them; other
    /// predictions have none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub points: BTreeMap<String, u32>,
    /// The maximum number of counted answers per question; by default, all answers count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempts: Option<NonZeroU32>,
    /// The share of a question's points that each wrong answer costs, in whole percent: 0.25 is 25 %.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "points::read_cost")]
    pub cost: Option<f64>,
    /// The time from which the assignment is open, as ISO 8601 in UTC. The time is displayed but not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opens: Option<String>,
    /// The public key with which submissions are encrypted: an uncompressed point of P-256 as base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// The source of the seed for drawn numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeedRule {
    /// The assignment: the same numbers for all students.
    Same,
    /// The assignment and the id of the student.
    Student,
}

/// A student.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Student {
    /// Id by which the teacher knows the student.
    pub id: String,
    /// Name.
    pub name: String,
}

/// A submission as stored in the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// "pathlength-submission/1".
    pub format: String,
    /// The assignment.
    pub assignment: Assignment,
    /// The student.
    pub student: Student,
    /// Seed of the drawn numbers: [`seed_of`].
    pub seed: String,
    /// Start time, by the student's clock.
    pub started: String,
    /// Time at which the submission was sealed, by the student's clock.
    pub ended: String,
    /// The log.
    pub events: Vec<Event>,
    /// The grade that the page computed.
    pub claimed: PageGrade,
    /// Four hexadecimal digits of each event's chain hash, which locate an edit.
    pub links: String,
    /// The last hash of the chain.
    pub chain: String,
}

/// An event of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Map<String, Value>")]
pub struct Event {
    /// Time in milliseconds since the lab was opened.
    pub t: f64,
    /// Kind of event, with its data.
    #[serde(flatten)]
    pub what: EventKind,
}

impl TryFrom<Map<String, Value>> for Event {
    type Error = String;

    /// Reads the kind by hand, because serde's `flatten` accepts unknown fields.
    fn try_from(mut parts: Map<String, Value>) -> Result<Self, String> {
        let t = parts.remove("t").and_then(|t| t.as_f64()).ok_or("an event has no time `t`")?;
        let what = EventKind::deserialize(Value::Object(parts)).map_err(|error| format!("event at {t} ms: {error}"))?;
        Ok(Self { t, what })
    }
}

/// The kind of an event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case", deny_unknown_fields)]
pub enum EventKind {
    /// The lab was opened.
    #[allow(clippy::empty_enum_variants_with_brackets)] // without them serde accepts unknown fields
    Open {},
    /// A setting was changed.
    Set {
        /// Name.
        setting: String,
        /// Value.
        value: Setting,
    },
    /// The model was run for a block.
    Run {
        /// Id of the block.
        block: String,
        /// The scenario.
        scenario: Settings,
        /// The output.
        output: String,
        /// Value.
        value: f64,
    },
    /// A prediction was committed.
    Predict {
        /// Id of the prediction.
        block: String,
        /// The prediction.
        prediction: Prediction,
    },
    /// The content that a prediction hides was shown.
    Reveal {
        /// Id of the prediction.
        block: String,
    },
    /// The content that a prediction hides was shown without the prediction.
    Skip {
        /// Id of the prediction.
        block: String,
    },
    /// A hint was shown.
    Hint {
        /// Id of the question or prediction.
        block: String,
        /// Number of hints shown so far.
        n: u32,
    },
    /// An answer was checked.
    Answer {
        /// Id of the question.
        question: String,
        /// The answer.
        given: SubmittedAnswer,
    },
    /// A step or the whole lab was reset.
    Reset {
        /// Id of the step; `None` for the whole lab.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        step: Option<String>,
    },
}

/// A reader's prediction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Prediction {
    /// A choice.
    Choice {
        /// Id of the choice.
        id: String,
    },
    /// A number.
    Number {
        /// Value in the unit of the prediction.
        value: f64,
        /// The number as the reader wrote it.
        text: String,
    },
    /// A curve.
    Curve {
        /// The y values at the points of the prediction.
        values: Vec<f64>,
    },
}

/// The grade that the page computed; the gradebook contains the recomputed points instead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageGrade {
    /// Points divided by the maximum; 0 if the maximum is 0.
    pub score: f64,
    /// Points.
    pub points: f64,
    /// Grades by question.
    pub questions: BTreeMap<String, ClaimedQuestion>,
}

/// The grade that the page computed for a question.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimedQuestion {
    /// Whether any answer was right.
    pub right: bool,
    /// Points.
    pub points: f64,
}

/// An assignment as the teacher set it: its JSON text, from which its short name and the drawn numbers are derived, and
/// its content.
#[derive(Clone, Debug, PartialEq)]
pub struct SetAssignment {
    pub(super) value: Value,
    /// Content.
    pub assignment: Assignment,
}

impl SetAssignment {
    /// Reads an assignment.
    ///
    /// # Errors
    /// Returns a message if `value` is not an assignment.
    pub fn read(value: Value) -> Result<Self, String> {
        let assignment = Assignment::deserialize(&value).map_err(|error| format!("not an assignment: {error}"))?;
        Ok(Self { value, assignment })
    }

    /// Returns a short name, which is equal for equal assignments.
    pub fn id(&self) -> String {
        assignment_id(&self.value)
    }
}

/// A parsed submission: the JSON text, which was sealed, and its content.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedSubmission {
    pub(super) value: Value,
    /// Content.
    pub submission: Submission,
}

impl ParsedSubmission {
    /// Reads a file.
    ///
    /// # Errors
    /// Returns a message if the file is not a submission.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        Self::from_value(json_of(bytes)?)
    }

    /// Reads a submission from JSON.
    pub(super) fn from_value(value: Value) -> Result<Self, String> {
        match value.get("format").and_then(Value::as_str) {
            Some(FORMAT) => {}
            Some(other) if other.starts_with("pathlength-submission/") => {
                return Err("unknown version of the submission format: give a version 1 file".to_owned());
            }
            _ => return Err("not a submission: `format` must be `pathlength-submission/1`".to_owned()),
        }
        let submission = Submission::deserialize(&value).map_err(|error| error.to_string())?;
        Ok(Self { value, submission })
    }

    /// Returns the assignment in the file.
    pub fn assignment(&self) -> SetAssignment {
        SetAssignment { value: self.value["assignment"].clone(), assignment: self.submission.assignment.clone() }
    }
}

fn json_of(bytes: &[u8]) -> Result<Value, String> {
    // serde_json rejects more than 128 nested levels.
    serde_json::from_slice(bytes).map_err(|error| format!("not JSON: {error}"))
}
