//! A v5 page contains up to four times as many names as a v4 page if the names have common prefixes or suffixes, and
//! not many fewer otherwise.

use super::names::{KINDS, measure};

#[test]
fn v5_page_has_more_similar_names_than_v4_page() {
    for kind in &KINDS {
        let found = measure(kind);
        let (ratio, fullest) = (found.v5 / found.v4, f64::from(found.v5_fullest) / found.v4);
        let min_ratio = match kind.title {
            "log files with dates" => 3.5,
            "camera pictures" => 1.6,
            "data sets A.B.C" | "mail messages" | "package files" => 1.0,
            _ => 0.7,
        };
        let (title, bytes) = (kind.title, found.name_bytes);
        assert!(ratio >= min_ratio, "{title} of {bytes:.0} bytes: {ratio:.2} times as many as v4");
        assert!(fullest >= 1.1, "{title}: a full page has only {fullest:.2} times as many as v4");
    }
}
