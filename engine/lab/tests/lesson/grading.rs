//! Correct answers, and the feedback on answers.

use crate::{model, world};
use pathlength_lab::{Grader, Question, SubmittedAnswer, Verdict, drawn};
use serde_json::{Value, json};

fn question(answer: &Value, feedback: &[Value]) -> Question {
    let feedback: Vec<_> = feedback.iter().map(|to| json!({ "to": to, "blocks": [] })).collect();
    let question = json!({
        "id": "q1",
        "ask": [],
        "answer": answer,
        "points": 1,
        "draws": [{ "name": "n", "values": [2000, 5000, 10000], "unit": "names" }],
        "feedback": feedback,
    });
    serde_json::from_value(question).expect("a question")
}

fn number(value: &str, unit: &str, tolerance: &str) -> Value {
    json!({ "kind": "number", "value": value, "unit": unit, "tolerance": tolerance })
}

fn judge(question: &Question, given: &SubmittedAnswer, seed: Option<&str>) -> Result<Verdict, String> {
    let world = world();
    let grader = Grader::new(&world.lab, &world.description, question, seed).map_err(|error| error.to_string())?;
    grader.requests().map_err(|error| error.to_string())?;
    grader.judge(given, &mut model).map_err(|error| error.to_string())
}

fn answer(question: &Question, text: &str) -> Verdict {
    judge(question, &SubmittedAnswer::Number { text: text.to_owned() }, None).expect("a verdict")
}

fn choose(question: &Question, ids: &[&str]) -> Verdict {
    judge(question, &SubmittedAnswer::Choice { ids: ids.iter().map(|id| (*id).to_owned()).collect() }, None)
        .expect("a verdict")
}

#[test]
fn number_within_tolerance_is_right_edges_included() {
    for (value, unit, tolerance, text, right) in [
        ("100 us", "us", "5 %", "105", true),
        ("100 us", "us", "5 %", "95 us", true),
        ("100 us", "us", "5 %", "105.001", false),
        ("100 us", "us", "5 %", "0.1 ms", true),
        ("1", "ratio", "5 %", "1.05", true),
        ("1", "ratio", "5 %", "105 %", true),
        ("12 %", "%", "1 %", "12", true),
        ("12 %", "%", "1 %", "0.12 ratio", true),
        ("12 %", "%", "1 %", "0.12", false),
        ("-100", "", "5 %", "-95", true),
        ("-100", "", "5 %", "-94", false),
        ("100 us", "ms", "10 us", "0.11", true),
        ("100 us", "ms", "10 us", "0.1101", false),
        ("0.1 + 0.2", "", "0", "0.3", true),
        ("external_throughput(names=n)", "operations/s", "2 %", "20k", true),
        ("external_throughput(names=n)", "operations/s", "2 %", "20,000", true),
        ("external_throughput(names=n)", "operations/s", "2 %", "20 000 ops/s", true),
        ("external_throughput(names=n)", "operations/s", "2 %", "20.5k", false),
    ] {
        let verdict = answer(&question(&number(value, unit, tolerance), &[]), text);
        assert_eq!((verdict.right, &verdict.problem), (right, &None), "{text} for {value} in {unit}");
        assert!(verdict.value.is_some());
    }
}

#[test]
fn number_is_right_to_its_significant_figures() {
    let graded = |value: &str, unit: &str, figures: u32, text: &str| {
        answer(&question(&number(value, unit, &format!("{figures} significant figures")), &[]), text)
    };
    for (value, unit, figures, text, right) in [
        ("0.5936", "", 3, "0.594", true),
        ("0.5936", "", 3, "0.5936", true),
        ("0.5936", "", 3, "0.5941", true),
        ("0.5936", "", 3, "0.593", false),
        ("0.5936", "", 3, "0.5942", false),
        ("-0.5936", "", 3, "-0.594", true),
        ("-0.5936", "", 3, "0.594", false),
        ("2 / 3", "", 2, "0.67", true),
        ("2 / 3", "", 2, "0.66", false),
        ("1 s / 3", "ms", 3, "0.333 s", true),
        ("1 s / 3", "ms", 3, "333 ms", true),
        ("1 s / 3", "ms", 3, "332", false),
        ("9.996", "", 3, "10.0", true),
        ("1250", "", 2, "1.3k", true),
        ("1250", "", 2, "1.2k", true),
        ("1250", "", 2, "1.4k", false),
        ("external_throughput(names=n)", "operations/s", 2, "20k", true),
        ("0", "", 2, "0.0", true),
    ] {
        let verdict = graded(value, unit, figures, text);
        assert_eq!((verdict.right, &verdict.problem), (right, &None), "{text} for {figures} figures of {value}");
    }
    // An answer with too few significant figures is not wrong, and the message does not disclose whether its figures
    // are right.
    for text in ["0.59", " 6e-1", "7"] {
        let verdict = graded("0.5936", "", 3, text);
        let problem = verdict.problem.as_deref();
        assert_eq!(
            (verdict.right, problem, verdict.value),
            (false, Some("write at least 3 significant figures"), None)
        );
    }
}

#[test]
fn verdict_has_the_answer_in_the_unit_of_the_question() {
    let question = question(&number("100 us", "us", "5 %"), &[]);
    assert_eq!(answer(&question, "1.2 ms").value, Some(1200.0));
}

#[test]
fn first_feedback_that_applies_is_chosen() {
    let when = |condition: &str| json!({ "kind": "when", "condition": condition });
    let feedback = [
        json!({ "kind": "wrong" }),
        when("1 us * 1 us / given > 1 s"),
        when("near(1 ms, 5 %)"),
        when("given > 500 us"),
        json!({ "kind": "right" }),
    ];
    let question = question(&number("100 us", "us", "5 %"), &feedback);
    for (text, expected) in [("1 ms", Some(2)), ("700", Some(3)), ("100", Some(4)), ("200", Some(0)), ("0", Some(0))] {
        assert_eq!(answer(&question, text).feedback, expected, "{text}");
    }
}

#[test]
fn text_that_is_not_an_amount_is_a_problem_not_an_attempt() {
    let question = question(&number("100 us", "us", "5 %"), &[json!({ "kind": "wrong" })]);
    for text in ["", "many", "100 pages", "NaN", "1e999"] {
        let verdict = answer(&question, text);
        assert!(!verdict.right && verdict.problem.is_some(), "{text}");
        assert_eq!((verdict.feedback, verdict.value), (None, None), "{text}");
    }
    assert!(choose(&question, &["a"]).problem.is_some());
}

fn choices(many: bool) -> Value {
    let choice = |id: &str, right: bool| json!({ "id": id, "text": [], "right": right });
    json!({ "kind": "choice", "choices": [choice("a", true), choice("b", false), choice("c", many)], "many": many })
}

#[test]
fn choices_are_judged_one_or_all() {
    let of = |id: &str| json!({ "kind": "choice", "id": id });
    let feedback = [json!({ "kind": "wrong" }), of("b"), of("a"), json!({ "kind": "right" })];
    let one = question(&choices(false), &feedback);
    let many = question(&choices(true), &feedback);
    for (question, ids, right, feedback) in [
        (&one, &["a"][..], true, Some(3)),
        (&one, &["b"], false, Some(1)),
        (&one, &["c"], false, Some(0)),
        (&many, &["c", "a"], true, Some(3)),
        (&many, &["a"], false, Some(2)),
        (&many, &["c"], false, Some(0)),
        (&many, &["a", "b", "c"], false, Some(1)),
    ] {
        let verdict = choose(question, ids);
        assert_eq!((verdict.right, verdict.feedback, verdict.problem), (right, feedback, None), "{ids:?}");
    }
    for (question, ids) in [(&one, &[][..]), (&one, &["a", "b"]), (&many, &["d"]), (&many, &[])] {
        assert!(choose(question, ids).problem.is_some(), "{ids:?}");
    }
    assert!(answer(&one, "5").problem.is_some());
}

#[test]
fn right_choice_can_have_the_only_feedback() {
    let question = question(&choices(false), &[json!({ "kind": "choice", "id": "a" })]);
    assert_eq!(choose(&question, &["a"]).feedback, Some(0));
}

#[test]
fn invalid_question_is_an_error_with_its_id() {
    for (value, unit, tolerance, told) in [
        ("1 +", "us", "5 %", "expected a number"),
        ("1 s", "names", "5 %", "has the unit \"s\""),
        ("1 s", "Us", "5 %", "did you mean us"),
        ("1 s", "us", "5 names", "is not in us"),
        ("1 > 2", "", "5 %", "is a condition"),
        ("elapsed_us()", "us", "5 %", "does not know that"),
    ] {
        let question = question(&number(value, unit, tolerance), &[]);
        let error = judge(&question, &SubmittedAnswer::Number { text: "1".to_owned() }, None).expect_err(value);
        assert!(error.contains("question q1") && error.contains(told), "{value}: {error}");
    }
}

#[test]
fn draws_come_from_the_seed_the_question_and_the_name_alone() {
    let question = question(&number("n", "names", "0"), &[]);
    let draw = &question.draws[0];
    assert_eq!(drawn("q1", draw, None), Some(2000.0));
    // The numbers are recorded, so that no release draws other numbers from a seed already in use.
    let some: Vec<_> = (0..8).map(|seed| drawn("q1", draw, Some(&seed.to_string())).expect("a number")).collect();
    assert_eq!(some, [5000.0, 10000.0, 5000.0, 5000.0, 5000.0, 2000.0, 10000.0, 10000.0]);
    let mut many = std::collections::BTreeMap::new();
    for seed in 0..3000 {
        *many.entry(drawn("q1", draw, Some(&seed.to_string())).expect("a number") as u32).or_insert(0) += 1;
    }
    assert!(many.len() == 3 && many.values().all(|count| (900..1100).contains(count)), "{many:?}");
    let differs = |other: &str| {
        (0..50).any(|seed| {
            let seed = seed.to_string();
            drawn("q1", draw, Some(&seed)) != drawn(other, draw, Some(&seed))
        })
    };
    assert!(differs("q2") && !differs("q1"));
    let text = drawn("q1", draw, Some("ada")).expect("a number").to_string();
    let verdict = judge(&question, &SubmittedAnswer::Number { text }, Some("ada")).expect("a verdict");
    assert!(verdict.right);
}
