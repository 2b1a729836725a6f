//! For any input, the ALDC decoders return an error or decoded bytes.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pathlength_codecs::ALDC;

fuzz_target!(|pieces: Vec<&[u8]>| pathlength_fuzz::decode(&ALDC, &pieces));
