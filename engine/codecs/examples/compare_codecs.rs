//! Prints the compression ratio and speed of every codec for a file: `cargo run --release --example compare_codecs --
//! FILE`.

use pathlength_codecs::{CODECS, Encoder};
use std::error::Error;
use std::io::{Write, stdout};
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("no file: write `compare_codecs -- FILE`")?;
    let data = std::fs::read(path)?;
    for codec in CODECS {
        let mut encoder = Encoder::new(codec, &codec.default_options())?;
        let mut packed = Vec::new();
        let start = Instant::now();
        encoder.push(&data, &mut packed);
        encoder.finish(&mut packed);
        let (bytes, seconds) = (data.len() as f64, start.elapsed().as_secs_f64());
        let (ratio, speed) = (bytes / packed.len() as f64, bytes / 1e6 / seconds);
        writeln!(stdout(), "{:8} {ratio:6.2}:1 {speed:7.0} MB/s", codec.title)?;
    }
    Ok(())
}
