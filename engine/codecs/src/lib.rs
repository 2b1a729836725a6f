//! Real codecs, as devices that compress on the way use them: unit by unit without a container ([`Coder`]), and as
//! streams in standard containers ([`Encoder`], [`Decoder`]).
//!
//! Nothing here reads a clock or a file. The same input gives the same bytes natively and in WebAssembly.

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

pub use codec::{Codec, Options};
pub use coder::{Coder, size_of};
pub use crc::crc32;
pub use error::Error;
pub use stream::{Decoder, Encoder, MOST_A_CALL};

/// Where a reader of a stream stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The input does not reach further.
    Input,
    /// What comes next has no room left.
    Room,
    /// A unit has ended, and what stands behind it was not looked at.
    End,
}
