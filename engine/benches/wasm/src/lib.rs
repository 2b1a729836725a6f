//! Work of the engine's structures, the same natively and in WebAssembly. Only `engine/benches/src/bin/work.rs` and
//! `web/build/bench.mjs` use it.

mod cache;
mod directory;

pub use cache::CacheWork;
pub use directory::DirectoryWork;
