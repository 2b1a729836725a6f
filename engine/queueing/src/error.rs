//! The error of this crate: a message that names the invalid value and the remedy.

use std::fmt;

/// The reason why a network cannot be solved or simulated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

impl Error {
    /// Returns an error with this message: `what is wrong: what to do`, in lower case and without a full stop.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}
