//! Any bytes at all: the decoders of LZ4 end with a sentence or with text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pathlength_codecs::LZ4;

fuzz_target!(|pieces: Vec<&[u8]>| pathlength_fuzz::decode(&LZ4, &pieces));
