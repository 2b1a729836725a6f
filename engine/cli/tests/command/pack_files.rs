//! `compress` and `decompress` with several files, and with existing, private, sparse, and removed ones.

use crate::run::{command, run};
use pathlength_codecs::{CODECS, CodecInfo};
use std::fs::{self, File, FileTimes};
use std::path::Path;
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn several_files_are_converted_and_removed_on_demand() {
    for &CodecInfo { name: codec, extension, .. } in CODECS {
        let folder = TempDir::new().unwrap();
        let files = ["a", "b", "c"].map(|name| path(&folder, name));
        let packed = files.clone().map(|file| format!("{file}.{extension}"));
        for file in &files {
            fs::write(file, file.repeat(1000)).unwrap();
        }
        let all = |options: &[&str], files: &[String]| {
            let arguments: Vec<&str> = options.iter().copied().chain(files.iter().map(String::as_str)).collect();
            run(&arguments)
        };
        all(&["compress", "--keep", "--codec", codec], &files).fine();
        assert_eq!(names(folder.path()).len(), 6);
        all(&["compress", "--force", "--rm", "--codec", codec], &files).fine();
        let endings = ["a", "b", "c"].map(|name| format!("{name}.{extension}"));
        assert_eq!(names(folder.path()), endings);
        all(&["decompress", "--rm"], &packed).fine();
        assert_eq!(names(folder.path()), ["a", "b", "c"]);
        for file in &files {
            assert_eq!(fs::read_to_string(file).unwrap(), file.repeat(1000));
        }
    }
}

#[test]
fn failure_of_one_file_leaves_the_others_converted() {
    let folder = TempDir::new().unwrap();
    let [good, missing, bad, last] = ["a.zst", "b.zst", "c.zst", "d.zst"].map(|name| path(&folder, name));
    for file in ["a", "d"] {
        fs::write(folder.path().join(file), "text").unwrap();
        run(&["compress", "--codec", "zstd", "--rm", &path(&folder, file)]).fine();
    }
    fs::write(&bad, "not a frame").unwrap();
    let run = run(&["decompress", "--rm", &good, &missing, &bad, &last]);
    run.refused(&["cannot read", "b.zst", "c.zst: "]);
    assert_eq!(run.err.lines().filter(|line| line.starts_with("pathlength: ")).count(), 2, "{}", run.err);
    assert_eq!(names(folder.path()), ["a", "c.zst", "d"]);
}

#[test]
fn existing_file_is_replaced_only_with_force() {
    let folder = TempDir::new().unwrap();
    let (file, packed) = (path(&folder, "a"), path(&folder, "a.lz4"));
    fs::write(&file, "new").unwrap();
    fs::write(&packed, "old").unwrap();
    run(&["compress", "--codec", "lz4", &file]).refused(&["a.lz4", "already exists", "--force"]);
    assert_eq!(fs::read(&packed).unwrap(), b"old");
    run(&["compress", "--codec", "lz4", "-f", &file]).fine();
    fs::write(&file, "other").unwrap();
    run(&["decompress", "--force", &packed]).fine();
    assert_eq!(fs::read(&file).unwrap(), b"new");
    // A damaged file does not replace an intact one.
    fs::write(&packed, "damaged").unwrap();
    run(&["decompress", "--force", &packed]).refused(&["a.lz4"]);
    assert_eq!(fs::read(&file).unwrap(), b"new");
    run(&["compress", "--codec", "lz4", "--force", &file, "-o", &path(&folder, "")]).refused(&["it is a folder"]);
}

#[test]
fn removal_needs_an_output_file_that_is_another_file() {
    let folder = TempDir::new().unwrap();
    let file = path(&folder, "a");
    fs::write(&file, "text").unwrap();
    for arguments in [&["-o", "-", file.as_str()][..], &["-"], &["-o", &path(&folder, "b"), "-"]] {
        let all = [&["compress", "--codec", "zstd", "--rm"], arguments].concat();
        run(&all).refused(&["--rm needs an input file and an output file"]);
    }
    run(&["compress", "--codec", "zstd", "--rm", "--force", &file, "-o", &file]).refused(&["both input and output"]);
    assert_eq!(names(folder.path()), ["a"]);
    let both = run(&["compress", "--codec", "zstd", "--rm", "--keep", &file]);
    assert!(both.code == 2 && both.err.contains("cannot be used with"), "{}", both.err);
}

#[test]
fn output_option_takes_one_file_or_joins_at_standard_output() {
    let folder = TempDir::new().unwrap();
    let files = ["a", "b"].map(|name| path(&folder, name));
    for file in &files {
        fs::write(file, file).unwrap();
    }
    let joined = files.concat();
    let compress = |codec: &str, output: &str| run(&["compress", "--codec", codec, "-o", output, &files[0], &files[1]]);
    compress("zstd", &path(&folder, "c")).refused(&["--output cannot be used for 2 files", "-o -"]);
    compress("aldc", "-").refused(&["an .aldc file contains one file"]);
    for codec in ["lz4", "zst", "gz"] {
        let arguments = ["compress", "--codec", codec, "-o", "-", &files[0], &files[1]];
        let packed = command().args(arguments).output().unwrap();
        assert!(packed.status.success());
        let file = path(&folder, &format!("joined.{codec}"));
        fs::write(&file, packed.stdout).unwrap();
        assert_eq!(run(&["decompress", &file, "-o", "-"]).fine(), joined);
    }
}

#[test]
fn useless_options_of_a_codec_are_refused() {
    let folder = TempDir::new().unwrap();
    let file = path(&folder, "a");
    fs::write(&file, "text").unwrap();
    let refused = |codec: &str, option: &str, message: &str| {
        run(&["compress", "--codec", codec, option, "1024", &file]).refused(&[message]);
    };
    refused("zstd", "--history", "ZSTD does not use the option history: omit it, or choose aldc");
    refused("gzip", "--history", "DEFLATE does not use the option history");
    refused("aldc", "--level", "ALDC does not use the option level: omit it, or choose zstd or deflate");
    refused("lz4", "--level", "LZ4 does not use the option level");
    assert_eq!(names(folder.path()), ["a"]);
}

#[test]
fn codecs_have_the_names_of_their_programs() {
    let folder = TempDir::new().unwrap();
    let file = path(&folder, "a");
    fs::write(&file, "text").unwrap();
    for (alias, extension) in [("gzip", "gz"), ("gz", "gz"), ("zst", "zst")] {
        run(&["compress", "--codec", alias, &file]).fine();
        let packed = format!("{file}.{extension}");
        assert_eq!(run(&["decompress", "--codec", alias, &packed, "-o", "-"]).fine(), "text");
        fs::remove_file(packed).unwrap();
    }
}

#[test]
fn times_of_the_input_are_kept() {
    let folder = TempDir::new().unwrap();
    let (file, packed) = (path(&folder, "a"), path(&folder, "a.gz"));
    fs::write(&file, "text").unwrap();
    let time = SystemTime::UNIX_EPOCH + Duration::new(1_000_000_000, 123_000_000);
    File::options().write(true).open(&file).unwrap().set_times(FileTimes::new().set_modified(time)).unwrap();
    let modified = |file: &str| fs::metadata(file).unwrap().modified().unwrap();
    run(&["compress", "--codec", "gzip", "--rm", &file]).fine();
    assert_eq!(modified(&packed), time);
    run(&["decompress", &packed]).fine();
    assert_eq!(modified(&file), time);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};

    fn mode(file: &str) -> u32 {
        fs::metadata(file).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn mode_of_the_input_is_kept() {
        let folder = TempDir::new().unwrap();
        let (file, packed) = (path(&folder, "a"), path(&folder, "a.zst"));
        for wanted in [0o600, 0o640, 0o444, 0o755] {
            fs::write(&file, "text").unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(wanted)).unwrap();
            run(&["compress", "--codec", "zstd", "--rm", &file]).fine();
            assert_eq!(mode(&packed), wanted);
            run(&["decompress", "--rm", &packed]).fine();
            assert_eq!(mode(&file), wanted);
            fs::remove_file(&file).unwrap();
        }
        // The output does not get the set-user-ID bit, because its owner can be another user.
        fs::write(&file, "text").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o4755)).unwrap();
        run(&["compress", "--codec", "zstd", &file]).fine();
        assert_eq!(mode(&packed), 0o755);
    }

    #[test]
    fn zeros_become_holes_of_a_decompressed_file() {
        let folder = TempDir::new().unwrap();
        let (file, packed) = (path(&folder, "a"), path(&folder, "a.zst"));
        let mut text = vec![0; 64 << 20];
        text[0] = 1;
        text[40 << 20] = 2;
        fs::write(&file, &text).unwrap();
        run(&["compress", "--codec", "zstd", "--rm", &file]).fine();
        run(&["decompress", "--rm", &packed]).fine();
        assert!(fs::read(&file).unwrap() == text);
        let room = fs::metadata(&file).unwrap().blocks() * 512;
        assert!(room <= 1 << 20, "{room} bytes");
    }

    #[test]
    fn device_is_written_and_stays_a_device() {
        let folder = TempDir::new().unwrap();
        let file = path(&folder, "a");
        fs::write(&file, "text").unwrap();
        for force in [&[][..], &["--force"]] {
            run(&[&["compress", "--codec", "zstd", &file, "-o", "/dev/null"], force].concat()).fine();
            assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        }
        if Path::new("/dev/full").exists() {
            run(&["compress", "--codec", "zstd", &file, "-o", "/dev/full"]).refused(&["cannot write /dev/full: "]);
        }
    }
}
