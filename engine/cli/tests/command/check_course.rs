//! Grading of a course: each submission is graded against its assignment.

use crate::check::{CLASS, check, code, example};
use pathlength_lab::submission::seal;
use serde_json::Value;
use std::fs;

/// Writes a course of two assignments, a submission for each, and one for an assignment outside the course; returns the
/// folder.
fn folder_of_course() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut second = example::assignment();
    second["title"] = "Week 4".into();
    let link = format!("https://example.org/labs/small.html?a={}", code(&example::assignment()));
    let course = format!(
        "title = \"Storage\"\n[[lab]]\nassignment = \"{link}\"\n[[lab]]\nlab = \"small\"\n\
         [[lab]]\ntitle = \"Own title\"\nassignment = \"{}\"\n",
        code(&second)
    );
    fs::write(folder.path().join("course.toml"), course).expect("a file");
    let mut third = example::assignment();
    third["lab"] = "large".into();
    fs::create_dir(folder.path().join("work")).expect("a folder");
    for (name, assignment) in [("bob-1", &example::assignment()), ("bob-2", &second), ("other", &third)] {
        let text = seal(example::unsealed_for(assignment, "bob")).expect("a submission").text;
        fs::write(folder.path().join(format!("work/{name}.json")), text).expect("a file");
    }
    folder
}

#[test]
fn course_file_grades_each_file_by_its_assignment() {
    let folder = folder_of_course();
    let path = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
    let (course, work) = (path("course.toml"), path("work"));
    let grade = |format: &str| check(&["--course", &course, "--format", format, &work]);
    let run = grade("csv");
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(
        run.out,
        "\"id\",\"name\",\"score\",\"points\",\"max\",\"Week 3\",\"Own title\",\"missing\",\"review\"\n\
         \"bob\",\"N. N.\",0.8333,10,12,5,5,0,0\n"
    );
    assert!(run.err.contains("other.json: for assignment ") && run.err.contains("not in the course"), "{}", run.err);
    let report: Value = serde_json::from_str(&grade("json").out).expect("JSON");
    assert_eq!(report["title"], "Storage");
    assert_eq!(report["gradebooks"][1]["submissions"][0]["points"], 5);
    assert_eq!(report["rest"]["skipped"].as_array().map(Vec::len), Some(1));
    let text = grade("text").out;
    assert!(text.contains("Own title\nbob N. N.: 5 of 6 points"), "{text}");
    assert!(grade("moodle").out.ends_with("\"bob\",,\"N. N.\",5,5\n"));

    // The assignment of a damaged file is unknown, so a teacher must review the file.
    fs::write(folder.path().join("work/damaged.json"), "{").expect("a file");
    let run = grade("text");
    assert_eq!(run.code, 1);
    assert!(run.out.contains("Unreadable files\n") && run.out.contains("damaged.json"), "{}", run.out);
}

#[test]
fn course_file_with_errors_is_refused_with_its_reason() {
    let folder = folder_of_course();
    let file = folder.path().join("bad.toml");
    let file = file.to_str().expect("a path");
    for (text, why) in [
        ("title = 1", "invalid type"),
        ("title = \"A\"", "the course has no labs: add one with [[lab]]"),
        ("[[lab]]\nlink = \"x\"", "unknown field `link`"),
        ("[[lab]]\nlab = \"small\"", "the course has no assignment"),
        ("[[lab]]\nassignment = \"1.abc\"", "Lab 1: the assignment's link is incomplete"),
        (&"[[lab]]\n".repeat(101), "more than 100 labs"),
    ] {
        fs::write(file, text).expect("a file");
        check(&["--course", file, &format!("{CLASS}/bob.json")]).refused(&[why]);
    }
    let run = check(&["--course", file, "--assignment", "x", CLASS]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("'--course <FILE>' cannot be used with '--assignment <LINK>'"), "{}", run.err);
}
