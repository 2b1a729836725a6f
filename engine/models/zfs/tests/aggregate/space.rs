//! Allocating and freeing space.

use crate::{assert_sound, mounted, small};
use pathlength_zfs::aggregate::{FileSystem, FileSystemError, FormatOptions, Growth, GrowthBlocker, Version};
use pathlength_zfs::directory::{Format, Object};

#[test]
fn free_kilobytes_are_sum_of_blocks_and_fragments() {
    let mut fs = small(Version::V1_5);
    let free = fs.free_kilobytes();
    assert_eq!(fs.free_fragments(), 0);
    fs.create_file(fs.root(), b"a", 3).unwrap();
    // Three fragments of a block; the block of the anode table was already allocated.
    assert_eq!((fs.free_kilobytes(), fs.free_fragments()), (free - 3, 5));
    fs.create_file(fs.root(), b"b", 5).unwrap();
    assert_eq!((fs.free_kilobytes(), fs.free_fragments()), (free - 8, 0), "both share one block");
    fs.create_file(fs.root(), b"c", 17).unwrap();
    // Two blocks, a block for their block list, and one fragment of a fourth block.
    assert_eq!((fs.free_kilobytes(), fs.free_fragments()), (free - 8 - 3 * 8 - 1, 7));
    let info = fs.aggregate_info();
    assert_eq!(info.free_kilobytes, u64::from(info.free_blocks) * 8 + info.free_fragments);
    assert_eq!(info.total_kilobytes, 1600);
    assert_sound(&fs);
    for name in [b"a", b"b", b"c"] {
        fs.remove_file(fs.root(), name).unwrap();
    }
    assert_eq!(fs.free_kilobytes(), free);
    assert_sound(&fs);
}

#[test]
fn free_fragments_are_same_after_reopening() {
    let mut fs = small(Version::V1_5);
    fs.create_file(fs.root(), b"a", 3).unwrap();
    fs.unmount().unwrap();
    let fs = FileSystem::open(fs.medium().clone()).unwrap();
    assert_eq!(fs.free_fragments(), 5);
    assert_sound(&fs);
}

#[test]
fn removed_names_free_pages_of_v5_but_not_of_v4() {
    for (version, frees_pages) in [(Version::V1_4, false), (Version::V1_5, true)] {
        let mut fs = small(version);
        let directory = fs.make_directory(fs.root(), b"d").unwrap();
        let names: Vec<String> = (0..400).map(|name| format!("{name:03}{}{name:03}", "x".repeat(40))).collect();
        for name in &names {
            fs.create_file(directory, name.as_bytes(), 0).unwrap();
        }
        let full = fs.stat(directory).unwrap().pages;
        for name in &names {
            fs.remove_file(directory, name.as_bytes()).unwrap();
        }
        let empty = fs.stat(directory).unwrap().pages;
        assert_eq!(empty < full, frees_pages, "{full} pages, then {empty}");
        fs.remove_directory(fs.root(), b"d").unwrap();
        assert_sound(&fs);
    }
}

#[test]
fn freed_anode_is_reused_with_another_unique_number() {
    let mut fs = small(Version::V1_5);
    let first = fs.create_file(fs.root(), b"a", 0).unwrap();
    fs.remove_file(fs.root(), b"a").unwrap();
    let second = fs.make_directory(fs.root(), b"b").unwrap();
    assert_eq!(first.index, second.index);
    assert_ne!(first, second);
    assert_eq!((fs.object(first), fs.object(second)), (None, Some(Object::Directory(Format::V5))));
}

#[test]
fn rename_over_empty_subdirectory_removes_its_link() {
    for version in [Version::V1_4, Version::V1_5] {
        let mut fs = small(version);
        let root = fs.root();
        let first = fs.make_directory(root, b"first").unwrap();
        fs.make_directory(root, b"second").unwrap();
        assert_eq!(fs.stat(root).unwrap().links, 4);
        let free = fs.free_blocks();
        fs.rename(root, b"first", b"second").unwrap();
        assert_eq!(fs.stat(root).unwrap().links, 3);
        assert_eq!(fs.lookup(root, b"second"), Ok(first));
        assert!(fs.free_blocks() > free, "the blocks of the replaced directory are free");
        assert_sound(&fs);
    }
}

#[test]
fn rename_over_other_kind_of_object_is_refused() {
    let mut fs = small(Version::V1_5);
    let root = fs.root();
    let directory = fs.make_directory(root, b"directory").unwrap();
    fs.create_file(root, b"file", 1).unwrap();
    assert_eq!(fs.rename(root, b"file", b"directory"), Err(FileSystemError::IsADirectory));
    assert_eq!(fs.rename(root, b"directory", b"file"), Err(FileSystemError::NotADirectory));
    fs.make_directory(root, b"other").unwrap();
    fs.create_file(directory, b"in it", 0).unwrap();
    assert_eq!(fs.rename(root, b"other", b"directory"), Err(FileSystemError::NotEmpty));
    assert_sound(&fs);
}

#[test]
fn full_aggregate_grows_until_volumes_are_full() {
    let mut options = FormatOptions::new(60, Version::V1_5);
    options.growth = Growth { by_blocks: 7, to_blocks: 90 };
    let mut fs = mounted(options);
    let error = (0..).find_map(|name: u32| fs.create_file(fs.root(), name.to_string().as_bytes(), 8).err());
    assert_eq!(error, Some(FileSystemError::Full { growth: GrowthBlocker::VolumesFull }));
    assert_eq!((fs.size_blocks(), fs.free_blocks() < 2), (90, true));
    assert_sound(&fs);
    fs.unmount().unwrap();
    let opened = FileSystem::open(fs.medium().clone()).unwrap();
    assert_eq!((opened.size_blocks(), opened.free_blocks()), (90, fs.free_blocks()));
    assert_sound(&opened);
}

#[test]
fn create_file_without_room_allocates_nothing() {
    let mut fs = small(Version::V1_5);
    let free = fs.free_kilobytes();
    assert_eq!(fs.create_file(fs.root(), b"a", 2000), Err(FileSystemError::Full { growth: GrowthBlocker::Off }));
    assert_eq!(fs.free_kilobytes(), free);
    assert_sound(&fs);
}
