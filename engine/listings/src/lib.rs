//! Parsing the output of commands: `ls`, `find`, `du`, `df`, `zfsadm aggrinfo`, the counts of `query -knpfs`, and CSV.
//!
//! The first line determines the format. Lines that do not fit the format are counted and left out; a text is rejected
//! if most of its lines do not fit. Lines end with line feeds, NUL bytes (`find -print0`), or EBCDIC new lines,
//! whichever comes first.

mod collector;
mod df;
mod ebcdic;
mod listing;
mod paths;
mod similar;
mod time;

pub use collector::{ListedNames, is_listing, listed_names};
pub use df::{FileSystemLine, FileSystems, SpaceUnit};

use collector::Collector;
use listing::Listing;
use paths::{PathStyle, Paths};
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;

/// Maximum length of a line, in bytes; no command prints longer lines.
const MAX_LINE_BYTES: usize = 1 << 16;

/// Maximum value of a number. Actual numbers are smaller, and sums of several such numbers are still exact in
/// JavaScript.
const MAX_NUMBER: u64 = 100_000_000_000_000;

/// Maximum number of characters that a message quotes from a text.
const MAX_QUOTED_CHARS: usize = 60;

/// Maximum number of lines, such as messages from the command, before the first line that fits a format.
const MAX_LEADING_LINES: usize = 20;

/// Maximum number of rejected lines that are reported one by one.
const MAX_REJECTIONS: usize = 5;

/// A directory with its known properties.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidate {
    /// Its path.
    pub path: String,
    /// Number of names.
    pub entries: Option<u64>,
    /// Kilobytes on disk.
    pub kilobytes: Option<u64>,
    /// Number of operations in the measured period.
    pub operations: Option<u64>,
}

/// Format of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum InputFormat {
    /// `ls`, `find`, or `du`: names and directories.
    #[default]
    Listing,
    /// `df` or `zfsadm aggrinfo`: file systems.
    FileSystems,
    /// `zfsadm query -knpfs` and similar commands: operation, count, and other columns.
    Operations,
    /// `path,entries,kilobytes,operations`, with a header line.
    Csv,
}

/// The parsed text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// Format of the text.
    pub form: InputFormat,
    /// The directories in the text, by path.
    pub candidates: Vec<Candidate>,
    /// The file systems in the text.
    pub file_systems: FileSystems,
    /// The operations in the text, in order.
    pub operations: Vec<OperationLine>,
    /// Number of operation tables, whose counts are added.
    pub operation_tables: usize,
    /// Description of the command, the units, and the lines that were left out, in sentences.
    pub reading: String,
    /// Lines that do not fit the format.
    pub rejected: RejectedLines,
}

/// Lines that do not fit the format of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RejectedLines {
    /// Their number.
    pub count: usize,
    /// The errors in the first of these lines.
    pub first: Vec<InputError>,
}

impl RejectedLines {
    fn push(&mut self, error: InputError) {
        self.count += 1;
        if self.first.len() < MAX_REJECTIONS {
            self.first.push(error);
        }
    }

    /// Describes the lines; returns an empty string for no lines.
    fn text(&self) -> String {
        let Some(first) = self.first.first() else { return String::new() };
        let (lines, first) = (group_digits(self.count as f64), first.to_string());
        match self.count {
            1 => format!(" One line is invalid and left out: {first}."),
            _ => format!(" {lines} lines are invalid and left out; the first: {first}."),
        }
    }
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
    /// Number of the line, counted from 1; 0 for the text as a whole.
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

/// Parses a text whose first line determines the format. `unit` is the declared unit of space in `df` output.
///
/// # Errors
/// Returns [`InputError`] for an empty text, a line that is too long, an unknown format, or an unknown unit of space.
/// A text in which most lines are in another format is an error, too.
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
    /// The declared unit of space in `df` output.
    unit: Option<SpaceUnit>,
    /// Whether a caption or a message came before the first line of a table.
    captioned: bool,
    /// The byte that ends lines; `None` before the end of the first line.
    line_end: Option<u8>,
    /// Whether the previous line is empty.
    after_blank: bool,
    /// Number of lines that fit the format.
    fitting: usize,
    rejected: RejectedLines,
    /// The first line, if it fits no format.
    first_line: Option<String>,
    collector: Collector,
    state: Option<ParserState>,
}

/// The lines parsed so far, by format.
#[derive(Debug)]
enum ParserState {
    Listing(Listing),
    Paths(Paths),
    FileSystems(FileSystems),
    Operations(Vec<OperationLine>, usize),
    Csv(Vec<Column>, Vec<Candidate>),
}

impl Reader {
    /// Creates a reader; `unit` is the unit of space in `df` output, if it was declared.
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
    /// Returns [`InputError`] if a line is too long, or if the beginning of the text is invalid or of an unknown
    /// format. The reader cannot be used after such an error.
    pub fn push(&mut self, mut bytes: &[u8]) -> Result<(), InputError> {
        loop {
            let line_end = self.line_end;
            let is_end = |byte: &u8| match line_end {
                Some(end) => *byte == end,
                None => matches!(*byte, b'\n' | 0 | ebcdic::NEW_LINE),
            };
            let Some(end) = bytes.iter().position(is_end) else { break };
            self.line_end = Some(bytes[end]);
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

    /// Finishes reading the text.
    ///
    /// # Errors
    /// Returns the errors of [`Reader::push`], and [`InputError`] for an empty text, an unknown unit of space, or a
    /// text in which most lines do not fit its format.
    pub fn finish(self) -> Result<Input, InputError> {
        self.finish_with_names().map(|(input, _)| input)
    }

    /// Finishes reading the text, and returns the collected names.
    fn finish_with_names(mut self) -> Result<(Input, Collector), InputError> {
        let last = std::mem::take(&mut self.partial);
        if !last.is_empty() {
            self.push_line(&last)?;
        }
        let mut input = Input::default();
        let fitting = match &self.state {
            Some(ParserState::Listing(listing)) => listing.entries(),
            _ => self.fitting,
        };
        match self.state {
            None if self.rejected.count > 0 => {}
            None if self.captioned => {
                let what =
                    "these are messages or captions of zfsadm without a table: paste the table below them as well";
                return Err(InputError { line: 0, what: what.to_owned() });
            }
            None => {
                let what =
                    "the text is empty: paste the output of ls -slk, df -t, or zfsadm query -knpfs, or CSV lines";
                return Err(InputError { line: 0, what: what.to_owned() });
            }
            Some(ParserState::Listing(listing)) => (input.candidates, input.reading) = listing.finish()?,
            Some(ParserState::Paths(paths)) => (input.candidates, input.reading) = paths.finish()?,
            Some(ParserState::FileSystems(lines)) => {
                (input.form, input.file_systems) = (InputFormat::FileSystems, lines.finish(self.unit)?);
                input.reading = input.file_systems.reading();
            }
            Some(ParserState::Operations(lines, tables)) => {
                (input.form, input.operations, input.operation_tables) = (InputFormat::Operations, lines, tables);
                let sums = if tables > 1 { format!(", summed over {tables} tables") } else { String::new() };
                input.reading = format!("Read as zfsadm query -knpfs: operations and their counts{sums}.");
            }
            Some(ParserState::Csv(_, candidates)) => {
                (input.form, input.candidates) = (InputFormat::Csv, candidates);
                "Read as CSV: sizes in KB.".clone_into(&mut input.reading);
            }
        }
        let is_empty =
            input.candidates.is_empty() && input.file_systems.lines.is_empty() && input.operations.is_empty();
        if let Some(first) = self.rejected.first.first().filter(|_| is_empty) {
            return Err(first.clone());
        }
        if self.rejected.count > fitting {
            let InputError { line, what } = self.rejected.first.remove(0);
            let (rejected, all) = (self.rejected.count, self.rejected.count + fitting);
            return Err(InputError { line, what: format!("{what} (invalid lines: {rejected} of {all})") });
        }
        match self.line_end {
            Some(ebcdic::NEW_LINE) => input.reading += " The text is in IBM-1047 (EBCDIC).",
            Some(0) => input.reading += " Lines end with NUL bytes.",
            _ => {}
        }
        input.reading += &self.rejected.text();
        input.rejected = self.rejected;
        Ok((input, self.collector))
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
        let text = match self.line_end {
            Some(ebcdic::NEW_LINE) => Cow::Owned(ebcdic::decode(bytes)),
            _ => String::from_utf8_lossy(bytes),
        };
        self.collector.is_lossy = self.line_end != Some(ebcdic::NEW_LINE) && matches!(text, Cow::Owned(_));
        let text = text.strip_suffix('\r').unwrap_or(&text);
        // A byte order mark is not part of the text.
        let text = text.strip_prefix('\u{feff}').filter(|_| self.lines == 1).unwrap_or(text);
        let after_blank = std::mem::replace(&mut self.after_blank, text.trim().is_empty());
        if self.after_blank {
            return Ok(());
        }
        if self.state.is_none() && is_csv_header(text) {
            self.state = Some(ParserState::Csv(parse_csv_header(self.lines, text)?, Vec::new()));
            return Ok(());
        }
        if self.state.is_none()
            && ParserState::of_titles(text).is_none()
            && let Some(what) = similar::suggest_command(text)
        {
            return Err(InputError { line: self.lines, what });
        }
        match self.parse_line(text, after_blank) {
            Ok(()) => self.fitting += 1,
            Err(error) => {
                self.rejected.push(error);
                if self.state.is_none() {
                    self.first_line = Some(text.to_owned()).filter(|_| self.rejected.count == 1);
                    if self.rejected.count > MAX_LEADING_LINES {
                        return Err(self.rejected.first.remove(0));
                    }
                }
            }
        }
        Ok(())
    }

    /// Parses a line that is not empty.
    fn parse_line(&mut self, text: &str, after_blank: bool) -> Result<(), InputError> {
        let (at, line) = (self.lines, text.trim_end());
        if self.state.is_none() {
            if similar::is_caption(line) {
                self.captioned = true;
                return Ok(());
            }
            if self.captioned && is_rule(line) {
                return Ok(());
            }
            let (mut state, has_titles) = ParserState::begin(at, line)?;
            // The output of `find name` begins with a line that looks like any other name.
            if let (ParserState::Paths(paths), Some(first)) = (&mut state, self.first_line.take())
                && paths::is_directory_of(&first, line)
            {
                paths.push_start(&first);
                self.rejected = RejectedLines::default();
                self.fitting += 1;
            }
            self.state = Some(state);
            if has_titles {
                return Ok(());
            }
        }
        match &mut self.state {
            None => {}
            Some(ParserState::Listing(listing)) => listing.push_line(at, text, after_blank, &mut self.collector)?,
            Some(ParserState::Paths(paths)) => paths.push_line(at, text, &mut self.collector)?,
            Some(ParserState::Operations(..)) if similar::is_caption(line) => {}
            Some(ParserState::FileSystems(lines)) if lines.has_messages() && similar::is_caption(line) => {}
            Some(ParserState::FileSystems(lines)) => lines.push_line(at, line)?,
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
    /// Returns the state for a line that contains only column titles; `None` for any other line.
    fn of_titles(line: &str) -> Option<Self> {
        if line.trim_start().to_ascii_lowercase().starts_with("mounted on") {
            return Some(Self::FileSystems(FileSystems::default()));
        }
        let operations = || is_operations_header(line).then(|| Self::Operations(Vec::new(), 1));
        FileSystems::with_header(line).map(Self::FileSystems).or_else(operations)
    }

    /// Returns the state for the format of the first line, and whether that line contains only column titles.
    fn begin(at: usize, line: &str) -> Result<(Self, bool), InputError> {
        if let Some(state) = Self::of_titles(line) {
            return Ok((state, true));
        }
        if df::is_aggregate(line) {
            return Ok((Self::FileSystems(FileSystems::of_aggregates()), false));
        }
        if let Some(style) = PathStyle::of(line) {
            return Ok((Self::Paths(Paths::new(style)), false));
        }
        if listing::is_beginning(line) {
            return Ok((Self::Listing(Listing::default()), false));
        }
        let what = "the text does not begin like the output of a known command: paste the output of ls -slkR, find, \
                    du -ak, df -t, df -k, zfsadm aggrinfo, or zfsadm query -knpfs, or CSV lines";
        Err(InputError { line: at, what: what.to_owned() })
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

    /// Returns the description of the column's numbers, for a message.
    const fn description(self) -> &'static str {
        match self {
            Self::Entries => "number of entries",
            Self::Kilobytes => "number of kilobytes",
            Self::Operations => "number of operations",
        }
    }
}

/// Returns whether a line is the header of CSV text.
fn is_csv_header(line: &str) -> bool {
    let lower = line.trim().to_ascii_lowercase();
    lower.starts_with("path,") || lower == "path"
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
                return wrong(format!("unknown column {name}: use path, entries, kilobytes, or operations"));
            }
            _ => return wrong(format!("two columns are called {}: remove one of them", quote_start(&name))),
        }
    }
    if !columns.iter().any(|column| matches!(column, Column::Entries | Column::Kilobytes)) {
        return wrong("no column for the size: add a column entries or kilobytes".to_owned());
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
                what: format!("the line has {cells} of {columns} cells: give a cell for each column"),
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

/// Returns whether a line is the header of an operation table.
fn is_operations_header(line: &str) -> bool {
    line.trim_start().to_ascii_lowercase().starts_with("operation")
}

/// Returns whether a line contains only the dashes that underline another line.
fn is_rule(line: &str) -> bool {
    line.bytes().all(|byte| matches!(byte, b'-' | b' '))
}

/// Adds an operation. If the operation is in several tables, such as those for calls on the owner and on the client,
/// its counts are added up.
fn add_operation(lines: &mut Vec<OperationLine>, operation: OperationLine) {
    match lines.iter_mut().find(|line| line.operation == operation.operation) {
        Some(line) => line.count += operation.count,
        None => lines.push(operation),
    }
}

/// Parses `operation count …`; returns `None` for a line of dashes or a line of totals.
fn parse_operation(line: usize, text: &str) -> Result<Option<OperationLine>, InputError> {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or_default();
    if name.starts_with('-') || name.starts_with('*') {
        return Ok(None);
    }
    let Some(count) = words.next() else {
        let what = format!("the operation {} has no count: add the count", quote_start(name));
        return Err(InputError { line, what });
    };
    if let Some(what) =
        similar::suggest_command(text).filter(|_| !count.starts_with(|char: char| char.is_ascii_digit()))
    {
        return Err(InputError { line, what });
    }
    Ok(Some(OperationLine { operation: name.to_owned(), count: parse_number(line, count, "count")? }))
}

/// Returns a cell without a spreadsheet's enclosing quotes, between which a quote is written twice.
fn unquote(cell: &str) -> String {
    match cell.strip_prefix('"').and_then(|cell| cell.strip_suffix('"')) {
        Some(inner) => inner.replace("\"\"", "\""),
        None => cell.to_owned(),
    }
}

/// Returns a whole number with commas as thousands separators.
pub fn group_digits(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
