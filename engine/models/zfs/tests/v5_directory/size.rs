//! A million names in one directory.

use pathlength_zfs::directory::{Aggregate, Counts, Directory, Fid, Name, ObjectKind, V5Directory};

const NAMES: u32 = 1_000_000;

/// Calls `each` with every name and its number, in an order unrelated to that of the names.
fn for_all(mut each: impl FnMut(Name<'_>, u32)) {
    let mut text = String::new();
    for n in (0..NAMES).map(|n| (u64::from(n) * 611_953 % u64::from(NAMES)) as u32) {
        use std::fmt::Write;
        text.clear();
        write!(text, "payroll.2015.08.{n:06}.dat").expect("a string takes all");
        each(Name::new(text.as_bytes()).expect("a good name"), n);
    }
}

fn fid(n: u32) -> Fid {
    Fid { index: n, unique: !n }
}

#[test]
fn million_names_are_added_and_removed() {
    let mut store = Aggregate::new(u32::MAX);
    let mut directory = V5Directory::create(&mut store, None).expect("space for a page");
    let blocks = store.blocks_in_use();
    let mut counts = Counts::default();
    for_all(|name, n| directory.create(&mut store, name, fid(n), ObjectKind::File, &mut counts).expect("a new name"));
    let full = directory.stat(&store);
    assert_eq!((full.names, full.levels), (u64::from(NAMES), 3));
    assert!((2_500..6_000).contains(&full.pages), "{} pages", full.pages);
    assert_eq!(u64::from(full.pages), 1 + counts.pages_added - counts.pages_freed);

    counts = Counts::default();
    for_all(|name, n| assert_eq!(directory.lookup(&store, name, &mut counts), Ok(fid(n))));
    assert_eq!(counts.pages_probed, u64::from(NAMES), "one entry page per lookup");
    assert_eq!(counts.page_locks, u64::from(NAMES));
    assert_eq!(counts.directory_locks, 0);
    assert_eq!(counts.levels_descended, 2 * u64::from(NAMES));
    assert!(counts.names_compared < u64::from(NAMES) * 102 / 100, "{} compared", counts.names_compared);
    assert!(counts.pieces_walked < u64::from(NAMES) * 3, "{} slots passed", counts.pieces_walked);

    // Nine in ten names are removed: the remaining pages must be merged.
    for_all(|name, n| {
        if n % 10 != 0 {
            assert_eq!(directory.remove(&mut store, name, ObjectKind::File, &mut counts), Ok(fid(n)));
        }
    });
    assert_eq!(directory.salvage(&store), []);
    let thin = directory.stat(&store);
    assert_eq!(thin.names, u64::from(NAMES / 10));
    assert!(thin.pages < full.pages / 3, "{} of {} pages are left", thin.pages, full.pages);
    assert!(counts.merges > 0);

    for_all(|name, n| {
        if n % 10 == 0 {
            assert_eq!(directory.remove(&mut store, name, ObjectKind::File, &mut counts), Ok(fid(n)));
        }
    });
    let empty = directory.stat(&store);
    assert_eq!((empty.names, empty.pages, empty.levels), (0, 1, 1));
    assert_eq!(store.blocks_in_use(), blocks, "every page is freed");
    assert_eq!(directory.salvage(&store), []);
}
