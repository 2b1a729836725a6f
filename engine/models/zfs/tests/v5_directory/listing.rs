//! A listing that is interrupted by changes lists every unchanged name exactly once.

use pathlength_zfs::directory::{Aggregate, Cookie, Counts, Directory, Fid, Name, ObjectKind, V5Directory};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn checked(name: &str) -> Name<'_> {
    Name::new(name.as_bytes()).expect("a good name")
}

fn add(store: &mut Aggregate, directory: &mut V5Directory, name: &str, counts: &mut Counts) {
    directory.create(store, checked(name), Fid::default(), ObjectKind::File, counts).expect("there is space");
}

fn remove(store: &mut Aggregate, directory: &mut V5Directory, name: &str, counts: &mut Counts) {
    directory.remove(store, checked(name), ObjectKind::File, counts).expect("the name is there");
}

/// Lists everything, `at_once` entries per call, and calls `between` between the calls to change the directory.
fn list(
    store: &mut Aggregate,
    directory: &mut V5Directory,
    at_once: usize,
    mut between: impl FnMut(&mut Aggregate, &mut V5Directory, usize),
) -> BTreeMap<Vec<u8>, usize> {
    let mut listed = BTreeMap::new();
    let mut cookie = Some(Cookie::START);
    let mut call = 0;
    while let Some(from) = cookie {
        let mut left = at_once;
        let mut visit = |entry: pathlength_zfs::directory::Entry<'_>| {
            *listed.entry(entry.name.to_vec()).or_insert(0) += 1;
            left -= 1;
            left > 0
        };
        cookie = directory.readdir(store, from, &mut visit, &mut ()).expect("a sound directory");
        between(store, directory, call);
        call += 1;
    }
    listed
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn listing_during_changes_returns_unchanged_names_once(
        stay in 1_usize..1500,
        come_and_go in 0_usize..3000,
        at_once in 1_usize..300,
        grow in any::<bool>(),
    ) {
        let mut store = Aggregate::new(10_000);
        let mut directory = V5Directory::create(&mut store, None).expect("space for a page");
        let mut counts = Counts::default();
        let staying: Vec<_> = (0..stay).map(|n| format!("stays.{n}")).collect();
        let others: Vec<_> = (0..come_and_go).map(|n| format!("comes.and.goes.with.a.longer.name.{n}")).collect();
        for name in &staying {
            add(&mut store, &mut directory, name, &mut counts);
        }
        if !grow {
            for name in &others {
                add(&mut store, &mut directory, name, &mut counts);
            }
        }
        let calls = (stay + if grow { 0 } else { come_and_go }) / at_once + 1;
        // Makes enough changes per call that all of them happen in about the first quarter of the listing.
        let a_call = 4 * come_and_go.div_ceil(calls).max(1);
        let mut others = others.chunks(a_call);
        let mut during = Counts::default();
        let listed = list(&mut store, &mut directory, at_once, |store, directory, _| {
            for name in others.next().unwrap_or_default() {
                if grow {
                    add(store, directory, name, &mut during);
                } else {
                    remove(store, directory, name, &mut during);
                }
            }
        });
        for name in staying.iter().map(String::as_bytes).chain([&b"."[..], b".."]) {
            prop_assert_eq!(listed.get(name), Some(&1), "{}", name.escape_ascii());
        }
        prop_assert!(listed.values().all(|&times| times == 1), "no name is listed twice");
        if come_and_go > 2000 && stay < 200 {
            prop_assert!(during.splits + during.merges > 0, "the pages changed in the meantime");
        }
        prop_assert_eq!(directory.salvage(&store), []);
    }
}

#[test]
fn readdir_with_any_cookie_succeeds() {
    let mut store = Aggregate::new(1000);
    let mut directory = V5Directory::create(&mut store, None).expect("space for a page");
    let mut counts = Counts::default();
    for n in 0..2000 {
        add(&mut store, &mut directory, &format!("name.{n}"), &mut counts);
    }
    let mut at_cookie = |cookie: u64| {
        let mut listed = 0;
        let mut visit = |_: pathlength_zfs::directory::Entry<'_>| {
            listed += 1;
            true
        };
        assert_eq!(directory.readdir(&store, Cookie(cookie), &mut visit, &mut ()), Ok(None));
        listed
    };
    assert_eq!([at_cookie(0), at_cookie(1), at_cookie(2)], [2002, 2001, 2000]);
    assert_eq!(at_cookie(u64::MAX), 0);
    let mut last = 2000;
    for part in 1..1000 {
        let listed = at_cookie(u64::MAX / 1000 * part);
        assert!(listed <= last, "a later cookie lists no more");
        last = listed;
    }
}
