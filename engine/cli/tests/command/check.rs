//! What a class handed in is replayed: `tests/submissions` has a file of every kind.

#[path = "../../../core/tests/submission/example.rs"]
#[allow(dead_code)] // shared with the tests of the engine
mod example;

use crate::run::{Run, repository, run};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

const LAB: &str = "tests/submissions/lab.json";
const CLASS: &str = "tests/submissions/class";

fn events(submission: &mut Value) -> &mut Vec<Value> {
    submission["events"].as_array_mut().expect("events")
}

/// The files, and the flags each must have.
fn class() -> Vec<(&'static str, Vec<u8>, &'static [&'static str])> {
    let good = |id| example::sealed(id, |_| {});
    let after = |id, change: &dyn Fn(&mut Value)| {
        let mut submission: Value = serde_json::from_str(&good(id)).expect("JSON");
        change(&mut submission);
        submission.to_string()
    };
    let other_engine = || {
        let mut assignment = example::assignment();
        assignment["engine"] = "0.0.1".into();
        let seed = pathlength::lab::submission::seed_of(&assignment, "kim").expect("a seed");
        example::sealed("kim", |all| {
            all["assignment"] = assignment;
            all["seed"] = seed.into();
        })
    };
    let copied: Value = serde_json::from_str(&good("ada")).expect("JSON");
    let cut = good("eve");
    vec![
        ("ada.json", good("ada").into(), &["same-log"]),
        ("bob.json", good("bob").into(), &[]),
        ("claims.json", example::sealed("cleo", |all| all["claimed"]["points"] = json!(6)).into(), &["claimed"]),
        (
            "copied.json",
            example::sealed("dan", |all| all["events"] = copied["events"].clone()).into(),
            &["claimed", "same-log"],
        ),
        ("cut-off.json", cut.as_bytes()[..cut.len() / 2].into(), &["unreadable"]),
        ("edited.json", good("fay").replacen("\"text\":\"7\"", "\"text\":\"8\"", 1).into(), &["chain"]),
        ("formula.json", good("=HYPERLINK(\"x\")").into(), &[]),
        ("garbage.json", (0..=255).collect(), &["unreadable"]),
        ("huge-numbers.json", good("gil").replacen("\"t\":0", "\"t\":9e999", 1).into(), &["unreadable"]),
        (
            "large-numbers.json",
            example::sealed("hal", |all| {
                all["events"][11]["t"] = json!(1.7e308);
                all["events"][4]["value"] = json!(u64::MAX);
                all["events"][4]["scenario"]["names"] = json!(-1e300);
            })
            .into(),
            &["run"],
        ),
        ("nested.json", format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)).into(), &["unreadable"]),
        ("other-engine.json", other_engine().into(), &["claimed", "other-engine"]),
        ("reordered.json", after("lee", &|all| events(all).swap(5, 8)).into(), &["chain", "time"]),
        ("shortened.json", after("mia", &|all| events(all).truncate(7)).into(), &["chain", "claimed"]),
    ]
}

#[test]
fn the_files_are_what_is_made_here() {
    let path = |name: &str| repository().join(CLASS).join(name);
    let mut files: Vec<(PathBuf, Vec<u8>)> = class().into_iter().map(|(name, bytes, _)| (path(name), bytes)).collect();
    files.push((repository().join(LAB), example::lab().to_string().into()));
    if std::env::var_os("PATHLENGTH_WRITE_SUBMISSIONS").is_some() {
        fs::create_dir_all(repository().join(CLASS)).expect("a folder");
        for (path, bytes) in &files {
            fs::write(path, bytes).expect("a file");
        }
    }
    for (path, bytes) in files {
        assert!(
            fs::read(&path).is_ok_and(|found| found == bytes),
            "{} is out of date: run the test with PATHLENGTH_WRITE_SUBMISSIONS=1",
            path.display()
        );
    }
}

fn check(arguments: &[&str]) -> Run {
    run(&[&["check", "--lab", LAB], arguments].concat())
}

/// The flags of each file of a run with `--format json`.
fn flags(run: &Run) -> BTreeMap<String, BTreeSet<String>> {
    let report: Value = serde_json::from_str(&run.out).expect("JSON");
    let files = report["submissions"].as_array().expect("a list").iter();
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    files
        .map(|file| {
            let flags = file["flags"].as_array().expect("flags").iter().map(|flag| text(&flag["name"]));
            (text(&file["file"]).rsplit('/').next().expect("a name").to_owned(), flags.collect())
        })
        .collect()
}

#[test]
fn every_kind_of_damage_is_recognised() {
    let run = check(&["--format", "json", CLASS]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let expected = class()
        .into_iter()
        .map(|(name, _, flags)| (name.to_owned(), flags.iter().map(|&flag| flag.to_owned()).collect()));
    assert_eq!(flags(&run), expected.collect::<BTreeMap<_, BTreeSet<_>>>());
}

#[test]
fn a_clean_file_is_fine_and_has_its_points() {
    let text = check(&["--format", "csv", &format!("{CLASS}/bob.json")]).fine();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("id,name,score,points,max,q1,q2,q3,attempts,flags,receipt,assignment,file"));
    let line = lines.next().expect("a student");
    assert!(line.starts_with("bob,N. N.,0.8333,5,6,2,0,3,4,,"), "{line}");
    assert!(line.ends_with("tests/submissions/class/bob.json"), "{line}");
    assert_eq!(lines.next(), None);
    let text = check(&["--format", "text", &format!("{CLASS}/bob.json")]).fine();
    assert!(
        text.starts_with("bob N. N.: 5 of 6 points, receipt ") && text.ends_with("1 files, 0 to look at\n"),
        "{text}"
    );
}

#[test]
fn the_gradebook_has_every_file_and_no_formula() {
    let run = check(&[CLASS]);
    assert_eq!(run.code, 1);
    let mut reader = csv::Reader::from_reader(run.out.as_bytes());
    let records: Vec<_> = reader.records().collect::<Result<_, _>>().expect("CSV");
    assert_eq!(records.len(), class().len());
    for record in &records {
        assert!(record.iter().all(|cell| !cell.starts_with(['=', '+', '-', '@'])), "{record:?}");
    }
    assert!(records.iter().any(|record| &record[0] == "'=HYPERLINK(\"x\")"));
    let unreadable = records.iter().find(|record| record[12].ends_with("garbage.json")).expect("the file");
    assert_eq!((&unreadable[0], &unreadable[5]), ("", ""));
    assert!(unreadable[9].starts_with("unreadable: this is no JSON"), "{unreadable:?}");
}

#[test]
fn a_file_that_is_missing_or_too_large_loses_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let large = folder.path().join("large.json");
    fs::write(&large, vec![b' '; (16 << 20) + 1]).expect("a file");
    let (large, missing, good) = (large.to_str().expect("a path"), "no/such/file.json", format!("{CLASS}/bob.json"));
    let run = check(&["--format", "text", missing, large, &good]);
    assert_eq!(run.code, 1);
    for part in
        ["unreadable: cannot read no/such/file.json", "more than 16 MiB", "bob N. N.: 5 of 6", "3 files, 2 to look at"]
    {
        assert!(run.out.contains(part), "{}", run.out);
    }
}

#[test]
fn wrong_input_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let empty = folder.path().to_str().expect("a path");
    check(&[empty]).refused(&["no file whose name ends in .json"]);
    run(&["--labs", empty, "check", CLASS]).refused(&["no compiled lab", "npm run labs -- compile"]);
    run(&["check", "--lab", "no/such/lab.json", CLASS]).refused(&["cannot read no/such/lab.json"]);
    run(&["check", "--lab", &format!("{CLASS}/bob.json"), CLASS]).refused(&["bob.json: unknown field"]);
}

#[test]
fn a_submission_to_another_lab_is_told() {
    let other = tempfile::tempdir().expect("a folder");
    let lab = other.path().join("lab.json");
    fs::write(&lab, example::lab().to_string().replacen("\"id\":\"small\"", "\"id\":\"other\"", 1)).expect("a file");
    let lab = lab.to_str().expect("a path");
    let run = run(&["check", "--lab", lab, "--format", "text", &format!("{CLASS}/bob.json")]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("the lab \"small\" is not among those given"), "{}", run.out);
}
