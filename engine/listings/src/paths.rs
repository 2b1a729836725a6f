//! Paths, each a name in its directory: `find`, `find -ls`, `find -printf '%y %k %p\n'`, and `du -a`.

use super::Candidate;
use super::collector::Collector;
use super::listing::{Directories, ListedDirectory, is_mode, skip_to_name};
use super::time::word;
use super::{InputError, MAX_NUMBER, quote_start};
use xxhash_rust::xxh3::xxh3_64;

/// Kilobytes that `du` may count for a directory beyond its listed contents: the size of a small directory in any file
/// system.
const SMALL_DIRECTORY_KB: u64 = 64;
/// Kilobytes that a directory can take per listed name: a name has at most 255 bytes.
const KB_PER_NAME: u64 = 1;

/// The format of the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PathStyle {
    /// `find`: a path.
    Find,
    /// `find -ls`: inode, kilobytes, mode, links, owner, group, bytes, time, path.
    FindLs,
    /// `find -printf '%y %k %p\n'`: type, kilobytes, path.
    FindPrintf,
    /// `du -a`: kilobytes, path.
    Du,
}

impl PathStyle {
    /// Returns the style of a line; `None` if it has no path.
    pub(super) fn of(line: &str) -> Option<Self> {
        let (first, rest) = word(line);
        let (second, after_second) = word(rest);
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_path = |text: &str| text == "." || text.starts_with(['/', '.']) && text.contains('/');
        if is_number(first) && is_number(second) && is_mode(word(after_second).0) {
            // The output of ls -lis has the same columns, but a name instead of a path after the time.
            let name = skip_to_name(word(after_second).1).ok()??.1;
            return is_path(name).then_some(Self::FindLs);
        }
        if is_number(first) && is_path(rest.trim_start()) {
            return Some(Self::Du);
        }
        if first.len() == 1 && "fdlpscbD".contains(first) && is_number(second) && is_path(after_second.trim_start()) {
            return Some(Self::FindPrintf);
        }
        let is_plain = is_path(line) || line.contains('/') && !line.contains(char::is_whitespace);
        (is_plain && !line.trim_end().ends_with(':')).then_some(Self::Find)
    }

    fn reading(self) -> &'static str {
        match self {
            Self::Find => {
                "Read as find: each path is a name in its directory. Paths that find did not print are not counted."
            }
            Self::FindLs => {
                "Read as find -ls: each path is a name in its directory; sizes in KB, from the second column. Paths that find did \
                 not print are not counted."
            }
            Self::FindPrintf => {
                "Read as find -printf '%y %k %p\\n': each path is a name in its directory; sizes in KB, from the second column. \
                 Paths that find did not print are not counted."
            }
            Self::Du => {
                "Read as du -a: each path is a name in its directory. The sizes of directories include their files and are not used; \
                 further hard links to a file are not counted."
            }
        }
    }
}

/// Paths read so far.
#[derive(Debug)]
pub(super) struct Paths {
    style: PathStyle,
    directories: Directories,
    /// Hashes of the printed paths, sorted at the end; a million stored paths would take a hundred megabytes.
    printed: Vec<u64>,
}

/// A parsed line.
struct PathLine<'a> {
    path: std::borrow::Cow<'a, str>,
    is_directory: bool,
    kilobytes: Option<u64>,
}

impl Paths {
    pub(super) fn new(style: PathStyle) -> Self {
        Self { style, directories: Directories::new(), printed: Vec::new() }
    }

    /// Records the starting point of `find`, a path without a directory.
    pub(super) fn push_start(&mut self, path: &str) {
        self.printed.push(hash_of(without_slash(path)));
    }

    /// Parses one more line.
    pub(super) fn push_line(&mut self, at: usize, line: &str, collector: &mut Collector) -> Result<(), InputError> {
        let PathLine { path, is_directory, kilobytes } =
            parse(self.style, line).map_err(|what| InputError { line: at, what })?;
        let path = without_slash(&path);
        self.printed.push(hash_of(path));
        if is_directory || self.style == PathStyle::Du && self.directories.contains_key(path) {
            let directory = self.directories.entry(path.to_owned()).or_default();
            directory.names.get_or_insert(0);
            directory.blocks = kilobytes;
        }
        if let Some((directory, name)) = split(path) {
            collector.offer(directory, at, name);
            if !self.directories.contains_key(directory) {
                self.directories.insert(directory.to_owned(), ListedDirectory::default());
            }
            if let Some(parent) = self.directories.get_mut(directory) {
                *parent.names.get_or_insert(0) += 1;
                parent.contents += kilobytes.unwrap_or(0);
            }
        }
        Ok(())
    }

    /// Returns the directories, by path, and a description of the columns.
    ///
    /// # Errors
    /// Returns [`InputError`] for `du` without `-a`.
    pub(super) fn finish(mut self) -> Result<(Vec<Candidate>, String), InputError> {
        let starts = self.remove_starts();
        if self.style == PathStyle::Du {
            for (path, directory) in &self.directories {
                let own = directory.blocks.unwrap_or(0).saturating_sub(directory.contents);
                let names = directory.names.unwrap_or(0);
                if own > SMALL_DIRECTORY_KB + KB_PER_NAME * names {
                    let path = quote_start(path);
                    let what = format!(
                        "{path} has {own} KB beyond its listed names ({names}), so du did not list all files: run \
                         du -ak"
                    );
                    return Err(InputError { line: 0, what });
                }
            }
        }
        let has_sizes = self.style != PathStyle::Du;
        let candidates = self.directories.into_iter().map(|(path, directory)| Candidate {
            path,
            entries: directory.names,
            kilobytes: directory.blocks.filter(|_| has_sizes),
            operations: None,
        });
        let starts = match starts.as_slice() {
            [] => String::new(),
            [start] => format!(" {} is a starting point and not counted as a name.", quote_start(start)),
            [start, more @ ..] => {
                let (start, more) = (quote_start(start), more.len());
                format!(" {start} and {more} more are starting points and not counted as names.")
            }
        };
        Ok((candidates.collect(), self.style.reading().to_owned() + &starts))
    }

    /// Removes the starting points of `find` from the names of their directories, and returns the starting points. A
    /// starting point is printed, but neither its directory nor any other file in that directory is.
    fn remove_starts(&mut self) -> Vec<String> {
        self.printed.sort_unstable();
        let is_printed = |path: &str| self.printed.binary_search(&hash_of(path)).is_ok();
        let is_start = |path: &&String| is_printed(path) && split(path).is_some_and(|(parent, _)| !is_printed(parent));
        let mut starts: Vec<String> = self.directories.keys().filter(is_start).cloned().collect();
        for start in &starts {
            if let Some(parent) = split(start).and_then(|(parent, _)| self.directories.get_mut(parent)) {
                parent.starts += 1;
            }
        }
        let is_all = |directory: &ListedDirectory| directory.names == Some(directory.starts);
        starts.retain(|start| split(start).and_then(|(parent, _)| self.directories.get(parent)).is_some_and(is_all));
        for start in &starts {
            if let Some((parent, _)) = split(start) {
                self.directories.remove(parent);
            }
        }
        starts
    }
}

fn hash_of(path: &str) -> u64 {
    xxh3_64(path.as_bytes())
}

/// Returns whether `path` is the directory of the path in the next line, as in the output of `find name`.
pub(super) fn is_directory_of(path: &str, next: &str) -> bool {
    split(without_slash(next)).is_some_and(|(directory, _)| directory == without_slash(path))
}

/// Returns a path without the slashes at its end, unless it is the root.
fn without_slash(path: &str) -> &str {
    let short = path.trim_end_matches('/');
    if short.is_empty() { "/" } else { short }
}

/// Splits a path into its directory and its name; `None` for a path without a directory.
fn split(path: &str) -> Option<(&str, &str)> {
    let (directory, name) = path.rsplit_once('/').filter(|(_, name)| !name.is_empty())?;
    Some((without_slash(directory), name))
}

fn parse(style: PathStyle, line: &str) -> Result<PathLine<'_>, String> {
    let number = |text: &str| text.parse().ok().filter(|number| *number <= MAX_NUMBER);
    let (first, rest) = word(line);
    let (second, after_second) = word(rest);
    let parsed = match style {
        // A message from find, such as one about permissions, contains a path, too.
        PathStyle::Find => (PathStyle::of(line) == Some(style) || line.contains('/') && !line.starts_with("find: "))
            .then(|| PathLine { path: line.into(), is_directory: false, kilobytes: None }),
        PathStyle::Du => number(first).map(|kilobytes| PathLine {
            path: rest.trim_start_matches([' ', '\t']).into(),
            is_directory: false,
            kilobytes: Some(kilobytes),
        }),
        PathStyle::FindPrintf => number(second).filter(|_| first.len() == 1).map(|kilobytes| PathLine {
            path: after_second.strip_prefix(' ').unwrap_or(after_second).into(),
            is_directory: first == "d",
            kilobytes: Some(kilobytes),
        }),
        PathStyle::FindLs => {
            let (mode, after_mode) = word(after_second);
            let kilobytes = number(second).filter(|_| number(first).is_some() && is_mode(mode));
            match kilobytes
                .map(|kilobytes| skip_to_name(after_mode).map(|found| found.map(|(_, name)| (kilobytes, name))))
            {
                None | Some(Ok(None)) => None,
                Some(Err(what)) => return Err(what),
                Some(Ok(Some((kilobytes, name)))) => {
                    let name = match name.split_once(" -> ") {
                        Some((name, _)) if mode.starts_with('l') => name,
                        _ => name,
                    };
                    Some(PathLine {
                        path: unescape(name).into(),
                        is_directory: mode.starts_with('d'),
                        kilobytes: Some(kilobytes),
                    })
                }
            }
        }
    };
    parsed.filter(|line| !line.path.is_empty()).ok_or_else(|| {
        let form = match style {
            PathStyle::Find => "a path",
            PathStyle::Du => "a size and a path, as du -ak prints them",
            PathStyle::FindPrintf => "a type, a size, and a path, as find -printf '%y %k %p\\n' prints them",
            PathStyle::FindLs => "a line of find -ls",
        };
        format!("{} is not {form}: paste the output of one command", quote_start(line))
    })
}

/// Returns a path without the backslash escapes that `find -ls` uses for blanks and control characters.
fn unescape(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        let octal = after.get(..3).filter(|digits| digits.iter().all(|digit| matches!(digit, b'0'..=b'7')));
        rest = match (first, octal, after) {
            (b'\\', Some(digits), _) => {
                bytes.push(digits.iter().fold(0_u8, |value, digit| (value << 3) | (digit - b'0')));
                &after[3..]
            }
            (b'\\', None, [escaped, after @ ..]) => {
                bytes.push(match escaped {
                    b'n' => b'\n',
                    b't' => b'\t',
                    b'r' => b'\r',
                    other => *other,
                });
                after
            }
            _ => {
                bytes.push(*first);
                after
            }
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
