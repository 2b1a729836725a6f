//! Workloads on the engine's structures, the same natively and in WebAssembly. Only `engine/benches/src/bin` and
//! `web/build/bench.mjs` use these workloads.

mod cache;
mod codec;
mod directory;
mod journal;
mod mva;
pub mod queueing;

pub use cache::CacheWork;
pub use codec::CodecWork;
pub use directory::DirectoryWork;
pub use journal::JournalWork;
pub use mva::MvaWork;
