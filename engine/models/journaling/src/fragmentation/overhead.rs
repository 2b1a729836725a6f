//! Internal fragmentation: what blocks hold beside their files.

use pathlength_model::ModelError;
use pathlength_queueing::Random;

/// Block sizes that are compared, in bytes.
pub const BLOCK_SIZES: [u32; 4] = [512, 1024, 2048, 4096];
/// Files up to so many blocks of 4 KB have their ends in a leaf of the tree.
const TAIL_LIMIT: f64 = 4.0 * 4096.0;
/// The head of an item in a leaf.
const HEAD: f64 = 24.0;
/// Files that are drawn where sizes differ.
const DRAWN: u32 = 20_000;

/// How large files are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FileSizes {
    /// All of so many bytes.
    Equal(f64),
    /// Spread: half of them below `median` bytes; `sigma` is the standard deviation of the size's logarithm.
    LogNormal {
        /// Bytes.
        median: f64,
        /// 0 for no spread.
        sigma: f64,
    },
}

/// Shares of the allocated space that hold nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpaceOverhead {
    /// With blocks of [`BLOCK_SIZES`].
    pub blocks: [f64; 4],
    /// With blocks of 4 KB and ends of files in leaves of a tree.
    pub tails: f64,
}

/// What files of these sizes waste. Leaves are full to the share `leaf_fill_factor`.
///
/// # Errors
/// [`ModelError`] if a size is not one.
pub fn estimate_overhead(sizes: FileSizes, leaf_fill_factor: f64, seed: u64) -> Result<SpaceOverhead, ModelError> {
    let (median, sigma) = match sizes {
        FileSizes::Equal(bytes) => (bytes, 0.0),
        FileSizes::LogNormal { median, sigma } => (median, sigma),
    };
    if !(1.0..=1e12).contains(&median) {
        return Err(ModelError::new("file size is out of range: give 1 to 1,000,000,000,000 bytes"));
    }
    if !(0.0..=4.0).contains(&sigma) {
        return Err(ModelError::new("sigma of the file sizes is out of range: give 0 to 4"));
    }
    if !(0.1..=1.0).contains(&leaf_fill_factor) {
        return Err(ModelError::new("leaf fill factor is out of range: give 10 to 100 %"));
    }
    let mut random = Random::new(seed, 3);
    let (mut files, mut blocks, mut tails) = (0.0, [0.0; 4], 0.0);
    for _ in 0..if sigma > 0.0 { DRAWN } else { 1 } {
        let bytes = if sigma > 0.0 {
            libm::ceil(median * libm::exp(sigma * normal(&mut random))).clamp(1.0, 1e12)
        } else {
            libm::ceil(median)
        };
        files += bytes;
        for (space, size) in blocks.iter_mut().zip(BLOCK_SIZES) {
            *space += in_blocks(bytes, f64::from(size));
        }
        tails += with_tail(bytes, leaf_fill_factor);
    }
    let wasted = |space: f64| 1.0 - files / space;
    Ok(SpaceOverhead { blocks: blocks.map(wasted), tails: wasted(tails) })
}

fn in_blocks(bytes: f64, size: f64) -> f64 {
    libm::ceil(bytes / size) * size
}

fn with_tail(bytes: f64, leaf_fill_factor: f64) -> f64 {
    let whole = libm::floor(bytes / 4096.0) * 4096.0;
    let tail = bytes - whole;
    // A tail of more than half a leaf has a block of its own, as in the file system that runs here.
    if bytes > TAIL_LIMIT || tail == 0.0 || tail > 2040.0 {
        return in_blocks(bytes, 4096.0);
    }
    whole + (tail + HEAD) / leaf_fill_factor
}

/// A standard normal number, by the method of Box and Muller.
fn normal(random: &mut Random) -> f64 {
    let radius = libm::sqrt(2.0 * random.exponential());
    radius * libm::cos(2.0 * std::f64::consts::PI * random.uniform())
}
