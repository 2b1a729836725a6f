//! The rules of an assignment: points by question, counted attempts, the cost of wrong answers, and the opening time.

use super::example::{assignment, lab, names, opened, read, sealed, unsealed_for};
use pathlength_lab::submission::{
    Gradebook, OpenedLab, Points, Replay, SetAssignment, assignment_id, replay_for, seal,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Returns the assignment of the example with other rules.
fn with(rules: &Value) -> Value {
    let mut assignment = assignment();
    let all = assignment.as_object_mut().expect("an object");
    all.extend(rules.as_object().expect("an object").clone());
    assignment
}

/// Replays the example's submission under `rules`. The second gradable answer to q1 is right, the only answer to q2 is
/// wrong, and the only answer to q3 is right.
fn graded(rules: &Value, change: impl FnOnce(&mut Value)) -> Replay {
    let assignment = with(rules);
    let mut submission = unsealed_for(&assignment, "a");
    change(&mut submission);
    let text = seal(submission).expect("a submission").text;
    let set = SetAssignment::read(assignment).expect("an assignment");
    replay_for(&read(&text), &set, Some(&mut opened()))
}

fn points(replay: &Replay) -> Vec<f64> {
    replay.questions.iter().map(|grade| grade.points.into()).collect()
}

#[test]
fn points_of_the_assignment_replace_those_of_the_lab() {
    let rules = json!({ "points": { "q1": 7, "q2": 0 } });
    let replay = graded(&rules, |all| {
        all["claimed"]["points"] = json!(10);
        all["claimed"]["score"] = json!(1);
        all["claimed"]["questions"]["q1"]["points"] = json!(7);
    });
    assert_eq!(
        (points(&replay), replay.points(), replay.max()),
        (vec![7.0, 0.0, 3.0], Points::whole(10), Points::whole(10))
    );
    assert_eq!(replay.flags, []);
}

#[test]
fn prediction_has_points_if_the_assignment_gives_it_some() {
    let mut lab = lab();
    let guess = json!({ "kind": "number", "unit": "names", "answer": "7 names" });
    for id in ["p1", "p2"] {
        let predict = json!({ "kind": "predict", "id": id, "ask": [], "guess": guess });
        lab["steps"][0]["blocks"].as_array_mut().expect("blocks").push(predict);
    }
    let mut opened = OpenedLab::read(lab.to_string().as_bytes()).expect("a lab");
    let rules = json!({ "questions": ["p1", "p2"], "points": { "p1": 2, "p2": 5 }, "cost": 1.0 });
    let set = SetAssignment::read(with(&rules)).expect("an assignment");
    let replay = replay_for(&read(&sealed("a", |_| {})), &set, Some(&mut opened));
    assert_eq!((points(&replay), replay.max()), (vec![2.0, 0.0], Points::whole(7)));
}

#[test]
fn each_wrong_answer_before_the_right_one_costs_its_share() {
    let earned = |cost: f64| points(&graded(&json!({ "cost": cost }), |_| {}));
    assert_eq!(earned(0.0), [2.0, 0.0, 3.0]);
    assert_eq!(earned(0.25), [1.5, 0.0, 3.0]);
    assert_eq!(earned(0.33), [1.34, 0.0, 3.0]);
    assert_eq!(earned(1.0), [0.0, 0.0, 3.0]);

    // A page that subtracts the same cost computes the same grade.
    let replay = graded(&json!({ "cost": 0.25 }), |all| {
        all["claimed"] = json!({ "score": 0.75, "points": 4.5, "questions": {
            "q1": { "right": true, "points": 1.5 }, "q2": { "right": false, "points": 0 },
            "q3": { "right": true, "points": 3 } } });
    });
    assert_eq!((names(&replay.flags), replay.score()), (vec![], 0.75));
}

#[test]
fn costs_never_make_points_negative() {
    let rules = json!({ "cost": 0.6 });
    let replay = graded(&rules, |all| {
        let events = all["events"].as_array_mut().expect("events");
        let wrong = events[5].clone();
        events.insert(5, wrong);
    });
    assert_eq!(replay.questions[0].points, Points::default());
    assert!(replay.questions[0].right);
}

#[test]
fn answers_after_the_allowed_ones_do_not_count_and_are_flagged() {
    let first = graded(&json!({ "attempts": 1 }), |_| {});
    assert_eq!((points(&first), first.questions[0].right), (vec![0.0, 0.0, 3.0], false));
    assert_eq!((first.questions[0].attempts, first.questions[0].answers.len()), (2, 3));
    assert_eq!(names(&first.flags), ["attempts", "claimed"]);

    let second = graded(&json!({ "attempts": 2 }), |_| {});
    assert_eq!((points(&second), names(&second.flags)), (vec![2.0, 0.0, 3.0], vec![]));
}

#[test]
fn answers_after_a_right_one_change_nothing() {
    let rules = json!({ "attempts": 2, "cost": 0.5 });
    let replay = graded(&rules, |all| {
        let events = all["events"].as_array_mut().expect("events");
        let wrong = json!({ "kind": "number", "text": "7" });
        events.push(json!({ "t": 20_000, "k": "answer", "question": "q3", "given": wrong }));
        events.push(json!({ "t": 21_000, "k": "answer", "question": "q3", "given": wrong }));
    });
    assert_eq!((points(&replay)[2], replay.questions[2].attempts), (3.0, 3));
    assert!(!names(&replay.flags).contains(&"attempts"));
}

#[test]
fn work_started_before_the_opening_time_is_named_without_review() {
    let flags = |opens: &str| {
        let assignment = with(&json!({ "opens": opens }));
        let mut book = Gradebook {
            set: Some(SetAssignment::read(assignment.clone()).expect("an assignment")),
            ..Gradebook::default()
        };
        book.add("a.json".to_owned(), seal(unsealed_for(&assignment, "a")).expect("a submission").text.as_bytes());
        book.grade(0, &mut BTreeMap::from([("small".to_owned(), opened())]));
        (names(&book.files[0].replay.flags), book.to_review())
    };
    assert_eq!(flags("2026-03-02T09:00:01.000Z"), (vec!["early"], 0));
    assert_eq!(flags("2026-03-02T09:00:00.000Z"), (vec![], 0));
}

#[test]
fn rules_that_cannot_be_kept_are_refused() {
    for (rules, part) in [
        (json!({ "attempts": 0 }), "nonzero"),
        (json!({ "cost": 1.5 }), "`cost` is 1.5: give 0 to 1, in steps of 0.01"),
        (json!({ "cost": 0.333 }), "`cost` is 0.333: give 0 to 1, in steps of 0.01"),
        (json!({ "points": { "q1": -1 } }), "u32"),
        (json!({ "points": { "q1": 1.5 } }), "u32"),
    ] {
        let error = SetAssignment::read(with(&rules)).expect_err("a rule");
        assert!(error.contains(part), "{rules}: {error}");
    }
}

#[test]
fn assignment_without_rules_keeps_its_code() {
    // Links that were created before rules existed must open the saved work and draw the same numbers.
    let old = json!({ "lab": "small", "lab_hash": "sha256-00", "engine": "0.1.0", "questions": ["q1"], "locked": {},
                      "seed": "student" });
    assert_eq!(assignment_id(&old), "HCJG4MQV");
    let read = SetAssignment::read(old.clone()).expect("an assignment").assignment;
    assert_eq!(serde_json::to_value(read).expect("plain data"), old);
}
