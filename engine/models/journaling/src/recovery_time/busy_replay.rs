//! Real replays of a busy file system's log, in which reads and writes are counted.

use super::super::Nanoseconds;
use super::super::block::{FileKind, InodeNo};
use super::super::driver::{Driver, WriteTrace};
use super::super::file_system::{OperationError, ROOT};
use super::super::geometry::Geometry;
use super::super::recover::{Recovery, recover};
use super::super::rules::Rules;
use super::RecoveryCosts;
use std::collections::VecDeque;

const MILLISECOND: Nanoseconds = 1_000_000;

/// Crashes a file system at several points while it is busy with small files, and returns the recovery with the most
/// reads.
///
/// # Errors
/// Returns a message if a size is invalid.
pub fn measure_busy_replay(geometry: Geometry, rules: Rules, costs: &RecoveryCosts) -> Result<Recovery, String> {
    let mut driver = Driver::new(geometry, rules, MILLISECOND, 1)?;
    // If the device is too small, the work ends early.
    let _ = work(&mut driver, costs);
    Ok(worst(&driver.finish(), costs.busy_crashes as usize))
}

fn work(driver: &mut Driver, costs: &RecoveryCosts) -> Result<(), OperationError> {
    let [end, pause] =
        [1e3 * costs.busy_work_s, costs.busy_pause_ms].map(|ms| (ms * MILLISECOND as f64) as Nanoseconds);
    let directories: Vec<InodeNo> = (0..costs.busy_directories as u32)
        .map(|name| driver.make(ROOT, 1 + name, FileKind::Directory))
        .collect::<Result<_, _>>()?;
    let mut live = VecDeque::new();
    let mut name = 0;
    while driver.now() < end {
        name += 1;
        let directory = directories[name as usize % directories.len()];
        let file = driver.make(directory, name, FileKind::File)?;
        live.push_back((directory, name));
        driver.write(file, 0, costs.busy_file_bytes as u64)?;
        if live.len() > costs.busy_files as usize
            && let Some((directory, name)) = live.pop_front()
        {
            driver.remove(directory, name, FileKind::File)?;
        }
        driver.advance(driver.now() + pause);
    }
    Ok(())
}

/// Crashes after flushes, when the log is longest, and returns the recovery with the most reads.
fn worst(run: &WriteTrace, crashes: usize) -> Recovery {
    let mut image = run.initial_image.clone();
    let mut worst = Recovery::default();
    let step = (run.log.epoch_ends.len() / crashes).max(1);
    let mut writes = run.log.writes.as_slice();
    for epoch in 0..=run.log.epoch_ends.len() {
        let (these, later) = writes.split_at(writes.partition_point(|write| write.epoch as usize <= epoch));
        writes = later;
        for write in these {
            image.write(write.block, write.content.clone());
        }
        if epoch.is_multiple_of(step) {
            image.mark();
            let recovery = recover(&mut image, &run.geometry, &run.rules);
            image.roll_back();
            if recovery.blocks_read > worst.blocks_read {
                worst = recovery;
            }
        }
    }
    worst
}
