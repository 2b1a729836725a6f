//! Names that begin and end alike are packed up to four times as many to a page as in a v4 directory, and names that
//! do not are not packed much worse.

use super::names::{KINDS, measure};

#[test]
fn alike_names_are_packed_and_others_not_much_worse() {
    for kind in &KINDS {
        let found = measure(kind);
        let (ratio, fullest) = (found.v5 / found.v4, f64::from(found.v5_fullest) / found.v4);
        let at_least = match kind.title {
            "log files with dates" => 3.5,
            "camera pictures" => 1.6,
            "data sets A.B.C" | "mail messages" | "package files" => 1.0,
            _ => 0.7,
        };
        let (title, bytes) = (kind.title, found.name_bytes);
        assert!(ratio >= at_least, "{title} of {bytes:.0} bytes: {ratio:.2} times as many as v4");
        assert!(fullest >= 1.1, "{title}: a full page has only {fullest:.2} times as many as v4");
    }
}
