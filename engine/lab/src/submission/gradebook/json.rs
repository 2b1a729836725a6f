//! The gradebook as JSON.

use super::Gradebook;
use crate::submission::{OpenedLab, Replay, SetAssignment};
use serde_json::{Value, json};
use std::collections::BTreeMap;

impl Gradebook {
    /// Returns the whole gradebook. New versions of the format only add fields.
    pub fn to_json(&self, labs: &BTreeMap<String, OpenedLab>) -> String {
        format!("{:#}\n", self.to_value(labs))
    }

    /// Returns the whole gradebook as the JSON value that [`Self::to_json`] writes.
    pub fn to_value(&self, labs: &BTreeMap<String, OpenedLab>) -> Value {
        let submissions: Vec<_> = (0..self.files.len()).map(|at| self.file_as_json(at)).collect();
        let mut report = json!({
            "engine": env!("CARGO_PKG_VERSION"),
            "assignment": self.set.as_ref().map(SetAssignment::id),
            "title": self.title(),
            "submissions": submissions,
            "questions": self.statistics(labs),
            "skipped": self.skipped,
        });
        if self.roster.is_some() {
            report["missing"] = json!(self.missing());
        }
        report
    }

    fn file_as_json(&self, at: usize) -> Value {
        let file = &self.files[at];
        let Replay { questions, flags } = &file.replay;
        let flags: Vec<_> = flags
            .iter()
            .map(|flag| json!({ "name": flag.name(), "text": flag.to_string(), "review": flag.is_for_review() }))
            .collect();
        let Some(submission) = &file.submission else { return json!({ "file": file.file, "flags": flags }) };
        let content = &submission.submission;
        let assignment = &content.assignment;
        let mut value = json!({
            "file": file.file,
            "student": content.student,
            "assignment": { "id": submission.assignment_id(), "lab": assignment.lab, "title": assignment.title },
            "started": content.started,
            "ended": content.ended,
            "late": self.is_late(at),
            "score": file.replay.score(),
            "points": file.replay.points(),
            "max": file.replay.max(),
            "passed": self.rules(at).and_then(|rules| rules.pass).map(|pass| file.replay.score() >= pass),
            "attempts": file.attempts(),
            "questions": questions,
            "flags": flags,
            "receipt": submission.receipt(),
        });
        if let Some(roster) = &self.roster {
            value["listed"] = roster.position(&content.student.id).is_some().into();
        }
        value
    }
}
