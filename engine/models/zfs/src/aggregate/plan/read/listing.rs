//! `kilobytes mode links owner group bytes month day time name`, after a line `path:` for each directory.

use super::time::{skip_time, word};
use super::{InputError, MAX_NUMBER, quote_start, similar};
use crate::aggregate::plan::Candidate;
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(super) struct Listing {
    candidates: BTreeMap<String, Candidate>,
    /// The directory whose contents are being listed.
    current: Option<CurrentDirectory>,
}

#[derive(Debug)]
struct CurrentDirectory {
    path: String,
    /// Number of its names so far.
    names: u64,
    /// Whether its total was read: each list has one.
    total: bool,
}

impl Listing {
    /// Parses one more line.
    pub(super) fn push_line(&mut self, at: usize, line: &str) -> Result<(), InputError> {
        if line.trim_start().starts_with("total ") {
            // Without a path, the lines after a total list one directory.
            let current =
                self.current.get_or_insert_with(|| CurrentDirectory { path: ".".to_owned(), names: 0, total: false });
            if std::mem::replace(&mut current.total, true) {
                let what = "a second total follows without the path of its directory; list several directories with one \
                            ls -slk, or put the path and a colon on a line before each";
                return Err(InputError { line: at, what: what.to_owned() });
            }
            return Ok(());
        }
        let Some(entry) = parse_entry(line).map_err(|what| InputError { line: at, what })? else {
            let Some(path) = line.strip_suffix(':') else {
                let example = "this is not a line of ls -slk, such as \"8 drwxr-xr-x 2 USER GROUP 8192 Aug 12 13:45 \
                               name\", nor the path of a directory with a colon";
                let what = similar::suggest_command(line).unwrap_or_else(|| example.to_owned());
                return Err(InputError { line: at, what });
            };
            self.close();
            self.current = Some(CurrentDirectory { path: path.to_owned(), names: 0, total: false });
            return Ok(());
        };
        let path = match &mut self.current {
            Some(CurrentDirectory { path, .. }) if entry.name == "." => path.clone(),
            _ if entry.name == ".." => return Ok(()),
            Some(CurrentDirectory { path, names, .. }) => {
                *names += 1;
                if !entry.is_directory {
                    return Ok(());
                }
                format!("{}/{}", path.trim_end_matches('/'), entry.name)
            }
            None if entry.is_directory => entry.name.to_owned(),
            None => return Ok(()),
        };
        self.candidates.entry(path).or_default().kilobytes = Some(entry.kilobytes);
        Ok(())
    }

    /// Stores the number of names of the current directory.
    fn close(&mut self) {
        if let Some(CurrentDirectory { path, names, .. }) = self.current.take() {
            self.candidates.entry(path).or_default().entries = Some(names);
        }
    }

    /// Returns the directories, by path.
    pub(super) fn finish(mut self) -> Vec<Candidate> {
        self.close();
        self.candidates.into_iter().map(|(path, candidate)| Candidate { path, ..candidate }).collect()
    }
}

/// A line of `ls -slk`.
struct ListedEntry<'a> {
    kilobytes: u64,
    is_directory: bool,
    name: &'a str,
}

/// Returns whether a word is the mode of a file, such as `drwxr-xr-x`.
pub(super) fn is_mode(word: &str) -> bool {
    word.len() >= 10 && word.starts_with(['d', '-', 'l', 'c', 'b', 'p', 's', 'e'])
}

/// Parses a line as an entry; returns `None` if it is something else.
///
/// # Errors
/// Returns a message if the line is an entry whose time has an unknown style.
fn parse_entry(line: &str) -> Result<Option<ListedEntry<'_>>, String> {
    let (kilobytes, rest) = word(line);
    let (mode, mut rest) = word(rest);
    let Some(kilobytes) = kilobytes.parse().ok().filter(|number| *number <= MAX_NUMBER && is_mode(mode)) else {
        return Ok(None);
    };
    // Links, owner, group, and bytes, of which a device has two numbers with a comma.
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
            "{time} does not begin with a known time: list with LC_ALL=C or with --time-style=long-iso, as in \"2015-08-12 13:45 name\""
        ));
    };
    let name = after.strip_prefix(' ').unwrap_or(after);
    let entry = ListedEntry { kilobytes, is_directory: mode.starts_with('d'), name };
    Ok((!name.is_empty()).then_some(entry))
}
