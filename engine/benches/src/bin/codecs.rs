//! The native side of the codec benchmark, which `web/build/bench-codecs.mjs` drives.
//!
//! - `codecs write FOLDER` writes each of the 18 patterns to a file of 2 MiB, and all of them to one file, `all`.
//! - `codecs run CODEC LEVEL ROUNDS FILE...` prints for each file the nanoseconds of CPU time per byte for compression
//!   and decompression, and the compressed size. The times are minimums over the rounds.

#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]

use pathlength_bench_wasm::CodecWork;
use pathlength_codecs::pattern::{NAMES, Shape, bytes};
use rustix::time::{ClockId, clock_gettime};
use std::path::Path;

const BYTES: usize = 2 << 20;

fn thread_time_ns() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

fn write(folder: &Path) {
    std::fs::create_dir_all(folder).expect("a folder");
    let mut all = Vec::new();
    for name in NAMES {
        let data = bytes(name, BYTES, &Shape::default()).expect("a pattern");
        std::fs::write(folder.join(name), &data).expect("space");
        all.extend(data);
    }
    std::fs::write(folder.join("all"), all).expect("space");
}

fn measure_file(codec: &str, level: i32, rounds: u32, file: &str) -> String {
    let data = std::fs::read(file).expect("a file");
    let mut work = CodecWork::new(codec, level, &data);
    let mut min_ns = [f64::INFINITY; 2];
    for _ in 0..rounds {
        for (min_ns, act) in min_ns.iter_mut().zip([CodecWork::encode, CodecWork::decode]) {
            let start = thread_time_ns();
            act(&mut work);
            *min_ns = min_ns.min((thread_time_ns() - start) / data.len() as f64);
        }
    }
    format!("[{}, {}, {}]", min_ns[0], min_ns[1], work.size())
}

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let words: Vec<_> = arguments.iter().map(String::as_str).collect();
    match &words[..] {
        ["write", folder] => write(Path::new(folder)),
        ["run", codec, level, rounds, files @ ..] => {
            let (level, rounds) = (level.parse().expect("a level"), rounds.parse().expect("a number"));
            let all: Vec<_> = files.iter().map(|file| measure_file(codec, level, rounds, file)).collect();
            println!("[{}]", all.join(", "));
        }
        _ => panic!("write FOLDER, or run CODEC LEVEL ROUNDS FILE..."),
    }
}
