//! The submission format, canonical text, seeds, and verification codes.

use super::example::{assignment, sealed, unsealed};
use pathlength_lab::submission::{Hash, ParsedSubmission, assignment_id, canonical, receipt, seal, seed_of, sha256};
use proptest::prelude::*;
use serde_json::{Value, json};

#[track_caller]
fn refused(bytes: &[u8], part: &str) {
    let error = ParsedSubmission::read(bytes).expect_err("no submission");
    assert!(error.contains(part), "{error}");
}

#[test]
fn invalid_submission_is_refused_with_reason() {
    refused(b"", "not JSON");
    refused(b"\xff\xfe\x00", "not JSON");
    refused(b"[]", "not a submission");
    refused(b"{\"format\": 1}", "not a submission");
    refused(b"{\"format\": \"pathlength-submission/2\"}", "unknown version");
    refused(b"{\"format\": \"pathlength-submission/1\"}", "missing field");
    refused(format!("{}1{}", "[".repeat(10_000), "]".repeat(10_000)).as_bytes(), "recursion limit");
    refused(sealed("a", |_| {}).replacen("\"t\":0", "\"t\":1e999", 1).as_bytes(), "out of range");
    refused(sealed("a", |_| {}).replacen("\"k\":\"open\"", "\"k\":\"close\"", 1).as_bytes(), "unknown variant `close`");
    refused(
        sealed("a", |_| {}).replacen("\"k\":\"open\"", "\"k\":\"open\",\"x\":1", 1).as_bytes(),
        "unknown field `x`",
    );
    refused(sealed("a", |_| {}).replacen("\"t\":0", "\"t\":null", 1).as_bytes(), "no time");
    refused(
        sealed("a", |_| {}).replacen("\"id\":\"a\"", "\"id\":\"a\",\"mark\":1", 1).as_bytes(),
        "unknown field `mark`",
    );
}

#[test]
fn only_a_whole_submission_is_sealed() {
    for part in ["assignment", "student", "seed", "started", "ended", "events", "claimed"] {
        let mut submission = unsealed("a");
        submission.as_object_mut().expect("an object").remove(part);
        let error = seal(submission).expect_err("no submission");
        assert!(error.contains(part), "{error}");
    }
    for value in [json!(null), json!([]), json!("events"), json!({})] {
        seal(value).expect_err("no submission");
    }
}

#[test]
fn sealed_submission_is_read_back_unchanged() {
    let sealed = seal(unsealed("a")).expect("a submission");
    let again = ParsedSubmission::read(sealed.text.as_bytes()).expect("a submission");
    let value = serde_json::to_value(&again.submission).expect("plain data");
    assert_eq!(canonical(&value), sealed.text);
    assert_eq!(again.receipt(), sealed.receipt);
}

#[test]
fn seed_depends_on_assignment_and_optionally_on_student() {
    let seed = |change: &dyn Fn(&mut Value), student: &str| {
        let mut assignment = assignment();
        change(&mut assignment);
        seed_of(&assignment, student).expect("a seed")
    };
    let own = seed(&|_| {}, "a");
    assert_eq!((own.len(), &own), (16, &seed(&|_| {}, "a")));
    assert_ne!(own, seed(&|_| {}, "b"));
    assert_ne!(own, seed(&|assignment| assignment["title"] = "Week 4".into(), "a"));
    let same = |assignment: &mut Value| assignment["seed"] = "same".into();
    assert_eq!(seed(&same, "a"), seed(&same, "b"));
    assert!(seed_of(&json!({ "seed": "mine" }), "a").is_err());
}

#[test]
fn equal_assignments_have_equal_names() {
    let text = serde_json::to_string_pretty(&assignment()).expect("JSON");
    assert_eq!(assignment_id(&assignment()), assignment_id(&serde_json::from_str(&text).expect("JSON")));
    let mut other = assignment();
    other["questions"] = json!(["q1"]);
    assert_ne!(assignment_id(&assignment()), assignment_id(&other));
}

#[test]
fn known_texts_have_known_hashes_and_codes() {
    // The example of RFC 8785, section 3.2.4, shortened; "abc" is the example of FIPS 180.
    let value: Value =
        serde_json::from_str(r#"{"numbers":[333333333.33333329,1E30,4.50,2e-3],"b":"\u20ac$","a":null}"#)
            .expect("JSON");
    assert_eq!(canonical(&value), r#"{"a":null,"b":"€$","numbers":[333333333.3333333,1e+30,4.5,0.002]}"#);
    let hash = sha256("abc");
    assert_eq!(hash.to_string(), "sha256-ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_eq!(hash.to_string().parse(), Ok(hash));
    assert_eq!(receipt(&hash), "Q9W1-DFWF-077Y-MGAX");
    for text in ["", "sha256-", "sha256-ba78", "sha1-00", &format!("sha256-{}", "é".repeat(32))] {
        assert!(text.parse::<Hash>().is_err(), "{text}");
    }
}

/// Returns whether the check symbol of a code is correct.
fn fits(code: &str) -> bool {
    let alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let symbols = code.chars().filter(|symbol| *symbol != '-').map(|symbol| alphabet.find(symbol).expect("a symbol"));
    let symbols: Vec<_> = symbols.collect();
    let sum: usize = symbols
        .iter()
        .rev()
        .enumerate()
        .map(|(at, symbol)| {
            let value = symbol * (1 + at % 2);
            value / 32 + value % 32
        })
        .sum();
    sum.is_multiple_of(32)
}

/// Returns any JSON value.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_filter("JSON has no other", |number| number.is_finite()).prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(".{0,6}", inner, 0..6).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Returns the value's text with spaces, and with the keys of its objects in reverse order.
fn turned(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[ {} ]", items.iter().map(turned).collect::<Vec<_>>().join(" ,\n")),
        Value::Object(parts) => {
            let parts = parts.iter().rev().map(|(key, value)| format!("{} :{}", json!(key), turned(value)));
            format!("{{\t{} }}", parts.collect::<Vec<_>>().join(" , "))
        }
        leaf => leaf.to_string(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn canonical_text_does_not_depend_on_order_and_spaces(value in value()) {
        let text = canonical(&value);
        let again: Value = serde_json::from_str(&turned(&value)).expect("JSON");
        prop_assert_eq!(&canonical(&again), &text);
        prop_assert_eq!(canonical(&serde_json::from_str(&text).expect("JSON")), text);
        prop_assert!(seal(value).is_err());
    }

    #[test]
    fn verification_code_with_one_wrong_symbol_is_refused(bytes in any::<[u8; 32]>(), at in 0..16_usize, by in 1..32_usize) {
        let code = receipt(&sha256(bytes));
        prop_assert!(fits(&code), "{}", code);
        let alphabet = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
        let mut wrong = code.into_bytes();
        let place = at + at / 4;
        let symbol = alphabet.iter().position(|symbol| *symbol == wrong[place]).expect("a symbol");
        wrong[place] = alphabet[(symbol + by) % 32];
        prop_assert!(!fits(&String::from_utf8(wrong).expect("text")));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = ParsedSubmission::read(&bytes);
    }
}
