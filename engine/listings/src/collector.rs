//! The names in one directory of a listing.

use super::Candidate;
use super::ebcdic;
use super::paths::{PathStyle, is_directory_of};
use super::{Input, InputError, Reader, listing};
use std::cmp::Reverse;

/// Collects the names in a directory while a listing is read.
#[derive(Debug, Default)]
pub(super) struct Collector {
    directory: Option<String>,
    names: Vec<(usize, String)>,
    /// Whether the current line is not UTF-8, so that a name in it is not the original name.
    pub(super) is_lossy: bool,
    not_utf8: usize,
}

impl Collector {
    /// Records a name from a line if `directory` is the wanted directory.
    pub(super) fn offer(&mut self, directory: &str, line: usize, name: &str) {
        if self.directory.as_deref() != Some(directory) {
            return;
        }
        if self.is_lossy {
            self.not_utf8 += 1;
        } else {
            self.names.push((line, name.to_owned()));
        }
    }
}

/// The names of a directory in a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedNames {
    /// Description of the command, the units, and the lines that were left out.
    pub reading: String,
    /// The path of the directory.
    pub directory: String,
    /// Number of directories with names in the listing.
    pub directories: usize,
    /// The names, each with its line number.
    pub names: Vec<(usize, String)>,
    /// Number of names that are not UTF-8 and are left out.
    pub not_utf8: usize,
    /// All directories in the listing, by path.
    pub candidates: Vec<Candidate>,
}

/// Returns whether a text is a listing and not a list of names: its first lines have paths, modes, or a total.
pub fn is_listing(bytes: &[u8]) -> bool {
    let end = bytes.iter().find(|byte| matches!(**byte, b'\n' | 0 | ebcdic::NEW_LINE)).copied().unwrap_or(b'\n');
    let mut lines = bytes.split(|byte| *byte == end).map(|line| match end {
        ebcdic::NEW_LINE => ebcdic::decode(line),
        _ => String::from_utf8_lossy(line).into_owned(),
    });
    let mut next = || lines.find(|line| !line.trim().is_empty()).unwrap_or_default();
    let (first, second) = (next(), next());
    let first = first.trim_start_matches('\u{feff}');
    let is_path = |line: &str| match PathStyle::of(line) {
        // A name with a slash does not make a list of names a listing: the slash is a mistake in the list.
        Some(PathStyle::Find) => ["/", "./", "../"].iter().any(|start| line.starts_with(start)),
        style => style.is_some(),
    };
    let is_header = |line: &str| line.trim_end().ends_with(':') && line.starts_with(['/', '.']);
    listing::is_entry(first)
        || is_path(first)
        || first.trim_end() == "." && is_path(&second)
        || is_header(first)
        || listing::total(first).is_some() && listing::is_entry(&second)
        || first.trim_end().ends_with(':') && listing::total(&second).is_some()
        || second.contains('/') && is_directory_of(first, &second)
}

/// Returns the names in a directory of a listing: the directory `path`, or the directory with the most names.
///
/// # Errors
/// Returns [`InputError`] if the text is not a listing, or contains no names, or no names in `path`.
pub fn listed_names(bytes: &[u8], path: Option<&str>) -> Result<ListedNames, InputError> {
    let read = |directory| {
        let mut reader = Reader { collector: Collector { directory, ..Collector::default() }, ..Reader::default() };
        reader.push(bytes)?;
        reader.finish_with_names()
    };
    let (input, _) = read(None)?;
    let with_names = || input.candidates.iter().filter(|candidate| candidate.entries > Some(0));
    let largest = with_names().min_by_key(|candidate| (Reverse(candidate.entries), &candidate.path));
    let directory = match path {
        Some(path) => with_names().find(|candidate| candidate.path == path),
        None => largest,
    };
    let Some(directory) = directory.map(|candidate| candidate.path.clone()) else {
        let what = match (path, largest) {
            (Some(path), Some(largest)) => {
                format!("the listing has no names in {path:?}: give another directory, such as {:?}", largest.path)
            }
            _ => "the listing shows no names in any directory: give the output of ls -R or find, or a list of names"
                .to_owned(),
        };
        return Err(InputError { line: 0, what });
    };
    let directories = with_names().count();
    let (Input { reading, candidates, .. }, Collector { names, not_utf8, .. }) = read(Some(directory.clone()))?;
    Ok(ListedNames { reading, directory, directories, names, not_utf8, candidates })
}
