//! Directories built from the names in a file.

use crate::Failure;
use crate::output::{ProgressLine, read, say};
use clap::{Args, ValueEnum};
use pathlength_zfs::directory::{
    Aggregate, Directory, DirectoryError, Fid, LoadSummary, Name, NamesText, ObjectKind, Observer, V4Directory,
};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Maximum size of a file of names.
const MAX_BYTES: u64 = 1 << 30;

/// Number of bytes read between two checks of the clock.
const PIECE_BYTES: usize = 1 << 12;

/// Number of rejected lines that are listed; the others are only counted.
const MAX_LISTED: usize = 5;

/// The source of the names, and their directory.
#[derive(Debug, Args)]
pub(crate) struct Names {
    /// File of names, one per line; `-` for standard input
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    /// Format of the directory
    #[arg(long, value_enum, default_value_t = Version::V5)]
    pub(super) directory_format: Version,
    /// Names end with NUL bytes, as `find -printf '%f\0'` writes them
    #[arg(short = '0', long)]
    null: bool,
}

/// The format of a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Version {
    V4,
    V5,
}

impl Names {
    /// Creates the names in a directory, one after the other. Lines that are not names are reported on standard error.
    ///
    /// # Errors
    /// The file cannot be read, or none of its lines is a name.
    pub(super) fn create_in<D: Directory>(
        &self,
        directory: &mut D,
        store: &mut Aggregate,
        observer: &mut impl Observer,
    ) -> Result<LoadSummary, Failure> {
        self.load(&mut |fid, name| directory.create(store, name, fid, ObjectKind::File, observer))
    }

    /// Fills a v4 directory with the same result, faster and without counting the work.
    pub(super) fn fill(&self, directory: &mut V4Directory, store: &mut Aggregate) -> Result<LoadSummary, Failure> {
        let (mut names, mut known) = (Vec::new(), HashSet::new());
        let summary = self.load(&mut |fid, name| {
            if name.is_reserved() {
                return Err(DirectoryError::Exists);
            }
            if !known.insert(name.bytes().to_vec()) {
                return Err(DirectoryError::Exists);
            }
            names.push((name.bytes().to_vec(), fid));
            Ok(())
        })?;
        let names = names.iter().filter_map(|(name, fid)| Some((Name::new(name).ok()?, *fid)));
        directory.fill(store, names)?;
        Ok(summary)
    }

    fn load(&self, add: &mut dyn FnMut(Fid, Name<'_>) -> Result<(), DirectoryError>) -> Result<LoadSummary, Failure> {
        let bytes = read(&self.file, MAX_BYTES)?;
        let mut text = NamesText::ended_by(if self.null { 0 } else { b'\n' });
        let mut add = |line: u32, name: &[u8]| add(Fid { index: line - 1, unique: 1 }, Name::new(name)?);
        let line = ProgressLine::new();
        for (at, piece) in bytes.chunks(PIECE_BYTES).enumerate() {
            let so_far = text.read(piece, false, &mut add);
            line.show(|| {
                let share = at * PIECE_BYTES * 100 / bytes.len().max(1);
                format!("{}: {} names ({share} %)", self.file.display(), so_far.entered)
            });
        }
        let summary = text.read(b"", true, &mut add);
        line.end();
        report(&self.file, &summary)?;
        Ok(summary)
    }
}

/// Reports the lines that were not entered.
fn report(file: &Path, summary: &LoadSummary) -> Result<(), Failure> {
    let LoadSummary { lines, entered, empty, rejected, duplicates, rejections } = summary;
    let listed = rejections.iter().take(MAX_LISTED).map(|one| format!("\n  line {}: {}", one.line, one.reason));
    let listed = listed.collect::<String>();
    if *entered == 0 && rejected + empty > 0 {
        return Err(Failure::Input(format!("{}: none of {lines} lines is a name{listed}", file.display())));
    }
    if rejected + empty > 0 {
        let more = (*rejected as usize).saturating_sub(rejections.len().min(MAX_LISTED));
        let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
        say(&format!(
            "pathlength: {}: of {lines} lines, {entered} entered, {rejected} rejected ({duplicates} duplicates), {empty} \
             empty{listed}{more}",
            file.display()
        ));
    }
    Ok(())
}
