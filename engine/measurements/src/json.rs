//! JSON of limited size, perhaps below other lines.

use super::ReadError;
use serde::de::{DeserializeOwned, Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::marker::PhantomData;

/// Maximum number of objects in a file. iostat and sadf write one object for each device and a few for each report.
/// The maximum allows a day of reports about one device, one per second. The limit bounds the memory that a hostile
/// file can take.
pub const MAX_OBJECTS: usize = 400_000;
/// The beginning of the error for a list that is too long.
const LONG_LIST: &str = "a list is too long";
/// Maximum number of lines before the JSON: fio writes its notes on these lines.
const MAX_LEADING_LINES: usize = 1000;

/// JSON, and the number of lines before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Document<'a> {
    text: &'a str,
    /// The number of lines before the JSON.
    pub(crate) skipped_lines: usize,
}

impl<'a> Document<'a> {
    /// Finds the first line that begins with a brace; returns `None` if no line does.
    pub(crate) fn find(text: &'a str) -> Option<Self> {
        let mut at = 0;
        for (n, line) in text.split_inclusive('\n').take(MAX_LEADING_LINES).enumerate() {
            let content = line.trim_start();
            if content.starts_with('{') {
                return Some(Self { text: &text[at..], skipped_lines: n });
            }
            at += line.len();
        }
        None
    }

    /// Parses the JSON; text after it is ignored.
    ///
    /// # Errors
    /// Returns [`ReadError`] with the line if the JSON is invalid, truncated, too deeply nested, or too large, or if a
    /// field has an unexpected type.
    pub(crate) fn parse<T: DeserializeOwned>(&self) -> Result<T, ReadError> {
        let objects = self.text.bytes().filter(|byte| *byte == b'{').count();
        if objects > MAX_OBJECTS {
            return Err(ReadError::new(format!(
                "the JSON has {objects} objects, more than {MAX_OBJECTS}: give fewer reports or devices"
            )));
        }
        let mut stream = serde_json::Deserializer::from_str(self.text).into_iter();
        match stream.next() {
            Some(Ok(value)) => Ok(value),
            Some(Err(error)) => {
                let line = self.skipped_lines + error.line();
                // The message ends with a position that does not include the skipped lines.
                let full = error.to_string();
                let what = full.split(" at line ").next().unwrap_or_default();
                let fix = if error.is_eof() {
                    "the file is truncated: give the whole file"
                } else if what.starts_with(LONG_LIST) {
                    "give fewer reports, devices, or jobs"
                } else {
                    "give the file as the tool wrote it"
                };
                Err(ReadError::new(format!("line {line}: {what}: {fix}")))
            }
            None => Err(ReadError::new("the file has no JSON value: give the file as the tool wrote it")),
        }
    }
}

/// A list of at most `MAX` elements; a longer one is an error.
#[derive(Debug)]
pub(crate) struct List<T, const MAX: usize>(pub(crate) Vec<T>);

impl<T, const MAX: usize> Default for List<T, MAX> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>, const MAX: usize> Deserialize<'de> for List<T, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ListVisitor<T, const MAX: usize>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>, const MAX: usize> Visitor<'de> for ListVisitor<T, MAX> {
            type Value = List<T, MAX>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut list = Vec::new();
                while let Some(element) = seq.next_element()? {
                    if list.len() == MAX {
                        return Err(A::Error::custom(format!("{LONG_LIST}, with more than {MAX} elements")));
                    }
                    list.push(element);
                }
                Ok(List(list))
            }
        }

        deserializer.deserialize_seq(ListVisitor(PhantomData))
    }
}
