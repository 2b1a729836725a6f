//! Detects copies among the files of a class.

use super::{EventKind, Flag, ParsedSubmission, canonical};
use serde_json::Value;
use std::collections::BTreeMap;

/// Minimum number of predictions and answers with equal times, to the millisecond, that two students do not share by
/// chance.
const MIN_SHARED: usize = 2;

/// Looks for students with several files, and for copied logs or times. `files` lists the submissions, each with the
/// name that flags use for it; returns the flags of each file, in the same order.
pub fn compare(files: &[(&str, &ParsedSubmission)]) -> Vec<Vec<Flag>> {
    let mut flags = vec![Vec::new(); files.len()];
    let student = |at: usize| files[at].1.submission.student.id.trim().to_lowercase();
    let mut students = BTreeMap::<_, Vec<usize>>::new();
    let mut logs = BTreeMap::<_, Vec<usize>>::new();
    let mut moments = BTreeMap::<_, Vec<usize>>::new();
    for (at, (_, file)) in files.iter().enumerate() {
        students.entry((student(at), file.assignment_id())).or_default().push(at);
        // A log with only the opening event is not a copy.
        if file.submission.events.len() > 1 {
            logs.entry(canonical(&file.value["events"])).or_default().push(at);
        }
        for moment in moments_of(file) {
            let found = moments.entry(moment).or_default();
            if found.last() != Some(&at) {
                found.push(at);
            }
        }
    }
    let name = |at: usize| files[at].0.to_owned();
    for (one, other) in students.values().flat_map(|same| pairs(same)) {
        add_flag(&mut flags, one, Flag::SameStudent(name(other)));
        add_flag(&mut flags, other, Flag::SameStudent(name(one)));
    }
    // Two files of one student can be equal without being copies.
    let other_students = |(one, other): &(usize, usize)| student(*one) != student(*other);
    for (one, other) in logs.values().flat_map(|same| pairs(same)).filter(other_students) {
        add_flag(&mut flags, one, Flag::SameLog(name(other)));
        add_flag(&mut flags, other, Flag::SameLog(name(one)));
    }
    let mut shared = BTreeMap::<(usize, usize), usize>::new();
    for pair in moments.values().flat_map(|same| pairs(same)).filter(other_students) {
        *shared.entry(pair).or_default() += 1;
    }
    for ((one, other), _) in shared.into_iter().filter(|(_, count)| *count >= MIN_SHARED) {
        add_flag(&mut flags, one, Flag::SameTimes(name(other)));
        add_flag(&mut flags, other, Flag::SameTimes(name(one)));
    }
    flags
}

/// Adds a flag unless the file has a flag of the same kind: one other file is enough to request a review. A file with
/// the same log has the same times, too.
fn add_flag(flags: &mut [Vec<Flag>], at: usize, flag: Flag) {
    let is_known = flags[at]
        .iter()
        .any(|known| known.name() == flag.name() || matches!((known, &flag), (Flag::SameLog(_), Flag::SameTimes(_))));
    if !is_known {
        flags[at].push(flag);
    }
}

/// Returns all pairs of a group, in order.
fn pairs(group: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    group.iter().enumerate().flat_map(|(at, one)| group[at + 1..].iter().map(|other| (*one, *other)))
}

/// Returns the predictions and answers of a file with their times.
fn moments_of(file: &ParsedSubmission) -> impl Iterator<Item = String> {
    let values = file.value["events"].as_array().map_or(&[] as &[Value], Vec::as_slice);
    let events = file.submission.events.iter().zip(values);
    events
        .filter(|(event, _)| matches!(event.what, EventKind::Predict { .. } | EventKind::Answer { .. }))
        .map(|(_, value)| canonical(value))
}
