//! The error of all functions that read lab files.

use pathlength_model::ModelError;
use std::fmt;

/// The problem with a file or a request, and the remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabError(String);

impl LabError {
    /// Creates an error with a message `what is wrong: what to do`.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LabError {}

impl From<ModelError> for LabError {
    fn from(error: ModelError) -> Self {
        Self(error.to_string())
    }
}

impl From<fmt::Error> for LabError {
    fn from(error: fmt::Error) -> Self {
        Self(error.to_string())
    }
}

impl From<csv::Error> for LabError {
    fn from(error: csv::Error) -> Self {
        Self(error.to_string())
    }
}

impl From<serde_json::Error> for LabError {
    fn from(error: serde_json::Error) -> Self {
        Self(error.to_string())
    }
}
