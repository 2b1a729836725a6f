//! Replays of a class's submissions. `tests/submissions` contains a file of every kind.

#[path = "../../../lab/tests/submission/example.rs"]
#[allow(dead_code)] // shared with the tests of the engine
pub(crate) mod example;

use crate::run::{Run, repository, run};
use pathlength_codecs::{Coder, DEFLATE, crc32};
use pathlength_lab::submission::{assignment_id, canonical, seal, seed_of};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

const LAB: &str = "tests/submissions/lab.json";
pub(crate) const CLASS: &str = "tests/submissions/class";

fn events(submission: &mut Value) -> &mut Vec<Value> {
    submission["events"].as_array_mut().expect("events")
}

/// Returns the files, and the flags that each must have.
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
        let seed = pathlength_lab::submission::seed_of(&assignment, "kim").expect("a seed");
        example::sealed("kim", |all| {
            all["assignment"] = assignment;
            all["seed"] = seed.into();
        })
    };
    let copied: Value = serde_json::from_str(&good("ada")).expect("JSON");
    let cut = good("eve");
    vec![
        ("ada.json", good("ada").into(), &["copied-by"]),
        ("bob.json", good("bob").into(), &[]),
        ("claims.json", example::sealed("cleo", |all| all["claimed"]["points"] = json!(6)).into(), &["claimed"]),
        (
            "copied.json",
            example::sealed("dan", |all| all["events"] = copied["events"].clone()).into(),
            // The two students had different numbers, so the copied answers get fewer points than the log claims.
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
        ("other-engine.json", other_engine().into(), &["other-assignment"]),
        ("reordered.json", after("lee", &|all| events(all).swap(5, 8)).into(), &["chain", "time"]),
        ("shortened.json", after("mia", &|all| events(all).truncate(7)).into(), &["chain", "claimed"]),
    ]
}

#[test]
fn class_files_equal_the_generated_ones() {
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

pub(crate) fn check(arguments: &[&str]) -> Run {
    run(&[&["check", "--lab", LAB], arguments].concat())
}

/// Grades the class against the assignment that most of its files contain.
fn check_class(arguments: &[&str]) -> Run {
    let file = format!("{CLASS}/bob.json");
    check(&[&["--assignment", &file], arguments, &[CLASS]].concat())
}

/// Returns the flags of each file in a run with `--format json`.
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
    let run = check_class(&["--format", "json"]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let expected = class()
        .into_iter()
        .map(|(name, _, flags)| (name.to_owned(), flags.iter().map(|&flag| flag.to_owned()).collect()));
    assert_eq!(flags(&run), expected.collect::<BTreeMap<_, BTreeSet<_>>>());
}

#[test]
fn clean_file_exits_0_with_its_points() {
    let text = check(&["--format", "csv", &format!("{CLASS}/bob.json")]).fine();
    let mut lines = text.lines();
    let titles = [
        "id",
        "name",
        "score",
        "points",
        "max",
        "q1",
        "q2",
        "q3",
        "attempts",
        "flags",
        "receipt",
        "assignment",
        "file",
        "started",
        "ended",
        "late",
    ];
    assert_eq!(lines.next(), Some(&*format!("\"{}\"", titles.join("\",\""))));
    let line = lines.next().expect("a student");
    assert!(line.starts_with("\"bob\",\"N. N.\",0.8333,5,6,2,0,3,4,,\""), "{line}");
    assert!(line.ends_with("class/bob.json\",\"2026-03-02T09:00:00Z\",\"2026-03-02T09:30:00Z\","), "{line}");
    assert_eq!(lines.next(), None);
    let text = check(&["--format", "text", &format!("{CLASS}/bob.json")]).fine();
    assert!(
        text.starts_with("bob N. N.: 5 of 6 points, verification code ") && text.ends_with("1 file, 0 to review\n"),
        "{text}"
    );
}

#[test]
fn gradebook_lists_every_file_and_escapes_formulas() {
    let run = check_class(&[]);
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
    assert!(unreadable[9].starts_with("unreadable: not JSON"), "{unreadable:?}");
}

#[test]
fn missing_or_too_large_file_does_not_affect_the_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let large = folder.path().join("large.json");
    fs::write(&large, vec![b' '; (16 << 20) + 1]).expect("a file");
    let (large, missing, good) = (large.to_str().expect("a path"), "no/such/file.json", format!("{CLASS}/bob.json"));
    let run = check(&["--format", "text", missing, large, &good]);
    assert_eq!(run.code, 1);
    for part in
        ["unreadable: cannot read no/such/file.json", "larger than 16 MiB", "bob N. N.: 5 of 6", "3 files, 2 to review"]
    {
        assert!(run.out.contains(part), "{}", run.out);
    }
}

#[test]
fn check_invalid_input_exits_2_with_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let empty = folder.path().to_str().expect("a path");
    check(&[empty]).refused(&["no submissions found"]);
    run(&["check", "--lab", empty, CLASS]).refused(&["no compiled lab", "npm run labs -- compile"]);
    run(&["check", "--lab", "no/such/lab.json", CLASS]).refused(&["cannot read no/such/lab.json"]);
    run(&["check", "--lab", &format!("{CLASS}/bob.json"), CLASS]).refused(&["bob.json: unknown field"]);
}

#[test]
fn submission_to_another_lab_is_flagged() {
    let other = tempfile::tempdir().expect("a folder");
    let lab = other.path().join("lab.json");
    fs::write(&lab, example::lab().to_string().replacen("\"id\":\"small\"", "\"id\":\"other\"", 1)).expect("a file");
    let lab = lab.to_str().expect("a path");
    let run = run(&["check", "--lab", lab, "--format", "text", &format!("{CLASS}/bob.json")]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("the lab \"small\" is not among the given labs"), "{}", run.out);
}

#[test]
fn file_for_another_engine_is_flagged_by_its_own_assignment() {
    let run = check(&["--format", "json", &format!("{CLASS}/other-engine.json")]);
    let expected: BTreeSet<_> = ["claimed", "other-engine"].map(str::to_owned).into();
    assert_eq!(flags(&run), BTreeMap::from([("other-engine.json".to_owned(), expected)]));
}

/// Returns the submission of a student who created an assignment with one easy question and answered it.
fn self_made() -> String {
    let mut assignment = example::assignment();
    assignment["questions"] = json!(["q2"]);
    let seed = seed_of(&assignment, "s1007").expect("a seed");
    example::sealed("s1007", |all| {
        all["assignment"] = assignment;
        all["seed"] = seed.into();
        all["events"] = json!([
            { "t": 0, "k": "open" },
            { "t": 1, "k": "answer", "question": "q2", "given": { "kind": "choice", "ids": ["a"] } },
        ]);
        let questions = json!({ "q2": { "right": true, "points": 1 } });
        all["claimed"] = json!({ "score": 1, "points": 1, "questions": questions });
    })
}

/// Returns a folder with two files: one from an honest student, and one with a self-made assignment.
fn folder_of_two() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("bob.json"), example::sealed("bob", |_| {})).expect("a file");
    fs::write(folder.path().join("s1007.json"), self_made()).expect("a file");
    folder
}

/// Returns the text that the page puts after `?a=` for an assignment.
pub(crate) fn code(assignment: &Value) -> String {
    let digits: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['-', '_']).collect();
    let mut packed = Vec::new();
    let mut coder = Coder::new(&DEFLATE, &DEFLATE.default_options()).expect("a coder");
    coder.encode(canonical(assignment).as_bytes(), &mut packed);
    let bits: Vec<usize> =
        packed.iter().flat_map(|byte| (0..8).map(move |at| usize::from(byte >> (7 - at) & 1))).collect();
    let symbol = |six: &[usize]| digits[(0..6).fold(0, |value, at| value << 1 | six.get(at).copied().unwrap_or(0))];
    let text = format!("1.{}", bits.chunks(6).map(symbol).collect::<String>());
    format!("{text}.{:08x}", crc32(text.as_bytes()))
}

#[test]
fn self_made_assignment_is_scored_by_the_teachers_questions() {
    let folder = folder_of_two();
    let path = folder.path().to_str().expect("a path");
    let link = format!("https://example.org/labs/small.html?a={}#two", code(&example::assignment()));
    let run = check(&["--assignment", &link, path]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let mut reader = csv::Reader::from_reader(run.out.as_bytes());
    let records: Vec<_> = reader.records().collect::<Result<_, _>>().expect("CSV");
    let cells = |record: &csv::StringRecord| record.iter().take(9).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(cells(&records[0]), ["bob", "N. N.", "0.8333", "5", "6", "2", "0", "3", "4"]);
    assert_eq!(cells(&records[1]), ["s1007", "N. N.", "0.1667", "1", "6", "0", "1", "0", "1"]);
    let own = &records[1][11];
    let wanted = assignment_id(&example::assignment());
    assert_ne!(own, wanted);
    assert_eq!(
        (&records[0][9], records[1][9].to_owned()),
        ("", format!("made for assignment {own}, but graded with the questions and numbers of {wanted}"))
    );
}

#[test]
fn assignment_of_another_lab_earns_nothing_and_is_listed() {
    let mut assignment = example::assignment();
    assignment["lab"] = "large".into();
    let text = example::sealed("s1008", |all| {
        all["seed"] = seed_of(&assignment, "s1008").expect("a seed").into();
        all["assignment"] = assignment;
    });
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("s1008.json");
    fs::write(&file, text).expect("a file");
    let file = file.to_str().expect("a path");
    let run = check(&["--assignment", &code(&example::assignment()), "--format", "text", file]);
    assert_eq!(run.code, 1);
    assert!(
        run.out.starts_with("s1008 N. N.: 0 of 6 points") && run.out.contains("made for assignment"),
        "{}",
        run.out
    );
}

#[test]
fn several_assignments_are_counted_and_not_scored_as_one() {
    let folder = folder_of_two();
    fs::write(folder.path().join("ada.json"), example::sealed("ada", |_| {})).expect("a file");
    let main = assignment_id(&example::assignment());
    let run = check(&[folder.path().to_str().expect("a path")]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains(&format!("the files belong to 2 assignments (2 × {main}, 1 × ")), "{}", run.err);
    assert!(run.err.contains(": give --assignment LINK"), "{}", run.err);
}

#[test]
fn assignment_is_read_from_links_codes_and_files() {
    let folder = folder_of_two();
    let path = folder.path().to_str().expect("a path");
    let code = code(&example::assignment());
    let beside = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: String| {
        let path = beside.path().join(name);
        fs::write(&path, text).expect("a file");
        path.to_str().expect("a path").to_owned()
    };
    let id = assignment_id(&example::assignment());
    let ways = [
        format!("https://example.org/labs/small.html?s=1.AA.00000000&a={code}"),
        format!("  {code}\n"),
        id.clone(),
        id.to_lowercase(),
        file("link.txt", format!("Week 3: https://example.org/small.html?a={code}.\nSubmit by Monday.\n")),
        file("assignment.txt", serde_json::to_string_pretty(&example::assignment()).expect("JSON")),
        file("handed-in.txt", example::sealed("carol", |_| {})),
    ];
    for way in ways {
        let run = check(&["--assignment", &way, "--format", "json", path]);
        assert_eq!((run.code, run.err.as_str()), (1, ""), "{way}");
        let report: Value = serde_json::from_str(&run.out).expect("JSON");
        assert_eq!(report["assignment"], id.as_str(), "{way}");
        assert_eq!(
            (&report["submissions"][0]["score"], &report["submissions"][1]["max"]),
            (&json!(5.0 / 6.0), &json!(6))
        );
    }
}

#[test]
fn damaged_assignment_is_refused_with_its_reason() {
    let refused = |given: &str, why: &str| {
        check(&["--assignment", given, &format!("{CLASS}/bob.json")]).refused(&[why]);
    };
    let code = code(&example::assignment());
    let sealed_again = |text: &str| format!("{text}.{:08x}", crc32(text.as_bytes()));
    let packed = |text: &str| {
        let whole = self::code(&serde_json::from_str(text).expect("JSON"));
        format!("https://example.org/?a={whole}")
    };
    refused(&code[..code.len() - 3], "is incomplete: copy all of it");
    refused(&code[..code.len() - 9], "is incomplete: copy all of it");
    refused(&code.replacen("1.", "1.A", 1), "is damaged: copy it again");
    refused(&code.replacen("1.", "2.", 1), "another version of the site");
    refused(&sealed_again("1.!!!!"), "is incomplete: copy all of it");
    refused(&sealed_again("1.A"), "is damaged");
    refused(&sealed_again(&format!("1.{}", "A".repeat(30_000))), "is damaged");
    refused("", "no assignment found: give its link");
    refused("https://example.org/labs/small.html?s=1.AA.00000000", "no assignment found: give its link");
    refused("00000000", "no file belongs to assignment 00000000: give the assignment's link");
    refused(&packed("{\"lab\": \"small\"}"), "not an assignment: missing field");
    // A megabyte of spaces compresses to a kilobyte.
    let mut large = example::assignment();
    large["title"] = " ".repeat(1 << 20).into();
    refused(&self::code(&large), "is damaged");
    let mut other = example::assignment();
    other["lab"] = "large".into();
    refused(&self::code(&other), "the assignment's lab \"large\" is not among the given labs");
}

#[test]
fn name_with_a_formula_behind_a_separator_is_disarmed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ann.json");
    let text =
        example::sealed("ann", |all| all["student"]["name"] = "Ann;=cmd|'/C calc'!A0;\n\u{ff1d}1\u{1b}[2J".into());
    fs::write(&file, text).expect("a file");
    let out = check(&[file.to_str().expect("a path")]).fine();
    let cell = "\"ann\",\"Ann;'=cmd|'/C calc'!A0;\n'\u{ff1d}1\u{fffd}[2J\",0.8333,5,6,";
    assert!(out.contains(cell), "{out:?}");
}

#[test]
fn renamed_submission_is_graded_and_other_files_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).expect("a file");
    write("bob.lab.json.txt", format!("\u{feff}{}", example::sealed("bob", |_| {})).as_bytes());
    write("essay.pdf", b"%PDF-1.7");
    write("more.zip", b"PK\x03\x04");
    let run = check(&[folder.path().to_str().expect("a path")]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("\"bob\",\"N. N.\",0.8333,5,6,"), "{}", run.out);
    for reason in ["essay.pdf: a PDF, not a submission", "more.zip: a zip archive: unpack it"] {
        assert!(run.err.contains(reason), "{}", run.err);
    }
}

#[test]
fn roster_given_lists_missing_and_drops_unknown_ids() {
    let folder = tempfile::tempdir().expect("a folder");
    let roster = folder.path().join("roster.csv");
    fs::write(&roster, "id;name\nBob;Bob B.\nzoe;=Zoe\n").expect("a file");
    let roster = roster.to_str().expect("a path");
    let files = [format!("{CLASS}/bob.json"), format!("{CLASS}/edited.json")];
    let run = |format: &str| check(&["--roster", roster, "--format", format, &files[0], &files[1]]);
    let text = run("text").out;
    assert!(text.contains("zoe =Zoe: no file"), "{text}");
    let moodle =
        "\"ID number\",\"Email address\",\"Name\",\"Week 3\"\n\"Bob\",,\"Bob B.\",5\n\"zoe\",,\"'=Zoe\",\"-\"\n";
    assert_eq!(run("moodle").out, moodle);
    let canvas = run("canvas").out;
    assert!(
        canvas.starts_with("\"Student\",\"ID\",\"SIS User ID\",\"SIS Login ID\",\"Section\",\"Week 3\"\n"),
        "{canvas}"
    );
    assert!(canvas.ends_with("\"Bob B.\",,\"Bob\",,,5\n\"'=Zoe\",,\"zoe\",,,\n"), "{canvas}");
    let report: Value = serde_json::from_str(&run("json").out).expect("JSON");
    assert_eq!(report["missing"][0]["id"], "zoe");
    let listed: Vec<_> = report["submissions"].as_array().expect("a list").iter().map(|file| &file["listed"]).collect();
    assert_eq!(listed, [true, false]);
}

#[test]
fn statistics_count_students_and_their_first_answers() {
    let run = check(&["--format", "json", &format!("{CLASS}/bob.json"), &format!("{CLASS}/formula.json")]);
    let report: Value = serde_json::from_str(&run.out).expect("JSON");
    let [first, second] = [&report["questions"][0], &report["questions"][1]];
    let counts =
        |question: &Value| ["files", "answered", "right", "first_right", "attempts"].map(|key| question[key].as_u64());
    // In both files, q1 is first answered wrongly and then correctly, and an answer that is not a number does not
    // count. The answer to q2 is wrong.
    assert_eq!(counts(first), [2, 2, 2, 0, 4].map(Some));
    assert_eq!(first["wrong"], json!([{ "answer": "7", "feedback": null, "files": 2 }]));
    assert_eq!(counts(second), [2, 2, 0, 0, 2].map(Some));
    assert_eq!(second["wrong"][0]["answer"], "b");
}

#[test]
fn points_attempts_and_costs_of_the_link_are_applied() {
    let graded = |attempts: u32, format: &str| {
        let mut assignment = example::assignment();
        assignment["points"] = json!({ "q1": 4 });
        assignment["attempts"] = json!(attempts);
        assignment["cost"] = json!(0.33);
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("bob.json");
        // In the file, the second gradable answer to q1 is right, the answer to q2 is wrong, and the answer to q3 is
        // right.
        let text = seal(example::unsealed_for(&assignment, "bob")).expect("a submission").text;
        fs::write(&file, text).expect("a file");
        check(&["--assignment", &code(&assignment), "--format", format, file.to_str().expect("a path")]).out
    };
    let csv = graded(2, "csv");
    assert!(csv.contains("\"bob\",\"N. N.\",0.7100,5.68,8,2.68,0,3,"), "{csv}");
    assert!(graded(2, "text").starts_with("bob N. N.: 5.68 of 8 points"));
    let report: Value = serde_json::from_str(&graded(2, "json")).expect("JSON");
    let questions = &report["submissions"][0]["questions"];
    assert_eq!((&questions[0]["points"], &questions[2]["points"]), (&json!(2.68), &json!(3)));
    assert!(graded(2, "canvas").contains(",8\n"), "possible points");
    assert!(graded(1, "csv").contains("q1 was answered more often than the assignment allows"));
}

#[test]
fn submission_after_the_due_time_is_late() {
    let due = |due: &str| {
        let mut assignment = example::assignment();
        assignment["due"] = due.into();
        let text = example::sealed("bob", |all| {
            all["seed"] = seed_of(&assignment, "bob").expect("a seed").into();
            all["assignment"] = assignment;
        });
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("bob.json");
        fs::write(&file, text).expect("a file");
        let run = check(&["--format", "json", file.to_str().expect("a path")]);
        let report: Value = serde_json::from_str(&run.out).expect("JSON");
        report["submissions"][0]["late"].clone()
    };
    // The file was submitted at 09:30.
    assert_eq!((due("2026-03-02T09:29:59.000Z"), due("2026-03-02T09:30:00Z")), (json!(true), json!(false)));
    assert_eq!(due("next week"), Value::Null);
}
