//! The native side of the benchmark that compares WebAssembly with native code. `web/build/bench.mjs` runs this
//! program.
//!
//! Each command prints the nanoseconds of CPU time that its operations take, and a number that depends only on the
//! work:
//!
//! - `work directory SIZE REPEATS`: for adding, looking up, and removing a name.
//! - `work cache SIZE REPEATS`: for reading a cached track, an uncached one, and a random one out of twice as many
//!   tracks as the minidisk cache holds.
//! - `work mva SIZE REPEATS`: per request, for solving a closed network, for solving it with all populations kept, and
//!   for the shortest dependency chain.
//! - `work simulation SIZE REPEATS`: per event of one server, of four servers, and of a closed network.
//! - `work timers SIZE REPEATS`: for removing the next event and inserting it again, with 64 and with SIZE pending
//!   events; also with the standard library's heap.
//! - `work journal SIZE REPEATS`: per operation of sixteen clients on each file system of the journaling lab.

#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]

use pathlength_bench_wasm::queueing::{SimulationWork, TimersWork};
use pathlength_bench_wasm::{CacheWork, DirectoryWork, JournalWork, MvaWork};
use rustix::time::{ClockId, clock_gettime};

fn thread_time_ns() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Returns the nanoseconds per item for each operation on `count` items, averaged over `repeats` runs.
fn times<W, const ACTS: usize>(
    work: &mut W,
    acts: [fn(&mut W); ACTS],
    shuffle: fn(&mut W, u32),
    count: u32,
    repeats: u32,
) -> Vec<f64> {
    let mut times = vec![0.0; ACTS];
    for _ in 0..repeats {
        for (time, act) in times.iter_mut().zip(acts) {
            let start = thread_time_ns();
            act(work);
            *time += (thread_time_ns() - start) / f64::from(count) / f64::from(repeats);
            shuffle(work, count);
        }
    }
    times
}

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [structure, numbers @ ..] = &arguments[..] else {
        panic!("directory|cache|mva|simulation|timers|journal SIZE REPEATS")
    };
    let number = |at: usize| numbers[at].parse().expect("a number");
    let (count, repeats) = (number(0), number(1));
    let (mut figures, counted) = match structure.as_str() {
        "directory" => {
            let mut work = DirectoryWork::new(count);
            let acts = [DirectoryWork::insert, DirectoryWork::lookup, DirectoryWork::remove];
            (times(&mut work, acts, DirectoryWork::shuffle, count, repeats), work.counted())
        }
        "simulation" => {
            let mut work = SimulationWork::new(count);
            let acts = [SimulationWork::one, SimulationWork::four, SimulationWork::closed];
            (times(&mut work, acts, SimulationWork::shuffle, count, repeats), work.counted())
        }
        "timers" => {
            let mut work = TimersWork::new(count);
            let acts = [TimersWork::run_short_list, TimersWork::run_long_list, TimersWork::heap];
            (times(&mut work, acts, TimersWork::shuffle, count, repeats), work.counted())
        }
        "cache" => {
            let mut work = CacheWork::new(count);
            let acts = [CacheWork::hit, CacheWork::miss, CacheWork::random];
            (times(&mut work, acts, CacheWork::shuffle, count, repeats), work.counted())
        }
        "mva" => {
            let mut work = MvaWork::new(count);
            let acts = [MvaWork::exact, MvaWork::curve, MvaWork::chain];
            (times(&mut work, acts, MvaWork::shuffle, count, repeats), work.counted())
        }
        "journal" => {
            let mut work = JournalWork::new(count);
            let acts = [
                JournalWork::ext2,
                JournalWork::writeback,
                JournalWork::ordered,
                JournalWork::journal,
                JournalWork::reiserfs,
                JournalWork::jfs,
                JournalWork::xfs,
            ];
            (times(&mut work, acts, JournalWork::shuffle, count, repeats), work.counted())
        }
        other => panic!("unknown structure {other:?}: give directory, cache, mva, simulation, timers, or journal"),
    };
    figures.push(counted);
    println!("{figures:?}");
}
