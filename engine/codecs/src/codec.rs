//! Which codec, and how it is set.

use crate::Error;
use std::str::FromStr;

/// A way to compress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Codec {
    /// Adaptive lossless data compression (ECMA-222, ISO/IEC 15200): what tape drives and channel adapters have in hardware.
    Aldc,
    /// LZ4 blocks.
    Lz4,
    /// Zstandard (RFC 8878).
    Zstd,
    /// DEFLATE (RFC 1951).
    Deflate,
}

impl Codec {
    /// Every codec.
    pub const ALL: [Self; 4] = [Self::Aldc, Self::Lz4, Self::Zstd, Self::Deflate];

    /// Its word, as in settings and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Aldc => "aldc",
            Self::Lz4 => "lz4",
            Self::Zstd => "zstd",
            Self::Deflate => "deflate",
        }
    }

    /// What the name of a file in its container ends with.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Aldc => "aldc",
            Self::Lz4 => "lz4",
            Self::Zstd => "zst",
            Self::Deflate => "gz",
        }
    }
}

impl FromStr for Codec {
    type Err = Error;

    fn from_str(word: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|codec| codec.name() == word);
        found
            .ok_or_else(|| Error::new(["There is no codec \"", word, "\": write aldc, lz4, zstd or deflate."].concat()))
    }
}

/// How a codec is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Bytes of history that ALDC looks back into: 512, 1024 or 2048.
    pub history: usize,
    /// Effort of ZSTD (1 to 19) or DEFLATE (1 to 9); the others have none.
    pub level: i32,
    /// Bytes of input after which a stream's history starts anew; 0 for never.
    pub unit: usize,
    /// Whether a stream of ALDC is bare units, without the container that has the history size and checksums.
    pub raw: bool,
}

impl Options {
    /// What a codec is set to when nobody says otherwise: the shortest history, the least effort, one unit, a container.
    pub fn of(_codec: Codec) -> Self {
        Self { history: 512, level: 1, unit: 0, raw: false }
    }

    /// Whether the codec can be set so.
    ///
    /// # Errors
    /// If not: what it can be set to.
    pub fn check(&self, codec: Codec) -> Result<(), Error> {
        let refused = match codec {
            Codec::Aldc if ![512, 1024, 2048].contains(&self.history) => {
                "The history of ALDC is 512, 1024 or 2048 bytes."
            }
            Codec::Zstd if !(1..=19).contains(&self.level) => "The level of ZSTD is a whole number from 1 to 19.",
            Codec::Deflate if !(1..=9).contains(&self.level) => "The level of DEFLATE is a whole number from 1 to 9.",
            Codec::Lz4 | Codec::Zstd | Codec::Deflate if self.raw => {
                "Only ALDC has bare streams here: leave out --raw, or choose the codec aldc."
            }
            _ => return Ok(()),
        };
        Err(Error::new(refused))
    }
}
