//! Directory images: the round trip, and damage to every byte.

use pathlength_zfs::directory::{
    Aggregate, AnyDirectory, BLOCK_BYTES, Cookie, Directory, DirectoryError, DirectoryImage, Fid, Format, Name,
};
use proptest::prelude::*;

/// Evaluates an expression with a directory in either format.
macro_rules! with {
    ($any:expr, $directory:ident => $body:expr) => {
        match $any {
            AnyDirectory::V4($directory) => $body,
            AnyDirectory::V5($directory) => $body,
        }
    };
}

fn built(format: Format, names: &[Vec<u8>]) -> (Aggregate, AnyDirectory) {
    let mut store = Aggregate::new(u32::MAX);
    let mut directory = AnyDirectory::empty(&mut store, format).expect("space");
    let names = || (1..).zip(names).map(|(index, name)| (Name::new(name).expect("a name"), Fid { index, unique: 1 }));
    with!(&mut directory, directory => directory.fill(&mut store, names())).expect("space");
    (store, directory)
}

fn image_of(store: &Aggregate, directory: &AnyDirectory) -> Vec<u8> {
    let mut bytes = Vec::new();
    DirectoryImage::write(store, directory, &mut bytes).expect("memory");
    bytes
}

/// Returns the listing, the lookups of all names and of a missing name, and the statistics.
fn answers(
    store: &Aggregate,
    directory: &mut AnyDirectory,
    names: &[Vec<u8>],
) -> impl PartialEq + std::fmt::Debug + use<> {
    let mut listed = Vec::new();
    let mut visit = |entry: pathlength_zfs::directory::Entry<'_>| {
        listed.push((entry.name.to_vec(), entry.fid));
        true
    };
    with!(directory, directory => {
        let end = directory.readdir(store, Cookie::START, &mut visit, &mut ());
        let names = names.iter().map(Vec::as_slice).chain([&b"a missing name"[..]]);
        let found: Vec<_> =
            names.map(|name| directory.lookup(store, Name::new(name).expect("a name"), &mut ())).collect();
        (end, listed, found, directory.stat(store), directory.salvage(store))
    })
}

fn names(count: usize) -> Vec<Vec<u8>> {
    (0..count).map(|n| format!("order.{n:0width$}", width = 1 + n % 40).into_bytes()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn image_round_trip_equals_the_directory(
        names in proptest::collection::btree_set(proptest::collection::vec(1_u8..255, 1..60), 0..400),
        is_v4 in any::<bool>(),
    ) {
        let allowed = |name: &Vec<u8>| !name.contains(&b'/') && name != b"." && name != b"..";
        let names: Vec<_> = names.into_iter().filter(allowed).collect();
        let format = if is_v4 { Format::V4 } else { Format::V5 };
        let (store, mut directory) = built(format, &names);
        let bytes = image_of(&store, &directory);
        let mut image = DirectoryImage::read(&bytes).expect("an image");
        prop_assert!(image.damage.is_empty() && image.format() == format);
        let expected = answers(&store, &mut directory, &names);
        prop_assert!(answers(&image.store, &mut image.directory, &names) == expected);
        prop_assert_eq!(image_of(&image.store, &image.directory), bytes);
    }
}

#[test]
fn every_flipped_byte_is_a_sentence_or_a_reported_block() {
    for format in [Format::V4, Format::V5] {
        let (store, directory) = built(format, &names(300));
        let bytes = image_of(&store, &directory);
        let blocks = bytes.len() / (BLOCK_BYTES + 8);
        let first_block = bytes.len() - blocks * BLOCK_BYTES;
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            match DirectoryImage::read(&changed) {
                Err(error) => {
                    let error = error.to_string();
                    assert!(at < 36 && error.contains(": ") && !error.ends_with('.'), "byte {at}: {error}");
                }
                Ok(image) => {
                    let block = if at < first_block { (at - 36) / 8 } else { (at - first_block) / BLOCK_BYTES };
                    let reported: Vec<_> = image.damage.iter().map(|damage| damage.block as usize).collect();
                    assert_eq!(reported, [block], "byte {at}");
                    // Salvage and search return, whatever the block contains.
                    if at % 7 == 0 {
                        let mut directory = image.directory;
                        with!(&mut directory, directory => {
                            let _ = directory.salvage(&image.store);
                            let _: Result<Fid, DirectoryError> =
                                directory.lookup(&image.store, Name::new(b"order.7").expect("a name"), &mut ());
                        });
                    }
                }
            }
        }
    }
}

#[test]
fn cut_or_foreign_image_is_refused_with_reason() {
    let (store, directory) = built(Format::V5, &names(9));
    let bytes = image_of(&store, &directory);
    for length in [0, 7, 8, 27, 28, 35, 36, 40, bytes.len() - 1] {
        assert!(DirectoryImage::read(&bytes[..length]).is_err(), "{length}");
    }
    let error = |bytes: &[u8]| DirectoryImage::read(bytes).expect_err("an error").to_string();
    assert!(error(b"PLDIRIMG").starts_with("this is not a directory image"));
    assert!(error(&[&bytes[..], b"x"].concat()).contains("bytes after its header instead of"));
    assert!(error(&bytes[..30]).starts_with("the image is truncated in its header"));
}
