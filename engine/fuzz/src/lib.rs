//! What several fuzz targets do.

use pathlength_codecs::{Codec, Coder, Decoder, Encoder, MOST_A_CALL, Options};

/// Text that is longer than this is not waited for, in bytes: a few bytes may mean gigabytes.
const ENOUGH: usize = 8 << 20;

/// Decodes bytes as a stream that comes in pieces and as a unit, and takes them for text that must come back.
pub fn decode(codec: Codec, pieces: &[&[u8]]) {
    let options = Options::of(codec);
    streams(codec, &options, pieces);
    if codec == Codec::Aldc {
        // Checksums keep damage away from the decoder of a container.
        streams(codec, &Options { raw: true, ..options.clone() }, pieces);
    }

    let all = pieces.concat();
    let mut coder = Coder::new(codec, &options).expect("as shipped");
    let mut out = Vec::new();
    if coder.decode(&all, 10_000, &mut out).is_ok() {
        assert!(out.len() <= 10_000);
    } else {
        assert!(out.is_empty());
    }
}

/// Decodes bytes as a stream, and encodes them.
fn streams(codec: Codec, options: &Options, pieces: &[&[u8]]) {
    let all = pieces.concat();
    let in_pieces = stream(codec, options, pieces);
    if let (Ok(a), Ok(b)) = (&in_pieces, &stream(codec, options, &[&all])) {
        assert!(a.len().min(b.len()) > ENOUGH || a == b, "the pieces matter");
    }
    let (mut encoder, mut packed) = (Encoder::new(codec, options).expect("as shipped"), Vec::new());
    pieces.iter().for_each(|piece| encoder.push(piece, &mut packed));
    encoder.finish(&mut packed);
    assert_eq!(stream(codec, options, &[&packed]).as_deref(), Ok(&all[..]));
}

fn stream(codec: Codec, options: &Options, pieces: &[&[u8]]) -> Result<Vec<u8>, String> {
    let mut decoder = Decoder::new(codec, options).expect("as shipped");
    let mut out = Vec::new();
    for mut piece in pieces.iter().copied() {
        while !piece.is_empty() && out.len() <= ENOUGH {
            let before = out.len();
            let taken = decoder.push(piece, &mut out).map_err(|error| error.to_string())?;
            assert!((taken > 0 || out.len() > before) && out.len() - before <= MOST_A_CALL);
            piece = &piece[taken..];
        }
    }
    if out.len() <= ENOUGH {
        decoder.finish().map_err(|error| error.to_string())?;
    }
    Ok(out)
}
