//! Output files of sweeps: written in order, continued after an interruption, and joined.

use crate::Failure;
use pathlength_lab::sweep::Sweep;
use pathlength_lab_files::RowWriter;
use std::fs::{File, OpenOptions};
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
        let Some(path) = path else { return Ok(Self::Standard) };
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

    /// Writes whole lines.
    ///
    /// # Errors
    /// Returns [`Failure::No`] if standard output was closed, which is not an error of the sweep.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Failure> {
        match self {
            Self::Standard => {
                let mut out = io::stdout().lock();
                match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
                    Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::No),
                    written => Ok(written?),
                }
            }
            Self::File(path, file) => file
                .write_all(text.as_bytes())
                .map_err(|error| Failure::Input(format!("cannot write {}: {error}", path.display()))),
        }
    }

    /// Seeks to the end of the last complete row of a file. Returns the number of the next scenario; `None` for an empty file.
    ///
    /// # Errors
    /// Returns an error if the file has another header, or if its last row differs from this sweep's row.
    pub(crate) fn resume(
        &mut self,
        sweep: &Sweep,
        rows: &RowWriter,
        range: &Range<u64>,
    ) -> Result<Option<u64>, Failure> {
        let Self::File(path, file) = self else { return Ok(None) };
        let other = || {
            let what = "was written by another grid, lab, or version: write a new file";
            Failure::Input(format!("{} {what}", path.display()))
        };
        let mut lines = BufReader::new(&*file);
        let (mut end, mut count, mut line, mut last) = (0, 0, Vec::new(), Vec::new());
        while lines.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
            if count == 0 && line != rows.header().as_bytes() {
                return Err(other());
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
        // The rest is an unfinished row.
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok((count > 0).then_some(next))
    }
}

/// Returns the text of one row.
fn row(sweep: &Sweep, rows: &RowWriter, number: u64) -> Result<String, Failure> {
    let mut text = String::new();
    rows.write(&sweep.open()?.row(number), &mut text);
    Ok(text)
}

/// A shard's file, after its header.
struct Part {
    path: PathBuf,
    lines: BufReader<File>,
    /// Number of its first scenario.
    first: u64,
}

/// Joins the files of shards; every scenario must be in them once.
pub(crate) fn merge(sweep: &Sweep, rows: &RowWriter, paths: &[PathBuf], output: Option<&Path>) -> Result<(), Failure> {
    let mut parts = Vec::new();
    for path in paths {
        let file =
            File::open(path).map_err(|error| Failure::Input(format!("cannot read {}: {error}", path.display())))?;
        let mut lines = BufReader::new(file);
        let mut header = String::new();
        lines.read_line(&mut header)?;
        if header != rows.header() {
            let what = "was written by another grid, lab, or version: run this shard again";
            return Err(Failure::Input(format!("{} {what}", path.display())));
        }
        let first = lines.fill_buf()?;
        // A shard is empty if there are more shards than scenarios.
        if let Some(first) = number(first) {
            parts.push(Part { path: path.clone(), lines, first });
        }
    }
    parts.sort_by_key(|part| part.first);
    let mut output = Output::open(output, false)?;
    output.write(rows.header())?;
    let mut next = 0;
    let mut line = Vec::new();
    for mut part in parts {
        while part.lines.read_until(b'\n', &mut line)? > 0 {
            let text = std::str::from_utf8(&line).ok().filter(|text| text.ends_with('\n'));
            let (Some(text), Some(found)) = (text, number(&line)) else {
                let what = "ends within a row: continue this shard with --resume";
                return Err(Failure::Input(format!("{} {what}", part.path.display())));
            };
            if found != next {
                let what = if found > next { "is missing before this file" } else { "is in two files" };
                return Err(Failure::Input(format!("{}: scenario {} {what}", part.path.display(), next.min(found))));
            }
            output.write(text)?;
            next += 1;
            line.clear();
        }
    }
    let count = sweep.grid().count();
    if next < count {
        return Err(Failure::Input(format!("scenarios {next} to {} are missing: give all shards", count - 1)));
    }
    Ok(())
}

/// Returns the scenario number at the start of a row.
fn number(row: &[u8]) -> Option<u64> {
    let digits = row.strip_prefix(b"{\"scenario\":").unwrap_or(row);
    let end = digits.iter().position(|byte| !byte.is_ascii_digit())?;
    std::str::from_utf8(&digits[..end]).ok()?.parse().ok()
}
