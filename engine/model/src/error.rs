//! The error type of all models.

use std::fmt;

/// The reason why a model has no result: which input is wrong, and how to correct it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelError(String);

impl ModelError {
    /// Creates an error with a message of the form `what is wrong: what to do`, in lower case and without a full stop.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// Creates an error with the message of another crate's error.
    pub fn from_error(error: impl std::error::Error) -> Self {
        Self(error.to_string())
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ModelError {}
