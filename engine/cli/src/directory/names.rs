//! The directory of a subcommand: built from the names in a file, a listing, or a folder, or read from an image.

use crate::Failure;
use crate::output::{ProgressLine, read, say};
use crate::report::counted;
use crate::sheet::printable;
use clap::{Args, ValueEnum};
use pathlength_zfs::aggregate::plan::{ListedNames, is_listing, listed_names};
use pathlength_zfs::directory::{
    Aggregate, AnyDirectory, Damage, Directory, DirectoryError, DirectoryImage, Fid, Format, LoadSummary, Name,
    NamesText, ObjectKind, Observer, V4Directory,
};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Maximum size of a file of names or of an image.
const MAX_BYTES: u64 = 1 << 30;

/// Number of bytes read between two checks of the clock.
const PIECE_BYTES: usize = 1 << 12;

/// Number of rejected lines that are listed; the others are only counted.
const MAX_LISTED: usize = 5;

/// The source of the names, and the format of their directory.
#[derive(Debug, Args)]
pub(crate) struct Names {
    /// File of names (one per line), listing (ls, find, or du -a), directory image, or folder; `-` for standard input
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    /// Format of the directory [default: v5, or the format of the image]
    #[arg(long, value_enum)]
    directory_format: Option<Version>,
    /// Names that end with NUL bytes, as `find -printf '%f\0'` writes them
    #[arg(short = '0', long)]
    null: bool,
    /// Directory to use from a listing [default: the one with the most names]
    #[arg(long, value_name = "PATH")]
    of: Option<String>,
}

/// The format of a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Version {
    V4,
    V5,
}

impl Version {
    fn format(self) -> Format {
        match self {
            Self::V4 => Format::V4,
            Self::V5 => Format::V5,
        }
    }
}

/// A directory with its blocks.
#[derive(Debug)]
pub(super) struct LoadedDirectory {
    pub(super) store: Aggregate,
    pub(super) directory: AnyDirectory,
    /// Blocks of an image whose checksums are wrong.
    pub(super) damage: Vec<Damage>,
}

impl Names {
    /// Reads an image, or builds a directory without counting the work. Lines that are not names are reported on
    /// standard error.
    ///
    /// # Errors
    /// Returns [`Failure::Input`] if the file cannot be read, or contains no names.
    pub(super) fn open(&self) -> Result<LoadedDirectory, Failure> {
        let text = match self.source()? {
            Source::Image(bytes) => return self.open_image(&bytes),
            Source::Names(text) => text,
        };
        let (mut store, mut directory) = self.empty()?;
        match &mut directory {
            AnyDirectory::V4(directory) => drop(self.fill(&text, directory, &mut store)?),
            AnyDirectory::V5(directory) => drop(self.create(&text, directory, &mut store, &mut ())?),
        }
        Ok(LoadedDirectory { store, directory, damage: Vec::new() })
    }

    fn open_image(&self, bytes: &[u8]) -> Result<LoadedDirectory, Failure> {
        let file = self.file.display();
        let image = DirectoryImage::read(bytes).map_err(|error| Failure::Input(format!("{file}: {error}")))?;
        if self.directory_format.is_some_and(|wanted| wanted.format() != image.format()) {
            let what = format!("{file}: the image has a different format: omit --directory-format");
            return Err(Failure::Input(what));
        }
        let DirectoryImage { store, directory, damage } = image;
        Ok(LoadedDirectory { store, directory, damage })
    }

    /// Returns an empty directory of the chosen format.
    pub(super) fn empty(&self) -> Result<(Aggregate, AnyDirectory), Failure> {
        let mut store = Aggregate::new(u32::MAX);
        let format = self.directory_format.unwrap_or(Version::V5).format();
        let directory = AnyDirectory::empty(&mut store, format)?;
        Ok((store, directory))
    }

    /// Reads the names for a new directory.
    ///
    /// # Errors
    /// Returns [`Failure::Input`] for the same reasons as [`Names::open`], and if the file is an image.
    pub(super) fn names(&self) -> Result<NameText, Failure> {
        match self.source()? {
            Source::Names(text) => Ok(text),
            Source::Image(_) => {
                let what = format!("{}: this is already a directory image: give a file of names", self.file.display());
                Err(Failure::Input(what))
            }
        }
    }

    fn source(&self) -> Result<Source, Failure> {
        if self.file.is_dir() {
            return self.folder().map(Source::Names);
        }
        let bytes = read(&self.file, MAX_BYTES)?;
        if DirectoryImage::is_one(&bytes) {
            return Ok(Source::Image(bytes));
        }
        if self.of.is_none() && (self.null || !is_listing(&bytes)) {
            return Ok(Source::Names(NameText { bytes, end: if self.null { 0 } else { b'\n' }, lines: None }));
        }
        let file = self.file.display();
        let listed = listed_names(&bytes, self.of.as_deref());
        let ListedNames { reading, directory, directories, names, not_utf8, .. } =
            listed.map_err(|error| Failure::Input(format!("{file}: {error}")))?;
        let directory = printable(&directory);
        let which = if self.of.is_some() || directories == 1 {
            String::new()
        } else {
            format!(", because none of the {directories} directories has more names (--of PATH selects another)")
        };
        let left_out = match not_utf8 {
            0 => String::new(),
            _ => format!(" Names left out because they are not UTF-8: {not_utf8}."),
        };
        let count = names.len() as u64;
        let (used, are) = (counted(count, "name"), if count == 1 { "is" } else { "are" });
        let reading = printable(&reading);
        say(&format!("pathlength: {file}: {reading} The {used} in {directory} {are} used{which}.{left_out}"));
        let lines = names.iter().map(|(line, _)| u32::try_from(*line).unwrap_or(u32::MAX)).collect();
        let bytes = names.iter().flat_map(|(_, name)| [name.as_bytes(), b"\0"]).collect::<Vec<_>>().concat();
        Ok(Source::Names(NameText { bytes, end: 0, lines: Some(lines) }))
    }

    /// Reads the names in a folder, in the order in which the system lists them.
    fn folder(&self) -> Result<NameText, Failure> {
        let cannot = |error| Failure::Input(format!("cannot read {}: {error}", self.file.display()));
        let mut bytes = Vec::new();
        for entry in fs::read_dir(&self.file).map_err(cannot)? {
            bytes.extend(entry.map_err(cannot)?.file_name().as_encoded_bytes());
            bytes.push(0);
        }
        Ok(NameText { bytes, end: 0, lines: None })
    }

    /// Creates the names in a directory, one after the other. Lines that are not names are reported on standard error.
    ///
    /// # Errors
    /// Returns [`Failure::Input`] if none of the lines is a name.
    pub(super) fn create<D: Directory>(
        &self,
        text: &NameText,
        directory: &mut D,
        store: &mut Aggregate,
        observer: &mut impl Observer,
    ) -> Result<LoadSummary, Failure> {
        self.load(text, &mut |fid, name| directory.create(store, name, fid, ObjectKind::File, observer))
    }

    /// Fills a v4 directory with the same result as [`Names::create`], but faster, because it does not count the work.
    pub(super) fn fill(
        &self,
        text: &NameText,
        directory: &mut V4Directory,
        store: &mut Aggregate,
    ) -> Result<LoadSummary, Failure> {
        let (mut names, mut known) = (Vec::new(), HashSet::new());
        let summary = self.load(text, &mut |fid, name| {
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

    fn load(
        &self,
        text: &NameText,
        add: &mut dyn FnMut(Fid, Name<'_>) -> Result<(), DirectoryError>,
    ) -> Result<LoadSummary, Failure> {
        let NameText { bytes, end, .. } = text;
        let mut names = NamesText::ended_by(*end);
        let mut add = |at: u32, name: &[u8]| add(Fid { index: text.line(at) - 1, unique: 1 }, Name::new(name)?);
        let line = ProgressLine::new();
        for (at, piece) in bytes.chunks(PIECE_BYTES).enumerate() {
            let so_far = names.read(piece, false, &mut add);
            line.show(|| {
                let share = at * PIECE_BYTES * 100 / bytes.len().max(1);
                format!("{}: {} ({share} %)", self.file.display(), counted(so_far.entered, "name"))
            });
        }
        let mut summary = names.read(b"", true, &mut add);
        line.end();
        for rejection in &mut summary.rejections {
            rejection.line = text.line(rejection.line);
        }
        report(&self.file, &summary)?;
        Ok(summary)
    }
}

/// The content of the file.
enum Source {
    Image(Vec<u8>),
    Names(NameText),
}

/// Names in a text.
#[derive(Debug)]
pub(super) struct NameText {
    bytes: Vec<u8>,
    /// The byte that ends each name.
    end: u8,
    /// The line of each name in its listing; `None` if each line is a name.
    lines: Option<Vec<u32>>,
}

impl NameText {
    /// Returns the line of a name in the file; names and lines are counted from 1.
    fn line(&self, number: u32) -> u32 {
        let at = number as usize - 1;
        self.lines.as_ref().and_then(|lines| lines.get(at).copied()).unwrap_or(number)
    }
}

/// Reports the lines whose names were not added.
fn report(file: &Path, summary: &LoadSummary) -> Result<(), Failure> {
    let LoadSummary { lines, entered, empty, rejected, duplicates, rejections } = summary;
    let listed = rejections.iter().take(MAX_LISTED).map(|one| format!("\n  line {}: {}", one.line, one.reason));
    let listed = listed.collect::<String>();
    if *entered == 0 && rejected + empty > 0 {
        return Err(Failure::Input(format!(
            "{}: no valid name in {}: give one name per line{listed}",
            file.display(),
            counted(*lines, "line")
        )));
    }
    if rejected + empty > 0 {
        let more = (*rejected as usize).saturating_sub(rejections.len().min(MAX_LISTED));
        let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
        say(&format!(
            "pathlength: {}: of {}, {entered} entered, {rejected} rejected ({}), {empty} empty{listed}{more}",
            file.display(),
            counted(*lines, "line"),
            counted(*duplicates, "duplicate")
        ));
    }
    Ok(())
}
