//! What the files of a class have in common.

use super::{Flag, HandedIn, Happening, canonical};
use serde_json::Value;
use std::collections::BTreeMap;

/// How many predictions and answers two students share, to the millisecond, before that is no chance any more.
const SHARED: usize = 2;

/// Looks for students who handed in twice and for logs that were copied. `files` are what was handed in, each with the
/// name that flags call it by; the answer has the flags of each, in the same order.
pub fn compare(files: &[(&str, &HandedIn)]) -> Vec<Vec<Flag>> {
    let mut flags = vec![Vec::new(); files.len()];
    let student = |at: usize| files[at].1.submission.student.id.trim().to_lowercase();
    let mut students = BTreeMap::<_, Vec<usize>>::new();
    let mut logs = BTreeMap::<_, Vec<usize>>::new();
    let mut moments = BTreeMap::<_, Vec<usize>>::new();
    for (at, (_, file)) in files.iter().enumerate() {
        students.entry((student(at), file.assignment_id())).or_default().push(at);
        // A log of nothing but its opening is everybody's.
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
        say(&mut flags, one, Flag::SameStudent(name(other)));
        say(&mut flags, other, Flag::SameStudent(name(one)));
    }
    // Whoever hands in twice may hand in the same.
    let strangers = |(one, other): &(usize, usize)| student(*one) != student(*other);
    for (one, other) in logs.values().flat_map(|same| pairs(same)).filter(strangers) {
        say(&mut flags, one, Flag::SameLog(name(other)));
        say(&mut flags, other, Flag::SameLog(name(one)));
    }
    let mut shared = BTreeMap::<(usize, usize), usize>::new();
    for pair in moments.values().flat_map(|same| pairs(same)).filter(strangers) {
        *shared.entry(pair).or_default() += 1;
    }
    for ((one, other), _) in shared.into_iter().filter(|(_, count)| *count >= SHARED) {
        say(&mut flags, one, Flag::SameTimes(name(other)));
        say(&mut flags, other, Flag::SameTimes(name(one)));
    }
    flags
}

/// Adds a flag unless the file has one of its kind: one other file is enough to look at. Whoever has the same log has
/// the same times too.
fn say(flags: &mut [Vec<Flag>], at: usize, flag: Flag) {
    let said = flags[at]
        .iter()
        .any(|said| said.name() == flag.name() || matches!((said, &flag), (Flag::SameLog(_), Flag::SameTimes(_))));
    if !said {
        flags[at].push(flag);
    }
}

/// All pairs of a group, in order.
fn pairs(group: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    group.iter().enumerate().flat_map(|(at, one)| group[at + 1..].iter().map(|other| (*one, *other)))
}

/// When a file's predictions and answers were given, and what they were.
fn moments_of(file: &HandedIn) -> impl Iterator<Item = String> {
    let values = file.value["events"].as_array().map_or(&[] as &[Value], Vec::as_slice);
    let told = file.submission.events.iter().zip(values);
    told.filter(|(event, _)| matches!(event.what, Happening::Predict { .. } | Happening::Answer { .. }))
        .map(|(_, value)| canonical(value))
}
