//! Codecs for data patterns and for files in chunks, and ALDC token by token.

mod file;
mod pattern;
mod steps;

pub use file::{FileCheck, FileScan};
pub use pattern::{Pattern, PatternCoder, pattern_names};
pub use steps::AldcSteps;

use js_sys::Error;
use crate::boundary::js_error;
use pathlength_codecs::{CodecInfo, Options, find_codec};

/// Returns the codec called `name`, and its options with the page's history and level.
#[inline(never)]
fn chosen(name: &str, history: i32, level: i32) -> Result<(&'static CodecInfo, Options), Error> {
    let codec = find_codec(name).map_err(js_error)?;
    let options = codec.varied_options(history, level);
    codec.check(&options).map_err(js_error)?;
    Ok((codec, options))
}
