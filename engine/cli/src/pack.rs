//! Compressing and decompressing files with the codecs of the laboratory, a piece at a time.

use super::Failure;
use pathlength_codecs::{CODECS, CodecInfo, Decoder, Encoder, KnobKind, Options};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Returns the help of an option that takes a codec.
pub(crate) fn codec_help() -> String {
    format!("The codec: one of {}", CODECS.map(|codec| codec.name).join(", "))
}

/// Returns the help of an option that is a knob of some codecs, with their values.
pub(crate) fn knob_help(kind: KnobKind) -> String {
    let knobs = CODECS.iter().filter_map(|codec| Some((codec, codec.knob(kind)?)));
    let values: Vec<_> =
        knobs.map(|(codec, knob)| format!("{} {} [default: {}]", codec.name, knob.values_text, knob.default)).collect();
    let option = match kind {
        KnobKind::History => "History in bytes",
        KnobKind::Level => "Compression level",
    };
    format!("{option}: {}", values.join(", "))
}

/// Number of bytes that are read at a time.
const PIECE_BYTES: usize = 1 << 20;

/// The arguments of both directions.
#[derive(Debug, clap::Args)]
pub(crate) struct CodecArgs {
    /// ALDC as a bare stream, without history size and checksums: most damage to it cannot be found.
    #[arg(long)]
    raw: bool,
    /// Output file; `-` for standard output. An existing file is not overwritten.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Input file; `-` for standard input.
    file: PathBuf,
}

/// `pathlength compress`
pub(crate) fn compress(codec: &CodecInfo, options: &Options, arguments: &CodecArgs) -> Result<(), Failure> {
    let mut encoder = Encoder::new(codec, &Options { raw: arguments.raw, ..options.clone() })?;
    let name = || {
        let mut name = arguments.file.clone().into_os_string();
        name.push(".");
        name.push(codec.extension);
        Ok(name.into())
    };
    run(arguments, name, |input, out| {
        if input.is_empty() {
            encoder.finish(out);
        } else {
            encoder.push(input, out);
        }
        Ok(input.len())
    })
}

/// `pathlength decompress`
pub(crate) fn decompress(
    codec: Option<&'static CodecInfo>,
    history: Option<usize>,
    arguments: &CodecArgs,
) -> Result<(), Failure> {
    let extension = arguments.file.extension().and_then(|extension| extension.to_str());
    let known = CODECS.into_iter().find(|codec| Some(codec.extension) == extension);
    let codec = codec.or(known).ok_or_else(|| {
        let file = arguments.file.display();
        Failure::Input(format!("{file} has no known extension: give the codec with --codec"))
    })?;
    if history.is_some() && !arguments.raw {
        let message = "--history is for a bare stream of ALDC: add --raw; an .aldc file contains its history size";
        return Err(Failure::Input(message.to_owned()));
    }
    let mut options = Options { raw: arguments.raw, ..codec.default_options() };
    options.history = history.unwrap_or(options.history);
    let mut decoder = Decoder::new(codec, &options)?;
    let name = || match known {
        Some(_) => Ok(arguments.file.with_extension("")),
        None => Err(Failure::Input("the output has no name: give it with --output".to_owned())),
    };
    run(arguments, name, |input, out| {
        if input.is_empty() {
            decoder.finish()?;
        }
        Ok(decoder.push(input, out)?)
    })
}

/// Passes the input to `step` in pieces, with an empty one at the end, and writes the output that it appends. A step returns
/// the number of bytes that it has read.
fn run(
    arguments: &CodecArgs,
    name: impl FnOnce() -> Result<PathBuf, Failure>,
    mut step: impl FnMut(&[u8], &mut Vec<u8>) -> Result<usize, Failure>,
) -> Result<(), Failure> {
    let standard = Path::new("-");
    let cannot = |what: &str, path: &Path, error: &io::Error| {
        Failure::Input(format!("cannot {what} {}: {error}", path.display()))
    };
    let mut input: Box<dyn Read> = if arguments.file == standard {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(&arguments.file).map_err(|error| cannot("read", &arguments.file, &error))?)
    };
    let output = match &arguments.output {
        Some(output) => output.clone(),
        None if arguments.file == standard => standard.to_owned(),
        None => name()?,
    };
    let mut target = Target::at(&output).map_err(|error| cannot("write", &output, &error))?;

    let (mut piece, mut out) = (vec![0; PIECE_BYTES], Vec::new());
    loop {
        let count = read(&mut *input, &mut piece).map_err(|error| cannot("read", &arguments.file, &error))?;
        let mut rest = &piece[..count];
        loop {
            let taken = step(rest, &mut out).map_err(|failure| named(failure, &arguments.file))?;
            match target.write(&out) {
                // A closed standard output ends the command without an error.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
                written => written.map_err(|error| cannot("write", &output, &error))?,
            }
            out.clear();
            rest = &rest[taken..];
            if rest.is_empty() {
                break;
            }
        }
        if count == 0 {
            break;
        }
    }
    target.keep(&output).map_err(|error| cannot("write", &output, &error))
}

/// Adds the file to a message.
fn named(failure: Failure, file: &Path) -> Failure {
    match failure {
        Failure::Input(message) => Failure::Input(format!("{}: {message}", file.display())),
        Failure::No => failure,
    }
}

/// Reads the available bytes; ignores signals.
fn read(input: &mut dyn Read, piece: &mut [u8]) -> io::Result<usize> {
    loop {
        match input.read(piece) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            answer => return answer,
        }
    }
}

/// The output. A file gets its name only when it is complete, and never replaces another.
#[derive(Debug)]
enum Target {
    Standard,
    File(NamedTempFile),
}

impl Target {
    fn at(output: &Path) -> io::Result<Self> {
        if output == "-" {
            return Ok(Self::Standard);
        }
        if output.exists() {
            return Err(io::Error::other("it exists already: remove it or name another file with --output"));
        }
        let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut file = tempfile::Builder::new();
        #[cfg(unix)]
        file.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        Ok(Self::File(file.tempfile_in(folder)?))
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Standard => io::stdout().lock().write_all(bytes),
            Self::File(file) => file.write_all(bytes),
        }
    }

    fn keep(self, output: &Path) -> io::Result<()> {
        match self {
            Self::Standard => io::stdout().lock().flush(),
            Self::File(file) => {
                file.as_file().sync_all()?;
                file.persist_noclobber(output)?;
                Ok(())
            }
        }
    }
}
