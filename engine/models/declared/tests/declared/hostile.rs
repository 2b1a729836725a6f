//! Hostile declarations: each is refused, or evaluated in a bounded number of steps.

use super::scenario;
use pathlength_declared::{Declaration, Model};
use pathlength_model::Model as _;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Generates invalid expressions, and long, deep, or expensive expressions.
fn expression() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        "b",
        "t0",
        "t1",
        "t2",
        "o0",
        "(",
        ")",
        ",",
        "+",
        "-",
        "*",
        "/",
        "<",
        "=",
        "and",
        "not ",
        "if(",
        "sum(",
        "exp(",
        "log(",
        "sqrt(",
        "max(",
        "1e308",
        "0",
        "1",
        "5 ms",
        "3 requests/s",
        "\"",
        "high",
        "erlang_b(",
        "erlang_c(",
        "mmc_response(",
        "closed_throughput(",
        "10000",
        "100000",
        "1/0",
        "é",
        "\u{0}",
        "%",
        "x=",
    ]);
    prop_oneof![
        prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat()),
        (1..5000_usize).prop_map(|depth| "(".repeat(depth) + "1" + &")".repeat(depth)),
        (1..3000_usize).prop_map(|length| "1+".repeat(length) + "1"),
        (1..400_usize).prop_map(|length| vec!["exp(700)"; length].join("*")),
        (1..300_usize).prop_map(|length| vec!["erlang_b(9999, 10000)"; length].join("+")),
        (1..60_usize).prop_map(|length| vec!["closed_throughput(100000, 1 s, 1 ms, 2 ms)*1 s"; length].join("+")),
        Just("t0 + o0".to_owned()),
        Just("a".to_owned()),
    ]
}

fn name(list: &'static str) -> impl Strategy<Value = String> {
    prop_oneof![
        8 => (0..3_usize).prop_map(move |at| format!("{list}{at}")),
        1 => Just(String::new()),
        1 => Just("and".to_owned()),
        1 => "\\PC{0,60}",
    ]
}

fn term() -> impl Strategy<Value = Value> {
    let unit = prop::sample::select(vec!["", "ms", "requests/s", "%", "Ms", "s*s*s*s*s*s*s*s*s*s*s", "é"]);
    let parts = prop::collection::vec(name("o"), 0..3);
    (name("t"), unit, expression(), parts, "[a-z]{0,8}").prop_map(|(name, unit, is, part_of, place)| {
        json!({ "name": name, "title": "A term", "unit": unit, "is": is, "part_of": part_of, "place": place })
    })
}

fn declaration() -> impl Strategy<Value = Value> {
    let settings = prop_oneof![
        3 => Just(json!([
            { "name": "a", "title": "A", "kind": "number", "unit": "", "min": 0, "max": 10, "default": 1 },
            { "name": "b", "title": "B", "kind": "choice", "words": ["low", "high"], "default": "low" },
        ])),
        1 => Just(json!([{ "name": "a", "title": "A", "kind": "number", "min": 1e308, "max": -1e308 }])),
        1 => (1..2000_usize).prop_map(|many| Value::Array(vec![json!({ "name": "a", "title": "A", "kind": "switch" }); many])),
        1 => (1..2000_usize).prop_map(|many| json!([{ "name": "b", "title": "B", "kind": "choice", "words": vec!["w"; many] }])),
    ];
    let constants = prop_oneof![
        3 => Just(json!([])),
        1 => (0..1000_usize).prop_map(|many| json!([
            { "name": "c", "title": "C", "source": "None.", "by": "a", "rows": vec![json!([1, 1e308]); many] },
        ])),
    ];
    let output = (name("o"), expression()).prop_map(|(name, is)| json!({ "name": name, "title": "O", "is": is }));
    let outputs = prop_oneof![
        4 => prop::collection::vec(output, 0..3).prop_map(Value::Array),
        1 => (60..3000_usize).prop_map(|many| Value::Array(vec![json!({ "name": "o", "title": "O", "is": "1" }); many])),
    ];
    (settings, constants, prop::collection::vec(term(), 0..6), outputs).prop_map(|(settings, constants, terms, outputs)| {
        json!({ "settings": settings, "constants": constants, "terms": terms, "outputs": outputs })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hostile_declarations_are_refused_or_answer(declaration in declaration()) {
        let declaration: Declaration = serde_json::from_value(declaration).expect("a declaration");
        match Model::open(&declaration, &[], &|_| None) {
            Err(refusal) => {
                let refusal = refusal.to_string();
                prop_assert!(refusal.starts_with("model.toml, ") && refusal.len() < 2000, "{refusal}");
            }
            Ok(mut model) => match model.evaluate(&scenario(&json!({}))) {
                Ok(evaluation) => prop_assert!(evaluation.outputs.iter().all(|(_, value)| value.is_finite())),
                Err(refusal) => prop_assert!(refusal.to_string().len() < 4000, "{refusal}"),
            },
        }
    }
}

/// Evaluates a model with one output.
fn evaluated(is: &str) -> Result<f64, String> {
    let outputs = json!({ "outputs": [{ "name": "o", "title": "O", "is": is }] });
    let declaration: Declaration = serde_json::from_value(outputs).expect("a declaration");
    let mut model = Model::open(&declaration, &[], &|_| None).map_err(|error| error.to_string())?;
    let evaluation = model.evaluate(&scenario(&json!({}))).map_err(|error| error.to_string())?;
    evaluation.output("o").map_err(|error| error.to_string())
}

#[test]
fn evaluation_takes_bounded_steps() {
    assert!(evaluated("erlang_b(9000, 10000)").is_ok());
    let many = vec!["erlang_b(9000, 10000)"; 101].join(" + ");
    let refusal = evaluated(&many).expect_err("a refusal");
    assert!(refusal.contains("more than 1000000 steps"), "{refusal}");
}

#[test]
fn long_text_is_refused_before_it_is_read() {
    let output = |at: usize| json!({ "name": format!("o{at}"), "title": "O", "is": "1 + ".repeat(900) + "1" });
    let outputs: Vec<Value> = (0..6).map(output).collect();
    let declaration: Declaration = serde_json::from_value(json!({ "outputs": outputs })).expect("a declaration");
    let error = Model::new(&declaration, &[]).expect_err("a refusal");
    assert!(error.message.contains("more than 20000 bytes"), "{error}");
    assert_eq!(error.at, 5);
}
