//! Files that are converted one after the other.

use super::interrupt;
use super::target::Target;
use crate::Failure;
use crate::output::{ProgressLine, say};
use clap::Args;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Number of bytes that are read at a time.
const PIECE_BYTES: usize = 1 << 20;

/// The files, and the options that compression and decompression share.
#[derive(Debug, Args)]
pub(super) struct FileArgs {
    /// Input files; `-` reads standard input and writes to standard output
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file; `-` for standard output [default: next to the input, with the extension added or removed]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace existing output files
    #[arg(short, long)]
    force: bool,
    /// Keep the input files (default)
    #[arg(short, long, conflicts_with = "rm")]
    keep: bool,
    /// Remove each input file when its output is complete
    #[arg(long)]
    rm: bool,
}

/// Step that takes a piece of the input, which is empty at the end, appends output, and returns the number of bytes
/// taken.
pub(super) type Step<'a> = Box<dyn FnMut(&[u8], &mut Vec<u8>) -> Result<usize, Failure> + 'a>;

/// The conversion of one file.
pub(super) struct Conversion<'a> {
    /// The name of the output, or the reason why it has none.
    pub(super) name: Result<PathBuf, Failure>,
    /// Whether zeros may become holes in the output file.
    pub(super) is_sparse: bool,
    /// Converts the pieces.
    pub(super) step: Step<'a>,
}

fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the failure of an operation on a file.
fn cannot(what: &str, path: &Path, error: &io::Error) -> Failure {
    // The name of a temporary file, which some errors contain, means nothing to the user.
    let source = error.get_ref().and_then(|inner| inner.source());
    let why = source.map_or_else(|| error.to_string(), ToString::to_string);
    Failure::Input(format!("cannot {what} {}: {why}", path.display()))
}

impl FileArgs {
    /// Checks that several files do not go into one output; `why` is the reason in the message.
    ///
    /// # Errors
    /// Returns [`Failure::Input`] if several files would go into one output.
    pub(super) fn expect_one_file(&self, why: &str) -> Result<(), Failure> {
        match &self.output {
            Some(_) if self.files.len() > 1 => {
                Err(Failure::Input(format!("--output cannot be used for {} files, because {why}", self.files.len())))
            }
            _ => Ok(()),
        }
    }

    /// Converts each file. After a failure, the other files are still converted.
    ///
    /// # Errors
    /// Returns [`Failure`] if the options conflict or a file cannot be converted. If several files cannot be converted,
    /// returns the last failure and prints the earlier ones.
    pub(super) fn convert<'a>(
        &self,
        conversion: impl Fn(&Path) -> Result<Conversion<'a>, Failure>,
    ) -> Result<(), Failure> {
        let output = self.output.as_deref();
        if output.is_some_and(|output| !is_standard(output)) {
            self.expect_one_file("it names one file: omit --output, or use -o -")?;
        }
        let to_standard = output.map_or_else(|| self.files.iter().any(|file| is_standard(file)), is_standard);
        if self.rm && (to_standard || self.files.iter().any(|file| is_standard(file))) {
            let message = "--rm needs an input file and an output file: omit --rm with standard input or output";
            return Err(Failure::Input(message.to_owned()));
        }
        interrupt::watch()?;
        let mut last = None;
        for file in &self.files {
            let ended = conversion(file).and_then(|conversion| self.convert_file(file, conversion));
            let Err(failure) = ended else { continue };
            if let Some(Failure::Input(message)) = last.replace(failure) {
                say(&format!("pathlength: {message}"));
            }
        }
        last.map_or(Ok(()), Err)
    }

    fn convert_file(&self, file: &Path, conversion: Conversion<'_>) -> Result<(), Failure> {
        let opened = if is_standard(file) {
            None
        } else {
            let opened = File::open(file).and_then(|opened| Ok((opened.metadata()?, opened)));
            Some(opened.map_err(|error| cannot("read", file, &error))?)
        };
        let (metadata, input) = opened.unzip();
        let output = match &self.output {
            Some(output) => output.clone(),
            None if input.is_none() => file.to_owned(),
            None => conversion.name?,
        };
        let mut target = Target::create(&output, metadata.as_ref(), self.force, conversion.is_sparse)
            .map_err(|error| cannot("write", &output, &error))?;
        // This catches the same path with a link in it; for --rm, a hard link is another file.
        if self.rm
            && fs::canonicalize(file).ok().is_some_and(|file| fs::canonicalize(&output).is_ok_and(|at| at == file))
        {
            let message = format!("{} is both input and output: omit --rm", file.display());
            return Err(Failure::Input(message));
        }
        let input: Box<dyn Read> = match input {
            Some(file) => Box::new(file),
            None => Box::new(io::stdin().lock()),
        };
        let bytes = metadata.as_ref().map_or(0, fs::Metadata::len);
        match copy(input, conversion.step, &mut target, &Progress::new(file, bytes)) {
            // A closed standard output ends the command without an error.
            Err(CopyError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            Err(CopyError::Write(error)) => return Err(cannot("write", &output, &error)),
            Err(CopyError::Read(error)) => return Err(cannot("read", file, &error)),
            Err(CopyError::Convert(Failure::Input(message))) => {
                return Err(Failure::Input(format!("{}: {message}", file.display())));
            }
            Err(CopyError::Convert(failure)) => return Err(failure),
            Ok(()) => {}
        }
        // The input is removed next: a power failure must then not destroy the output.
        target.publish(&output, self.rm).map_err(|error| cannot("write", &output, &error))?;
        if self.rm {
            fs::remove_file(file).map_err(|error| cannot("remove", file, &error))?;
        }
        Ok(())
    }
}

/// The progress of one file.
struct Progress<'a> {
    line: ProgressLine,
    file: &'a Path,
    bytes: u64,
}

impl<'a> Progress<'a> {
    fn new(file: &'a Path, bytes: u64) -> Self {
        Self { line: ProgressLine::new(), file, bytes }
    }

    fn show(&self, read: u64) {
        self.line.show(|| {
            let share =
                if self.bytes == 0 { String::new() } else { format!(" ({} %)", read * 100 / self.bytes.max(read)) };
            format!("{}: {} MiB{share}", self.file.display(), read >> 20)
        });
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        self.line.end();
    }
}

enum CopyError {
    Read(io::Error),
    Convert(Failure),
    Write(io::Error),
}

/// Passes the input through `step` to the target.
fn copy(
    mut input: Box<dyn Read>,
    mut step: Step<'_>,
    target: &mut Target,
    progress: &Progress<'_>,
) -> Result<(), CopyError> {
    let (mut piece, mut out, mut all) = (vec![0; PIECE_BYTES], Vec::new(), 0);
    loop {
        let count = read(&mut *input, &mut piece).map_err(CopyError::Read)?;
        all += count as u64;
        let mut rest = &piece[..count];
        loop {
            let taken = step(rest, &mut out).map_err(CopyError::Convert)?;
            target.write(&out).map_err(CopyError::Write)?;
            out.clear();
            rest = &rest[taken..];
            if rest.is_empty() {
                break;
            }
        }
        if count == 0 {
            return Ok(());
        }
        progress.show(all);
    }
}

/// Reads the available bytes; repeats a read that a signal interrupted.
fn read(input: &mut dyn Read, piece: &mut [u8]) -> io::Result<usize> {
    loop {
        match input.read(piece) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            answer => return answer,
        }
    }
}
