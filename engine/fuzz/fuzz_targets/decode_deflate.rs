//! Any bytes at all: the decoders of DEFLATE end with a sentence or with text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pathlength_codecs::DEFLATE;

fuzz_target!(|pieces: Vec<&[u8]>| pathlength_fuzz::decode(&DEFLATE, &pieces));
