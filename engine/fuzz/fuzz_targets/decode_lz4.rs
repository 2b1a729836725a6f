//! For any input, the LZ4 decoders return an error or decoded bytes.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pathlength_codecs::LZ4;

fuzz_target!(|pieces: Vec<&[u8]>| pathlength_fuzz::decode(&LZ4, &pieces));
