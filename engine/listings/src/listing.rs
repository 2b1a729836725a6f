//! `ls`: long lists, `[inode] [kilobytes] mode links owner group bytes time name`, and lists of names, after a line
//! `path:` for each directory.

use super::Candidate;
use super::collector::Collector;
use super::time::{skip_time, word};
use super::{InputError, MAX_NUMBER, quote_start, similar};
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(super) struct Listing {
    directories: Directories,
    /// The directory whose contents are being listed.
    current: Option<CurrentDirectory>,
    /// Line number of a second total that is not preceded by the path of its directory.
    unnamed_list: Option<usize>,
    /// Number of lines with a name.
    entries: usize,
    /// Whether a list had entries with modes.
    has_modes: bool,
    /// Whether the entry for a directory had no column of blocks.
    lacks_blocks: bool,
    /// Whether the first column of an entry exceeds the total of its list.
    exceeds_total: bool,
}

/// The directories in a listing, by path.
pub(super) type Directories = BTreeMap<String, ListedDirectory>;

/// A directory in a listing.
#[derive(Debug, Default)]
pub(super) struct ListedDirectory {
    pub(super) names: Option<u64>,
    /// Size of the directory in kilobytes, from the column of blocks.
    pub(super) blocks: Option<u64>,
    /// Size of the directory in kilobytes, from its length in bytes.
    length: Option<u64>,
    /// Kilobytes of the directory's listed contents.
    pub(super) contents: u64,
    /// Number of the directory's names that can be starting points of `find`.
    pub(super) starts: u64,
}

#[derive(Debug)]
struct CurrentDirectory {
    path: String,
    /// Number of names found in the directory so far.
    names: u64,
    /// Total of the directory's list, once it has been read: each list has one total.
    total: Option<u64>,
    /// Whether the directory's list contains only names; unknown before the list's first line.
    names_only: Option<bool>,
}

impl CurrentDirectory {
    fn new(path: &str) -> Self {
        Self { path: path.to_owned(), names: 0, total: None, names_only: None }
    }
}

impl Listing {
    /// Parses one more line; `after_blank` means that the line before it is empty.
    pub(super) fn push_line(
        &mut self,
        at: usize,
        line: &str,
        after_blank: bool,
        collector: &mut Collector,
    ) -> Result<(), InputError> {
        let entry = parse_entry(line);
        let current = self.current.as_mut();
        if current.is_some_and(|current| {
            *current
                .names_only
                .get_or_insert_with(|| !after_blank && !matches!(entry, Err(_) | Ok(Some(_))) && total(line).is_none())
        }) && !(after_blank && line.ends_with(':'))
        {
            self.push_name(at, line, collector);
            return Ok(());
        }
        if let Some(total) = total(line) {
            // Without a path, the lines after a total belong to one directory.
            let current = self.current.get_or_insert_with(|| CurrentDirectory::new("."));
            current.names_only = Some(false);
            if current.total.replace(total).is_some() {
                self.unnamed_list.get_or_insert(at);
            }
            return Ok(());
        }
        let Some(entry) = entry.map_err(|what| InputError { line: at, what })? else {
            let Some(path) = line.trim_end().strip_suffix(':') else {
                let example = "this is neither a line of ls -slk, such as \"8 drwxr-xr-x 2 USER GROUP 8192 Aug 12 13:45 \
                               name\", nor the path of a directory with a colon: paste the output of one command";
                let what = similar::suggest_command(line).unwrap_or_else(|| example.to_owned());
                return Err(InputError { line: at, what });
            };
            self.close();
            self.current = Some(CurrentDirectory::new(path));
            return Ok(());
        };
        self.push_entry(at, &entry, collector);
        Ok(())
    }

    /// Returns the number of lines with a name.
    pub(super) fn entries(&self) -> usize {
        self.entries
    }

    /// Counts a line in a list of names.
    fn push_name(&mut self, at: usize, name: &str, collector: &mut Collector) {
        let Some(current) = &mut self.current else { return };
        self.entries += 1;
        if name != "." && name != ".." {
            current.names += 1;
            collector.offer(&current.path, at, name);
        }
    }

    fn push_entry(&mut self, at: usize, entry: &ListedEntry<'_>, collector: &mut Collector) {
        self.has_modes = true;
        self.entries += 1;
        let path = match &mut self.current {
            Some(CurrentDirectory { path, .. }) if entry.name == "." => path.clone(),
            _ if entry.name == ".." => return,
            Some(CurrentDirectory { path, names, total, .. }) => {
                *names += 1;
                collector.offer(path, at, entry.name);
                // An entry cannot be larger than the total of its list: larger numbers are not sizes.
                self.exceeds_total |= entry.blocks.zip(*total).is_some_and(|(blocks, total)| blocks > total);
                if !entry.is_directory {
                    return;
                }
                format!("{}/{}", path.trim_end_matches('/'), entry.name)
            }
            None if entry.is_directory => entry.name.to_owned(),
            None => return,
        };
        self.lacks_blocks |= entry.blocks.is_none();
        let directory = self.directories.entry(path).or_default();
        directory.blocks = entry.blocks;
        directory.length = Some(entry.bytes.div_ceil(1024));
    }

    /// Stores the number of names in the current directory.
    fn close(&mut self) {
        if let Some(CurrentDirectory { path, names, .. }) = self.current.take() {
            self.directories.entry(path).or_default().names = Some(names);
        }
    }

    /// Returns the directories, by path, and a description of the columns.
    ///
    /// # Errors
    /// Returns [`InputError`] if several lists have no paths: their names cannot be separated.
    pub(super) fn finish(mut self) -> Result<(Vec<Candidate>, String), InputError> {
        self.close();
        if let Some(line) = self.unnamed_list {
            let what = "a second total follows without the path of its directory: list several directories with one \
                        ls -slk, or put a line with the path and a colon before each list";
            return Err(InputError { line, what: what.to_owned() });
        }
        let has_blocks = !self.lacks_blocks && !self.exceeds_total;
        let reading = match (self.has_modes, has_blocks) {
            (false, _) => "Read as ls -R: names only, without sizes.",
            (true, true) => "Read as ls -slk: sizes in KB.",
            (true, false) if self.exceeds_total => {
                "Read as ls -l: sizes are the lengths of directories in bytes, rounded up to KB. A number in \
                 the first column exceeds the total of its list, so this column does not contain sizes in KB and is \
                 not used. It may contain inode numbers (-i)."
            }
            (true, false) => "Read as ls -l: sizes are the lengths of directories in bytes, rounded up to KB.",
        };
        let candidates = self.directories.into_iter().map(|(path, ListedDirectory { names, blocks, length, .. })| {
            Candidate { path, entries: names, kilobytes: if has_blocks { blocks } else { length }, operations: None }
        });
        Ok((candidates.collect(), reading.to_owned()))
    }
}

/// An entry in a long list.
#[derive(Debug)]
struct ListedEntry<'a> {
    /// The number before the mode; of two numbers, the second, because the first is an inode number.
    blocks: Option<u64>,
    is_directory: bool,
    bytes: u64,
    name: &'a str,
}

/// Returns whether a line can be the first line of a listing.
pub(super) fn is_beginning(line: &str) -> bool {
    total(line).is_some() || is_entry(line) || line.trim_end().ends_with(':')
}

/// Returns whether a line is an entry in a long list, even if its time has an unknown style.
pub(super) fn is_entry(line: &str) -> bool {
    !matches!(parse_entry(line), Ok(None))
}

/// Returns the number in a line such as `total 16`; `None` for any other line.
pub(super) fn total(line: &str) -> Option<u64> {
    line.trim().strip_prefix("total ")?.trim().parse().ok()
}

/// Returns whether a word is the mode of a file, such as `drwxr-xr-x`.
pub(super) fn is_mode(word: &str) -> bool {
    word.len() >= 10
        && word.starts_with(['d', '-', 'l', 'c', 'b', 'p', 's', 'e'])
        && word.as_bytes()[1..10].iter().all(|byte| b"rwxsStT-".contains(byte))
}

/// Parses a line as an entry; returns `None` if it is something else.
///
/// # Errors
/// Returns a message if the line is an entry whose time has an unknown style.
fn parse_entry(line: &str) -> Result<Option<ListedEntry<'_>>, String> {
    let (mut mode, mut rest) = word(line);
    let mut blocks = None;
    for _ in 0..2 {
        if let Some(number) = mode.parse().ok().filter(|number| *number <= MAX_NUMBER) {
            blocks = Some(number);
            (mode, rest) = word(rest);
        }
    }
    if !is_mode(mode) {
        return Ok(None);
    }
    let Some((bytes, after)) = skip_to_name(rest)? else { return Ok(None) };
    // A symbolic link is followed by its target, whose length is the size of the link; a name can contain an arrow.
    let target = after.len().checked_sub(bytes as usize).filter(|_| mode.starts_with('l'));
    let name = target.and_then(|at| after.get(..at)?.strip_suffix(" -> ")).unwrap_or(after);
    let entry = ListedEntry { blocks, is_directory: mode.starts_with('d'), bytes, name };
    Ok((!name.is_empty()).then_some(entry))
}

/// Splits the text of an entry after its mode: returns the number of bytes and the text after the time.
///
/// # Errors
/// Returns a message if the time has an unknown style.
pub(super) fn skip_to_name(after_mode: &str) -> Result<Option<(u64, &str)>, String> {
    let mut rest = after_mode;
    // Links, owner, group, and bytes; a device has two numbers with a comma instead of bytes.
    for _ in 0..3 {
        rest = word(rest).1;
    }
    let (bytes, mut rest) = word(rest);
    if bytes.ends_with(',') {
        rest = word(rest).1;
    }
    let Some(after) = skip_time(rest) else {
        let time = quote_start(rest.trim_start());
        return Err(format!(
            "{time} does not begin with a time in a known format: run ls with LC_ALL=C or --time-style=long-iso, as in \"2015-08-12 13:45 name\""
        ));
    };
    let bytes = bytes.parse().unwrap_or(0);
    Ok((bytes <= MAX_NUMBER).then_some((bytes, after.strip_prefix(' ').unwrap_or(after))))
}
