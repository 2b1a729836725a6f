//! The interactive aggregate, as a web page uses it.

use pathlength_zfs::aggregate::live::{LiveAggregate, Operation, Owner, Purpose};
use pathlength_zfs::aggregate::{Disk, FormatOptions, Loss, Version};
use pathlength_zfs::directory::Format;

fn with_names(names: u32) -> LiveAggregate {
    let mut live = LiveAggregate::new(FormatOptions::new(1000, Version::V1_4)).unwrap();
    live.apply(Operation::MakeDirectory, "/u").unwrap();
    let text = (0..names).fold(String::new(), |text, name| text + &format!("a-name-{name:06}\n"));
    // Loads the text in chunks that end anywhere.
    for piece in text.as_bytes().chunks(1000) {
        live.load("/u", piece, false).unwrap();
    }
    let loaded = live.load("/u", b"a-name-000001\n", true).unwrap();
    assert_eq!((loaded.entered, loaded.duplicates), (names, 1));
    live
}

#[test]
fn crash_at_any_write_leaves_one_format_with_all_names() {
    let mut live = with_names(3_000);
    let (conversion, writes) = live.convert("/u", Format::V5).unwrap();
    assert_eq!(conversion.names, 3_000);
    let mut formats = Vec::new();
    for write in 0..=writes {
        for (disk, loss) in [
            (Disk::InOrder, Loss::Torn),
            (Disk::Cached, Loss::Oldest),
            (Disk::Cached, Loss::All),
            (Disk::Cached, Loss::Torn),
        ] {
            let crash = live.crash(write, disk, loss).unwrap().unwrap();
            let (found, missing) = (crash.names, crash.missing);
            assert_eq!((found, missing, &crash.inconsistencies[..]), (3_000, 0, &[][..]), "{disk:?}, {loss:?}");
        }
        let crash = live.crash(write, Disk::InOrder, Loss::Nothing).unwrap().unwrap();
        assert_eq!((crash.names, crash.missing, &crash.inconsistencies[..]), (3_000, 0, &[][..]));
        formats.push(crash.format.unwrap());
    }
    assert_eq!((formats[0], formats[writes]), (Format::V4, Format::V5));
    assert!(formats.is_sorted_by_key(|format| *format == Format::V5), "the format changes once");
    let stat = live.pages("/u").unwrap().0;
    assert_eq!((stat.format, stat.names), (Format::V5, 3_000), "the open aggregate is unchanged");
}

#[test]
fn conversion_is_damaged_by_one_lost_flush_but_not_by_a_cache() {
    let mut live = with_names(3_000);
    let (_, writes) = live.convert("/u", Format::V5).unwrap();
    let damaged = |disk, loss| {
        let is_damaged = |writes: &usize| match live.crash(*writes, disk, loss).unwrap() {
            Ok(crash) => !crash.inconsistencies.is_empty() || crash.missing > 0,
            Err(_) => true,
        };
        (0..=writes).filter(is_damaged).count()
    };
    assert_eq!(damaged(Disk::Cached, Loss::Oldest), 0);
    assert!(damaged(Disk::LostFlush, Loss::Oldest) > 0, "a lost flush and a lost write");
    // The checksum finds the rotten block, but a checkpoint that has begun needs this block: the home locations then
    // mix two states.
    let rotten = damaged(Disk::InOrder, Loss::Rot);
    assert!((1..writes / 2).contains(&rotten), "{rotten} of {writes}");
    assert!(live.unflushed(writes, Disk::Cached).len() < live.unflushed(writes, Disk::LostFlush).len());
}

#[test]
fn conversion_writes_all_new_blocks_before_their_transaction() {
    let mut live = with_names(3_000);
    assert_eq!(live.written(), []);
    let (conversion, writes) = live.convert("/u", Format::V5).unwrap();
    let written = live.written();
    assert_eq!(written.len(), writes);
    let owners = live.map().1;
    let is_new = |(purpose, block): &(Purpose, u32)| *purpose == Purpose::Home && owners[*block as usize] == Owner::V5;
    let first = written.iter().position(is_new).unwrap();
    let new = written[first..].iter().take_while(|write| is_new(write)).count();
    assert_eq!(new as u32, conversion.blocks_after, "all new blocks, one after another");
    let bitmap = written.iter().position(|(purpose, _)| *purpose == Purpose::Bitmap).unwrap();
    assert_eq!(written[first + new].0, Purpose::Log, "then the transaction");
    assert!(bitmap > first + new, "the bitmap is written only later");
}

#[test]
fn removed_names_free_blocks_of_v5_but_not_of_v4() {
    let mut live = with_names(3_000);
    let blocks = |live: &LiveAggregate, owner| live.map().1.iter().filter(|other| **other == owner).count();
    let before = blocks(&live, Owner::V4);
    assert_eq!(live.remove_files("/u", 10_000).unwrap(), 3_000);
    assert_eq!(blocks(&live, Owner::V4), before);
    live.convert("/u", Format::V5).unwrap();
    for name in 0..3_000 {
        live.apply(Operation::Create { kilobytes: 1 }, &format!("/u/{name}")).unwrap();
    }
    let full = blocks(&live, Owner::V5);
    assert!(full > 5 && blocks(&live, Owner::File) >= 3_000 / 8);
    live.remove_files("/u", 10_000).unwrap();
    assert!(blocks(&live, Owner::V5) < full / 2 && blocks(&live, Owner::File) == 0);
    let (in_use, owners) = live.map();
    assert!(in_use.iter().zip(&owners).all(|(mask, owner)| (*mask == 0) == (*owner == Owner::Free)));
}

#[test]
fn rename_to_other_directory_moves_objects() {
    let mut live = with_names(10);
    live.apply(Operation::MakeDirectory, "/v").unwrap();
    live.apply(Operation::Rename { to: "/v/x" }, "/u/a-name-000003").unwrap();
    live.apply(Operation::Rename { to: "/v/u" }, "/u").unwrap();
    live.apply(Operation::Lookup, "/v/x").unwrap();
    live.apply(Operation::Lookup, "/v/u/a-name-000004").unwrap();
    let gone = live.apply(Operation::Lookup, "/v/u/a-name-000003").unwrap_err();
    assert_eq!(gone.to_string(), "no such name in the directory: check its spelling");
    assert!(live.fs().check_consistency().is_empty());
}
