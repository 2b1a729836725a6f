//! Compression and decompression of files and of standard input.

use crate::run::{feed_bytes, run};
use pathlength_codecs::{CODECS, CodecInfo};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Returns five megabytes with repetitions: more than any intermediate buffer holds.
fn data() -> Vec<u8> {
    (0..5_000_000_u32).map(|n| ((n % 251) ^ (n >> 12)) as u8).collect()
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

/// Returns the names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn file_is_restored_and_its_input_kept() {
    for &CodecInfo { name: codec, extension: ending, .. } in CODECS {
        let folder = TempDir::new().unwrap();
        let (file, packed) = (path(&folder, "records.bin"), path(&folder, &format!("records.bin.{ending}")));
        fs::write(&file, data()).unwrap();
        run(&["compress", "--codec", codec, &file]).fine();
        assert!(fs::metadata(&packed).unwrap().len() < 4_000_000, "{codec}");
        run(&["decompress", &packed]).refused(&["records.bin", "already exists", "--output"]);
        let back = path(&folder, "back");
        run(&["decompress", &packed, "--output", &back]).fine();
        assert_eq!(fs::read(&back).unwrap(), fs::read(&file).unwrap(), "{codec}");
        assert_eq!(names(folder.path()).len(), 3, "{codec}");
    }
}

#[test]
fn standard_input_goes_to_standard_output() {
    let text = b"to be or not to be, to be or not to be".as_slice();
    let through = |arguments: &[&str], input: &[u8]| {
        let output = feed_bytes(arguments, input);
        (output.status.code(), output.stdout, String::from_utf8(output.stderr).unwrap())
    };
    // A container stores its history size; for a bare stream, the size must be given.
    let raw = ["--raw", "--history", "1024"].as_slice();
    for (compress, decompress) in [(&["--history", "1024"][..], &[][..]), (raw, raw)] {
        let options = ["--codec", "aldc", "-"];
        let (code, packed, said) = through(&[&["compress", "--unit", "16"], compress, &options].concat(), text);
        assert_eq!((code, said.as_str()), (Some(0), ""));
        assert_ne!(packed, text);
        let (code, back, said) = through(&[&["decompress"], decompress, &options].concat(), &packed);
        assert_eq!((code, said.as_str(), back.as_slice()), (Some(0), "", text));
        if decompress.is_empty() {
            // The damage is at the very end, when the text has already been written.
            let mut damaged = packed;
            *damaged.last_mut().unwrap() ^= 1;
            let (code, _, said) = through(&[&["decompress"], &options[..]].concat(), &damaged);
            assert!(code == Some(2) && said.contains("checksum"), "{said}");
        }
    }
    let (code, _, said) = through(&["decompress", "-"], text);
    assert!(code == Some(2) && said.contains("--codec"), "{said}");
}

#[test]
fn damaged_or_truncated_file_leaves_no_output() {
    for &CodecInfo { name: codec, extension: ending, .. } in CODECS {
        let folder = TempDir::new().unwrap();
        let (file, packed) = (path(&folder, "a"), path(&folder, &format!("a.{ending}")));
        fs::write(&file, data()).unwrap();
        run(&["compress", "--codec", codec, &file]).fine();
        fs::remove_file(&file).unwrap();
        let whole = fs::read(&packed).unwrap();

        fs::write(&packed, &whole[..whole.len() - 1]).unwrap();
        run(&["decompress", &packed]).refused(&["truncated", "byte", "copy the file again"]);
        let mut damaged = whole.clone();
        for byte in damaged.iter_mut().skip(whole.len() / 2).take(40) {
            *byte = !*byte;
        }
        fs::write(&packed, &damaged).unwrap();
        run(&["decompress", &packed]).refused(&["near byte", "copy the file again"]);
        fs::write(&packed, b"something else altogether").unwrap();
        run(&["decompress", &packed]).refused(&["near byte"]);
        assert_eq!(names(folder.path()), [format!("a.{ending}")]);
    }
}

#[test]
fn aldc_file_with_a_flipped_bit_leaves_nothing_behind() {
    let folder = TempDir::new().unwrap();
    let (file, packed) = (path(&folder, "a"), path(&folder, "a.aldc"));
    fs::write(&file, &data()[..300_000]).unwrap();
    run(&["compress", "--codec", "aldc", &file]).fine();
    fs::remove_file(&file).unwrap();
    let whole = fs::read(&packed).unwrap();
    for n in 0..60 {
        let mut damaged = whole.clone();
        let at = n * (whole.len() - 1) / 59;
        damaged[at] ^= 1 << (n % 8);
        fs::write(&packed, &damaged).unwrap();
        run(&["decompress", &packed]).refused(&["a.aldc", "copy the file again"]);
        assert_eq!(names(folder.path()), ["a.aldc"], "byte {at}");
    }
}

#[test]
fn aldc_bare_stream_is_read_with_raw_and_its_history_size() {
    let folder = TempDir::new().unwrap();
    let (file, packed, back) = (path(&folder, "a"), path(&folder, "a.aldc"), path(&folder, "back"));
    fs::write(&file, data()).unwrap();
    run(&["compress", "--codec", "aldc", "--raw", "--history", "2048", &file]).fine();
    run(&["decompress", &packed, "--output", &back]).refused(&["missing magic bytes", "--raw"]);
    run(&["decompress", &packed, "--history", "2048", "--output", &back]).refused(&["add --raw"]);
    run(&["decompress", &packed, "--raw", "--history", "2048", "--output", &back]).fine();
    assert!(fs::read(&back).unwrap() == data());
    run(&["compress", "--codec", "zstd", "--raw", &file]).refused(&["omit --raw"]);
}

#[test]
fn unsupported_codec_option_is_refused() {
    run(&["compress", "--codec", "aldc", "--history", "600", "-"])
        .refused(&["history of ALDC is 600: choose one of 512, 1024, 2048"]);
    run(&["compress", "--codec", "zstd", "--level", "99", "-"]).refused(&["level of ZSTD is 99: choose 1 to 19"]);
    run(&["compress", "--codec", "lz4", "nowhere/at/all"]).refused(&["cannot read nowhere/at/all"]);
    let folder = TempDir::new().unwrap();
    let file = path(&folder, "a");
    fs::write(&file, b"a").unwrap();
    run(&["compress", "--codec", "lz4", &file, "--output", &path(&folder, "no/b")]).refused(&["cannot write"]);
    run(&["decompress", &file]).refused(&["has no known extension", "--codec"]);
    run(&["decompress", "--codec", "lz4", &file]).refused(&["--output"]);
}
