//! Decoders return text or an error for any input, within their memory limits.

use pathlength_codecs::{ALDC, CODECS, CodecInfo, Coder, Decoder, Encoder, MAX_OUTPUT_PER_CALL, Options, ZSTD};
use proptest::prelude::*;

/// Returns every codec with its container, and ALDC also with bare units.
fn formats() -> Vec<(&'static CodecInfo, Options)> {
    let bare = (&ALDC, Options { raw: true, ..ALDC.default_options() });
    CODECS.iter().map(|&codec| (codec, codec.default_options())).chain([bare]).collect()
}

/// Returns a stream and a unit compressed from a text with repetitions.
fn samples(codec: &CodecInfo, options: &Options) -> (Vec<u8>, Vec<u8>) {
    let text: Vec<u8> = (0..3000_u32).map(|n| ((n % 97) ^ (n >> 8)) as u8).chain([0; 500]).collect();
    let options = Options { unit: 2000, ..options.clone() };
    let (mut stream, mut unit) = (Vec::new(), Vec::new());
    let mut encoder = Encoder::new(codec, &options).unwrap();
    encoder.push(&text, &mut stream);
    encoder.finish(&mut stream);
    Coder::new(codec, &options).unwrap().encode(&text, &mut unit);
    (stream, unit)
}

/// An edit: at a position in the input, some bytes are removed and others inserted.
type Edit = (prop::sample::Index, usize, Vec<u8>);

fn damage() -> impl Strategy<Value = Vec<Edit>> {
    let bytes = prop::collection::vec(prop_oneof![any::<u8>(), Just(0xff), Just(0)], 0..5);
    prop::collection::vec((any::<prop::sample::Index>(), 0..5_usize, bytes), 0..4)
}

fn damaged(mut input: Vec<u8>, damage: &[Edit]) -> Vec<u8> {
    for (at, out, bytes) in damage.iter().filter(|_| !input.is_empty()).collect::<Vec<_>>() {
        let at = at.index(input.len());
        let end = input.len().min(at + out);
        input.splice(at..end, bytes.iter().copied());
    }
    input
}

/// Decodes a stream to its end, or to 16 MiB of output, because a decompression bomb would take too long.
fn decode_stream(codec: &CodecInfo, options: &Options, input: &[u8], piece: usize) -> Result<(), String> {
    let mut decoder = Decoder::new(codec, options).unwrap();
    let (mut out, mut all) = (Vec::new(), 0);
    for mut piece in input.chunks(piece) {
        while !piece.is_empty() {
            out.clear();
            let taken = decoder.push(piece, &mut out).map_err(|error| error.to_string())?;
            assert!(taken > 0 || !out.is_empty(), "a call makes progress");
            assert!(out.len() <= MAX_OUTPUT_PER_CALL);
            all += out.len();
            if all > 1 << 24 {
                return Ok(());
            }
            piece = &piece[taken..];
        }
    }
    decoder.finish().map_err(|error| error.to_string())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn damaged_streams_end(
        (codec, options) in prop::sample::select(formats()),
        damage in damage(),
        piece in prop_oneof![Just(1), 1..5000_usize],
    ) {
        let input = damaged(samples(codec, &options).0, &damage);
        if let Err(error) = decode_stream(codec, &options, &input, piece) {
            prop_assert!(error.contains("near byte") && error.ends_with("copy the file again from its source"), "{error}");
        }
    }

    #[test]
    fn damaged_units_end(codec in prop::sample::select(&CODECS[..]), damage in damage(), limit in 0..6000_usize) {
        let input = damaged(samples(codec, &codec.default_options()).1, &damage);
        let mut out = vec![1, 2, 3];
        let done = Coder::new(codec, &codec.default_options()).unwrap().decode(&input, limit, &mut out);
        prop_assert_eq!(&out[..3], &[1, 2, 3]);
        let max_bytes = if done.is_ok() { limit } else { 0 };
        prop_assert!(out.len() - 3 <= max_bytes);
    }

    #[test]
    fn noise_ends((codec, options) in prop::sample::select(formats()), noise in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = decode_stream(codec, &options, &noise, 7);
        // The same noise after the header of a valid stream.
        let mut stream_start = samples(codec, &options).0;
        stream_start.truncate(12);
        stream_start.extend(&noise);
        let _ = decode_stream(codec, &options, &stream_start, 100);
        let _ = Coder::new(codec, &options).unwrap().decode(&noise, 1000, &mut Vec::new());
    }
}

#[test]
fn zstd_window_of_2_gib_is_refused() {
    // A frame with a window of 2 GiB, as `zstd --long=31` writes it.
    let frame = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 21 << 3, 0x01, 0x00, 0x00];
    assert!(decode_stream(&ZSTD, &ZSTD.default_options(), &frame, 100).unwrap_err().contains("larger than 128 MiB"));
}

#[test]
fn decompression_bomb_is_decoded_in_pieces() {
    // A ZSTD frame whose blocks of four bytes decode to 128 KiB each.
    let mut bomb = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 7 << 3];
    for _ in 0..10_000 {
        let block = (128 << 10) << 3 | 0b010;
        bomb.extend_from_slice(&u32::to_le_bytes(block)[..3]);
        bomb.push(0);
    }
    assert_eq!(decode_stream(&ZSTD, &ZSTD.default_options(), &bomb, bomb.len()), Ok(()));
}

#[test]
fn empty_file_is_refused_as_truncated() {
    for (codec, options) in formats() {
        assert!(decode_stream(codec, &options, &[], 1).unwrap_err().contains("truncated"), "{codec:?}");
    }
}

#[test]
fn bytes_after_a_stream_are_refused() {
    for (codec, options) in formats() {
        let mut input = samples(codec, &options).0;
        input.extend_from_slice(&[0xee; 40]);
        let error = decode_stream(codec, &options, &input, 1000);
        // In bare ALDC, other bytes could be a unit; these 40 bytes cannot.
        assert!(error.is_err(), "{codec:?}");
    }
}
