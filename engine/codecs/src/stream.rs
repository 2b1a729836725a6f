//! Streams in containers: frames of LZ4 and ZSTD, members of gzip, and files of ALDC or its bare units.

use crate::{Codec, Error, Options, Stop, aldc, deflate, lz4, zstd};

/// Once a call of a decoder has appended this much it stops, in bytes.
const ROOM: usize = 1 << 20;
/// Most that one call of [`Decoder::push`] appends, in bytes: a block of LZ4 is decoded as a whole.
pub const MOST_A_CALL: usize = ROOM + (4 << 20);

/// Compresses a stream. With a unit in the options, history starts anew after so many bytes: frames, members or units
/// follow each other, which the usual programs read as one file.
#[derive(Debug)]
pub struct Encoder {
    writer: Writer,
    unit: usize,
    /// Bytes of the unit that came; `None` if the last one was ended, and 0 before the first.
    inside: Option<usize>,
}

#[derive(Debug)]
enum Writer {
    Aldc(Box<aldc::container::Writer>),
    AldcUnits(Box<aldc::Encoder>),
    Lz4(Box<lz4::Writer>),
    Zstd(Box<zstd::Writer>),
    Deflate(Box<deflate::Writer>),
}

impl Encoder {
    /// An encoder that is set as `options` say.
    ///
    /// # Errors
    /// If the codec cannot be set so.
    pub fn new(codec: Codec, options: &Options) -> Result<Self, Error> {
        options.check(codec)?;
        let writer = match codec {
            Codec::Aldc if options.raw => Writer::AldcUnits(Box::new(aldc::Encoder::new(options.history))),
            Codec::Aldc => Writer::Aldc(Box::new(aldc::container::Writer::new(options.history))),
            Codec::Lz4 => Writer::Lz4(Box::new(lz4::Writer::new(options.unit))),
            Codec::Zstd => Writer::Zstd(Box::new(zstd::Writer::new(options.level))),
            Codec::Deflate => Writer::Deflate(Box::new(deflate::Writer::new(options.level))),
        };
        Ok(Self { writer, unit: options.unit, inside: Some(0) })
    }

    /// Takes more of the stream and appends what is ready to `out`.
    pub fn push(&mut self, mut input: &[u8], out: &mut Vec<u8>) {
        while !input.is_empty() {
            let inside = self.inside.unwrap_or(0);
            let room = if self.unit == 0 { input.len() } else { self.unit - inside };
            let (part, rest) = input.split_at(room.min(input.len()));
            match &mut self.writer {
                Writer::Aldc(writer) => writer.push(part, out),
                Writer::AldcUnits(writer) => writer.push(part, out),
                Writer::Lz4(writer) => writer.push(part, out),
                Writer::Zstd(writer) => writer.push(part, out),
                Writer::Deflate(writer) => writer.push(part, out),
            }
            self.inside = Some(inside.wrapping_add(part.len()));
            if self.unit != 0 && part.len() == room {
                self.end(out);
            }
            input = rest;
        }
    }

    /// Ends the stream; the encoder can begin another.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        if self.inside.is_some() {
            self.end(out);
        }
        if let Writer::Aldc(writer) = &mut self.writer {
            writer.finish(out);
        }
        self.inside = Some(0);
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        match &mut self.writer {
            Writer::Aldc(writer) => writer.end(out),
            Writer::AldcUnits(writer) => writer.finish(out),
            Writer::Lz4(writer) => writer.end(out),
            Writer::Zstd(writer) => writer.end(out),
            Writer::Deflate(writer) => writer.end(out),
        }
        self.inside = None;
    }
}

/// Decompresses a stream, of any number of frames, members or units, or one file of ALDC.
///
/// Whatever the input, it holds at most a window of 128 MiB (ZSTD), 9 MiB (LZ4) or 64 KiB (the others).
#[derive(Debug)]
pub struct Decoder {
    reader: Reader,
    codec: Codec,
    /// Bytes of input that were taken.
    taken: u64,
    /// Frames, members or units that have ended.
    ended: u64,
    failed: Option<Error>,
}

#[derive(Debug)]
enum Reader {
    Aldc(Box<aldc::container::Reader>),
    AldcUnits(Box<aldc::Decoder>),
    Lz4(Box<lz4::Reader>),
    Zstd(Box<zstd::Reader>),
    Deflate(Box<deflate::Reader>),
}

impl Decoder {
    /// A decoder; of the options only those of ALDC without its container matter.
    ///
    /// # Errors
    /// If the codec cannot be set so.
    pub fn new(codec: Codec, options: &Options) -> Result<Self, Error> {
        options.check(codec)?;
        let reader = match codec {
            Codec::Aldc if options.raw => Reader::AldcUnits(Box::new(aldc::Decoder::new(options.history))),
            Codec::Aldc => Reader::Aldc(Box::new(aldc::container::Reader::new())),
            Codec::Lz4 => Reader::Lz4(Box::new(lz4::Reader::new())),
            Codec::Zstd => Reader::Zstd(Box::new(zstd::Reader::new())),
            Codec::Deflate => Reader::Deflate(Box::new(deflate::Reader::new())),
        };
        Ok(Self { reader, codec, taken: 0, ended: 0, failed: None })
    }

    /// Takes bytes from the front of `input`, says how many, and appends what they mean to `out`: at most
    /// [`MOST_A_CALL`] bytes. Call it again with the rest until there is none.
    ///
    /// # Errors
    /// If the stream is damaged: a sentence that says where and what to do. Every later call says the same.
    pub fn push(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<usize, Error> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let mut rest = input;
        let mut full = out.len() + ROOM;
        loop {
            let room = full.saturating_sub(out.len());
            let stop = match &mut self.reader {
                Reader::Aldc(reader) => reader.push(&mut rest, room, out),
                Reader::AldcUnits(reader) => reader.push(&mut rest, room, out),
                Reader::Lz4(reader) => reader.push(&mut rest, room, out),
                Reader::Zstd(reader) => reader.push(&mut rest, room, out),
                Reader::Deflate(reader) => reader.push(&mut rest, room, out),
            };
            let taken = input.len() - rest.len();
            match stop {
                Ok(Stop::End) => self.ended += 1,
                // What the last bytes mean is at most a block of ZSTD, 128 KiB: nothing waits for a call without input.
                Ok(Stop::Room) if rest.is_empty() => full += ROOM,
                Ok(Stop::Input | Stop::Room) => {
                    self.taken += taken as u64;
                    return Ok(taken);
                }
                Err(error) => {
                    self.taken += taken as u64;
                    return Err(self.fail(&error.to_string()));
                }
            }
        }
    }

    /// Says that the stream is over, after all of it was taken.
    ///
    /// # Errors
    /// If it is not: it was cut off, or empty, or a checksum at its end differs.
    pub fn finish(&mut self) -> Result<(), Error> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let inside = match &self.reader {
            Reader::Aldc(reader) => reader.inside(),
            Reader::AldcUnits(reader) => reader.inside(),
            Reader::Lz4(reader) => reader.inside(),
            Reader::Zstd(reader) => reader.inside(),
            Reader::Deflate(reader) => reader.inside(),
        };
        if inside || self.ended == 0 {
            return Err(self.fail("the file is cut off"));
        }
        match &mut self.reader {
            Reader::Aldc(reader) => reader.finish().map_err(|error| self.fail(&error.to_string())),
            _ => Ok(()),
        }
    }

    fn fail(&mut self, what: &str) -> Error {
        let (name, at) = (self.codec.extension(), self.taken.to_string());
        let error = Error::new(
            [".", name, ", near byte ", &at, ": ", what, ". Copy the file again from where it came."].concat(),
        );
        self.failed = Some(error.clone());
        error
    }
}
