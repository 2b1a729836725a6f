//! The error messages of an aggregate.

use crate::{mounted, small};
use pathlength_zfs::aggregate::{
    Access, Attributes, FileSystem, FormatOptions, Growth, Medium, MountOption, Parameters, Release, Sysplex, Version,
};
use pathlength_zfs::directory::Format;
use std::fmt::Display;
use std::rc::Rc;

#[track_caller]
fn assert_error(result: Result<impl Sized, impl Display>, expected: &str) {
    let message = result.err().map(|error| error.to_string());
    assert_eq!(message.as_deref(), Some(expected));
    assert!(!expected.contains("IOEZ"), "no message of a failure was ever seen");
}

fn offline(version: Version) -> FileSystem {
    FileSystem::format(FormatOptions::new(200, version)).unwrap()
}

const BEFORE_V2R1: Sysplex = Sysplex { oldest: Release { version: 1, release: 13 } };

const OLDER_MEMBER: &str = "the sysplex has a system at release V1R13, which does not support version 1.5 aggregates: \
                            upgrade all systems to V2R1 or later first";

#[test]
fn convert_to_v4_above_4_tb_is_refused() {
    let max_blocks = Version::V1_4.max_blocks();
    let mut fs = FileSystem::format(FormatOptions::new(max_blocks + 1, Version::V1_5)).unwrap();
    assert_error(
        fs.convert_to_v4_offline(),
        "the aggregate has 4294967304 KB, but version 1.4 allows 4294967296 KB: copy parts of it to several smaller \
         aggregates",
    );
    assert_eq!(fs.version(), Version::V1_5);
    let mut fs = FileSystem::format(FormatOptions::new(max_blocks, Version::V1_5)).unwrap();
    assert!(fs.convert_to_v4_offline().is_ok());
}

#[test]
fn format_outside_size_limits_is_refused() {
    assert_error(
        FileSystem::format(FormatOptions::new(Version::V1_4.max_blocks() + 1, Version::V1_4)),
        "the aggregate has 4294967304 KB, but version 1.4 allows 4294967296 KB: copy parts of it to several smaller \
         aggregates",
    );
    assert_error(
        FileSystem::format(FormatOptions::new(22, Version::V1_5)),
        "22 blocks are too few for the log and one directory: give at least 23 blocks of 8 KB",
    );
    for version in [Version::V1_4, Version::V1_5] {
        let fs = FileSystem::format(FormatOptions::new(23, version)).unwrap();
        assert!(fs.check_consistency().is_empty());
    }
}

#[test]
fn convert_to_v4_with_unsupported_attribute_is_refused() {
    let none = Attributes::default();
    for (attributes, sentence) in [
        (
            Attributes { from_hfs: true, ..none },
            "the aggregate was migrated in place from an HFS file system and cannot go back to version 1.4: copy its \
             files to another aggregate",
        ),
        (Attributes { encrypted: true, ..none }, "the aggregate contains encrypted files: decrypt them first"),
        (Attributes { compressed: true, ..none }, "the aggregate contains compressed files: decompress them first"),
    ] {
        let options = FormatOptions { attributes, ..FormatOptions::new(200, Version::V1_5) };
        let fs = FileSystem::format(options).unwrap();
        let mut fs = FileSystem::open(fs.medium().clone()).unwrap();
        assert_error(fs.convert_to_v4_offline(), sentence);
        assert_eq!(fs.version(), Version::V1_5);
    }
}

#[test]
fn version_1_5_with_older_system_is_refused() {
    let mut fs = offline(Version::V1_4);
    assert_error(fs.convert_to_v5_offline(BEFORE_V2R1, false), OLDER_MEMBER);
    assert_error(fs.convert_to_v5_offline(BEFORE_V2R1, true), OLDER_MEMBER);
    fs.mount(Access::ReadWrite, MountOption::Unspecified, &Parameters::default(), BEFORE_V2R1).unwrap();
    assert_error(fs.change_version(), OLDER_MEMBER);
    assert_error(fs.convert(fs.root(), Format::V5), OLDER_MEMBER);
    assert_eq!((fs.version(), fs.stat(fs.root()).unwrap().format), (Version::V1_4, Format::V4));
}

#[test]
fn changes_on_read_only_mount_are_refused() {
    let mut fs = offline(Version::V1_4);
    fs.mount(Access::ReadOnly, MountOption::ConvertToV5, &Parameters::default(), Sysplex::default()).unwrap();
    let sentence = "the file system is mounted read-only: mount it for reading and writing";
    assert_error(fs.change_version(), sentence);
    assert_error(fs.convert(fs.root(), Format::V5), sentence);
    assert_error(fs.create_file(fs.root(), b"a", 0), sentence);
    assert_error(fs.make_directory(fs.root(), b"a"), sentence);
}

#[test]
fn operations_without_mount_are_refused() {
    let mut fs = offline(Version::V1_4);
    let sentence = "the file system is not mounted: mount it first";
    assert_error(fs.change_version(), sentence);
    assert_error(fs.convert(fs.root(), Format::V5), sentence);
    assert_error(fs.list(fs.root()), sentence);
    assert_error(fs.file_info("/"), sentence);
    assert_error(fs.unmount(), sentence);
}

#[test]
fn utilities_on_mounted_file_system_are_refused() {
    let mut fs = small(Version::V1_5);
    let sentence = "the file system is mounted: unmount it first";
    assert_error(fs.convert_to_v4_offline(), sentence);
    assert_error(fs.convert_to_v5_offline(Sysplex::default(), false), sentence);
    assert_error(
        fs.mount(Access::ReadOnly, MountOption::Unspecified, &Parameters::default(), Sysplex::default()),
        sentence,
    );
}

#[test]
fn conversion_to_current_format_is_refused() {
    let mut fs = small(Version::V1_5);
    assert_error(fs.change_version(), "the aggregate already has version 1.5");
    assert_error(fs.convert(fs.root(), Format::V5), "the directory already has format v5");
    fs.unmount().unwrap();
    assert_error(fs.convert_to_v5_offline(Sysplex::default(), true), "the aggregate already has version 1.5");
    assert_error(offline(Version::V1_4).convert_to_v4_offline(), "the aggregate already has version 1.4");
}

#[test]
fn wrong_paths_and_kinds_of_objects_are_refused() {
    let mut fs = small(Version::V1_5);
    let file = fs.create_file(fs.root(), b"file", 1).unwrap();
    assert_error(fs.find("/a/b"), "no file or directory has the path /a/b: check its spelling");
    assert_error(fs.convert(file, Format::V4), "this is not a directory: name a directory");
    assert_error(fs.remove_directory(fs.root(), b"file"), "this is not a directory: name a directory");
    fs.make_directory(fs.root(), b"directory").unwrap();
    assert_error(fs.remove_file(fs.root(), b"directory"), "this is a directory: name a file");
    assert_error(fs.create_file(fs.root(), b"file", 1), "the name is already in the directory: give another name");
}

#[test]
fn remove_directory_with_names_is_refused() {
    let mut fs = small(Version::V1_5);
    let directory = fs.make_directory(fs.root(), b"d").unwrap();
    fs.create_file(directory, b"file", 1).unwrap();
    assert_error(fs.remove_directory(fs.root(), b"d"), "the directory is not empty: remove its contents first");
}

#[test]
fn full_aggregate_without_growth_names_reason() {
    let mut fs = mounted(FormatOptions::new(40, Version::V1_5));
    assert_error(
        fs.create_file(fs.root(), b"a", 400),
        "the aggregate is full, and automatic growth is off: turn it on or grow the aggregate",
    );
}

#[test]
fn full_aggregate_at_growth_limit_keeps_its_size() {
    let growth = Growth { by_blocks: 5, to_blocks: 50 };
    let mut fs = mounted(FormatOptions { growth, ..FormatOptions::new(40, Version::V1_5) });
    assert_error(
        fs.create_file(fs.root(), b"a", 400),
        "the aggregate is full, and its volumes are full: add a volume or remove files",
    );
    // The growth was not sufficient, but it is not undone.
    assert_eq!(fs.size_blocks(), 50);
}

#[test]
fn change_larger_than_log_undoes_changes_since_last_sync() {
    let mut fs = mounted(FormatOptions { log_blocks: 16, ..FormatOptions::new(12_000, Version::V1_5) });
    fs.create_file(fs.root(), b"kept", 1).unwrap();
    fs.sync().unwrap();
    let before = fs.clone();
    fs.create_file(fs.root(), b"lost", 1).unwrap();
    // Each block of the file adds to the log: its number in the block list, and its byte in the bitmap.
    let message = fs.create_file(fs.root(), b"large", 11_000 * 8).unwrap_err().to_string();
    let needed = message.split_whitespace().find_map(|word| word.parse::<u32>().ok()).unwrap_or(0);
    assert!(needed > 16, "{message}");
    assert_eq!(
        message,
        format!(
            "the changes since the last sync are undone, because they need {needed} log blocks, but the log has 16: \
             format the aggregate with a larger log"
        )
    );
    assert!(fs.is_same_as(&before));
    assert!(fs.check_consistency().is_empty(), "{:?}", fs.check_consistency());
    let opened = FileSystem::open(fs.medium().clone()).unwrap();
    assert!(opened.is_same_as(&before), "none of it is on the medium");

    // A log that is large enough takes the change as one transaction.
    let mut fs = mounted(FormatOptions { log_blocks: 64, ..FormatOptions::new(12_000, Version::V1_5) });
    fs.create_file(fs.root(), b"large", 11_000 * 8).unwrap();
}

#[test]
fn move_into_itself_or_over_object_in_use_is_refused() {
    for version in [Version::V1_4, Version::V1_5] {
        let mut fs = small(version);
        let root = fs.root();
        let outer = fs.make_directory(root, b"outer").unwrap();
        let inner = fs.make_directory(outer, b"inner").unwrap();
        fs.create_file(root, b"file", 1).unwrap();
        let sentence = "a directory cannot be moved below itself: choose another target";
        assert_error(fs.move_to(root, b"outer", inner, b"x"), sentence);
        assert_error(fs.move_to(root, b"outer", outer, b"x"), sentence);
        assert_error(
            fs.move_to(outer, b"inner", root, b"outer"),
            "the directory is not empty: remove its contents first",
        );
        assert_error(fs.move_to(root, b"file", outer, b"inner"), "this is a directory: name a file");
        assert_error(fs.move_to(outer, b"inner", root, b"file"), "this is not a directory: name a directory");
        assert_error(fs.move_to(outer, b"gone", root, b"x"), "no such name in the directory: check its spelling");
        assert!(fs.move_to(outer, b"inner", root, b"inner").is_ok());
        assert_eq!((fs.find("/inner").unwrap(), fs.stat(outer).unwrap().links), (inner, 2));
        assert!(fs.check_consistency().is_empty(), "{:?}", fs.check_consistency());
    }
}

#[test]
fn open_medium_without_aggregate_is_refused() {
    assert_error(
        FileSystem::open(Medium::default()),
        "the medium has no aggregate, or its first block is damaged: format it first",
    );
    let fs = offline(Version::V1_5);
    let mut medium = fs.medium().clone();
    let mut first = *medium.read(0);
    first[5] ^= 1;
    medium.write(0, Rc::new(first));
    assert_error(
        FileSystem::open(medium),
        "the medium has no aggregate, or its first block is damaged: format it first",
    );
}
