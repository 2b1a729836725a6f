//! Whatever is handed to a decoder, it ends, with a sentence or with text, and takes no more memory than it says.

use pathlength_codecs::{
    ALDC, CODECS, CodecInfo, Coder, DEFLATE, Decoder, Encoder, LZ4, MAX_OUTPUT_PER_CALL, Options, ZSTD,
};
use proptest::prelude::*;

/// Every codec in its container, and bare ALDC.
fn formats() -> Vec<(&'static CodecInfo, Options)> {
    let bare = (&ALDC, Options { raw: true, ..ALDC.default_options() });
    CODECS.iter().map(|&codec| (codec, codec.default_options())).chain([bare]).collect()
}

/// A stream, and a unit, of text in which something repeats.
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

/// Damage: at a place of the input, some bytes are left out and others put in.
type Damage = (prop::sample::Index, usize, Vec<u8>);

fn damage() -> impl Strategy<Value = Vec<Damage>> {
    let bytes = prop::collection::vec(prop_oneof![any::<u8>(), Just(0xff), Just(0)], 0..5);
    prop::collection::vec((any::<prop::sample::Index>(), 0..5_usize, bytes), 0..4)
}

fn damaged(mut input: Vec<u8>, damage: &[Damage]) -> Vec<u8> {
    for (at, out, bytes) in damage.iter().filter(|_| !input.is_empty()).collect::<Vec<_>>() {
        let at = at.index(input.len());
        let end = input.len().min(at + out);
        input.splice(at..end, bytes.iter().copied());
    }
    input
}

/// Decodes a stream as far as it goes, or up to some megabytes: a bomb may go on for long.
fn stream(codec: &CodecInfo, options: &Options, input: &[u8], piece: usize) -> Result<(), String> {
    let mut decoder = Decoder::new(codec, options).unwrap();
    let (mut out, mut all) = (Vec::new(), 0);
    for mut piece in input.chunks(piece) {
        while !piece.is_empty() {
            out.clear();
            let taken = decoder.push(piece, &mut out).map_err(|error| error.to_string())?;
            assert!(taken > 0 || !out.is_empty(), "a call does something");
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
        if let Err(error) = stream(codec, &options, &input, piece) {
            prop_assert!(error.contains("near byte") && error.ends_with("again from where it came."), "{error}");
        }
    }

    #[test]
    fn damaged_units_end(codec in prop::sample::select(&CODECS[..]), damage in damage(), limit in 0..6000_usize) {
        let input = damaged(samples(codec, &codec.default_options()).1, &damage);
        let mut out = vec![1, 2, 3];
        let done = Coder::new(codec, &codec.default_options()).unwrap().decode(&input, limit, &mut out);
        prop_assert_eq!(&out[..3], &[1, 2, 3]);
        let most = if done.is_ok() { limit } else { 0 };
        prop_assert!(out.len() - 3 <= most);
    }

    #[test]
    fn noise_ends((codec, options) in prop::sample::select(formats()), noise in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = stream(codec, &options, &noise, 7);
        // Behind what every stream begins with.
        let mut stream_start = samples(codec, &options).0;
        stream_start.truncate(12);
        stream_start.extend(&noise);
        let _ = stream(codec, &options, &stream_start, 100);
        let _ = Coder::new(codec, &options).unwrap().decode(&noise, 1000, &mut Vec::new());
    }
}

/// Inputs that led fuzzing to something new, an input a line.
#[test]
fn what_fuzzing_kept_ends() {
    let kept = [
        (&ALDC, include_str!("../../fuzz/corpus/decode_aldc.hex")),
        (&LZ4, include_str!("../../fuzz/corpus/decode_lz4.hex")),
        (&ZSTD, include_str!("../../fuzz/corpus/decode_zstd.hex")),
        (&DEFLATE, include_str!("../../fuzz/corpus/decode_deflate.hex")),
    ];
    for (codec, lines) in kept {
        for line in lines.lines() {
            let digits = line.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
            let input: Vec<u8> = digits.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect();
            for (_, options) in formats().iter().filter(|format| format.0 == codec) {
                // In one piece and in many, it comes to the same.
                let whole = stream(codec, options, &input, input.len());
                assert_eq!(whole.is_ok(), stream(codec, options, &input, 7).is_ok(), "{} {line}", codec.name);
            }
            let mut out = Vec::new();
            let done = Coder::new(codec, &codec.default_options()).unwrap().decode(&input, 10_000, &mut out);
            assert!(out.len() <= if done.is_ok() { 10_000 } else { 0 }, "{} {line}", codec.name);
        }
    }
}

#[test]
fn a_window_that_is_too_large_is_refused() {
    // A frame with a window of 2 GiB, as `zstd --long=31` writes it.
    let frame = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 21 << 3, 0x01, 0x00, 0x00];
    assert!(stream(&ZSTD, &ZSTD.default_options(), &frame, 100).unwrap_err().contains("more than 128 MiB"));
}

#[test]
fn a_bomb_comes_in_pieces() {
    // Frames of ZSTD whose every block of four bytes means 128 KiB.
    let mut bomb = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 7 << 3];
    for _ in 0..10_000 {
        let block = (128 << 10) << 3 | 0b010;
        bomb.extend_from_slice(&u32::to_le_bytes(block)[..3]);
        bomb.push(0);
    }
    assert_eq!(stream(&ZSTD, &ZSTD.default_options(), &bomb, bomb.len()), Ok(()));
}

#[test]
fn an_empty_file_is_no_stream() {
    for (codec, options) in formats() {
        assert!(stream(codec, &options, &[], 1).unwrap_err().contains("cut off"), "{codec:?}");
    }
}

#[test]
fn what_follows_a_stream_is_damage() {
    for (codec, options) in formats() {
        let mut input = samples(codec, &options).0;
        input.extend_from_slice(&[0xee; 40]);
        let error = stream(codec, &options, &input, 1000);
        // To bare ALDC anything may be a unit, but these bits are not.
        assert!(error.is_err(), "{codec:?}");
    }
}
