//! `pathlength schema`: JSON Schemas, for editors and other programs.

use super::{Failure, OutputOption};

/// The schemas of the files that students hand in; `docs/submissions.md` explains them.
const SUBMISSION: &str = include_str!("submission.schema.json");
const ENVELOPE: &str = include_str!("envelope.schema.json");

/// The subject of a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Subject {
    /// A compiled lab.
    Lab,
    /// A student's submission.
    Submission,
    /// An encrypted submission.
    Envelope,
}

pub(crate) fn schema(subject: Subject, output: &OutputOption) -> Result<(), Failure> {
    match subject {
        Subject::Lab => output.print(&(serde_json::to_string_pretty(&pathlength_lab::schema())? + "\n")),
        Subject::Submission => output.print(SUBMISSION),
        Subject::Envelope => output.print(ENVELOPE),
    }
}
