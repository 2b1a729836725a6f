//! Advice as programs read it.

use crate::run::feed;
use serde_json::Value;

const LAB: [&str; 3] = ["advise", "disk-paths", "-"];

#[test]
fn advice_is_a_list_of_all_ways_the_best_first() {
    let enquiry =
        br#"{"work": {"read_share": 70, "reread_share": 40}, "throughput": 1, "cpu": 2, "limits": ["no_fcp"]}"#;
    let advice: Value = serde_json::from_str(&feed(&LAB, enquiry).fine()).expect("JSON");
    let advice = advice.as_array().expect("a list");
    assert_eq!(advice.len(), 13);
    assert_eq!(advice[0]["place"], 1);
    for one in advice {
        assert!(["way", "title", "reason"].iter().all(|name| one[name].is_string()), "{one}");
        assert!(["place", "score", "throughput", "cpu", "hit_ratio"].iter().all(|name| one[name].is_number()), "{one}");
        let aside = one["set_aside"].as_array().expect("a list");
        assert_eq!(aside.is_empty(), one["place"] != 0, "{one}");
    }
}

#[test]
fn an_enquiry_that_makes_no_sense_is_refused() {
    feed(&LAB, br#"{"throughput": 1, "cpu": 1, "work": {"block_bytes": 3000}}"#)
        .refused(&["block_bytes must be one of"]);
    feed(&LAB, br#"{"throughput": 0, "cpu": 0}"#).refused(&["one of them more than 0"]);
    feed(&LAB, br#"{"throughput": 1}"#).refused(&["-:1: missing field `cpu`"]);
    feed(&LAB, b"").refused(&["-:1:"]);
    let other = feed(&["advise", "zfs-directories", "-"], br#"{"throughput": 1, "cpu": 1}"#);
    other.refused(&["gives no advice; choose a lab with the model disk_path"]);
}
