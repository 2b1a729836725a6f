//! Units without a container, as a device stores them.

use crate::{CodecInfo, Error, Options, StopReason, UnitCoder};
use std::fmt;

/// A compressor and decompressor of units. One coder processes any number of units in turn, with the same buffers.
///
/// A ZSTD unit is a frame without its four magic bytes and without a checksum.
///
/// ```
/// use pathlength_codecs::{Coder, ZSTD};
///
/// let mut coder = Coder::new(&ZSTD, &ZSTD.default_options())?;
/// let (mut packed, mut text) = (Vec::new(), Vec::new());
/// coder.encode(&[b'x'; 4096], &mut packed);
/// assert!(packed.len() < 30);
/// coder.decode(&packed, 4096, &mut text)?;
/// assert_eq!(text, [b'x'; 4096]);
/// # Ok::<(), pathlength_codecs::Error>(())
/// ```
pub struct Coder(Box<dyn UnitCoder>);

impl fmt::Debug for Coder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Coder").finish_non_exhaustive()
    }
}

impl Coder {
    /// Returns a coder with these options. [`Options::unit`] has no effect: the caller splits the units.
    ///
    /// # Errors
    /// Returns [`Error`] if the codec does not accept the options.
    pub fn new(codec: &CodecInfo, options: &Options) -> Result<Self, Error> {
        codec.check(options)?;
        Ok(Self(codec.implementation.unit_coder(options)))
    }

    /// Compresses one unit and appends the result to `out`, even if it is larger than the input.
    pub fn encode(&mut self, input: &[u8], out: &mut Vec<u8>) {
        self.0.encode(input, out);
    }

    /// Decompresses one unit and appends it to `out`: at most `limit` bytes, and none if there is an error.
    ///
    /// # Errors
    /// Returns [`Error`] if the unit is damaged, truncated, or longer than `limit`.
    pub fn decode(&mut self, mut input: &[u8], limit: usize, out: &mut Vec<u8>) -> Result<(), Error> {
        let start = out.len();
        // One byte more than the limit is allowed, because this distinguishes a unit of exactly that length from a
        // longer one.
        let stop = self.0.decode(&mut input, limit.saturating_add(1), out);
        let whole = stop.and_then(|stop| match stop {
            StopReason::EndOfUnit if !input.is_empty() => Err(Error::new("bytes after its end")),
            StopReason::OutputFull => Err(Error::new("longer than its limit")),
            StopReason::EndOfUnit if out.len() - start > limit => Err(Error::new("longer than its limit")),
            StopReason::EndOfInput => Err(Error::new("truncated")),
            StopReason::EndOfUnit => Ok(()),
        });
        whole.map_err(|error| {
            out.truncate(start);
            Error::new(["damaged unit (", &error.to_string(), "): compress the data again"].concat())
        })
    }
}

/// Returns the compressed size of `input` in bytes. The input is split into units of `unit` bytes; 0 makes it one unit.
/// With `stores_incompressible`, a unit that would grow is counted with its uncompressed size.
pub fn size_of(coder: &mut Coder, input: &[u8], unit: usize, stores_incompressible: bool) -> usize {
    let mut packed = Vec::new();
    let unit = if unit == 0 { input.len().max(1) } else { unit };
    let sizes = input.chunks(unit).map(|part| {
        packed.clear();
        coder.encode(part, &mut packed);
        if stores_incompressible { packed.len().min(part.len()) } else { packed.len() }
    });
    sizes.sum()
}
