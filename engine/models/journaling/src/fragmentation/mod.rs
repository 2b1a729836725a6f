//! Internal and external fragmentation.

mod aging;
mod overhead;

pub use aging::{AgedFileSystem, AgingRounds, AgingSetup, Extent, ExtentOwner};
pub use overhead::{BLOCK_SIZES, FileSizes, SpaceOverhead, estimate_overhead};
