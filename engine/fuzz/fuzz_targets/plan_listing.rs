//! A plan from any text, in any chunking, has only finite numbers, or is an error with a line number.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pathlength_zfs::aggregate::plan::{Guidelines, Reader, is_listing, listed_names, plan, read};

fuzz_target!(|pieces: Vec<&[u8]>| {
    let all = pieces.concat();
    let mut reader = Reader::default();
    let in_pieces = pieces.iter().try_for_each(|piece| reader.push(piece)).and_then(|()| reader.finish());
    if let Ok(text) = std::str::from_utf8(&all) {
        assert_eq!(read(text, None), in_pieces, "the result depends on the chunks");
    }
    let _ = is_listing(&all);
    if let Ok(listed) = listed_names(&all, None) {
        assert!(in_pieces.is_ok() && listed.names.len() + listed.not_utf8 > 0);
    }
    match in_pieces {
        Ok(input) => {
            let guidelines = Guidelines {
                some_benefit_kilobytes: 160,
                considerable_entries: 10_000,
                considerable_kilobytes: 800,
                bytes_per_entry: 82.0,
                measured_entries: 2_000..=50_000,
                rates: vec![("z9".to_owned(), 3500.0)],
            };
            let mut planned = plan(input.candidates, &guidelines);
            planned.rank(|names| names as f64 * 1e-9);
            assert!(planned.steps.is_sorted_by(|a, b| a.seconds_saved >= b.seconds_saved));
            assert!(planned.all_seconds.iter().all(|seconds| seconds.is_finite()));
        }
        Err(error) => {
            // Lines end with a line feed, with NUL (`find -print0`), or with the newline character of IBM-1047.
            let ends = all.iter().filter(|b| matches!(**b, b'\n' | 0 | 0x15)).count();
            assert!(!error.what.is_empty() && error.line <= 1 + ends);
        }
    }
});
