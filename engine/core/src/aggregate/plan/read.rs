//! Reading what commands print: `ls -slk`, `df -t`, the counts of `query -knpfs`, and a CSV of one's own.

use super::Candidate;
use std::collections::BTreeMap;
use std::fmt;

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    let Some(first) = text.lines().find(|line| !line.trim().is_empty()) else {
        return Err(whole("there is nothing in it; paste what ls -slk, df -t or query -knpfs printed, or a CSV"));
    };
    let lower = first.to_ascii_lowercase();
    let mut input =
        Input { form: Form::Listing, candidates: Vec::new(), file_systems: Vec::new(), operations: Vec::new() };
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line)).filter(|(_, line)| !line.trim().is_empty());
    if lower.starts_with("path,") || lower.trim() == "path" {
        input.form = Form::Csv;
        input.candidates = csv(lines)?;
    } else if lower.contains("mounted on") {
        input.form = Form::FileSystems;
        input.file_systems = lines.skip(1).map(|(at, line)| file_system(at, line)).collect::<Result<_, _>>()?;
    } else if lower.trim_start().starts_with("operation") {
        input.form = Form::Operations;
        input.operations =
            lines.skip(1).filter_map(|(at, line)| operation(at, line).transpose()).collect::<Result<_, _>>()?;
    } else {
        input.candidates = listing(lines)?;
    }
    Ok(input)
}

fn whole(what: &str) -> InputError {
    InputError { line: 0, what: what.to_owned() }
}

fn number(line: usize, text: &str, of: &str) -> Result<u64, InputError> {
    text.parse().map_err(|_| InputError { line, what: format!("{text:?} should be the {of}, a whole number") })
}

fn csv<'a>(mut lines: impl Iterator<Item = (usize, &'a str)>) -> Result<Vec<Candidate>, InputError> {
    let (at, header) = lines.next().unwrap_or_default();
    let columns: Vec<String> = header.split(',').map(|column| column.trim().to_ascii_lowercase()).collect();
    if let Some(unknown) = columns.iter().find(|c| !["path", "entries", "kilobytes", "operations"].contains(&&c[..])) {
        let what = format!("there is no column {unknown:?}; the columns are path, entries, kilobytes, operations");
        return Err(InputError { line: at, what });
    }
    if !columns.iter().any(|column| column == "entries" || column == "kilobytes") {
        let what = "a column entries or kilobytes is needed besides the path".to_owned();
        return Err(InputError { line: at, what });
    }
    lines.map(|(line, text)| csv_line(line, text, &columns)).collect()
}

/// A path may have commas in it: the last cells belong to the other columns, if the path is the first.
fn csv_line(line: usize, text: &str, columns: &[String]) -> Result<Candidate, InputError> {
    let others = columns.len() - 1;
    let mut cells: Vec<&str> = text.rsplitn(others + 1, ',').map(str::trim).collect();
    cells.reverse();
    if cells.len() != columns.len() {
        let what = format!("{} cells where the first line has {} columns", cells.len(), columns.len());
        return Err(InputError { line, what });
    }
    let mut candidate = Candidate { path: cells[0].trim_matches('"').to_owned(), ..Candidate::default() };
    for (column, cell) in columns.iter().zip(cells).skip(1).filter(|(_, cell)| !cell.is_empty()) {
        let value = Some(number(line, cell, column)?);
        match &column[..] {
            "entries" => candidate.entries = value,
            "kilobytes" => candidate.kilobytes = value,
            _ => candidate.operations = value,
        }
    }
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
        return Err(InputError { line, what: format!("no count follows the operation {name:?}") });
    };
    Ok(Some(OperationLine { operation: name.to_owned(), count: number(line, count, "count")? }))
}

/// `kilobytes mode links owner group bytes month day time name`, below a line `path:` for each directory.
fn listing<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Result<Vec<Candidate>, InputError> {
    let mut found: BTreeMap<String, Candidate> = BTreeMap::new();
    // The directory whose contents are being listed, and its names so far.
    let mut inside: Option<(String, u64)> = None;
    for (at, line) in lines {
        let line = line.trim_end();
        if let Some(path) = heading(line) {
            close(&mut found, inside.replace((path.to_owned(), 0)));
            continue;
        }
        if line.trim_start().starts_with("total ") {
            continue;
        }
        let entry = entry(line).ok_or_else(|| InputError {
            line: at,
            what:
                "this is not a line of ls -slk, such as \"8 drwxr-xr-x 2 USER GROUP 8192 Aug 12 13:45 name\", nor the \
                   path of a directory with a colon"
                    .to_owned(),
        })?;
        let path = match &mut inside {
            Some((path, _)) if entry.name == "." => path.clone(),
            _ if entry.name == ".." => continue,
            Some((path, names)) => {
                *names += 1;
                if !entry.is_directory {
                    continue;
                }
                format!("{}/{}", path.trim_end_matches('/'), entry.name)
            }
            None if entry.is_directory => entry.name.to_owned(),
            None => continue,
        };
        found.entry(path).or_default().kilobytes = Some(entry.kilobytes);
    }
    close(&mut found, inside);
    for (path, candidate) in &mut found {
        candidate.path.clone_from(path);
    }
    Ok(found.into_values().collect())
}

/// Takes note of the names of a directory whose contents were listed.
fn close(found: &mut BTreeMap<String, Candidate>, inside: Option<(String, u64)>) {
    if let Some((path, names)) = inside {
        found.entry(path).or_default().entries = Some(names);
    }
}

/// The path in a line that begins a directory's contents.
fn heading(line: &str) -> Option<&str> {
    let path = line.strip_suffix(':')?;
    (path.starts_with(['/', '.', '~']) || !path.contains(char::is_whitespace)).then_some(path)
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
    let kilobytes = word().parse().ok()?;
    let mode = word();
    if mode.len() < 10 || !mode.starts_with(['d', '-', 'l', 'c', 'b', 'p', 's', 'e']) {
        return None;
    }
    // Links, owner, group, bytes (a device has two numbers with a comma), and three words of date.
    let _ = (word(), word(), word());
    if word().ends_with(',') {
        word();
    }
    let _ = (word(), word(), word());
    let name = rest.strip_prefix(' ').unwrap_or(rest);
    (!name.is_empty()).then_some(ListedEntry { kilobytes, is_directory: mode.starts_with('d'), name })
}
