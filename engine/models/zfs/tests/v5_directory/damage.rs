//! Damaged pages: no operation panics, and salvage finds the damage.

use pathlength_zfs::directory::{
    Aggregate, BLOCK_BYTES, BlockNumber, Cookie, Directory, DirectoryError, Fid, Name, ObjectKind, PageKind,
    PageReport, V5Directory,
};
use proptest::prelude::*;

const NAMES: u32 = 3_000;

fn name(n: u32) -> String {
    format!("ledger.{n}.dat")
}

fn directory() -> (Aggregate, V5Directory) {
    let mut store = Aggregate::new(10_000);
    let mut directory = V5Directory::create(&mut store, None).expect("space for a page");
    let names: Vec<_> = (0..NAMES).map(name).collect();
    let entries = names.iter().map(|name| (Name::new(name.as_bytes()).expect("a good name"), Fid::default()));
    directory.fill(&mut store, entries).expect("space for all");
    assert_eq!(directory.salvage(&store), []);
    (store, directory)
}

/// Returns the reports of the index pages and of the entry pages.
fn pages(store: &Aggregate, directory: &V5Directory) -> (Vec<PageReport>, Vec<PageReport>) {
    let pages = directory.pages(store).expect("a sound directory");
    let reports = pages.into_iter().map(|block| directory.page_report(store, block).expect("a sound page"));
    reports.partition(|report| report.kind == PageKind::Index)
}

/// Returns the block of the anode: the only block that is not a page of the directory.
fn anode_block(store: &Aggregate, pages: &[BlockNumber]) -> BlockNumber {
    (1..store.blocks_in_use()).find(|block| !pages.contains(block)).expect("a block for the anode")
}

/// Performs every operation; each must return, whatever the pages contain.
fn use_everything(store: &mut Aggregate, directory: &mut V5Directory) {
    let mut listed = 0_u64;
    let mut count = |_: pathlength_zfs::directory::Entry<'_>| {
        listed += 1;
        listed < 100_000
    };
    let _ = directory.readdir(store, Cookie::START, &mut count, &mut ());
    let _ = directory.salvage(store);
    let _ = directory.stat(store);
    for page in directory.pages(store).unwrap_or_default() {
        let _ = directory.page_report(store, page);
    }
    for n in (0..NAMES).step_by(3) {
        let text = name(n);
        let old = Name::new(text.as_bytes()).expect("a good name");
        let _ = directory.lookup(store, old, &mut ());
        if n % 2 == 0 {
            let _ = directory.remove(store, old, ObjectKind::Directory, &mut ());
        } else {
            let text = format!("{text}.new");
            let new = Name::new(text.as_bytes()).expect("a good name");
            let _ = directory.create(store, new, Fid::default(), ObjectKind::File, &mut ());
            let _ = directory.rename(store, old, new, &mut ());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn operations_on_random_damage_do_not_panic(
        damage in prop::collection::vec((any::<prop::sample::Index>(), prop_oneof![0..40_usize, 0..BLOCK_BYTES], any::<u8>()), 1..8),
    ) {
        let (mut store, mut directory) = directory();
        let mut blocks = directory.pages(&store).expect("a sound directory");
        // The anode's block is damaged as well.
        blocks.push(anode_block(&store, &blocks));
        for (block, at, value) in damage {
            store.block_mut(blocks[block.index(blocks.len())])[at] ^= value;
        }
        use_everything(&mut store, &mut directory);
    }

    #[test]
    fn operations_on_random_page_do_not_panic(page in any::<prop::sample::Index>(), from in 0..64_usize, seed in any::<u64>()) {
        let (mut store, mut directory) = directory();
        let blocks = directory.pages(&store).expect("a sound directory");
        let block = store.block_mut(blocks[page.index(blocks.len())]);
        let mut state = seed | 1;
        for byte in &mut block[from..] {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            *byte = state as u8;
        }
        use_everything(&mut store, &mut directory);
    }
}

/// Damages a fresh directory with `damage` and expects salvage to report `what`.
#[track_caller]
fn expect(what: &str, damage: impl FnOnce(&mut Aggregate, &[PageReport], &[PageReport])) {
    let (mut store, directory) = directory();
    let (index, entries) = pages(&store, &directory);
    damage(&mut store, &index, &entries);
    let found = directory.salvage(&store);
    assert!(found.iter().any(|damage| damage.what.contains(what)), "{found:?}");
}

fn put_u16(store: &mut Aggregate, block: BlockNumber, at: usize, change: impl FnOnce(u16) -> u16) {
    let bytes = &mut store.block_mut(block)[at..at + 2];
    let value = change(u16::from_le_bytes([bytes[0], bytes[1]]));
    bytes.copy_from_slice(&value.to_le_bytes());
}

/// Returns the offset of the slots of an entry page.
fn table(page: &PageReport) -> usize {
    (24 + page.prefix.len() + page.suffix.len()).next_multiple_of(4)
}

fn slot(page: &PageReport, entry: usize) -> usize {
    table(page) + 4 * page.entries[entry].slot as usize
}

#[test]
fn salvage_finds_wrong_magic_numbers() {
    expect("entry page's magic", |store, _, pages| store.block_mut(pages[1].block)[0] ^= 1);
    expect("index page's magic", |store, index, _| store.block_mut(index[0].block)[3] ^= 1);
}

#[test]
fn salvage_finds_wrong_pointers_of_index() {
    expect("not a block", |store, index, _| store.block_mut(index[0].block)[32..36].fill(0xff));
    expect("occurs twice in the index", |store, index, _| {
        let block = store.block_mut(index[0].block);
        let last = 32 + 4 * (index[0].count as usize - 1);
        let (first, last) = block.split_at_mut(last);
        last[..4].copy_from_slice(&first[32..36]);
    });
    expect("does not match its position in the tree", |store, index, _| {
        let block = store.block_mut(index[0].block);
        let last = 32 + 4 * (index[0].count as usize - 1);
        for at in 0..4 {
            block.swap(32 + at, last + at);
        }
    });
    expect("no hash leads to", |store, index, _| store.block_mut(index[0].block)[32 + 4 * 1000] = 1);
}

#[test]
fn salvage_finds_damaged_headers() {
    expect("exceeds the format's maximum", |store, _, pages| store.block_mut(pages[0].block)[4] = 21);
    expect("exceeds that of the index", |store, index, pages| store.block_mut(pages[0].block)[4] = index[0].depth + 1);
    expect("pointers to the page", |store, _, pages| store.block_mut(pages[0].block)[4] -= 1);
    expect("count of names", |store, _, pages| put_u16(store, pages[2].block, 8, |count| count - 1));
    expect("fewer slots", |store, _, pages| put_u16(store, pages[2].block, 10, |_| 0));
    expect("outside the page", |store, _, pages| put_u16(store, pages[2].block, 14, |_| 8193));
    expect("used bytes", |store, _, pages| put_u16(store, pages[2].block, 16, |live| live + 1));
    expect("does not match its position in the tree", |store, _, pages| store.block_mut(pages[0].block)[20] ^= 1);
}

#[test]
fn salvage_finds_wrong_prefixes_and_suffixes() {
    expect("the slot's hash does not match its name", |store, _, pages| store.block_mut(pages[0].block)[24] ^= 1);
    expect("shorter than the page's prefix", |store, _, pages| {
        let page = &pages[0];
        let suffix = page.suffix.len() as u8;
        let entry = page.entries[0].offset as usize;
        let block = store.block_mut(page.block);
        assert!(suffix > 1);
        block[entry + 8] = suffix - 2;
    });
}

#[test]
fn salvage_finds_damaged_slots() {
    expect("the slot's hash does not match its name", |store, _, pages| {
        store.block_mut(pages[0].block)[slot(&pages[0], 3) + 2] ^= 1;
    });
    expect("outside the heap", |store, _, pages| {
        put_u16(store, pages[0].block, slot(&pages[0], 3), |_| table(&pages[0]) as u16);
    });
    expect("outside the heap", |store, _, pages| put_u16(store, pages[0].block, slot(&pages[0], 3), |_| 8190));
    expect("order of the names' hashes", |store, _, pages| {
        let (one, other) = (slot(&pages[0], 0), slot(&pages[0], 1));
        let block = store.block_mut(pages[0].block);
        (0..4).for_each(|at| block.swap(one + at, other + at));
    });
    expect("no search reaches the slot", |store, _, pages| {
        // An entry is moved to a slot after an empty slot, although its home is before the empty slot.
        let page = &pages[0];
        let last = page.entries.len() - 1;
        let (from, to) = (slot(page, last), table(page) + 4 * (page.slots as usize - 1));
        let block = store.block_mut(page.block);
        (0..4).for_each(|at| block.swap(from + at, to + at));
    });
    expect("twice", |store, _, pages| {
        let page = &pages[0];
        let place = (1..page.entries.len()).find(|&n| page.entries[n].slot == page.entries[n - 1].slot + 1);
        let place = place.expect("two entries side by side");
        let (one, other) = (slot(page, place - 1), slot(page, place));
        store.block_mut(page.block).copy_within(one..one + 4, other);
    });
    expect("empty slot is not zero", |store, _, pages| {
        let page = &pages[0];
        let spill = table(page) + 4 * (page.slots as usize - 1);
        store.block_mut(page.block)[spill + 2] = 1;
    });
}

#[test]
fn salvage_finds_damaged_entries() {
    expect("overlap", |store, _, pages| {
        let page = &pages[0];
        let offset = page.entries[0].offset as usize;
        store.block_mut(page.block)[offset + 8] += 1;
    });
    expect("not valid in a directory", |store, _, pages| {
        let page = &pages[0];
        let offset = page.entries[0].offset as usize;
        store.block_mut(page.block)[offset + 9] = b'/';
    });
}

#[test]
fn salvage_finds_wrong_numbers_in_anode() {
    for (at, value, what) in [
        (0, 0, "anode's magic"),
        (4, 4, "another format"),
        (5, 0, "depth and levels"),
        (12, 0, "number of pages"),
        (16, 1, "two links"),
        (20, 0, "number of deepest"),
        (24, 0, "number of names"),
    ] {
        expect(what, |store, index, entries| {
            let pages: Vec<_> = index.iter().chain(entries).map(|page| page.block).collect();
            let anode = anode_block(store, &pages);
            store.block_mut(anode)[at] = value;
        });
    }
}

#[test]
fn damaged_page_fails_only_its_own_lookups() {
    let (mut store, mut directory) = directory();
    let (_, entries) = pages(&store, &directory);
    store.block_mut(entries[0].block)[0] ^= 1;
    for page in &entries {
        let name = Name::new(&page.entries[0].name).expect("a good name");
        match directory.lookup(&store, name, &mut ()) {
            Err(DirectoryError::Damaged(damage)) => {
                assert_eq!((page.block, damage.block), (entries[0].block, page.block));
            }
            found => assert_eq!(found, Ok(Fid::default())),
        }
    }
}
