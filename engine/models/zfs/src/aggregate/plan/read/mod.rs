//! Reading what commands print: `ls -slk`, `df -t`, the counts of `query -knpfs`, and a CSV of one's own.

mod df;
mod kin;
mod listing;
mod time;

pub use df::{FileSystemLine, FileSystems, SpaceUnit};

use super::Candidate;
use listing::Listing;
use serde::Serialize;
use std::fmt;

/// No command prints a longer line, in bytes.
const MOST_LINE: usize = 1 << 16;

/// No directory, file system or counter has a larger number, and numbers up to it, or made of it, are exact in a page.
const MOST_NUMBER: u64 = 100_000_000_000_000;

/// So many characters of what is wrong are shown.
const MOST_SHOWN: usize = 60;

/// What a text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// `ls -slk`, of one or more directories.
    #[default]
    Listing,
    /// `df -t`.
    FileSystems,
    /// `zfsadm query -knpfs` and the like: operation, count, and more.
    Operations,
    /// `path,entries,kilobytes,operations`, with a line that names the columns.
    Csv,
}

/// What was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// What the text was.
    pub form: Form,
    /// The directories in it, by path.
    pub candidates: Vec<Candidate>,
    /// The file systems in it.
    pub file_systems: FileSystems,
    /// The operations in it, in order.
    pub operations: Vec<OperationLine>,
}

/// An operation and how often it was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperationLine {
    /// What it is called.
    pub operation: String,
    /// How often.
    pub count: u64,
}

/// A line that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// Which line, from 1. 0 is the text as a whole.
    pub line: usize,
    /// What is wrong, and what to do.
    pub what: String,
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 { f.write_str(&self.what) } else { write!(f, "line {}: {}", self.line, self.what) }
    }
}

impl std::error::Error for InputError {}

/// Reads a text of any form; its first line says which. `unit` is the declared unit of space of `df`.
///
/// # Errors
/// [`InputError`] for a line that does not fit the form, for a text with nothing in it, and for a listing of `df` whose
/// unit of space is not known.
pub fn read(text: &str, unit: Option<SpaceUnit>) -> Result<Input, InputError> {
    let mut reader = Reader::new(unit);
    reader.push(text.as_bytes())?;
    reader.finish()
}

/// A text that is being read, in pieces that are cut anywhere.
#[derive(Debug, Default)]
pub struct Reader {
    /// Complete lines so far.
    lines: usize,
    /// A line whose end has not come yet.
    partial: Vec<u8>,
    /// The declared unit of space of `df`.
    unit: Option<SpaceUnit>,
    so_far: Option<SoFar>,
}

/// What was read, by the form of the text.
#[derive(Debug)]
enum SoFar {
    Listing(Listing),
    FileSystems(FileSystems),
    Operations(Vec<OperationLine>),
    Csv(Vec<Column>, Vec<Candidate>),
}

impl Reader {
    /// A reader of a text in which `df` prints space in this unit, if that was declared.
    pub fn new(unit: Option<SpaceUnit>) -> Self {
        Self { unit, ..Self::default() }
    }

    /// Complete lines so far.
    pub const fn lines(&self) -> usize {
        self.lines
    }

    /// Goes on with these bytes.
    ///
    /// # Errors
    /// [`InputError`] for a line that does not fit the form. The text is of no use then.
    pub fn push(&mut self, mut bytes: &[u8]) -> Result<(), InputError> {
        while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
            if self.partial.is_empty() {
                self.line(&bytes[..end])?;
            } else {
                let mut line = std::mem::take(&mut self.partial);
                line.extend_from_slice(&bytes[..end]);
                self.line(&line)?;
            }
            bytes = &bytes[end + 1..];
        }
        self.partial.extend_from_slice(bytes);
        self.short_enough(self.partial.len())
    }

    /// Ends the text.
    ///
    /// # Errors
    /// As [`Reader::push`], and [`InputError`] for a text with nothing in it or a unit of space that is not known.
    pub fn finish(mut self) -> Result<Input, InputError> {
        let last = std::mem::take(&mut self.partial);
        if !last.is_empty() {
            self.line(&last)?;
        }
        let mut input = Input::default();
        match self.so_far {
            None => {
                let what = "there is nothing in it; paste what ls -slk, df -t or query -knpfs printed, or a CSV";
                return Err(InputError { line: 0, what: what.to_owned() });
            }
            Some(SoFar::Listing(listing)) => input.candidates = listing.finish(),
            Some(SoFar::FileSystems(lines)) => {
                (input.form, input.file_systems) = (Form::FileSystems, lines.finish(self.unit)?);
            }
            Some(SoFar::Operations(lines)) => (input.form, input.operations) = (Form::Operations, lines),
            Some(SoFar::Csv(_, candidates)) => (input.form, input.candidates) = (Form::Csv, candidates),
        }
        Ok(input)
    }

    fn short_enough(&self, bytes: usize) -> Result<(), InputError> {
        if bytes > MOST_LINE {
            let what = format!("the line has more than {MOST_LINE} bytes; this is not what one of the commands prints");
            return Err(InputError { line: self.lines + 1, what });
        }
        Ok(())
    }

    fn line(&mut self, bytes: &[u8]) -> Result<(), InputError> {
        self.short_enough(bytes.len())?;
        self.lines += 1;
        let at = self.lines;
        let line = String::from_utf8_lossy(bytes);
        let line = line.trim_end();
        if line.is_empty() {
            return Ok(());
        }
        match &mut self.so_far {
            None => self.so_far = Some(SoFar::begin(at, line)?),
            Some(SoFar::Listing(listing)) => listing.line(at, line)?,
            Some(SoFar::FileSystems(lines)) => lines.line(at, line)?,
            Some(SoFar::Operations(lines)) => lines.extend(operation(at, line)?),
            Some(SoFar::Csv(columns, candidates)) => candidates.push(csv_line(at, line, columns)?),
        }
        Ok(())
    }
}

impl SoFar {
    /// What the first line makes of the text.
    fn begin(at: usize, line: &str) -> Result<Self, InputError> {
        // A byte order mark is no part of the text.
        let line = line.strip_prefix('\u{feff}').unwrap_or(line);
        let lower = line.to_ascii_lowercase();
        Ok(if lower.starts_with("path,") || lower.trim() == "path" {
            Self::Csv(csv_columns(at, line)?, Vec::new())
        } else if lower.trim_start().starts_with("mounted on") {
            Self::FileSystems(FileSystems::default())
        } else if lower.trim_start().starts_with("operation") {
            Self::Operations(Vec::new())
        } else if let Some(what) = kin::instead(line) {
            return Err(InputError { line: at, what });
        } else {
            let mut listing = Listing::default();
            listing.line(at, line)?;
            Self::Listing(listing)
        })
    }
}

/// The begin of a text, for a message.
fn shown(text: &str) -> String {
    let begin: String = text.chars().take(MOST_SHOWN).collect();
    if begin.len() < text.len() { format!("{begin:?}…") } else { format!("{begin:?}") }
}

fn number(line: usize, text: &str, of: &str) -> Result<u64, InputError> {
    text.parse().ok().filter(|number| *number <= MOST_NUMBER).ok_or_else(|| {
        let what = format!("{} should be the {of}, a whole number up to {MOST_NUMBER}", shown(text));
        InputError { line, what }
    })
}

/// A column of a CSV besides the path, which is always the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Entries,
    Kilobytes,
    Operations,
}

impl Column {
    const ALL: [Self; 3] = [Self::Entries, Self::Kilobytes, Self::Operations];

    const fn name(self) -> &'static str {
        match self {
            Self::Entries => "entries",
            Self::Kilobytes => "kilobytes",
            Self::Operations => "operations",
        }
    }
}

/// The columns after the path, in order.
fn csv_columns(line: usize, header: &str) -> Result<Vec<Column>, InputError> {
    let wrong = |what| Err(InputError { line, what });
    let mut columns = Vec::new();
    for name in header.split(',').skip(1).map(|name| name.trim().to_ascii_lowercase()) {
        match Column::ALL.into_iter().find(|column| column.name() == name) {
            Some(column) if !columns.contains(&column) => columns.push(column),
            None if name != "path" => {
                let name = shown(&name);
                return wrong(format!(
                    "there is no column {name}; the columns are path, entries, kilobytes, operations"
                ));
            }
            _ => return wrong(format!("there are two columns {}; leave one out", shown(&name))),
        }
    }
    if !columns.iter().any(|column| matches!(column, Column::Entries | Column::Kilobytes)) {
        return wrong("a column entries or kilobytes is needed besides the path".to_owned());
    }
    Ok(columns)
}

/// A path may have commas in it: the last cells belong to the other columns.
fn csv_line(line: usize, text: &str, columns: &[Column]) -> Result<Candidate, InputError> {
    let mut candidate = Candidate::default();
    let mut rest = text;
    for column in columns.iter().rev() {
        let Some((before, cell)) = rest.rsplit_once(',') else {
            let (cells, columns) = (text.split(',').count(), columns.len() + 1);
            return Err(InputError { line, what: format!("{cells} cells where the first line has {columns} columns") });
        };
        rest = before;
        let cell = cell.trim();
        if !cell.is_empty() {
            let value = Some(number(line, cell, column.name())?);
            match column {
                Column::Entries => candidate.entries = value,
                Column::Kilobytes => candidate.kilobytes = value,
                Column::Operations => candidate.operations = value,
            }
        }
    }
    candidate.path = unquoted(rest.trim());
    Ok(candidate)
}

/// `operation count …`; a line of dashes or of totals is passed over.
fn operation(line: usize, text: &str) -> Result<Option<OperationLine>, InputError> {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or_default();
    if name.starts_with('-') || name.starts_with('*') {
        return Ok(None);
    }
    let Some(count) = words.next() else {
        return Err(InputError { line, what: format!("no count follows the operation {}", shown(name)) });
    };
    if let Some(what) = kin::instead(text).filter(|_| !count.starts_with(|char: char| char.is_ascii_digit())) {
        return Err(InputError { line, what });
    }
    Ok(Some(OperationLine { operation: name.to_owned(), count: number(line, count, "count")? }))
}

/// A cell without the quotes of a spreadsheet, in which a quote is written twice.
fn unquoted(cell: &str) -> String {
    match cell.strip_prefix('"').and_then(|cell| cell.strip_suffix('"')) {
        Some(inner) => inner.replace("\"\"", "\""),
        None => cell.to_owned(),
    }
}
