//! Any change after sealing is detected and located.

use super::example::{names, read, replayed, sealed};
use pathlength_lab::submission::{Flag, ParsedSubmission, SealError, chain, sha256};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Changes a sealed submission and returns the error of its chain; `None` if the chain is intact.
fn changed(change: impl FnOnce(&mut Value)) -> Option<SealError> {
    let mut submission: Value = serde_json::from_str(&sealed("a", |_| {})).expect("JSON");
    change(&mut submission);
    replayed(&submission.to_string()).flags.into_iter().find_map(|flag| match flag {
        Flag::Chain(broken) => Some(broken),
        _ => None,
    })
}

fn events(submission: &mut Value) -> &mut Vec<Value> {
    submission["events"].as_array_mut().expect("events")
}

#[test]
fn unchanged_submission_is_intact() {
    assert_eq!(changed(|_| {}), None);
}

#[test]
fn every_part_is_sealed() {
    assert_eq!(changed(|all| all["student"]["id"] = "b".into()), Some(SealError::Beginning));
    assert_eq!(changed(|all| all["assignment"]["pass"] = json!(0.1)), Some(SealError::Beginning));
    assert_eq!(changed(|all| all["seed"] = "0".into()), Some(SealError::Beginning));
    assert_eq!(changed(|all| all["started"] = "".into()), Some(SealError::Beginning));
    assert_eq!(changed(|all| events(all)[0]["t"] = json!(1)), Some(SealError::Beginning));
    assert_eq!(changed(|all| events(all)[4]["value"] = json!(1)), Some(SealError::Event(5)));
    assert_eq!(changed(|all| all["claimed"]["points"] = json!(6)), Some(SealError::End));
    assert_eq!(changed(|all| all["ended"] = "".into()), Some(SealError::End));
    assert_eq!(changed(|all| all["chain"] = "".into()), Some(SealError::End));
}

#[test]
fn shortened_log_is_found() {
    assert_eq!(changed(|all| drop(events(all).pop())), Some(SealError::Length { found: 11, sealed: 12 }));
    assert_eq!(changed(|all| drop(events(all).remove(5))), Some(SealError::Event(6)));
    assert_eq!(
        changed(|all| {
            events(all).pop();
            let links = all["links"].as_str().expect("links");
            all["links"] = links[..links.len() - 4].into();
        }),
        Some(SealError::End)
    );
    assert_eq!(changed(|all| events(all).clear()), Some(SealError::Length { found: 0, sealed: 12 }));
}

#[test]
fn chain_can_be_extended_event_by_event() {
    let one = chain(&sha256("begin"), &json!({ "t": 0, "k": "open" }));
    assert_eq!(one, chain(&sha256("begin"), &json!({ "k": "open", "t": 0.0 })));
    assert_ne!(one, chain(&one, &json!({ "t": 0, "k": "open" })));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_byte_of_an_event_that_is_changed_is_found(at in any::<prop::sample::Index>(), byte in 0x20..0x7f_u8) {
        let text = sealed("a", |_| {});
        let (from, to) = (text.find("\"events\"").expect("events"), text.find("\"format\"").expect("format"));
        let mut bytes = text.clone().into_bytes();
        bytes[from + at.index(to - from)] = byte;
        let same = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).expect("JSON");
        if let Ok(submitted) = ParsedSubmission::read(&bytes) {
            // Trailing zeros in a number, for instance, do not change its value.
            let changed = same(&bytes) != same(text.as_bytes());
            let flags = pathlength_lab::submission::replay(&submitted, None).flags;
            prop_assert_eq!(names(&flags).contains(&"chain"), changed);
        }
    }

    #[test]
    fn any_swap_of_two_events_is_found(one in 0..12_usize, other in 0..12_usize) {
        let broken = changed(|all| events(all).swap(one, other));
        let first = one.min(other);
        let expected = if first == 0 { SealError::Beginning } else { SealError::Event(first + 1) };
        prop_assert_eq!(broken, (one != other).then_some(expected));
    }
}

#[test]
fn verification_code_covers_the_content_not_the_claimed_chain() {
    let text = sealed("a", |_| {});
    let forged = text.replacen("\"text\":\"7\"", "\"text\":\"8\"", 1);
    assert_ne!(read(&text).receipt(), read(&forged).receipt());
}
