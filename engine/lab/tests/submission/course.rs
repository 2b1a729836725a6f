//! The files of a course are graded by the assignment that each belongs to.

use super::example::{assignment, unsealed_for};
use pathlength_lab::submission::{Gradebook, Roster, SetAssignment, assignment_id, seal};
use serde_json::{Value, json};

fn with(field: &str, value: Value) -> Value {
    let mut assignment = assignment();
    assignment[field] = value;
    assignment
}

fn set(assignment: &Value) -> SetAssignment {
    SetAssignment::read(assignment.clone()).expect("an assignment")
}

/// Returns a class with a file for each assignment, named by its position, and one that cannot be read.
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

    // With two assignments of the lab, nothing says to which it belongs.
    let mut rest = class(&[&own]);
    let books = rest.split(vec![set(&assignment()), set(&with("title", json!("Week 4")))]);
    assert_eq!(books.iter().map(|book| book.files.len()).collect::<Vec<_>>(), [0, 0]);
    assert_eq!(rest.skipped.len(), 1);
}
