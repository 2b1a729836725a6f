//! Any bytes at all: the decoders of ZSTD end with a sentence or with text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pathlength_codecs::ZSTD;

fuzz_target!(|pieces: Vec<&[u8]>| pathlength_fuzz::decode(&ZSTD, &pieces));
