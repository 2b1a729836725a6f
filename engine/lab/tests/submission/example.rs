//! A small lab, and the submission of a student who worked through it.

use pathlength_lab::model_parameters;
use pathlength_lab::submission::{Flag, OpenedLab, ParsedSubmission, Replay, canonical, replay, seal, seed_of, sha256};
use serde_json::{Value, json};
use std::sync::LazyLock;

/// Returns the names of the flags.
pub(crate) fn names(flags: &[Flag]) -> Vec<&'static str> {
    flags.iter().map(Flag::name).collect()
}

/// Returns a compiled lab: a number with a draw, a choice, and a question about a chart's run.
pub(crate) fn lab() -> Value {
    let parameter = |name: &&str| {
        let value = match *name {
            "name_bytes" => 20.0,
            "objects" => 500.0,
            "vnodes" => 1000.0,
            "processor_cache" | "v5_processor_cache" => 1e9,
            _ => 1.0,
        };
        let parameter = json!({ "title": "", "value": value, "unit": "1", "provenance": "assumed", "source": "" });
        ((*name).to_owned(), parameter)
    };
    let parameters: serde_json::Map<_, _> =
        model_parameters("directory").expect("a model").iter().map(parameter).collect();
    let feedback = json!([{ "to": { "kind": "wrong" }, "blocks": [] }]);
    let number = |value: &str| json!({ "kind": "number", "value": value, "unit": "names", "tolerance": "1 %" });
    let questions = json!([
        { "kind": "question", "id": "q1", "ask": [], "points": 2, "feedback": feedback, "answer": number("2 * n"),
          "draws": [{ "name": "n", "values": [2000, 5000, 10000, 20000, 50000], "unit": "names" }] },
        { "kind": "question", "id": "q2", "ask": [], "points": 1, "feedback": feedback, "answer": {
            "kind": "choice", "many": false, "choices": [
                { "id": "a", "text": [], "right": true }, { "id": "b", "text": [], "right": false }] } },
    ]);
    let later = json!([{ "kind": "note", "blocks": [
        { "kind": "question", "id": "q3", "ask": [], "points": 3, "feedback": feedback, "after": "c1", "answer": {
            "kind": "number", "value": "external_throughput(names=1000)", "unit": "operations/s", "tolerance": "5 %" } },
    ] }]);
    json!({
        "format": 1, "id": "small", "title": "Small", "model": "directory", "tables": [], "parameters": parameters,
        "start": start(1000), "steps": [
            { "id": "one", "title": "One", "blocks": questions }, { "id": "two", "title": "Two", "blocks": later },
        ],
    })
}

pub(crate) fn start(names: u32) -> Value {
    json!({ "workload": "ptestDL2", "machine": "z9", "release": "V2R1", "format": "v5", "plex": "monoplex",
            "names": names })
}

pub(crate) fn opened() -> OpenedLab {
    OpenedLab::read(lab().to_string().as_bytes()).expect("a lab")
}

pub(crate) fn assignment() -> Value {
    json!({
        "lab": "small", "lab_hash": sha256(canonical(&lab())).to_string(), "engine": env!("CARGO_PKG_VERSION"),
        "questions": ["q1", "q2", "q3"], "locked": { "machine": "z9" }, "skip": false, "seed": "student",
        "title": "Week 3", "pass": 0.5,
    })
}

/// Returns the model's throughput with the lab's initial settings.
pub(crate) fn throughput() -> f64 {
    *THROUGHPUT
}

static THROUGHPUT: LazyLock<f64> = LazyLock::new(|| {
    let lab: pathlength_lab::Lab = serde_json::from_value(lab()).expect("a lab");
    let answer = lab.open().expect("a model").evaluate(&lab.start).expect("an answer");
    answer.output("external_throughput").expect("an output")
});

/// Returns the submission of student `id`, unsealed: the second gradable answer to q1 is right, the answer to q2 is
/// wrong, and the answer to q3 is right.
pub(crate) fn unsealed(id: &str) -> Value {
    unsealed_for(&assignment(), id)
}

/// Returns the same submission for another assignment of the lab.
pub(crate) fn unsealed_for(assignment: &Value, id: &str) -> Value {
    let seed = seed_of(assignment, id).expect("a seed");
    let question: pathlength_lab::Question = serde_json::from_value({
        let mut question = lab()["steps"][0]["blocks"][0].clone();
        question.as_object_mut().expect("an object").remove("kind");
        question
    })
    .expect("a question");
    let n = pathlength_lab::drawn("q1", &question.draws[0], Some(&seed)).expect("a number");
    let number = |text: String| json!({ "kind": "number", "text": text });
    // Each student works at a different pace.
    let own = u64::from_str_radix(&sha256(id).to_string()[7..10], 16).expect("digits");
    json!({
        "format": "pathlength-submission/1", "assignment": assignment, "student": { "id": id, "name": "N. N." },
        "seed": seed, "started": "2026-03-02T09:00:00Z", "ended": "2026-03-02T09:30:00Z",
        "events": [
            { "t": 0, "k": "open" },
            { "t": 1000 + own, "k": "set", "setting": "names", "value": 1000 },
            { "t": 2000 + own, "k": "predict", "block": "p1", "prediction": { "kind": "number", "value": 7.5, "text": "7.5" } },
            { "t": 2000 + own, "k": "reveal", "block": "p1" },
            { "t": 3000 + own, "k": "run", "block": "c1", "scenario": start(1000), "output": "external_throughput",
              "value": throughput() },
            { "t": 4000 + own, "k": "answer", "question": "q1", "given": number("7".to_owned()) },
            { "t": 5000 + own, "k": "answer", "question": "q1", "given": number("many".to_owned()) },
            { "t": 6000 + own, "k": "hint", "block": "q1", "n": 1 },
            { "t": 7000 + own, "k": "answer", "question": "q1", "given": number((2.0 * n).to_string()) },
            { "t": 8000 + own, "k": "answer", "question": "q2", "given": { "kind": "choice", "ids": ["b"] } },
            { "t": 9000 + own, "k": "reset", "step": "two" },
            { "t": 9500 + own, "k": "answer", "question": "q3", "given": number(format!("{}", throughput())) },
        ],
        "claimed": { "score": 5.0 / 6.0, "points": 5, "questions": {
            "q1": { "right": true, "points": 2 }, "q2": { "right": false, "points": 0 },
            "q3": { "right": true, "points": 3 } } },
    })
}

/// Changes a submission before it is sealed.
pub(crate) fn sealed(id: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut submission = unsealed(id);
    change(&mut submission);
    seal(submission).expect("a submission").text
}

pub(crate) fn read(text: &str) -> ParsedSubmission {
    ParsedSubmission::read(text.as_bytes()).expect("a submission")
}

pub(crate) fn replayed(text: &str) -> Replay {
    replay(&read(text), Some(&mut opened()))
}
