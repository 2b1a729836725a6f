//! The error of this crate: a message with the position and the solution.

use std::fmt;

/// The reason why data could not be compressed or decompressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    message: String,
    solution: Option<&'static str>,
}

impl Error {
    /// Returns an error with this message. Codecs state the problem; decoders add the position and the solution.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), solution: None }
    }

    /// Returns an error with a remedy other than copying the file again: the stream may be intact, but this crate or
    /// this reader cannot read it.
    pub(crate) fn unsupported(problem: &str, solution: &'static str) -> Self {
        Self { message: problem.to_owned(), solution: Some(solution) }
    }

    /// Returns the remedy for a stream with this error.
    pub(crate) fn solution(&self) -> &'static str {
        self.solution.unwrap_or("copy the file again from its source")
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
