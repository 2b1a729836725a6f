//! Streams in containers: LZ4 and ZSTD frames, gzip members, and ALDC files or bare units.

use crate::{CodecInfo, Error, Options, StopReason, StreamReader, StreamWriter};
use std::fmt;

/// Output in bytes after which a decoder call stops.
const ROOM: usize = 1 << 20;
/// Maximum output of one call of [`Decoder::push`], in bytes: an LZ4 block is decoded as a whole, to at most 8 MiB.
pub const MAX_OUTPUT_PER_CALL: usize = ROOM + (8 << 20);

/// A compressor of a stream. If [`Options::unit`] is set, the history is reset after that many bytes. The stream then
/// consists of several frames, members, or units, which the usual programs read as one file.
///
/// ```
/// use pathlength_codecs::{DEFLATE, Encoder};
///
/// let mut encoder = Encoder::new(&DEFLATE, &DEFLATE.default_options())?;
/// let mut file = Vec::new();
/// encoder.push(b"to be or not ", &mut file);
/// encoder.push(b"to be", &mut file);
/// encoder.finish(&mut file);
/// assert!(file.starts_with(DEFLATE.magic)); // a .gz file
/// # Ok::<(), pathlength_codecs::Error>(())
/// ```
pub struct Encoder {
    writer: Box<dyn StreamWriter>,
    unit: usize,
    /// Bytes of the open unit; `None` if the last unit has ended, and 0 before the first.
    inside: Option<usize>,
}

impl fmt::Debug for Encoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoder").field("unit", &self.unit).finish_non_exhaustive()
    }
}

impl Encoder {
    /// Returns an encoder with these options.
    ///
    /// # Errors
    /// Returns [`Error`] if the codec does not accept the options.
    pub fn new(codec: &CodecInfo, options: &Options) -> Result<Self, Error> {
        codec.check(options)?;
        Ok(Self { writer: codec.implementation.stream_writer(options), unit: options.unit, inside: Some(0) })
    }

    /// Consumes the next bytes of the stream and appends the available output to `out`.
    pub fn push(&mut self, mut input: &[u8], out: &mut Vec<u8>) {
        while !input.is_empty() {
            let inside = self.inside.unwrap_or(0);
            let room = if self.unit == 0 { input.len() } else { self.unit - inside };
            let (part, rest) = input.split_at(room.min(input.len()));
            self.writer.push(part, out);
            self.inside = Some(inside.wrapping_add(part.len()));
            if self.unit != 0 && part.len() == room {
                self.end_unit(out);
            }
            input = rest;
        }
    }

    /// Ends the stream. The encoder can then start another stream.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        if self.inside.is_some() {
            self.end_unit(out);
        }
        self.writer.finish(out);
        self.inside = Some(0);
    }

    fn end_unit(&mut self, out: &mut Vec<u8>) {
        self.writer.end_unit(out);
        self.inside = None;
    }
}

/// A decompressor of a stream: any number of frames, members, or units, or one ALDC file.
///
/// For any input, it buffers at most a window of 128 MiB (ZSTD), 17 MiB (LZ4), or 64 KiB (ALDC, DEFLATE).
///
/// ```
/// use pathlength_codecs::{Decoder, Encoder, ZSTD};
///
/// # let mut file = Vec::new();
/// # let mut encoder = Encoder::new(&ZSTD, &ZSTD.default_options())?;
/// # encoder.push(b"to be or not to be", &mut file);
/// # encoder.finish(&mut file);
/// let mut decoder = Decoder::new(&ZSTD, &ZSTD.default_options())?;
/// let (mut rest, mut text) = (&file[..], Vec::new());
/// while !rest.is_empty() {
///     let taken = decoder.push(rest, &mut text)?;
///     rest = &rest[taken..];
/// }
/// decoder.finish()?; // An error if the file is truncated.
/// assert_eq!(text, b"to be or not to be");
/// # Ok::<(), pathlength_codecs::Error>(())
/// ```
pub struct Decoder {
    reader: Box<dyn StreamReader>,
    extension: &'static str,
    /// Number of input bytes consumed.
    taken: u64,
    /// Number of frames, members, or units that have ended.
    ended: u64,
    failure: Option<Error>,
}

impl fmt::Debug for Decoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decoder").field("taken", &self.taken).finish_non_exhaustive()
    }
}

impl Decoder {
    /// Returns a decoder. Of the options, it uses only those for streams without a container.
    ///
    /// # Errors
    /// Returns [`Error`] if the codec does not accept the options.
    pub fn new(codec: &CodecInfo, options: &Options) -> Result<Self, Error> {
        codec.check(options)?;
        let reader = codec.implementation.stream_reader(options);
        Ok(Self { reader, extension: codec.extension, taken: 0, ended: 0, failure: None })
    }

    /// Consumes bytes from the front of `input`, appends their text to `out`, at most [`MAX_OUTPUT_PER_CALL`] bytes,
    /// and returns the number of bytes consumed. Call `push` again with the rest until nothing is left.
    ///
    /// # Errors
    /// Returns [`Error`] with the position and the solution if the stream is damaged, and again in every later call.
    pub fn push(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<usize, Error> {
        if let Some(error) = &self.failure {
            return Err(error.clone());
        }
        let mut rest = input;
        let mut full = out.len() + ROOM;
        loop {
            let stop = self.reader.push(&mut rest, full.saturating_sub(out.len()), out);
            let taken = input.len() - rest.len();
            match stop {
                Ok(StopReason::EndOfUnit) => self.ended += 1,
                // The last bytes decode to at most one ZSTD block, 128 KiB, so no output waits for a call without
                // input.
                Ok(StopReason::OutputFull) if rest.is_empty() => full += ROOM,
                Ok(StopReason::EndOfInput | StopReason::OutputFull) => {
                    self.taken += taken as u64;
                    return Ok(taken);
                }
                Err(error) => {
                    self.taken += taken as u64;
                    return Err(self.fail(&error));
                }
            }
        }
    }

    /// Ends the stream after all of it has been consumed.
    ///
    /// # Errors
    /// Returns [`Error`] if the stream is truncated or empty, or if a checksum at its end differs.
    pub fn finish(&mut self) -> Result<(), Error> {
        if let Some(error) = &self.failure {
            return Err(error.clone());
        }
        if self.reader.is_inside() || self.ended == 0 {
            return Err(self.fail(&Error::new("truncated file")));
        }
        self.reader.finish().map_err(|error| self.fail(&error))
    }

    fn fail(&mut self, problem: &Error) -> Error {
        let position = self.taken.to_string();
        let message = problem.to_string();
        let parts = [&message, " near byte ", &position, " of this .", self.extension, " file: ", problem.solution()];
        let error = Error::new(parts.concat());
        self.failure = Some(error.clone());
        error
    }
}
