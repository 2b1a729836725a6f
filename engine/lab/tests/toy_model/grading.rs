//! Grading with the description in `lab.json`, in a program that does not contain the lab's model.

use super::describe_model;
use pathlength_lab::{Grader, Lab, MODELS, Question, SubmittedAnswer};
use serde_json::{Value, json};

/// Returns a compiled lab of the M/M/1 queue, which the registry of `pathlength_lab` does not list.
fn lab_json() -> Value {
    json!({
        "format": 2, "id": "queue", "title": "Queue", "model": "mm1", "tables": [], "parameters": {},
        "start": { "arrival_rate": 5 }, "description": describe_model("mm1").expect("a model"),
    })
}

/// Returns a question about the response time at 8 requests per second in ms, with feedback on the response time at 5.
fn question() -> Question {
    let answer = json!({
        "kind": "number", "value": "response_s(arrival_rate=8)", "unit": "ms", "tolerance": "1 %",
    });
    let feedback = json!([
        { "to": { "kind": "right" }, "blocks": [] },
        { "to": { "kind": "when", "condition": "near(response_s(), 1 %)" }, "blocks": [] },
        { "to": { "kind": "wrong" }, "blocks": [] },
    ]);
    let question = json!({
        "id": "q", "ask": [], "points": 1, "draws": [], "answer": answer, "feedback": feedback,
    });
    serde_json::from_value(question).expect("a question")
}

#[test]
fn grader_without_model_judges_by_description_of_the_lab() {
    assert!(!MODELS.contains(&"mm1"));
    let lab: Lab = serde_json::from_str(&lab_json().to_string()).expect("a lab");
    let (description, question) = (lab.describe_model().expect("a description"), question());
    let grader = Grader::new(&lab, &description, &question, None).expect("a grader");

    let rates: Vec<_> = grader.requests().expect("requests").iter().map(|request| request.scenario.clone()).collect();
    assert_eq!(json!(rates), json!([{ "arrival_rate": 8.0 }, { "arrival_rate": 5.0 }]));

    // R = S / (1 - λS) with S = 0.1 s: 0.5 s at 8 requests per second, 0.2 s at 5.
    let verdict = |text: &str| {
        let given = SubmittedAnswer::Number { text: text.to_owned() };
        let mut response_s = |output: &str, scenario: &pathlength_model::Settings| {
            assert_eq!(output, "response_s");
            Ok(0.1 / (1.0 - 0.1 * scenario.number("arrival_rate")?))
        };
        let verdict = grader.judge(&given, &mut response_s).expect("a verdict");
        (verdict.right, verdict.feedback)
    };
    assert_eq!(verdict("500 ms"), (true, Some(0)));
    assert_eq!(verdict("0.2 s"), (false, Some(1)));
    assert_eq!(verdict("350"), (false, Some(2)));
}

#[test]
fn grader_setting_out_of_range_names_limits_of_the_description() {
    let lab: Lab = serde_json::from_str(&lab_json().to_string()).expect("a lab");
    let description = lab.describe_model().expect("a description");
    let mut question = question();
    if let pathlength_lab::Answer::Number { value, .. } = &mut question.answer {
        *value = "response_s(arrival_rate=2000)".to_owned();
    }
    let grader = Grader::new(&lab, &description, &question, None).expect("a grader");
    let refusal = grader.requests().expect_err("a refusal").to_string();
    assert!(refusal.contains("arrival_rate must be from 0 to 1000, not 2000"), "{refusal}");
}

#[test]
fn lab_without_description_and_model_is_refused_with_the_fix() {
    let mut lab = lab_json();
    lab.as_object_mut().expect("an object").remove("description");
    lab["format"] = json!(1);
    let lab: Lab = serde_json::from_value(lab).expect("a lab");
    let refusal = lab.describe_model().expect_err("a refusal").to_string();
    assert!(refusal.starts_with("the lab has no description of its model (unknown model \"mm1\""), "{refusal}");
    assert!(refusal.ends_with(": compile the lab again"), "{refusal}");
}
