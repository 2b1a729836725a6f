//! The usual programs read what we write, and we read what they write.

use pathlength_codecs::pattern::{NAMES, Shape, bytes};
use pathlength_codecs::{ALDC, CodecInfo, DEFLATE, Decoder, Encoder, LZ4, MAX_OUTPUT_PER_CALL, Options, ZSTD};
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

/// What is read and written at a time, as by the command.
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

/// What a program makes of its input.
fn through(program: &str, arguments: &[&str], input: &[u8]) -> Vec<u8> {
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

/// Whether a program is there; says so if not.
fn there(program: &str) -> bool {
    let there = Command::new(program).arg("--version").stdout(Stdio::null()).status().is_ok();
    if !there {
        let _ = writeln!(std::io::stderr(), "{program} is not installed here: what it reads and writes is not tested");
    }
    there
}

/// Every kind of data, each under its name.
fn texts() -> Vec<(&'static str, Vec<u8>)> {
    let patterns = NAMES.iter().chain(&["A00"]);
    let mut texts: Vec<_> =
        patterns.map(|name| (*name, bytes(name, 200_000, &Shape::default()).expect("a pattern"))).collect();
    texts.extend([("nothing", Vec::new()), ("a byte", vec![0x40]), ("three million zeros", vec![0; 3_000_000])]);
    texts
}

/// Holds a codec to a program, which writes in each of the `ways`.
fn cross(codec: &CodecInfo, program: &str, levels: &[i32], ways: &[&[&str]]) {
    let there = there(program);
    for (name, text) in texts() {
        for (level, unit) in levels.iter().map(|&level| (level, 0)).chain([(1, 50_000)]) {
            let ours = packed(codec, &options(codec, level, unit), &text);
            assert!(unpacked(codec, &ours).unwrap() == text, "{codec:?} {level} of {name}");
            assert!(!there || through(program, &["-dc"], &ours) == text, "{program} reads {codec:?} {level} of {name}");
        }
        for way in ways.iter().filter(|_| there) {
            let theirs = through(program, &[way, &["-c"][..]].concat(), &text);
            assert!(unpacked(codec, &theirs).unwrap() == text, "{codec:?} reads {program} {way:?} of {name}");
        }
    }
}

#[test]
fn zstd_and_its_program_read_each_other() {
    cross(&ZSTD, "zstd", &[1, 3, 9], &[&["-1"], &["-3"], &["-9"], &["--fast=5"], &["--no-check", "--long=27"]]);
}

#[test]
fn lz4_and_its_program_read_each_other() {
    let ways: [&[&str]; 5] = [&["-1"], &["-9"], &["-BD", "-B4"], &["-BX", "-B5"], &["-B6", "--no-frame-crc"]];
    cross(&LZ4, "lz4", &[1], &ways);
}

#[test]
fn deflate_and_gzip_read_each_other() {
    cross(&DEFLATE, "gzip", &[1, 3, 9], &[&["-1"], &["-9"]]);
}

#[test]
fn aldc_reads_what_it_writes() {
    for (name, text) in texts() {
        for unit in [0, 4096, 50_000] {
            let ours = packed(&ALDC, &options(&ALDC, 1, unit), &text);
            assert!(unpacked(&ALDC, &ours).unwrap() == text, "{unit} of {name}");
        }
    }
}

#[test]
fn headers_with_everything_in_them_are_read() {
    let text = b"to be or not to be, to be or not to be".as_slice();
    let ours = packed(&DEFLATE, &DEFLATE.default_options(), text);
    // Extra bytes, a name, a comment and a checksum of the header.
    let mut gzip = vec![0x1f, 0x8b, 8, 0b1_1110, 1, 2, 3, 4, 0, 3, 3, 0, 9, 9, 9];
    gzip.extend_from_slice(b"name\0comment\0\xab\xcd");
    gzip.extend_from_slice(&ours[10..]);
    assert_eq!(unpacked(&DEFLATE, &gzip).unwrap(), text);
    // A frame to be skipped before one of each that have them.
    for codec in [&ZSTD, &LZ4] {
        let mut frames = vec![0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 7, 7, 7];
        frames.extend(packed(codec, &codec.default_options(), text));
        assert_eq!(unpacked(codec, &frames).unwrap(), text, "{codec:?}");
    }
}

#[test]
#[ignore = "nightly: compresses 64 MiB with each codec"]
fn large_streams_are_read_by_the_programs() {
    let text = bytes("RECS4", 64 << 20, &Shape::default()).expect("a pattern");
    for (codec, program) in [(&ZSTD, "zstd"), (&LZ4, "lz4"), (&DEFLATE, "gzip")] {
        let ours = packed(codec, &codec.default_options(), &text);
        assert!(unpacked(codec, &ours).unwrap() == text, "{codec:?}");
        assert!(!there(program) || through(program, &["-dc"], &ours) == text, "{program}");
    }
}
