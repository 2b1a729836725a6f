//! Real codecs as storage devices use them: ALDC, LZ4, ZSTD and DEFLATE.
//!
//! * [`Coder`] compresses and decompresses units without a container, as a device that compresses on the way does.
//! * [`Encoder`] and [`Decoder`] work on streams in standard containers, piece by piece.
//! * [`CODECS`] is the table of codecs: names, file name extensions, magic bytes, options.
//! * [`pattern`] makes data to compress, [`inspect`] measures how compressible data are, and [`aldc::tokens`] shows what
//!   ALDC makes of a text.
//!
//! Nothing here reads a clock or a file. The same input gives the same bytes natively and in WebAssembly.
//!
//! A codec of your own implements [`Codec`] and is described by a [`CodecInfo`]; it then runs in [`Coder`], [`Encoder`]
//! and [`Decoder`] like those of the table.

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
pub use crc::crc32;
pub use deflate::DEFLATE;
pub use error::Error;
pub use lz4::LZ4;
pub use stream::{Decoder, Encoder, MAX_OUTPUT_PER_CALL};
pub use zstd::ZSTD;

/// The codecs of this crate. Every list of codecs is made from this table.
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
/// Returns [`Error`] that lists the names if no codec has this one.
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

/// Returns the codec of a name, of a file name extension such as `zst`, or of the usual program `gzip`.
///
/// # Errors
/// Returns the error of [`find_codec`].
pub fn find_codec_by_any_name(name: &str) -> Result<&'static CodecInfo, Error> {
    let of_extension = CODECS.into_iter().find(|codec| codec.extension == name);
    of_extension.map_or_else(|| find_codec(if name == "gzip" { DEFLATE.name } else { name }), Ok)
}

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;

/// Why a reader of a stream stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// All of the input was taken.
    EndOfInput,
    /// The next output does not fit into the room that is left.
    OutputFull,
    /// A unit has ended. The bytes behind it were not taken.
    EndOfUnit,
}
