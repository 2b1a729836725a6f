//! A disk with a write cache: lost, torn, and rotten blocks.

use crate::crashes::directory_of;
use crate::{assert_sound, mounted};
use pathlength_zfs::aggregate::{
    BLOCK_SECTORS, FileSystem, FormatOptions, Medium, Recovery, SearchBudget, Version, Write, WriteTrace,
};
use pathlength_zfs::directory::{BLOCK_BYTES, Fid, Format};
use std::rc::Rc;

const BUDGET: SearchBudget = SearchBudget { max_exhaustive_writes: 8, sampled_states: 24, tears: true };

/// Converts a directory of `names` names and returns the writes and the states before and after them.
fn conversion(names: u32, to: Format) -> (WriteTrace, FileSystem, FileSystem) {
    let (mut fs, directory) = directory_of(names);
    if to == Format::V5 {
        fs.convert(directory, Format::V4).unwrap();
    }
    fs.sync().unwrap();
    fs.checkpoint();
    let before = fs.medium().clone();
    fs.medium_mut().record();
    fs.convert(directory, to).unwrap();
    fs.checkpoint();
    let writes = fs.medium().recorded_writes().to_vec();
    let [old, new] = [before.clone(), fs.medium().clone()].map(|medium| FileSystem::open(medium).unwrap());
    (WriteTrace { before, writes }, old, new)
}

#[test]
fn conversion_with_a_write_cache_leaves_one_format() {
    for (names, to) in [(30, Format::V4), (30, Format::V5), (300, Format::V4), (300, Format::V5)] {
        let (trace, old, new) = conversion(names, to);
        let mut first_new = None;
        let states = trace.search_crash_states(BUDGET, 1, &mut |state| {
            let found = FileSystem::open(state.medium.clone()).unwrap();
            let is_new = found.is_same_as(&new);
            assert!(is_new || found.is_same_as(&old), "{:?} without {:?}", state.epoch, state.lost);
            match &first_new {
                None if is_new => first_new = Some(state.epoch.clone()),
                Some(first) => assert!(is_new || state.epoch == *first, "the format is the old one again"),
                None => {}
            }
        });
        assert!(first_new.is_some() && states > trace.writes.len(), "{states} states");
    }
}

/// Returns the same writes without the flush at the end of an epoch.
fn without_flush(trace: &WriteTrace, epoch: u32) -> WriteTrace {
    let write = |write: &Write| Write { epoch: write.epoch - u32::from(write.epoch > epoch), ..write.clone() };
    WriteTrace { before: trace.before.clone(), writes: trace.writes.iter().map(write).collect() }
}

#[test]
fn every_flush_of_a_conversion_is_necessary() {
    let (trace, old, new) = conversion(300, Format::V4);
    let last = trace.writes.last().unwrap().epoch;
    assert_eq!(last, 3, "new format, transaction, home locations, start of the log");
    for epoch in 0..last {
        let mut damaged = 0;
        without_flush(&trace, epoch).search_crash_states(BUDGET, 1, &mut |state| {
            let is_whole = |found: FileSystem| found.is_same_as(&new) || found.is_same_as(&old);
            damaged += usize::from(!FileSystem::open(state.medium.clone()).is_ok_and(is_whole));
        });
        assert!(damaged > 0, "without flush {epoch}");
    }
}

/// Returns a file system whose log has space for long transactions.
fn with_large_log() -> FileSystem {
    mounted(FormatOptions { log_blocks: 256, ..FormatOptions::new(1_000, Version::V1_4) })
}

/// Returns a file system whose log contains several transactions, some with several blocks, and the state after each
/// transaction.
fn logged() -> (FileSystem, Vec<FileSystem>) {
    let mut fs = with_large_log();
    fs.checkpoint();
    let mut states = vec![FileSystem::open(fs.medium().clone()).unwrap()];
    for round in 0..4 {
        let directory: Fid = fs.make_directory(fs.root(), format!("d{round}").as_bytes()).unwrap();
        for name in 0..10 * (round + 1) {
            fs.create_file(directory, format!("{name}-{}", "long-".repeat(30)).as_bytes(), 0).unwrap();
        }
        fs.sync().unwrap();
        states.push(FileSystem::open(fs.medium().clone()).unwrap());
    }
    (fs, states)
}

/// Opens a damaged medium, which must be in one of `states`, and returns the index of that state.
fn state_of(medium: Medium, states: &[FileSystem]) -> usize {
    let found = FileSystem::open(medium).unwrap();
    assert_sound(&found);
    states.iter().position(|state| found.is_same_as(state)).expect("a state that was synced")
}

#[test]
fn rotten_log_block_ends_the_log_before_its_transaction() {
    let (fs, states) = logged();
    let transactions = states.len() as u32 - 1;
    assert_eq!(states.last().unwrap().recovery().transactions, transactions, "all of them are in the log");
    let mut ends = vec![0; states.len()];
    for block in 1.. {
        let used = fs.medium().read(block).iter().rposition(|byte| *byte != 0);
        let Some(used) = used.filter(|_| block <= 256) else { break };
        for byte in (0..=used).step_by(37) {
            let mut medium = fs.medium().clone();
            medium.rot(block, byte);
            ends[state_of(medium, &states)] += 1;
        }
    }
    assert!(ends[..transactions as usize].iter().all(|count| *count > 0), "each transaction was damaged: {ends:?}");
    assert_eq!(ends[transactions as usize], 0, "no damage goes unnoticed");
}

#[test]
fn torn_log_block_ends_the_log_before_its_transaction() {
    let mut fs = with_large_log();
    // Old transactions fill the blocks that are overwritten, so that the rest of a torn block also contains records.
    for name in 0..400 {
        fs.create_file(fs.root(), format!("{name}-{}", "old-".repeat(30)).as_bytes(), 0).unwrap();
        fs.sync().unwrap();
    }
    fs.checkpoint();
    let before = fs.medium().clone();
    fs.medium_mut().record();
    let directory = fs.make_directory(fs.root(), b"new").unwrap();
    for name in 0..100 {
        fs.create_file(directory, format!("{name}-{}", "new-".repeat(30)).as_bytes(), 0).unwrap();
    }
    fs.sync().unwrap();
    let trace = WriteTrace { before, writes: fs.medium().recorded_writes().to_vec() };
    let states = [&trace.before, fs.medium()].map(|medium| FileSystem::open(medium.clone()).unwrap());
    let epoch = trace.epochs().remove(0);
    assert!(epoch.len() > 1, "the transaction has several blocks");
    for torn in epoch.clone() {
        for sectors in 0..=BLOCK_SECTORS {
            let medium = trace.state(epoch.clone(), &[], Some(torn), sectors);
            let is_complete = *medium.read(trace.writes[torn].block) == *trace.writes[torn].bytes;
            assert_eq!(state_of(medium, &states), usize::from(is_complete), "block {torn}, {sectors} sectors");
        }
    }
}

#[test]
fn interrupted_transaction_is_not_completed_by_a_later_one() {
    // Two transactions of the same length: the first loses its first block, and the second loses its other blocks.
    let (mut fs, _) = logged();
    fs.checkpoint();
    let change = |fs: &mut FileSystem, text: &str| {
        let before = fs.medium().clone();
        fs.medium_mut().record();
        for name in 0..60 {
            fs.create_file(fs.root(), format!("{name}-{}", text.repeat(40)).as_bytes(), 0).unwrap();
        }
        fs.sync().unwrap();
        WriteTrace { before, writes: fs.medium().recorded_writes().to_vec() }
    };
    let first = change(&mut fs, "one-");
    let epoch = first.epochs().remove(0);
    assert!(epoch.len() > 1);
    let mut fs = FileSystem::open(first.state(epoch.clone(), &[0], None, 0)).unwrap();
    crate::mount(&mut fs);
    let second = change(&mut fs, "two-");
    let lost: Vec<usize> = (1..epoch.len()).collect();
    let found = FileSystem::open(second.state(second.epochs().remove(0), &lost, None, 0)).unwrap();
    assert_eq!(found.recovery(), Recovery { incomplete_blocks: 1, ..Recovery::default() });
    assert_sound(&found);
    assert!(found.is_same_as(&FileSystem::open(second.before).unwrap()));
}

#[test]
fn flush_precedes_every_later_write() {
    let mut medium = Medium::default();
    medium.record();
    let block = || Rc::new([1; BLOCK_BYTES]);
    medium.write(1, block());
    medium.write(2, block());
    medium.flush();
    medium.write(3, block());
    let trace = WriteTrace { before: Medium::default(), writes: medium.recorded_writes().to_vec() };
    assert_eq!(trace.epochs(), [0..2, 2..3]);
    let mut states = Vec::new();
    trace.search_crash_states(SearchBudget { tears: false, ..BUDGET }, 1, &mut |state| {
        states.push([1, 2, 3].map(|block| state.medium.read(block)[0]));
    });
    states.sort_unstable();
    assert_eq!(states, [[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0], [1, 1, 0], [1, 1, 1]]);
}
