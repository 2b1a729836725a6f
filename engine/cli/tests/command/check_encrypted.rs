//! Encrypted submissions are opened with a key file.

use crate::check::{CLASS, check};
use crate::run::repository;
use serde_json::{Value, json};
use std::fs;

const KEY: &str = "tests/submissions/encrypted/key.json";
const ENVELOPES: [&str; 2] = ["of-page", "of-engine"];

/// Copies a file into a folder under another name.
fn copied(folder: &tempfile::TempDir, from: &str, name: &str) -> String {
    let to = folder.path().join(name);
    fs::copy(repository().join(from), &to).expect("a file");
    to.to_str().expect("a path").to_owned()
}

#[test]
fn encrypted_submission_gives_the_gradebook_of_the_readable_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = copied(&folder, "tests/submissions/encrypted/plain.json", "eli.json");
    let gradebooks = |more: &[&str]| {
        ["csv", "json", "text", "canvas", "moodle"]
            .map(|format| check(&[&["--format", format, &plain], more].concat()).fine())
    };
    let expected = gradebooks(&[]);
    assert!(expected[0].contains("\"eli\",\"N. N.\",0.8333,5,6,"), "{}", expected[0]);
    for name in ENVELOPES {
        copied(&folder, &format!("tests/submissions/encrypted/{name}.envelope.json"), "eli.json");
        assert_eq!(gradebooks(&["--key", KEY]), expected, "{name}");
    }
}

#[test]
fn encrypted_submission_without_its_key_is_named() {
    let other = tempfile::tempdir().expect("a folder");
    let key = other.path().join("key.json");
    let jwk = json!({ "kty": "EC", "crv": "P-256", "d": "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE",
        "x": "b_A7lJJBzh2t1DUZ5pYOCoW0GmmgXDKBA6oravhzyhY", "y": "aUxk9yRwg2C6Pg" });
    fs::write(&key, json!({ "format": "pathlength-key/1", "jwk": jwk }).to_string()).expect("a file");
    check(&["--key", key.to_str().expect("a path"), CLASS])
        .refused(&["key.json: damaged key file (`y` must be 32 bytes"]);
    check(&["--key", &format!("{CLASS}/bob.json"), CLASS]).refused(&["bob.json: not a key file"]);
    check(&["--key", "no/such/key.json", CLASS]).refused(&["cannot read no/such/key.json"]);

    let closed = check(&["--format", "text", "tests/submissions/encrypted"]);
    assert_eq!(closed.code, 1);
    let reason = "unreadable: encrypted for key HYPPN099: add the key file pathlength-key-HYPPN099.json";
    assert_eq!(closed.out.matches(reason).count(), 2, "{}", closed.out);
    assert!(closed.out.contains("eli N. N.: 5 of 6 points"), "{}", closed.out);
    // The key is not used, because any student could have submitted it.
    assert!(closed.err.contains("key.json: a key file, not a submission: choose it as the key"), "{}", closed.err);

    let envelope = format!("tests/submissions/encrypted/{}.envelope.json", ENVELOPES[0]);
    check(&["--assignment", &envelope, CLASS]).refused(&["an encrypted submission hides its assignment"]);
}

#[test]
fn damaged_envelope_is_named_and_the_others_are_graded() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = copied(&folder, "tests/submissions/encrypted/of-page.envelope.json", "good.json");
    let envelope: Value = serde_json::from_str(&fs::read_to_string(good).expect("a file")).expect("JSON");
    let changed = |name: &str, field: &str, value: Value| {
        let mut envelope = envelope.clone();
        envelope[field] = value;
        fs::write(folder.path().join(name), envelope.to_string()).expect("a file");
    };
    let cut = envelope["ciphertext"].as_str().expect("text")[..400].to_owned();
    changed("assignment.json", "assignment", "89W74TBR".into());
    changed("base64.json", "ciphertext", "AA==".into());
    changed("cut.json", "ciphertext", cut.into());
    changed("empty.json", "ciphertext", "".into());
    changed("enc.json", "enc", envelope["key"].clone());
    changed("lab.json", "lab", "large".into());
    changed("more.json", "more", 1.into());
    changed("point.json", "enc", "AAAA".into());
    changed("version.json", "format", "pathlength-envelope/2".into());
    let text = envelope.to_string();
    fs::write(folder.path().join("truncated.json"), &text[..text.len() / 2]).expect("a file");
    let run = check(&["--key", KEY, "--format", "json", folder.path().to_str().expect("a path")]);
    assert_eq!(run.code, 1);
    let report: Value = serde_json::from_str(&run.out).expect("JSON");
    let found = report["submissions"].as_array().expect("a list").iter().map(|file| {
        let name = file["file"].as_str().expect("a path").rsplit('/').next().expect("a name");
        let flag = file["flags"][0]["text"].as_str().unwrap_or("graded");
        (name.to_owned(), flag.strip_prefix("unreadable: ").unwrap_or(flag).to_owned())
    });
    let changed = "encrypted, and damaged or changed afterward: ask for the file again";
    let expected = [
        ("assignment.json", changed),
        ("base64.json", "damaged envelope: `ciphertext` is not base64url"),
        ("cut.json", changed),
        ("empty.json", changed),
        ("enc.json", changed),
        ("good.json", "graded"),
        ("lab.json", changed),
        ("more.json", "damaged envelope: unknown field `more`"),
        ("point.json", "damaged envelope: `enc` is not a point"),
        ("truncated.json", "not JSON: EOF while parsing a string"),
        ("version.json", "unknown version of the envelope format"),
    ];
    for ((name, flag), (file, start)) in found.zip(expected) {
        assert!(name == file && flag.starts_with(start), "{name}: {flag}");
    }
}
