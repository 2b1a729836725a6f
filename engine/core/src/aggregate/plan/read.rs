//! Reading what commands print: `ls -slk`, `df -t`, the counts of `query -knpfs`, and a CSV of one's own.

use super::Candidate;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// No command prints a longer line, in bytes.
const MOST_LINE: usize = 1 << 16;

/// No directory, file system or counter has a larger number, and numbers up to it, or made of it, are exact in a page.
const MOST_NUMBER: u64 = 100_000_000_000_000;

/// So many characters of what is wrong are shown.
const MOST_SHOWN: usize = 60;

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// `ls -slk`, of one or more directories.
    Listing,
    /// `df -t`.
    FileSystems,
    /// `zfsadm query -knpfs` and the like: operation, count, and more.
    Operations,
    /// `path,entries,kilobytes,operations`, with a line that names the columns.
    Csv,
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// What the text was.
    pub form: Form,
    /// The directories in it, by path.
    pub candidates: Vec<Candidate>,
    /// The file systems in it, in order.
    pub file_systems: Vec<FileSystemLine>,
    /// The operations in it, in order.
    pub operations: Vec<OperationLine>,
}

/// A file system of `df -t`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSystemLine {
    /// Where it is mounted.
    pub mounted_on: String,
    /// Its name.
    pub name: String,
    /// Units of 512 bytes that are free, and all.
    pub available: (u64, u64),
    /// Files and directories in it, where both numbers are shown.
    pub objects: Option<u64>,
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

/// Reads a text of any form; its first line says which.
///
/// # Errors
/// [`InputError`] for a line that does not fit the form, and for a text with nothing in it.
pub fn read(text: &str) -> Result<Input, InputError> {
    let mut reader = Reader::default();
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
    so_far: Option<SoFar>,
}

/// What was read, by the form of the text.
#[derive(Debug)]
enum SoFar {
    Listing(Listing),
    FileSystems(Vec<FileSystemLine>),
    Operations(Vec<OperationLine>),
    Csv(Vec<Column>, Vec<Candidate>),
}

impl Reader {
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
    /// As [`Reader::push`], and [`InputError`] for a text with nothing in it.
    pub fn finish(mut self) -> Result<Input, InputError> {
        let last = std::mem::take(&mut self.partial);
        if !last.is_empty() {
            self.line(&last)?;
        }
        let mut input =
            Input { form: Form::Listing, candidates: Vec::new(), file_systems: Vec::new(), operations: Vec::new() };
        match self.so_far {
            None => {
                let what = "there is nothing in it; paste what ls -slk, df -t or query -knpfs printed, or a CSV";
                return Err(InputError { line: 0, what: what.to_owned() });
            }
            Some(SoFar::Listing(listing)) => input.candidates = listing.finish(),
            Some(SoFar::FileSystems(lines)) => (input.form, input.file_systems) = (Form::FileSystems, lines),
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
            Some(SoFar::FileSystems(lines)) => lines.push(file_system(at, line)?),
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
        } else if lower.contains("mounted on") {
            Self::FileSystems(Vec::new())
        } else if lower.trim_start().starts_with("operation") {
            Self::Operations(Vec::new())
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

/// `/mount/point (NAME) available/all free[/all] status`.
fn file_system(line: usize, text: &str) -> Result<FileSystemLine, InputError> {
    let wrong = || InputError {
        line,
        what: "this is not a line of df -t: mount point, (file system), available/total, files".to_owned(),
    };
    let (mounted_on, rest) = text.split_once('(').ok_or_else(wrong)?;
    let (name, rest) = rest.split_once(')').ok_or_else(wrong)?;
    let mut words = rest.split_whitespace();
    let (available, all) = words.next().and_then(|word| word.split_once('/')).ok_or_else(wrong)?;
    let objects = match words.next().and_then(|word| word.split_once('/')) {
        Some((free, all)) => {
            let (free, all) = (number(line, free, "number of free files")?, number(line, all, "number of files")?);
            Some(all.saturating_sub(free))
        }
        None => None,
    };
    Ok(FileSystemLine {
        mounted_on: mounted_on.trim().to_owned(),
        name: name.trim().to_owned(),
        available: (number(line, available, "available space")?, number(line, all, "total space")?),
        objects,
    })
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
    Ok(Some(OperationLine { operation: name.to_owned(), count: number(line, count, "count")? }))
}

/// A cell without the quotes of a spreadsheet, in which a quote is written twice.
fn unquoted(cell: &str) -> String {
    match cell.strip_prefix('"').and_then(|cell| cell.strip_suffix('"')) {
        Some(inner) => inner.replace("\"\"", "\""),
        None => cell.to_owned(),
    }
}

/// `kilobytes mode links owner group bytes month day time name`, below a line `path:` for each directory.
#[derive(Debug, Default)]
struct Listing {
    found: BTreeMap<String, Candidate>,
    /// The directory whose contents are being listed.
    inside: Option<Inside>,
}

#[derive(Debug)]
struct Inside {
    path: String,
    /// Its names so far.
    names: u64,
    /// Whether its total was there: each list has one.
    total: bool,
}

impl Listing {
    fn line(&mut self, at: usize, line: &str) -> Result<(), InputError> {
        if line.trim_start().starts_with("total ") {
            // What stands below a total without a path is what is in one directory.
            let inside = self.inside.get_or_insert_with(|| Inside { path: ".".to_owned(), names: 0, total: false });
            if std::mem::replace(&mut inside.total, true) {
                let what = "a second total follows without the path of its directory; list several directories with one \
                            ls -slk, or put the path and a colon on a line before each";
                return Err(InputError { line: at, what: what.to_owned() });
            }
            return Ok(());
        }
        let Some(entry) = entry(line) else {
            let Some(path) = line.strip_suffix(':') else {
                let what = "this is not a line of ls -slk, such as \"8 drwxr-xr-x 2 USER GROUP 8192 Aug 12 13:45 \
                            name\", nor the path of a directory with a colon";
                return Err(InputError { line: at, what: what.to_owned() });
            };
            self.close();
            self.inside = Some(Inside { path: path.to_owned(), names: 0, total: false });
            return Ok(());
        };
        let path = match &mut self.inside {
            Some(Inside { path, .. }) if entry.name == "." => path.clone(),
            _ if entry.name == ".." => return Ok(()),
            Some(Inside { path, names, .. }) => {
                *names += 1;
                if !entry.is_directory {
                    return Ok(());
                }
                format!("{}/{}", path.trim_end_matches('/'), entry.name)
            }
            None if entry.is_directory => entry.name.to_owned(),
            None => return Ok(()),
        };
        self.found.entry(path).or_default().kilobytes = Some(entry.kilobytes);
        Ok(())
    }

    /// Takes note of the names of the directory whose contents were listed.
    fn close(&mut self) {
        if let Some(Inside { path, names, .. }) = self.inside.take() {
            self.found.entry(path).or_default().entries = Some(names);
        }
    }

    fn finish(mut self) -> Vec<Candidate> {
        self.close();
        self.found.into_iter().map(|(path, candidate)| Candidate { path, ..candidate }).collect()
    }
}

/// A line of `ls -slk`.
struct ListedEntry<'a> {
    kilobytes: u64,
    is_directory: bool,
    name: &'a str,
}

fn entry(line: &str) -> Option<ListedEntry<'_>> {
    let mut rest = line;
    let mut word = || {
        rest = rest.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after;
        word
    };
    let kilobytes = word().parse().ok().filter(|number| *number <= MOST_NUMBER)?;
    let mode = word();
    if mode.len() < 10 || !mode.starts_with(['d', '-', 'l', 'c', 'b', 'p', 's', 'e']) {
        return None;
    }
    // Links, owner, group, bytes (a device has two numbers with a comma), and three words of date, or two as in
    // 2015-08-12 13:45.
    let _ = (word(), word(), word());
    if word().ends_with(',') {
        word();
    }
    if word().len() == "2015-08-12".len() {
        word();
    } else {
        let _ = (word(), word());
    }
    let name = rest.strip_prefix(' ').unwrap_or(rest);
    (!name.is_empty()).then_some(ListedEntry { kilobytes, is_directory: mode.starts_with('d'), name })
}
