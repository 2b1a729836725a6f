//! A text of names, one per line or each ended by a NUL byte; the text arrives in chunks of any size.

use super::{DirectoryError, MAX_NAME_BYTES};
use serde::Serialize;

/// Maximum number of rejected lines that are reported one by one; further lines are only counted.
const MAX_REJECTIONS: usize = 20;

/// Byte order mark of UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// A rejected line of a text of names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Rejection {
    /// Number of the line, from 1.
    pub line: u32,
    /// Reason for the rejection.
    pub reason: String,
}

/// Result of loading a text of names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct LoadSummary {
    /// Lines read.
    pub lines: u32,
    /// Names added.
    pub entered: u32,
    /// Empty lines, which are ignored.
    pub empty: u32,
    /// Rejected lines.
    pub rejected: u32,
    /// Rejected lines whose name was already in the directory.
    pub duplicates: u32,
    /// The first rejected lines.
    pub rejections: Vec<Rejection>,
}

/// A function that adds the name of a line; lines are numbered from 1.
pub type AddName<'a> = dyn FnMut(u32, &[u8]) -> Result<(), DirectoryError> + 'a;

/// A text that is being read.
#[derive(Debug)]
pub struct NamesText {
    /// The byte that ends a name.
    end: u8,
    /// An incomplete line; if it is longer than any valid name, only its beginning and its last byte are kept.
    partial: Vec<u8>,
    /// Number of bytes in the incomplete line so far.
    partial_bytes: usize,
    loaded: LoadSummary,
}

impl Default for NamesText {
    fn default() -> Self {
        Self::ended_by(b'\n')
    }
}

impl NamesText {
    /// Returns a text whose names end with this byte: a line feed, or NUL as `find -print0` writes it.
    pub fn ended_by(end: u8) -> Self {
        Self { end, partial: Vec::new(), partial_bytes: 0, loaded: LoadSummary::default() }
    }

    /// Passes each complete name to `add`, without a byte order mark and, if names end with a line feed, without a
    /// carriage return. `last` marks the last chunk. Returns the report on the text so far.
    pub fn read(&mut self, chunk: &[u8], last: bool, add: &mut AddName<'_>) -> LoadSummary {
        let mut rest = chunk;
        while let Some(at) = rest.iter().position(|byte| *byte == self.end) {
            self.append(&rest[..at]);
            self.end_line(add);
            rest = &rest[at + 1..];
        }
        self.append(rest);
        if last {
            if self.partial_bytes > 0 {
                self.end_line(add);
            }
            return std::mem::take(&mut self.loaded);
        }
        self.loaded.clone()
    }

    /// Appends a part of a line.
    fn append(&mut self, part: &[u8]) {
        // Keep at most one byte more than a name, a carriage return, and a byte order mark. A line with that many bytes
        // is rejected, whatever the rest of it contains.
        let room = MAX_NAME_BYTES + 2 + MARK.len() - self.partial.len();
        self.partial.extend_from_slice(&part[..part.len().min(room)]);
        if let (Some(kept), Some(last)) = (self.partial.last_mut(), part.last()) {
            *kept = *last;
        }
        self.partial_bytes += part.len();
    }

    /// Adds the name of a complete line.
    fn end_line(&mut self, add: &mut AddName<'_>) {
        let mut line = std::mem::take(&mut self.partial);
        let bytes = std::mem::take(&mut self.partial_bytes);
        let (mut name, mut name_bytes) = (line.as_slice(), bytes);
        if let Some(rest) = name.strip_suffix(b"\r").filter(|_| self.end == b'\n') {
            (name, name_bytes) = (rest, name_bytes - 1);
        }
        if let Some(rest) = name.strip_prefix(MARK).filter(|_| self.loaded.lines == 0) {
            (name, name_bytes) = (rest, name_bytes - MARK.len());
        }
        self.add_name(name, name_bytes, add);
        line.clear();
        self.partial = line;
    }

    /// Adds the name that begins with `line` and has this number of bytes.
    fn add_name(&mut self, line: &[u8], bytes: usize, add: &mut AddName<'_>) {
        self.loaded.lines += 1;
        if line.is_empty() {
            self.loaded.empty += 1;
            return;
        }
        let reason = match std::str::from_utf8(line) {
            _ if bytes > MAX_NAME_BYTES => Some(DirectoryError::NameTooLong { bytes }.to_string()),
            Err(_) => Some("the name is not UTF-8".to_owned()),
            Ok(_) => add(self.loaded.lines, line).err().map(|error| {
                self.loaded.duplicates += u32::from(error == DirectoryError::Exists);
                error.to_string()
            }),
        };
        match reason {
            None => self.loaded.entered += 1,
            Some(reason) => {
                self.loaded.rejected += 1;
                if self.loaded.rejections.len() < MAX_REJECTIONS {
                    self.loaded.rejections.push(Rejection { line: self.loaded.lines, reason });
                }
            }
        }
    }
}
