//! Processes the numbers in a range in blocks on several threads and writes the results in order.

use pathlength_model::ModelError;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Target duration of a block: long compared with the overhead, and short enough to keep a progress line up to date.
const BLOCK: Duration = Duration::from_millis(50);

/// Maximum number of scenarios per block, which limits the length of the block's text.
const MAX_BLOCK: u64 = 4096;

/// The progress of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Number of written scenarios.
    pub done: u64,
    /// Number of scenarios in the whole range.
    pub all: u64,
}

/// The reason why a sweep ended early.
#[derive(Debug)]
pub enum SweepError<E> {
    /// The model could not be opened.
    Model(ModelError),
    /// A result could not be written.
    Write(E),
    /// The caller stopped the sweep.
    Stopped,
}

impl<E: fmt::Display> fmt::Display for SweepError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model(error) => error.fmt(f),
            Self::Write(error) => error.fmt(f),
            Self::Stopped => f.write_str("the sweep was stopped: run it again"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for SweepError<E> {}

/// A finished block: its numbers, their results, and the time it took.
type Finished<T> = Result<(Range<u64>, T, Duration), ModelError>;

/// Calls `work` for each number in `range` on `threads` threads, each with its own model, until `stop` is set, and
/// calls `write` with the results in order. The length of the blocks depends on measured times; the results as a whole
/// do not. The last blocks are short, so that no thread works alone for long.
pub(super) fn run<M, T: Default + Send, E>(
    range: Range<u64>,
    threads: usize,
    open: impl Fn() -> Result<M, ModelError> + Sync,
    stop: &AtomicBool,
    work: impl Fn(&mut M, u64, &mut T) + Sync,
    mut write: impl FnMut(T, Progress) -> Result<(), E>,
) -> Result<(), SweepError<E>> {
    let threads = threads.max(1);
    // Maximum number of blocks in progress or unwritten: with more, finished blocks would pile up behind a slow one.
    let max_open = 4 * threads as u64;
    thread::scope(|scope| {
        // The channels are declared here, so that an early return closes them and ends the threads.
        let (give, blocks) = sync_channel::<Range<u64>>(max_open as usize);
        let blocks = std::sync::Arc::new(Mutex::new(blocks));
        let (finish, finished) = channel::<Finished<T>>();
        for _ in 0..threads {
            let (blocks, finish) = (blocks.clone(), finish.clone());
            let (open, work) = (&open, &work);
            scope.spawn(move || {
                let _alarm = PanicAlarm(&finish);
                let mut model = match open() {
                    Ok(model) => model,
                    Err(error) => return drop(finish.send(Err(error))),
                };
                while let Some(block) = next(&blocks) {
                    let (start, mut results) = (Instant::now(), T::default());
                    for number in block.clone() {
                        if stop.load(Ordering::Relaxed) {
                            break;
                        }
                        work(&mut model, number, &mut results);
                    }
                    if finish.send(Ok((block, results, start.elapsed()))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(finish);

        let (mut given, mut written, mut open_blocks) = (range.start, range.start, 0);
        let mut length = 1;
        let mut waiting = BTreeMap::new();
        while written < range.end {
            while given < range.end && open_blocks < max_open {
                let left = range.end - given;
                let end = given + length.min(left.div_ceil(2 * threads as u64));
                // Sending fails only if all threads have ended; one of them has then sent an error, which is read
                // below.
                if give.send(given..end).is_err() {
                    break;
                }
                given = end;
                open_blocks += 1;
            }
            let (block, results, time) =
                finished.recv().expect("a thread sends a block or an error").map_err(SweepError::Model)?;
            if stop.load(Ordering::Relaxed) {
                return Err(SweepError::Stopped);
            }
            let numbers = block.end - block.start;
            let fitting = BLOCK.as_secs_f64() / (time.as_secs_f64() / numbers as f64).max(1e-9);
            length = (fitting as u64).clamp(1, MAX_BLOCK.min(2 * numbers.max(length)));
            waiting.insert(block.start, (block.end, results));
            while let Some((end, results)) = waiting.remove(&written) {
                written = end;
                open_blocks -= 1;
                let progress = Progress { done: written - range.start, all: range.end - range.start };
                write(results, progress).map_err(SweepError::Write)?;
            }
        }
        Ok(())
    })
}

/// An alarm that reports that a thread has panicked. Without the alarm, the main thread would wait for the thread's
/// block forever; the scope propagates the panic.
struct PanicAlarm<'f, T>(&'f Sender<Finished<T>>);

impl<T> Drop for PanicAlarm<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // The sweep may have ended, so that no receiver is left.
            let _ = self.0.send(Err(ModelError::new("a thread of the sweep panicked: report the error with the grid")));
        }
    }
}

/// Returns the next block; `None` when there are no more.
fn next(blocks: &Mutex<Receiver<Range<u64>>>) -> Option<Range<u64>> {
    blocks.lock().ok()?.recv().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_a_fair_share_of_what_is_left() {
        for threads in [1, 2, 7] {
            let (all, mut next) = (5..30_000, 5);
            let mut lengths = Vec::new();
            let add = |(): &mut (), number, block: &mut Vec<u64>| block.push(number);
            let stop = AtomicBool::new(false);
            run(
                all.clone(),
                threads,
                || Ok(()),
                &stop,
                add,
                |block: Vec<u64>, _| {
                    assert_eq!(block, (next..next + block.len() as u64).collect::<Vec<_>>());
                    let left = all.end - next;
                    next += block.len() as u64;
                    lengths.push(block.len());
                    // A block has at most half of a thread's share of the remaining numbers, rounded up.
                    assert!((block.len() as u64 - 1) * 2 * (threads as u64) < left, "{} of {left}", block.len());
                    Ok::<_, ModelError>(())
                },
            )
            .expect("a sweep");
            assert_eq!(next, all.end);
            assert_eq!(lengths.last(), Some(&1), "{lengths:?}");
        }
    }
}
