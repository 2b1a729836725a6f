//! Units without a container, as a device keeps them.

use crate::{Codec, Error, Options, Stop, aldc, deflate, lz4, zstd};

/// Compresses and decompresses units, each by itself. Its buffers serve one unit after the other.
///
/// A unit of ZSTD is a frame without the four bytes that every frame starts with, and without a checksum.
#[derive(Debug)]
pub struct Coder(Units);

#[derive(Debug)]
enum Units {
    Aldc(Box<(aldc::Encoder, aldc::Decoder)>),
    Lz4(Box<lz4::Units>),
    Zstd(Box<zstd::Units>),
    Deflate(Box<deflate::Units>),
}

impl Coder {
    /// A coder that is set as `options` say; their `unit` is for streams.
    ///
    /// # Errors
    /// If the codec cannot be set so.
    pub fn new(codec: Codec, options: &Options) -> Result<Self, Error> {
        options.check(codec)?;
        let history = options.history;
        Ok(Self(match codec {
            Codec::Aldc => Units::Aldc(Box::new((aldc::Encoder::new(history), aldc::Decoder::new(history)))),
            Codec::Lz4 => Units::Lz4(Box::new(lz4::Units::new())),
            Codec::Zstd => Units::Zstd(Box::new(zstd::Units::new(options.level))),
            Codec::Deflate => Units::Deflate(Box::new(deflate::Units::new(options.level))),
        }))
    }

    /// Compresses one unit and appends it to `out`, even if that is larger than the unit was.
    pub fn encode(&mut self, input: &[u8], out: &mut Vec<u8>) {
        match &mut self.0 {
            Units::Aldc(both) => {
                both.0.push(input, out);
                both.0.finish(out);
            }
            Units::Lz4(units) => units.encode(input, out),
            Units::Zstd(units) => units.encode(input, out),
            Units::Deflate(units) => units.encode(input, out),
        }
    }

    /// Decompresses one unit and appends it to `out`: at most `limit` bytes, and nothing if there is an error.
    ///
    /// # Errors
    /// If the unit is damaged, cut off, or longer than `limit`.
    pub fn decode(&mut self, mut input: &[u8], limit: usize, out: &mut Vec<u8>) -> Result<(), Error> {
        let start = out.len();
        // One byte more than wanted tells a unit that is just as long from one that goes on.
        let room = limit.saturating_add(1);
        let stop = match &mut self.0 {
            Units::Aldc(both) => {
                both.1.reset();
                both.1.push(&mut input, room, out)
            }
            // A block has no end of its own: it is all of its unit.
            Units::Lz4(units) => units.decode(std::mem::take(&mut input), room, &[], out),
            Units::Zstd(units) => units.decode(&mut input, room, out),
            Units::Deflate(units) => units.decode(&mut input, room, out),
        };
        let inside = matches!(&self.0, Units::Aldc(both) if both.1.inside());
        let whole = stop.and_then(|stop| match stop {
            Stop::End if !input.is_empty() || inside => Err(Error::new("the unit ends before its last byte")),
            Stop::Room => Err(Error::new("it is longer than it should be")),
            Stop::End if out.len() - start > limit => Err(Error::new("it is longer than it should be")),
            Stop::Input => Err(Error::new("it is cut off")),
            Stop::End => Ok(()),
        });
        whole.map_err(|error| {
            out.truncate(start);
            Error::new(["A unit cannot be decompressed: ", &error.to_string(), ". Compress it again."].concat())
        })
    }
}

/// The compressed size of `input`, cut into units of `unit` bytes (0: one unit), in bytes. With `store`, a unit that would
/// not become smaller counts as it is.
pub fn size_of(coder: &mut Coder, input: &[u8], unit: usize, store: bool) -> usize {
    let mut packed = Vec::new();
    let unit = if unit == 0 { input.len().max(1) } else { unit };
    let sizes = input.chunks(unit).map(|part| {
        packed.clear();
        coder.encode(part, &mut packed);
        if store { packed.len().min(part.len()) } else { packed.len() }
    });
    sizes.sum()
}
