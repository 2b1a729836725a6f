//! Functions shared by several fuzz targets.

use pathlength_codecs::{CodecInfo, Coder, Decoder, Encoder, MAX_OUTPUT_PER_CALL, Options};

/// Maximum number of decoded bytes before a stream is abandoned: a few bytes may expand to gigabytes.
const MAX_DECODED_BYTES: usize = 8 << 20;

/// Decodes bytes as a stream of chunks and as a unit, and encodes them as text that must be decoded again.
pub fn decode(codec: &CodecInfo, pieces: &[&[u8]]) {
    let options = codec.default_options();
    streams(codec, &options, pieces);
    if codec.has_raw_stream {
        // The checksums of the container would hide damage from the decoder.
        streams(codec, &Options { raw: true, ..options.clone() }, pieces);
    }

    let all = pieces.concat();
    let mut coder = Coder::new(codec, &options).expect("valid options");
    let mut out = Vec::new();
    if coder.decode(&all, 10_000, &mut out).is_ok() {
        assert!(out.len() <= 10_000);
    } else {
        assert!(out.is_empty());
    }
}

/// Decodes bytes as a stream, and encodes them.
fn streams(codec: &CodecInfo, options: &Options, pieces: &[&[u8]]) {
    let all = pieces.concat();
    let in_pieces = stream(codec, options, pieces);
    if let (Ok(a), Ok(b)) = (&in_pieces, &stream(codec, options, &[&all])) {
        assert!(a.len().min(b.len()) > MAX_DECODED_BYTES || a == b, "the result depends on the chunks");
    }
    let (mut encoder, mut packed) = (Encoder::new(codec, options).expect("valid options"), Vec::new());
    pieces.iter().for_each(|piece| encoder.push(piece, &mut packed));
    encoder.finish(&mut packed);
    assert_eq!(stream(codec, options, &[&packed]).as_deref(), Ok(&all[..]));
}

fn stream(codec: &CodecInfo, options: &Options, pieces: &[&[u8]]) -> Result<Vec<u8>, String> {
    let mut decoder = Decoder::new(codec, options).expect("valid options");
    let mut out = Vec::new();
    for mut piece in pieces.iter().copied() {
        while !piece.is_empty() && out.len() <= MAX_DECODED_BYTES {
            let before = out.len();
            let taken = decoder.push(piece, &mut out).map_err(|error| error.to_string())?;
            assert!((taken > 0 || out.len() > before) && out.len() - before <= MAX_OUTPUT_PER_CALL);
            piece = &piece[taken..];
        }
    }
    if out.len() <= MAX_DECODED_BYTES {
        decoder.finish().map_err(|error| error.to_string())?;
    }
    Ok(out)
}
