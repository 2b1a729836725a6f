//! The installed command, outside any checkout.

use crate::run::{Run, command, repository, run};
use std::fs;
use std::path::Path;
use std::process::Stdio;

fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    command().current_dir(folder).args(arguments).stdin(Stdio::null()).output().expect("the command starts").into()
}

#[test]
fn labs_are_inside_the_command() {
    let folder = tempfile::tempdir().expect("a folder");
    // A folder named `labs` can contain anything, so the command does not read it.
    fs::create_dir(folder.path().join("labs")).expect("a folder");
    let path = |name: &str| repository().join(name).display().to_string();
    fs::write(folder.path().join("scenario.json"), r#"{"policy": "nothing"}"#).expect("a file");
    let plan = "path,entries,kilobytes,operations\n/u,10000,800,1\n";
    fs::write(folder.path().join("directories.csv"), plan).expect("a file");
    fs::write(folder.path().join("request.json"), "{}").expect("a file");
    let outside = |arguments: &[&str]| run_in(folder.path(), arguments);

    for lab in ["disk-paths", "journaling", "sfs-file-pool", "tape-compression", "zfs-directories", "zfs-migration"] {
        assert!(outside(&["labs"]).fine().contains(&format!("{lab}: ")));
        // The embedded labs are those of the checkout.
        let of = |more: &[&str]| outside(&[&["reproduce", lab, "--summary", "--format", "json"], more].concat()).fine();
        if lab != "journaling" {
            assert_eq!(of(&[]), of(&["--labs", &path("labs")]));
        }
    }
    outside(&["calibrate", "zfs-directories", "--check"]).fine();
    outside(&["run", "zfs-directories", "scenario.json"]).refused(&["no setting \"policy\""]);
    assert!(outside(&["advise", "tape-compression", "request.json"]).fine().contains("as_of"));
    assert!(
        outside(&["diagnose", "sfs-file-pool", &path("labs/sfs-file-pool/samples/before.txt")]).out.contains("SET")
    );
    assert!(outside(&["directory", "plan", "directories.csv"]).fine().contains("/u"));
}

#[test]
fn compiled_labs_are_named_or_missing() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = run_in(folder.path(), &["check", "."]);
    refused.refused(&["no compiled lab found", "--lab"]);
}

#[test]
fn version_names_the_commit_the_labs_and_the_codecs() {
    let short = run(&["-V"]).fine();
    assert!(short.starts_with(concat!("pathlength ", env!("CARGO_PKG_VERSION"), " (")), "{short}");
    let long = run(&["--version"]).fine();
    assert!(long.starts_with(short.trim_end()), "{long}");
    let lists: Vec<&str> = long.trim_end().split("\n\n").collect();
    let codecs: Vec<_> = lists[2].lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let expected = [
        "aldc .aldc, history one of 512, 1024, 2048",
        "lz4 .lz4",
        "zstd .zst, level 1 to 19",
        "deflate .gz, level 1 to 9",
    ];
    assert_eq!((lists.len(), codecs), (3, expected.map(str::to_owned).into()), "{long}");
    let hashes: Vec<_> = lists[1].lines().map(|line| line.split_whitespace().collect::<Vec<_>>()).collect();
    let labs = fs::read_dir(repository().join("labs")).expect("the labs");
    let labs = labs.filter(|entry| entry.as_ref().is_ok_and(|entry| entry.path().join("lab.md").exists()));
    assert_eq!(hashes.len(), labs.count(), "{long}");
    assert!(hashes.iter().all(|line| line.len() == 2 && line[1].len() == 12), "{long}");
}

#[test]
fn commands_without_labs_refuse_the_option() {
    for arguments in [&["compress", "--codec", "lz4", "-"][..], &["schema"], &["queue", "solve", "-"]] {
        let run = run(&[arguments, &["--labs", "labs"]].concat());
        assert!(run.code == 2 && run.err.contains("--labs"), "{run:?}");
    }
}
