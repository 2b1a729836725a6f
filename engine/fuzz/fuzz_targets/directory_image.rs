//! Any bytes are read as a directory image or refused; salvage, search, and listing end for every image.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pathlength_zfs::directory::{Aggregate, AnyDirectory, Cookie, Directory, DirectoryImage, Fid, Format, Name};

/// Maximum number of listed names: a damaged image can have cycles.
const MAX_LISTED: u32 = 100_000;

fn use_all(directory: &mut impl Directory, store: &Aggregate) {
    let _ = directory.salvage(store);
    let _ = directory.lookup(store, Name::new(b"a").expect("a name"), &mut ());
    let mut listed = 0;
    let mut visit = |_: pathlength_zfs::directory::Entry<'_>| {
        listed += 1;
        listed < MAX_LISTED
    };
    let _ = directory.readdir(store, Cookie::START, &mut visit, &mut ());
}

fuzz_target!(|input: (bool, Vec<(u32, u8)>)| {
    let (is_v4, changes) = input;
    let mut store = Aggregate::new(u32::MAX);
    let format = if is_v4 { Format::V4 } else { Format::V5 };
    let mut directory = AnyDirectory::empty(&mut store, format).expect("space");
    let names = ["a", "b", "long.name.of.a.report.2026", "x"];
    let names = (1..).zip(&names).map(|(index, name)| (Name::new(name.as_bytes()).expect("a name"), Fid { index, unique: 1 }));
    match &mut directory {
        AnyDirectory::V4(directory) => directory.fill(&mut store, names).expect("space"),
        AnyDirectory::V5(directory) => directory.fill(&mut store, names).expect("space"),
    }
    let mut bytes = Vec::new();
    DirectoryImage::write(&store, &directory, &mut bytes).expect("memory");
    let sound = bytes.clone();
    for (at, change) in changes {
        let at = at as usize % bytes.len();
        bytes[at] ^= change;
    }
    match DirectoryImage::read(&bytes) {
        Err(error) => assert!(bytes != sound && !error.to_string().is_empty()),
        Ok(mut image) => {
            assert_eq!(image.damage.is_empty(), bytes == sound);
            match &mut image.directory {
                AnyDirectory::V4(directory) => use_all(directory, &image.store),
                AnyDirectory::V5(directory) => use_all(directory, &image.store),
            }
        }
    }
});
