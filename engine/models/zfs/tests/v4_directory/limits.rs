//! Limits of a v4 directory; a refused operation changes nothing.

use super::{bytes_of, create, fid, filled, list_from, name, new_directory, remove};
use pathlength_zfs::directory::{Aggregate, Cookie, Directory, DirectoryError, ObjectKind, V4Directory};

#[test]
fn create_subdirectory_at_max_links_is_refused() {
    let (mut store, mut directory) = new_directory(u32::MAX);
    let mut make = |store: &mut Aggregate, number: u32, kind| {
        let bytes = format!("{number:06}");
        directory.create(store, name(&bytes), fid(number), kind, &mut ())
    };
    for number in 0..65_533 {
        make(&mut store, number, ObjectKind::Directory).expect("65,533 subdirectories are allowed");
    }
    let before = bytes_of(&store);
    let refused = make(&mut store, 65_533, ObjectKind::Directory);
    assert_eq!(refused, Err(DirectoryError::TooManySubdirectories { limit: 65_533 }));
    assert!(bytes_of(&store) == before);
    make(&mut store, 65_534, ObjectKind::File).expect("a file does not count as a link");
    directory.remove(&mut store, name("000007"), ObjectKind::Directory, &mut ()).expect("it is there");
    directory.create(&mut store, name("again"), fid(7), ObjectKind::Directory, &mut ()).expect("one was removed");
    assert_eq!(directory.stat(&store).links, 65_535);
    assert_eq!(directory.salvage(&store), []);
}

#[test]
fn create_in_full_aggregate_changes_nothing() {
    let blocks = 9;
    let (mut store, mut directory) = new_directory(blocks);
    let full = DirectoryError::AggregateFull { blocks };
    let mut number = 0;
    let refused = loop {
        let before = bytes_of(&store);
        if let Err(refused) = create(&mut store, &mut directory, &format!("{number:06}"), number) {
            assert!(bytes_of(&store) == before);
            break refused;
        }
        number += 1;
    };
    assert_eq!(refused, full);
    // The header, the anode's block, and two blocks of the map; five blocks are left for pages.
    assert_eq!(number, 5 * 251 - 2);
    let before = bytes_of(&store);
    let long = "long".repeat(10);
    assert_eq!(directory.rename(&mut store, name("000001"), name(&long), &mut ()), Err(full.clone()));
    assert_eq!(directory.fill(&mut store, [(name(&long), fid(1))]), Err(full));
    assert!(bytes_of(&store) == before);
    assert_eq!(directory.salvage(&store), []);
    assert_eq!(list_from(&store, &mut directory, Cookie::START).len(), number as usize + 2);

    remove(&mut store, &mut directory, "000500").expect("it is there");
    create(&mut store, &mut directory, "fits now", 1).expect("a piece is free");
}

#[test]
fn new_directory_without_room_allocates_nothing() {
    for blocks in 1..5 {
        let mut store = Aggregate::new(blocks);
        let refused = V4Directory::create(&mut store, None);
        assert_eq!(refused.err(), Some(DirectoryError::AggregateFull { blocks }));
        assert_eq!(store.blocks_in_use(), 1);
    }
    V4Directory::create(&mut Aggregate::new(5), None).expect("five blocks are enough");
}

/// Returns names of 256 bytes: 27 fit on each page, including the first page, which also contains `.` and `..`.
fn long_names(pages: u32) -> Vec<String> {
    (0..pages * 27).map(|number| format!("{number:0256}")).collect()
}

#[test]
fn page_2049_needs_second_map_block() {
    let names = long_names(2_049);
    let one_page_less = &names[..2_048 * 27];
    // The header, the anode's block, the root map block, one map block, 2,048 pages, and one more block.
    let blocks = 2_053;
    let (mut store, mut directory) = new_directory(blocks);
    directory.fill(&mut store, one_page_less.iter().map(|bytes| (name(bytes), fid(1)))).expect("space");
    assert_eq!((directory.stat(&store).pages, store.available()), (2_048, 1));
    let refused = create(&mut store, &mut directory, &names[2_048 * 27], 1);
    assert_eq!(refused, Err(DirectoryError::AggregateFull { blocks }));
    assert_eq!((directory.stat(&store).pages, store.available()), (2_048, 1));
    assert_eq!(directory.salvage(&store), []);

    let (store, mut directory) = filled(&names);
    assert_eq!(directory.stat(&store).pages, 2_049);
    assert_eq!(directory.salvage(&store), []);
    let last = names.len() - 1;
    assert_eq!(directory.lookup(&store, name(&names[last]), &mut ()), Ok(fid(last as u32)));
}

#[test]
fn create_beyond_65536_pages_is_refused() {
    let (mut store, mut directory) = filled(&long_names(65_536));
    assert_eq!(directory.stat(&store).pages, 65_536);
    let refused = create(&mut store, &mut directory, &"y".repeat(256), 1);
    assert_eq!(refused, Err(DirectoryError::DirectoryFull));
    create(&mut store, &mut directory, &"y".repeat(100), 1).expect("each page has eight pieces left");
    assert_eq!(directory.salvage(&store), []);
}

#[test]
fn page_report_of_missing_page_is_refused() {
    let (store, directory) = new_directory(100);
    assert!(directory.page_report(&store, 0).is_ok());
    assert_eq!(directory.page_report(&store, 1), Err(DirectoryError::BadCookie { cookie: 8192 }));
    assert_eq!(
        directory.page_report(&store, u32::MAX),
        Err(DirectoryError::BadCookie { cookie: u64::from(u32::MAX) * 8192 })
    );
}
