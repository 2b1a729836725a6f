//! The meaning of expressions.

use crate::{model, quantity, world};
use pathlength_lab::Table;
use pathlength_lab::expression::{Expression, Kind, Unit, Value};
use pathlength_model::Settings;

#[test]
fn numbers_are_computed_with_their_units() {
    let world = world();
    for (text, value, unit) in [
        ("1 + 2 * 3 - 4 / 2", 5.0, ""),
        ("-(1 + 2) * -3", 9.0, ""),
        ("10 - 3 - 2", 5.0, ""),
        ("5 %", 0.05, ""),
        ("1.2 ms + 300 us", 1.5, "ms"),
        ("1000 operations/s * 2 ms", 2.0, "operations"),
        ("1000 operations / 2 s", 500.0, "operations/s"),
        ("12 us / 3 ms", 0.004, ""),
        ("8 KiB / 16 bytes", 512.0, ""),
        ("6 operations/s per processor * 2 processors", 12.0, "operations/s"),
        ("min(3 s, 200 ms, 1 min)", 0.2, "s"),
        ("max(3, 7.3 ×, 730 %)", 7.3, ""),
        ("abs(3 - 5)", 2.0, ""),
        ("n", 5000.0, "names"),
        ("10000 names / n", 2.0, ""),
        ("1e3", 1000.0, ""),
        ("parameter(\"name_bytes\")", 20.0, "bytes"),
        ("published('runs', 2000, 'speed')", 100_000.0, "operations/s"),
        ("published(\"runs\", 2000 names, \"gain\")", 1.25, ""),
        ("published(\"runs\", n, \"speed\") / published(\"runs\", 2000, \"speed\")", 0.5, ""),
        ("external_throughput()", 20_000.0, "operations/s"),
        ("external_throughput(format=v4, names=n)", 5000.0, "operations/s"),
        ("external_throughput(names=n / 2, readdir_search=true)", 25_000.0, "operations/s"),
    ] {
        let expected = quantity(value, unit);
        match world.evaluate(text) {
            Ok(Value::Quantity(found)) => {
                assert!((found.value - value).abs() <= 1e-12 * value.abs(), "{text}: {found:?}");
                assert!(found.unit.fits(&expected.unit), "{text}: {found:?}");
                assert_eq!(found.unit.to_string(), unit, "{text}");
                assert_eq!(world.check(text), Ok(Kind::Quantity(found.unit)), "{text}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn output_in_percent_is_a_plain_number() {
    let mut world = world();
    let output = world.description.outputs.iter_mut().find(|output| output.name == "external_throughput");
    output.expect("the output").unit = "%".into();
    // The model returns 20,000 %, and 5,000 % in v4.
    for (text, value, unit) in [
        ("external_throughput()", 200.0, ""),
        ("1 * external_throughput()", 200.0, ""),
        ("external_throughput() * 8 ms", 1600.0, "ms"),
        ("external_throughput() - external_throughput(format=v4, names=n)", 150.0, ""),
        ("100 % - external_throughput()", -199.0, ""),
    ] {
        assert_eq!(world.evaluate(text), Ok(Value::Quantity(quantity(value, unit))), "{text}");
        assert_eq!(world.check(text), Ok(Kind::Quantity(quantity(value, unit).unit)), "{text}");
    }
}

#[test]
fn conditions_hold_or_do_not() {
    let world = world().given(105.0, "operations/s");
    for (text, holds) in [
        ("1 < 2", true),
        ("2 <= 2 and 2 >= 2 and not 2 > 2", true),
        ("1 = 2 or 1 != 2", true),
        ("1 == 1 and 2 < 1 or 3 > 2", true),
        ("not 1 = 2", true),
        ("1000 us = 1 ms", true),
        ("given > 100 operations/s", true),
        ("near(100 operations/s, 5 %)", true),
        ("near(100 operations/s, 4.99 %)", false),
        ("near(0.1 operations/ms, 5 %)", true),
        ("near(100 operations/s, 5 operations/s)", true),
        ("near(110.6 operations/s, 5 %)", false),
        ("near(external_throughput(), 5 %)", false),
        // An operand that decides the result makes the other operand irrelevant.
        ("1 > 2 and 1 / 0 > 1", false),
        ("1 < 2 or 1 / 0 > 1", true),
    ] {
        assert_eq!(world.evaluate(text), Ok(Value::Condition(holds)), "{text}");
    }
    assert_eq!(world.check("near(n * 1 operations/s / n, 5 %)"), Ok(Kind::Condition));
}

#[test]
fn errors_name_their_offset() {
    let world = world();
    for (text, offset, told) in [
        ("", 0, "expected a number"),
        ("1 +", 3, "expected a number"),
        ("1 2", 2, "expected an operator"),
        ("(1", 2, "expected )"),
        ("1 $ 2", 2, "unexpected character '$'"),
        ("\"open", 0, "quotation mark is missing"),
        ("1 + 'text'", 4, "no value"),
        ("1 s + 2 B", 4, "\"s\" and \"B\""),
        ("1 + 2 B", 2, "a plain number and \"B\""),
        ("5 Kib", 2, "did you mean KiB"),
        ("m", 0, "there is n"),
        ("2 * name_bytes", 4, "write parameter(\"name_bytes\")"),
        ("external_throughput", 0, "write external_throughput()"),
        ("given", 0, "which is known only in feedback"),
        ("near(1, 5 %)", 0, "which is known only in feedback"),
        ("1 and 2 > 1", 0, "expected a condition, but this is a number"),
        ("1 < 2 < 3", 2, "expected a number, but this is a condition"),
        ("maxx(1, 2)", 0, "did you mean max"),
        ("externl_throughput()", 0, "did you mean external_throughput"),
        ("external_throughput(plx=client)", 24, "did you mean plex"),
        ("external_throughput(plex=klient)", 25, "did you mean client"),
        ("external_throughput(plex=5)", 25, "plex must be one of"),
        ("external_throughput(readdir_search=5)", 35, "true or false"),
        ("external_throughput(names=5 pages)", 26, "\"names\" and \"pages\""),
        ("external_throughput(names=0)", 26, "from 1 to"),
        ("external_throughput(2000)", 20, "setting=value"),
        ("external_throughput(names=1, names=2)", 29, "set twice"),
        ("external_throughput(names=external_throughput())", 26, "must depend neither"),
        ("external_throughput(names=1 names + n * busy_processors() / busy_processors())", 34, "must depend neither"),
        ("max(names=3)", 0, "takes no settings"),
        ("abs(1, 2)", 0, "abs(a)"),
        ("published(\"run\", 2000, \"speed\")", 10, "did you mean runs"),
        ("published(\"runs\", 3000, \"speed\")", 18, "no row 3000"),
        ("published(\"runs\", 2000 pages, \"speed\")", 18, "\"names\" and \"pages\""),
        ("published(\"runs\", 2000, \"sped\")", 24, "did you mean speed"),
        ("published(\"runs\", 5000, \"gain\")", 24, "no value"),
        ("published(runs, 2000, \"gain\")", 10, "quotation marks"),
        ("parameter(\"bytes\")", 10, "name_bytes"),
        ("1 / 0", 2, "division by zero"),
        ("1e308 * 10", 6, "too large"),
        ("1e999", 0, "too large"),
        ("1 + é()", 4, "no function \"é\""),
    ] {
        let error = world.check(text).expect_err(text);
        assert!(error.message.contains(told), "{text}: {error:?}");
        assert_eq!(error.offset, offset, "{text}: {error:?}");
    }
}

#[test]
fn division_by_zero_is_found_in_evaluation_only() {
    let world = world().given(0.0, "");
    for text in ["1 / given", "1 / busy_processors()"] {
        assert!(matches!(world.check(text), Ok(Kind::Quantity(_))), "{text}");
        let error = world.evaluate(text).expect_err(text);
        assert!(error.message.contains("division by zero"), "{text}: {error}");
    }
    let error = world.evaluate("elapsed_us()").expect_err("refused");
    assert_eq!(error.message, "this model does not know that");
    let nan = Expression::parse("busy_processors()").expect("fine").evaluate(&world.known(), &mut |_, _| Ok(f64::NAN));
    assert!(nan.is_err());
}

#[test]
fn setting_without_value_or_start_is_refused() {
    let mut world = world();
    world.lab.start = Settings::default();
    let error = world.check("external_throughput(names=5)").expect_err("incomplete");
    assert!(error.message.contains("setting workload is missing"), "{error}");
}

#[test]
fn requests_do_not_depend_on_answers() {
    let world = world().given(0.0, "operations/s");
    let text =
        "given > 1 operations/s and external_throughput(names=n) / given > external_throughput(format=v4) / given";
    let expression = Expression::parse(text).expect("an expression");
    let requests = expression.requests(&world.known()).expect("requests");
    assert_eq!(requests.iter().map(|request| request.output.as_str()).collect::<Vec<_>>(), ["external_throughput"; 2]);
    assert_eq!(requests[0].scenario.number("names"), Ok(5000.0));
    let mut asked = 0;
    let mut count = |output: &str, scenario: &Settings| {
        asked += 1;
        assert!(requests.iter().any(|request| request.output == output && request.scenario == *scenario));
        model(output, scenario)
    };
    assert_eq!(expression.evaluate(&world.known(), &mut count), Ok(Value::Condition(false)));
    assert_eq!(asked, 2);
}

#[test]
fn published_row_is_named_by_a_word() {
    let mut world = world();
    let mut table = serde_json::to_value(&world.lab.tables[0]).expect("plain data");
    table["rows"] = serde_json::json!(["small", "large"]);
    world.lab.tables[0] = serde_json::from_value::<Table>(table).expect("a table");
    let expected = Ok(Value::Quantity(quantity(50_000.0, "operations/s")));
    assert_eq!(world.evaluate("published(\"runs\", \"large\", \"speed\")"), expected);
    assert!(world.evaluate("published(\"runs\", \"huge\", \"speed\")").is_err());
}

#[test]
fn every_unit_of_the_model_can_be_read() {
    for output in &world().description.outputs {
        assert!(Unit::parse(&output.unit).is_ok(), "{}", output.unit);
    }
}
