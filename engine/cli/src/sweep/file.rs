//! Output files of sweeps: written in order, continued after an interruption, and joined.

use super::checksum::Lines;
use crate::Failure;
use pathlength_lab::sweep::Sweep;
use std::fs::{File, OpenOptions, remove_file};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The destination of the rows.
#[derive(Debug)]
pub(crate) enum Output {
    Standard,
    File(PathBuf, File),
}

impl Output {
    /// Opens a file for the rows, or standard output. Only `resume` accepts an existing file.
    pub(crate) fn open(path: Option<&Path>, resume: bool) -> Result<Self, Failure> {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
            return if path.is_some() && resume {
                Err(Failure::Input("standard output cannot be continued: name a file for --resume".to_owned()))
            } else {
                Ok(Self::Standard)
            };
        };
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        if resume {
            options.create(true).truncate(false)
        } else {
            options.create_new(true)
        };
        match options.open(path) {
            Ok(file) => Ok(Self::File(path.to_owned(), file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let what = "already exists: remove it, continue it with --resume, or name another file";
                Err(Failure::Input(format!("{} {what}", path.display())))
            }
            Err(error) => Err(Failure::Input(format!("cannot write {}: {error}", path.display()))),
        }
    }

    /// Writes whole rows.
    ///
    /// # Errors
    /// Returns [`Failure::No`] if standard output was closed, which is not an error of the sweep.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Self::Standard => {
                let mut out = io::stdout().lock();
                match out.write_all(bytes).and_then(|()| out.flush()) {
                    Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::No),
                    written => Ok(written?),
                }
            }
            Self::File(path, file) => file
                .write_all(bytes)
                .map_err(|error| Failure::Input(format!("cannot write {}: {error}", path.display()))),
        }
    }

    /// Removes the file, which cannot be used.
    pub(crate) fn remove(self) {
        if let Self::File(path, _) = self {
            // The reason why the file cannot be used is the better message.
            let _ = remove_file(path);
        }
    }

    /// Seeks to the end of the last complete row of a file; in a shard, to the end of the last row before a damaged
    /// one. Returns the number of the next scenario; `None` for an empty file.
    ///
    /// # Errors
    /// Returns an error if the file has another header, or if its last row differs from this sweep's row.
    pub(crate) fn resume(&mut self, sweep: &Sweep, rows: &Lines, range: &Range<u64>) -> Result<Option<u64>, Failure> {
        let Self::File(path, file) = self else { return Ok(None) };
        let other = || other_sweep(path, "write a new file");
        let mut lines = BufReader::new(&*file);
        let (mut end, mut count, mut line, mut last) = (0, 0, Vec::new(), Vec::new());
        while lines.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
            if count == 0 && line != rows.header().as_bytes() {
                return Err(other());
            }
            if count > 0 && rows.plain(&line).is_none() {
                // If no row is valid, the file belongs to another grid or lab.
                if count == 1 {
                    return Err(other());
                }
                break;
            }
            end += line.len() as u64;
            count += 1;
            std::mem::swap(&mut line, &mut last);
            line.clear();
        }
        if count == 0 && !line.is_empty() && !rows.header().as_bytes().starts_with(&line) {
            return Err(other());
        }
        let next = range.start + u64::saturating_sub(count, 1);
        if next > range.end || (count > 1 && row(sweep, rows, next - 1)?.as_bytes() != last) {
            return Err(other());
        }
        // The rest is an unfinished or damaged row, and everything after it.
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok((count > 0).then_some(next))
    }
}

/// Returns the text of one row.
fn row(sweep: &Sweep, rows: &Lines, number: u64) -> Result<String, Failure> {
    let mut text = String::new();
    rows.write(&sweep.open()?.row(number), &mut text);
    Ok(text)
}

/// A shard's file: the numbers of its scenarios with their rows, `None` for an unfinished or damaged row.
#[derive(Debug)]
pub(crate) struct Part<R, I> {
    path: PathBuf,
    first: Option<(u64, R)>,
    rest: I,
}

impl<R, I: Iterator<Item = Option<(u64, R)>>> Part<R, I> {
    /// Creates the part for this file from its first row and the other rows. A file without rows is not a part: there
    /// are more shards than scenarios.
    pub(crate) fn new(path: &Path, first: Option<(u64, R)>, rest: I) -> Self {
        Self { path: path.to_owned(), first, rest }
    }

    /// Returns the number of the first scenario, by which parts are sorted.
    fn number(&self) -> Option<u64> {
        self.first.as_ref().map(|(number, _)| *number)
    }
}

/// Passes `write` the rows of all parts in the order of their numbers; each of `count` scenarios must be in them exactly
/// once.
pub(crate) fn join<R, I: Iterator<Item = Option<(u64, R)>>>(
    count: u64,
    mut parts: Vec<Part<R, I>>,
    mut write: impl FnMut(R) -> Result<(), Failure>,
) -> Result<(), Failure> {
    parts.sort_by_key(Part::number);
    let mut next = 0;
    for Part { path, first, rest } in parts {
        for row in std::iter::once(first).chain(rest) {
            let Some((found, row)) = row else {
                return Err(Failure::Input(format!("{} {}", path.display(), damaged(next))));
            };
            if found != next {
                let what = if found > next {
                    "is missing before this file: give all shards"
                } else {
                    "is in two files: give shards that do not overlap"
                };
                return Err(Failure::Input(format!("{}: scenario {} {what}", path.display(), next.min(found))));
            }
            write(row)?;
            next += 1;
        }
    }
    if next < count {
        let missing = if next + 1 == count {
            format!("scenario {next} is")
        } else {
            format!("scenarios {next} to {} are", count - 1)
        };
        return Err(Failure::Input(format!("{missing} missing: give all shards")));
    }
    Ok(())
}

/// Returns the error about a file of another sweep.
pub(crate) fn other_sweep(path: &Path, fix: &str) -> Failure {
    Failure::Input(format!("{} is from a different grid, lab, or version: {fix}", path.display()))
}

/// Returns the message about a shard's file whose row for this scenario is missing or damaged.
fn damaged(next: u64) -> String {
    format!(
        "is incomplete or damaged at scenario {next}, or has rows from a different grid: run this shard again, with \
         --resume if the grid is the same"
    )
}

/// Joins the files of shards; every scenario must be in them exactly once, and every checksum must match.
pub(crate) fn merge(sweep: &Sweep, rows: &Lines, paths: &[PathBuf], output: Option<&Path>) -> Result<(), Failure> {
    let mut parts = Vec::new();
    for path in paths {
        let file =
            File::open(path).map_err(|error| Failure::Input(format!("cannot read {}: {error}", path.display())))?;
        let mut lines = BufReader::new(file);
        let mut header = Vec::new();
        lines.read_until(b'\n', &mut header)?;
        if header == rows.plain_header().as_bytes() {
            return Err(no_shard(path));
        }
        if header != rows.header().as_bytes() {
            return Err(other_sweep(path, "run this shard again"));
        }
        let mut lines = std::iter::from_fn(move || {
            let mut line = Vec::new();
            let read = lines.read_until(b'\n', &mut line);
            (!line.is_empty() || read.is_err()).then(|| {
                let (row, end) = rows.plain(&line).filter(|_| read.is_ok())?;
                Some((number(row)?, [row, end.as_bytes()].concat()))
            })
        });
        if let Some(first) = lines.next() {
            parts.push(Part::new(path, first, lines));
        }
    }
    let mut output = Output::open(output, false)?;
    output.write(rows.plain_header().as_bytes())?;
    let joined = join(sweep.grid().count(), parts, |line| output.write(&line));
    joined.inspect_err(|_| output.remove())
}

/// Returns the error about a whole sweep among the shards.
pub(crate) fn no_shard(path: &Path) -> Failure {
    Failure::Input(format!("{} has no checksums: write a shard with --shard, such as --shard 1/1", path.display()))
}

/// Returns the scenario number at the start of a row.
fn number(row: &[u8]) -> Option<u64> {
    let digits = row.strip_prefix(b"{\"scenario\":").unwrap_or(row);
    let end = digits.iter().position(|byte| !byte.is_ascii_digit())?;
    std::str::from_utf8(&digits[..end]).ok()?.parse().ok()
}
