//! The native side of the benchmark of WebAssembly beside native code, which `web/build/bench.mjs` drives.
//!
//! `work SIZE REPEATS`: prints nanoseconds of processor time for entering, looking up and removing a name, and what was
//! counted.

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use pathlength_bench_wasm::Work;
use rustix::time::{ClockId, clock_gettime};

fn thread_time_ns() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse().expect("a number"));
    let mut argument = || arguments.next().expect("SIZE REPEATS");
    let (count, repeats): (u32, u32) = (argument(), argument());
    let mut work = Work::new(count);
    let mut times = [0.0; 3];
    for _ in 0..repeats {
        for (time, act) in times.iter_mut().zip([Work::insert, Work::lookup, Work::remove]) {
            let start = thread_time_ns();
            act(&mut work);
            *time += (thread_time_ns() - start) / f64::from(count) / f64::from(repeats);
            work.shuffle(count);
        }
    }
    let [insert, lookup, remove] = times;
    println!("[{insert}, {lookup}, {remove}, {}]", work.counted());
}
