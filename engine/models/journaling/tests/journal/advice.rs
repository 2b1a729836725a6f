//! Advice on the choice of a file system for given requirements.

use crate::parameters::parameters;
use pathlength_journaling::advice::{FileSystemAdvice, FileSystemAdvisor, Fit, QUESTIONS};
use pathlength_model::{ModelError, Setting, Settings};

const COLUMNS: [&str; 3] = ["file_system", "shrinks", "expands"];
/// The source's table on resizing file systems, as contained in the lab.
const RESIZING: [[&str; 3]; 5] = [
    ["ext2", "Offline only", "Offline only"],
    ["ext3", "Offline only", "Offline only"],
    ["JFS", "No", "Online only"],
    ["ReiserFS", "Offline only", "Offline and online"],
    ["XFS", "No", "Online only"],
];

fn cells<'a>(row: impl IntoIterator<Item = &'a &'a str>) -> Vec<String> {
    row.into_iter().map(|cell| (*cell).to_owned()).collect()
}

fn open(rows: &[[&str; 3]]) -> Result<FileSystemAdvisor, ModelError> {
    let values = parameters();
    let rows: Vec<_> = rows.iter().map(cells).collect();
    FileSystemAdvisor::new(&|name| values.get(name).copied(), &cells(&COLUMNS), &rows)
}

fn request(words: &[(&str, &str)], sizes: &[(&str, f64)]) -> Settings {
    let mut request = Settings::default();
    for (name, word) in words {
        request.set(name, Setting::Word((*word).to_owned()));
    }
    for (name, value) in sizes {
        request.set(name, Setting::Number(*value));
    }
    request
}

/// A large file system with small files.
const LARGE: [(&str, f64); 4] = [("size_gib", 500.0), ("log_mib", 32.0), ("filled_percent", 40.0), ("file_kib", 10.0)];

/// An advisor with the lab's table; it caches the recovery estimates.
struct LabAdvisor(FileSystemAdvisor);

impl LabAdvisor {
    fn new() -> Self {
        Self(open(&RESIZING).unwrap())
    }

    fn advise(&mut self, words: &[(&str, &str)]) -> Vec<FileSystemAdvice> {
        self.0.advise(&request(words, &LARGE)).unwrap()
    }

    /// Returns the policies that meet all requirements, in alphabetical order.
    fn fitting(&mut self, words: &[(&str, &str)]) -> Vec<&'static str> {
        let advice = self.advise(words);
        let mut policies: Vec<_> =
            advice.iter().filter(|advice| advice.fit == Fit::Yes).map(|advice| advice.policy).collect();
        policies.sort_unstable();
        policies
    }
}

#[test]
fn advice_recovery_and_shrinking_leave_ext3_and_reiserfs() {
    let mut lab = LabAdvisor::new();
    let advice = lab.advise(&[("recover", "60"), ("shrink", "offline")]);
    let fit = |wanted: Fit| advice.iter().filter(move |advice| advice.fit == wanted).map(|advice| advice.policy);
    let mut unfit: Vec<_> = fit(Fit::No).collect();
    unfit.sort_unstable();
    assert_eq!(unfit, ["ext2", "jfs", "xfs"]);
    let slow_s: Vec<_> = advice
        .iter()
        .take_while(|advice| advice.fit == Fit::Yes)
        .map(|it| it.recovery.as_ref().unwrap().seconds[1])
        .collect();
    assert!(slow_s.is_sorted() && !slow_s.is_empty(), "{slow_s:?}");
    assert!(advice.is_sorted_by_key(|advice| advice.fit));
}

#[test]
fn advice_shrinking_and_growing_follow_the_table() {
    let mut lab = LabAdvisor::new();
    assert_eq!(lab.fitting(&[("grow", "online")]), ["jfs", "reiserfs", "xfs"]);
    assert_eq!(lab.fitting(&[("grow", "offline")]).len(), 7);
    assert_eq!(lab.fitting(&[("shrink", "offline")]), ["ext2", "journal", "ordered", "reiserfs", "writeback"]);
    assert!(lab.fitting(&[("shrink", "online")]).is_empty());
    let any: [(&str, &str); 4] = QUESTIONS.map(|question| (question.id, "any"));
    assert_eq!(lab.fitting(&any).len(), 7);
    assert_eq!(lab.advise(&any), lab.advise(&[]));
}

#[test]
fn advice_no_foreign_contents_leaves_ordered_and_journaled_data() {
    let mut lab = LabAdvisor::new();
    assert_eq!(lab.fitting(&[("contents", "never")]), ["journal", "ordered", "reiserfs"]);
}

#[test]
fn advice_limit_within_the_range_of_times_is_perhaps() {
    let mut lab = LabAdvisor::new();
    let advice = lab.advise(&[]);
    let [fast, slow] = advice.iter().find(|advice| advice.policy == "ext2").unwrap().recovery.as_ref().unwrap().seconds;
    for limit in ["10", "60", "600", "3600"] {
        let seconds: f64 = limit.parse().unwrap();
        let expected = if slow <= seconds {
            Fit::Yes
        } else if fast > seconds {
            Fit::No
        } else {
            Fit::Perhaps
        };
        let advice = lab.advise(&[("recover", limit)]);
        assert_eq!(advice.iter().find(|advice| advice.policy == "ext2").unwrap().fit, expected, "{limit}");
    }
}

#[test]
fn advice_log_that_does_not_fit_rules_out_all_but_ext2() {
    let mut advisor = open(&RESIZING).unwrap();
    let advice = advisor.advise(&request(&[], &[("size_gib", 1.0), ("log_mib", 1024.0)])).unwrap();
    assert_eq!((advice[0].policy, advice[0].fit), ("ext2", Fit::Yes));
    for advice in &advice[1..] {
        assert_eq!((advice.fit, &advice.recovery), (Fit::No, &None));
        assert!(advice.problem.contains("make the log smaller"), "{}", advice.problem);
    }
    let limited = advisor.advise(&request(&[("recover", "60")], &[("size_gib", 1.0), ("log_mib", 1024.0)])).unwrap();
    let last = limited.last().unwrap();
    assert!(
        last.checks[0].reason.starts_with("This file system is not possible, because the log"),
        "{:?}",
        last.checks
    );
}

#[test]
fn advice_every_requirement_has_a_reason() {
    let mut lab = LabAdvisor::new();
    for question in &QUESTIONS {
        for option in &question.options[1..] {
            for advice in lab.advise(&[(question.id, option.value)]) {
                let [check] = advice.checks.as_slice() else { panic!("{:?}", advice.checks) };
                assert_eq!(check.question, question.id);
                assert!(check.reason.ends_with('.') && check.reason.len() > 10, "{check:?}");
                assert_eq!(check.fit, advice.fit);
            }
        }
    }
}

#[test]
fn advice_prepared_request_equals_unprepared_request() {
    let mut lab = LabAdvisor::new();
    let request = request(&[("recover", "60")], &LARGE);
    let mut advisor = open(&RESIZING).unwrap();
    let mut slices = 1;
    while !advisor.prepare(&request).unwrap() {
        slices += 1;
    }
    assert_eq!(slices, 7);
    assert_eq!(advisor.advise(&request).unwrap(), lab.advise(&[("recover", "60")]));
}

#[test]
fn advice_invalid_requests_and_tables_are_refused() {
    let mut advisor = open(&RESIZING).unwrap();
    let mut refusal =
        |words: &[(&str, &str)], sizes: &[(&str, f64)]| advisor.advise(&request(words, sizes)).unwrap_err().to_string();
    assert_eq!(
        refusal(&[("shrink", "maybe")], &[]),
        "unknown answer \"maybe\" to \"shrink\": choose one of any, offline, online"
    );
    assert!(refusal(&[], &[("recover", 60.0)]).contains("to \"recover\": choose one of any, 10, 60, 600, 3600"));
    assert!(refusal(&[("speed", "high")], &[]).contains("no setting \"speed\""));
    assert!(refusal(&[], &[("size_gib", 0.0)]).contains("size_gib must be from 1 to 16384"));
    assert_eq!(open(&RESIZING[1..]).unwrap_err().to_string(), "no row \"ext2\": add it to the table");
}
