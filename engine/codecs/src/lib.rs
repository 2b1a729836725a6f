//! Real codecs as storage devices use them: ALDC, LZ4, ZSTD, and DEFLATE.
//!
//! * [`Coder`] compresses and decompresses units without a container, like a device that compresses in the data path.
//! * [`Encoder`] and [`Decoder`] process streams in standard containers, chunk by chunk.
//! * [`CODECS`] is the table of codecs: names, file name extensions, magic bytes, and options.
//! * [`pattern`] generates data to compress, [`inspect`] measures the compressibility of data, and [`aldc::tokens`]
//!   returns the ALDC tokens of a text.
//!
//! Nothing in this crate reads a clock or a file. The same input produces the same bytes natively and in WebAssembly.
//!
//! A custom codec implements [`Codec`] and is described by a [`CodecInfo`]; it then runs in [`Coder`], [`Encoder`], and
//! [`Decoder`] like the codecs in the table.

pub mod aldc;
mod codec;
mod coder;
mod crc;
mod deflate;
mod error;
pub mod inspect;
mod lz4;
pub mod pattern;
mod stream;
mod zstd;

pub use aldc::ALDC;
pub use codec::{Codec, CodecInfo, Knob, KnobKind, KnobValues, Options, StreamReader, StreamWriter, UnitCoder};
pub use coder::{Coder, size_of};
pub use crc::{Crc32, crc32};
pub use deflate::DEFLATE;
pub use error::Error;
pub use lz4::LZ4;
pub use stream::{Decoder, Encoder, MAX_OUTPUT_PER_CALL};
pub use zstd::ZSTD;

/// The codecs of this crate. Every list of codecs is generated from this table.
pub const CODECS: [&CodecInfo; 4] = [&ALDC, &LZ4, &ZSTD, &DEFLATE];

/// Returns the codec called `name`.
///
/// ```
/// assert_eq!(pathlength_codecs::find_codec("zstd")?.extension, "zst");
/// assert!(pathlength_codecs::find_codec("zip").is_err());
/// # Ok::<(), pathlength_codecs::Error>(())
/// ```
///
/// # Errors
/// Returns [`Error`] that lists the names of all codecs if none of them is called `name`.
#[inline(never)] // small modules for pages
pub fn find_codec(name: &str) -> Result<&'static CodecInfo, Error> {
    for codec in CODECS {
        if codec.name == name {
            return Ok(codec);
        }
    }
    let mut text = ["unknown codec \"", name, "\": choose one of"].concat();
    for (n, codec) in CODECS.iter().enumerate() {
        text.push_str(if n == 0 { " " } else { ", " });
        text.push_str(codec.name);
    }
    Err(Error::new(text))
}

/// Returns the codec with this name, file name extension such as `zst`, or program name `gzip`.
///
/// # Errors
/// Returns [`Error`] if the name is unknown.
pub fn find_codec_by_any_name(name: &str) -> Result<&'static CodecInfo, Error> {
    let of_extension = CODECS.into_iter().find(|codec| codec.extension == name);
    of_extension.map_or_else(|| find_codec(if name == "gzip" { DEFLATE.name } else { name }), Ok)
}

/// The example of the README, which the tests compile and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;

/// The reason why a stream reader stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// All input was consumed.
    EndOfInput,
    /// The next output does not fit into the remaining space.
    OutputFull,
    /// A unit has ended. The bytes after it were not consumed.
    EndOfUnit,
}
