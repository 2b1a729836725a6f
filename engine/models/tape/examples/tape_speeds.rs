//! Measures the codecs of the tape lab on the lab's patterns and prints their speeds as lab parameters.
//!
//! The program uses one thread and compresses each pattern as one unit; it takes the best of many runs, because
//! disturbances can only make a run slower. The runs of all codecs alternate, so that a disturbance of a few seconds
//! does not affect a result. The command is `cargo run --release -p pathlength-tape --example tape_speeds`.

use pathlength_codecs::pattern::{self, MIXTURE, NAMES, RANDOM, Shape};
use pathlength_codecs::{CodecInfo, Coder, DEFLATE, LZ4, Options, ZSTD};
use std::time::{Duration, Instant};

/// Number of rounds; all trials run once per round.
const ROUNDS: usize = 12;
/// Minimum time for which a trial repeats the compression, and then the decompression.
const PATIENCE: Duration = Duration::from_millis(30);

/// A codec at a level, and its shortest times for one pattern.
struct Trial {
    codec: &'static CodecInfo,
    level: i32,
    name: &'static str,
    bytes: Vec<u8>,
    write: Duration,
    read: Duration,
}

impl Trial {
    fn new(codec: &'static CodecInfo, level: i32, name: &'static str) -> Self {
        let bytes = pattern::bytes(name, pattern::length(name), &Shape::default()).expect("a pattern");
        Self { codec, level, name, bytes, write: Duration::MAX, read: Duration::MAX }
    }

    /// Compresses and decompresses the pattern repeatedly, and updates the shortest times.
    fn run(&mut self) {
        let options = Options { level: self.level, ..self.codec.default_options() };
        let mut units = Coder::new(self.codec, &options).expect("options that codecs have");
        let (mut packed, mut unpacked) = (Vec::new(), Vec::new());
        self.write = self.write.min(best(|| {
            packed.clear();
            units.encode(&self.bytes, &mut packed);
        }));
        self.read = self.read.min(best(|| {
            unpacked.clear();
            units.decode(&packed, self.bytes.len(), &mut unpacked).expect("valid compressed data");
        }));
        assert_eq!(unpacked, self.bytes, "{} loses data", self.codec.name);
    }

    /// Returns the speed in MB/s of uncompressed data.
    fn speed(&self, time: Duration) -> f64 {
        self.bytes.len() as f64 / 1e6 / time.as_secs_f64()
    }
}

/// Repeats `run` and returns its shortest duration.
fn best(mut run: impl FnMut()) -> Duration {
    let (start, mut min) = (Instant::now(), Duration::MAX);
    while start.elapsed() < PATIENCE || min == Duration::MAX {
        let each = Instant::now();
        run();
        min = min.min(each.elapsed());
    }
    min
}

/// Returns the mean speed for equal amounts of all patterns.
fn harmonic_mean(speeds: &[f64]) -> f64 {
    speeds.len() as f64 / speeds.iter().map(|speed| 1.0 / speed).sum::<f64>()
}

#[allow(clippy::print_stdout)] // it prints its results
fn main() {
    let levels = [(&LZ4, 1), (&ZSTD, 1), (&ZSTD, 3), (&ZSTD, 9), (&DEFLATE, 1)];
    let of_all = |(codec, level)| NAMES.iter().map(move |name| Trial::new(codec, level, name));
    let mut trials: Vec<_> = levels.into_iter().flat_map(of_all).collect();
    for codec in [&LZ4, &ZSTD] {
        trials.extend([RANDOM, MIXTURE].map(|name| Trial::new(codec, 1, name)));
    }
    for _ in 0..ROUNDS {
        trials.iter_mut().for_each(Trial::run);
    }
    let mean = |codec: &CodecInfo, level: i32, time: fn(&Trial) -> Duration| {
        let those = trials.iter().filter(|trial| trial.codec == codec && trial.level == level);
        let of_mean = those.filter(|trial| NAMES.contains(&trial.name));
        harmonic_mean(&of_mean.map(|trial| trial.speed(time(trial))).collect::<Vec<_>>())
    };
    for codec in [&LZ4, &ZSTD] {
        for trial in trials.iter().filter(|trial| trial.codec == codec && trial.level == 1) {
            println!("{}_{} = {:.0}", codec.name, trial.name, trial.speed(trial.write));
        }
        println!("{}_read = {:.0}", codec.name, mean(codec, 1, |trial| trial.read));
    }
    for level in [3, 9] {
        let slower = mean(&ZSTD, level, |trial| trial.write) / mean(&ZSTD, 1, |trial| trial.write);
        println!("zstd_level_{level} = {slower:.4}");
    }
    println!("deflate = {:.0}", mean(&DEFLATE, 1, |trial| trial.write));
    println!("deflate_read = {:.0}", mean(&DEFLATE, 1, |trial| trial.read));
}
