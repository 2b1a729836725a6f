//! A model is added with a separate folder and one line: here, the M/M/1 queue.

mod grading;
mod mm1;

use pathlength_lab::{Field, Key, PublishedCell, Role, RowKey, Table, reproduce};
use pathlength_model::{Setting, Settings};

pathlength_lab::models! {
    mm1::Model,
}

/// Returns two published response times of a server that needs 0.1 s: at 5 and at 8 requests per second.
fn table() -> Table {
    let column = Field {
        name: "response".to_owned(),
        title: "Response time".to_owned(),
        group: String::new(),
        unit: "s".to_owned(),
        output: Some("response_s".to_owned()),
        relative_to: None,
        relative_to_row: None,
        scatter: None,
        scenario: Settings::default(),
    };
    Table {
        id: "responses".to_owned(),
        title: "Response times".to_owned(),
        source: "a textbook".to_owned(),
        csv: None,
        note: None,
        role: Role::HeldOut,
        because: None,
        from: None,
        scenario: Settings::default(),
        row: RowKey {
            name: "arrival_rate".to_owned(),
            key: Some("arrival_rate".to_owned()),
            title: "Arrival rate".to_owned(),
            unit: "/s".to_owned(),
            values: Vec::new(),
        },
        fields: vec![column],
        roles: Vec::new(),
        rows: vec![Key::Number(5.0), Key::Number(8.0)],
        cells: vec![vec![Some(PublishedCell::Value(0.2))], vec![Some(PublishedCell::Value(0.4))]],
        printed: Vec::new(),
        half_digits: Vec::new(),
        recorded: None,
        baseline: None,
        chosen_in_view: None,
    }
}

#[test]
fn registry_toy_model_reproduces_a_table() {
    let values = |name: &str| (name == "service_s").then_some(0.1);
    let mut model = open_model("mm1", &values).expect("a model");
    let done = reproduce(&table(), 0, &mut model).expect("a reproduced table");
    // R = S / (1 - λS): 0.1 / 0.5 and 0.1 / 0.2.
    let expected = [0.2, 0.5];
    for (cell, expected) in done.cells.iter().zip(expected) {
        assert!((cell.model - expected).abs() < 1e-12, "{} and {expected}", cell.model);
    }
    assert!((done.cells[1].error.expect("an error") - 0.25).abs() < 1e-12);
}

#[test]
fn registry_toy_model_is_listed_and_described() {
    assert_eq!(MODELS, ["mm1"]);
    assert_eq!(model_parameters("mm1").expect("a model"), ["service_s"]);
    assert_eq!(describe_model("mm1").expect("a model").outputs[0].unit, "s");
    let unknown = open_model("mm2", &|_| None).expect_err("a refusal");
    assert_eq!(unknown.to_string(), "unknown model \"mm2\": choose one of mm1");
}

#[test]
fn registry_toy_model_refuses_missing_parameters_and_saturation() {
    let refusal = open_model("mm1", &|_| None).expect_err("a refusal");
    assert!(refusal.to_string().contains("service_s"), "{refusal}");
    let mut model = open_model("mm1", &|_| Some(0.1)).expect("a model");
    let mut scenario = Settings::default();
    scenario.set("arrival_rate", Setting::Number(10.0));
    let refusal = model.evaluate(&scenario).expect_err("a refusal").to_string();
    assert!(refusal.contains("saturated"), "{refusal}");
}
