//! Inputs saved from fuzzing, one per line of `engine/fuzz/corpus/decode_NAME.hex`. These inputs are not part of the
//! package.

use pathlength_codecs::{Coder, Decoder, Options, find_codec};
use std::fs;
use std::path::Path;

/// Decodes a stream in chunks, up to 16 MiB, and returns whether it is valid.
fn is_valid_stream(decoder: &mut Decoder, input: &[u8], piece: usize) -> bool {
    let (mut out, mut total) = (Vec::new(), 0);
    for mut piece in input.chunks(piece) {
        while !piece.is_empty() && total <= 1 << 24 {
            out.clear();
            let Ok(taken) = decoder.push(piece, &mut out) else { return false };
            total += out.len();
            piece = &piece[taken..];
        }
    }
    total > 1 << 24 || decoder.finish().is_ok()
}

#[test]
fn fuzzing_corpus_decodes_the_same_in_any_pieces() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus");
    let mut codecs = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let Some(name) = path.file_stem().unwrap().to_str().unwrap().strip_prefix("decode_") else { continue };
        let codec = find_codec(name).unwrap();
        let options = codec.default_options();
        let raw = codec.has_raw_stream.then(|| Options { raw: true, ..options.clone() });
        let formats: Vec<_> = raw.into_iter().chain([options.clone()]).collect();
        let mut units = Coder::new(codec, &options).unwrap();
        for line in fs::read_to_string(&path).unwrap().lines() {
            let digits = line.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
            let input: Vec<u8> = digits.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect();
            for options in &formats {
                let [whole, pieces] = [input.len().max(1), 7]
                    .map(|piece| is_valid_stream(&mut Decoder::new(codec, options).unwrap(), &input, piece));
                assert_eq!(whole, pieces, "{name} {line}");
            }
            let mut out = Vec::new();
            let done = units.decode(&input, 10_000, &mut out);
            assert!(out.len() <= if done.is_ok() { 10_000 } else { 0 }, "{name} {line}");
        }
        codecs += 1;
    }
    assert_eq!(codecs, 4, "the corpora of aldc, deflate, lz4, and zstd");
}
