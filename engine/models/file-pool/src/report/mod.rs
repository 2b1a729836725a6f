//! Parses administrators' input: counters of `QUERY FILEPOOL STATUS`, or rows of a report like PRF083.
//!
//! A line that begins with a number is a counter. A line that begins with two times, or with a user id and as many
//! numbers as the report has columns, is a row. All other lines, such as headings and the command itself, are counted
//! and ignored. A malformed counter or row is an error: nothing is guessed.

mod counters;
mod line;
mod servers;

pub use counters::{Counter, Counters};
pub use line::{PrintedNumber, Unit};
pub use servers::{Server, Times, Utilizations};

use counters::CounterReader;
use line::Line;
use pathlength_model::ModelError;
use servers::ServerReader;
use std::fmt;

/// Maximum size of a pasted text, in bytes.
pub const MAX_BYTES: usize = 1_000_000;

/// An error in a measurement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MeasurementError {
    /// The text or the request is invalid.
    Unreadable(String),
    /// A number cannot have been measured, or numbers contradict each other.
    Impossible(String),
}

impl MeasurementError {
    /// Returns the error with `context` prepended.
    #[must_use]
    pub(super) fn with_context(self, context: &str) -> Self {
        match self {
            Self::Unreadable(what) => Self::Unreadable(format!("{context}: {what}")),
            Self::Impossible(what) => Self::Impossible(format!("{context}: {what}")),
        }
    }
}

impl fmt::Display for MeasurementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(what) | Self::Impossible(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for MeasurementError {}

impl From<ModelError> for MeasurementError {
    fn from(error: ModelError) -> Self {
        Self::Unreadable(error.to_string())
    }
}

/// The content of a pasted text.
#[derive(Clone, Debug, PartialEq)]
pub enum Report {
    /// Counters of one server.
    Counters(Counters),
    /// Rows of a report, one for each server and interval.
    Servers(Vec<Server>),
}

/// The result of reading a pasted text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The counters or rows.
    pub report: Report,
    /// Number of lines with words but without a counter or a row: headings, commands, messages.
    pub unused: u32,
}

/// Reads a pasted text.
///
/// # Errors
/// Returns a [`MeasurementError`] if the text is too large, contains no counters or rows, contains both, or contains a
/// malformed line. An error about a line names the line and the expected form.
pub fn read(text: &str) -> Result<Text, MeasurementError> {
    if text.len() > MAX_BYTES {
        return Err(
            ModelError::new("the text is larger than 1 MB: paste only the counters or the rows of the report").into()
        );
    }
    let (mut counters, mut servers, mut unused) = (CounterReader::default(), ServerReader::default(), 0);
    for (at, text) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = Line::new(at as u32 + 1, text);
        if !line.says_something() {
            continue;
        }
        if !(servers.take(&line)? || counters.take(&line)?) {
            unused += 1;
        }
    }
    let report = match (counters.finish(), servers.finish()?) {
        (None, None) => {
            return Err(ModelError::new(
                "the text has neither a counter nor a report row: give lines such as “14 Refresh Directory Requests”, or \
                 whole rows that begin with times and a user id, such as “09:24 09:54 RWSERV1”",
            )
            .into());
        }
        (Some(counters), None) => Report::Counters(counters),
        (None, Some(servers)) => Report::Servers(servers),
        (Some(counters), Some(servers)) => {
            return Err(ModelError::new(format!(
                "line {} is a counter, and line {} is a row of a report: paste one kind at a time",
                counters.list[0].line, servers[0].line
            ))
            .into());
        }
    };
    Ok(Text { report, unused })
}
