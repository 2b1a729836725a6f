//! Points come from the replay, and anything suspicious is flagged.

use super::example::{names, opened, read, replayed, sealed, throughput};
use pathlength_lab::submission::{Flag, OpenedLab, Points, replay, seed_of};
use serde_json::{Value, json};

/// Returns the flags of a submission that was changed before it was sealed.
fn flags(change: impl FnOnce(&mut Value)) -> Vec<Flag> {
    replayed(&sealed("a", change)).flags
}

#[test]
fn correct_submission_has_its_points_and_no_flag() {
    let replay = replayed(&sealed("a", |_| {}));
    assert_eq!(replay.flags, []);
    let grades =
        replay.questions.iter().map(|grade| (&*grade.id, grade.right, f64::from(grade.points), grade.attempts));
    assert_eq!(grades.collect::<Vec<_>>(), [("q1", true, 2.0, 2), ("q2", false, 0.0, 1), ("q3", true, 3.0, 1)]);
    assert_eq!((replay.points(), replay.max()), (Points::whole(5), Points::whole(6)));
}

#[test]
fn submission_of_any_student_has_no_flags() {
    for id in ["b", "c", "Ä. Ö. Ü.", ""] {
        assert_eq!(replayed(&sealed(id, |_| {})).flags, [], "{id}");
    }
}

#[test]
fn counted_prediction_must_be_made_and_has_no_points() {
    let mut lab = super::example::lab();
    let guess = json!({ "kind": "number", "unit": "names", "answer": "7 names" });
    for id in ["p1", "p2"] {
        let predict = json!({ "kind": "predict", "id": id, "ask": [], "guess": guess });
        lab["steps"][0]["blocks"].as_array_mut().expect("blocks").push(predict);
    }
    let mut opened = OpenedLab::read(lab.to_string().as_bytes()).expect("a lab");
    let text = sealed("a", |all| {
        all["assignment"]["lab_hash"] = opened.hash().to_string().into();
        all["assignment"]["questions"] = json!(["p1", "p2"]);
        all["seed"] = seed_of(&all["assignment"], "a").expect("a seed").into();
        let questions = json!({ "p1": { "right": true, "points": 0 }, "p2": { "right": false, "points": 0 } });
        all["claimed"] = json!({ "score": 0, "points": 0, "questions": questions });
    });
    let replay = replay(&read(&text), Some(&mut opened));
    assert_eq!(replay.flags, []);
    let grades = replay.questions.iter().map(|grade| (&*grade.id, grade.right, grade.max, grade.attempts));
    assert_eq!(grades.collect::<Vec<_>>(), [("p1", true, 0, 1), ("p2", false, 0, 0)]);
}

#[test]
fn renamed_blocks_keep_their_answers_and_drawn_numbers() {
    let mut lab = super::example::lab();
    lab["aliases"] = json!({ "q1": "q-names", "c1": "c-size", "p1": "p-size" });
    lab["steps"][0]["blocks"][0]["id"] = "q-names".into();
    lab["steps"][1]["blocks"][0]["blocks"][0]["after"] = "c-size".into();
    let guess = json!({ "kind": "number", "unit": "names", "answer": "7 names" });
    let predict = json!({ "kind": "predict", "id": "p-size", "ask": [], "guess": guess });
    lab["steps"][0]["blocks"].as_array_mut().expect("blocks").push(predict);
    let mut opened = OpenedLab::read(lab.to_string().as_bytes()).expect("a lab");
    let mut graded = |id: &str, questions: Value| {
        let text = sealed(id, |all| {
            all["assignment"]["questions"] = questions.clone();
            all["seed"] = seed_of(&all["assignment"], id).expect("a seed").into();
            all["events"] = super::example::unsealed_for(&all["assignment"], id)["events"].clone();
        });
        let replay = replay(&read(&text), Some(&mut opened));
        let grades = replay.questions.iter().map(|grade| (grade.id.clone(), grade.right, grade.attempts));
        (names(&replay.flags).contains(&"unknown-question"), grades.collect::<Vec<_>>())
    };
    let expected = |[q1, p1]: [&str; 2]| {
        vec![
            (q1.to_owned(), true, 2),
            ("q2".to_owned(), false, 1),
            ("q3".to_owned(), true, 1),
            (p1.to_owned(), true, 1),
        ]
    };
    for id in ["a", "b", "c"] {
        // One assignment was made before the blocks were renamed; the other was made later, for pages opened before the
        // renaming.
        for ids in [["q1", "p1"], ["q-names", "p-size"]] {
            let found = graded(id, json!([ids[0], "q2", "q3", ids[1]]));
            assert_eq!(found, (false, expected(ids)), "{id}");
        }
    }
}

#[test]
fn claimed_grade_gives_no_points() {
    let replay = replayed(&sealed("a", |all| {
        all["claimed"]["questions"]["q2"] = json!({ "right": true, "points": 1 });
        all["claimed"]["points"] = json!(6);
        all["claimed"]["score"] = json!(1);
    }));
    assert_eq!((replay.points(), names(&replay.flags)), (Points::whole(5), vec!["claimed"]));
    assert_eq!(names(&flags(|all| all["claimed"]["score"] = json!(-1e300))), ["claimed"]);
    assert_eq!(names(&flags(|all| all["claimed"]["questions"] = json!({}))), ["claimed"]);
}

#[test]
fn wrong_seed_is_flagged_and_replaced() {
    let other: Value = serde_json::from_str(&sealed("b", |_| {})).expect("JSON");
    // Another seed, with which another number is drawn.
    assert_ne!(other["events"][8], serde_json::from_str::<Value>(&sealed("a", |_| {})).expect("JSON")["events"][8]);
    let replay = replayed(&sealed("a", |all| {
        all["seed"] = other["seed"].clone();
        all["events"] = other["events"].clone();
    }));
    assert_eq!(names(&replay.flags), ["seed", "claimed"]);
    assert!(!replay.questions[0].right);
}

#[test]
fn other_lab_or_engine_is_flagged() {
    let text = sealed("a", |_| {});
    assert_eq!(replay(&read(&text), None).flags, [Flag::UnknownLab("small".to_owned())]);
    let mut lab = super::example::lab();
    lab["title"] = "Smaller".into();
    let mut other = OpenedLab::read(lab.to_string().as_bytes()).expect("a lab");
    let found = replay(&read(&text), Some(&mut other));
    assert_eq!((names(&found.flags), found.points()), (vec!["other-lab"], Points::whole(5)));
    assert_eq!(
        flags(|all| all["assignment"]["engine"] = "0.0.1".into()).first().map(Flag::name),
        Some("seed"),
        "the seed is that of the whole assignment"
    );
    assert!(names(&flags(|all| all["assignment"]["engine"] = "0.0.1".into())).contains(&"other-engine"));
}

#[test]
fn lab_hash_does_not_depend_on_field_order() {
    let pretty = serde_json::to_string_pretty(&super::example::lab()).expect("JSON");
    assert_eq!(OpenedLab::read(pretty.as_bytes()).expect("a lab").hash(), opened().hash());
    for text in ["", "{}", "[]", "{\"format\": 1}"] {
        assert!(OpenedLab::read(text.as_bytes()).is_err());
    }
    let newer = super::example::lab().to_string().replacen("\"format\":1", "\"format\":3", 1);
    assert!(OpenedLab::read(newer.as_bytes()).expect_err("another format").contains("format 3 is unknown"));
}

#[test]
fn run_with_another_value_is_flagged() {
    let run = |change: &dyn Fn(&mut Value)| names(&flags(|all| change(&mut all["events"][4])));
    assert_eq!(run(&|run| run["value"] = json!(throughput() * (1.0 + 1e-9))), ["run"]);
    assert_eq!(run(&|run| run["value"] = json!(throughput() * (1.0 + 1e-14))), Vec::<&str>::new());
    assert_eq!(run(&|run| run["value"] = json!(1.7e308)), ["run"]);
    assert_eq!(run(&|run| run["output"] = "speed".into()), ["run"]);
    assert_eq!(run(&|run| run["scenario"]["names"] = json!(0)), ["run"]);
    assert_eq!(run(&|run| run["scenario"] = json!({})), ["run"]);
}

#[test]
fn answer_before_its_run_is_flagged() {
    let found = flags(|all| drop(all["events"].as_array_mut().expect("events").remove(4)));
    assert_eq!(found, [Flag::AnswerBeforeRun("q3".to_owned())]);
    assert_eq!(names(&flags(|all| all["events"][4]["block"] = "c2".into())), ["answer-before-run"]);
}

#[test]
fn clock_that_runs_backward_is_flagged() {
    assert_eq!(flags(|all| all["events"][6]["t"] = json!(10)), [Flag::Time { event: 7 }]);
    assert_eq!(flags(|all| all["events"][0]["t"] = json!(-1e300)), [Flag::Time { event: 1 }]);
}

#[test]
fn locked_setting_or_skipped_block_is_flagged() {
    assert_eq!(
        flags(|all| all["events"][1] = json!({ "t": 1000, "k": "set", "setting": "machine", "value": "z9" })),
        []
    );
    let found = flags(|all| all["events"][1] = json!({ "t": 1000, "k": "set", "setting": "machine", "value": "z196" }));
    assert_eq!(found, [Flag::Locked("machine".to_owned())]);
    let found = flags(|all| all["events"][3]["k"] = "skip".into());
    assert_eq!(found, [Flag::Skipped("p1".to_owned())]);
}

#[test]
fn replay_unknown_question_is_flagged_uncounted_one_is_not() {
    let unknown = Flag::UnknownQuestion("q9".to_owned());
    assert_eq!(flags(|all| all["events"][5]["question"] = "q9".into()), std::slice::from_ref(&unknown));
    let with = |questions: Value| {
        let mut assignment = super::example::assignment();
        assignment["questions"] = questions;
        let replay = replayed(&sealed("a", |all| all["assignment"] = assignment));
        (replay.flags.contains(&unknown), f64::from(replay.max()))
    };
    assert_eq!(with(json!(["q2", "q3"])), (false, 4.0));
    assert_eq!(with(json!(["q2", "q9"])), (true, 1.0));
    assert_eq!(with(json!([])), (false, 0.0));
}
