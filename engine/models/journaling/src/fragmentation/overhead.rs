//! Internal fragmentation: unused bytes in allocated blocks.

use pathlength_model::{ModelError, columns};
use pathlength_queueing::Random;

/// Block sizes that are compared, in bytes.
pub const BLOCK_SIZES: [u32; 4] = [512, 1024, 2048, 4096];
/// Maximum size of a file whose tail is packed, in bytes.
const TAIL_LIMIT: f64 = 4.0 * 4096.0;
/// Header of an item in a leaf, in bytes.
const HEAD: f64 = 24.0;
/// Number of files to sample if their sizes differ.
const SAMPLES: u32 = 20_000;

/// Distribution of file sizes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FileSizes {
    /// The same size for all files, in bytes.
    Equal(f64),
    /// Log-normal sizes with a median and the standard deviation `sigma` of the logarithm.
    LogNormal {
        /// Median in bytes.
        median: f64,
        /// Standard deviation of the logarithm; 0 for equal sizes.
        sigma: f64,
    },
}

/// Shares of the allocated space that are wasted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpaceOverhead {
    /// Wasted share for each of the [`BLOCK_SIZES`].
    pub blocks: [f64; 4],
    /// Wasted share with blocks of 4 KB and tail packing.
    pub tails: f64,
}

columns! {
    SpaceOverhead, |it| {
        "blocks512": it.blocks[0],
        "blocks1024": it.blocks[1],
        "blocks2048": it.blocks[2],
        "blocks4096": it.blocks[3],
        "tails": it.tails,
    }
}

/// Estimates the internal fragmentation of files with the given sizes, without tail packing, and with tail packing at
/// the given leaf fill factor.
///
/// # Errors
/// Returns [`ModelError`] if a size or the fill factor is out of range.
pub fn estimate_overhead(sizes: FileSizes, leaf_fill_factor: f64, seed: u64) -> Result<SpaceOverhead, ModelError> {
    let (median, sigma) = match sizes {
        FileSizes::Equal(bytes) => (bytes, 0.0),
        FileSizes::LogNormal { median, sigma } => (median, sigma),
    };
    if !(1.0..=1e12).contains(&median) {
        return Err(ModelError::new(format!("file size is {median} bytes: give 1 to 1,000,000,000,000 bytes")));
    }
    if !(0.0..=4.0).contains(&sigma) {
        return Err(ModelError::new(format!("sigma of the file sizes is {sigma}: give 0 to 4")));
    }
    if !(0.1..=1.0).contains(&leaf_fill_factor) {
        return Err(ModelError::new("leaf fill factor is out of range: give 10 to 100 %"));
    }
    let mut random = Random::new(seed, 3);
    let (mut files, mut blocks, mut tails) = (0.0, [0.0; 4], 0.0);
    for _ in 0..if sigma > 0.0 { SAMPLES } else { 1 } {
        let bytes = if sigma > 0.0 {
            libm::ceil(median * libm::exp(sigma * sample_normal(&mut random))).clamp(1.0, 1e12)
        } else {
            libm::ceil(median)
        };
        files += bytes;
        for (space, size) in blocks.iter_mut().zip(BLOCK_SIZES) {
            *space += round_up_to_blocks(bytes, f64::from(size));
        }
        tails += space_with_tail(bytes, leaf_fill_factor);
    }
    let wasted = |space: f64| 1.0 - files / space;
    Ok(SpaceOverhead { blocks: blocks.map(wasted), tails: wasted(tails) })
}

fn round_up_to_blocks(bytes: f64, size: f64) -> f64 {
    libm::ceil(bytes / size) * size
}

fn space_with_tail(bytes: f64, leaf_fill_factor: f64) -> f64 {
    let whole = libm::floor(bytes / 4096.0) * 4096.0;
    let tail = bytes - whole;
    // A tail that is larger than half a leaf occupies a separate block, as in `FileSystem`.
    if bytes > TAIL_LIMIT || tail == 0.0 || tail > 2040.0 {
        return round_up_to_blocks(bytes, 4096.0);
    }
    whole + (tail + HEAD) / leaf_fill_factor
}

/// Draws a standard normal variate by the Box–Muller method.
fn sample_normal(random: &mut Random) -> f64 {
    let radius = libm::sqrt(2.0 * random.exponential());
    radius * libm::cos(2.0 * std::f64::consts::PI * random.uniform())
}
