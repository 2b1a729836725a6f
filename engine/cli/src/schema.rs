//! `pathlength schema`: JSON Schemas, for editors and other programs.

use super::{Failure, OutputOption};

/// The schemas of the files that students submit; `docs/submissions.md` explains them.
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
    /// The mapping of a CSV file for `explain`.
    Mapping,
}

pub(crate) fn schema(subject: Subject, output: &OutputOption) -> Result<(), Failure> {
    match subject {
        Subject::Lab => print_schema(&pathlength_lab::schema(), output),
        Subject::Mapping => print_schema(&pathlength_measurements::mapping::schema(), output),
        Subject::Submission => output.print(SUBMISSION),
        Subject::Envelope => output.print(ENVELOPE),
    }
}

fn print_schema(schema: &impl serde::Serialize, output: &OutputOption) -> Result<(), Failure> {
    output.print(&(serde_json::to_string_pretty(schema)? + "\n"))
}
