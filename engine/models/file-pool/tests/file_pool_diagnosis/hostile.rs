//! Hostile text results in a diagnosis or in a short error message.

use crate::{AFTER, EXAMPLE, TWO_PARTS, ask};
use pathlength_file_pool::diagnosis::DiagnosisEnquiry;
use proptest::prelude::*;

fn survives(before: &str, after: Option<&str>) {
    let enquiry =
        DiagnosisEnquiry { before: before.to_owned(), after: after.map(str::to_owned), ..DiagnosisEnquiry::default() };
    match ask(&enquiry) {
        Ok(told) => {
            let numbers = told.before.servers.iter().flat_map(|server| &server.times).map(|part| part.share);
            assert!(numbers.into_iter().all(f64::is_finite), "{told:?}");
        }
        Err(error) => {
            let error = error.to_string();
            assert!(error.len() < 1000 && !error.contains(char::is_control), "{error:?}");
        }
    }
}

/// Generates pieces of lines.
fn pieces() -> impl Strategy<Value = String> {
    let words = [
        "09:24",
        "RWSERV1",
        "14",
        "0",
        "-",
        "1,726",
        "99999999999999999999",
        "1e9",
        "NaN",
        ".",
        "(",
        ")",
        "Elapsed time is",
    ];
    prop_oneof![prop::sample::select(words.to_vec()).prop_map(str::to_owned), "\\PC{0,12}", "[0-9.,:]{0,24}"]
}

proptest! {
    #[test]
    fn diagnose_any_text_does_not_panic(lines in prop::collection::vec(prop::collection::vec(pieces(), 0..20), 0..30)) {
        let text: Vec<_> = lines.iter().map(|words| words.join(" ")).collect();
        survives(&text.join("\n"), Some(AFTER));
    }

    /// Valid texts with a part removed or replaced.
    #[test]
    fn diagnose_damaged_text_does_not_panic(at in 0usize..400, length in 0usize..60, other in "\\PC{0,9}") {
        for text in [EXAMPLE, TWO_PARTS, AFTER] {
            let chars: Vec<_> = text.chars().collect();
            let (at, end) = (at.min(chars.len()), (at + length).min(chars.len()));
            let damaged: String = chars[..at].iter().copied().chain(other.chars()).chain(chars[end..].iter().copied()).collect();
            survives(&damaged, Some(text));
            survives(text, Some(&damaged));
        }
    }
}

#[test]
fn diagnose_very_long_text_does_not_panic() {
    let many: Vec<_> = (0..60_000).map(|at| format!("1 2 C{at}")).collect();
    survives(&many.join("\n"), None);
    survives(&"S 1 1 1 1 1 1 1 1\n".repeat(50_000), None);
    survives(&"1 ".repeat(400_000), None);
    survives(&"\u{feff}\n\n9".repeat(100_000), None);
}
