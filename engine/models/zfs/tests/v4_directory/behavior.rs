//! A v4 directory behaves like a sorted map, counts like the reference model, and lists unchanged names exactly once.

use super::reference_model::{ReferenceCounts, ReferenceModel};
use super::{bytes_of, create, fid, list_from, name, new_directory, remove};
use pathlength_zfs::directory::{Aggregate, Cookie, Counts, Directory, DirectoryError, Fid, ObjectKind, V4Directory};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Number of operations in each of the [`SEQUENCES`] random sequences.
const OPERATIONS: usize = 1_600;
const SEQUENCES: u32 = 64;

/// Number of operations after which the directory is salvaged and listed.
const BATCH: usize = 200;

/// Name lengths around thresholds at which a name takes one more piece.
const LENGTHS: [usize; 12] = [1, 15, 16, 17, 47, 48, 49, 80, 81, 112, 255, 256];

/// Returns different names; those whose number is a multiple of 5 are subdirectories.
fn pool() -> Vec<Vec<u8>> {
    (0..360_usize)
        .map(|number| {
            let length = LENGTHS[number % LENGTHS.len()];
            let mut bytes = vec![b'n'; length];
            // The last byte is a number; it is the only byte of a name of length 1.
            let tag = number / LENGTHS.len() + 0x80;
            bytes[length - 1] = tag as u8;
            bytes
        })
        .collect()
}

fn kind(number: usize) -> ObjectKind {
    if number.is_multiple_of(5) { ObjectKind::Directory } else { ObjectKind::File }
}

#[derive(Clone, Debug)]
enum Operation {
    Lookup(usize),
    Create(usize, u32),
    Remove(usize),
    Rename(usize, usize),
    List,
}

fn operation() -> impl Strategy<Value = Operation> {
    let number = 0..360_usize;
    let file = (0..72_usize, 1..5_usize).prop_map(|(five, rest)| five * 5 + rest);
    prop_oneof![
        20 => number.clone().prop_map(Operation::Lookup),
        40 => (number.clone(), any::<u32>()).prop_map(|(number, index)| Operation::Create(number, index)),
        25 => number.prop_map(Operation::Remove),
        14 => (file.clone(), file).prop_map(|(from, to)| Operation::Rename(from, to)),
        1 => Just(Operation::List),
    ]
}

/// The directory, and the two models with which it is compared.
struct Trial {
    pool: Vec<Vec<u8>>,
    store: Aggregate,
    directory: V4Directory,
    map: BTreeMap<usize, Fid>,
    reference: ReferenceModel,
    counts: Counts,
}

impl Trial {
    fn new() -> Self {
        let (store, directory) = new_directory(u32::MAX);
        let (map, reference) = (BTreeMap::new(), ReferenceModel::new());
        Self { pool: pool(), store, directory, map, reference, counts: Counts::default() }
    }

    fn apply(&mut self, operation: &Operation) {
        let Self { pool, store, directory, map, reference, counts } = self;
        match *operation {
            Operation::Lookup(number) => {
                let found = directory.lookup(store, name(&pool[number]), counts);
                assert_eq!(found, map.get(&number).copied().ok_or(DirectoryError::NotFound));
                assert_eq!(reference.lookup(&pool[number]), found.is_ok());
            }
            Operation::Create(number, index) => {
                let made = directory.create(store, name(&pool[number]), fid(index), kind(number), counts);
                let expected = if map.contains_key(&number) { Err(DirectoryError::Exists) } else { Ok(()) };
                assert_eq!(made, expected);
                assert_eq!(reference.create(&pool[number]), made.is_ok());
                map.entry(number).or_insert(fid(index));
            }
            Operation::Remove(number) => {
                let gone = directory.remove(store, name(&pool[number]), kind(number), counts);
                assert_eq!(gone, map.remove(&number).ok_or(DirectoryError::NotFound));
                assert_eq!(reference.remove(&pool[number]), gone.is_ok());
            }
            Operation::Rename(from, to) => {
                let renamed = directory.rename(store, name(&pool[from]), name(&pool[to]), counts);
                let expected = match map.get(&from).copied() {
                    None => Err(DirectoryError::NotFound),
                    Some(_) if from == to => Ok(None),
                    Some(object) => {
                        map.remove(&from);
                        Ok(map.insert(to, object))
                    }
                };
                assert_eq!(renamed, expected);
                assert_eq!(reference.rename(&pool[from], &pool[to]), renamed.is_ok());
            }
            Operation::List => {
                directory.readdir(store, Cookie::START, &mut |_| true, counts).expect("a sound directory");
                reference.list();
            }
        }
    }

    fn check(&mut self) {
        assert_eq!(self.directory.salvage(&self.store), []);
        let stat = self.directory.stat(&self.store);
        assert_eq!(stat.names, self.map.len() as u64);
        assert_eq!(stat.pages as usize, self.reference.pages());
        let subdirectories = self.map.keys().filter(|&&number| kind(number) == ObjectKind::Directory).count();
        assert_eq!(stat.links as usize, 2 + subdirectories);
        let reference_counts = ReferenceCounts {
            probed: self.counts.pages_probed,
            compared: self.counts.names_compared,
            walked: self.counts.pieces_walked,
            cache_hits: self.counts.lookup_cache_hits,
        };
        assert_eq!(reference_counts, self.reference.counts);

        let mut listed = list_from(&self.store, &mut self.directory, Cookie::START);
        self.reference.list();
        self.reference.counts = reference_counts;
        listed.retain(|(name, _)| name != b"." && name != b"..");
        listed.sort();
        let mut expected: Vec<_> = self.map.iter().map(|(&number, &fid)| (self.pool[number].clone(), fid)).collect();
        expected.sort();
        assert_eq!(listed, expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: SEQUENCES, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_operations_agree_with_map(operations in prop::collection::vec(operation(), OPERATIONS..=OPERATIONS)) {
        let mut trial = Trial::new();
        for batch in operations.chunks(BATCH) {
            for operation in batch {
                trial.apply(operation);
            }
            trial.check();
        }
    }

    #[test]
    fn listing_during_changes_returns_unchanged_names_once(
        present in prop::collection::btree_set(0..360_usize, 50..300),
        steps in prop::collection::vec((1..40_usize, prop::collection::vec((any::<bool>(), 0..360_usize), 0..30)), 80),
    ) {
        let pool = pool();
        let (mut store, mut directory) = new_directory(u32::MAX);
        let (mut now, mut stayed) = (present.clone(), present.clone());
        for &number in &present {
            directory.create(&mut store, name(&pool[number]), fid(0), ObjectKind::File, &mut ()).expect("a new name");
        }
        let mut listed: Vec<Vec<u8>> = Vec::new();
        let mut cookie = Some(Cookie::START);
        let mut steps = steps.into_iter();
        while let Some(from) = cookie {
            let (length, changes) = steps.next().unwrap_or((usize::MAX, Vec::new()));
            let mut left = length;
            cookie = directory
                .readdir(&store, from, &mut |entry| {
                    listed.push(entry.name.to_vec());
                    left -= 1;
                    left > 0
                }, &mut ())
                .expect("a cookie of this directory");
            for (enter, number) in changes {
                if enter && now.insert(number) {
                    directory
                        .create(&mut store, name(&pool[number]), fid(0), ObjectKind::File, &mut ())
                        .expect("a new name");
                } else if !enter && now.remove(&number) {
                    stayed.remove(&number);
                    directory.remove(&mut store, name(&pool[number]), ObjectKind::File, &mut ()).expect("it is there");
                }
            }
        }
        for number in stayed {
            let times = listed.iter().filter(|bytes| **bytes == pool[number]).count();
            prop_assert_eq!(times, 1, "name {} was listed {} times", number, times);
        }
        prop_assert_eq!(directory.salvage(&store), []);
    }

    #[test]
    fn fill_writes_same_bytes_as_creates(
        first in prop::collection::btree_set(0..360_usize, 0..360),
        removed in prop::collection::vec(0..360_usize, 0..200),
        order in Just((0..360_usize).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let pool = pool();
        let (mut store, mut directory) = new_directory(u32::MAX);
        let mut present = first.clone();
        for number in first {
            directory.create(&mut store, name(&pool[number]), fid(1), ObjectKind::File, &mut ()).expect("a new name");
        }
        for number in removed {
            if present.remove(&number) {
                directory.remove(&mut store, name(&pool[number]), ObjectKind::File, &mut ()).expect("it is there");
            }
        }
        let absent: Vec<usize> = order.into_iter().filter(|number| !present.contains(number)).collect();

        let (mut filled_store, mut filled) = (store.clone(), directory.clone());
        filled.fill(&mut filled_store, absent.iter().map(|&n| (name(&pool[n]), fid(n as u32)))).expect("space");
        for number in absent {
            directory
                .create(&mut store, name(&pool[number]), fid(number as u32), ObjectKind::File, &mut ())
                .expect("a new name");
        }
        prop_assert!(bytes_of(&store) == bytes_of(&filled_store));
    }
}

/// The tests need different names of every length.
#[test]
fn pool_has_different_names_of_every_length() {
    let pool = pool();
    let different: BTreeSet<_> = pool.iter().collect();
    assert_eq!(different.len(), pool.len());
    assert!(LENGTHS.iter().all(|&length| pool.iter().any(|name| name.len() == length)));
}

#[test]
fn readdir_with_any_cookie_continues_at_next_entry() {
    let (mut store, mut directory) = new_directory(100);
    // Names that look like entries and free runs at the start of each of their pieces.
    let trap = |number: u8| {
        let mut bytes = vec![b'x'; 200];
        for piece in (17..190).step_by(32) {
            let magic: u32 = if piece % 64 == 17 { 0x76e6_94c1 } else { 0xb937_c268 };
            bytes[piece..piece + 4].copy_from_slice(&magic.to_le_bytes());
        }
        bytes[0] = number;
        bytes
    };
    for number in 0x80..0xd0_u8 {
        directory.create(&mut store, name(&trap(number)), fid(1), ObjectKind::File, &mut ()).expect("space");
    }
    for number in (0x80..0xd0_u8).step_by(3) {
        directory.remove(&mut store, name(&trap(number)), ObjectKind::File, &mut ()).expect("it is there");
    }
    assert_eq!(directory.salvage(&store), []);

    let pages = directory.stat(&store).pages;
    let starts: Vec<(u64, Vec<u8>)> = (0..pages)
        .flat_map(|logical| {
            let report = directory.page_report(&store, logical).expect("a sound page");
            let start = move |piece: u8| u64::from(logical) * 8192 + u64::from(piece) * 32;
            report.entries.into_iter().map(move |entry| (start(entry.piece), entry.name))
        })
        .collect();
    assert!(pages > 1);
    for cookie in 0..=u64::from(pages) * 8192 {
        let mut first = None;
        let next = directory.readdir(
            &store,
            Cookie(cookie),
            &mut |entry| {
                first = Some(entry.name.to_vec());
                false
            },
            &mut (),
        );
        let expected = starts.iter().find(|(start, _)| *start >= cookie).map(|(_, name)| name.clone());
        assert_eq!(first, expected, "cookie {cookie}");
        assert_eq!(next.map(|next| next.is_some()), Ok(expected.is_some()));
    }
    for beyond in [u64::from(pages) * 8192 + 1, u64::from(u32::MAX) + 1, u64::MAX] {
        let refused = directory.readdir(&store, Cookie(beyond), &mut |_| true, &mut ());
        assert_eq!(refused, Err(DirectoryError::BadCookie { cookie: beyond }));
    }
}

#[test]
fn listing_begins_with_directory_and_parent() {
    let mut store = Aggregate::new(100);
    let parent = V4Directory::create(&mut store, None).expect("space").fid(&store);
    let mut directory = V4Directory::create(&mut store, Some(parent)).expect("space");
    create(&mut store, &mut directory, "a", 9).expect("space");
    let own = directory.fid(&store);
    assert_ne!(own, parent);
    let expected = [(b".".to_vec(), own), (b"..".to_vec(), parent), (b"a".to_vec(), fid(9))];
    assert_eq!(list_from(&store, &mut directory, Cookie::START), expected);
    assert_eq!(directory.lookup(&store, name(".."), &mut ()), Ok(parent));
}

#[test]
fn reserved_names_are_refused() {
    let (mut store, mut directory) = new_directory(100);
    create(&mut store, &mut directory, "a", 1).expect("space");
    let before = bytes_of(&store);
    for reserved in [".", ".."] {
        assert_eq!(create(&mut store, &mut directory, reserved, 1), Err(DirectoryError::Exists));
        assert_eq!(remove(&mut store, &mut directory, reserved), Err(DirectoryError::Reserved));
        let mut rename = |from, to| directory.rename(&mut store, name(from), name(to), &mut ());
        assert_eq!(rename(reserved, "b"), Err(DirectoryError::Reserved));
        assert_eq!(rename("a", reserved), Err(DirectoryError::Reserved));
        let filled = directory.fill(&mut store, [(name(reserved), fid(1))]);
        assert_eq!(filled, Err(DirectoryError::Exists));
    }
    assert!(bytes_of(&store) == before);
}

#[test]
fn freed_pieces_are_merged_and_used_first() {
    let (mut store, mut directory) = new_directory(100);
    for number in 0..300 {
        create(&mut store, &mut directory, &format!("{number:07}"), number).expect("space");
    }
    // Removes names out of order, so that free runs merge with the run before, with the run after, and with both.
    for number in [10, 12, 11, 14, 13] {
        remove(&mut store, &mut directory, &format!("{number:07}")).expect("it is there");
    }
    let report = directory.page_report(&store, 0).expect("a page");
    let runs: Vec<_> = report.free_runs.iter().map(|run| (run.piece, run.pieces)).collect();
    assert_eq!(runs, [(17, 5)], "pieces 5 and 6 hold \".\" and \"..\", so number 10 was in piece 17");
    create(&mut store, &mut directory, &"n".repeat(130), 1).expect("space");
    let report = directory.page_report(&store, 0).expect("a page");
    assert_eq!(report.free_pieces, 0, "130 bytes take five pieces");
    assert_eq!(directory.salvage(&store), []);
}
