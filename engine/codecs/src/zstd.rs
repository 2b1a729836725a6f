//! ZSTD: units and frames, by the library that the `zstd` command is made of.

use crate::{Error, Stop};
use std::fmt;
use zstd_safe::{CCtx, CParameter, DCtx, DParameter, InBuffer, OutBuffer, ResetDirective, zstd_sys::ZSTD_EndDirective};

/// Bytes that every frame starts with. A unit is kept without them.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// A frame that needs a larger window is refused, as the `zstd` command does: two to this power, 128 MiB.
const WINDOW_LOG: u32 = 27;
/// Output is made room for in such steps, in bytes.
const STEP: usize = 1 << 18;
/// Every call of the library below is with arguments that it takes.
const TAKEN: &str = "the library refuses what it documents";

/// One unit in, one compressed unit out.
pub(crate) struct Units {
    encoder: CCtx<'static>,
    scratch: Vec<u8>,
    reader: Reader,
}

impl Units {
    pub(crate) fn new(level: i32) -> Self {
        Self { encoder: context(level, false), scratch: Vec::new(), reader: Reader::new() }
    }

    pub(crate) fn encode(&mut self, input: &[u8], out: &mut Vec<u8>) {
        self.scratch.clear();
        self.scratch.reserve(zstd_safe::compress_bound(input.len()));
        self.encoder.compress2(&mut self.scratch, input).expect(TAKEN);
        out.extend_from_slice(&self.scratch[MAGIC.len()..]);
    }

    pub(crate) fn decode(&mut self, input: &mut &[u8], room: usize, out: &mut Vec<u8>) -> Result<Stop, Error> {
        self.reader.reset();
        self.reader.push(&mut MAGIC.as_slice(), room, out)?;
        self.reader.push(input, room, out)
    }
}

impl fmt::Debug for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("zstd::Units")
    }
}

fn context(level: i32, checksum: bool) -> CCtx<'static> {
    let mut context = CCtx::create();
    context.set_parameter(CParameter::CompressionLevel(level)).expect(TAKEN);
    context.set_parameter(CParameter::ChecksumFlag(checksum)).expect(TAKEN);
    context
}

/// Writes frames.
pub(crate) struct Writer(CCtx<'static>);

impl Writer {
    pub(crate) fn new(level: i32) -> Self {
        Self(context(level, true))
    }

    pub(crate) fn push(&mut self, input: &[u8], out: &mut Vec<u8>) {
        self.run(input, ZSTD_EndDirective::ZSTD_e_continue, out);
    }

    /// Ends the frame.
    pub(crate) fn end(&mut self, out: &mut Vec<u8>) {
        self.run(&[], ZSTD_EndDirective::ZSTD_e_end, out);
    }

    fn run(&mut self, input: &[u8], directive: ZSTD_EndDirective, out: &mut Vec<u8>) {
        let mut input = InBuffer::around(input);
        loop {
            out.reserve(STEP);
            let start = out.len();
            let mut space = OutBuffer::around_pos(out, start);
            let left = self.0.compress_stream2(&mut space, &mut input, directive).expect(TAKEN);
            let taken = input.pos() == input.src.len();
            if taken && (left == 0 || directive == ZSTD_EndDirective::ZSTD_e_continue) {
                return;
            }
        }
    }
}

impl fmt::Debug for Writer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("zstd::Writer")
    }
}

/// Reads frames.
pub(crate) struct Reader {
    decoder: DCtx<'static>,
    /// Whether a frame was begun and has not ended.
    inside: bool,
    /// Whether there is output for which there was no room.
    pending: bool,
}

impl Reader {
    pub(crate) fn new() -> Self {
        let mut decoder = DCtx::create();
        decoder.set_parameter(DParameter::WindowLogMax(WINDOW_LOG)).expect(TAKEN);
        Self { decoder, inside: false, pending: false }
    }

    pub(crate) fn inside(&self) -> bool {
        self.inside
    }

    fn reset(&mut self) {
        self.decoder.reset(ResetDirective::SessionOnly).expect(TAKEN);
        (self.inside, self.pending) = (false, false);
    }

    pub(crate) fn push(&mut self, input: &mut &[u8], room: usize, out: &mut Vec<u8>) -> Result<Stop, Error> {
        let full = out.len() + room;
        while !input.is_empty() || self.pending {
            let start = out.len();
            if start == full {
                return Ok(Stop::Room);
            }
            out.resize(full.min(start + STEP), 0);
            let given = out.len() - start;
            let mut space = OutBuffer::around(&mut out[start..]);
            let mut source = InBuffer::around(input);
            let answer = self.decoder.decompress_stream(&mut space, &mut source);
            let (made, taken) = (space.pos(), source.pos());
            out.truncate(start + made);
            *input = &input[taken..];
            let hint = answer.map_err(|code| Error::new(fault(code)))?;
            self.inside = hint != 0;
            if hint == 0 {
                self.pending = false;
                return Ok(Stop::End);
            }
            self.pending = made == given;
        }
        Ok(Stop::Input)
    }
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("zstd::Reader")
    }
}

/// What an error of the library means, as the part of a sentence.
fn fault(code: usize) -> &'static str {
    match zstd_safe::get_error_name(code) {
        "Unknown frame descriptor" => "this is no ZSTD frame",
        "Frame requires too much memory for decoding" => "the frame needs a window of more than 128 MiB",
        "Restored data doesn't match checksum" => "the checksum does not fit the data",
        "Dictionary mismatch" => "the frame needs a dictionary, which is not supported",
        _ => "the data is damaged",
    }
}
