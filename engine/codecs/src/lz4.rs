//! LZ4: blocks, and frames around them (LZ4 frame format 1.6), legacy frames included.

mod encode;

use crate::{Codec, CodecInfo, Error, Options, StopReason, StreamReader, StreamWriter, UnitCoder};
use lz4_flex::block::decompress_into_with_dict;
use std::hash::Hasher as _;
use twox_hash::XxHash32;

/// LZ4 in frames.
pub const LZ4: CodecInfo = CodecInfo {
    name: "lz4",
    title: "LZ4",
    hardware: "",
    extension: "lz4",
    magic: &MAGIC.to_le_bytes(),
    knobs: &[],
    history: Some(WINDOW),
    in_adapter: false,
    has_raw_stream: false,
    implementation: &Lz4,
};

#[derive(Debug)]
struct Lz4;

impl Codec for Lz4 {
    fn unit_coder(&self, _options: &Options) -> Box<dyn UnitCoder> {
        Box::new(Units::new())
    }

    fn stream_writer(&self, options: &Options) -> Box<dyn StreamWriter> {
        Box::new(Writer::new(options.unit))
    }

    fn stream_reader(&self, _options: &Options) -> Box<dyn StreamReader> {
        Box::new(Reader::new())
    }
}

/// First bytes of a frame, as a little-endian number.
const MAGIC: u32 = 0x184d_2204;
/// First bytes of a legacy frame (`lz4 -l`), as a little-endian number.
const LEGACY_MAGIC: u32 = 0x184c_2102;
/// Number of text bytes in each block of a legacy frame, except the last block.
const LEGACY_BLOCK_BYTES: usize = 8 << 20;
/// Maximum size in bytes of a block of a legacy frame: LZ4's bound for text that does not compress.
const MAX_LEGACY_PACKED_BYTES: usize = LEGACY_BLOCK_BYTES + LEGACY_BLOCK_BYTES / 255 + 16;
/// Flags of written frames: version 1, independent blocks, and a text checksum.
const FLAGS: u8 = 0b0110_0100;
const LINKED: u8 = 0b0010_0000;
const BLOCK_SUMS: u8 = 0b0001_0000;
const HAS_SIZE: u8 = 0b0000_1000;
const HAS_SUM: u8 = 0b0000_0100;
const HAS_DICTIONARY: u8 = 0b0000_0001;
/// Flag of a block that is stored without compression.
const RAW: u32 = 1 << 31;
/// History in bytes, which linked blocks share with earlier blocks.
const WINDOW: usize = 1 << 16;
/// Maximum number of text bytes per byte of a block.
const MAX_EXPANSION: usize = 255;

/// Returns the maximum block size in bytes for the code in a frame's header, 4 to 7.
fn max_block_bytes(code: u8) -> usize {
    1 << (8 + 2 * code)
}

/// A unit coder: one unit in, one block out.
#[derive(Debug)]
struct Units {
    encoder: encode::Encoder,
    scratch: Vec<u8>,
}

impl Units {
    #[inline(never)] // small modules for pages
    fn new() -> Self {
        Self { encoder: encode::Encoder::new(), scratch: Vec::new() }
    }

    /// Decodes one block, which may copy from `window`, the text before the block.
    // Units and streams share one copy of this code, so a page's download is smaller.
    #[inline(never)]
    fn decode_block(
        &mut self,
        input: &[u8],
        room: usize,
        window: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<StopReason, Error> {
        // A block cannot decode to more than `max_bytes`, so no more memory is allocated for it.
        let max_bytes = room.min(input.len().saturating_mul(MAX_EXPANSION));
        self.scratch.resize(self.scratch.len().max(max_bytes), 0);
        match decompress_into_with_dict(input, &mut self.scratch[..max_bytes], window) {
            Ok(made) => {
                out.extend_from_slice(&self.scratch[..made]);
                Ok(StopReason::EndOfUnit)
            }
            Err(lz4_flex::block::DecompressError::OutputTooSmall { .. }) if max_bytes == room => {
                Ok(StopReason::OutputFull)
            }
            Err(_) => Err(Error::new("damaged data")),
        }
    }
}

impl UnitCoder for Units {
    fn encode(&mut self, input: &[u8], out: &mut Vec<u8>) {
        self.encoder.encode(input, out);
    }

    fn decode(&mut self, input: &mut &[u8], room: usize, out: &mut Vec<u8>) -> Result<StopReason, Error> {
        // A block has no end marker: it is the whole unit.
        self.decode_block(std::mem::take(input), room, &[], out)
    }
}

/// A writer of frames.
#[derive(Debug)]
struct Writer {
    units: Units,
    /// Code of the maximum block size.
    size_code: u8,
    /// Text of the next block.
    block: Vec<u8>,
    packed: Vec<u8>,
    sum: Checksum,
    is_open: bool,
}

impl Writer {
    /// Returns a writer of frames of `unit` bytes each; 0 means any number of bytes.
    fn new(unit: usize) -> Self {
        let size_code = (4..7).find(|&code| unit != 0 && unit <= max_block_bytes(code)).unwrap_or(7);
        let (block, packed, sum) = (Vec::new(), Vec::new(), Checksum::new());
        Self { units: Units::new(), size_code, block, packed, sum, is_open: false }
    }

    fn start_frame(&mut self, out: &mut Vec<u8>) {
        if !self.is_open {
            self.is_open = true;
            let descriptor = [FLAGS, self.size_code << 4];
            out.extend_from_slice(&MAGIC.to_le_bytes());
            out.extend_from_slice(&descriptor);
            out.push(header_sum(&descriptor));
        }
    }

    fn write_block(&mut self, out: &mut Vec<u8>) {
        if self.block.is_empty() {
            return;
        }
        self.packed.clear();
        self.units.encode(&self.block, &mut self.packed);
        let (size, bytes) = if self.packed.len() < self.block.len() {
            (self.packed.len() as u32, &self.packed)
        } else {
            (self.block.len() as u32 | RAW, &self.block)
        };
        out.extend_from_slice(&size.to_le_bytes());
        out.extend_from_slice(bytes);
        self.block.clear();
    }
}

impl StreamWriter for Writer {
    fn push(&mut self, mut input: &[u8], out: &mut Vec<u8>) {
        self.start_frame(out);
        self.sum.push(input);
        while !input.is_empty() {
            let room = max_block_bytes(self.size_code) - self.block.len();
            let (part, rest) = input.split_at(room.min(input.len()));
            self.block.extend_from_slice(part);
            if part.len() == room {
                self.write_block(out);
            }
            input = rest;
        }
    }

    fn end_unit(&mut self, out: &mut Vec<u8>) {
        self.start_frame(out);
        self.write_block(out);
        out.extend_from_slice(&0u32.to_le_bytes());
        out.extend_from_slice(&self.sum.take().to_le_bytes());
        self.is_open = false;
    }
}

/// The checksum of data that arrive in chunks.
#[derive(Debug)]
struct Checksum(XxHash32);

impl Checksum {
    fn new() -> Self {
        Self(XxHash32::with_seed(0))
    }

    // The writer and the reader share one copy of each function, so a page's download is smaller.
    #[inline(never)]
    fn push(&mut self, text: &[u8]) {
        self.0.write(text);
    }

    /// Returns the checksum so far and resets it.
    #[inline(never)]
    fn take(&mut self) -> u32 {
        std::mem::replace(&mut self.0, XxHash32::with_seed(0)).finish_32()
    }
}

/// Returns the checksum of `bytes`.
fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = Checksum::new();
    sum.push(bytes);
    sum.take()
}

fn header_sum(descriptor: &[u8]) -> u8 {
    (checksum(descriptor) >> 8) as u8
}

/// The next part of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FramePart {
    Magic,
    SkipSize,
    Skip(usize),
    Flags,
    Descriptor,
    BlockSize,
    Block { raw: bool },
    Sum,
    LegacySize,
    LegacyBlock,
}

/// A reader of frames.
#[derive(Debug)]
struct Reader {
    units: Units,
    part: FramePart,
    /// The bytes read so far of the current part.
    held: Vec<u8>,
    /// The length of the whole part.
    need: usize,
    descriptor: Vec<u8>,
    sum: Checksum,
    bytes: u64,
    /// The text before the next block, if the block may copy from it.
    window: Vec<u8>,
}

impl Reader {
    fn new() -> Self {
        Self {
            units: Units::new(),
            part: FramePart::Magic,
            held: Vec::new(),
            need: 4,
            descriptor: Vec::new(),
            sum: Checksum::new(),
            bytes: 0,
            window: Vec::new(),
        }
    }

    fn next(&mut self, part: FramePart, need: usize) {
        self.held.clear();
        (self.part, self.need) = (part, need);
    }

    fn number(&self) -> u32 {
        self.held[..4].iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
    }

    fn flag(&self, flag: u8) -> bool {
        self.descriptor[0] & flag != 0
    }

    /// Processes a complete part. Returns whether the frame has ended.
    fn complete(&mut self, out: &mut Vec<u8>) -> Result<bool, Error> {
        match self.part {
            FramePart::Magic => return self.start_frame(),
            FramePart::SkipSize | FramePart::Skip(_) => {
                let size = self.number() as usize;
                self.next(FramePart::Skip(size), 0);
            }
            FramePart::Flags => {
                self.descriptor.clear();
                self.descriptor.extend_from_slice(&self.held);
                if self.flag(HAS_DICTIONARY) {
                    return Err(Error::unsupported(
                        "frame that needs a dictionary (not supported)",
                        "decompress it with `lz4 -d -D` and its dictionary",
                    ));
                }
                if self.descriptor[0] & 0b1100_0010 != 0b0100_0000
                    || !matches!(self.descriptor[1], 0x40 | 0x50 | 0x60 | 0x70)
                {
                    return Err(Error::new("damaged frame header"));
                }
                self.next(FramePart::Descriptor, if self.flag(HAS_SIZE) { 9 } else { 1 });
            }
            FramePart::Descriptor => {
                let (sum, size) = self.held.split_last().map_or((0, &[][..]), |(&sum, size)| (sum, size));
                self.descriptor.extend_from_slice(size);
                if header_sum(&self.descriptor) != sum {
                    return Err(Error::new("damaged frame header"));
                }
                self.bytes = 0;
                self.sum.take();
                self.window.clear();
                self.next(FramePart::BlockSize, 4);
            }
            FramePart::BlockSize => return self.start_block_or_end(),
            FramePart::Block { raw } => self.read_block(raw, out)?,
            FramePart::Sum => {
                let matches = self.number() == self.sum.take();
                self.next(FramePart::Magic, 4);
                return if matches { Ok(true) } else { Err(Error::new("checksum mismatch")) };
            }
            FramePart::LegacySize => return self.start_legacy_block(),
            FramePart::LegacyBlock => self.read_legacy_block(out)?,
        }
        Ok(false)
    }

    /// Starts the frame with these first bytes. A legacy frame has no end marker, so it counts as ended from its start.
    fn start_frame(&mut self) -> Result<bool, Error> {
        let magic = self.number();
        match magic {
            MAGIC => self.next(FramePart::Flags, 2),
            0x184d_2a50..=0x184d_2a5f => self.next(FramePart::SkipSize, 4),
            LEGACY_MAGIC => {
                self.bytes = 0;
                self.next(FramePart::LegacySize, 4);
            }
            _ => return Err(Error::new("not an LZ4 frame")),
        }
        Ok(magic == LEGACY_MAGIC)
    }

    /// Starts a block of a legacy frame, or the frame after it: a number that is too large for a block size is the
    /// magic of a frame.
    fn start_legacy_block(&mut self) -> Result<bool, Error> {
        let size = self.number() as usize;
        if size > MAX_LEGACY_PACKED_BYTES {
            return self.start_frame();
        }
        if !self.bytes.is_multiple_of(LEGACY_BLOCK_BYTES as u64) {
            return Err(Error::new("block after the last block of a legacy frame"));
        }
        self.next(FramePart::LegacyBlock, size);
        Ok(false)
    }

    fn read_legacy_block(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        let start = out.len();
        if self.units.decode_block(&self.held, LEGACY_BLOCK_BYTES, &[], out)? != StopReason::EndOfUnit {
            return Err(Error::new("block that decodes to more than its frame allows"));
        }
        self.bytes += (out.len() - start) as u64;
        self.next(FramePart::LegacySize, 4);
        Ok(())
    }

    fn start_block_or_end(&mut self) -> Result<bool, Error> {
        let number = self.number();
        let size = (number & !RAW) as usize;
        if number != 0 {
            if size > max_block_bytes(self.descriptor[1] >> 4) {
                return Err(Error::new("block larger than its frame allows"));
            }
            let sum = if self.flag(BLOCK_SUMS) { 4 } else { 0 };
            self.next(FramePart::Block { raw: number & RAW != 0 }, size + sum);
            return Ok(false);
        }
        if self.flag(HAS_SIZE) && self.descriptor[2..] != self.bytes.to_le_bytes() {
            return Err(Error::new("length mismatch"));
        }
        let has_sum = self.flag(HAS_SUM);
        self.next(if has_sum { FramePart::Sum } else { FramePart::Magic }, 4);
        Ok(!has_sum)
    }

    fn read_block(&mut self, raw: bool, out: &mut Vec<u8>) -> Result<(), Error> {
        let sums = self.flag(BLOCK_SUMS);
        let (bytes, sum) = self.held.split_at(self.held.len() - if sums { 4 } else { 0 });
        if sums && checksum(bytes).to_le_bytes() != sum {
            return Err(Error::new("block checksum mismatch"));
        }
        let start = out.len();
        if raw {
            out.extend_from_slice(bytes);
        } else if self.units.decode_block(bytes, max_block_bytes(self.descriptor[1] >> 4), &self.window, out)?
            != StopReason::EndOfUnit
        {
            return Err(Error::new("block that decodes to more than its frame allows"));
        }
        let text = &out[start..];
        self.sum.push(text);
        self.bytes += text.len() as u64;
        if !self.flag(LINKED) {
            self.window.extend_from_slice(&text[text.len().saturating_sub(WINDOW)..]);
            self.window.drain(..self.window.len().saturating_sub(WINDOW));
        }
        self.next(FramePart::BlockSize, 4);
        Ok(())
    }
}

impl StreamReader for Reader {
    fn is_inside(&self) -> bool {
        !matches!(self.part, FramePart::Magic | FramePart::LegacySize) || !self.held.is_empty()
    }

    /// Consumes input and appends text. Decodes a block if there is any space at all: the output may exceed `room` by
    /// one block (4 MiB, or 8 MiB in a legacy frame).
    fn push(&mut self, input: &mut &[u8], room: usize, out: &mut Vec<u8>) -> Result<StopReason, Error> {
        let full = out.len() + room;
        loop {
            if let FramePart::Skip(left) = self.part {
                let now = left.min(input.len());
                *input = &input[now..];
                if now < left {
                    self.part = FramePart::Skip(left - now);
                    return Ok(StopReason::EndOfInput);
                }
                self.next(FramePart::Magic, 4);
                return Ok(StopReason::EndOfUnit);
            }
            if matches!(self.part, FramePart::Block { .. } | FramePart::LegacyBlock) && out.len() >= full {
                return Ok(StopReason::OutputFull);
            }
            let (now, rest) = input.split_at((self.need - self.held.len()).min(input.len()));
            self.held.extend_from_slice(now);
            *input = rest;
            if self.held.len() < self.need {
                return Ok(StopReason::EndOfInput);
            }
            if self.complete(out)? {
                return Ok(StopReason::EndOfUnit);
            }
        }
    }
}
