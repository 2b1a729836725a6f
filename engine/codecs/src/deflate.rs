//! DEFLATE: units, and gzip members around them (RFC 1952).

use crate::codec::{Knob, KnobKind, KnobValues, knob};
use crate::crc::Crc32;
use crate::{Codec, CodecInfo, Error, Options, StopReason, StreamReader, StreamWriter, UnitCoder};
use miniz_oxide::deflate::core::{CompressorOxide, create_comp_flags_from_zip_params};
use miniz_oxide::inflate::stream::InflateState;
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

/// The output buffer grows in steps of this size, in bytes.
const STEP: usize = 1 << 16;
/// Minimum free output space for the compressor, in bytes.
const MIN_ROOM: usize = 1 << 12;
/// Maximum length of a name or comment in a header, in bytes.
const MAX_HEADER_TEXT_BYTES: u32 = 1 << 16;

/// First bytes of a member.
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// DEFLATE in gzip members.
pub const DEFLATE: CodecInfo = CodecInfo {
    name: "deflate",
    title: "DEFLATE",
    hardware: "zEDC",
    extension: "gz",
    magic: &MAGIC,
    knobs: &[knob!(Level: 1 to 9; default: 1, is_varied: false)],
    history: Some(32 << 10),
    in_adapter: false,
    has_raw_stream: false,
    implementation: &Deflate,
};

#[derive(Debug)]
struct Deflate;

impl Codec for Deflate {
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

/// A writer of raw DEFLATE streams.
struct Compressor(Box<CompressorOxide>);

impl Compressor {
    fn new(level: i32) -> Self {
        let raw = -15;
        Self(Box::new(CompressorOxide::new(create_comp_flags_from_zip_params(level, raw, 0))))
    }

    // Units and streams share one copy of this code, so a page's download is smaller.
    #[inline(never)]
    fn run(&mut self, mut input: &[u8], flush: MZFlush, out: &mut Vec<u8>) {
        loop {
            let start = out.len();
            out.resize(start + STEP.min(input.len() + MIN_ROOM), 0);
            let done = miniz_oxide::deflate::stream::deflate(&mut self.0, input, &mut out[start..], flush);
            let full = start + done.bytes_written == out.len();
            out.truncate(start + done.bytes_written);
            input = &input[done.bytes_consumed..];
            if done.status == Ok(MZStatus::StreamEnd) || flush != MZFlush::Finish && input.is_empty() && !full {
                return;
            }
        }
    }

    fn end(&mut self, input: &[u8], out: &mut Vec<u8>) {
        self.run(input, MZFlush::Finish, out);
        self.0.reset();
    }
}

/// A unit coder: one unit in, one compressed unit out.
struct Units {
    compressor: Compressor,
    inflate: Inflate,
}

impl Units {
    fn new(level: i32) -> Self {
        Self { compressor: Compressor::new(level), inflate: Inflate::new() }
    }
}

impl UnitCoder for Units {
    fn encode(&mut self, input: &[u8], out: &mut Vec<u8>) {
        self.compressor.end(input, out);
    }

    fn decode(&mut self, input: &mut &[u8], room: usize, out: &mut Vec<u8>) -> Result<StopReason, Error> {
        self.inflate.reset();
        self.inflate.push(input, room, out)
    }
}

/// A reader that decodes raw streams one after another.
struct Inflate {
    state: Box<InflateState>,
    /// Whether output may remain that did not fit.
    pending: bool,
}

impl Inflate {
    #[inline(never)] // small modules for pages
    fn new() -> Self {
        Self { state: InflateState::new_boxed(DataFormat::Raw), pending: false }
    }

    fn reset(&mut self) {
        self.state.reset(DataFormat::Raw);
        self.pending = false;
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
            let done = miniz_oxide::inflate::stream::inflate(&mut self.state, input, &mut out[start..], MZFlush::None);
            self.pending = start + done.bytes_written == out.len();
            out.truncate(start + done.bytes_written);
            *input = &input[done.bytes_consumed..];
            match done.status {
                Ok(MZStatus::StreamEnd) => {
                    self.reset();
                    return Ok(StopReason::EndOfUnit);
                }
                // Without progress, the decompressor needs more input.
                Ok(_) | Err(MZError::Buf) => {}
                Err(_) => return Err(Error::new("damaged data")),
            }
            if done.bytes_consumed == 0 && done.bytes_written == 0 {
                break;
            }
        }
        Ok(StopReason::EndOfInput)
    }
}

/// A writer of gzip members.
struct Writer {
    compressor: Compressor,
    sum: Crc32,
    /// Length of the member's text modulo 2³²; `None` before its header is written.
    bytes: Option<u32>,
}

impl Writer {
    fn new(level: i32) -> Self {
        Self { compressor: Compressor::new(level), sum: Crc32::new(), bytes: None }
    }

    /// Writes the header unless it has been written. The header states DEFLATE, no name, no time, and an unknown
    /// system.
    fn start_member(&mut self, out: &mut Vec<u8>) -> u32 {
        if self.bytes.is_none() {
            out.extend_from_slice(&MAGIC);
            out.extend_from_slice(&[8, 0, 0, 0, 0, 0, 0, 255]);
        }
        self.bytes.unwrap_or(0)
    }
}

impl StreamWriter for Writer {
    fn push(&mut self, input: &[u8], out: &mut Vec<u8>) {
        let before = self.start_member(out);
        self.bytes = Some(before.wrapping_add(input.len() as u32));
        self.sum.push(input);
        self.compressor.run(input, MZFlush::None, out);
    }

    fn end_unit(&mut self, out: &mut Vec<u8>) {
        let bytes = self.start_member(out);
        self.compressor.end(&[], out);
        out.extend_from_slice(&self.sum.take().to_le_bytes());
        out.extend_from_slice(&bytes.to_le_bytes());
        self.bytes = None;
    }
}

/// The next part of a member. The number counts the bytes read so far, or the remaining bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MemberPart {
    Fixed(usize),
    ExtraSize(usize, u32),
    Extra(u32),
    Name(u32),
    Comment(u32),
    HeaderSum(u32),
    Body,
    Trailer(usize),
}

const HAS_SUM: u8 = 2;
const HAS_EXTRA: u8 = 4;
const HAS_NAME: u8 = 8;
const HAS_COMMENT: u8 = 16;

/// A reader of gzip members.
struct Reader {
    part: MemberPart,
    flags: u8,
    inflate: Inflate,
    sum: Crc32,
    bytes: u32,
    /// Checksum and length in the member's trailer.
    trailer: [u8; 8],
}

impl Reader {
    fn new() -> Self {
        let (part, flags) = (MemberPart::Fixed(0), 0);
        Self { part, flags, inflate: Inflate::new(), sum: Crc32::new(), bytes: 0, trailer: [0; 8] }
    }

    /// Consumes a byte of the header and returns the next part.
    fn read_header_byte(&mut self, byte: u8) -> Result<MemberPart, Error> {
        let text = |read: u32, this: fn(u32) -> MemberPart| {
            if read > MAX_HEADER_TEXT_BYTES {
                Err(Error::new("overlong name or comment in the header"))
            } else {
                Ok(this(read + 1))
            }
        };
        Ok(match self.part {
            MemberPart::Fixed(n) => {
                match n {
                    0 | 1 if byte != MAGIC[n] => return Err(Error::new("not a gzip member")),
                    2 if byte != 8 => {
                        return Err(Error::new("compression method other than DEFLATE"));
                    }
                    3 if byte > 31 => return Err(Error::new("reserved flags in the header")),
                    3 => self.flags = byte,
                    _ => {}
                }
                if n < 9 { MemberPart::Fixed(n + 1) } else { self.next_part(HAS_EXTRA) }
            }
            MemberPart::ExtraSize(0, _) => MemberPart::ExtraSize(1, byte.into()),
            MemberPart::ExtraSize(_, low) => match low | u32::from(byte) << 8 {
                0 => self.next_part(HAS_NAME),
                size => MemberPart::Extra(size),
            },
            MemberPart::Extra(1) => self.next_part(HAS_NAME),
            MemberPart::Extra(left) => MemberPart::Extra(left - 1),
            MemberPart::Name(_) if byte == 0 => self.next_part(HAS_COMMENT),
            MemberPart::Name(read) => text(read, MemberPart::Name)?,
            MemberPart::Comment(_) if byte == 0 => self.next_part(HAS_SUM),
            MemberPart::Comment(read) => text(read, MemberPart::Comment)?,
            MemberPart::HeaderSum(0) => MemberPart::HeaderSum(1),
            MemberPart::HeaderSum(_) | MemberPart::Body | MemberPart::Trailer(_) => MemberPart::Body,
        })
    }

    /// Returns the member's next part, from `from` onward in header order.
    fn next_part(&self, from: u8) -> MemberPart {
        let order = [
            (HAS_EXTRA, MemberPart::ExtraSize(0, 0)),
            (HAS_NAME, MemberPart::Name(0)),
            (HAS_COMMENT, MemberPart::Comment(0)),
            (HAS_SUM, MemberPart::HeaderSum(0)),
        ];
        let mut ahead = order.into_iter().skip_while(|(flag, _)| *flag != from);
        ahead.find(|(flag, _)| self.flags & flag != 0).map_or(MemberPart::Body, |(_, part)| part)
    }

    /// Ends a member: checks its text against the trailer.
    fn end_member(&mut self) -> Result<StopReason, Error> {
        let actual = u64::from(self.sum.take()) | u64::from(self.bytes) << 32;
        (self.part, self.bytes) = (MemberPart::Fixed(0), 0);
        if actual == u64::from_le_bytes(self.trailer) {
            Ok(StopReason::EndOfUnit)
        } else {
            Err(Error::new("checksum or length mismatch"))
        }
    }
}

impl StreamReader for Reader {
    fn is_inside(&self) -> bool {
        self.part != MemberPart::Fixed(0)
    }

    fn push(&mut self, input: &mut &[u8], room: usize, out: &mut Vec<u8>) -> Result<StopReason, Error> {
        let full = out.len() + room;
        loop {
            if self.part == MemberPart::Body {
                let start = out.len();
                let stop = self.inflate.push(input, full - start, out);
                self.sum.push(&out[start..]);
                self.bytes = self.bytes.wrapping_add((out.len() - start) as u32);
                let stop = stop?;
                if stop != StopReason::EndOfUnit {
                    return Ok(stop);
                }
                self.part = MemberPart::Trailer(0);
            }
            let Some((&byte, rest)) = input.split_first() else { return Ok(StopReason::EndOfInput) };
            *input = rest;
            if let MemberPart::Trailer(n) = self.part {
                self.trailer[n] = byte;
                self.part = MemberPart::Trailer(n + 1);
                if n == 7 {
                    return self.end_member();
                }
            } else {
                self.part = self.read_header_byte(byte)?;
            }
        }
    }
}
