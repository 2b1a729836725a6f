//! Cells of CSV files with untrusted text. `web/src/charts/save.test.ts` reads the same cases.

use pathlength_model::csv::{text, write_text};

const CASES: &str = include_str!("../../../tests/csv-cells.json");

#[test]
fn untrusted_text_is_never_a_formula() {
    let cases: Vec<(String, String)> = serde_json::from_str(CASES).expect("texts and cells");
    assert!(cases.len() > 20);
    for (given, cell) in cases {
        assert_eq!(text(&given), cell, "{given:?}");
    }
}

#[test]
fn write_text_appends_what_text_returns() {
    let mut out = b"1,".to_vec();
    write_text(&mut out, "a;=b").expect("memory");
    write_text(&mut out, "").expect("memory");
    assert_eq!(out, b"1,\"a;'=b\"");
}
