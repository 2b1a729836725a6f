//! Measures the codecs of the tape lab on its patterns and prints the speeds as the parameters that the lab has.
//!
//! One thread, a whole pattern as one unit, the best of many runs: what disturbs a run only makes it slower.
//! `cargo run --release -p pathlength --example tape_speeds`

use pathlength_codecs::pattern::{self, MIXTURE, NAMES, RANDOM, Shape};
use pathlength_codecs::{Codec, Coder, Options};
use std::time::{Duration, Instant};

/// How long each is tried.
const PATIENCE: Duration = Duration::from_millis(400);

/// MB/s of a codec that compresses and decompresses `bytes`.
fn speeds(codec: Codec, level: i32, bytes: &[u8]) -> (f64, f64) {
    let options = Options { level, ..Options::of(codec) };
    let mut units = Coder::new(codec, &options).expect("options that codecs have");
    let mut packed = Vec::new();
    let write_s = best(|| {
        packed.clear();
        units.encode(bytes, &mut packed);
    });
    let mut unpacked = Vec::new();
    let read_s = best(|| {
        unpacked.clear();
        units.decode(&packed, bytes.len(), &mut unpacked).expect("what was compressed before");
    });
    assert_eq!(unpacked, bytes, "{} loses data", codec.name());
    let megabytes = bytes.len() as f64 / 1e6;
    (megabytes / write_s, megabytes / read_s)
}

/// The shortest run in seconds.
fn best(mut run: impl FnMut()) -> f64 {
    let (start, mut least) = (Instant::now(), Duration::MAX);
    while start.elapsed() < PATIENCE || least == Duration::MAX {
        let each = Instant::now();
        run();
        least = least.min(each.elapsed());
    }
    least.as_secs_f64()
}

/// As much of each pattern.
fn harmonic_mean(speeds: &[f64]) -> f64 {
    speeds.len() as f64 / speeds.iter().map(|speed| 1.0 / speed).sum::<f64>()
}

#[allow(clippy::print_stdout)] // what it is for
fn main() {
    let bytes = |name: &str| pattern::bytes(name, pattern::length(name), &Shape::default()).expect("a pattern");
    let patterns: Vec<_> = NAMES.iter().map(|name| bytes(name)).collect();
    let all = |codec: Codec, level: i32| -> (Vec<f64>, Vec<f64>) {
        patterns.iter().map(|bytes| speeds(codec, level, bytes)).unzip()
    };
    for codec in [Codec::Lz4, Codec::Zstd, Codec::Deflate] {
        let (writes, reads) = all(codec, 1);
        let name = codec.name();
        if codec == Codec::Deflate {
            println!("{name} = {:.1}", harmonic_mean(&writes));
        } else {
            for (pattern, speed) in NAMES.iter().zip(&writes) {
                println!("{name}_{pattern} = {speed:.1}");
            }
            for other in [RANDOM, MIXTURE] {
                println!("{name}_{other} = {:.1}", speeds(codec, 1, &bytes(other)).0);
            }
        }
        println!("{name}_read = {:.1}", harmonic_mean(&reads));
        if codec == Codec::Zstd {
            for level in [3, 9] {
                let slower = harmonic_mean(&all(codec, level).0) / harmonic_mean(&writes);
                println!("{name}_level_{level} = {slower:.4}");
            }
        }
    }
}
