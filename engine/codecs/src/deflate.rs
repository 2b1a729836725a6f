//! DEFLATE: units, and gzip's members around it (RFC 1952).

use crate::codec::{Knob, KnobKind, KnobValues, knob};
use crate::crc::Crc32;
use crate::{Codec, CodecInfo, Error, Options, StopReason, StreamReader, StreamWriter, UnitCoder};
use miniz_oxide::deflate::core::{CompressorOxide, create_comp_flags_from_zip_params};
use miniz_oxide::inflate::stream::InflateState;
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

/// Output is made room for in such steps, in bytes.
const STEP: usize = 1 << 16;
/// Least room that the compressor is given.
const LEAST: usize = 1 << 12;
/// Names and comments that are longer are refused, in bytes.
const LONGEST_TEXT: u32 = 1 << 16;

/// First bytes of a member.
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// DEFLATE in members of gzip.
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

/// Writes raw streams of DEFLATE.
struct Compressor(Box<CompressorOxide>);

impl Compressor {
    fn new(level: i32) -> Self {
        let raw = -15;
        Self(Box::new(CompressorOxide::new(create_comp_flags_from_zip_params(level, raw, 0))))
    }

    // Units and streams share one copy of this code, which saves downloads of a page.
    #[inline(never)]
    fn run(&mut self, mut input: &[u8], flush: MZFlush, out: &mut Vec<u8>) {
        loop {
            let start = out.len();
            out.resize(start + STEP.min(input.len() + LEAST), 0);
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

/// One unit in, one compressed unit out.
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

/// Reads one raw stream after the other.
struct Inflate {
    state: Box<InflateState>,
    /// Whether there may be output for which there was no room.
    pending: bool,
}

impl Inflate {
    fn new() -> Self {
        Self { state: InflateState::new_boxed(DataFormat::Raw), pending: false }
    }

    fn reset(&mut self) {
        self.state.reset(DataFormat::Raw);
        self.pending = false;
    }

    // Units and streams share one copy of this code, which saves downloads of a page.
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
                // Without progress it wants more input.
                Ok(_) | Err(MZError::Buf) => {}
                Err(_) => return Err(Error::new("the data is damaged")),
            }
            if done.bytes_consumed == 0 && done.bytes_written == 0 {
                break;
            }
        }
        Ok(StopReason::EndOfInput)
    }
}

/// Writes members.
struct Writer {
    compressor: Compressor,
    sum: Crc32,
    /// Bytes of the member's text; `None` before its header is written.
    bytes: Option<u32>,
}

impl Writer {
    fn new(level: i32) -> Self {
        Self { compressor: Compressor::new(level), sum: Crc32::new(), bytes: None }
    }

    /// Writes the header if it is not yet written: DEFLATE, no name, no time, unknown system.
    fn begin(&mut self, out: &mut Vec<u8>) -> u32 {
        if self.bytes.is_none() {
            out.extend_from_slice(&MAGIC);
            out.extend_from_slice(&[8, 0, 0, 0, 0, 0, 0, 255]);
        }
        self.bytes.unwrap_or(0)
    }
}

impl StreamWriter for Writer {
    fn push(&mut self, input: &[u8], out: &mut Vec<u8>) {
        let before = self.begin(out);
        self.bytes = Some(before.wrapping_add(input.len() as u32));
        self.sum.push(input);
        self.compressor.run(input, MZFlush::None, out);
    }

    fn end_unit(&mut self, out: &mut Vec<u8>) {
        let bytes = self.begin(out);
        self.compressor.end(&[], out);
        out.extend_from_slice(&self.sum.take().to_le_bytes());
        out.extend_from_slice(&bytes.to_le_bytes());
        self.bytes = None;
    }
}

/// What of a member comes next. Numbers are bytes that were read of it, or that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
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

/// Reads members.
struct Reader {
    part: Part,
    flags: u8,
    inflate: Inflate,
    sum: Crc32,
    bytes: u32,
    /// Checksum and size as the member says.
    trailer: [u8; 8],
}

impl Reader {
    fn new() -> Self {
        let (part, flags) = (Part::Fixed(0), 0);
        Self { part, flags, inflate: Inflate::new(), sum: Crc32::new(), bytes: 0, trailer: [0; 8] }
    }

    /// Takes a byte of the header and says what comes next.
    fn header(&mut self, byte: u8) -> Result<Part, Error> {
        let text = |read: u32, this: fn(u32) -> Part| {
            if read > LONGEST_TEXT { Err(Error::new("a name in the header does not end")) } else { Ok(this(read + 1)) }
        };
        Ok(match self.part {
            Part::Fixed(n) => {
                match n {
                    0 | 1 if byte != MAGIC[n] => return Err(Error::new("this is no gzip member")),
                    2 if byte != 8 => {
                        return Err(Error::new("the member is compressed with something else than DEFLATE"));
                    }
                    3 if byte > 31 => return Err(Error::new("the header has flags that are reserved")),
                    3 => self.flags = byte,
                    _ => {}
                }
                if n < 9 { Part::Fixed(n + 1) } else { self.after(HAS_EXTRA) }
            }
            Part::ExtraSize(0, _) => Part::ExtraSize(1, byte.into()),
            Part::ExtraSize(_, low) => match low | u32::from(byte) << 8 {
                0 => self.after(HAS_NAME),
                size => Part::Extra(size),
            },
            Part::Extra(1) => self.after(HAS_NAME),
            Part::Extra(left) => Part::Extra(left - 1),
            Part::Name(_) if byte == 0 => self.after(HAS_COMMENT),
            Part::Name(read) => text(read, Part::Name)?,
            Part::Comment(_) if byte == 0 => self.after(HAS_SUM),
            Part::Comment(read) => text(read, Part::Comment)?,
            Part::HeaderSum(0) => Part::HeaderSum(1),
            Part::HeaderSum(_) | Part::Body | Part::Trailer(_) => Part::Body,
        })
    }

    /// The first part that this member has, from `from` on in the order of the header.
    fn after(&self, from: u8) -> Part {
        let order = [
            (HAS_EXTRA, Part::ExtraSize(0, 0)),
            (HAS_NAME, Part::Name(0)),
            (HAS_COMMENT, Part::Comment(0)),
            (HAS_SUM, Part::HeaderSum(0)),
        ];
        let mut ahead = order.into_iter().skip_while(|(flag, _)| *flag != from);
        ahead.find(|(flag, _)| self.flags & flag != 0).map_or(Part::Body, |(_, part)| part)
    }

    /// The end of a member: holds what came out to what it should be.
    fn check(&mut self) -> Result<StopReason, Error> {
        let found = u64::from(self.sum.take()) | u64::from(self.bytes) << 32;
        (self.part, self.bytes) = (Part::Fixed(0), 0);
        if found == u64::from_le_bytes(self.trailer) {
            Ok(StopReason::EndOfUnit)
        } else {
            Err(Error::new("the checksum or the length does not fit the data"))
        }
    }
}

impl StreamReader for Reader {
    fn is_inside(&self) -> bool {
        self.part != Part::Fixed(0)
    }

    fn push(&mut self, input: &mut &[u8], room: usize, out: &mut Vec<u8>) -> Result<StopReason, Error> {
        let full = out.len() + room;
        loop {
            if self.part == Part::Body {
                let start = out.len();
                let stop = self.inflate.push(input, full - start, out);
                self.sum.push(&out[start..]);
                self.bytes = self.bytes.wrapping_add((out.len() - start) as u32);
                let stop = stop?;
                if stop != StopReason::EndOfUnit {
                    return Ok(stop);
                }
                self.part = Part::Trailer(0);
            }
            let Some((&byte, rest)) = input.split_first() else { return Ok(StopReason::EndOfInput) };
            *input = rest;
            if let Part::Trailer(n) = self.part {
                self.trailer[n] = byte;
                self.part = Part::Trailer(n + 1);
                if n == 7 {
                    return self.check();
                }
            } else {
                self.part = self.header(byte)?;
            }
        }
    }
}
