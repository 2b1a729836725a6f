//! This crate and the standard programs read each other's files.

use pathlength_codecs::pattern::{NAMES, Shape, bytes};
use pathlength_codecs::{ALDC, CodecInfo, Coder, DEFLATE, Decoder, Encoder, LZ4, MAX_OUTPUT_PER_CALL, Options, ZSTD};
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

/// Number of bytes read and written at a time.
const PIECE: usize = 1 << 16;

fn options(codec: &CodecInfo, level: i32, unit: usize) -> Options {
    Options { level, unit, ..codec.default_options() }
}

fn packed(codec: &CodecInfo, options: &Options, text: &[u8]) -> Vec<u8> {
    let (mut encoder, mut out) = (Encoder::new(codec, options).unwrap(), Vec::new());
    for piece in text.chunks(PIECE) {
        encoder.push(piece, &mut out);
    }
    encoder.finish(&mut out);
    out
}

fn unpacked(codec: &CodecInfo, packed: &[u8]) -> Result<Vec<u8>, String> {
    let mut decoder = Decoder::new(codec, &codec.default_options()).unwrap();
    let mut out = Vec::new();
    for mut piece in packed.chunks(PIECE) {
        while !piece.is_empty() {
            let before = out.len();
            piece = &piece[decoder.push(piece, &mut out).map_err(|error| error.to_string())?..];
            assert!(out.len() - before <= MAX_OUTPUT_PER_CALL, "{codec:?}: {} bytes in a call", out.len() - before);
        }
    }
    decoder.finish().map_err(|error| error.to_string())?;
    Ok(out)
}

/// Returns the output of a program for an input.
fn output_of(program: &str, arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    thread::scope(|scope| {
        scope.spawn(move || pipe.write_all(input).expect("the program reads all of it"));
        let output = child.wait_with_output().expect("the program ends");
        assert!(output.status.success(), "{program} {arguments:?} ends with {}", output.status);
        output.stdout
    })
}

/// Returns whether a program is installed, and prints a note if it is not.
fn is_installed(program: &str) -> bool {
    let installed = Command::new(program).arg("--version").stdout(Stdio::null()).status().is_ok();
    if !installed {
        let _ = writeln!(std::io::stderr(), "{program} is not installed: reading and writing its files is not tested");
    }
    installed
}

/// Returns every kind of data with its name.
fn texts() -> Vec<(&'static str, Vec<u8>)> {
    let patterns = NAMES.iter().chain(&["A00"]);
    let mut texts: Vec<_> =
        patterns.map(|name| (*name, bytes(name, 200_000, &Shape::default()).expect("a pattern"))).collect();
    texts.extend([("nothing", Vec::new()), ("a byte", vec![0x40]), ("three million zeros", vec![0; 3_000_000])]);
    texts
}

/// Checks that a codec and a program read each other's files. The program writes with each option in `ways`.
fn check_against(codec: &CodecInfo, program: &str, levels: &[i32], ways: &[&[&str]]) {
    let installed = is_installed(program);
    for (name, text) in texts() {
        for (level, unit) in levels.iter().map(|&level| (level, 0)).chain([(1, 50_000)]) {
            let ours = packed(codec, &options(codec, level, unit), &text);
            assert!(unpacked(codec, &ours).unwrap() == text, "{codec:?} {level} of {name}");
            assert!(
                !installed || output_of(program, &["-dc"], &ours) == text,
                "{program} reads {codec:?} {level} of {name}"
            );
        }
        for way in ways.iter().filter(|_| installed) {
            let theirs = output_of(program, &[way, &["-c"][..]].concat(), &text);
            assert!(unpacked(codec, &theirs).unwrap() == text, "{codec:?} reads {program} {way:?} of {name}");
        }
    }
}

#[test]
fn zstd_files_are_exchanged_with_zstd_program() {
    check_against(&ZSTD, "zstd", &[1, 3, 9], &[&["-1"], &["-3"], &["-9"], &["--fast=5"], &["--no-check", "--long=27"]]);
}

#[test]
fn lz4_files_are_exchanged_with_lz4_program() {
    let ways: [&[&str]; 6] = [&["-1"], &["-9"], &["-BD", "-B4"], &["-BX", "-B5"], &["-B6", "--no-frame-crc"], &["-l"]];
    check_against(&LZ4, "lz4", &[1], &ways);
}

#[test]
fn legacy_lz4_frames_of_any_length_are_read() {
    let installed = is_installed("lz4");
    let text = bytes("RECS4", 17 << 20, &Shape::default()).expect("a pattern");
    let block_bytes = 8 << 20;
    let mut coder = Coder::new(&LZ4, &LZ4.default_options()).unwrap();
    for length in [0, 1, block_bytes - 1, block_bytes, block_bytes + 1, 2 * block_bytes, text.len()] {
        let text = &text[..length];
        let mut ours = vec![0x02, 0x21, 0x4c, 0x18];
        for part in text.chunks(block_bytes) {
            let mut block = Vec::new();
            coder.encode(part, &mut block);
            ours.extend((block.len() as u32).to_le_bytes());
            ours.extend(block);
        }
        assert!(unpacked(&LZ4, &ours).unwrap() == text, "{length} bytes");
        if installed {
            assert!(output_of("lz4", &["-dc"], &ours) == text, "lz4 reads {length} bytes");
            let theirs = output_of("lz4", &["-l", "-c"], text);
            assert!(
                theirs.starts_with(&ours[..4]) && unpacked(&LZ4, &theirs).unwrap() == text,
                "{length} bytes of lz4"
            );
        }
        // Frames of both kinds follow a legacy frame, which has no end marker.
        let frames = [&ours[..], &ours, &packed(&LZ4, &LZ4.default_options(), b"end")].concat();
        assert!(unpacked(&LZ4, &frames).unwrap() == [text, text, b"end"].concat(), "{length} bytes, and other frames");
    }
}

#[test]
fn deflate_files_are_exchanged_with_gzip_program() {
    check_against(&DEFLATE, "gzip", &[1, 3, 9], &[&["-1"], &["-9"]]);
}

#[test]
fn aldc_files_decode_to_their_input() {
    for (name, text) in texts() {
        for unit in [0, 4096, 50_000] {
            let ours = packed(&ALDC, &options(&ALDC, 1, unit), &text);
            assert!(unpacked(&ALDC, &ours).unwrap() == text, "{unit} of {name}");
        }
    }
}

#[test]
fn headers_with_all_optional_parts_are_read() {
    let text = b"to be or not to be, to be or not to be".as_slice();
    let ours = packed(&DEFLATE, &DEFLATE.default_options(), text);
    // The header contains extra bytes, a name, a comment, and its own checksum.
    let mut gzip = vec![0x1f, 0x8b, 8, 0b1_1110, 1, 2, 3, 4, 0, 3, 3, 0, 9, 9, 9];
    gzip.extend_from_slice(b"name\0comment\0\xab\xcd");
    gzip.extend_from_slice(&ours[10..]);
    assert_eq!(unpacked(&DEFLATE, &gzip).unwrap(), text);
    // A skippable frame precedes a normal one, in the two codecs that have skippable frames.
    for codec in [&ZSTD, &LZ4] {
        let mut frames = vec![0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 7, 7, 7];
        frames.extend(packed(codec, &codec.default_options(), text));
        assert_eq!(unpacked(codec, &frames).unwrap(), text, "{codec:?}");
    }
}

#[test]
#[ignore = "nightly: compresses 64 MiB with each codec"]
fn large_files_are_read_by_programs() {
    let text = bytes("RECS4", 64 << 20, &Shape::default()).expect("a pattern");
    for (codec, program) in [(&ZSTD, "zstd"), (&LZ4, "lz4"), (&DEFLATE, "gzip")] {
        let ours = packed(codec, &codec.default_options(), &text);
        assert!(unpacked(codec, &ours).unwrap() == text, "{codec:?}");
        assert!(!is_installed(program) || output_of(program, &["-dc"], &ours) == text, "{program}");
    }
}
