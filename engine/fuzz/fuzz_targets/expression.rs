//! Any text is parsed as an expression or rejected; a checked expression has a value of its kind, or fails because of
//! its numbers.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pathlength_lab::expression::{Expression, Kind, NameScope, Quantity, Unit, Value, measure};
use pathlength_lab::{Lab, describe_model};
use pathlength_model::Description;
use std::sync::LazyLock;

static LAB: LazyLock<Lab> = LazyLock::new(|| {
    let cases: serde_json::Value =
        serde_json::from_str(include_str!("../../../tests/lesson-cases.json")).expect("cases");
    serde_json::from_value(cases["lab"].clone()).expect("a lab")
});

static MODEL: LazyLock<Description> = LazyLock::new(|| describe_model("directory").expect("a model"));

fuzz_target!(|text: &str| {
    let quantity = |value, unit| Quantity::new(value, &Unit::parse(unit).expect("a unit"));
    let draws = [("n".to_owned(), quantity(5000.0, "names"))].into();
    let given = quantity(3.0, "us");
    let known = NameScope { lab: &LAB, description: &MODEL, draws: &draws, given: Some(&given) };
    if let Ok(unit) = Unit::parse(text) {
        let again = Unit::parse(&unit.to_string()).expect("a printed unit can be parsed");
        assert!(unit.fits(&again));
    }
    if let Ok(value) = measure(text, &Unit::default()) {
        assert!(value.is_finite());
    }
    let expression = match Expression::parse(text) {
        Ok(expression) => expression,
        Err(error) => {
            assert!(text.len() > Expression::MAX_BYTES || text.is_char_boundary(error.offset));
            return;
        }
    };
    let checked = expression.check(&known);
    let requests = expression.requests(&known);
    let mut requested = Vec::new();
    let value = expression.evaluate(&known, &mut |output, scenario| {
        requested.push((output.to_owned(), scenario.clone()));
        Ok(scenario.number("names")? / 3.0)
    });
    if let Ok(value) = value {
        let requests = requests.expect("requests are known whenever a value is known");
        assert!(requested.iter().all(|(output, scenario)| {
            requests.iter().any(|request| request.output == *output && request.scenario == *scenario)
        }));
        match (checked, value) {
            (Ok(Kind::Quantity(unit)), Value::Quantity(quantity)) => {
                assert!(quantity.value.is_finite() && quantity.unit == unit);
            }
            (Ok(Kind::Condition), Value::Condition(_)) => {}
            // If the first side decides `and` or `or`, the other side may be invalid; a check needs both to be valid.
            (Err(_), _) => assert!(text.contains("and") || text.contains("or")),
            (checked, value) => panic!("{checked:?} and {value:?}"),
        }
    }
});
