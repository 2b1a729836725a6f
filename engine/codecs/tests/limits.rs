//! Limits that hold for any input, on memory, nesting, and output; and output that does not depend on the chunking of
//! the input.

use pathlength_codecs::{ALDC, CODECS, Coder, DEFLATE, Decoder, Encoder, LZ4, Options};
use proptest::prelude::*;
use twox_hash::XxHash32;

/// Returns the error for a stream that its decoder gets as a whole.
fn refusal(codec: &'static pathlength_codecs::CodecInfo, input: &[u8]) -> Option<String> {
    let mut decoder = Decoder::new(codec, &codec.default_options()).unwrap();
    let (mut rest, mut out) = (input, Vec::new());
    while !rest.is_empty() {
        match decoder.push(rest, &mut out) {
            Ok(taken) => rest = &rest[taken..],
            Err(error) => return Some(error.to_string()),
        }
    }
    decoder.finish().err().map(|error| error.to_string())
}

#[test]
fn lz4_block_larger_than_its_frame_is_refused_at_its_header() {
    for (code, max_bytes) in [(4_u8, 64 << 10), (5, 256 << 10), (6, 1 << 20), (7, 4_u32 << 20)] {
        let descriptor = [0x60, code << 4];
        let frame = |size: u32| {
            let mut frame = vec![0x04, 0x22, 0x4d, 0x18];
            frame.extend(descriptor);
            frame.push((XxHash32::oneshot(0, &descriptor) >> 8) as u8);
            frame.extend(size.to_le_bytes());
            frame
        };
        for raw in [0, 1 << 31] {
            for size in [max_bytes + 1, 2 * max_bytes, (1 << 31) - 1] {
                let error = refusal(&LZ4, &frame(size | raw)).unwrap();
                assert!(error.contains("block larger than its frame allows"), "{size}: {error}");
            }
            // The largest allowed block is merely incomplete.
            let error = refusal(&LZ4, &frame(max_bytes | raw)).unwrap();
            assert!(!error.contains("larger"), "{error}");
        }
    }
}

#[test]
fn intact_lz4_file_that_is_not_supported_has_its_own_advice() {
    let legacy = [0x02, 0x21, 0x4c, 0x18, 6, 0, 0, 0, 0x50, b'h', b'e', b'l', b'l', b'o'];
    let error = refusal(&LZ4, &legacy).unwrap();
    assert!(error.starts_with("legacy frame, as `lz4 -l` writes it, near byte "), "{error}");
    assert!(error.ends_with("decompress it with `lz4 -d`, and compress it without -l"), "{error}");
    let descriptor = [0x61, 0x40, 1, 0, 0, 0];
    let mut with_dictionary = vec![0x04, 0x22, 0x4d, 0x18];
    with_dictionary.extend(descriptor);
    with_dictionary.push((XxHash32::oneshot(0, &descriptor) >> 8) as u8);
    let error = refusal(&LZ4, &with_dictionary).unwrap();
    assert!(error.ends_with("decompress it with `lz4 -d -D` and its dictionary"), "{error}");
}

#[test]
fn every_bit_of_a_gzip_trailer_is_compared() {
    let zeros = vec![0; 70_000];
    for text in [&b""[..], b"a", b"to be or not to be", &zeros] {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&DEFLATE, &DEFLATE.default_options()).unwrap();
        encoder.push(text, &mut file);
        encoder.finish(&mut file);
        assert_eq!(refusal(&DEFLATE, &file), None);
        let trailer = file.len() - 8;
        for bit in 0..64 {
            let mut damaged = file.clone();
            damaged[trailer + bit / 8] ^= 1 << (bit % 8);
            assert!(refusal(&DEFLATE, &damaged).is_some_and(|error| error.contains("mismatch")), "bit {bit}");
        }
    }
}

#[test]
fn unit_is_longer_than_its_limit_exactly_if_its_text_is() {
    for codec in CODECS {
        // The text is so repetitive that all input is read long before all output is written.
        let text = vec![7; 40_000];
        let mut coder = Coder::new(codec, &codec.default_options()).unwrap();
        let mut unit = Vec::new();
        coder.encode(&text, &mut unit);
        for limit in (0..text.len()).step_by(997).chain([1, text.len() - 1]) {
            let error = coder.decode(&unit, limit, &mut Vec::new()).unwrap_err().to_string();
            assert!(error.contains("longer than its limit"), "{codec:?}, limit {limit}: {error}");
        }
        for limit in [text.len(), text.len() + 1, usize::MAX] {
            let mut out = Vec::new();
            coder.decode(&unit, limit, &mut out).unwrap();
            assert_eq!(out, text, "{codec:?}, limit {limit}");
        }
    }
}

/// Returns texts with matches as long as the format allows, and of any other length.
fn repetitive_text() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec((prop::collection::vec(any::<u8>(), 1..400), 1..6_usize), 1..8)
        .prop_map(|parts| parts.into_iter().flat_map(|(part, times)| part.repeat(times)).collect())
}

fn encoded_in_pieces(options: &Options, text: &[u8], sizes: impl Iterator<Item = usize>) -> Vec<u8> {
    let mut encoder = Encoder::new(&ALDC, options).unwrap();
    let (mut rest, mut out) = (text, Vec::new());
    for size in sizes {
        let (piece, after) = rest.split_at(size.min(rest.len()));
        encoder.push(piece, &mut out);
        rest = after;
    }
    encoder.push(rest, &mut out);
    encoder.finish(&mut out);
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn aldc_tokens_do_not_depend_on_the_pieces_of_the_text(
        text in repetitive_text(),
        sizes in prop::collection::vec(1..600_usize, 0..40),
        history in prop::sample::select(vec![512, 1024, 2048]),
    ) {
        let options = Options { history, raw: true, ..ALDC.default_options() };
        let whole = encoded_in_pieces(&options, &text, std::iter::empty());
        prop_assert_eq!(&encoded_in_pieces(&options, &text, sizes.into_iter()), &whole);
        prop_assert_eq!(&encoded_in_pieces(&options, &text, std::iter::repeat_n(1, text.len())), &whole);
    }
}
