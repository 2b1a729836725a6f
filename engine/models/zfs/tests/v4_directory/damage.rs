//! Damaged blocks: no operation panics, and salvage finds all damage to the structure.

use super::{bytes_of, create, fid, list_from, name, new_directory};
use pathlength_zfs::directory::{
    Aggregate, BlockNumber, Cookie, Directory, DirectoryError, Name, ObjectKind, V4Directory, V4PageReport,
};

/// A small generator of pseudo-random numbers (xorshift), so that every run damages the same bytes.
struct Random(u64);

impl Random {
    fn draw_below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

fn sample_name(number: usize) -> String {
    format!("{number:0width$}", width = 3 + number % 7 * 17)
}

/// Returns three pages with names of many lengths and free runs between them.
fn sample() -> (Aggregate, V4Directory) {
    let (mut store, mut directory) = new_directory(100);
    for number in 0..260 {
        create(&mut store, &mut directory, &sample_name(number), number as u32).expect("space");
    }
    for number in (0..260).step_by(9).chain(30..36) {
        let _ = directory.remove(&mut store, name(&sample_name(number)), ObjectKind::File, &mut ());
    }
    assert_eq!(directory.salvage(&store), []);
    assert!(directory.stat(&store).pages >= 3);
    (store, directory)
}

fn anode_of(store: &Aggregate) -> (BlockNumber, usize) {
    for block in 1..store.blocks_in_use() {
        if store.block(block)[..4] == 0x414e_4f44_u32.to_le_bytes() {
            return (block, 0);
        }
    }
    panic!("no anode");
}

fn number_at(store: &Aggregate, block: BlockNumber, at: usize) -> u32 {
    u32::from_le_bytes(store.block(block)[at..at + 4].try_into().expect("four bytes"))
}

fn set_number(store: &mut Aggregate, block: BlockNumber, at: usize, value: u32) {
    store.block_mut(block)[at..at + 4].copy_from_slice(&value.to_le_bytes());
}

/// Performs every operation and ignores its result.
fn exercise(store: &mut Aggregate, directory: &mut V4Directory) {
    let _ = directory.stat(store);
    let _ = directory.salvage(store);
    for page in 0..4 {
        let _ = directory.page_report(store, page);
    }
    let ignore = &mut |_: pathlength_zfs::directory::Entry<'_>| true;
    for cookie in [0, 200, 8_191, 9_000, 20_000, 24_576] {
        let _ = directory.readdir(store, Cookie(cookie), ignore, &mut ());
    }
    for number in (0..260).step_by(13).chain([3, 31, 259, 300]) {
        let bytes = sample_name(number);
        let _ = directory.lookup(store, name(&bytes), &mut ());
        let _ = directory.create(store, name(&bytes), fid(7), ObjectKind::Directory, &mut ());
        let _ = directory.rename(store, name(&bytes), name(&sample_name(number + 1)), &mut ());
        let _ = directory.remove(store, name(&sample_name(number + 2)), ObjectKind::Directory, &mut ());
    }
    let _ = directory.lookup(store, Name::DOT_DOT, &mut ());
    let _ = directory.fill(store, [(name("filled"), fid(1)), (name(&"filled".repeat(40)), fid(2))]);
    let _ = directory.salvage(store);
}

#[test]
fn operations_on_random_damage_do_not_panic() {
    let (sound, directory) = sample();
    let blocks = sound.blocks_in_use() as usize - 1;
    let mut random = Random(0x2c70_bf7f);
    for round in 0..3_000 {
        let mut store = sound.clone();
        for _ in 0..=random.draw_below(4) {
            let block = 1 + random.draw_below(blocks) as u32;
            // Half of the damage is to headers, the anode, and the used parts of the maps.
            let at = if round % 2 == 0 { random.draw_below(8192) } else { random.draw_below(160) };
            let value = random.draw_below(256) as u8;
            let bytes = store.block_mut(block);
            bytes[at] = if round % 3 == 0 { value } else { bytes[at] ^ 1 << (value % 8) };
        }
        exercise(&mut store, &mut directory.clone());
    }
}

#[test]
fn operations_on_random_blocks_do_not_panic() {
    let (sound, directory) = sample();
    let blocks = sound.blocks_in_use() - 1;
    let mut random = Random(0xb631_85f6);
    for round in 0..200 {
        let mut store = sound.clone();
        let block = 1 + round % blocks;
        let from = [0, 8, 32, 160, 4_000][random.draw_below(5)];
        for byte in &mut store.block_mut(block)[from..] {
            *byte = random.draw_below(256) as u8;
        }
        exercise(&mut store, &mut directory.clone());
    }
}

/// An operation that reports damage has not changed a byte.
#[test]
fn refused_operation_changes_nothing() {
    let (sound, directory) = sample();
    let blocks = sound.blocks_in_use() as usize - 1;
    let mut random = Random(0x76e6_94c1);
    let mut refused = 0;
    for round in 0..1_500 {
        let mut store = sound.clone();
        let mut directory = directory.clone();
        for _ in 0..40 {
            let block = 1 + random.draw_below(blocks) as u32;
            // The first bytes of a piece, which identify entries and free runs.
            store.block_mut(block)[random.draw_below(256) * 32 + random.draw_below(16)] ^= 1 << random.draw_below(8);
        }
        let before = bytes_of(&store);
        let bytes = sample_name(random.draw_below(270));
        let other = sample_name(random.draw_below(270));
        let result = match round % 3 {
            0 => directory.create(&mut store, name(&bytes), fid(7), ObjectKind::File, &mut ()),
            1 => directory.remove(&mut store, name(&bytes), ObjectKind::File, &mut ()).map(drop),
            _ => directory.rename(&mut store, name(&bytes), name(&other), &mut ()).map(drop),
        };
        if matches!(result, Err(DirectoryError::Damaged(_))) {
            refused += 1;
            assert!(bytes_of(&store) == before, "round {round}: {result:?}");
        }
    }
    assert!(refused > 100, "only {refused} operations met damage");
}

fn page_of(store: &Aggregate, directory: &V4Directory, logical: u32) -> V4PageReport {
    directory.page_report(store, logical).expect("a sound page")
}

/// Returns the offsets of the bytes that form the structure of a page, without names and fids.
fn structural_bytes(report: &V4PageReport) -> Vec<usize> {
    let mut bytes: Vec<usize> = (0..160).collect();
    for run in &report.free_runs {
        let start = usize::from(run.piece) * 32;
        bytes.extend(start..start + 6);
    }
    for entry in &report.entries {
        let start = usize::from(entry.piece) * 32;
        bytes.extend(start..start + 4);
        bytes.extend([start + 12, start + 13, start + 14]);
        // The byte right after the name is its terminator; the bytes after the terminator are zero.
        bytes.extend(start + 15 + entry.name.len() + 1..start + usize::from(entry.pieces) * 32);
    }
    bytes
}

#[test]
fn salvage_finds_every_flipped_bit_of_structure() {
    let (sound, directory) = sample();
    let mut store = sound.clone();
    let mut flips = 0;
    for logical in 0..directory.stat(&sound).pages {
        let report = page_of(&sound, &directory, logical);
        for at in structural_bytes(&report) {
            let bit = 1 << ((at + at / 8) % 8);
            store.block_mut(report.block)[at] ^= bit;
            assert!(!directory.salvage(&store).is_empty(), "page {logical}, byte {at}, bit {bit:#x}");
            store.block_mut(report.block)[at] ^= bit;
            flips += 1;
        }
    }
    assert!(flips > 2_000);
    assert_eq!(directory.salvage(&store), []);
}

/// A changed name is detected unless the new name is also valid: it belongs to the same chain and is unique.
#[test]
fn salvage_finds_flipped_bit_of_name_by_its_chain() {
    let (sound, directory) = sample();
    let mut store = sound.clone();
    let (mut found, mut unseen) = (0, 0);
    for logical in 0..directory.stat(&sound).pages {
        let report = page_of(&sound, &directory, logical);
        for (index, entry) in report.entries.iter().enumerate() {
            let at = usize::from(entry.piece) * 32 + 15 + entry.name.len() - 1;
            store.block_mut(report.block)[at] ^= 0x40;
            if directory.salvage(&store).is_empty() {
                unseen += 1;
                let now = page_of(&store, &directory, logical);
                assert_eq!(now.entries[index].bucket, entry.bucket);
            } else {
                found += 1;
            }
            store.block_mut(report.block)[at] ^= 0x40;
        }
    }
    assert!(found > 20 * (unseen + 1), "{found} found, {unseen} unseen");
}

/// Damages a copy of the sample and expects salvage to report `what`.
#[track_caller]
fn expect(what: &str, damage: impl FnOnce(&mut Aggregate, &V4Directory)) {
    let (mut store, directory) = sample();
    damage(&mut store, &directory);
    let found = directory.salvage(&store);
    assert!(found.iter().any(|damage| damage.what == what), "expected {what:?}, found {found:#?}");
}

/// Returns the block of page 1, and the byte offset of its first entry.
fn first_entry(store: &Aggregate, directory: &V4Directory) -> (BlockNumber, usize) {
    let page = page_of(store, directory, 1);
    (page.block, usize::from(page.entries[0].piece) * 32)
}

/// Returns the block of page 0, and the byte offsets of its first two free runs.
fn free_runs(store: &Aggregate, directory: &V4Directory) -> (BlockNumber, usize, usize) {
    let page = page_of(store, directory, 0);
    (page.block, usize::from(page.free_runs[0].piece) * 32, usize::from(page.free_runs[1].piece) * 32)
}

#[test]
fn salvage_finds_damaged_header() {
    let header = |what, at: usize| {
        expect(what, |store, directory| store.block_mut(page_of(store, directory, 1).block)[at] ^= 1);
    };
    header("the directory's magic number is wrong", 0);
    header("the page's magic number is wrong", 4);
    header("an unused byte of the header is not zero", 20);
}

#[test]
fn salvage_finds_damaged_entry() {
    let entry = |what, at: usize, value: u8| {
        expect(what, |store, directory| {
            let (block, start) = first_entry(store, directory);
            store.block_mut(block)[start + at] = value;
        });
    };
    entry("neither an entry nor a free run begins here", 0, 1);
    entry("the entry's length is impossible", 13, 0);
    entry("the entry's length is impossible", 13, 10);
    entry("the entry is not marked as in use", 14, 0);
    entry("the name is empty, is too long, or contains a slash", 15, 0);
    entry("the name is empty, is too long, or contains a slash", 15, b'/');
    expect("the entry's length does not match its name", |store, directory| {
        let (block, start) = first_entry(store, directory);
        store.block_mut(block)[start + 13] += 1;
    });
    expect("the name is not terminated by a NUL", |store, directory| {
        let (block, start) = first_entry(store, directory);
        let bytes = store.block_mut(block);
        let end = start + usize::from(bytes[start + 13]) * 32;
        bytes[start + 15..end].fill(b'x');
    });
    expect("the bytes after the name are not zero", |store, directory| {
        let page = page_of(store, directory, 1);
        let entry = page.entries.iter().find(|entry| entry.name.len() % 32 < 10).expect("a name with bytes to spare");
        let end = usize::from(entry.piece + entry.pieces) * 32;
        store.block_mut(page.block)[end - 1] = b'x';
    });
    expect("the name is in the directory twice", |store, directory| {
        let (one, two) = (page_of(store, directory, 0), page_of(store, directory, 1));
        let pair = one.entries.iter().find_map(|a| Some((a, two.entries.iter().find(|b| b.pieces == a.pieces)?)));
        let (from, to) = pair.expect("two entries of one length");
        let bytes = store.block(one.block)[usize::from(from.piece) * 32..][..usize::from(from.pieces) * 32].to_vec();
        store.block_mut(two.block)[usize::from(to.piece) * 32..][..bytes.len()].copy_from_slice(&bytes);
    });
}

#[test]
fn salvage_finds_damaged_chain() {
    // Page 0 and the first entry of a chain of at least two entries. Chains are checked in the order of their buckets.
    let chain = |store: &Aggregate, directory: &V4Directory| {
        let page = page_of(store, directory, 0);
        let two = page
            .entries
            .iter()
            .find(|entry| entry.next != 0 && entry.bucket != 0 && page.heads[usize::from(entry.bucket)] == entry.piece);
        let first = two.expect("a chain of two").clone();
        (page, first)
    };
    expect("an entry is in no chain", |store, directory| {
        let (page, first) = chain(store, directory);
        store.block_mut(page.block)[32 + usize::from(first.bucket)] = first.next;
    });
    expect("a chain leads to an entry twice, or into the middle of one", |store, directory| {
        let (page, first) = chain(store, directory);
        store.block_mut(page.block)[usize::from(first.piece) * 32 + 12] = first.piece;
    });
    expect("the entry is in the chain of another bucket", |store, directory| {
        let (page, first) = chain(store, directory);
        store.block_mut(page.block)[32 + usize::from(first.bucket) - 1] = first.piece;
    });
    expect("a chain leads into the header", |store, directory| {
        let (page, first) = chain(store, directory);
        store.block_mut(page.block)[32 + usize::from(first.bucket)] = 3;
    });
    expect("the entry's magic number is wrong", |store, directory| {
        let (page, first) = chain(store, directory);
        store.block_mut(page.block)[32 + usize::from(first.bucket)] = page.free_runs[0].piece;
    });
}

#[test]
fn salvage_finds_damaged_free_list() {
    expect("a free run is not in the free list", |store, directory| {
        let (block, _, second) = free_runs(store, directory);
        store.block_mut(block)[8] = (second / 32) as u8;
    });
    expect("the free list is not in address order", |store, directory| {
        let (block, first, second) = free_runs(store, directory);
        store.block_mut(block)[second + 4] = (first / 32) as u8;
    });
    expect("the free list is not in address order", |store, directory| {
        let (block, first, _) = free_runs(store, directory);
        store.block_mut(block)[first + 4] = (first / 32) as u8;
    });
    expect("the free list leads into the header", |store, directory| {
        store.block_mut(page_of(store, directory, 0).block)[8] = 4;
    });
    expect("the free run's length is impossible", |store, directory| {
        let (block, first, _) = free_runs(store, directory);
        store.block_mut(block)[first + 5] = 0;
    });
    expect("the free run's length is impossible", |store, directory| {
        let (block, first, _) = free_runs(store, directory);
        store.block_mut(block)[first + 5] = 255;
    });
    expect("the free run's magic number is wrong", |store, directory| {
        let page = page_of(store, directory, 0);
        store.block_mut(page.block)[8] = page.entries[0].piece;
    });
    expect("two free runs touch and were not merged", |store, directory| {
        let page = page_of(store, directory, 0);
        let run = page.free_runs.iter().find(|run| run.pieces > 1).expect("a long run");
        let start = usize::from(run.piece) * 32;
        let bytes = store.block_mut(page.block);
        let head: Vec<u8> = bytes[start..start + 4].to_vec();
        let next = bytes[start + 4];
        bytes[start + 5] = 1;
        bytes[start + 32..start + 36].copy_from_slice(&head);
        bytes[start + 36] = next;
        bytes[start + 37] = run.pieces - 1;
    });
    expect("the free list leads into an entry or another run", |store, directory| {
        // The inside of a merged run still looks like the former run.
        let page = page_of(store, directory, 0);
        let run = page.free_runs.iter().rfind(|run| run.pieces > 2).expect("a long run");
        let start = usize::from(run.piece) * 32;
        let bytes = store.block_mut(page.block);
        bytes.copy_within(start..start + 4, start + 32);
        bytes[start + 36] = 0;
        bytes[start + 37] = run.pieces - 1;
        bytes[8] = run.piece + 1;
    });
}

#[test]
fn salvage_finds_damaged_map_and_anode() {
    let anode = |what, at: usize, value: u32| {
        expect(what, |store, _| {
            let (block, start) = anode_of(store);
            set_number(store, block, start + at, value);
        });
    };
    expect("the anode's magic number is wrong", |store, _| {
        let (block, start) = anode_of(store);
        store.block_mut(block)[start] ^= 1;
    });
    expect("the anode belongs to a directory in another format", |store, _| {
        let (block, start) = anode_of(store);
        store.block_mut(block)[start + 4] = 5;
    });
    anode("no such root map block", 8, 99);
    anode("the count of blocks is wrong", 12, 4);
    anode("the link count is impossible", 16, 1);
    anode("the link count is impossible", 16, 65_536);
    anode("the link count is impossible", 16, 2 + 261);
    anode("the count of names is wrong", 24, 1);
    anode("a directory has 1 to 65,536 pages", 40, 0);
    anode("a directory has 1 to 65,536 pages", 40, 65_537);
    anode("\".\" does not point to the directory", 48, 77);
    anode("\"..\" does not point to the parent", 56, 77);

    let map = |what, damage: fn(&mut Aggregate, BlockNumber, BlockNumber)| {
        expect(what, |store, _| {
            let (block, start) = anode_of(store);
            let root = number_at(store, block, start + 8);
            let map = number_at(store, root, 0);
            damage(store, root, map);
        });
    };
    map("the map names a block that does not exist", |store, _, map| set_number(store, map, 4, 5_000));
    map("the map names a block that does not exist", |store, root, _| set_number(store, root, 0, 0));
    map("the map names a block that is already in use", |store, _, map| {
        let first = number_at(store, map, 0);
        set_number(store, map, 4, first);
    });
    map("the map names a block that is already in use", |store, root, _| set_number(store, root, 0, root));
    map("the map continues beyond the directory's last page", |store, _, map| set_number(store, map, 8_188, 1));
    map("the map continues beyond the directory's last page", |store, root, _| set_number(store, root, 4, 1));
}

#[test]
fn salvage_finds_missing_dot_entries() {
    for (entry, what) in [(0, "\".\" is missing"), (1, "\"..\" is missing")] {
        expect(what, |store, directory| {
            let page = page_of(store, directory, 0);
            let at = usize::from(page.entries[entry].piece) * 32 + 15;
            store.block_mut(page.block)[at] = b'x';
        });
    }
}

#[test]
fn lookup_in_circular_chain_reports_damage() {
    let (mut store, mut directory) = new_directory(100);
    create(&mut store, &mut directory, "a", 1).expect("space");
    let page = page_of(&store, &directory, 0);
    let entry = page.entries.iter().find(|entry| entry.name == b"a").expect("entered");
    let start = usize::from(entry.piece) * 32;
    // The chain of "a" is circular.
    store.block_mut(page.block)[start + 12] = entry.piece;
    let other = (0..10_000).map(|n| format!("{n}")).find(|n| {
        let (mut store, mut directory) = new_directory(100);
        create(&mut store, &mut directory, n, 1).expect("space");
        page_of(&store, &directory, 0).entries.iter().any(|e| e.name == n.as_bytes() && e.bucket == entry.bucket)
    });
    let met = directory.lookup(&store, name(&other.expect("some number")), &mut ()).expect_err("the chain is damaged");
    assert_eq!(
        met.to_string(),
        format!("block {} is damaged at byte {}: the chain is circular", page.block, 32 + usize::from(entry.bucket))
    );
    assert_eq!(directory.lookup(&store, name("a"), &mut ()), Ok(fid(1)), "a name before the damage is found");
    assert_eq!(list_from(&store, &mut directory, Cookie::START).len(), 3, "a listing does not follow chains");
}
