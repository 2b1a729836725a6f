//! Authors' mistakes: each error names the entry, the field, and the fix.

use pathlength_declared::{Declaration, Model};
use pathlength_model::WordEnum;
use serde_json::{Value, json};

fn base() -> Value {
    json!({
        "settings": [
            { "name": "rate", "title": "Rate", "kind": "number", "unit": "requests/s", "min": 0, "max": 100, "default": 5 },
            { "name": "level", "title": "Level", "kind": "choice", "words": ["low", "high"] },
        ],
        "constants": [
            { "name": "factor", "title": "Factor", "source": "A book.", "by": "level", "rows": [["low", 1], ["high", 2]] },
        ],
        "terms": [
            { "name": "work", "title": "Work", "unit": "ms", "is": "factor * service", "part_of": ["time"], "place": "disk" },
        ],
        "outputs": [
            { "name": "time", "title": "Time", "unit": "ms", "terms": "the time" },
            { "name": "busy", "title": "Busy", "unit": "%", "is": "rate * time / 1 request" },
        ],
    })
}

/// Opens `base` with a value changed at a path and returns the location and the message of the error.
fn refusal(path: &str, value: Value) -> (String, usize, String) {
    let mut declaration = base();
    *declaration.pointer_mut(path).unwrap_or_else(|| panic!("{path}")) = value;
    let declaration: Declaration = serde_json::from_value(declaration).expect("a declaration");
    let parameters = [("service".to_owned(), "ms".to_owned())];
    let error = Model::new(&declaration, &parameters).expect_err(path);
    (format!("{}/{}/{}", error.list.word(), error.at, error.field), error.offset, error.message)
}

#[test]
fn sound_declaration_is_opened() {
    let declaration: Declaration = serde_json::from_value(base()).expect("a declaration");
    Model::new(&declaration, &[("service".to_owned(), "ms".to_owned())]).expect("a model");
}

#[test]
fn unit_of_a_used_parameter_must_be_readable() {
    let opened = |unit: &str, unused: &str| {
        let declaration: Declaration = serde_json::from_value(base()).expect("a declaration");
        let parameters = [("service", unit), ("spare", unused)].map(|(name, unit)| (name.to_owned(), unit.to_owned()));
        Model::new(&declaration, &parameters)
    };
    opened("ms", "one drive (of two)").expect("nothing uses the other parameter");
    let error = opened("ms (one drive)", "ms").expect_err("a unit with a remark");
    assert_eq!((error.list.word(), error.at, error.field, error.offset), ("terms", 0, "is", 9));
    assert_eq!(
        error.message,
        "parameters.toml, unit of service: \"ms (one drive)\" is not a unit: write a unit such as ms, requests/s, or %"
    );
}

#[test]
fn each_mistake_is_refused_where_it_is() {
    for (path, value, place, offset, message) in [
        ("/terms/0/is", json!("factor * servce"), "terms/0/is", 9, "did you mean service?"),
        ("/terms/0/is", json!("factor *"), "terms/0/is", 8, "expected a number"),
        ("/terms/0/is", json!("factor"), "terms/0/is", 0, "the value is a plain number, but declared as \"ms\""),
        ("/terms/0/is", json!("factor + service"), "terms/0/is", 7, "not the same kind of amount"),
        ("/terms/0/is", json!("rate > 5 requests/s"), "terms/0/is", 0, "the value is a condition"),
        ("/terms/0/is", json!("time"), "terms/0/is", 0, "cycle, work → time → work: break the cycle"),
        ("/terms/0/is", json!("level * service"), "terms/0/is", 0, "level is a word: compare it, as in level = low"),
        ("/terms/0/is", json!("if(level = middle, service, service)"), "terms/0/is", 11, "level is one of low, high"),
        ("/terms/0/is", json!("mm1_response(rate)"), "terms/0/is", 0, "mm1_response(rate, service_time)"),
        ("/terms/0/is", json!("mm1_response(service, rate)"), "terms/0/is", 13, "expected a rate"),
        ("/terms/0/is", json!("mm2_response(rate, service)"), "terms/0/is", 0, "did you mean mm1_response?"),
        ("/terms/0/is", json!("sin(rate)"), "terms/0/is", 0, "there is no function \"sin\""),
        ("/terms/0/unit", json!("pages"), "terms/0/unit", 0, "a part of an output must be a time"),
        ("/terms/0/unit", json!("Ms"), "terms/0/unit", 0, "did you mean ms?"),
        ("/terms/0/part_of", json!(["tme"]), "terms/0/part_of", 0, "there is no output \"tme\": use one of time, busy"),
        ("/terms/0/place", json!(""), "terms/0/place", 0, "the text is empty"),
        ("/terms/0/part_of", json!([]), "terms/0/place", 0, "add `part_of`"),
        ("/terms/0/name", json!("rate"), "terms/0/name", 0, "the name rate is taken"),
        ("/terms/0/name", json!("1st"), "terms/0/name", 0, "\"1st\" is not a name: give at most"),
        ("/terms/0/name", json!("and"), "terms/0/name", 0, "\"and\" is a reserved word: choose another name"),
        ("/terms/0/name", json!("service"), "terms/0/name", 0, "parameters.toml has a parameter service"),
        ("/outputs/0/terms", json!(""), "outputs/0/name", 0, "add `terms`"),
        ("/outputs/1/is", json!("1 / 0"), "outputs/1/is", 2, "division by zero"),
        ("/outputs/1/is", json!(""), "outputs/1/name", 0, "add `is`"),
        ("/outputs/1/is", json!("time / 1 ms"), "settings/0/name", 0, "no expression uses rate"),
        ("/outputs", json!([]), "outputs/0/name", 0, "the model has no outputs"),
        ("/settings/0/max", json!(0), "settings/0/min", 0, "a larger `max`"),
        ("/settings/0/default", json!(200), "settings/0/default", 0, "from 0 to 100 (requests/s)"),
        ("/settings/0/title", json!(""), "settings/0/title", 0, "the text is empty"),
        ("/settings/1/words", json!(["low"]), "settings/1/words", 0, "two or more"),
        ("/settings/1/kind", json!("switch"), "settings/1/words", 0, "another kind of setting"),
        ("/constants/0/by", json!("lvl"), "constants/0/by", 0, "\"lvl\" is not a number or choice setting"),
        ("/constants/0/rows", json!([["low", 1]]), "constants/0/rows", 0, "one row for each word of level: low, high"),
        ("/constants/0/source", json!(""), "constants/0/source", 0, "the text is empty"),
    ] {
        let found = refusal(path, value.clone());
        let is_expected = found.0 == place && found.1 == offset && found.2.contains(message);
        assert!(is_expected, "{path} = {value}: {found:?}");
    }
}
