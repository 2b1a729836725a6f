//! A diagnosis of any text has only finite numbers, or is an error.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pathlength_file_pool::diagnosis::{DiagnosisEnquiry, diagnose};
use pathlength_file_pool::planning::Rules;

fuzz_target!(|input: (String, Option<String>, Option<f64>)| {
    let (before, after, elapsed_s) = input;
    let rules = Rules::new(&|_| Some(50.0)).expect("sound rules");
    match diagnose(&DiagnosisEnquiry { before, after, elapsed_s, ..DiagnosisEnquiry::default() }, &[], &rules, None) {
        Ok(told) => {
            for server in told.before.servers.iter().chain(told.after.iter().flat_map(|after| &after.servers)) {
                let parts = server.times.iter().chain(&server.utilizations);
                assert!(parts.into_iter().all(|part| part.share.is_finite() && part.demand_ms.is_finite()));
                assert!(server.utilization.is_none_or(|total| total < 101.0) && !server.conclusion.is_empty());
            }
            let application = told.before.application.iter();
            let mut figures = application.flat_map(|application| &application.figures);
            assert!(figures.all(|figure| figure.value >= 0.0));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
