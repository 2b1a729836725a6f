//! Listings of directories.

use super::close;
use pathlength_measurements::directories::{DirectoryExplanation, explain_listing, is_directory_listing};
use std::fmt::Write as _;

fn explained(text: &str) -> DirectoryExplanation {
    assert!(is_directory_listing(text.as_bytes()));
    explain_listing(text.as_bytes()).expect("a listing")
}

#[test]
fn largest_directory_is_built_in_both_formats() {
    let mut text = "/u/few/a\n".to_owned();
    for n in 0..2000 {
        writeln!(text, "/u/many/payroll.{n:04}").expect("text");
    }
    let DirectoryExplanation { conclusion, rows, formats: [v4, v5], .. } = explained(&text);
    assert_eq!((conclusion.subject.as_str(), conclusion.names), ("/u/many", 2000));
    // A page has 251 pieces after its header. `.`, `..`, and names of 12 characters take one piece each: 251 per page.
    assert_eq!(v4.pages, 2002_u32.div_ceil(251));
    let found: u32 = (0..2000).map(|n| (n + 2) / 251 + 1).sum();
    close(v4.probes_found, f64::from(found) / 2000.0);
    close(v4.probes_missing, f64::from(v4.pages));
    close(conclusion.rests_on.value, v4.probes_missing);
    assert!(v5.pages > v5.index_pages && v5.index_pages > 0);
    let names: Vec<_> = rows.iter().map(|row| (row.path.as_str(), row.names)).collect();
    assert_eq!(names, [("/u/many", 2000), ("/u/few", 1)]);
    for part in [
        "has the most names, 2,000 of 2,001 in 2 directories",
        "on average",
        "every search probes one, after 1 index page.",
    ] {
        assert!(conclusion.text.contains(part), "{}", conclusion.text);
    }
}

#[test]
fn listing_notes_what_it_leaves_out() {
    let text = format!("/u/a\n/u/a\n/u/{}\n", "n".repeat(257));
    let explained = explained(&text);
    assert_eq!(explained.conclusion.names, 1);
    assert!(explained.notes[0].starts_with("Left out: 2 names"), "{:?}", explained.notes);
    assert!(explained.taken[0].starts_with("Read as find: each path is a name"), "{:?}", explained.taken);
    let error = explain_listing(b"ls: cannot open directory 'x': Permission denied\n").expect_err("no listing");
    assert!(
        error.to_string().starts_with("line 1: the text does not begin like the output of a known command"),
        "{error}"
    );
}

#[test]
fn measurements_are_not_taken_for_listings() {
    for text in ["{\"fio version\": 1}", "\tIozone: Performance Test of File I/O\n", "a\nb\n", "a,b\n1,2\n", ""] {
        assert!(!is_directory_listing(text.as_bytes()), "{text}");
    }
}
