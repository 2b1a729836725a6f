//! ZSTD: units and frames, with the library of the `zstd` command.

use crate::codec::{Knob, KnobKind, KnobValues, knob};
use crate::{Codec, CodecInfo, Error, Options, StopReason, StreamReader, StreamWriter, UnitCoder};
use zstd_safe::{CCtx, CParameter, DCtx, DParameter, InBuffer, OutBuffer, ResetDirective, zstd_sys::ZSTD_EndDirective};

/// First bytes of a frame. A unit starts without these bytes.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Base-2 logarithm of the maximum window in bytes: 128 MiB, the limit of the `zstd` command.
const MAX_WINDOW_LOG: u32 = 27;
/// The output buffer grows in steps of this size, in bytes.
const STEP: usize = 1 << 18;
/// All arguments passed to the library are in its documented ranges.
const DOCUMENTED: &str = "the library accepts documented arguments";

/// ZSTD in frames.
pub const ZSTD: CodecInfo = CodecInfo {
    name: "zstd",
    title: "ZSTD",
    hardware: "",
    extension: "zst",
    magic: &MAGIC,
    knobs: &[knob!(Level: 1 to 19; default: 1, is_varied: true)],
    history: None,
    in_adapter: false,
    has_raw_stream: false,
    implementation: &Zstd,
};

#[derive(Debug)]
struct Zstd;

impl Codec for Zstd {
    fn unit_coder(&self, options: &Options) -> Box<dyn UnitCoder> {
        Box::new(Units::new(options.level))
    }

    fn stream_writer(&self, options: &Options) -> Box<dyn StreamWriter> {
        Box::new(Writer::new(options.level))
    }

    fn stream_reader(&self, _options: &Options) -> Box<dyn StreamReader> {
        Box::new(Reader::new())
    }
}

/// A unit coder: one unit in, one compressed unit out.
struct Units {
    encoder: CCtx<'static>,
    scratch: Vec<u8>,
    reader: Reader,
}

impl Units {
    fn new(level: i32) -> Self {
        Self { encoder: context(level, false), scratch: Vec::new(), reader: Reader::new() }
    }
}

impl UnitCoder for Units {
    fn encode(&mut self, input: &[u8], out: &mut Vec<u8>) {
        self.scratch.clear();
        self.scratch.reserve(zstd_safe::compress_bound(input.len()));
        self.encoder.compress2(&mut self.scratch, input).expect(DOCUMENTED);
        out.extend_from_slice(&self.scratch[MAGIC.len()..]);
    }

    fn decode(&mut self, input: &mut &[u8], room: usize, out: &mut Vec<u8>) -> Result<StopReason, Error> {
        self.reader.reset();
        self.reader.push(&mut MAGIC.as_slice(), room, out)?;
        self.reader.push(input, room, out)
    }
}

#[inline(never)] // small modules for pages
fn context(level: i32, checksum: bool) -> CCtx<'static> {
    let mut context = CCtx::create();
    context.set_parameter(CParameter::CompressionLevel(level)).expect(DOCUMENTED);
    context.set_parameter(CParameter::ChecksumFlag(checksum)).expect(DOCUMENTED);
    context
}

/// A writer of frames.
struct Writer(CCtx<'static>);

impl Writer {
    fn new(level: i32) -> Self {
        Self(context(level, true))
    }

    fn run(&mut self, input: &[u8], directive: ZSTD_EndDirective, out: &mut Vec<u8>) {
        let mut input = InBuffer::around(input);
        loop {
            out.reserve(STEP);
            let start = out.len();
            let mut space = OutBuffer::around_pos(out, start);
            let left = self.0.compress_stream2(&mut space, &mut input, directive).expect(DOCUMENTED);
            let taken = input.pos() == input.src.len();
            if taken && (left == 0 || directive == ZSTD_EndDirective::ZSTD_e_continue) {
                return;
            }
        }
    }
}

impl StreamWriter for Writer {
    fn push(&mut self, input: &[u8], out: &mut Vec<u8>) {
        self.run(input, ZSTD_EndDirective::ZSTD_e_continue, out);
    }

    fn end_unit(&mut self, out: &mut Vec<u8>) {
        self.run(&[], ZSTD_EndDirective::ZSTD_e_end, out);
    }
}

/// A reader of frames.
struct Reader {
    decoder: DCtx<'static>,
    /// Whether a frame has started but not ended.
    inside: bool,
    /// Whether output remains that did not fit.
    pending: bool,
}

impl Reader {
    #[inline(never)] // small modules for pages
    fn new() -> Self {
        let mut decoder = DCtx::create();
        decoder.set_parameter(DParameter::WindowLogMax(MAX_WINDOW_LOG)).expect(DOCUMENTED);
        Self { decoder, inside: false, pending: false }
    }

    fn reset(&mut self) {
        self.decoder.reset(ResetDirective::SessionOnly).expect(DOCUMENTED);
        (self.inside, self.pending) = (false, false);
    }
}

impl StreamReader for Reader {
    fn is_inside(&self) -> bool {
        self.inside
    }

    // Units and streams share one copy of this code, so a page's download is smaller.
    #[inline(never)]
    fn push(&mut self, input: &mut &[u8], room: usize, out: &mut Vec<u8>) -> Result<StopReason, Error> {
        let full = out.len() + room;
        while !input.is_empty() || self.pending {
            let start = out.len();
            if start == full {
                return Ok(StopReason::OutputFull);
            }
            out.resize(full.min(start + STEP), 0);
            let available = out.len() - start;
            let mut space = OutBuffer::around(&mut out[start..]);
            let mut source = InBuffer::around(input);
            let result = self.decoder.decompress_stream(&mut space, &mut source);
            let (made, taken) = (space.pos(), source.pos());
            out.truncate(start + made);
            *input = &input[taken..];
            let hint = result.map_err(problem)?;
            self.inside = hint != 0;
            if hint == 0 {
                self.pending = false;
                return Ok(StopReason::EndOfUnit);
            }
            self.pending = made == available;
        }
        Ok(StopReason::EndOfInput)
    }
}

/// Returns the error for an error code of the library.
fn problem(code: usize) -> Error {
    match zstd_safe::get_error_name(code) {
        "Unknown frame descriptor" => Error::new("not a ZSTD frame"),
        "Frame requires too much memory for decoding" => Error::unsupported(
            "frame with a window larger than 128 MiB (not supported)",
            "decompress it with `zstd -d --long=31`",
        ),
        "Restored data doesn't match checksum" => Error::new("checksum mismatch"),
        "Dictionary mismatch" => Error::unsupported(
            "frame that needs a dictionary (not supported)",
            "decompress it with `zstd -d -D` and its dictionary",
        ),
        _ => Error::new("damaged data"),
    }
}
