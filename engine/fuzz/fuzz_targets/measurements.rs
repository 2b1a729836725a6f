//! Any bytes are read as the output of a tool or rejected; bounds of a forecast are ordered, and the model is within
//! them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pathlength_measurements::explain::{Options, explain};
use pathlength_measurements::read;

fuzz_target!(|input: (bool, &[u8])| {
    let (keep_first_report, bytes) = input;
    match read(bytes) {
        Ok(measurements) => {
            let explained = explain(measurements, Options { keep_first_report });
            assert_eq!(explained.plausible, explained.checks.iter().all(|check| check.failures == 0));
            for finding in explained.conclusion.iter().chain(&explained.others) {
                assert!(!finding.text.is_empty() && finding.in_system >= 0.0);
                for part in finding.forecast.iter().flat_map(|forecast| [forecast.rate_per_s, forecast.response_s]) {
                    assert!(part.low <= part.high);
                    assert!(part.model.is_none_or(|model| (part.low..=part.high).contains(&model)));
                }
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
