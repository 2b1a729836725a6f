//! A text of names, one a line, that comes in chunks cut anywhere.

use super::{DirectoryError, MAX_NAME_BYTES};
use serde::Serialize;

/// So many rejected lines are told one by one; the rest is only counted.
const MOST_REJECTIONS: usize = 20;

/// A line of a text of names that was not entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Rejection {
    /// The line, from 1.
    pub line: u32,
    /// Why.
    pub reason: String,
}

/// What became of a text of names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Loaded {
    /// Lines read.
    pub lines: u32,
    /// Names entered.
    pub entered: u32,
    /// Empty lines, which are passed over.
    pub empty: u32,
    /// Lines that were not entered.
    pub rejected: u32,
    /// Those of them whose name was there already.
    pub duplicates: u32,
    /// The first of them.
    pub rejections: Vec<Rejection>,
}

/// Enters one name.
pub(crate) type Enter<'a> = dyn FnMut(&[u8]) -> Result<(), DirectoryError> + 'a;

/// A text that is being read.
#[derive(Debug, Default)]
pub(crate) struct NamesText {
    /// A line whose end has not come yet; of one beyond any name's length, the begin and the last byte.
    partial: Vec<u8>,
    /// How many bytes that line has had so far.
    partial_bytes: usize,
    loaded: Loaded,
}

impl NamesText {
    /// Gives each complete line to `enter`; `last` ends the text. Returns what has become of the text so far.
    pub(crate) fn read(&mut self, chunk: &[u8], last: bool, enter: &mut Enter<'_>) -> Loaded {
        let mut rest = chunk;
        while let Some(at) = rest.iter().position(|byte| *byte == b'\n') {
            self.keep(&rest[..at]);
            self.end_line(enter);
            rest = &rest[at + 1..];
        }
        self.keep(rest);
        if last {
            if self.partial_bytes > 0 {
                self.end_line(enter);
            }
            return std::mem::take(&mut self.loaded);
        }
        self.loaded.clone()
    }

    /// Takes a part of a line.
    fn keep(&mut self, part: &[u8]) {
        // One byte more than a name and its carriage return have: such a line is rejected whatever else is in it.
        let room = MAX_NAME_BYTES + 2 - self.partial.len();
        self.partial.extend_from_slice(&part[..part.len().min(room)]);
        if let (Some(kept), Some(last)) = (self.partial.last_mut(), part.last()) {
            *kept = *last;
        }
        self.partial_bytes += part.len();
    }

    /// Enters the line that is now complete.
    fn end_line(&mut self, enter: &mut Enter<'_>) {
        let mut line = std::mem::take(&mut self.partial);
        let bytes = std::mem::take(&mut self.partial_bytes);
        match line.strip_suffix(b"\r") {
            Some(line) => self.enter(line, bytes - 1, enter),
            None => self.enter(&line, bytes, enter),
        }
        line.clear();
        self.partial = line;
    }

    /// Enters the name that `line` begins with and that has so many bytes.
    fn enter(&mut self, line: &[u8], bytes: usize, enter: &mut Enter<'_>) {
        self.loaded.lines += 1;
        if line.is_empty() {
            self.loaded.empty += 1;
            return;
        }
        let reason = match std::str::from_utf8(line) {
            _ if bytes > MAX_NAME_BYTES => Some(DirectoryError::NameTooLong { bytes }.to_string()),
            Err(_) => Some("the name is not UTF-8".to_owned()),
            Ok(_) => enter(line).err().map(|error| {
                self.loaded.duplicates += u32::from(error == DirectoryError::Exists);
                error.to_string()
            }),
        };
        match reason {
            None => self.loaded.entered += 1,
            Some(reason) => {
                self.loaded.rejected += 1;
                if self.loaded.rejections.len() < MOST_REJECTIONS {
                    self.loaded.rejections.push(Rejection { line: self.loaded.lines, reason });
                }
            }
        }
    }
}
