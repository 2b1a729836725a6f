//! Parsing the output of commands: `ls -slk`, `df -t`, the counts of `query -knpfs`, and CSV.

mod df;
mod listing;
mod similar;
mod time;

pub use df::{FileSystemLine, FileSystems, SpaceUnit};

use super::Candidate;
use listing::Listing;
use serde::Serialize;
use std::fmt;

/// Maximum length of a line, in bytes; no command prints longer lines.
const MAX_LINE_BYTES: usize = 1 << 16;

/// Maximum of all numbers. Real ones are smaller, and sums of several are still exact in JavaScript.
const MAX_NUMBER: u64 = 100_000_000_000_000;

/// Maximum number of characters that a message quotes from a text.
const MAX_QUOTED_CHARS: usize = 60;

/// Format of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum InputFormat {
    /// `ls -slk`, of one or more directories.
    #[default]
    Listing,
    /// `df -t`.
    FileSystems,
    /// `zfsadm query -knpfs` and the like: operation, count, and more.
    Operations,
    /// `path,entries,kilobytes,operations`, with a header line.
    Csv,
}

/// The parsed text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// Format of the text.
    pub form: InputFormat,
    /// The directories in it, by path.
    pub candidates: Vec<Candidate>,
    /// The file systems in it.
    pub file_systems: FileSystems,
    /// The operations in it, in order.
    pub operations: Vec<OperationLine>,
    /// Number of tables of operations, whose counts are added.
    pub operation_tables: usize,
}

/// An operation and its count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperationLine {
    /// Its name.
    pub operation: String,
    /// Its count.
    pub count: u64,
}

/// An error in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// Number of the line, from 1; 0 for the text as a whole.
    pub line: usize,
    /// The problem and its remedy.
    pub what: String,
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 { f.write_str(&self.what) } else { write!(f, "line {}: {}", self.line, self.what) }
    }
}

impl std::error::Error for InputError {}

/// Parses a text of any format, which its first line determines. `unit` is the declared unit of space of `df`.
///
/// # Errors
/// Returns [`InputError`] for a line that does not fit the format, for an empty text, and for output of `df` whose
/// unit of space is unknown.
pub fn read(text: &str, unit: Option<SpaceUnit>) -> Result<Input, InputError> {
    let mut reader = Reader::new(unit);
    reader.push(text.as_bytes())?;
    reader.finish()
}

/// A text that is being read, in chunks of any size.
#[derive(Debug, Default)]
pub struct Reader {
    /// Number of complete lines so far.
    lines: usize,
    /// An incomplete line.
    partial: Vec<u8>,
    /// The declared unit of space of `df`.
    unit: Option<SpaceUnit>,
    /// Whether a caption or a message came before the first line of a table.
    captioned: bool,
    state: Option<ParserState>,
}

/// The lines parsed so far, by format.
#[derive(Debug)]
enum ParserState {
    Listing(Listing),
    FileSystems(FileSystems),
    Operations(Vec<OperationLine>, usize),
    Csv(Vec<Column>, Vec<Candidate>),
}

impl Reader {
    /// Creates a reader of a text in which `df` prints space in this unit, if it was declared.
    pub fn new(unit: Option<SpaceUnit>) -> Self {
        Self { unit, ..Self::default() }
    }

    /// Returns the number of complete lines so far.
    pub const fn lines(&self) -> usize {
        self.lines
    }

    /// Reads the next bytes.
    ///
    /// # Errors
    /// Returns [`InputError`] for a line that does not fit the format. The reader cannot be used after it.
    pub fn push(&mut self, mut bytes: &[u8]) -> Result<(), InputError> {
        while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
            if self.partial.is_empty() {
                self.push_line(&bytes[..end])?;
            } else {
                let mut line = std::mem::take(&mut self.partial);
                line.extend_from_slice(&bytes[..end]);
                self.push_line(&line)?;
            }
            bytes = &bytes[end + 1..];
        }
        self.partial.extend_from_slice(bytes);
        self.check_line_length(self.partial.len())
    }

    /// Ends the text.
    ///
    /// # Errors
    /// Returns the errors of [`Reader::push`], and [`InputError`] for an empty text or an unknown unit of space.
    pub fn finish(mut self) -> Result<Input, InputError> {
        let last = std::mem::take(&mut self.partial);
        if !last.is_empty() {
            self.push_line(&last)?;
        }
        let mut input = Input::default();
        match self.state {
            None if self.captioned => {
                let what =
                    "these are captions of zfsadm query -knpfs without a table: paste the table below them as well";
                return Err(InputError { line: 0, what: what.to_owned() });
            }
            None => {
                let what = "the text is empty: paste the output of ls -slk, df -t, or query -knpfs, or a CSV";
                return Err(InputError { line: 0, what: what.to_owned() });
            }
            Some(ParserState::Listing(listing)) => input.candidates = listing.finish(),
            Some(ParserState::FileSystems(lines)) => {
                (input.form, input.file_systems) = (InputFormat::FileSystems, lines.finish(self.unit)?);
            }
            Some(ParserState::Operations(lines, tables)) => {
                (input.form, input.operations, input.operation_tables) = (InputFormat::Operations, lines, tables);
            }
            Some(ParserState::Csv(_, candidates)) => (input.form, input.candidates) = (InputFormat::Csv, candidates),
        }
        Ok(input)
    }

    fn check_line_length(&self, bytes: usize) -> Result<(), InputError> {
        if bytes > MAX_LINE_BYTES {
            let what =
                format!("the line has more than {MAX_LINE_BYTES} bytes: paste the output of one of the commands");
            return Err(InputError { line: self.lines + 1, what });
        }
        Ok(())
    }

    fn push_line(&mut self, bytes: &[u8]) -> Result<(), InputError> {
        self.check_line_length(bytes.len())?;
        self.lines += 1;
        let at = self.lines;
        let line = String::from_utf8_lossy(bytes);
        let line = line.trim_end();
        if line.is_empty() {
            return Ok(());
        }
        match &mut self.state {
            None if similar::is_caption(line) => self.captioned = true,
            None if self.captioned && is_rule(line) => {}
            None => self.state = Some(ParserState::begin(at, line)?),
            Some(ParserState::Listing(listing)) => listing.push_line(at, line)?,
            Some(ParserState::FileSystems(lines)) => lines.push_line(at, line)?,
            Some(ParserState::Operations(..)) if similar::is_caption(line) => {}
            Some(ParserState::Operations(_, tables)) if is_operations_header(line) => *tables += 1,
            Some(ParserState::Operations(lines, _)) => {
                if let Some(operation) = parse_operation(at, line)? {
                    add_operation(lines, operation);
                }
            }
            Some(ParserState::Csv(columns, candidates)) => candidates.push(parse_csv_line(at, line, columns)?),
        }
        Ok(())
    }
}

impl ParserState {
    /// Creates the state for the format of the first line.
    fn begin(at: usize, line: &str) -> Result<Self, InputError> {
        // A byte order mark does not belong to the text.
        let line = line.strip_prefix('\u{feff}').unwrap_or(line);
        let lower = line.to_ascii_lowercase();
        Ok(if lower.starts_with("path,") || lower.trim() == "path" {
            Self::Csv(parse_csv_header(at, line)?, Vec::new())
        } else if lower.trim_start().starts_with("mounted on") {
            Self::FileSystems(FileSystems::default())
        } else if is_operations_header(line) {
            Self::Operations(Vec::new(), 1)
        } else if let Some(what) = similar::suggest_command(line) {
            return Err(InputError { line: at, what });
        } else {
            let mut listing = Listing::default();
            listing.push_line(at, line)?;
            Self::Listing(listing)
        })
    }
}

/// Returns the beginning of a text in quotes, for a message.
fn quote_start(text: &str) -> String {
    let begin: String = text.chars().take(MAX_QUOTED_CHARS).collect();
    if begin.len() < text.len() { format!("{begin:?}…") } else { format!("{begin:?}") }
}

fn parse_number(line: usize, text: &str, of: &str) -> Result<u64, InputError> {
    text.parse().ok().filter(|number| *number <= MAX_NUMBER).ok_or_else(|| {
        let what = format!("{} is not a valid {of}: give a whole number up to {MAX_NUMBER}", quote_start(text));
        InputError { line, what }
    })
}

/// A CSV column after the path, which is always the first column.
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

    /// Returns the description of its numbers, for a message.
    const fn description(self) -> &'static str {
        match self {
            Self::Entries => "number of entries",
            Self::Kilobytes => "number of kilobytes",
            Self::Operations => "number of operations",
        }
    }
}

/// Parses the columns after the path, in order.
fn parse_csv_header(line: usize, header: &str) -> Result<Vec<Column>, InputError> {
    let wrong = |what| Err(InputError { line, what });
    let mut columns = Vec::new();
    for name in header.split(',').skip(1).map(|name| name.trim().to_ascii_lowercase()) {
        match Column::ALL.into_iter().find(|column| column.name() == name) {
            Some(column) if !columns.contains(&column) => columns.push(column),
            None if name != "path" => {
                let name = quote_start(&name);
                return wrong(format!("unknown column {name}: the columns are path, entries, kilobytes, operations"));
            }
            _ => return wrong(format!("there are two columns {}: remove one", quote_start(&name))),
        }
    }
    if !columns.iter().any(|column| matches!(column, Column::Entries | Column::Kilobytes)) {
        return wrong("no column for the size: add entries or kilobytes".to_owned());
    }
    Ok(columns)
}

/// Parses a line. A path may contain commas: the last cells belong to the other columns.
fn parse_csv_line(line: usize, text: &str, columns: &[Column]) -> Result<Candidate, InputError> {
    let mut candidate = Candidate::default();
    let mut rest = text;
    for column in columns.iter().rev() {
        let Some((before, cell)) = rest.rsplit_once(',') else {
            let (cells, columns) = (text.split(',').count(), columns.len() + 1);
            return Err(InputError {
                line,
                what: format!("{cells} cells for {columns} columns: give a cell for each column"),
            });
        };
        rest = before;
        let cell = cell.trim();
        if !cell.is_empty() {
            let value = Some(parse_number(line, cell, column.description())?);
            match column {
                Column::Entries => candidate.entries = value,
                Column::Kilobytes => candidate.kilobytes = value,
                Column::Operations => candidate.operations = value,
            }
        }
    }
    candidate.path = unquote(rest.trim());
    Ok(candidate)
}

/// Returns whether a line has the titles of a table of operations.
fn is_operations_header(line: &str) -> bool {
    line.trim_start().to_ascii_lowercase().starts_with("operation")
}

/// Returns whether a line underlines another one.
fn is_rule(line: &str) -> bool {
    line.bytes().all(|byte| matches!(byte, b'-' | b' '))
}

/// Adds an operation; one that was in an earlier table, as of calls on the owner and on the client, gets both counts.
fn add_operation(lines: &mut Vec<OperationLine>, operation: OperationLine) {
    match lines.iter_mut().find(|line| line.operation == operation.operation) {
        Some(line) => line.count += operation.count,
        None => lines.push(operation),
    }
}

/// Parses `operation count …`; a line of dashes or of totals is ignored.
fn parse_operation(line: usize, text: &str) -> Result<Option<OperationLine>, InputError> {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or_default();
    if name.starts_with('-') || name.starts_with('*') {
        return Ok(None);
    }
    let Some(count) = words.next() else {
        return Err(InputError { line, what: format!("the operation {} has no count: add it", quote_start(name)) });
    };
    if let Some(what) =
        similar::suggest_command(text).filter(|_| !count.starts_with(|char: char| char.is_ascii_digit()))
    {
        return Err(InputError { line, what });
    }
    Ok(Some(OperationLine { operation: name.to_owned(), count: parse_number(line, count, "count")? }))
}

/// Returns a cell without the quotes of a spreadsheet, in which a quote is written twice.
fn unquote(cell: &str) -> String {
    match cell.strip_prefix('"').and_then(|cell| cell.strip_suffix('"')) {
        Some(inner) => inner.replace("\"\"", "\""),
        None => cell.to_owned(),
    }
}
