//! Files that are compressed and decompressed.

use crate::run::{command, run};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use tempfile::TempDir;

/// Five megabytes in which something repeats: more than any buffer on the way.
fn data() -> Vec<u8> {
    (0..5_000_000_u32).map(|n| ((n % 251) ^ (n >> 12)) as u8).collect()
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

/// The names of what is in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_file_comes_back_and_stays_as_it_is() {
    for (codec, ending) in [("aldc", "aldc"), ("lz4", "lz4"), ("zstd", "zst"), ("deflate", "gz")] {
        let folder = TempDir::new().unwrap();
        let (file, packed) = (path(&folder, "records.bin"), path(&folder, &format!("records.bin.{ending}")));
        fs::write(&file, data()).unwrap();
        run(&["compress", "--codec", codec, &file]).fine();
        assert!(fs::metadata(&packed).unwrap().len() < 4_000_000, "{codec}");
        run(&["decompress", &packed]).refused(&["records.bin", "exists already", "--output"]);
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
        use std::io::Write;
        let mut child = command()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        child.stdin.take().expect("a pipe").write_all(input).unwrap();
        let output = child.wait_with_output().expect("the command ends");
        (output.status.code(), output.stdout, String::from_utf8(output.stderr).unwrap())
    };
    let options = ["--codec", "aldc", "--history", "1024", "-"];
    let (code, packed, said) = through(&[&["compress", "--unit", "16"], &options[..]].concat(), text);
    assert_eq!((code, said.as_str()), (Some(0), ""));
    assert_ne!(packed, text);
    let (code, back, said) = through(&[&["decompress"], &options[..]].concat(), &packed);
    assert_eq!((code, said.as_str(), back.as_slice()), (Some(0), "", text));
    let (code, _, said) = through(&["decompress", "-"], &packed);
    assert!(code == Some(2) && said.contains("--codec"), "{said}");
}

#[test]
fn a_damaged_or_cut_off_file_leaves_nothing_behind() {
    for (codec, ending) in [("aldc", "aldc"), ("lz4", "lz4"), ("zstd", "zst"), ("deflate", "gz")] {
        let folder = TempDir::new().unwrap();
        let (file, packed) = (path(&folder, "a"), path(&folder, &format!("a.{ending}")));
        fs::write(&file, data()).unwrap();
        run(&["compress", "--codec", codec, &file]).fine();
        fs::remove_file(&file).unwrap();
        let whole = fs::read(&packed).unwrap();

        fs::write(&packed, &whole[..whole.len() - 1]).unwrap();
        run(&["decompress", &packed]).refused(&["cut off", "byte", "Copy the file again"]);
        let mut damaged = whole.clone();
        for byte in damaged.iter_mut().skip(whole.len() / 2).take(40) {
            *byte = !*byte;
        }
        fs::write(&packed, &damaged).unwrap();
        // ALDC has no checksum: damage that is a text is a text.
        if codec != "aldc" {
            run(&["decompress", &packed]).refused(&["near byte", "Copy the file again"]);
        }
        fs::write(&packed, b"something else altogether").unwrap();
        run(&["decompress", &packed]).refused(&["near byte"]);
        assert_eq!(names(folder.path()), [format!("a.{ending}")]);
    }
}

#[test]
fn what_a_codec_cannot_be_set_to_is_refused() {
    run(&["compress", "--codec", "aldc", "--history", "600", "-"]).refused(&["512, 1024 or 2048"]);
    run(&["compress", "--codec", "zstd", "--level", "99", "-"]).refused(&["1 to 19"]);
    run(&["compress", "--codec", "lz4", "nowhere/at/all"]).refused(&["cannot read nowhere/at/all"]);
    let folder = TempDir::new().unwrap();
    let file = path(&folder, "a");
    fs::write(&file, b"a").unwrap();
    run(&["compress", "--codec", "lz4", &file, "--output", &path(&folder, "no/b")]).refused(&["cannot write"]);
    run(&["decompress", &file]).refused(&["does not say what it is compressed with", "--codec"]);
    run(&["decompress", "--codec", "lz4", &file]).refused(&["--output"]);
}
