//! Tests that need access to internals: names constructed for a given hash, and limits that are hard to reach.

use super::index::pages_at;
use super::key::hash_of;
use super::*;
use crate::directory::Counts;

/// Returns a name with this hash, by inverting XXH3 for 16 bytes; with `twin`, a different name with the same hash.
/// Returns `None` if the name would contain a byte that names cannot contain.
fn name_with_hash(hash: u64, twin: bool) -> Option<Vec<u8>> {
    const FIRST: u64 = u64::from_le_bytes([0xb9, 0x39, 0x42, 0xea, 0x7b, 0x73, 0x82, 0x67]);
    const SECOND: u64 = u64::from_le_bytes([0x3a, 0x52, 0x96, 0x09, 0x3b, 0xbc, 0x56, 0xaf]);
    const FACTOR: u64 = 0x1656_6791_9e37_79f9;
    let inverse = (0..6).fold(FACTOR, |x, _| x.wrapping_mul(2_u64.wrapping_sub(FACTOR.wrapping_mul(x))));
    let mixed = (hash ^ (hash >> 32)).wrapping_mul(inverse);
    let sum = (mixed ^ (mixed >> 37)).wrapping_sub(16);
    let (first, second) = if twin { (sum.swap_bytes(), 0) } else { (0, sum) };
    let name = [(first ^ FIRST).to_le_bytes(), (second ^ SECOND).to_le_bytes()].concat();
    (!name.contains(&0) && !name.contains(&b'/')).then_some(name)
}

/// Returns `count` names whose hashes begin with the `depth` bits `bits`, with the other bits evenly spread.
fn names_with_bits(bits: u32, depth: u8, count: usize) -> Vec<Vec<u8>> {
    let step = (u64::MAX >> depth) / (2 * count as u64 + 64);
    let hashes = (0..).map(|n| key::first_hash(bits, depth) + n * step);
    hashes.filter_map(|hash| name_with_hash(hash, false)).take(count).collect()
}

fn new_directory(blocks: u32) -> (Aggregate, V5Directory) {
    let mut store = Aggregate::new(blocks);
    let directory = V5Directory::create(&mut store, None).expect("space for a page");
    (store, directory)
}

fn add(store: &mut Aggregate, directory: &mut V5Directory, name: &[u8]) -> Result<(), DirectoryError> {
    let name = Name::new(name)?;
    directory.create(store, name, Fid { index: 5, unique: 1 }, ObjectKind::File, &mut ())
}

fn remove(store: &mut Aggregate, directory: &mut V5Directory, name: &[u8]) -> Result<Fid, DirectoryError> {
    directory.remove(store, Name::new(name)?, ObjectKind::File, &mut ())
}

/// Lists all names in calls that return at most `at_once` entries each.
fn list_all(store: &Aggregate, directory: &mut V5Directory, at_once: usize) -> Vec<Vec<u8>> {
    let mut names = Vec::new();
    let mut cookie = Some(Cookie::START);
    while let Some(from) = cookie {
        let mut left = at_once;
        let mut visit = |entry: Entry<'_>| {
            names.push(entry.name.to_vec());
            left -= 1;
            left > 0
        };
        cookie = directory.readdir(store, from, &mut visit, &mut ()).expect("a sound directory");
    }
    assert_eq!(names.drain(..2).collect::<Vec<_>>(), [&b"."[..], b".."]);
    names
}

/// The format depends on the hash.
#[test]
fn hash_matches_xxh3() {
    assert_eq!(hash_of(b""), 0x2d06_8005_38d3_94c2);
    for hash in [0, 1, u64::MAX, 0x0123_4567_89ab_cdef] {
        for name in [false, true].into_iter().filter_map(|twin| name_with_hash(hash, twin)) {
            assert_eq!(hash_of(&name), hash);
        }
    }
}

#[test]
fn names_with_equal_index_bits_fill_exactly_one_page() {
    let (mut store, mut directory) = new_directory(10_000);
    let alike = names_with_bits(0x5_5555, MAX_DEPTH, 2_000);
    let fits = alike.iter().take_while(|name| add(&mut store, &mut directory, name).is_ok()).count();
    assert!((200..2_000).contains(&fits), "{fits} names entered");
    let stat = directory.stat(&store);
    assert_eq!(add(&mut store, &mut directory, &alike[fits]), Err(DirectoryError::DirectoryFull));
    assert_eq!(directory.stat(&store), stat, "a refused name changes nothing");
    assert_eq!(directory.salvage(&store), []);

    // Names with other hashes still fit.
    for name in names_with_bits(0xa_aaaa, MAX_DEPTH, 100) {
        add(&mut store, &mut directory, &name).expect("another page has space");
    }
    assert_eq!(add(&mut store, &mut directory, &alike[fits]), Err(DirectoryError::DirectoryFull));
    remove(&mut store, &mut directory, &alike[0]).expect("it is there");
    add(&mut store, &mut directory, &alike[fits]).expect("there is space again");
    assert_eq!(directory.salvage(&store), []);
    assert_eq!(directory.stat(&store).names as usize, fits + 100);
}

#[test]
fn index_grows_to_max_depth_and_shrinks_again() {
    let (mut store, mut directory) = new_directory(2_000);
    let blocks = store.blocks_in_use();
    let names: Vec<_> =
        [0x7_fffe, 0x7_ffff].into_iter().flat_map(|bits| names_with_bits(bits, MAX_DEPTH, 300)).collect();
    for name in &names {
        add(&mut store, &mut directory, name).expect("the last bit separates them");
    }
    let stat = directory.stat(&store);
    assert_eq!(stat.levels, 3);
    assert_eq!(stat.pages, pages_at(MAX_DEPTH) + u32::from(MAX_DEPTH) + 1);
    assert_eq!(directory.salvage(&store), []);
    assert_eq!(list_all(&store, &mut directory, 7).len(), names.len());
    for name in &names {
        remove(&mut store, &mut directory, name).expect("it is there");
    }
    assert_eq!(directory.salvage(&store), []);
    assert_eq!((directory.stat(&store).levels, directory.stat(&store).pages), (1, 1));
    assert_eq!(store.blocks_in_use(), blocks);
}

#[test]
fn names_with_equal_hashes_are_distinct_and_listed_once() {
    let (mut store, mut directory) = new_directory(100);
    // All names share 58 bits of their hash, and the two names of each pair share all 64.
    let bucket = 0xfeed_beef_0123_4540;
    let hashes = (0..64).flat_map(|low| [(bucket | low, false), (bucket | low, true)]);
    let names: Vec<_> = hashes.filter_map(|(hash, twin)| name_with_hash(hash, twin)).collect();
    let results: Vec<_> = names.iter().map(|name| add(&mut store, &mut directory, name)).collect();
    let fits = results.iter().filter(|result| result.is_ok()).count();
    assert_eq!(fits, 61, "one per cookie");
    assert!(results[61..].iter().all(|result| *result == Err(DirectoryError::DirectoryFull)));
    assert_eq!(directory.salvage(&store), []);
    let mut expected = names[..fits].to_vec();
    expected.sort_by_key(|name| (hash_of(name), name.clone()));
    for at_once in [1, 2, 7, 1_000] {
        assert_eq!(list_all(&store, &mut directory, at_once), expected);
    }
    for name in &names[..fits] {
        remove(&mut store, &mut directory, name).expect("it is there");
    }
    assert_eq!(list_all(&store, &mut directory, 1), Vec::<Vec<u8>>::new());
}

/// The fast path of a lookup must return and count the same as the slow path.
#[test]
fn fast_path_lookup_counts_same_as_slow_path() {
    let (mut store, mut directory) = new_directory(1_000);
    let names: Vec<_> = (0..3_000).map(|n| format!("ledger.{n}.{}", ["dat", "txt"][n % 2])).collect();
    for name in &names {
        add(&mut store, &mut directory, name.as_bytes()).expect("there is space");
    }
    let mut fast = 0;
    for name in &names {
        let name = Name::new(name.as_bytes()).expect("a good name");
        let key = Key::new(name);
        let page = directory.page_for(&store, key.hash, Lock::Shared, &mut ()).expect("a sound directory").1;
        let (mut by_hit, mut by_find) = (Counts::default(), Counts::default());
        let Ok(SlotSearch::Found(slow)) = page.find(key, &mut by_find) else { panic!("the name is there") };
        match page.find_near_home(key, &mut by_hit) {
            Some(found) => {
                assert_eq!((found, by_hit), (slow, by_find));
                fast += 1;
            }
            None => assert_eq!(by_hit, Counts::default()),
        }
    }
    assert!(fast > 2_900, "only {fast} of {} on the fast path", names.len());
}

#[test]
fn listing_first_and_last_hash_has_valid_cookies() {
    let (mut store, mut directory) = new_directory(100);
    let ends = (0..64).flat_map(|n| [n, u64::MAX - n]).filter_map(|hash| name_with_hash(hash, false));
    let names: Vec<_> = ends.collect();
    for name in &names {
        add(&mut store, &mut directory, name).expect("there is space");
    }
    assert_eq!(list_all(&store, &mut directory, 1).len(), names.len());
    for cookie in [0, 1, 2, 3, 63, 64, 65, 66, 1 << 58, u64::MAX - 64, u64::MAX - 1, u64::MAX] {
        directory.readdir(&store, Cookie(cookie), &mut |_| true, &mut ()).expect("every cookie is safe");
    }
}

#[test]
fn create_at_max_links_is_refused() {
    let (mut store, mut directory) = new_directory(100);
    let name = |name: &'static str| Name::new(name.as_bytes()).expect("a good name");
    let (fid, kind) = (Fid::default(), ObjectKind::Directory);
    directory.anode.set(&mut store, Field::Links, MAX_SUBDIRECTORIES + 1);
    directory.create(&mut store, name("last"), fid, kind, &mut ()).expect("one more is allowed");
    let stat = directory.stat(&store);
    assert_eq!(stat.links, u32::MAX);
    let refused = directory.create(&mut store, name("too many"), fid, kind, &mut ());
    assert_eq!(refused, Err(DirectoryError::TooManySubdirectories { limit: 4_294_967_293 }));
    assert_eq!(directory.stat(&store), stat);
    directory.create(&mut store, name("a file"), fid, ObjectKind::File, &mut ()).expect("files have no limit");
    directory.remove(&mut store, name("last"), kind, &mut ()).expect("it is there");
    directory.create(&mut store, name("too many"), fid, kind, &mut ()).expect("one was removed");
}

/// Damages a page at its first two used slots, and expects `what` when all names of the page are read.
#[track_caller]
fn expect_damage(what: &str, damage: impl FnOnce(&mut page::Block, usize, usize)) {
    let (mut store, mut directory) = new_directory(100);
    for name in ["name.0", "name.1", "name.2"] {
        add(&mut store, &mut directory, name.as_bytes()).expect("there is space");
    }
    let (_, page) = directory.page_for(&store, 0, Lock::Shared, &mut ()).expect("a sound directory");
    let used: Vec<usize> =
        page.slots_from(0).filter(|&(_, _, at)| at != 0).map(|(slot, ..)| page.slot_at(slot)).collect();
    let number = page.number;
    damage(store.block_mut(number), used[0], used[1]);
    let (_, page) = directory.page_for(&store, 0, Lock::Shared, &mut ()).expect("a sound header");
    let found = NameList::default().append(&page).expect_err("a damaged page");
    assert_eq!((found.block, found.what), (number, what));
}

#[test]
fn damaged_slots_are_refused_with_their_cause() {
    expect_damage("the slot's hash does not match its name", |block, _, second| block[second + 2] ^= 1);
    expect_damage("the name is in the page twice", |block, first, second| {
        block.copy_within(first..first + page::SLOT_BYTES, second);
    });
    expect_damage("the slots are not in the order of the names' hashes", |block, first, second| {
        (0..page::SLOT_BYTES).for_each(|at| block.swap(first + at, second + at));
    });
}

/// An operation checks that there are blocks for all new pages before it changes anything, however deep the split and
/// the index.
#[test]
fn create_in_full_aggregate_is_refused_without_change() {
    let names: Vec<_> = (1..=MAX_DEPTH)
        .flat_map(|depth| names_with_bits((1 << depth) - 2, depth, 250))
        .chain(names_with_bits((1 << MAX_DEPTH) - 1, MAX_DEPTH, 350))
        .collect();
    let mut refusals = 0;
    for blocks in (3..40).chain([100, 1_000, 1_050, 1_060, 2_000]) {
        let (mut store, mut directory) = new_directory(blocks);
        for (n, name) in names.iter().enumerate() {
            let stat = directory.stat(&store);
            let used = store.blocks_in_use();
            if let Err(error) = add(&mut store, &mut directory, name) {
                assert_eq!(error, DirectoryError::AggregateFull { blocks });
                assert_eq!((directory.stat(&store), store.blocks_in_use()), (stat, used));
                assert_eq!(directory.salvage(&store), []);
                let expected: std::collections::BTreeSet<_> = names[..n].iter().cloned().collect();
                assert_eq!(
                    list_all(&store, &mut directory, 10_000).into_iter().collect::<std::collections::BTreeSet<_>>(),
                    expected
                );
                refusals += 1;
                break;
            }
        }
    }
    assert!(refusals > 30, "only {refusals} refusals");
}
