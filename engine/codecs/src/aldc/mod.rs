//! ALDC: adaptive lossless data compression (ECMA-222, ISO/IEC 15200, QIC-154).
//!
//! Every byte of the text is also written to the history, a circular buffer of 512, 1024, or 2048 bytes, starting at
//! address 0. The codewords are, with the most significant bit first:
//!
//! * literal: `0` and the eight bits of the byte;
//! * copy: `1`, the length, and the address (not the distance) of its first byte in the history, in 9, 10, or 11 bits;
//! * end marker: `1` and twelve ones, then zeros up to a whole byte.
//!
//! | length   | code                  |
//! |----------|-----------------------|
//! | 2-3      | `0` and 1 bit         |
//! | 4-7      | `10` and 2 bits       |
//! | 8-15     | `110` and 3 bits      |
//! | 16-31    | `1110` and 4 bits     |
//! | 32-271   | `1111` and 8 bits     |
//!
//! The codes `1111` with 240 to 254 are reserved. A copy may overlap the bytes that it produces.

mod bits;
mod container;
mod decode;
mod encode;
mod matcher;
mod tokens;

pub use container::MAGIC;
pub use decode::Decoder;
pub use encode::Encoder;
pub use tokens::{Token, TokenKind, tokens};

use crate::codec::{Knob, KnobKind, KnobValues, knob};
use crate::{Codec, CodecInfo, Error, Options, StopReason, StreamReader, StreamWriter, UnitCoder};

/// ALDC in the project's container.
pub const ALDC: CodecInfo = CodecInfo {
    name: "aldc",
    title: "ALDC",
    hardware: "FICON",
    extension: "aldc",
    magic: &MAGIC,
    knobs: &[knob!(History: one of 512, 1024, 2048; default: 512, is_varied: true)],
    history: Some(512),
    in_adapter: true,
    has_raw_stream: true,
    implementation: &Aldc,
};

#[derive(Debug)]
struct Aldc;

impl Codec for Aldc {
    fn unit_coder(&self, options: &Options) -> Box<dyn UnitCoder> {
        let history = options.history;
        Box::new(Units { encoder: Encoder::new(history), decoder: Decoder::new(history) })
    }

    fn stream_writer(&self, options: &Options) -> Box<dyn StreamWriter> {
        let history = options.history;
        if options.raw { Box::new(Encoder::new(history)) } else { Box::new(container::Writer::new(history)) }
    }

    fn stream_reader(&self, options: &Options) -> Box<dyn StreamReader> {
        if options.raw { Box::new(Decoder::new(options.history)) } else { Box::new(container::Reader::new()) }
    }
}

/// A unit coder: one unit in, one compressed unit out.
#[derive(Debug)]
struct Units {
    encoder: Encoder,
    decoder: Decoder,
}

impl UnitCoder for Units {
    fn encode(&mut self, input: &[u8], out: &mut Vec<u8>) {
        self.encoder.push(input, out);
        self.encoder.finish(out);
    }

    fn decode(&mut self, input: &mut &[u8], room: usize, out: &mut Vec<u8>) -> Result<StopReason, Error> {
        self.decoder.reset();
        let stop = self.decoder.push(input, room, out)?;
        // The decoder reads ahead: bytes after the end marker may already have been consumed.
        if stop == StopReason::EndOfUnit && self.decoder.is_inside() {
            return Err(Error::new("bytes after its end"));
        }
        Ok(stop)
    }
}

/// A stream without a container.
impl StreamWriter for Encoder {
    fn push(&mut self, input: &[u8], out: &mut Vec<u8>) {
        Encoder::push(self, input, out);
    }

    fn end_unit(&mut self, out: &mut Vec<u8>) {
        Encoder::finish(self, out);
    }
}

/// A stream without a container.
impl StreamReader for Decoder {
    fn push(&mut self, input: &mut &[u8], room: usize, out: &mut Vec<u8>) -> Result<StopReason, Error> {
        Decoder::push(self, input, room, out)
    }

    fn is_inside(&self) -> bool {
        Decoder::is_inside(self)
    }
}

/// Maximum length of a copy, in bytes.
pub const MAX_COPY_BYTES: usize = 271;
/// The end marker after the first bit of a copy: four ones and the highest length code, which no copy uses.
const END: u32 = 0b1111_1111_1111;

/// Returns the code of a copy's length and its width in bits.
fn length_code(length: usize) -> (u32, u32) {
    let length = length as u32;
    match length {
        ..4 => (length - 2, 2),
        4..8 => (0b1000 | (length - 4), 4),
        8..16 => (0b11_0000 | (length - 8), 6),
        16..32 => (0b1110_0000 | (length - 16), 8),
        _ => (0b1111_0000_0000 | (length - 32), 12),
    }
}
