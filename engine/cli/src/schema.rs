//! `pathlength schema`: JSON Schemas, for editors and other programs.

use super::{Failure, OutputOption};

/// The schema of submissions, which the documentation publishes.
const SUBMISSION: &str = include_str!("../../../docs/submission.schema.json");

/// What a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Subject {
    /// A compiled lab.
    Lab,
    /// A file that a student hands in.
    Submission,
}

pub(crate) fn schema(subject: Subject, output: &OutputOption) -> Result<(), Failure> {
    match subject {
        Subject::Lab => output.print(&(serde_json::to_string_pretty(&pathlength_lab::schema())? + "\n")),
        Subject::Submission => output.print(SUBMISSION),
    }
}
