//! The power goes after each single write of a conversion.

use crate::{assert_sound, mount, mounted};
use pathlength_zfs::aggregate::{FileSystem, FormatOptions, Medium, Version, Write};
use pathlength_zfs::directory::{Fid, Format};
use std::rc::Rc;

/// The media that a loss of power can leave: none of the writes done, the first, the first two, and so on.
fn every_cut(before: &Medium, writes: &[Write], mut look: impl FnMut(usize, Medium)) {
    let mut medium = before.clone();
    look(0, medium.clone());
    for (at, write) in writes.iter().enumerate() {
        medium.write(write.block, Rc::clone(&write.bytes));
        look(at + 1, medium.clone());
    }
}

/// A v5 directory with so many names in an aggregate that has room for both formats.
fn directory_of(names: u32) -> (FileSystem, Fid) {
    let mut options = FormatOptions::new(600 + names / 10, Version::V1_5);
    options.log_blocks = 256;
    let mut fs = mounted(options);
    let directory = fs.make_directory(fs.root(), b"large").unwrap();
    for name in 0..names {
        fs.create_file(directory, format!("a-name-of-20-b-{name:05}").as_bytes(), 0).unwrap();
    }
    (fs, directory)
}

/// Converts the directory, and looks at what each loss of power on the way leaves.
fn convert_with_cuts(fs: &mut FileSystem, directory: Fid, to: Format) {
    fs.sync().unwrap();
    fs.checkpoint();
    let before = fs.medium().clone();
    let old = FileSystem::open(before.clone()).unwrap();
    assert_sound(&old);
    let names = fs.list(directory).unwrap();

    fs.medium_mut().record();
    let conversion = fs.convert(directory, to).unwrap();
    fs.checkpoint();
    let writes = fs.medium().recorded().to_vec();
    let mut new = FileSystem::open(fs.medium().clone()).unwrap();
    assert_sound(&new);
    assert_eq!(new.stat(directory).unwrap().format, to);
    mount(&mut new);
    let sorted = |mut names: Vec<(Vec<u8>, Fid)>| {
        names.sort();
        names
    };
    assert_eq!(sorted(new.list(directory).unwrap()), sorted(names), "the same names stand for the same objects");
    assert!(writes.len() > conversion.blocks_after as usize, "each block of the new format is written");

    // Both are sound, so whatever is the same as one of them is sound, too.
    let mut first_new = None;
    every_cut(&before, &writes, |cut, medium| {
        let found = FileSystem::open(medium).unwrap();
        let is_new = found.is_same_as(&new);
        assert!(is_new || found.is_same_as(&old), "after {cut} writes it is neither the old nor the new one");
        if is_new {
            first_new.get_or_insert(cut);
        } else {
            assert_eq!(first_new, None, "after {cut} writes it is the old one again");
        }
    });
    let first_new = first_new.expect("with all writes done it is the new one");
    assert!(first_new > conversion.blocks_after as usize, "the new format is complete before it counts");
    assert!(first_new < writes.len(), "it counts as soon as it is in the log");
}

/// To v4 and back.
fn convert_both_ways(names: u32) {
    let (mut fs, directory) = directory_of(names);
    convert_with_cuts(&mut fs, directory, Format::V4);
    convert_with_cuts(&mut fs, directory, Format::V5);
}

#[test]
fn a_conversion_of_2_000_names_leaves_one_of_both_whenever_the_power_goes() {
    convert_both_ways(2_000);
}

#[test]
fn a_conversion_of_20_000_names_leaves_one_of_both_whenever_the_power_goes() {
    convert_both_ways(20_000);
}

#[test]
fn a_conversion_of_50_000_names_leaves_one_of_both_whenever_the_power_goes() {
    convert_both_ways(50_000);
}

#[test]
fn power_that_goes_during_recovery_changes_nothing_of_what_is_recovered() {
    let (mut fs, directory) = directory_of(2_000);
    fs.medium_mut().record();
    let before = fs.medium().clone();
    // Changes that wait in the log, and then a conversion that must get them out of its way.
    for name in 0..100 {
        fs.remove_file(directory, format!("a-name-of-20-b-{name:05}").as_bytes()).unwrap();
        fs.sync().unwrap();
    }
    fs.convert(directory, Format::V4).unwrap();
    let writes = fs.medium().recorded().to_vec();
    every_cut(&before, &writes[..], |cut, medium| {
        if cut % 16 != 0 && cut + 20 < writes.len() {
            return;
        }
        let found = FileSystem::open(medium.clone()).unwrap();
        let mut recovering = medium.clone();
        recovering.record();
        recovering.recover().unwrap();
        every_cut(&medium, recovering.recorded(), |again, medium| {
            let found_again = FileSystem::open(medium).unwrap();
            assert!(found_again.is_same_as(&found), "after {cut} writes, and {again} of the recovery");
        });
    });
}

#[test]
fn blocks_given_back_shortly_before_a_conversion_are_not_written_over_by_the_log() {
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
    every_cut(&before, fs.medium().recorded(), |_, medium| {
        assert_sound(&FileSystem::open(medium).unwrap());
    });
}
