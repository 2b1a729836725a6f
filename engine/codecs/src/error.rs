//! The error of this crate: a message with the position and the solution.

use std::fmt;

/// The reason why data could not be compressed or decompressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

impl Error {
    /// Returns an error with this message. Codecs state the problem; decoders add the position and the solution.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}
