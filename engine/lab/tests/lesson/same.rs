//! Results that WebAssembly must reproduce bit for bit: `tests/lesson-identity.test.ts` expects the same answers.

use pathlength_lab::expression::{Expression, NameScope, Quantity, Unit, Value, measure};
use pathlength_lab::{Answer, Draw, Grader, Lab, Question, SubmittedAnswer, describe_model, drawn, draws};
use pathlength_model::{ModelError, Settings};
use serde::Deserialize;
use serde_json::{Value as Json, json};

#[derive(Deserialize)]
struct Cases {
    lab: Lab,
    question: Question,
    expressions: Vec<String>,
    texts: Vec<[String; 2]>,
    seeds: Vec<Option<String>>,
    answers: Vec<String>,
    figures: Figures,
}

#[derive(Deserialize)]
struct Figures {
    tolerance: String,
    answers: Vec<String>,
}

/// Returns the output of a model that needs no time.
fn model(_: &str, scenario: &Settings) -> Result<f64, ModelError> {
    Ok(scenario.number("names")? * 10.1)
}

fn value(text: &str, known: &NameScope<'_>) -> Json {
    match Expression::parse(text).and_then(|expression| expression.evaluate(known, &mut model)) {
        Ok(Value::Quantity(Quantity { value, unit })) => json!({ "value": value, "unit": unit.to_string() }),
        other => panic!("{text}: {other:?}"),
    }
}

fn number([text, unit]: &[String; 2]) -> Json {
    match measure(text, &Unit::parse(unit).expect("a unit")) {
        Ok(value) => json!({ "value": value }),
        Err(problem) => json!({ "problem": problem }),
    }
}

#[test]
fn recorded_answers_are_given() {
    let cases: Cases = serde_json::from_str(include_str!("../../../../tests/lesson-cases.json")).expect("cases");
    let description = describe_model(&cases.lab.model).expect("a model");
    let first = draws(&cases.question, None).expect("draws");
    let known = NameScope { lab: &cases.lab, description: &description, draws: &first, given: None };
    let verdicts = |question: &Question, seed: &Option<String>, answers: &[String]| -> Json {
        let grader = Grader::new(&cases.lab, &description, question, seed.as_deref()).expect("a grader");
        let verdict = |text: &String| {
            grader.judge(&SubmittedAnswer::Number { text: text.clone() }, &mut model).expect("a verdict")
        };
        json!(answers.iter().map(verdict).collect::<Vec<_>>())
    };
    let judged = |seed: &Option<String>| verdicts(&cases.question, seed, &cases.answers);
    let mut accurate = cases.question.clone();
    if let Answer::Number { tolerance, .. } = &mut accurate.answer {
        tolerance.clone_from(&cases.figures.tolerance);
    }
    let draw = |draw: &Draw, seed: &Option<String>| drawn(&cases.question.id, draw, seed.as_deref());
    let found = json!({
        "expressions": cases.expressions.iter().map(|text| value(text, &known)).collect::<Vec<_>>(),
        "texts": cases.texts.iter().map(number).collect::<Vec<_>>(),
        "draws": cases.seeds.iter().map(|seed| draw(&cases.question.draws[0], seed)).collect::<Vec<_>>(),
        "figures": verdicts(&accurate, &None, &cases.figures.answers),
        "judged": cases.seeds.iter().map(judged).collect::<Vec<_>>(),
    });
    let written: Json = serde_json::from_str(include_str!("../../../../tests/lesson-answers.json")).expect("answers");
    assert_eq!(found, written, "{found:#}");
}
