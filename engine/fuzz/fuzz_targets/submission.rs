//! A submission with any contents is read and replayed, or rejected; a resealed submission is intact.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use pathlength_lab::submission::{Flag, ParsedSubmission, EventKind, OpenedLab, compare, replay, seal};
use serde_json::Value;
use std::cell::RefCell;

const LAB: &str = include_str!("../../../tests/submissions/lab.json");
const GOOD: &str = include_str!("../../../tests/submissions/class/bob.json");

thread_local! {
    // Reading the lab takes longer than replaying a submission, and a model cannot move to another thread.
    static OPENED: RefCell<OpenedLab> = RefCell::new(OpenedLab::read(LAB.as_bytes()).expect("a lab"));
}

/// A replacement of some bytes of a file.
#[derive(Arbitrary, Debug)]
struct Edit<'a> {
    at: u16,
    take: u8,
    put: &'a [u8],
}

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    edits: Vec<Edit<'a>>,
    seal: bool,
}

fuzz_target!(|input: Input<'_>| {
    let mut bytes = GOOD.as_bytes().to_vec();
    for edit in input.edits {
        let at = usize::from(edit.at) % (bytes.len() + 1);
        let to = (at + usize::from(edit.take)).min(bytes.len());
        bytes.splice(at..to, edit.put.iter().copied());
    }
    if input.seal {
        let Ok(value) = serde_json::from_slice::<Value>(&bytes) else { return };
        let Ok(sealed) = seal(value) else { return };
        bytes = sealed.text.into_bytes();
    }
    let Ok(submitted) = ParsedSubmission::read(&bytes) else { return };
    // Large directories take time and test nothing more.
    let large = submitted.submission.events.iter().any(|event| {
        matches!(&event.what, EventKind::Run { scenario, .. } if scenario.number("names").is_ok_and(|names| names > 3000.0))
    });
    if large {
        return;
    }
    let found = OPENED.with_borrow_mut(|opened| replay(&submitted, Some(opened)));
    assert!(!input.seal || !found.flags.iter().any(|flag| matches!(flag, Flag::Chain(_))));
    assert!(found.points() <= found.max());
    assert_eq!(compare(&[("a", &submitted), ("b", &submitted)])[0].first().map(Flag::name), Some("same-student"));
});
