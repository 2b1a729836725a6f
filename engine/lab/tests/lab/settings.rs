//! Settings: names with a number, a word, or a switch, and the messages for invalid ones.

use super::{model, parameters, scenario, settings, word};
use pathlength_model::{Setting, Settings};
use proptest::prelude::*;

/// Returns the message with which the model rejects a scenario in which `name` is `value`.
#[track_caller]
fn refusal(name: &str, value: Setting) -> String {
    let mut scenario = scenario("V2R1", "v4", 100.0);
    scenario.set(name, value);
    let mut model = model(&parameters());
    let message = model.prepare(&scenario).expect_err("a mistake").to_string();
    assert_eq!(model.evaluate(&scenario).expect_err("a mistake").to_string(), message);
    message
}

#[test]
fn unknown_setting_is_refused_with_the_known_ones() {
    assert_eq!(
        refusal("nmaes", Setting::Number(3.0)),
        "the model has no setting \"nmaes\": \
         use one of workload, machine, release, format, plex, names, readdir_search"
    );
}

#[test]
fn setting_of_the_wrong_kind_is_refused_with_the_right_one() {
    for value in [word("many"), Setting::Switch(true)] {
        assert_eq!(refusal("names", value), "setting names must be a number");
    }
    for value in [word("v6"), word("V4"), Setting::Number(4.0), Setting::Switch(false)] {
        assert_eq!(refusal("format", value), "setting format must be one of v4, v5");
    }
    for value in [word("true"), Setting::Number(1.0)] {
        assert_eq!(refusal("readdir_search", value), "setting readdir_search must be true or false");
    }
}

#[test]
fn missing_setting_is_refused_with_its_name() {
    let answer = model(&parameters()).evaluate(&Settings::default());
    let message = answer.expect_err("a mistake").to_string();
    assert_eq!(message, "setting workload must be one of ptestDL2, ptestDL, ptestDU");
}

#[test]
fn setting_has_the_last_value() {
    let once = settings(&[("b", Setting::Number(2.0)), ("a", Setting::Switch(true))]);
    let twice =
        settings(&[("a", word("x")), ("b", word("y")), ("a", Setting::Switch(true)), ("b", Setting::Number(2.0))]);
    assert_eq!(once, twice);
    assert_eq!(once.number("b"), Ok(2.0));
    assert_eq!(once.switch("a"), Ok(Some(true)));
    assert_eq!(once.switch("c"), Ok(None));
}

fn setting() -> impl Strategy<Value = Setting> {
    prop_oneof![
        any::<bool>().prop_map(Setting::Switch),
        any::<f64>().prop_map(Setting::Number),
        prop_oneof!["[a-zA-Z0-9]{0,9}", Just("v4".to_owned()), Just("R13".to_owned())].prop_map(Setting::Word),
    ]
}

fn name() -> impl Strategy<Value = String> {
    const KNOWN: [&str; 7] = ["workload", "machine", "release", "format", "plex", "names", "readdir_search"];
    prop_oneof![6 => proptest::sample::select(&KNOWN[..]).prop_map(str::to_owned), 1 => "[a-z]{0,9}"]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_settings_give_an_answer_or_an_error_message(changes in prop::collection::vec((name(), setting()), 0..4)) {
        let mut scenario = scenario("V2R1", "v5", 10.0);
        for (name, value) in changes {
            // Other tests cover filling large directories.
            let value = match value {
                Setting::Number(names) if name == "names" && names > 50.0 && names <= 1e6 => Setting::Number(50.0),
                value => value,
            };
            scenario.set(&name, value);
        }
        match model(&parameters()).evaluate(&scenario) {
            Ok(evaluation) => prop_assert!(evaluation.outputs.iter().all(|(_, value)| *value > 0.0)),
            Err(error) => prop_assert!(error.to_string().len() > 20),
        }
    }

    #[test]
    fn settings_keep_names_apart_whatever_their_order(pairs in prop::collection::btree_map("[a-z]{0,3}", any::<i32>(), 0..20)) {
        let mut forward = Settings::default();
        let mut backward = Settings::default();
        for (name, value) in &pairs {
            forward.set(name, Setting::Number(f64::from(*value)));
        }
        for (name, value) in pairs.iter().rev() {
            backward.set(name, Setting::Number(f64::from(*value)));
        }
        prop_assert_eq!(&forward, &backward);
        for (name, value) in &pairs {
            prop_assert_eq!(forward.number(name), Ok(f64::from(*value)));
        }
    }
}
