//! Prints the compression ratio of every codec for every pattern, and statistics of the gains over ALDC.
//!
//! `cargo run --release -p pathlength-codecs --example patterns [-- LEVEL_OF_ZSTD [HISTORY_OF_ALDC [UNIT_BYTES]]]`;
//! with `-- sha256`, it prints the lines of `src/pattern/sha256.txt`.

use pathlength_codecs::pattern::{MIXTURE, NAMES, RANDOM, Shape, bytes, length};
use pathlength_codecs::{CODECS, CodecInfo, Coder, size_of};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::io::Write as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let number = |at: usize| arguments.get(at).map(|text| text.parse::<usize>()).transpose();
    let text = if arguments.first().is_some_and(|word| word == "sha256") {
        hashes()?
    } else {
        let unit = number(2)?.unwrap_or(0);
        let level = number(0)?.map_or(Ok(1), i32::try_from)?;
        let history = number(1)?.map_or(Ok(512), i32::try_from)?;
        let mut coders = Vec::new();
        for codec in CODECS {
            coders.push((codec, Coder::new(codec, &codec.varied_options(history, level))?));
        }
        table(&mut coders, unit)?
    };
    Ok(std::io::stdout().write_all(text.as_bytes())?)
}

/// Returns a pattern as shipped.
fn shipped(name: &str) -> Vec<u8> {
    bytes(name, length(name), &Shape::default()).unwrap_or_default()
}

fn hashes() -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    for name in NAMES.into_iter().chain([RANDOM, MIXTURE]) {
        for byte in Sha256::digest(shipped(name)) {
            write!(text, "{byte:02x}")?;
        }
        writeln!(text, "  {name}")?;
    }
    Ok(text)
}

fn table(coders: &mut [(&'static CodecInfo, Coder)], unit: usize) -> Result<String, std::fmt::Error> {
    let mut text = format!("{:9}", "pattern");
    for (codec, _) in &*coders {
        write!(text, "{:>9}", codec.name)?;
    }
    for (codec, _) in &coders[1..] {
        write!(text, "{:>10} %", codec.name)?;
    }
    writeln!(text)?;
    let mut gains = vec![Vec::new(); coders.len() - 1];
    for name in NAMES.into_iter().chain([RANDOM, MIXTURE]) {
        let data = shipped(name);
        // Adapters always store the compressed form, even if it is larger than the input; software does not.
        let ratios: Vec<_> = coders
            .iter_mut()
            .map(|(codec, coder)| data.len() as f64 / size_of(coder, &data, unit, !codec.in_adapter) as f64)
            .collect();
        write!(text, "{name:9}")?;
        for ratio in &ratios {
            write!(text, "{ratio:9.4}")?;
        }
        for (ratio, gains) in ratios[1..].iter().zip(&mut gains) {
            let gain = (ratio / ratios[0] - 1.0) * 100.0;
            write!(text, "{gain:12.1}")?;
            if NAMES.contains(&name) {
                gains.push(gain);
            }
        }
        writeln!(text)?;
    }
    for ((codec, _), gains) in coders[1..].iter().zip(gains) {
        let mean = gains.iter().sum::<f64>() / gains.len() as f64;
        let min = gains.iter().copied().fold(f64::INFINITY, f64::min);
        let max = gains.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let positive = gains.iter().filter(|gain| **gain > 0.0).count();
        writeln!(
            text,
            "{:8} over ALDC: mean {mean:+.1} %, {min:+.1} to {max:+.1} %, better on {positive} of {}",
            codec.name,
            gains.len()
        )?;
    }
    Ok(text)
}
