//! Each file of a course is graded against its own assignment.

use super::example::{assignment, opened, unsealed_for};
use pathlength_lab::submission::{CourseTable, Gradebook, Roster, SetAssignment, assignment_id, seal};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn with(field: &str, value: Value) -> Value {
    let mut assignment = assignment();
    assignment[field] = value;
    assignment
}

fn set(assignment: &Value) -> SetAssignment {
    SetAssignment::read(assignment.clone()).expect("an assignment")
}

/// Returns a class with a file for each assignment, named by its position, and one file that cannot be read.
fn class(assignments: &[&Value]) -> Gradebook {
    let mut book = Gradebook { roster: Some(Roster::read("id\na\n").expect("a roster")), ..Gradebook::default() };
    for (at, assignment) in assignments.iter().enumerate() {
        let text = seal(unsealed_for(assignment, "a")).expect("a submission").text;
        book.add(format!("{at}.json"), text.as_bytes());
    }
    book.add("damaged.json".to_owned(), b"{");
    book
}

fn files(book: &Gradebook) -> Vec<&str> {
    book.files.iter().map(|file| file.file.as_str()).collect()
}

#[test]
fn files_go_to_the_assignment_that_they_contain() {
    let (first, second) = (assignment(), with("title", json!("Week 4")));
    let other = with("lab", json!("large"));
    let mut rest = class(&[&second, &first, &other, &second]);
    let books = rest.split(vec![set(&first), set(&second)]);
    assert_eq!(books.iter().map(files).collect::<Vec<_>>(), [vec!["1.json"], vec!["0.json", "3.json"]]);
    assert_eq!(books[1].set, Some(set(&second)));
    assert_eq!(books[1].missing().len(), 0);
    assert_eq!(files(&rest), ["damaged.json"]);
    let reason = format!("for assignment {}, which is not in the course", assignment_id(&other));
    assert_eq!(
        rest.skipped.iter().map(|skipped| (&*skipped.file, &*skipped.reason)).collect::<Vec<_>>(),
        [("2.json", &*reason)]
    );
}

#[test]
fn file_of_own_assignment_goes_to_the_only_one_of_its_lab() {
    let (own, other) = (with("questions", json!(["q2"])), with("lab", json!("large")));
    let mut rest = class(&[&own]);
    assert_eq!(files(&rest.split(vec![set(&other), set(&assignment())])[1]), ["0.json"]);
    assert_eq!(rest.skipped, []);

    // With two assignments for the lab, the file belongs to neither of them.
    let mut rest = class(&[&own]);
    let books = rest.split(vec![set(&assignment()), set(&with("title", json!("Week 4")))]);
    assert_eq!(books.iter().map(|book| book.files.len()).collect::<Vec<_>>(), [0, 0]);
    assert_eq!(rest.skipped.len(), 1);
}

/// Returns the graded table of two assignments, of 6 and 4 points. Each file is a student's id, an assignment, and the
/// minute in which the work ended; each student earns 5 and 3 points.
fn table(roster: Option<&str>, files: &[(&str, usize, u32)]) -> CourseTable {
    let mut second = with("questions", json!(["q2", "q3"]));
    second["title"] = json!("Week 4");
    let course = [assignment(), second];
    let roster = roster.map(|list| Roster::read(list).expect("a roster"));
    let mut rest = Gradebook { roster, ..Gradebook::default() };
    for &(id, at, minute) in files {
        let mut submission = unsealed_for(&course[at], id);
        submission["ended"] = format!("2026-03-02T10:{minute}:00Z").into();
        if at == 1 {
            submission["claimed"] = json!({ "score": 0.75, "points": 3, "questions": {
                "q2": { "right": false, "points": 0 }, "q3": { "right": true, "points": 3 } } });
        }
        if minute == 50 {
            submission["claimed"]["points"] = json!(6);
        }
        rest.add(format!("{id}-{at}-{minute}.json"), seal(submission).expect("a submission").text.as_bytes());
    }
    let mut labs = BTreeMap::from([("small".to_owned(), opened())]);
    let mut table = CourseTable::new(rest.roster.clone());
    for (book, title) in rest.split(course.iter().map(set).collect()).iter_mut().zip(["=One", "Two"]) {
        for at in 0..book.files.len() {
            book.grade(at, &mut labs);
        }
        book.compare();
        table.add(title, book);
    }
    table
}

#[test]
fn course_table_has_last_file_of_each_student_and_assignment() {
    let table = table(None, &[("bob", 0, 50), ("Ann", 0, 20), ("ann ", 0, 10), ("ann", 1, 30)]);
    // Two files of one student for an assignment are flagged for review, and so is Bob's wrong claim.
    assert_eq!(
        table.to_csv(),
        "\"id\",\"name\",\"score\",\"points\",\"max\",\"'=One\",\"Two\",\"missing\",\"review\"\n\
         \"Ann\",\"N. N.\",0.8000,8,10,5,3,0,1\n\
         \"bob\",\"N. N.\",0.5000,5,10,5,,1,1\n"
    );
    let value = table.to_value();
    assert_eq!(value["assignments"], json!([{ "title": "=One", "max": 6 }, { "title": "Two", "max": 4 }]));
    // Of Ann's two files for the first assignment, the later one counts: the second of three files.
    assert_eq!(value["students"][0]["files"], json!([1, 0]));
    assert_eq!(value["students"][1]["files"], json!([0, null]));
}

#[test]
fn course_for_canvas_has_a_column_with_points_per_assignment() {
    let export = "Student,ID,SIS User ID,SIS Login ID,Section,Two (4711)\n    Points Possible,,,,,4\n\
                  \"Lee, Ann\",901,s1,ann,A,\n\"Ray, Bob\",902,s2,bob,A,\n";
    let table = table(Some(export), &[("ann", 0, 10), ("S1", 1, 20), ("cleo", 1, 30)]);
    assert_eq!(
        table.to_canvas(),
        "\"Student\",\"ID\",\"SIS User ID\",\"SIS Login ID\",\"Section\",\"'=One\",\"Two (4711)\"\n\
         \"    Points Possible\",,,,,6,4\n\
         \"Lee, Ann\",\"901\",\"s1\",\"ann\",\"A\",5,3\n\
         \"Ray, Bob\",\"902\",\"s2\",\"bob\",\"A\",,\n"
    );
    // The teacher's table lists everyone, and contains one row for the two ids of a student on the roster.
    assert!(table.to_csv().ends_with(
        "\"cleo\",\"N. N.\",0.3000,3,10,,3,1,0\n\"s1\",\"Lee, Ann\",0.8000,8,10,5,3,0,0\n\
         \"s2\",\"Ray, Bob\",0.0000,0,10,,,2,0\n"
    ));
}

#[test]
fn course_for_moodle_has_dashes_for_missing_files() {
    let list = Some("ID number,Email address,Name\ns1,ann@x.org,Ann\ns2,bob@x.org,Bob\n");
    assert_eq!(
        table(list, &[("s1", 0, 10), ("s2", 1, 20)]).to_moodle(),
        "\"ID number\",\"Email address\",\"Name\",\"'=One\",\"Two\"\n\
         \"s1\",\"ann@x.org\",\"Ann\",5,\"-\"\n\"s2\",\"bob@x.org\",\"Bob\",\"-\",3\n"
    );
    // The maximum number of points of an assignment without any file is not known, so a platform gets no column for it.
    let one = table(list, &[("s1", 0, 10)]);
    assert!(one.to_moodle().starts_with("\"ID number\",\"Email address\",\"Name\",\"'=One\"\n"), "{}", one.to_moodle());
    assert!(one.to_canvas().contains("\"    Points Possible\",,,,,6\n"), "{}", one.to_canvas());
}

#[test]
fn assignments_with_the_same_title_stay_apart() {
    let mut table = CourseTable::new(None);
    for _ in 0..3 {
        table.add("Week", &Gradebook::default());
    }
    assert!(table.to_csv().contains("\"Week\",\"Week #2\",\"Week #3\""), "{}", table.to_csv());
}
