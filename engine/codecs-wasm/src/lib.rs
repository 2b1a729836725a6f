//! Thin JavaScript bindings of the codecs: data patterns, files in chunks, ALDC's tokens.
//!
//! They are linked into the module of the lab that is about codecs, so that its page fetches one module and no other
//! page fetches codecs.

mod file;
mod pattern;
mod steps;

pub use file::{FileCheck, FileScan};
pub use pattern::{Pattern, PatternCoder, pattern_names};
pub use steps::AldcSteps;

use js_sys::Error;
use pathlength_bindings::js_error;
use pathlength_codecs::{Codec, Options};

/// The codec called `name` and its options with these.
fn chosen(name: &str, history: u32, level: i32) -> Result<(Codec, Options), Error> {
    let codec: Codec = name.parse().map_err(js_error)?;
    let mut options = Options::of(codec);
    match codec {
        Codec::Aldc => options.history = history as usize,
        Codec::Zstd => options.level = level,
        Codec::Lz4 | Codec::Deflate => {}
    }
    options.check(codec).map_err(js_error)?;
    Ok((codec, options))
}
