//! ALDC files: all damage is detected, and bare streams are not mistaken for files.

use pathlength_codecs::aldc::MAGIC;
use pathlength_codecs::{ALDC, DEFLATE, Decoder, Encoder, LZ4, Options, ZSTD};

fn packed(options: &Options, text: &[u8]) -> Vec<u8> {
    let (mut encoder, mut out) = (Encoder::new(&ALDC, options).unwrap(), Vec::new());
    encoder.push(text, &mut out);
    encoder.finish(&mut out);
    out
}

fn unpacked(options: &Options, file: &[u8], piece: usize) -> Result<Vec<u8>, String> {
    let (mut decoder, mut text) = (Decoder::new(&ALDC, options).unwrap(), Vec::new());
    for mut piece in file.chunks(piece) {
        while !piece.is_empty() {
            piece = &piece[decoder.push(piece, &mut text).map_err(|error| error.to_string())?..];
        }
    }
    decoder.finish().map_err(|error| error.to_string())?;
    Ok(text)
}

fn read(file: &[u8]) -> Result<Vec<u8>, String> {
    unpacked(&ALDC.default_options(), file, 1 << 16)
}

fn with(history: usize, unit: usize) -> Options {
    Options { history, unit, ..ALDC.default_options() }
}

fn bare(options: &Options) -> Options {
    Options { raw: true, ..options.clone() }
}

/// Returns the CRC-32 of gzip and zip, computed bit by bit.
fn crc_32(bytes: &[u8]) -> u32 {
    let bit = |crc: u32, _| crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
    !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), bit))
}

fn lines(count: usize) -> Vec<u8> {
    (0..count).flat_map(|n| format!("ACCT{:09} {} EUR OPEN\n", n * 7919 % 1_000_003, n % 97).into_bytes()).collect()
}

#[test]
fn file_equals_documented_header_units_and_trailer() {
    for (history, code) in [(512, 9), (1024, 10), (2048, 11)] {
        for (text, unit) in [(lines(300), 0), (lines(300), 1000), (Vec::new(), 0)] {
            let options = with(history, unit);
            let mut file = [&MAGIC[..], &[1, code], &packed(&bare(&options), &text)].concat();
            file.extend_from_slice(&(text.len() as u64).to_le_bytes());
            file.extend_from_slice(&crc_32(&text).to_le_bytes());
            file.extend_from_slice(&crc_32(&file).to_le_bytes());
            assert!(packed(&options, &text) == file, "{history} {unit}");
            // The reader takes the history size from the file, not from its options.
            for piece in [1, 15, 16, 17, 4096] {
                assert!(unpacked(&with(512, 0), &file, piece).unwrap() == text, "{history} {unit} {piece}");
            }
        }
    }
    assert_eq!(crc_32(b"123456789"), 0xcbf4_3926);
}

#[test]
fn file_with_any_flipped_bit_is_refused() {
    let file = packed(&with(1024, 700), &lines(60));
    for bit in 0..file.len() * 8 {
        let mut damaged = file.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(read(&damaged).is_err(), "bit {bit} of {}", file.len() * 8);
    }
    let file = packed(&with(2048, 0), &lines(40_000));
    for bit in (0..file.len() * 8).step_by(file.len() * 8 / 300) {
        let mut damaged = file.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(read(&damaged).is_err(), "bit {bit} of {}", file.len() * 8);
    }
}

#[test]
fn file_truncated_anywhere_is_refused() {
    // Some cuts are between two units, so that only complete units are left.
    for unit in [0, 3, 700] {
        let file = packed(&with(512, unit), &lines(60));
        for length in 0..file.len() {
            let error = read(&file[..length]).expect_err("truncated");
            assert!(error.ends_with("copy the file again from its source"), "{length}: {error}");
        }
    }
}

#[test]
fn file_with_trailing_bytes_is_refused() {
    let file = packed(&with(512, 0), &lines(60));
    for more in [&[0][..], &[0xff; 16], &file] {
        assert!(read(&[&file, more].concat()).is_err());
    }
}

#[test]
fn bare_stream_is_refused_with_the_option_that_reads_it() {
    for text in [lines(60), b"a".to_vec(), Vec::new(), vec![0xff; 40]] {
        let options = bare(&with(512, 0));
        let stream = packed(&options, &text);
        let error = read(&stream).expect_err("it has no magic bytes");
        assert!(error.contains("missing magic bytes") && error.contains("--raw"), "{error}");
        assert_eq!(unpacked(&options, &stream, 7).unwrap(), text);
        assert!(unpacked(&options, &packed(&with(512, 0), &text), 7).expect_err("no stream").contains("reserved"));
    }
}

#[test]
fn file_of_a_later_version_is_refused_with_its_version() {
    let mut file = packed(&with(512, 0), b"text");
    file[MAGIC.len()] = 2;
    assert!(read(&file).expect_err("unknown").contains("unknown format version 2"));
}

#[test]
fn bare_streams_of_other_codecs_are_refused() {
    for codec in [&LZ4, &ZSTD, &DEFLATE] {
        let options = Options { raw: true, ..codec.default_options() };
        assert!(Encoder::new(codec, &options).expect_err("no").to_string().contains("omit --raw"));
        assert!(Decoder::new(codec, &options).is_err());
    }
}
