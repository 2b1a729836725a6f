//! Limits on block and output sizes hold for any input, and the output does not depend on the chunking of the input.

use pathlength_codecs::{ALDC, CODECS, Coder, DEFLATE, Decoder, Encoder, LZ4, Options};
use proptest::prelude::*;
use twox_hash::XxHash32;

/// Returns the error for a stream that its decoder receives as a whole; `None` for an intact stream.
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
            // A block of the maximum size is allowed; the error is only that it is incomplete.
            let error = refusal(&LZ4, &frame(max_bytes | raw)).unwrap();
            assert!(!error.contains("larger"), "{error}");
        }
    }
}

#[test]
fn intact_lz4_file_that_is_not_supported_has_its_own_advice() {
    let descriptor = [0x61, 0x40, 1, 0, 0, 0];
    let mut with_dictionary = vec![0x04, 0x22, 0x4d, 0x18];
    with_dictionary.extend(descriptor);
    with_dictionary.push((XxHash32::oneshot(0, &descriptor) >> 8) as u8);
    let error = refusal(&LZ4, &with_dictionary).unwrap();
    assert!(error.ends_with("decompress it with `lz4 -d -D` and its dictionary"), "{error}");
}

#[test]
fn damaged_legacy_lz4_frame_is_refused() {
    let magic = [0x02, 0x21, 0x4c, 0x18];
    // The maximum compressed size of 8 MiB, and a block of five letters.
    let (max_bytes, hello) = (8_421_520_u32, b"\x50hello");
    let frame = |blocks: &[(u32, &[u8])]| {
        let mut frame = magic.to_vec();
        for (size, block) in blocks {
            frame.extend(size.to_le_bytes());
            frame.extend_from_slice(block);
        }
        frame
    };
    let intact = frame(&[(6, hello)]);
    assert_eq!(refusal(&LZ4, &intact), None);
    for length in 1..intact.len() {
        // A legacy frame can end after its magic, because it has no end marker.
        assert_eq!(refusal(&LZ4, &intact[..length]).is_none(), length == magic.len(), "{length} bytes");
    }
    for (problem, damaged) in [
        ("truncated file", frame(&[(max_bytes, hello)])),
        ("not an LZ4 frame", frame(&[(max_bytes + 1, hello)])),
        ("not an LZ4 frame", frame(&[(6, hello), (u32::MAX, &[])])),
        ("block after the last block of a legacy frame", frame(&[(6, hello), (6, hello)])),
        ("damaged data", frame(&[(0, &[])])),
        ("damaged data", frame(&[(5, hello)])),
        // A reference to text before the block.
        ("damaged data", frame(&[(4, &[0x10, b'h', 9, 0])])),
    ] {
        let error = refusal(&LZ4, &damaged).unwrap();
        assert!(error.starts_with(problem), "{problem}: {error}");
    }
    // 8 MiB of one letter, without and with one more letter.
    let letters = |extra: u8| {
        let mut block = vec![0x1f, b'a', 1, 0];
        let length = (8 << 20) - 1 - 5 + usize::from(extra) - 19;
        block.extend(std::iter::repeat_n(255, length / 255));
        block.push((length % 255) as u8);
        block.extend(b"\x50aaaaa");
        block
    };
    let (full, longer) = (letters(0), letters(1));
    assert_eq!(refusal(&LZ4, &frame(&[(full.len() as u32, &full), (6, hello)])), None);
    let error = refusal(&LZ4, &frame(&[(longer.len() as u32, &longer)])).unwrap();
    assert!(error.starts_with("block that decodes to more than its frame allows"), "{error}");
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

/// Returns texts with matches of all lengths, up to the maximum of the format.
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
