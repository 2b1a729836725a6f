//! The sentences that a user sees where something is refused.

use crate::{mounted, small};
use pathlength_zfs::aggregate::{
    Access, Attributes, FileSystem, FormatOptions, Growth, Medium, MountOption, Parameters, Release, Sysplex, Version,
};
use pathlength_zfs::directory::Format;
use std::fmt::Display;
use std::rc::Rc;

#[track_caller]
fn says(result: Result<impl Sized, impl Display>, sentence: &str) {
    let message = result.err().map(|refusal| refusal.to_string());
    assert_eq!(message.as_deref(), Some(sentence));
    assert!(!sentence.contains("IOEZ"), "no message of a failure was ever seen");
}

fn offline(version: Version) -> FileSystem {
    FileSystem::format(FormatOptions::new(200, version)).unwrap()
}

const BEFORE_V2R1: Sysplex = Sysplex { oldest: Release { version: 1, release: 13 } };

const OLDER_MEMBER: &str = "the sysplex has a system of release V1R13, which cannot use version 1.5 aggregates; nothing \
                            was changed, and nothing will be while a system older than V2R1 is a member";

#[test]
fn back_to_v4_above_4_tb() {
    let most = Version::V1_4.most_blocks();
    let mut fs = FileSystem::format(FormatOptions::new(most + 1, Version::V1_5)).unwrap();
    says(
        fs.convert_to_v4_offline(),
        "the aggregate has 4294967304 KB, and version 1.4 allows 4294967296 KB; copy parts of it to several aggregates \
         that are small enough",
    );
    assert_eq!(fs.version(), Version::V1_5);
    let mut fs = FileSystem::format(FormatOptions::new(most, Version::V1_5)).unwrap();
    assert!(fs.convert_to_v4_offline().is_ok());
}

#[test]
fn formatting_larger_than_the_version_allows() {
    says(
        FileSystem::format(FormatOptions::new(Version::V1_4.most_blocks() + 1, Version::V1_4)),
        "the aggregate has 4294967304 KB, and version 1.4 allows 4294967296 KB; copy parts of it to several aggregates \
         that are small enough",
    );
    says(
        FileSystem::format(FormatOptions::new(22, Version::V1_5)),
        "22 blocks are too few; its log and one directory need 23 blocks of 8 KB",
    );
    for version in [Version::V1_4, Version::V1_5] {
        let fs = FileSystem::format(FormatOptions::new(23, version)).unwrap();
        assert!(fs.check().is_empty());
    }
}

#[test]
fn back_to_v4_with_data_that_version_1_4_cannot_have() {
    let none = Attributes::default();
    for (attributes, sentence) in [
        (
            Attributes { from_hfs: true, ..none },
            "the aggregate was migrated from an HFS file system in place and cannot go back to version 1.4; copy its \
             files to another aggregate",
        ),
        (Attributes { encrypted: true, ..none }, "the aggregate has encrypted files; decrypt them first"),
        (Attributes { compressed: true, ..none }, "the aggregate has compressed files; decompress them first"),
    ] {
        let options = FormatOptions { attributes, ..FormatOptions::new(200, Version::V1_5) };
        let fs = FileSystem::format(options).unwrap();
        let mut fs = FileSystem::open(fs.medium().clone()).unwrap();
        says(fs.convert_to_v4_offline(), sentence);
        assert_eq!(fs.version(), Version::V1_5);
    }
}

#[test]
fn version_1_5_beside_an_older_system() {
    let mut fs = offline(Version::V1_4);
    says(fs.convert_to_v5_offline(BEFORE_V2R1, false), OLDER_MEMBER);
    says(fs.convert_to_v5_offline(BEFORE_V2R1, true), OLDER_MEMBER);
    fs.mount(Access::ReadWrite, MountOption::Unspecified, &Parameters::default(), BEFORE_V2R1).unwrap();
    says(fs.change_version(), OLDER_MEMBER);
    says(fs.convert(fs.root(), Format::V5), OLDER_MEMBER);
    assert_eq!((fs.version(), fs.stat(fs.root()).unwrap().format), (Version::V1_4, Format::V4));
}

#[test]
fn changes_of_what_is_mounted_for_reading_only() {
    let mut fs = offline(Version::V1_4);
    fs.mount(Access::ReadOnly, MountOption::ConvertToV5, &Parameters::default(), Sysplex::default()).unwrap();
    let sentence = "the file system is mounted for reading only; mount it for reading and writing";
    says(fs.change_version(), sentence);
    says(fs.convert(fs.root(), Format::V5), sentence);
    says(fs.create_file(fs.root(), b"a", 0), sentence);
    says(fs.make_directory(fs.root(), b"a"), sentence);
}

#[test]
fn changes_of_what_is_not_mounted() {
    let mut fs = offline(Version::V1_4);
    let sentence = "the file system is not mounted; mount it first";
    says(fs.change_version(), sentence);
    says(fs.convert(fs.root(), Format::V5), sentence);
    says(fs.list(fs.root()), sentence);
    says(fs.file_info("/"), sentence);
    says(fs.unmount(), sentence);
}

#[test]
fn utilities_on_what_is_mounted() {
    let mut fs = small(Version::V1_5);
    let sentence = "the file system is mounted; unmount it first";
    says(fs.convert_to_v4_offline(), sentence);
    says(fs.convert_to_v5_offline(Sysplex::default(), false), sentence);
    says(fs.mount(Access::ReadOnly, MountOption::Unspecified, &Parameters::default(), Sysplex::default()), sentence);
}

#[test]
fn conversions_of_what_is_converted_already() {
    let mut fs = small(Version::V1_5);
    says(fs.change_version(), "the aggregate has version 1.5 already");
    says(fs.convert(fs.root(), Format::V5), "the directory has format v5 already");
    fs.unmount().unwrap();
    says(fs.convert_to_v5_offline(Sysplex::default(), true), "the aggregate has version 1.5 already");
    says(offline(Version::V1_4).convert_to_v4_offline(), "the aggregate has version 1.4 already");
}

#[test]
fn paths_that_lead_nowhere_and_to_files() {
    let mut fs = small(Version::V1_5);
    let file = fs.create_file(fs.root(), b"file", 1).unwrap();
    says(fs.find("/a/b"), "no file or directory has the path /a/b; check its spelling");
    says(fs.convert(file, Format::V4), "this is not a directory; name a directory");
    says(fs.remove_directory(fs.root(), b"file"), "this is not a directory; name a directory");
    fs.make_directory(fs.root(), b"directory").unwrap();
    says(fs.remove_file(fs.root(), b"directory"), "this is a directory; name a file");
    says(fs.create_file(fs.root(), b"file", 1), "the name is in the directory already");
}

#[test]
fn a_directory_that_is_not_empty_stays() {
    let mut fs = small(Version::V1_5);
    let directory = fs.make_directory(fs.root(), b"d").unwrap();
    fs.create_file(directory, b"file", 1).unwrap();
    says(fs.remove_directory(fs.root(), b"d"), "the directory is not empty; remove what is in it first");
}

#[test]
fn a_full_aggregate_says_why_it_does_not_grow() {
    let mut fs = mounted(FormatOptions::new(40, Version::V1_5));
    says(
        fs.create_file(fs.root(), b"a", 400),
        "the aggregate is full and cannot grow: it may not grow by itself; let it, or make it larger",
    );
}

#[test]
fn a_full_aggregate_says_how_far_it_grew() {
    let growth = Growth { by_blocks: 5, to_blocks: 50 };
    let mut fs = mounted(FormatOptions { growth, ..FormatOptions::new(40, Version::V1_5) });
    says(
        fs.create_file(fs.root(), b"a", 400),
        "the aggregate is full and cannot grow: its volumes have no more room for it to grow; add a volume or remove files",
    );
    // Growing is no use alone, but it is not taken back.
    assert_eq!(fs.size_blocks(), 50);
}

#[test]
fn a_change_larger_than_the_log_is_taken_back_with_all_since_the_last_sync() {
    let mut fs = mounted(FormatOptions { log_blocks: 16, ..FormatOptions::new(12_000, Version::V1_5) });
    fs.create_file(fs.root(), b"kept", 1).unwrap();
    fs.sync().unwrap();
    let before = fs.clone();
    fs.create_file(fs.root(), b"lost", 1).unwrap();
    // Each block of the file is told to the log by its number, in its list, and in the map.
    let message = fs.create_file(fs.root(), b"large", 11_000 * 8).unwrap_err().to_string();
    let needed = message.split_whitespace().find_map(|word| word.parse::<u32>().ok()).unwrap_or(0);
    assert!(needed > 16, "{message}");
    assert_eq!(
        message,
        format!(
            "the change needs {needed} blocks of the log, which has 16; format the aggregate with a larger log. All \
             changes since the last sync are taken back"
        )
    );
    assert!(fs.is_same_as(&before));
    assert!(fs.check().is_empty(), "{:?}", fs.check());
    let opened = FileSystem::open(fs.medium().clone()).unwrap();
    assert!(opened.is_same_as(&before), "nothing of it came to the medium");

    // A log that is large enough takes it at once.
    let mut fs = mounted(FormatOptions { log_blocks: 64, ..FormatOptions::new(12_000, Version::V1_5) });
    fs.create_file(fs.root(), b"large", 11_000 * 8).unwrap();
}

#[test]
fn directories_do_not_move_into_themselves_nor_over_what_is_in_use() {
    for version in [Version::V1_4, Version::V1_5] {
        let mut fs = small(version);
        let root = fs.root();
        let outer = fs.make_directory(root, b"outer").unwrap();
        let inner = fs.make_directory(outer, b"inner").unwrap();
        fs.create_file(root, b"file", 1).unwrap();
        let sentence = "a directory cannot be moved into itself or below; choose another place";
        says(fs.move_to(root, b"outer", inner, b"x"), sentence);
        says(fs.move_to(root, b"outer", outer, b"x"), sentence);
        says(fs.move_to(outer, b"inner", root, b"outer"), "the directory is not empty; remove what is in it first");
        says(fs.move_to(root, b"file", outer, b"inner"), "this is a directory; name a file");
        says(fs.move_to(outer, b"inner", root, b"file"), "this is not a directory; name a directory");
        says(fs.move_to(outer, b"gone", root, b"x"), "no such name in the directory");
        assert!(fs.move_to(outer, b"inner", root, b"inner").is_ok());
        assert_eq!((fs.find("/inner").unwrap(), fs.stat(outer).unwrap().links), (inner, 2));
        assert!(fs.check().is_empty(), "{:?}", fs.check());
    }
}

#[test]
fn media_that_hold_no_aggregate() {
    says(FileSystem::open(Medium::default()), "no aggregate is here: its first block is damaged or was never written");
    let fs = offline(Version::V1_5);
    let mut medium = fs.medium().clone();
    let mut first = *medium.read(0);
    first[5] ^= 1;
    medium.write(0, Rc::new(first));
    says(FileSystem::open(medium), "no aggregate is here: its first block is damaged or was never written");
}
