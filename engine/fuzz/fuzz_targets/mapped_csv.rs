//! Any text is either read as a mapping or rejected. Any bytes are either read as a CSV file or rejected, even with a
//! mapping that fits their header.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pathlength_measurements::explain::{Options, explain};
use pathlength_measurements::{Mapping, read_mapped};

const MAPPING: &str = "subject = 'd'\ntime = 't'\nutilization = { column = 'u', unit = '%' }\n\
                       in_system = { column = 'q', unit = 'requests' }\n[where]\nk = ['a', 'b']\n[all]\n\
                       rate = { column = 'x', unit = 'requests/min' }\n\
                       response_time = { column = ['r', 's'], unit = 'ms' }\n\
                       throughput = { column = 'b', unit = 'KiB/s' }\nrequest_size = { column = 'z', unit = 'kB' }\n";

fuzz_target!(|input: (Option<&str>, &[u8])| {
    let (text, bytes) = input;
    let Ok(mapping) = toml::from_str::<Mapping>(text.unwrap_or(MAPPING)) else { return };
    let fitting = [b"d,t,k,x,r,s,b,z,q,u\n", bytes].concat();
    for bytes in [bytes, &fitting] {
        match read_mapped(bytes, &mapping) {
            Ok(measurements) => {
                assert!(!measurements.observations.is_empty() && !measurements.taken.is_empty());
                let explained = explain(measurements, Options::default());
                assert_eq!(explained.plausible, explained.checks.iter().all(|check| check.failures == 0));
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
