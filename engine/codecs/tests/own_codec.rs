//! A codec from outside the crate runs in every coder if it has a `CodecInfo`.

use pathlength_codecs::{
    Codec, CodecInfo, Coder, Decoder, Encoder, Error, Options, StopReason, StreamReader, StreamWriter, UnitCoder,
};

/// Run-length coding: a count from 1 to 255 and a byte; a count of 0 ends a unit.
const RLE: CodecInfo = CodecInfo {
    name: "rle",
    title: "RLE",
    hardware: "",
    extension: "rle",
    magic: &[],
    knobs: &[],
    history: Some(1),
    in_adapter: false,
    has_raw_stream: false,
    implementation: &Rle,
};

#[derive(Debug)]
struct Rle;

impl Codec for Rle {
    fn unit_coder(&self, _options: &Options) -> Box<dyn UnitCoder> {
        Box::new(Runs::default())
    }

    fn stream_writer(&self, _options: &Options) -> Box<dyn StreamWriter> {
        Box::new(Runs::default())
    }

    fn stream_reader(&self, _options: &Options) -> Box<dyn StreamReader> {
        Box::new(Runs::default())
    }
}

#[derive(Debug, Default)]
struct Runs {
    /// The byte of the open run and its length.
    run: Option<(u8, u8)>,
    /// A count whose byte has not been read yet.
    count: u8,
    is_open: bool,
}

impl StreamWriter for Runs {
    fn push(&mut self, input: &[u8], out: &mut Vec<u8>) {
        for &byte in input {
            self.run = match self.run {
                Some((same, count)) if same == byte && count < 255 => Some((byte, count + 1)),
                Some((other, count)) => {
                    out.extend([count, other]);
                    Some((byte, 1))
                }
                None => Some((byte, 1)),
            };
        }
    }

    fn end_unit(&mut self, out: &mut Vec<u8>) {
        out.extend(self.run.take().into_iter().flat_map(|(byte, count)| [count, byte]).chain([0]));
    }
}

impl StreamReader for Runs {
    fn push(&mut self, input: &mut &[u8], room: usize, out: &mut Vec<u8>) -> Result<StopReason, Error> {
        let full = out.len() + room;
        while let Some((&byte, rest)) = input.split_first() {
            match self.count {
                0 if byte == 0 => {
                    (*input, self.is_open) = (rest, false);
                    return Ok(StopReason::EndOfUnit);
                }
                0 => (self.count, self.is_open) = (byte, true),
                count if out.len() + usize::from(count) > full => return Ok(StopReason::OutputFull),
                count => {
                    out.resize(out.len() + usize::from(count), byte);
                    self.count = 0;
                }
            }
            *input = rest;
        }
        Ok(StopReason::EndOfInput)
    }

    fn is_inside(&self) -> bool {
        self.is_open
    }
}

impl UnitCoder for Runs {
    fn encode(&mut self, input: &[u8], out: &mut Vec<u8>) {
        StreamWriter::push(self, input, out);
        self.end_unit(out);
    }

    fn decode(&mut self, input: &mut &[u8], room: usize, out: &mut Vec<u8>) -> Result<StopReason, Error> {
        *self = Self::default();
        StreamReader::push(self, input, room, out)
    }
}

#[test]
fn custom_codec_unit_decodes_to_its_input() {
    let mut coder = Coder::new(&RLE, &RLE.default_options()).unwrap();
    let (mut packed, mut back) = (Vec::new(), Vec::new());
    coder.encode(b"aaaaab", &mut packed);
    assert_eq!(packed, [5, b'a', 1, b'b', 0]);
    coder.decode(&packed, 6, &mut back).unwrap();
    assert_eq!(back, b"aaaaab");
    assert!(coder.decode(&packed, 5, &mut back).unwrap_err().to_string().contains("longer than its limit"));
    assert!(coder.decode(&packed[..4], 6, &mut back).unwrap_err().to_string().contains("truncated"));
}

#[test]
fn custom_codec_stream_decodes_to_its_input() {
    let options = Options { unit: 4, ..RLE.default_options() };
    let (mut encoder, mut packed) = (Encoder::new(&RLE, &options).unwrap(), Vec::new());
    encoder.push(b"aaaaab", &mut packed);
    encoder.finish(&mut packed);
    assert_eq!(packed, [4, b'a', 0, 1, b'a', 1, b'b', 0]);
    let (mut decoder, mut back) = (Decoder::new(&RLE, &options).unwrap(), Vec::new());
    for byte in &packed {
        assert_eq!(decoder.push(&[*byte], &mut back), Ok(1));
    }
    decoder.finish().unwrap();
    assert_eq!(back, b"aaaaab");
    let mut cut = Decoder::new(&RLE, &options).unwrap();
    cut.push(&packed[..5], &mut back).unwrap();
    let error = cut.finish().unwrap_err().to_string();
    assert_eq!(error, "truncated file near byte 5 of this .rle file: copy the file again from its source");
}

#[test]
fn custom_codec_without_raw_stream_refuses_raw() {
    let options = Options { raw: true, ..RLE.default_options() };
    assert!(Encoder::new(&RLE, &options).unwrap_err().to_string().starts_with("RLE has no raw streams: "));
}
