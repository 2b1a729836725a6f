//! Compresses and decompresses files with the labs' codecs, one piece at a time.

mod files;
mod interrupt;
mod sparse;
mod target;

use super::Failure;
use clap::Args;
use files::{Conversion, FileArgs};
use pathlength_codecs::{ALDC, CODECS, CodecInfo, Decoder, Encoder, KnobKind, Options, find_codec_by_any_name};
use std::path::Path;

/// The options of `compress`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pathlength compress --codec zstd --level 3 records.bin
  pathlength compress --codec lz4 --rm *.log
  tar cf - folder | pathlength compress --codec gzip - > folder.tar.gz")]
pub(crate) struct CompressArgs {
    #[arg(long, value_parser = find_codec_by_any_name, help = codec_help())]
    codec: &'static CodecInfo,
    #[arg(long, value_name = "N", help = knob_help(KnobKind::Level))]
    level: Option<i32>,
    /// Bytes after which the codec's history is reset; 0 for never
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    unit: usize,
    #[arg(long, value_name = "BYTES", help = knob_help(KnobKind::History))]
    history: Option<usize>,
    /// ALDC as a bare stream, without history size and checksums: most damage to it cannot be detected
    #[arg(long)]
    raw: bool,
    #[command(flatten)]
    files: FileArgs,
}

/// The options of `decompress`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pathlength decompress records.bin.zst
  pathlength decompress --rm *.lz4
  pathlength decompress --codec gzip - < folder.tar.gz | tar xf -")]
pub(crate) struct DecompressArgs {
    /// Codec, named as for `compress` [default: from the file name extension]
    #[arg(long, value_parser = find_codec_by_any_name)]
    codec: Option<&'static CodecInfo>,
    #[arg(long, value_name = "BYTES", help = format!("{}; only with --raw", knob_help(KnobKind::History)))]
    history: Option<usize>,
    /// ALDC as a bare stream, without history size and checksums: most damage to it cannot be detected
    #[arg(long)]
    raw: bool,
    #[command(flatten)]
    files: FileArgs,
}

/// Returns the help text for an option that takes a codec.
fn codec_help() -> String {
    format!("The codec: one of {}; also gzip, or an extension such as zst", CODECS.map(|codec| codec.name).join(", "))
}

/// Returns the help text for an option that only some codecs have, with the values for each of these codecs.
fn knob_help(kind: KnobKind) -> String {
    let knobs = CODECS.into_iter().filter_map(|codec| Some((codec, codec.knob(kind)?)));
    let values: Vec<_> = knobs
        .map(|(codec, knob)| format!("{} for {} [default: {}]", knob.values_text, codec.name, knob.default))
        .collect();
    let option = match kind {
        KnobKind::History => "History in bytes",
        KnobKind::Level => "Compression level",
    };
    format!("{option}: {}", values.join(", "))
}

/// Runs `pathlength compress`.
pub(crate) fn compress(arguments: &CompressArgs) -> Result<(), Failure> {
    let CompressArgs { codec, level, unit, history, raw, files } = arguments;
    let options = Options { unit: *unit, raw: *raw, ..codec.options(*level, *history)? };
    codec.check(&options)?;
    if **codec == ALDC && !raw {
        files.expect_one_file("an .aldc file contains one file: omit --output, or compress one file")?;
    }
    files.convert(|file| {
        let mut encoder = Encoder::new(codec, &options)?;
        let mut name = file.to_owned().into_os_string();
        name.push(".");
        name.push(codec.extension);
        let step = move |input: &[u8], out: &mut Vec<u8>| {
            if input.is_empty() {
                encoder.finish(out);
            } else {
                encoder.push(input, out);
            }
            Ok(input.len())
        };
        Ok(Conversion { name: Ok(name.into()), is_sparse: false, step: Box::new(step) })
    })
}

/// Runs `pathlength decompress`.
pub(crate) fn decompress(arguments: &DecompressArgs) -> Result<(), Failure> {
    let DecompressArgs { codec, history, raw, files } = arguments;
    if history.is_some() && !raw {
        let message = "--history is for a bare ALDC stream: add --raw, or omit --history for an .aldc file";
        return Err(Failure::Input(message.to_owned()));
    }
    files.convert(|file| {
        let known = codec_of_extension(file);
        let codec = codec.or(known).ok_or_else(|| {
            let file = file.display();
            Failure::Input(format!("{file} has no known extension: give the codec with --codec"))
        })?;
        let options = Options { raw: *raw, ..codec.options(None, *history)? };
        let mut decoder = Decoder::new(codec, &options)?;
        let name = known.map(|_| file.with_extension("")).ok_or_else(|| {
            Failure::Input(format!("{}: the output has no name: give it with --output", file.display()))
        });
        let step = move |input: &[u8], out: &mut Vec<u8>| {
            if input.is_empty() {
                decoder.finish()?;
            }
            Ok(decoder.push(input, out)?)
        };
        Ok(Conversion { name, is_sparse: true, step: Box::new(step) })
    })
}

/// Returns the codec of a file name's extension.
fn codec_of_extension(file: &Path) -> Option<&'static CodecInfo> {
    let extension = file.extension()?;
    CODECS.into_iter().find(|codec| extension == codec.extension)
}
