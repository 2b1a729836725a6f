//! Blocks that a recovery reads: all metadata without a log, and the used part of the log with a log.

use crate::operation_stream::SECOND;
use pathlength_journaling::{Driver, FileKind, Geometry, Policy, ROOT, Recovery, Rules, WriteTrace};

const GIGABYTE: u32 = 262_144;

/// Runs a fixed workload on a device with `blocks` blocks in addition to any log: writes 300 files and syncs once,
/// after about half of them.
fn after_some_work(policy: Policy, blocks: u32, log_blocks: u32) -> WriteTrace {
    let geometry = Geometry::of_size(blocks + 1 + log_blocks, log_blocks);
    let mut driver = Driver::new(geometry, Rules::of(policy), SECOND / 1000, 1).unwrap();
    let directory = driver.make(ROOT, 1, FileKind::Directory).unwrap();
    for name in 0..300 {
        let file = driver.make(directory, 10 + name, FileKind::File).unwrap();
        driver.write(file, 0, 20_000).unwrap();
        driver.advance(driver.now() + SECOND / 20);
        if name == 150 {
            driver.sync(0).unwrap();
        }
    }
    driver.finish()
}

fn recovery(policy: Policy, blocks: u32, log_blocks: u32) -> Recovery {
    let run = after_some_work(policy, blocks, log_blocks);
    run.crash_after(run.log.writes.len() - 1, &mut |_| true).recovery
}

#[test]
fn check_grows_with_device_and_replay_does_not() {
    let scans: Vec<_> = [1, 2, 4].map(|size| recovery(Policy::None, size * GIGABYTE, 0).blocks_read).into();
    // A group of 128 MB contains two bitmap blocks and 512 inode blocks; eight groups make a gigabyte.
    assert_eq!(scans[1] - scans[0], 8 * 514);
    assert_eq!(scans[2] - scans[1], 16 * 514);
    for policy in [Policy::Ordered, Policy::Journal, Policy::Reiser, Policy::Logical, Policy::LogicalDelayed] {
        let replays = [1, 2, 4].map(|size| recovery(policy, size * GIGABYTE, 8192).blocks_read);
        assert!(replays[0] > 1, "{policy:?} had nothing to replay");
        assert!(replays.iter().all(|read| *read < replays[0] + 20), "{policy:?}: {replays:?}");
        assert!(replays[2] < scans[0] / 2, "{policy:?}: {replays:?}");
    }
}

#[test]
fn replay_reads_the_used_part_of_a_data_log() {
    let small = recovery(Policy::Journal, GIGABYTE, 256);
    let large = recovery(Policy::Journal, GIGABYTE, 4096);
    assert!(large.blocks_read > 3 * small.blocks_read, "{small:?}, {large:?}");
    assert!(small.blocks_read <= 2 * 256 && large.blocks_read <= 2 * 4096, "{small:?}, {large:?}");
}
