//! Power failures after every write of a conversion.

use crate::{assert_sound, mount, mounted};
use pathlength_zfs::aggregate::{FileSystem, FormatOptions, Medium, Version, Write};
use pathlength_zfs::directory::{Fid, Format};
use std::rc::Rc;

/// Calls `look` with the medium of every crash state: after none of the writes, after the first, and so on.
fn for_each_crash(before: &Medium, writes: &[Write], mut look: impl FnMut(usize, Medium)) {
    let mut medium = before.clone();
    look(0, medium.clone());
    for (at, write) in writes.iter().enumerate() {
        medium.write(write.block, Rc::clone(&write.bytes));
        look(at + 1, medium.clone());
    }
}

/// Returns a v5 directory with this number of names in an aggregate with space for both formats.
pub(crate) fn directory_of(names: u32) -> (FileSystem, Fid) {
    let mut options = FormatOptions::new(600 + names / 10, Version::V1_5);
    options.log_blocks = 256;
    let mut fs = mounted(options);
    let directory = fs.make_directory(fs.root(), b"large").unwrap();
    for name in 0..names {
        fs.create_file(directory, format!("a-name-of-20-b-{name:05}").as_bytes(), 0).unwrap();
    }
    (fs, directory)
}

/// Converts the directory and checks every crash state of the conversion.
fn convert_with_crashes(fs: &mut FileSystem, directory: Fid, to: Format) {
    fs.sync().unwrap();
    fs.checkpoint();
    let before = fs.medium().clone();
    let old = FileSystem::open(before.clone()).unwrap();
    assert_sound(&old);
    let names = fs.list(directory).unwrap();

    fs.medium_mut().record();
    let conversion = fs.convert(directory, to).unwrap();
    fs.checkpoint();
    let writes = fs.medium().recorded_writes().to_vec();
    let mut new = FileSystem::open(fs.medium().clone()).unwrap();
    assert_sound(&new);
    assert_eq!(new.stat(directory).unwrap().format, to);
    mount(&mut new);
    let sorted = |mut names: Vec<(Vec<u8>, Fid)>| {
        names.sort();
        names
    };
    assert_eq!(sorted(new.list(directory).unwrap()), sorted(names), "the same names have the same objects");
    assert!(writes.len() > conversion.blocks_after as usize, "each block of the new format is written");

    // Both states are sound, so a state equal to one of them is also sound.
    let mut first_new = None;
    for_each_crash(&before, &writes, |crash, medium| {
        let found = FileSystem::open(medium).unwrap();
        let is_new = found.is_same_as(&new);
        assert!(is_new || found.is_same_as(&old), "after {crash} writes, the format is neither of the two");
        if is_new {
            first_new.get_or_insert(crash);
        } else {
            assert_eq!(first_new, None, "after {crash} writes, the format is the old one again");
        }
    });
    let first_new = first_new.expect("after all writes the format is the new one");
    assert!(first_new > conversion.blocks_after as usize, "the new format is complete before it is used");
    assert!(first_new < writes.len(), "it is used as soon as it is in the log");
}

/// Converts a directory to v4 and back.
fn convert_both_ways(names: u32) {
    let (mut fs, directory) = directory_of(names);
    convert_with_crashes(&mut fs, directory, Format::V4);
    convert_with_crashes(&mut fs, directory, Format::V5);
}

#[test]
fn conversion_2000_names_any_crash_leaves_one_format() {
    convert_both_ways(2_000);
}

#[test]
fn conversion_20000_names_any_crash_leaves_one_format() {
    convert_both_ways(20_000);
}

#[test]
fn conversion_50000_names_any_crash_leaves_one_format() {
    convert_both_ways(50_000);
}

#[test]
fn recovery_with_any_crash_recovers_same_state() {
    let (mut fs, directory) = directory_of(2_000);
    fs.medium_mut().record();
    let before = fs.medium().clone();
    // Changes that are only in the log, and then a conversion, which first writes these changes to their home
    // locations.
    for name in 0..100 {
        fs.remove_file(directory, format!("a-name-of-20-b-{name:05}").as_bytes()).unwrap();
        fs.sync().unwrap();
    }
    fs.convert(directory, Format::V4).unwrap();
    let writes = fs.medium().recorded_writes().to_vec();
    for_each_crash(&before, &writes[..], |crash, medium| {
        if crash % 16 != 0 && crash + 20 < writes.len() {
            return;
        }
        let found = FileSystem::open(medium.clone()).unwrap();
        let mut recovering = medium.clone();
        recovering.record();
        recovering.recover().unwrap();
        for_each_crash(&medium, recovering.recorded_writes(), |second_crash, medium| {
            let recovered_again = FileSystem::open(medium).unwrap();
            assert!(recovered_again.is_same_as(&found), "after {crash} writes, and {second_crash} of the recovery");
        });
    });
}

#[test]
fn conversion_into_freed_blocks_is_not_overwritten_by_log() {
    let (mut fs, directory) = directory_of(300);
    fs.sync().unwrap();
    fs.checkpoint();
    let other = fs.make_directory(fs.root(), b"other").unwrap();
    for name in 0..300 {
        fs.create_file(other, format!("{name}").repeat(20).as_bytes(), 0).unwrap();
    }
    fs.sync().unwrap();
    for name in 0..300 {
        fs.remove_file(other, format!("{name}").repeat(20).as_bytes()).unwrap();
    }
    fs.remove_directory(fs.root(), b"other").unwrap();
    fs.sync().unwrap();
    let before = fs.medium().clone();
    fs.medium_mut().record();
    fs.convert(directory, Format::V4).unwrap();
    for_each_crash(&before, fs.medium().recorded_writes(), |_, medium| {
        assert_sound(&FileSystem::open(medium).unwrap());
    });
}
