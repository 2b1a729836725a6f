//! Similarities between the files of a class.

use super::example::{names, read, sealed};
use pathlength_lab::submission::{ParsedSubmission, compare};
use serde_json::{Value, json};

fn compared(files: &[ParsedSubmission]) -> Vec<Vec<&'static str>> {
    let files: Vec<_> = files.iter().map(|file| ("a file", file)).collect();
    compare(&files).iter().map(|flags| names(flags)).collect()
}

fn events(id: &str) -> Value {
    serde_json::to_value(read(&sealed(id, |_| {})).submission.events).expect("plain data")
}

#[test]
fn class_without_copies_has_no_flags() {
    let files: Vec<_> = ["a", "b", "c", "d"].iter().map(|id| read(&sealed(id, |_| {}))).collect();
    assert_eq!(compared(&files), [const { Vec::<&str>::new() }; 4]);
    assert_eq!(compared(&[]), Vec::<Vec<&str>>::new());
}

#[test]
fn copied_log_is_flagged_in_both_files() {
    let copy = read(&sealed("b", |all| all["events"] = events("a")));
    let files = [read(&sealed("a", |_| {})), read(&sealed("c", |_| {})), copy];
    assert_eq!(compared(&files), [vec!["same-log"], vec![], vec!["same-log"]]);
}

#[test]
fn copied_moments_are_found_in_a_log_that_differs() {
    let copy = |count: usize| {
        read(&sealed("b", |all| {
            let copied = events("a");
            for at in [2, 8].into_iter().take(count) {
                all["events"][at] = copied[at].clone();
            }
        }))
    };
    let original = read(&sealed("a", |_| {}));
    assert_eq!(compared(&[original.clone(), copy(1)]), [[""; 0]; 2]);
    assert_eq!(compared(&[original, copy(2)]), [["same-times"]; 2]);
}

#[test]
fn student_with_two_files_is_flagged_but_not_as_a_copy() {
    let again = read(&sealed(" A", |all| all["events"] = events("a")));
    assert_eq!(compared(&[read(&sealed("a", |_| {})), again]), [["same-student"]; 2]);
    let other = read(&sealed("a", |all| all["assignment"]["title"] = "Week 4".into()));
    assert_eq!(compared(&[read(&sealed("a", |_| {})), other]), [[""; 0]; 2]);
}

#[test]
fn logs_with_only_the_opening_event_are_not_copies() {
    let opened = |id: &str| read(&sealed(id, |all| all["events"] = json!([{ "t": 0, "k": "open" }])));
    assert_eq!(compared(&[opened("a"), opened("b")]), [[""; 0]; 2]);
}
