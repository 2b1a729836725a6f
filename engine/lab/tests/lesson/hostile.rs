//! Any text is either rejected with a message or evaluated, without a panic and in bounded time.

use crate::world;
use pathlength_lab::expression::{Expression, Unit, measure};
use proptest::prelude::*;

/// Checks and evaluates the text in every way.
fn ask(text: &str) {
    let world = world().given(5.0, "us");
    match Expression::parse(text) {
        Ok(expression) => {
            let checked = expression.check(&world.known());
            let requests = expression.requests(&world.known());
            let value = world.evaluate(text);
            assert!(value.is_err() || checked.is_ok() && requests.is_ok(), "{text:?}: {checked:?} {value:?}");
        }
        Err(error) => {
            assert!(text.is_char_boundary(error.offset.min(text.len())), "{text:?}: {error:?}");
            assert!(!error.message.is_empty() && error.message.len() < 500, "{text:?}: {error:?}");
        }
    }
    let _ = Unit::parse(text).map(|unit| Unit::parse(&unit.to_string()).expect("a printed unit can be parsed"));
    let _ = measure(text, &Unit::default());
}

#[test]
fn deep_and_long_texts_are_refused() {
    for text in ["(", "-", "not ", "abs(", "1+", "1 and ", "external_throughput(names=", "[", "a(", "9", "'", "µ", "s*"]
    {
        for count in [1, 60, 64, 65, 500, 1_000, 4_000, 100_000] {
            ask(&text.repeat(count));
            ask(&format!("{}1{}", text.repeat(count), ")".repeat(count)));
        }
    }
    assert!(Expression::parse(&format!("{}1{}", "(".repeat(50), ")".repeat(50))).is_ok());
    let sum = vec!["1"; 1000].join(" + ");
    assert_eq!(
        world().evaluate(&sum).map_err(|error| error.message),
        Ok(pathlength_lab::expression::Value::Quantity(crate::quantity(1000.0, "")))
    );
}

/// Maximum nesting depth at which an expression is still parsed.
const MAX_LEVELS: usize = 63;

#[test]
fn nesting_is_read_up_to_its_limit_and_refused_beyond() {
    for (open, close) in [("(", ")"), ("-", ""), ("not ", ""), ("abs(", ")"), ("-(", ")")] {
        let parse = |levels: usize| Expression::parse(&format!("{}1{}", open.repeat(levels), close.repeat(levels)));
        let limit = (1..1_000).find(|levels| parse(*levels).is_err()).unwrap() - 1;
        // A sign before a parenthesis counts as a separate nesting level.
        let levels = open.matches(['(', '-']).count().max(1);
        assert_eq!(limit, MAX_LEVELS / levels, "{open}");
        for beyond in [limit + 1, 2 * limit, 10 * limit] {
            let error = parse(beyond).unwrap_err();
            assert!(error.message.contains("too many nested parentheses or signs"), "{open}: {}", error.message);
        }
    }
}

proptest! {
    #[test]
    fn any_text(text in any::<String>()) {
        ask(&text);
    }

    #[test]
    fn pieces_of_expressions_in_any_order(pieces in prop::collection::vec(prop::sample::select(vec![
        "1", "0", "2.5", "1e308", " ", "s", "us", "%", "×", "names", "per", "n", "given", "near(", "max(", "published(",
        "\"runs\"", "'speed'", "external_throughput(", "names=", "format=v4", ",", ")", "(", "+", "-", "*", "/", "<", "=",
        " and ", " or ", "not ", "true", "µ", "\u{a0}", "٣", "e",
    ]), 0..30)) {
        ask(&pieces.concat());
    }
}
