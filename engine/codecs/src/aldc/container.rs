//! ALDC files. The standard defines a stream but not a file. A bare stream contains neither its history size nor a
//! checksum, and nearly every damaged stream decodes to some text. This project defines the container:
//!
//! | bytes | meaning                                                              |
//! |-------|----------------------------------------------------------------------|
//! | 6     | [`MAGIC`]                                                            |
//! | 1     | version of the format, 1                                             |
//! | 1     | base-2 logarithm of the history size in bytes: 9, 10, or 11          |
//! | any   | units of ALDC, each with its end marker                              |
//! | 8     | length of the text in bytes, little-endian                           |
//! | 4     | CRC-32 of the text                                                   |
//! | 4     | CRC-32 of all bytes of the file before this one                      |
//!
//! The checksum of the file detects every flipped bit, even one that decodes to the same text. The checksum of the text
//! detects a faulty decoder. Length and checksums are at the end so that a file can be written to a pipe.

use super::{Decoder, Encoder};
use crate::crc::Crc32;
use crate::{Error, StopReason, StreamReader, StreamWriter};

/// First bytes of a file. A bare stream cannot start with these bytes: the first two are a reserved code.
pub const MAGIC: [u8; 6] = *b"\xff\x80ALDC";
const VERSION: u8 = 1;
const HEADER_BYTES: usize = MAGIC.len() + 2;
const TRAILER_BYTES: usize = 16;

/// Length and checksums of a file so far.
#[derive(Clone, Debug)]
struct Sums {
    text_bytes: u64,
    text: Crc32,
    file: Crc32,
}

impl Sums {
    fn new() -> Self {
        Self { text_bytes: 0, text: Crc32::new(), file: Crc32::new() }
    }

    fn push_text(&mut self, text: &[u8]) {
        self.text_bytes += text.len() as u64;
        self.text.push(text);
    }

    /// Returns the trailer of the file and resets the sums.
    fn trailer(&mut self) -> [u8; TRAILER_BYTES] {
        let mut trailer = [0; TRAILER_BYTES];
        let (text_part, file_part) = trailer.split_at_mut(12);
        text_part[..8].copy_from_slice(&std::mem::take(&mut self.text_bytes).to_le_bytes());
        text_part[8..].copy_from_slice(&self.text.take().to_le_bytes());
        self.file.push(text_part);
        file_part.copy_from_slice(&self.file.take().to_le_bytes());
        trailer
    }
}

/// A writer that writes files one after another.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    encoder: Encoder,
    header: [u8; HEADER_BYTES],
    sums: Sums,
    is_open: bool,
}

impl Writer {
    /// Returns a writer with a history of 512, 1024, or 2048 bytes.
    pub(super) fn new(history: usize) -> Self {
        let mut header = [0; HEADER_BYTES];
        header[..MAGIC.len()].copy_from_slice(&MAGIC);
        header[MAGIC.len()..].copy_from_slice(&[VERSION, history.trailing_zeros() as u8]);
        Self { encoder: Encoder::new(history), header, sums: Sums::new(), is_open: false }
    }

    fn write(&mut self, out: &mut Vec<u8>, encode: impl FnOnce(&mut Encoder, &mut Vec<u8>)) {
        let start = out.len();
        if !std::mem::replace(&mut self.is_open, true) {
            out.extend_from_slice(&self.header);
        }
        encode(&mut self.encoder, out);
        self.sums.file.push(&out[start..]);
    }
}

impl StreamWriter for Writer {
    fn push(&mut self, text: &[u8], out: &mut Vec<u8>) {
        self.sums.push_text(text);
        self.write(out, |encoder, out| encoder.push(text, out));
    }

    fn end_unit(&mut self, out: &mut Vec<u8>) {
        self.write(out, Encoder::finish);
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.sums.trailer());
        self.is_open = false;
    }
}

/// A reader of one file that arrives in chunks of any size.
#[derive(Clone, Debug)]
pub(super) struct Reader {
    /// `None` before the header is complete.
    decoder: Option<Decoder>,
    /// The part of the header read so far; later, the last bytes read, which may be the trailer.
    held: Vec<u8>,
    sums: Sums,
}

impl Reader {
    pub(super) fn new() -> Self {
        Self { decoder: None, held: Vec::new(), sums: Sums::new() }
    }

    /// Consumes bytes of the header. Returns whether the header is complete.
    fn read_header(&mut self, input: &mut &[u8]) -> Result<bool, Error> {
        let (header, rest) = input.split_at(input.len().min(HEADER_BYTES - self.held.len()));
        self.held.extend_from_slice(header);
        *input = rest;
        let magic = &self.held[..self.held.len().min(MAGIC.len())];
        if !MAGIC.starts_with(magic) {
            return Err(Error::unsupported(
                "missing magic bytes",
                "decompress a bare stream with --raw, or copy the file again from its source",
            ));
        }
        let &[.., version, history] = &self.held[..] else { return Ok(false) };
        if self.held.len() < HEADER_BYTES {
            return Ok(false);
        }
        if version != VERSION {
            let message = ["unknown format version ", &version.to_string(), " (only version 1 can be read)"];
            return Err(Error::new(message.concat()));
        }
        if !(9..=11).contains(&history) {
            return Err(Error::new("unknown history size (it must be 512, 1024, or 2048 bytes)"));
        }
        self.decoder = Some(Decoder::new(1 << history));
        self.sums.file.push(&self.held);
        self.held.clear();
        Ok(true)
    }

    /// Decodes units until the output is full or the input ends.
    fn decode(&mut self, units: &mut &[u8], full: usize, out: &mut Vec<u8>) -> Result<StopReason, Error> {
        let Some(decoder) = &mut self.decoder else { return Ok(StopReason::EndOfInput) };
        let (before, start) = (*units, out.len());
        let stop = decoder.push(units, full.saturating_sub(start), out);
        self.sums.file.push(&before[..before.len() - units.len()]);
        self.sums.push_text(&out[start..]);
        stop
    }
}

impl StreamReader for Reader {
    fn is_inside(&self) -> bool {
        self.held.len() < TRAILER_BYTES || self.decoder.as_ref().is_none_or(Decoder::is_inside)
    }

    fn push(&mut self, input: &mut &[u8], room: usize, out: &mut Vec<u8>) -> Result<StopReason, Error> {
        let full = out.len() + room;
        if self.decoder.is_none() && !self.read_header(input)? {
            return Ok(StopReason::EndOfInput);
        }
        loop {
            let ready = (self.held.len() + input.len()).saturating_sub(TRAILER_BYTES);
            let stop = if self.held.is_empty() {
                let (mut units, last) = input.split_at(ready);
                let stop = self.decode(&mut units, full, out)?;
                *input = &input[input.len() - units.len() - last.len()..];
                stop
            } else {
                let held = std::mem::take(&mut self.held);
                let mut units = &held[..ready.min(held.len())];
                let all = units.len();
                let stop = self.decode(&mut units, full, out)?;
                self.held = held[all - units.len()..].to_vec();
                stop
            };
            if !matches!(stop, StopReason::EndOfInput) {
                return Ok(stop);
            }
            if self.held.len() + input.len() <= TRAILER_BYTES {
                self.held.extend_from_slice(input);
                *input = &[];
                return Ok(StopReason::EndOfInput);
            }
        }
    }

    fn finish(&mut self) -> Result<(), Error> {
        let trailer = self.sums.trailer();
        if self.held[..] == trailer {
            Ok(())
        } else if self.held[..12] == trailer[..12] {
            Err(Error::new("checksum mismatch"))
        } else {
            Err(Error::new("length or checksum mismatch in the decompressed data"))
        }
    }
}
