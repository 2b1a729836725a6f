//! Space that files estimate_overhead, and files that lie in pieces.

mod aging;
mod overhead;

pub use aging::{AgedFileSystem, AgingSetup, Extent};
pub use overhead::{BLOCK_SIZES, FileSizes, SpaceOverhead, estimate_overhead};
