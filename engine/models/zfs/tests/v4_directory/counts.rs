//! Sizes and counts of operations, compared with the geometry and with the reference model.

use super::reference_model::ReferenceModel;
use super::{Recorder, counted, create, fid, filled, name, new_directory, remove};
use pathlength_zfs::directory::{
    Cookie, Counts, Directory, DirectoryError, Event, Lock, Name, ObjectKind, V4Directory,
};

/// Returns names that consist of a letter and a zero-padded decimal number, `length` bytes in all.
fn numbered(length: usize, numbers: std::ops::Range<u32>) -> Vec<String> {
    numbers.map(|number| format!("f{number:0width$}", width = length - 1)).collect()
}

#[test]
fn pages_of_names_created_in_order_match_geometry() {
    let populations = [2_000, 10_000, 20_000, 50_000, 65_533];
    for (lengths, pages) in [
        ([7, 16], [8, 40, 80, 200, 262]),
        ([17, 48], [17, 81, 161, 401, 525]),
        ([49, 80], [25, 121, 241, 603, 790]),
        ([81, 112], [33, 162, 323, 807, 1_057]),
        ([241, 256], [75, 371, 741, 1_852, 2_428]),
    ] {
        for length in lengths {
            for (population, pages) in populations.into_iter().zip(pages) {
                let (store, directory) = filled(&numbered(length, 0..population));
                let stat = directory.stat(&store);
                assert_eq!(stat.pages, pages, "{population} names of {length} bytes");
                assert_eq!(stat.bytes, u64::from(pages) * 8192);
                assert_eq!(stat.names, u64::from(population));
            }
        }
    }
}

#[test]
fn full_page_has_names_of_geometry() {
    for (length, per_page) in [(16, 251), (48, 125), (80, 83), (112, 62), (256, 27)] {
        let (store, directory) = filled(&numbered(length, 0..600));
        let report = directory.page_report(&store, 1).expect("a second page");
        assert_eq!(report.entries.len(), per_page, "names of {length} bytes");
        assert_eq!(report.used_pieces + report.free_pieces, 251);
    }
}

fn means(counts: Counts, operations: usize) -> (f64, f64) {
    (counts.pages_probed as f64 / operations as f64, counts.names_compared as f64 / operations as f64)
}

/// Checks the mean numbers of pages probed and names compared for all names, for the 2,000 created last, and for 2,000
/// missing names.
///
/// Page probes follow from the geometry alone: names created in order fill page after page. Comparisons depend on how
/// evenly names hash; any pattern of numbers spreads almost evenly, so a whole scan compares N / 128 names.
#[test]
fn lookup_probes_and_compares_match_geometry() {
    // Name length, number of names, number of pages, and names on the first page and on each other page.
    for (length, population, pages, on_first, on_others) in
        [(7, 2_000, 8, 249, 251), (7, 20_000, 80, 249, 251), (20, 20_000, 161, 124, 125), (55, 20_000, 241, 83, 83)]
    {
        let names = numbered(length, 0..population);
        let (store, mut directory) = filled(&names);
        let page_of = |index: usize| if index < on_first { 1 } else { 2 + (index - on_first) / on_others };
        let mut look_up = |names: &[String]| {
            let ((), counts) = counted(|counts| {
                for asked in names {
                    let _ = directory.lookup(&store, name(asked), counts);
                }
            });
            (counts.pages_probed, means(counts, names.len()).1)
        };
        let probes = |range: std::ops::Range<usize>| range.map(page_of).sum::<usize>() as u64;

        let all = look_up(&names);
        assert_eq!(all.0, probes(0..names.len()), "{population} names of {length} bytes");
        let tail = names.len() - 2_000;
        let last = look_up(&names[tail..]);
        assert_eq!(last.0, probes(tail..names.len()));
        let absent = look_up(&numbered(length, population..population + 2_000));
        assert_eq!(absent.0, 2_000 * pages);

        // On average, a hit compares half of the names in a chain of its page, and a chain has N / pages / 128 names.
        let per_page = f64::from(population) / 128.0 / pages as f64;
        for (found, probes, operations) in [(all, all.0, names.len()), (last, last.0, 2_000), (absent, absent.0, 2_000)]
        {
            let expected = probes as f64 / operations as f64 * per_page;
            assert!((found.1 - expected).abs() < 0.02 * expected + 1.0, "{} compares, expected {expected}", found.1);
        }
    }
}

/// The means of the whole population are close to means of random samples of names, which were computed elsewhere. The
/// samples from all names deviate most; if every name is looked up, first fit fixes the mean page at half of all pages.
#[test]
fn lookup_means_are_near_sampled_means() {
    for (length, population, all, last, absent) in [
        (7, 2_000, (4.4, 8.2), (4.7, 8.8), (8.0, 15.4)),
        (7, 20_000, (38.7, 75.0), (76.4, 149.0), (80.0, 156.0)),
        (7, 50_000, (94.0, 185.0), (196.0, 384.0), (200.0, 390.0)),
        (20, 20_000, (77.0, 75.0), (153.0, 149.0), (161.0, 156.0)),
        (20, 50_000, (189.0, 185.0), (393.0, 386.0), (401.0, 388.0)),
        (55, 50_000, (284.0, 184.0), (592.0, 384.0), (603.0, 390.0)),
    ] {
        let names = numbered(length, 0..population);
        let (store, mut directory) = filled(&names);
        let every = names.iter().step_by(names.len() / 2_000).cloned().collect();
        let tail = names[names.len() - 2_000..].to_vec();
        let unknown = numbered(length, population..population + 500);
        for (asked, sample, tolerance) in [(every, all, 0.07), (tail, last, 0.05), (unknown, absent, 0.02)] {
            let ((), counts) = counted(|counts| {
                for asked in &asked {
                    let _ = directory.lookup(&store, name(asked), counts);
                }
            });
            let (probes, compares) = means(counts, asked.len());
            assert!((probes - sample.0).abs() <= tolerance * sample.0, "{probes} probes, sampled {}", sample.0);
            assert!((compares - sample.1).abs() <= tolerance * sample.1, "{compares} compares, sampled {}", sample.1);
        }
    }
}

#[test]
fn counts_equal_those_of_reference_model() {
    let names: Vec<String> = (0..1_500).map(|number| format!("{number:0width$}", width = 5 + number % 60)).collect();
    let (mut store, mut directory) = new_directory(u32::MAX);
    let mut reference = ReferenceModel::new();
    let mut counts = Counts::default();
    for (created, index) in names.iter().zip(0..) {
        directory.create(&mut store, name(created), fid(index), ObjectKind::File, &mut counts).expect("a new name");
        assert!(reference.create(created.as_bytes()));
    }
    for removed in names.iter().step_by(3) {
        directory.remove(&mut store, name(removed), ObjectKind::File, &mut counts).expect("the name is there");
        assert!(reference.remove(removed.as_bytes()));
    }
    for asked in &names {
        let there = directory.lookup(&store, name(asked), &mut counts).is_ok();
        assert_eq!(there, reference.lookup(asked.as_bytes()));
    }
    assert_eq!(counts.pages_probed, reference.counts.probed);
    assert_eq!(counts.names_compared, reference.counts.compared);
    assert_eq!(counts.pieces_walked, reference.counts.walked);
    assert_eq!(counts.directory_locks, 1_500 + 500 + 1_500);
}

/// Buckets computed separately from this code; the last four names have a hash that is negative as an `i32`.
#[test]
fn bucket_of_name_matches_known_values() {
    let names: [(&[u8], u8); 8] = [
        (b"a", 97),
        (b"ab", 111),
        (b"report", 20),
        (b"minutes.txt", 15),
        (b"payroll", 33),
        (b"f000000", 106),
        (b"\xff\xfe\xfd\xfc\xfb\xfa", 9),
        (b"f0030074", 0),
    ];
    let (mut store, mut directory) = new_directory(100);
    for (entered, _) in names {
        directory.create(&mut store, name(entered), fid(1), ObjectKind::File, &mut ()).expect("space");
    }
    let report = directory.page_report(&store, 0).expect("a page");
    let buckets: Vec<(&[u8], u8)> = report.entries[2..].iter().map(|entry| (&entry.name[..], entry.bucket)).collect();
    assert_eq!(buckets, names);
}

#[test]
fn create_after_missed_lookup_does_not_search_again() {
    let (mut store, mut directory) = filled(&numbered(7, 0..2_000));
    let (missed, first) = counted(|counts| directory.lookup(&store, name("new"), counts));
    assert_eq!(missed, Err(DirectoryError::NotFound));
    assert_eq!((first.pages_probed, first.lookup_cache_hits), (8, 0));

    let (made, second) = counted(|counts| directory.create(&mut store, name("new"), fid(1), ObjectKind::File, counts));
    assert_eq!(made, Ok(()));
    let nothing_searched =
        Counts { directory_locks: 1, lookup_cache_hits: 1, bytes_copied: 3, blocks_logged: 2, ..Counts::default() };
    assert_eq!(second, nothing_searched);

    let (found, third) = counted(|counts| directory.lookup(&store, name("new"), counts));
    assert_eq!(found, Ok(fid(1)));
    assert_eq!((third.pages_probed, third.lookup_cache_hits), (8, 0), "the create has changed the directory");
    let (found, fourth) = counted(|counts| directory.lookup(&store, name("new"), counts));
    assert_eq!(found, Ok(fid(1)));
    assert_eq!((fourth.pages_probed, fourth.lookup_cache_hits), (0, 1));
    let (gone, fifth) = counted(|counts| directory.remove(&mut store, name("new"), ObjectKind::File, counts));
    assert_eq!(gone, Ok(fid(1)));
    assert_eq!((fifth.pages_probed, fifth.lookup_cache_hits), (0, 1));
    assert_eq!(directory.lookup(&store, name("new"), &mut ()), Err(DirectoryError::NotFound));
    assert_eq!(directory.salvage(&store), []);
}

#[test]
fn lookup_cache_is_cleared_by_other_operations() {
    let (mut store, mut directory) = filled(&numbered(7, 0..500));
    let lookup = |store: &_, directory: &mut V4Directory, asked: &str| {
        counted(|counts| directory.lookup(store, name(asked), counts)).1.lookup_cache_hits
    };
    assert_eq!(lookup(&store, &mut directory, "f000001"), 0);
    assert_eq!(lookup(&store, &mut directory, "f000001"), 1);
    assert_eq!(lookup(&store, &mut directory, "f000002"), 0, "another name");
    assert_eq!(lookup(&store, &mut directory, "f000001"), 0, "the other name has taken its place");
    super::list_from(&store, &mut directory, Cookie::START);
    assert_eq!(lookup(&store, &mut directory, "f000001"), 0, "a listing");
    create(&mut store, &mut directory, "f999999", 7).expect("space");
    assert_eq!(lookup(&store, &mut directory, "f000001"), 0, "a create");
    remove(&mut store, &mut directory, "f999999").expect("it is there");
    assert_eq!(lookup(&store, &mut directory, "f000001"), 0, "a remove");
    directory.rename(&mut store, name("f000003"), name("g"), &mut ()).expect("space");
    assert_eq!(lookup(&store, &mut directory, "f000001"), 0, "a rename");

    let long = "sixteen-byte-nam";
    create(&mut store, &mut directory, long, 9).expect("space");
    assert_eq!(lookup(&store, &mut directory, long) + lookup(&store, &mut directory, long), 0, "16 bytes are too long");
    let fifteen = &long[..15];
    assert_eq!(lookup(&store, &mut directory, fifteen) + lookup(&store, &mut directory, fifteen), 1);
}

#[test]
fn lookup_of_dot_does_not_search() {
    let (store, mut directory) = new_directory(100);
    let (found, counts) = counted(|counts| directory.lookup(&store, Name::DOT, counts));
    assert_eq!(found, Ok(directory.fid(&store)));
    assert_eq!(counts, Counts { directory_locks: 1, ..Counts::default() });
    let (found, counts) = counted(|counts| directory.lookup(&store, Name::DOT_DOT, counts));
    assert_eq!(found, Ok(directory.fid(&store)), "a root directory is its own parent");
    assert_eq!(counts.pages_probed, 1);
}

#[test]
fn changed_blocks_are_logged_once() {
    let logged = |recorder: &Recorder| -> Vec<u32> {
        recorder.0.iter().filter_map(|e| if let Event::BlockLogged(block) = e { Some(*block) } else { None }).collect()
    };
    let names = numbered(16, 0..249);
    let (mut store, mut directory) = filled(&names);
    let page = directory.page_report(&store, 0).expect("a page").block;

    let mut recorder = Recorder::default();
    directory.create(&mut store, name("next page"), fid(1), ObjectKind::Directory, &mut recorder).expect("space");
    let second = directory.page_report(&store, 1).expect("a second page").block;
    let blocks = logged(&recorder);
    assert!(recorder.0.contains(&Event::PageAdded(second)));
    assert_eq!(recorder.0[0], Event::DirectoryLocked(Lock::Exclusive));
    assert_eq!(blocks.len(), 3, "the page, its map block and the anode's block: {blocks:?}");
    assert_eq!(blocks[0], second);
    let anode = blocks[2];

    let mut recorder = Recorder::default();
    directory.rename(&mut store, name(&names[0]), name("next page"), &mut recorder).expect("both are there");
    assert_eq!(logged(&recorder), [second, page, anode]);
    let mut recorder = Recorder::default();
    directory.rename(&mut store, name(&names[1]), name(&names[2]), &mut recorder).expect("both are there");
    assert_eq!(logged(&recorder), [page, anode]);
    let mut recorder = Recorder::default();
    directory.rename(&mut store, name(&names[2]), name(&names[2]), &mut recorder).expect("it is there");
    assert_eq!(logged(&recorder), [0_u32; 0]);
    assert_eq!(directory.salvage(&store), []);
}
